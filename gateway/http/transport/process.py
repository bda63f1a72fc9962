"""The REST process itself (`kafeneio run http`, started by the gateway): serves the connections that it gets from
the gateway."""

import os
import time
import uuid
from collections.abc import Callable

import eventlet
from eventlet.greenio import GreenSocket
from eventlet.hubs import trampoline
from prometheus_client import REGISTRY, generate_latest

from gateway.http.transport.channel import Channel, Ended, socket_of
from gateway.http.transport.child import DESCRIPTOR_VARIABLE
from gateway.http.transport.green_server import GreenServer
from gateway.public_events.broker_log import BrokerEventLog
from gateway.rates.shared_rates import EVERY_S, SharedRates
from gateway.rpc import Rpc
from gateway.settings import GatewaySettings
from services.platform.broker import names
from services.platform.broker.link import BrokerDown, Link, body_of
from services.platform.process.health import Health
from services.platform.process.settings import CommonSettings
from services.platform.process.tasks import spawn


class RatesLink:
    """By which gateways share what they have counted: sends it and receives what others have, until stopped.

    While the broker is away every gateway counts for itself.
    """

    def __init__(self, common: CommonSettings, rates: SharedRates) -> None:
        """Not connected until `start`."""
        self._rates = rates
        self._queue = f"gateway.rates.{uuid.uuid4().hex}"
        self._link = Link(common, "rates", self._on_up)
        self._stopping = False

    def start(self) -> None:
        """Start connecting."""
        self._link.start()
        spawn("rates", self._run)

    def stop(self) -> None:
        """Stop."""
        self._stopping = True
        self._link.stop()

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_own(self._queue, (names.RATES_EXCHANGE,))
        link.consume(self._queue, lambda message: self._rates.receive(body_of(message)), no_ack=True)

    def _run(self) -> None:
        while not self._stopping:
            time.sleep(EVERY_S)
            body = self._rates.take()
            if body is not None and self._link.is_up:
                self._send(body)

    def _send(self, body: bytes) -> None:
        try:
            self._link.publish(body, names.RATES_EXCHANGE, "")
        except BrokerDown:
            return  # without it the other gateways do not get this message


def own_channel() -> Channel:
    """The channel that this process has inherited from the gateway."""
    return Channel(socket_of(int(os.environ[DESCRIPTOR_VARIABLE])))


class HttpWorker:
    """Serves until the gateway closes the channel."""

    def __init__(
        self,
        common: CommonSettings,
        settings: GatewaySettings,
        rpc: Rpc,
        health: Health,
        channel: Channel,
        on_end: Callable[[], None],
    ) -> None:
        """`channel` brings its connections; `on_end` is called when there will be no more: the gateway stops, or is
        gone."""
        self._channel = channel
        self._common = common
        self._on_end = on_end
        rates = SharedRates()
        self._rates_link = RatesLink(common, rates)
        self._events = BrokerEventLog(common)
        self._server = GreenServer(settings, rpc, health, self._channel.send, rates, self._events)

    def start(self) -> None:
        """Serve from now on; returns at once."""
        self._rates_link.start()
        self._events.start()
        eventlet.spawn(self._serve)

    def stop(self) -> None:
        """Let requests finish, within the drain time."""
        self._server.stop(time.monotonic() + self._common.drain_ms / 1000)
        self._events.stop()
        self._rates_link.stop()

    def _serve(self) -> None:
        try:
            while True:
                received = self._channel.receive()
                if received is None:
                    trampoline(self._channel.fileno(), read=True)
                elif received.what.is_scrape:
                    eventlet.spawn_n(_write_metrics, received.descriptor)
                else:
                    self._server.serve(received.descriptor, received.what.address)
        except Ended:
            self._on_end()


def _write_metrics(descriptor: int) -> None:
    sock = GreenSocket(fileno=descriptor)
    try:
        sock.sendall(generate_latest(REGISTRY))
    except OSError:
        return  # the gateway has given up before
    finally:
        sock.close()

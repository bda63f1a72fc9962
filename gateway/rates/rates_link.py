"""The REST process's own connection by which gateways share what they have counted."""

import time
import uuid

from gateway.rates.shared_rates import EVERY_S, SharedRates
from services.platform.broker import names
from services.platform.broker.link import BrokerDown, Link, body_of
from services.platform.process.settings import CommonSettings
from services.platform.process.tasks import spawn


class RatesLink:
    """Sends what was counted and receives what others have, until stopped.

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

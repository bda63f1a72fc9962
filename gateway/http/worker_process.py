"""REST in a process of its own, so that a request that keeps its process busy touches no socket.

The gateway accepts every connection of the public port and hands those that begin with an ordinary request to this
process. Both have the whole application: where the process is away, or full, the gateway serves the request itself.
"""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import eventlet
from prometheus_client import REGISTRY, generate_latest

from gateway.http.channel import Channel, Ended, Handed, Received, channel_pair, real_socket
from gateway.http.scrape import merged
from services.plumbing.logs import get_logger

log = get_logger(__name__)

SERVICE = "http"
"""Its name for `kafeneio run`."""
DESCRIPTOR_VARIABLE = "KAFENEIO_HTTP_CHANNEL"
"""The number of the descriptor by which it gets its connections."""
_LOOK_S = 0.5
_SCRAPE_TIMEOUT_S = 2.0


class WorkerProcess:
    """The gateway's side: starts the process, starts it again when it dies, hands it connections."""

    def __init__(self, on_returned: Callable[[Received], None]) -> None:
        """`on_returned` gets connections that it has given back, on the loop: they ask to become sockets."""
        self._on_returned = on_returned
        self._channel: Channel | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        """Its number, while it runs."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self) -> None:
        """Start it, and watch over it from now on."""
        self._launch()
        eventlet.spawn(self._supervise)

    def give(self, sock: Any, address: tuple[str, int]) -> bool:
        """Hand a connection over; False: it cannot take any now."""
        return self._channel is not None and self._channel.send(Handed(address), real_socket(sock).fileno())

    def stop(self, deadline_s: float) -> None:
        """Let it finish what it has begun; at `deadline_s` of `time.monotonic()` it is killed."""
        self._stopping = True
        self._hang_up()
        process = self._process
        while process is not None and process.poll() is None:
            if time.monotonic() > deadline_s:
                process.kill()
            eventlet.sleep(0.02)

    def metrics(self) -> bytes:
        """The metrics of both processes as one text."""
        ours = generate_latest(REGISTRY)
        theirs = self._scrape()
        return merged(ours.decode(), theirs.decode()) if theirs else ours

    def _launch(self) -> None:
        ours, theirs = channel_pair()
        environment = os.environ | {DESCRIPTOR_VARIABLE: str(theirs.fileno()), "KAFENEIO_HEALTH_PORT": "0"}
        command = [sys.executable, "-W", "ignore", "-m", "services.main", "run", SERVICE]
        self._process = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()])
        theirs.close()
        self._channel = Channel(ours)
        self._loop.add_reader(self._channel.fileno(), self._read)

    @property
    def _loop(self) -> Any:
        return eventlet.hubs.get_hub().loop

    def _supervise(self) -> None:
        while not self._stopping:
            eventlet.sleep(_LOOK_S)
            if self._process is not None and self._process.poll() is not None and not self._stopping:
                log.error("http_process_died", code=self._process.returncode)
                self._hang_up()
                self._launch()

    def _read(self) -> None:
        """Connections that come back."""
        with contextlib.suppress(Ended):
            while self._channel is not None:
                received = self._channel.receive()
                if received is None:
                    return
                self._on_returned(received)
            return
        self._hang_up()

    def _hang_up(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            self._loop.remove_reader(channel.fileno())
            channel.close()

    def _scrape(self) -> bytes:
        """What the process counts; nothing where it does not answer."""
        ours, theirs = socket.socketpair()
        with contextlib.closing(ours), contextlib.closing(theirs):
            if self._channel is None or not self._channel.send(Handed(is_scrape=True), theirs.fileno()):
                return b""
            theirs.close()
            ours.settimeout(_SCRAPE_TIMEOUT_S)
            try:
                with ours.makefile("rb") as text:
                    return text.read()
            except OSError:
                return b""

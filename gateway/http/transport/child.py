"""REST in a process of its own, so that a request that keeps its process busy touches no socket.

The gateway accepts every connection of the public port and hands those that begin with an ordinary request to this
process. While it is away or full, they wait at the port.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from gateway.background import in_background
from gateway.http.transport.channel import Channel, Ended, Handed, Received, channel_pair
from services.platform.process.logs import get_logger
from services.platform.process.merged_metrics import with_ours

log = get_logger(__name__)

SERVICE = "http"
"""The name of the process for `kafeneio run`."""
DESCRIPTOR_VARIABLE = "KAFENEIO_HTTP_CHANNEL"
"""The environment variable with the descriptor of its channel."""
_LOOK_S = 0.5
_SCRAPE_TIMEOUT_S = 2.0


class WorkerProcess:
    """The gateway's side: starts the process, starts it again when it dies, and passes connections to it."""

    def __init__(self) -> None:
        """On the loop of this thread."""
        self.on_returned: Callable[[Received], None] = lambda received: os.close(received.descriptor)
        """Called on the loop with connections that the process has returned, because they ask to become sockets."""
        self._channel: Channel | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = False
        self._loop = asyncio.get_event_loop()
        self._supervisor: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self) -> None:
        """Start the process, and watch it from now on."""
        self._run(*_launch())
        self._supervisor = self._loop.create_task(self._supervise())

    def give(self, sock: Any, address: tuple[str, int]) -> bool:
        """Pass a connection to the process; False: it cannot take any now."""
        if self._channel is None or not self._channel.send(Handed(address), sock.fileno()):
            return False
        sock.close()  # the other process has a descriptor of its own for it
        return True

    async def stop(self, deadline_s: float) -> None:
        """Let the process finish its requests; at `deadline_s` of `time.monotonic()` it is killed."""
        self._stopping = True
        self._hang_up()
        process = self._process
        while process is not None and process.poll() is None:
            if time.monotonic() > deadline_s:
                process.kill()
            await asyncio.sleep(0.02)

    def metrics(self) -> bytes:
        """The metrics of both processes as one text."""
        return with_ours(self._scrape())

    def _run(self, process: "subprocess.Popen[bytes]", ours: Any) -> None:
        """The process was started; `ours`: this end of the channel."""
        self._process = process
        self._channel = Channel(ours)
        self._loop.add_reader(self._channel.fileno(), self._read)

    async def _supervise(self) -> None:
        while not self._stopping:
            await asyncio.sleep(_LOOK_S)
            if self._process is not None and self._process.poll() is not None and not self._stopping:
                log.error("http_process_died", code=self._process.returncode)
                self._hang_up()
                self._run(*await in_background(_launch))
                if self._stopping:
                    self._hang_up()

    def _read(self) -> None:
        """Read the connections that come back."""
        with contextlib.suppress(Ended):
            while self._channel is not None:
                received = self._channel.receive()
                if received is None:
                    return
                self.on_returned(received)
            return
        self._hang_up()

    def _hang_up(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            self._loop.remove_reader(channel.fileno())
            channel.close()

    def _scrape(self) -> bytes:
        """The metrics of the process; empty if it does not answer."""
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


def _launch() -> "tuple[subprocess.Popen[bytes], Any]":
    """Start a process; returns it and this end of its channel. Waits until the process has begun."""
    ours, theirs = channel_pair()
    environment = os.environ | {DESCRIPTOR_VARIABLE: str(theirs.fileno()), "KAFENEIO_HEALTH_PORT": "0"}
    command = [sys.executable, "-W", "ignore", "-m", "kafeneio", "run", SERVICE]
    process = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()])
    theirs.close()
    return process, ours

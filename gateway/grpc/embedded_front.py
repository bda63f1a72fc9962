"""The gRPC front of a platform in one process (`kafeneio up`), seen from there: a process that it starts, whose
requests to services it passes on, and that ends with it."""

import hashlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable

import msgspec

from gateway.grpc.access.scopes import BOUND, READ, SCOPES
from gateway.grpc.embedded_channel import DESCRIPTOR_VARIABLE, Asked, Frames, Replied
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn, wait_ended

log = get_logger(__name__)

NAME = "local"
"""The caller that the token of a platform in one process stands for."""
_PAUSE_S = 1.0
"""A front that dies at once is not started again more often."""
_LEAVE_S = 5.0


def token_line(token: str) -> str:
    """The entry of KAFENEIO_GRPC_TOKENS for a token that may do everything for which no service account is needed."""
    return f"{NAME}={hashlib.sha256(token.encode()).hexdigest()}:{'+'.join(sorted({READ, *SCOPES} - BOUND))}"


class EmbeddedFront:
    """The front's process; it is started again if it dies."""

    def __init__(self, rpc: RpcClient, port: int, tokens: Iterable[str]) -> None:
        """Not started. `port`: where it listens; `tokens`: entries as of KAFENEIO_GRPC_TOKENS."""
        self._rpc = rpc
        self._given = {"KAFENEIO_GRPC_PORT": str(port), "KAFENEIO_GRPC_TOKENS": ",".join(tokens)}
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = False

    def start(self) -> None:
        """Start the process, and watch it from now on."""
        self._launch()
        spawn("grpc-front", self._supervise)

    def stop(self) -> None:
        """Let the process drain and stop; after some seconds it is killed."""
        self._stopping = True
        process = self._process
        if process is None:
            return
        process.terminate()
        deadline_s = time.monotonic() + _LEAVE_S
        while process.poll() is None:
            if time.monotonic() > deadline_s:
                process.kill()
            time.sleep(0.02)

    def _launch(self) -> None:
        ours, its = socket.socketpair()
        own = {DESCRIPTOR_VARIABLE: str(its.fileno()), "KAFENEIO_HEALTH_PORT": "0"}
        command = [sys.executable, "-W", "ignore", "-m", "kafeneio", "run", "grpc"]
        self._process = subprocess.Popen(command, env=os.environ | self._given | own, pass_fds=(its.fileno(),))
        its.close()
        spawn("grpc-front-channel", self._serve, Frames(ours))

    def _supervise(self) -> None:
        while not self._stopping:
            process = self._process
            assert process is not None
            wait_ended(process.pid)
            if process.poll() is not None and not self._stopping:
                log.error("grpc_front_died", code=process.returncode)
                time.sleep(_PAUSE_S)
                self._launch()

    def _serve(self, frames: Frames) -> None:
        """Pass on what one front asks, until it has gone."""
        while (frame := frames.receive()) is not None:
            spawn("grpc-front-request", self._answer, frames, msgspec.json.decode(frame, type=Asked))
        frames.close()

    def _answer(self, frames: Frames, asked: Asked) -> None:
        body = self._rpc.exchange(asked.service, asked.method, asked.request, asked.timeout_ms)
        try:
            frames.send(Replied(asked.number, None if body is None else body.decode()))
        except OSError:
            log.debug("grpc_front_gone", number=asked.number)

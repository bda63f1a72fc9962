"""A client's connection: its account, the tables that it views, and its end."""

import time
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from gateway.metrics import counts
from gateway.port.stream import Stream
from gateway.rates.token_buckets import Bucket, Strikes
from gateway.settings import GatewaySettings
from gateway.ws.connection.close_reasons import ENDINGS
from gateway.ws.connection.codec import CLOSE, PACKED_PING, PING, Parser, pack_close, pack_pong
from gateway.ws.connection.frames import pack
from gateway.ws.connection.request_lanes import RequestLane
from services.contracts.client import frames
from services.contracts.client.token_scopes import Scope
from services.platform.process.logs import get_logger

log = get_logger(__name__)


class State(IntEnum):
    """The states of a connection, in order."""

    NEW = 0
    """Connected, without `hello` so far."""
    GREETING = 1
    """After `hello`: the lobby is being asked."""
    OPEN = 2
    CLOSED = 3
    """Ended here, though the socket may need a moment to close."""


class Connection:
    """A client. `id` is unique in this process; `account` is None before the lobby has identified it."""

    __slots__ = (
        "_on_gone",
        "_on_message",
        "account",
        "address",
        "bad",
        "closed_s",
        "credits",
        "deflates",
        "hall",
        "heard_s",
        "id",
        "lane",
        "lookups",
        "may_bank",
        "opened_s",
        "parser",
        "pinged_s",
        "scopes",
        "seat",
        "second_factor",
        "session",
        "state",
        "stream",
        "token",
        "token_s",
        "watching",
    )

    def __init__(
        self, conn_id: int, address: str, stream: Stream, settings: GatewaySettings, deflates: bool = False
    ) -> None:
        """A new connection; nothing is read before `start`. `deflates`: whether messages may be compressed
        (deflate.py)."""
        now_s = time.monotonic()
        self.id = conn_id
        self.address = address
        self.stream = stream
        self.state = State.NEW
        self.account: str | None = None
        self.token = ""
        self.opened_s = self.heard_s = self.token_s = now_s
        self.closed_s = self.pinged_s = 0.0
        self.deflates = deflates
        self.parser = Parser(settings.gateway_frame_bytes_max, inflates=deflates)
        self.credits = Bucket(settings.gateway_frames_per_s, settings.gateway_frames_burst, now_s)
        self.bad = Strikes(settings.gateway_bad_frames_per_min, window_s=60)
        self.lane = RequestLane()
        self.lookups = 0
        """Table frames in the lane that wait until the place of their table is known."""
        self.session = ""
        """The id of its session, once the lobby has identified it."""
        self.second_factor = False
        """Whether the session was opened with a second factor."""
        self.scopes: frozenset[Scope] | None = None
        """What the personal token of its program opens; None: it is of a session of the player's own."""
        self.may_bank = False
        """Whether the player is old enough to view house-banked tables."""
        self.watching: set[str] = set()
        self.hall = 0
        """The hall whose lists its client has; 0 before the first room."""
        self.seat: str | None = None
        """The table where its player sits, as the lobby has reported."""

    def start(
        self,
        on_message: Callable[["Connection", bytes], None],
        on_gone: Callable[["Connection"], None],
        early: bytes = b"",
    ) -> None:
        """Start reading: `on_message` gets texts, `on_gone` is called once at the end. `early`: bytes that came with
        the handshake."""
        self._on_message = on_message
        self._on_gone = on_gone
        self.stream.start(self._on_data, self._on_end)
        if early:
            self._on_data(early)

    @property
    def is_open(self) -> bool:
        """Whether it was greeted and has not ended."""
        return self.state is State.OPEN

    @property
    def is_stranger(self) -> bool:
        """Whether it has not been greeted yet."""
        return not self.is_open and not self.is_closed

    @property
    def is_closed(self) -> bool:
        """Whether it has ended."""
        return self.state is State.CLOSED

    def renew(self, token: str) -> None:
        """Use another token of the session from now on."""
        self.token = token
        self.token_s = time.monotonic()

    def send(self, frame: frames.ServerFrame) -> None:
        """Send one frame of the gateway's own."""
        self.send_packed(pack(frame), 1, "gateway")

    def send_packed(self, data: bytes, frames_count: int, origin: str) -> None:
        """Send frames that are packed already, in one go."""
        counts.sent_frames[origin] += frames_count
        counts.bytes["out"] += len(data)
        self.stream.send(data)

    def refuse(self, error: str, command_id: str | None, detail: Any = None) -> None:
        """Send the refusal of a command."""
        counts.refused[error] += 1
        self.send(frames.RefusedFrame(error=error, id=command_id, detail=detail))

    def ping(self, now_s: float) -> None:
        """Ask the client's end for a sign of life, which browsers and libraries give without the program."""
        self.pinged_s = now_s
        counts.sent_frames["ping"] += 1
        self.stream.send_first(PACKED_PING)

    @property
    def is_behind(self) -> bool:
        """Whether its client has not read everything that it was sent."""
        return self.stream.waiting_bytes > 0

    def close(self, reason: str, error: str | None = None) -> None:
        """Close it for a reason of close_reasons.py; `error` is the code in `bye` where that differs."""
        if self.is_closed:
            return
        ending = ENDINGS[reason]
        counts.closed[reason] += 1
        last = pack(frames.ByeFrame(error=error or reason)) if ending.bye else b""
        self.closed_s = time.monotonic()
        self.stream.finish(last + pack_close(ending.code, reason), at_once=ending.at_once)
        self._leave()

    def _leave(self) -> None:
        if not self.is_closed:
            self.state = State.CLOSED
            self._on_gone(self)

    def _on_data(self, data: bytes) -> None:
        self.heard_s = time.monotonic()
        counts.bytes["in"] += len(data)
        messages, violation = self.parser.feed(data)
        for opcode, payload in messages:
            if self.is_closed:
                return
            if opcode < CLOSE:
                self._on_text(payload)
            else:
                self._on_control(opcode, payload)
        if violation is not None:
            self.close(violation.reason)

    def _on_text(self, payload: bytes) -> None:
        try:
            self._on_message(self, payload)
        except Exception:
            log.exception("frame_failed", conn=self.id)
            self.close("internal_error")

    def _on_control(self, opcode: int, payload: bytes) -> None:
        if opcode == CLOSE:
            self.close("closed_by_client")
            return
        if self.credits.take(self.heard_s) < 0:
            self.close("rate_limited")
        elif opcode == PING:
            self.stream.send(pack_pong(payload))

    def _on_end(self) -> None:
        self._leave()

"""A client's socket without blocking: bytes come by callback, and what cannot be sent at once waits in a bounded queue.

The loop calls us when the socket is readable or writable; these callbacks must not block. A send goes to the kernel at
once, and only what the kernel cannot take now is queued. (asyncio's transports would queue without a limit.) Where the
queue is full, everything in it is thrown away but the rest of a message that the client has the beginning of, and
nothing more is queued until the client has taken that: then what it needs has to be sent anew (`on_drained`).
"""

import asyncio
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from gateway.metrics import counts
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_RECEIVE_BYTES = 65_536


class Socket(Protocol):
    """The needed interface of a non-blocking socket."""

    def recv(self, size: int, /) -> bytes:
        """Bytes; empty at the end."""
        ...

    def send(self, data: bytes | memoryview, /) -> int:
        """How many bytes the kernel took."""
        ...

    def fileno(self) -> int:
        """Its descriptor."""
        ...

    def shutdown(self, how: int, /) -> None:
        """Close one direction or both."""
        ...

    def setsockopt(self, level: int, name: int, value: int, /) -> None:
        """Set an option."""
        ...

    def close(self) -> None:
        """Give its descriptor back."""
        ...


class Stream:
    """One socket. `on_data` gets bytes, `on_end` is called once when no more come; both run on the loop."""

    __slots__ = (
        "_fileno",
        "_finishing",
        "_is_reading",
        "_is_writing",
        "_loop",
        "_missed",
        "_on_data",
        "_on_end",
        "_queue",
        "_queue_bytes",
        "_queue_bytes_max",
        "_queue_frames_max",
        "_socket",
        "_taken_s",
        "ended",
        "on_drained",
        "on_over",
    )

    def __init__(self, sock: Socket, queue_frames_max: int, queue_bytes_max: int) -> None:
        """Nothing is read before `start`."""
        self._socket = sock
        self._queue_frames_max = queue_frames_max
        self._queue_bytes_max = queue_bytes_max
        self._queue: deque[bytes | memoryview] = deque()
        self._queue_bytes = 0
        self._fileno = sock.fileno()
        self._loop = asyncio.get_event_loop()
        self._is_reading = self._is_writing = False
        self._finishing = False
        self.ended = False
        self.on_over: Callable[[], None] = _ignore
        """Called once when it has ended; then the socket may be closed."""
        self.on_drained: Callable[[bool], None] = lambda _missed: None
        """Called when the client has read what waited; with whether frames were discarded meanwhile."""
        self._missed = False
        """Whether frames were discarded since the queue was last empty."""
        self._taken_s = 0.0
        """When the client last read some of what waits, or when it began to wait."""

    def start(self, on_data: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        """Start reading."""
        self._on_data = on_data
        self._on_end = on_end
        self._is_reading = True
        self._loop.add_reader(self._fileno, self._guarded_read)

    @property
    def waiting_bytes(self) -> int:
        """Bytes that the client has not taken yet."""
        return self._queue_bytes

    @property
    def waiting_frames(self) -> int:
        """Sends that the client has not taken yet."""
        return len(self._queue)

    def stalled_s(self, now_s: float) -> float:
        """For how long the client has read nothing though frames wait. `now_s`: of `time.monotonic`."""
        return now_s - self._taken_s if self._queue else 0.0

    def send(self, data: bytes) -> bool:
        """Send now, or queue what the kernel cannot take. False: the socket has ended, or its client gets everything
        again later."""
        if self.ended or self._finishing or self._missed:
            return False
        if not self._queue:
            return self._send_now(data)
        if len(self._queue) >= self._queue_frames_max or self._queue_bytes + len(data) > self._queue_bytes_max:
            counts.slow["overflowed"] += 1
            self._missed = True
            self._forget_waiting()
            return False
        self._put(data)
        return True

    def send_first(self, data: bytes) -> None:
        """Send before everything that waits and was not begun; of use where the client reads slowly."""
        if self.ended or self._finishing:
            return
        if not self._queue:
            self._send_now(data)
            return
        begun = 1 if isinstance(self._queue[0], memoryview) else 0
        self._queue.insert(begun, data)
        self._queue_bytes += len(data)

    def finish(self, last: bytes, at_once: bool = False) -> None:
        """Send what waits and `last`, then nothing more; what still arrives is discarded until the client closes.
        `at_once`: `last` comes before everything that waits and was not begun, which is discarded."""
        if self.ended or self._finishing:
            return
        if at_once:
            self._forget_waiting()
        if self._queue:
            self._put(last)
        else:
            self._send_now(last)
        self._finishing = True
        if not self._queue:
            self._shut(socket.SHUT_WR)

    def abort(self) -> None:
        """End it now."""
        if not self.ended:
            self._shut(socket.SHUT_RDWR)
            self._end()

    def _send_now(self, data: bytes) -> bool:
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.abort()
            return False
        if sent < len(data):
            self._put(memoryview(data)[sent:])
            self._await_writable()
        return True

    def _forget_waiting(self) -> None:
        """Discard what waits, except a frame that the client has a part of."""
        begun = [data for data in list(self._queue)[:1] if isinstance(data, memoryview)]
        self._queue = deque(begun)
        self._queue_bytes = sum(map(len, begun))

    def _put(self, data: bytes | memoryview) -> None:
        if not self._queue:
            self._taken_s = time.monotonic()
        self._queue.append(data)
        self._queue_bytes += len(data)

    def _await_writable(self) -> None:
        if not self._is_writing:
            self._is_writing = True
            self._loop.add_writer(self._fileno, self._guarded_write)

    def _guarded_read(self) -> None:
        try:
            self._read()
        except Exception:
            log.exception("socket_reader_failed")
            self.abort()

    def _guarded_write(self) -> None:
        try:
            self._write()
        except Exception:
            log.exception("socket_writer_failed")
            self.abort()

    def _read(self) -> None:
        if self.ended:
            return
        try:
            data = self._socket.recv(_RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.abort()
        elif not self._finishing:
            self._on_data(data)

    def _write(self) -> None:
        if self.ended:
            return
        try:
            while self._queue:
                self._send_first()
        except BlockingIOError:
            return
        except OSError:
            self.abort()
            return
        self._forget_writer()
        if self._finishing:
            self._shut(socket.SHUT_WR)
            return
        missed, self._missed = self._missed, False
        self.on_drained(missed)

    def _send_first(self) -> None:
        first = self._queue[0]
        sent = self._socket.send(first)
        self._queue_bytes -= sent
        self._taken_s = time.monotonic()
        if sent == len(first):
            self._queue.popleft()
        else:
            self._queue[0] = memoryview(first)[sent:]

    def _forget_writer(self) -> None:
        if self._is_writing:
            self._is_writing = False
            self._loop.remove_writer(self._fileno)

    def _shut(self, how: int) -> None:
        try:
            self._socket.shutdown(how)
        except OSError as error:
            log.debug("socket_gone", error=str(error))

    def _end(self) -> None:
        self.ended = True
        self._forget_writer()
        if self._is_reading:
            self._is_reading = False
            self._loop.remove_reader(self._fileno)
        self._queue.clear()
        self._queue_bytes = 0
        self.on_over()
        self._on_end()


def send_last(sock: Socket, data: bytes, close_s: float) -> None:
    """Send the last that a socket is to get; it is closed when the client has closed its end, or after `close_s`.

    To close at once, with something unread, would throw away what was sent.
    """
    stream = Stream(sock, 1, len(data))
    stream.on_over = sock.close
    stream.start(lambda _data: None, _ignore)
    stream.finish(data)
    asyncio.get_event_loop().call_later(close_s, stream.abort)


def _ignore() -> None:
    """The callback for a socket without an owner."""

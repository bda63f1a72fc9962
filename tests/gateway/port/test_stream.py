"""A socket is never waited for: what does not fit waits in a bounded queue, and a slow reader starts anew."""

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from typing import Any

from gateway.metrics import counts
from gateway.port.stream import Stream
from tests.support import loops


class End:
    """Both ends of a socket: our stream, and the client's."""

    def __init__(self, frames_max: int = 4, bytes_max: int = 100_000) -> None:
        ours, self.client = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        ours.setblocking(False)
        self.client.setblocking(False)
        self.ours = ours
        self.data = b""
        self.ends = 0
        self.overs = 0
        self.drained: list[bool] = []
        self.stream = Stream(ours, frames_max, bytes_max)
        self.stream.on_over = self._on_over
        self.stream.on_drained = self.drained.append
        self.stream.start(self._on_data, self._on_end)

    def _on_data(self, data: bytes) -> None:
        self.data += data

    def _on_end(self) -> None:
        self.ends += 1

    def _on_over(self) -> None:
        self.overs += 1

    def close(self) -> None:
        self.stream.abort()
        self.ours.close()
        self.client.close()

    def read(self) -> bytes:
        try:
            return self.client.recv(1 << 20)
        except BlockingIOError:
            return b""

    async def read_all(self, size: int) -> bytes:
        found = b""

        def enough() -> bool:
            nonlocal found
            found += self.read()
            return len(found) >= size

        await until(enough)
        return found


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


def on_a_loop(play: Callable[[End], Coroutine[Any, Any, None]]) -> None:
    """Run a test on a loop of its own, with both ends of a socket."""

    async def run() -> None:
        end = End()
        try:
            await play(end)
        finally:
            end.close()

    loops.run(run())


def test_what_fits_is_sent_at_once() -> None:
    async def play(end: End) -> None:
        assert end.stream.send(b"hello")
        assert end.read() == b"hello"
        assert end.stream.waiting_frames == 0

    on_a_loop(play)


def test_what_comes_is_handed_on() -> None:
    async def play(end: End) -> None:
        end.client.send(b"hi")
        await until(lambda: end.data == b"hi")

    on_a_loop(play)


def test_what_does_not_fit_is_sent_when_the_client_reads() -> None:
    async def play(end: End) -> None:
        big = bytes(range(256)) * 200
        assert end.stream.send(big)
        assert end.stream.send(b"after")
        assert end.stream.waiting_frames == 2
        assert end.stream.waiting_bytes > 0
        assert await end.read_all(len(big) + 5) == big + b"after"
        await until(lambda: end.stream.waiting_bytes == 0)
        assert end.stream.send(b"!")
        assert end.read() == b"!"

    on_a_loop(play)


def test_where_too_many_frames_wait_only_the_begun_one_is_kept_until_it_is_read() -> None:
    async def play(end: End) -> None:
        before = counts.slow["overflowed"]
        end.stream.send(b"x" * 50_000)
        assert [end.stream.send(b"y") for _ in range(6)] == [True, True, True, False, False, False]
        assert counts.slow["overflowed"] == before + 1
        assert end.stream.waiting_frames == 1
        assert await end.read_all(50_000) == b"x" * 50_000
        await until(lambda: end.drained == [True])
        assert end.stream.send(b"anew")
        assert end.read() == b"anew"

    on_a_loop(play)


def test_where_too_many_bytes_wait_they_are_thrown_away() -> None:
    async def play(end: End) -> None:
        end.stream.send(b"x" * 50_000)
        assert not end.stream.send(b"y" * 90_000)
        assert not end.stream.ended
        assert end.stream.waiting_bytes < 50_000

    on_a_loop(play)


def test_the_stream_reports_when_all_has_been_read_and_that_nothing_was_missed() -> None:
    async def play(end: End) -> None:
        end.stream.send(b"x" * 50_000)
        end.stream.send(b"y")
        await end.read_all(50_001)
        await until(lambda: end.drained == [False])

    on_a_loop(play)


def test_how_long_nothing_was_read_counts_from_the_last_byte_that_was() -> None:
    async def play(end: End) -> None:
        assert end.stream.stalled_s(time.monotonic() + 9) == 0
        end.stream.send(b"x" * 50_000)
        end.stream._taken_s -= 100
        assert end.stream.stalled_s(time.monotonic()) >= 100
        waiting = end.stream.waiting_bytes

        def some_was_taken() -> bool:
            end.read()
            return end.stream.waiting_bytes < waiting

        await until(some_was_taken)
        assert end.stream.stalled_s(time.monotonic()) < 100

    on_a_loop(play)


def test_last_words_may_go_before_what_waits() -> None:
    async def play(end: End) -> None:
        end.stream.send(b"x" * 50_000)
        end.stream.send(b"y" * 1_000)
        end.stream.finish(b"bye", at_once=True)
        assert await end.read_all(50_003) == b"x" * 50_000 + b"bye"
        await until(lambda: _at_end(end))

    on_a_loop(play)


def test_one_frame_beyond_the_limit_may_wait_alone() -> None:
    async def play(end: End) -> None:
        big = b"x" * 300_000
        assert end.stream.send(big)
        assert await end.read_all(len(big)) == big

    on_a_loop(play)


def test_last_words_come_after_what_waits_and_then_the_end() -> None:
    async def play(end: End) -> None:
        end.stream.send(b"x" * 50_000)
        end.stream.finish(b"bye")
        assert not end.stream.send(b"too late")
        assert (await end.read_all(50_003)).endswith(b"bye")
        await until(lambda: _at_end(end))
        assert end.ends == 0  # the client has not ended its side yet

    on_a_loop(play)


def _at_end(end: End) -> bool:
    try:
        return end.client.recv(1) == b""
    except BlockingIOError:
        return False


def test_what_comes_after_the_last_words_is_thrown_away() -> None:
    async def play(end: End) -> None:
        end.stream.finish(b"bye")
        end.client.send(b"but wait")
        await asyncio.sleep(0.01)
        end.client.shutdown(socket.SHUT_WR)
        await until(lambda: end.ends == 1)
        assert end.data == b""

    on_a_loop(play)


def test_the_end_is_reported_once() -> None:
    async def play(end: End) -> None:
        end.client.close()
        await until(lambda: end.ends == 1)
        end.stream.abort()
        assert (end.ends, end.overs) == (1, 1)

    on_a_loop(play)


def test_a_reader_that_fails_ends_its_own_socket_only() -> None:
    async def play(end: End) -> None:
        def fail(_data: bytes) -> None:
            raise RuntimeError("broken")

        other = End()
        end.stream._on_data = fail
        end.client.send(b"x")
        await until(lambda: end.ends == 1)
        other.client.send(b"y")
        await until(lambda: other.data == b"y")
        other.close()

    on_a_loop(play)


def test_sending_to_a_closed_socket_ends_the_stream() -> None:
    async def play(end: End) -> None:
        end.client.close()
        end.stream.send(b"x")
        await until(lambda: end.ends == 1)
        assert not end.stream.send(b"y")

    on_a_loop(play)

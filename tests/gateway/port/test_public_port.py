"""The port outlives a lack of descriptors, and a REST process that is away."""

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from gateway.port.public_port import SOCKETS, Port, listen, read_head
from gateway.settings import GatewaySettings
from tests.support import loops


class Scene:
    """A port, its clients, and who gets them."""

    def __init__(self, listening: Any = None, **settings: Any) -> None:
        self.own: list[tuple[dict[str, str], bytes]] = []
        self.given: list[Any] = []
        self.takes = True
        self.port = Port(
            listening or listen("127.0.0.1", 0), GatewaySettings(**settings), SOCKETS, self._on_own, self._give
        )
        self.port.start()

    def _on_own(self, sock: Any, environ: dict[str, str], early: bytes) -> None:
        self.own.append((environ, early))
        sock.close()

    def _give(self, sock: Any, _address: Any) -> bool:
        if self.takes:
            self.given.append(sock)
        return self.takes

    def client(self, first: bytes) -> socket.socket:
        """A client that has sent something."""
        client = socket.create_connection(("127.0.0.1", self.port.number))
        client.sendall(first)
        return client


def play(scene: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60):
            await scene()

    loops.run(run())


async def until(condition: Callable[[], Any]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


class Failing:
    """Accepting fails once."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.errors = [OSError(errno.EMFILE, "too many")]

    def _accept(self) -> Any:
        if self.errors:
            raise self.errors.pop()
        return self._inner._accept()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def test_accepting_goes_on_when_descriptors_run_out_and_come_back() -> None:
    async def scene() -> None:
        made = Scene(Failing(listen("127.0.0.1", 0)))
        with made.client(b"POST / HTTP/1.1\r\n"):
            await until(lambda: made.given)
        made.given[0].close()
        made.port.close()

    play(scene)


def test_what_rest_does_not_take_waits_for_it_in_order() -> None:
    async def scene() -> None:
        made = Scene()
        made.takes = False
        with made.client(b"GET /one HTTP/1.1\r\n"), made.client(b"GET /two HTTP/1.1\r\n"):
            await until(lambda: len(made.port._refused) == 2)
            made.takes = True
            await until(lambda: len(made.given) == 2)
        begins = {sock.recv(8) for sock in made.given}
        assert begins == {b"GET /one", b"GET /two"}  # untouched
        for sock in made.given:
            sock.close()
        made.port.close()

    play(scene)


def test_what_rest_does_not_take_for_too_long_is_closed() -> None:
    async def scene() -> None:
        made = Scene(gateway_keepalive_s=0.1)
        made.takes = False
        with made.client(b"GET / HTTP/1.1\r\n") as client:
            client.setblocking(False)
            await until(lambda: _is_ended(client))
        assert made.given == []
        made.port.close()

    play(scene)


@pytest.mark.parametrize("first", [b"", b"GET /w", b"GET /ws HTTP/1.1\r\nHost: x"])
def test_a_client_that_does_not_finish_a_request_is_cut_off(first: bytes) -> None:
    async def scene() -> None:
        made = Scene(gateway_keepalive_s=0.1)
        with made.client(first) as client:
            client.setblocking(False)
            await until(lambda: _is_ended(client))
        assert not made.port._looked_at
        made.port.close()

    play(scene)


def test_a_head_may_come_in_pieces_and_what_follows_is_kept() -> None:
    async def scene() -> None:
        made = Scene()
        with made.client(b"GET /ws?a=1 HTTP/1.1\r\nHost: x\r\n") as client:
            await asyncio.sleep(0.05)
            client.sendall(b"Upgrade: websocket\r\n\r\nearly")
            await until(lambda: made.own)
        ((environ, early),) = made.own
        assert (environ["PATH_INFO"], environ["HTTP_UPGRADE"], early) == ("/ws", "websocket", b"early")
        assert environ["REMOTE_ADDR"] == "127.0.0.1"
        made.port.close()

    play(scene)


def test_a_head_that_cannot_be_read_is_refused() -> None:
    async def scene() -> None:
        made = Scene()
        with made.client(b"GET /ws HTTP/1.1\r\nbad header\r\n\r\n") as client:
            client.setblocking(False)
            answer = await asyncio.get_running_loop().sock_recv(client, 100)
            assert answer.startswith(b"HTTP/1.1 400 ")
        assert made.own == []
        made.port.close()

    play(scene)


def test_headers_are_read_as_wsgi_names_them() -> None:
    head = b"GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1\r\nx-forwarded-for:2"
    assert read_head(head, "192.0.2.1") == {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/a b",
        "QUERY_STRING": "c=d",
        "REMOTE_ADDR": "192.0.2.1",
        "HTTP_HOST": "x",
        "HTTP_X_FORWARDED_FOR": "1,2",
    }


@pytest.mark.parametrize("head", [b"", b"GET /ws", b"GET /ws HTTP/2", b"GET /ws HTTP/1.1\r\n folded: x"])
def test_what_is_no_request_is_not_read(head: bytes) -> None:
    assert read_head(head, "") is None


def _is_ended(client: socket.socket) -> bool:
    try:
        return client.recv(100) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True

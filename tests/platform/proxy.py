"""A wire that can be cut: forwards a port on the loopback address to another until it is stopped."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Literal, Self
from urllib.parse import urlsplit

Way = Literal["there", "back"]
"""From who connects to who is connected to, and the other way."""
WAYS: tuple[Way, ...] = ("there", "back")


class Proxy:
    """Forwards to the host and port of a URL; `url` is the same URL by way of the wire."""

    def __init__(self, url: str, *others: str) -> None:
        """`others`: more servers that do the same, as behind a balancer. Connections go round them all; one that
        refuses is passed over."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = url.replace(f":{urlsplit(url).port}/", f":{self.port}/")
        self.aim(url, *others)
        self.delay_s: Callable[[], float] = lambda: 0.0
        """How long what has come waits before it is passed on; what comes meanwhile waits with it."""
        self._turn = 0
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._open = threading.Event()
        self._flowing = {way: threading.Event() for way in WAYS}
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    def aim(self, *urls: str) -> None:
        """From now on new connections go there."""
        targets = []
        for parts in map(urlsplit, urls):
            assert parts.hostname is not None and parts.port is not None
            targets.append((parts.hostname, parts.port))
        self._targets = targets

    def cut(self) -> None:
        """Every connection breaks, and new ones do until `mend`. What was held is lost."""
        self._open.clear()
        with self._lock:
            cut, self._sockets = self._sockets, []
        for each in cut:
            _hang_up(each)
        for flowing in self._flowing.values():
            flowing.set()  # after the hanging up: what is held must not pass in between

    def hold(self, *ways: Way) -> None:
        """Nothing passes any more (one way, or both), and neither side is notified: a host that hangs, packets that
        vanish."""
        for way in ways or WAYS:
            self._flowing[way].clear()

    def mend(self) -> None:
        """As if nothing had happened; what was held passes."""
        self._open.set()
        for flowing in self._flowing.values():
            flowing.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._open.is_set():
                    self._join(near)
                else:
                    _hang_up(near)

    def _join(self, near: socket.socket) -> None:
        far = self._connect()
        if far is None:
            _hang_up(near)
            return
        with self._lock:
            self._sockets = [each for each in self._sockets if each.fileno() >= 0] + [near, far]
        for source, sink, way in ((near, far, "there"), (far, near, "back")):
            threading.Thread(target=self._pass_on, args=(source, sink, way), daemon=True).start()

    def _connect(self) -> socket.socket | None:
        targets = self._targets
        self._turn += 1
        for number in range(len(targets)):
            with contextlib.suppress(OSError):
                return socket.create_connection(targets[(self._turn + number) % len(targets)])
        return None

    def _pass_on(self, source: socket.socket, sink: socket.socket, way: Way) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if delay_s := self.delay_s():
                    time.sleep(delay_s)
                self._flowing[way].wait()
                sink.sendall(data)
        self._flowing[way].wait()  # neither is an end noticed
        _hang_up(source)
        _hang_up(sink)


def _hang_up(each: socket.socket) -> None:
    with contextlib.suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()

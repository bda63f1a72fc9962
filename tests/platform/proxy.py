"""A wire that can be cut: forwards a port on the loopback address to another until it is stopped."""

import contextlib
import socket
import threading
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Forwards to the host and port of a URL; `url` is the same URL by way of the wire."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None and parts.port is not None
        self._target = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = url.replace(f":{parts.port}/", f":{self._listener.getsockname()[1]}/")
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._open = threading.Event()
        self._flowing = threading.Event()
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks, and new ones do until `mend`. What was held is lost."""
        self._open.clear()
        with self._lock:
            cut, self._sockets = self._sockets, []
        for each in cut:
            _hang_up(each)
        self._flowing.set()  # after the hanging up: what is held must not pass in between

    def hold(self) -> None:
        """Nothing passes any more, and neither side is notified: a host that hangs."""
        self._flowing.clear()

    def mend(self) -> None:
        """As if nothing had happened; what was held passes."""
        self._open.set()
        self._flowing.set()

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
        try:
            far = socket.create_connection(self._target)
        except OSError:
            _hang_up(near)
            return
        with self._lock:
            self._sockets += [near, far]
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flowing.wait()
                sink.sendall(data)
        _hang_up(source)
        _hang_up(sink)


def _hang_up(each: socket.socket) -> None:
    with contextlib.suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()

"""A broker behind TLS, with a certificate of the test's choice."""

import contextlib
import select
import socket
import ssl
import subprocess
import threading
from pathlib import Path
from urllib.parse import urlsplit


def certificate(folder: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """A certificate for a host, which signs itself: the file to trust it by, and the server's side."""
    authority, key = folder / "authority.pem", folder / "key.pem"
    subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*made, "-keyout", str(key), "-out", str(authority)], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority, key)
    return authority, context


class TlsProxy:
    """Speaks TLS with whoever connects, and plainly with the broker.

    Its certificate, which signs itself, is for `name`; it is reached as `localhost`.
    """

    def __init__(self, target_url: str, folder: Path, name: str = "localhost") -> None:
        self.authority, context = certificate(folder, name)
        self._listener = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
        parts = urlsplit(target_url)
        self._target = ("127.0.0.1", parts.port or 0)
        self.url = f"amqps://guest:guest@localhost:{self._listener.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except (ssl.SSLError, OSError):
                continue
            far = socket.create_connection(self._target)
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: ssl.SSLSocket, far: socket.socket) -> None:
        """Until one of them hangs up; then the other connection is closed too."""
        with near, far, contextlib.suppress(OSError):
            while self._passed_on(near, far):
                pass

    def _passed_on(self, near: ssl.SSLSocket, far: socket.socket) -> bool:
        """What either says next; False when it has hung up."""
        heard = [near] if near.pending() else select.select([near, far], [], [])[0]
        if near in heard:
            near.setblocking(False)
            try:
                if not (data := near.recv(65_536)):
                    return False
                far.sendall(data)
            except ssl.SSLWantReadError:
                pass
            near.setblocking(True)
        if far in heard:
            if not (data := far.recv(65_536)):
                return False
            near.sendall(data)
        return True

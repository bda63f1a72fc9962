"""A service of pushes as browsers' makers run them, on this machine: it decrypts what it gets as the browser would,
checks the platform's signature, and answers as the test wants."""

import base64
import datetime
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02
from py_vapid.jwt import decode

HOST = "localhost"


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Subscriber:
    """A browser's side of a subscription: its keys, with which what comes is read."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = bytes(range(16))
        form = serialization.PublicFormat.UncompressedPoint
        self.p256dh = base64url(self._key.public_key().public_bytes(serialization.Encoding.X962, form))
        self.auth = base64url(self._secret)

    def read(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        return json.loads(plain)


class Taken(NamedTuple):
    """A request: where it went, its headers, its body, and the claims of its signature."""

    path: str
    headers: dict[str, str]
    body: bytes
    claims: dict[str, Any]
    at_s: float


class Answer(NamedTuple):
    """`stall_s`: before the answer; `drip`: a byte at a time, forever."""

    status: int = 201
    headers: dict[str, str] = {}
    body: bytes = b""
    stall_s: float = 0.0
    drip: bool = False


class PushService:
    """Runs until `close`. `answer`: path → what is answered."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "push.pem"
        _make_certificate(self.certificate)
        self.taken: list[Taken] = []
        self.keep: bool = True
        self.seen = threading.Event()
        self.answer: Callable[[str], Answer] = lambda _path: Answer()
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.service = self
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.certificate)
        self._server.tls = tls
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def endpoint(self, name: str) -> str:
        return f"https://{HOST}:{self.port}/push/{name}"

    def trusted(self) -> ssl.SSLContext:
        """What a sender needs to trust it."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A service, closed at the end."""
    service = PushService(folder)
    try:
        yield service
    finally:
        service.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    service: PushService
    tls: ssl.SSLContext

    def finish_request(self, request: Any, client_address: Any) -> None:
        """The handshake is the handler's thread's, so that a slow client stops no other."""
        with self.tls.wrap_socket(request, server_side=True) as secure:
            super().finish_request(secure, client_address)

    def shutdown_request(self, request: Any) -> None:
        """What is encrypted was closed already."""
        request.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up as they like."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do_POST(self) -> None:
        at_s = time.time()
        service = self.server.service
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signature = dict(part.split("=", 1) for part in self.headers["Authorization"].removeprefix("vapid ").split(","))
        assert Vapid02.verify(self.headers["Authorization"])
        claims = decode(signature["t"], signature["k"])
        if service.keep:
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.taken.append(Taken(self.path, headers, body, claims, at_s))
        service.seen.set()
        answer = service.answer(self.path)
        service.closing.wait(answer.stall_s)
        if answer.drip:
            self._drip()
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def _drip(self) -> None:
        for sign in b"HTTP/1.1 201 Created\r\nX-Slow: " + b"x" * 10_000:
            if self.server.service.closing.wait(0.05):
                return
            self.wfile.write(bytes([sign]))

    def log_message(self, *_args: Any) -> None:
        """Nothing is printed."""


def _make_certificate(path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))

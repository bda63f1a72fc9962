"""Who stands between a process and its broker or database with a certificate of another name gets nothing."""

import socket
import ssl
import struct
import threading
from pathlib import Path

import kombu
import psycopg
import pytest

from kafeneio.startup import _greet
from services.platform.broker import dead_letters
from services.platform.broker.link import BrokerDown, Link
from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.broker.tls import tls_options
from services.platform.database.unit_of_work import Database
from services.platform.hosting.host import Base, ServiceHost
from services.platform.process.settings import CommonSettings
from tests.platform.broker.loop.loops import on_loop
from tests.platform.tls_proxy import TlsProxy, certificate

pytestmark = [pytest.mark.real, pytest.mark.waits]


@pytest.fixture
def impostor(rabbit_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A broker with a certificate of an authority that is trusted, for another host."""
    proxy = TlsProxy(rabbit_url, tmp_path, "somebody-else")
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
    return proxy.url


def test_the_library_alone_would_take_any_certificate_of_a_trusted_authority(impostor):
    with kombu.Connection(impostor, ssl=True, connect_timeout=30) as connection:
        connection.connect()
        assert connection.connected


def test_no_connection_of_ours_is_made_to_a_broker_of_another_name(impostor):
    common = CommonSettings(broker_url=impostor)
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        _greet(impostor)
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        dead_letters._channel(common)
    host = ServiceHost(object, None, Base(common, Database("sqlite:///:memory:", "wallet")))
    of_nameko = kombu.Connection(host._config["AMQP_URI"], ssl=host._config["AMQP_SSL"])
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        of_nameko.connect()
    link = Link(common, "link").start()
    with pytest.raises(BrokerDown):
        link.wait_up(0.5)
    link.stop()

    async def own_client() -> None:
        link = AmqpLink(common, "own")
        link.start()
        with pytest.raises(BrokerDown):
            await link.wait_up(0.5)
        await link.stop()

    on_loop(own_client())


def test_a_broker_of_the_right_name_is_reached_by_each(rabbit_url, tmp_path, monkeypatch):
    proxy = TlsProxy(rabbit_url, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
    _greet(proxy.url)
    dead_letters._channel(CommonSettings(broker_url=proxy.url)).connection.close()
    link = Link(CommonSettings(broker_url=proxy.url), "link").start(60)
    assert link.is_up
    link.stop()


def test_there_are_no_options_without_tls():
    assert tls_options("amqp://rabbit:5672//") is None
    assert tls_options("embedded://localhost/") is None
    assert tls_options("amqps://user:secret@rabbit/x") == {
        "server_hostname": "rabbit",
        "cert_reqs": ssl.CERT_REQUIRED,
    }


# --- the database: what the manifests set ---


class ImpostorDatabase:
    """Answers as PostgreSQL does until TLS is there, with a certificate for another host."""

    def __init__(self, folder: Path) -> None:
        self.authority, self._context = certificate(folder, "somebody-else")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.spoken = threading.Event()
        """Somebody has said more than hello: the user's name, in the clear for who ends the TLS."""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            near, _ = self._listener.accept()
            length, code = struct.unpack("!II", near.recv(8))
            assert (length, code) == (8, 80877103), "the client asks for TLS first"
            near.sendall(b"S")
            try:
                secure = self._context.wrap_socket(near, server_side=True)
                if secure.recv(1):
                    self.spoken.set()
                secure.close()
            except (ssl.SSLError, OSError):
                near.close()


def test_no_password_is_sent_to_a_database_of_another_name(tmp_path, monkeypatch):
    impostor = ImpostorDatabase(tmp_path)
    address = f"postgresql://kafeneio:secret@localhost:{impostor.port}/kafeneio?connect_timeout=30&hostaddr=127.0.0.1"
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(address)
    assert impostor.spoken.wait(60), "by default whoever answers is told who comes"

    impostor.spoken.clear()
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    monkeypatch.setenv("PGSSLROOTCERT", str(impostor.authority))
    with pytest.raises(psycopg.OperationalError, match="does not match host name"):
        psycopg.connect(address)
    assert not impostor.spoken.is_set()

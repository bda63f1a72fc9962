"""`kafeneio doctor` finds each fault, and says what to do about it."""

import datetime
import json
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from kafeneio.processes import HEALTH_PORTS, ON_ONE_SERVER, SERVICES
from kafeneio.server import checks, doctor
from kafeneio.server.checks import Finding, Server
from kafeneio.server.doctor import Check
from kafeneio.server.environment_file import Choices, completed, read
from services.platform.database.migrations import migrate
from tests.architecture.project import ROOT
from tests.lobby.access.openid_provider import OpenIdProvider
from tests.support.ports import free_port, free_ports
from tests.support.servers import PostgresServer, RabbitServer


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """As `kafeneio init` writes them."""
    completed(tmp_path / "kafeneio.env", Choices("localhost", folder=str(tmp_path)), SERVICES)
    return read(tmp_path / "kafeneio.env")


def found(look: Callable[[Server], Finding], environ: dict[str, str], env_file: str = "") -> Finding:
    finding = look(Server(environ, env_file))
    assert bool(finding.deed) == (finding.state != "ok")
    return finding


# --- the order, and the limits ---


def test_what_rests_on_a_fault_is_skipped_and_the_rest_is_looked_at(settings: dict[str, str]) -> None:
    def fault(_server: Server) -> Finding:
        return Finding("fault", "broken", "mend it")

    def fine(_server: Server) -> Finding:
        return Finding("ok", "fine")

    chosen = [Check("one", (), fault), Check("two", ("one",), fine), Check("three", ("two",), fine),
              Check("four", (), fine)]  # fmt: skip
    outcomes = doctor.examine(settings, chosen=chosen)
    assert [(each.check, each.state) for each in outcomes] == [
        ("one", "fault"), ("two", "skipped"), ("three", "skipped"), ("four", "ok")
    ]  # fmt: skip
    assert doctor.exit_code(outcomes) == 1
    assert doctor.exit_code(outcomes[3:]) == 0


def test_a_check_that_hangs_or_fails_is_a_fault_and_holds_up_no_other(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()

    def hangs(_server: Server) -> Finding:
        release.wait(20)
        return Finding("ok", "late")

    def raises(_server: Server) -> Finding:
        raise RuntimeError("no luck\nat all")

    monkeypatch.setattr(doctor, "LIMIT_S", 0.05)
    first, second = doctor.examine(settings, chosen=[Check("hangs", (), hangs), Check("raises", (), raises)])
    release.set()
    assert (first.state, "no answer" in first.found) == ("fault", True)
    assert (second.state, "RuntimeError: no luck" in second.found, "at all" in second.found) == ("fault", True, False)
    assert first.deed
    assert second.deed


def test_needs_come_before_what_needs_them() -> None:
    seen: set[str] = set()
    for check in doctor.CHECKS:
        assert set(check.needs) <= seen
        seen.add(check.name)


# --- settings ---


@pytest.mark.parametrize(
    ("change", "state", "said"),
    [
        ({}, "ok", "none is missing"),
        ({"KAFENEIO_TABLE_SHARDS": "many"}, "fault", "KAFENEIO_TABLE_SHARDS"),
        ({"KAFENEIO_BROKER_URL": ""}, "fault", "KAFENEIO_BROKER_URL not set"),
        ({"KAFENEIO_LOBBY_DB_URL": "mysql://x/y"}, "fault", "KAFENEIO_LOBBY_DB_URL"),
        ({"KAFENEIO_GATEWAY_PROT": "1"}, "warning", "KAFENEIO_GATEWAY_PORT is one"),
    ],
)
def test_settings(settings: dict[str, str], change: dict[str, str], state: str, said: str) -> None:
    finding = found(checks.settings, settings | change)
    assert (finding.state, said in finding.found) == (state, True)


def test_a_file_of_settings_that_others_may_read(settings: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "kafeneio.env"
    assert found(checks.settings, settings, str(path)).state == "ok"
    path.chmod(0o640)
    finding = found(checks.settings, settings, str(path))
    assert (finding.state, "chmod 600" in finding.deed) == ("fault", True)


# --- database, broker ---


def test_a_database_that_cannot_be_reached(settings: dict[str, str]) -> None:
    url = f"postgresql+psycopg://kafeneio:secret@127.0.0.1:{free_port()}/kafeneio"
    finding = found(checks.database, settings | {f"KAFENEIO_{each.upper()}_DB_URL": url for each in SERVICES})
    assert (finding.state, "secret" in finding.found) == ("fault", False)


def test_a_database_that_is_a_file(settings: dict[str, str]) -> None:
    assert found(checks.database, settings | {"KAFENEIO_WALLET_DB_URL": ""}).state == "fault"


@pytest.mark.real
def test_a_database_before_and_after_its_migration(settings: dict[str, str], postgres_url: str) -> None:
    environ = settings | {f"KAFENEIO_{each.upper()}_DB_URL": postgres_url for each in SERVICES}
    assert found(checks.database, environ).state == "ok"
    before = found(checks.schemas, environ)
    assert (before.state, "kafeneio migrate" in before.deed) == ("fault", True)
    for service in SERVICES[:-1]:
        migrate(service, postgres_url)
    assert found(checks.schemas, environ).found == f"not of this release: {SERVICES[-1]}"
    migrate(SERVICES[-1], postgres_url)
    assert found(checks.schemas, environ).state == "ok"


@pytest.mark.real
def test_a_database_that_refuses_the_password_or_is_not_there(
    settings: dict[str, str], postgres_server: PostgresServer
) -> None:
    environ = settings | {"KAFENEIO_WALLET_DB_URL": postgres_server.url("never_made")}
    finding = found(checks.database, environ)
    assert (finding.state, "never_made" in finding.found) == ("fault", True)


@pytest.mark.real
def test_a_broker_with_and_without_our_processes(settings: dict[str, str], rabbit_url: str) -> None:
    environ = settings | {"KAFENEIO_BROKER_URL": rabbit_url}
    assert found(checks.broker, environ).state == "ok"
    finding = found(checks.queues, environ)
    assert (finding.state, finding.found) == ("fault", f"nobody takes requests to {', '.join(SERVICES)}")


@pytest.mark.real
def test_a_broker_that_refuses_us(settings: dict[str, str], rabbit_server: RabbitServer) -> None:
    url = rabbit_server.url("never_made")
    finding = found(checks.broker, settings | {"KAFENEIO_BROKER_URL": url})
    assert (finding.state, "servers.sh" in finding.deed) == ("fault", True)


@pytest.mark.parametrize("url", ["embedded://localhost/", "amqp://kafeneio:geheim@127.0.0.1:{port}/kafeneio"])
def test_a_broker_that_is_not_there(settings: dict[str, str], url: str) -> None:
    finding = found(checks.broker, settings | {"KAFENEIO_BROKER_URL": url.format(port=free_port())})
    assert (finding.state, "geheim" in finding.found) == ("fault", False)


# --- processes ---


def test_processes_that_do_not_run_are_not_ready_or_are(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("wallet", "tables")
    ports = dict(zip(names, free_ports(2), strict=True))
    monkeypatch.setattr(checks, "ON_ONE_SERVER", names)
    monkeypatch.setattr(checks, "HEALTH_PORTS", ports)
    assert "wallet, tables" in found(checks.processes, settings).found
    answer = {"ready": False, "checks": {"database": True, "broker": False}}
    pages = [serve(port, answer) for port in ports.values()]
    try:
        finding = found(checks.processes, settings)
        assert (finding.state, "wallet (broker)" in finding.found) == ("fault", True)
        answer["ready"] = True
        assert found(checks.processes, settings).state == "ok"
    finally:
        for page in pages:
            page.shutdown()
            page.server_close()
    assert "not looked at" in found(checks.processes, settings | {"KAFENEIO_HEALTH_PORT": "8081"}).found


def serve(port: int, answer: dict[str, Any]) -> HTTPServer:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if answer["ready"] else 503)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", port), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_every_process_of_one_server_has_a_port_of_its_own() -> None:
    assert set(ON_ONE_SERVER) <= set(HEALTH_PORTS)
    assert len(set(HEALTH_PORTS.values())) == len(HEALTH_PORTS)


# --- keys, mail ---


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({}, "ok"),
        ({"KAFENEIO_SEALING_KEYS": ""}, "fault"),
        ({"KAFENEIO_SEALING_KEYS": "k1:short"}, "fault"),
        ({"KAFENEIO_PERSON_KEYS_SECRET": ""}, "fault"),
    ],
)
def test_keys(settings: dict[str, str], change: dict[str, str], state: str) -> None:
    assert found(checks.keys, settings | change).state == state


def test_providers(settings: dict[str, str]) -> None:
    assert found(checks.sign_in, settings).state == "ok"
    away = OpenIdProvider().open()
    try:
        entries = {"house": {"client_id": "c", "name": "House", "issuer": away.issuer}}
        named = settings | {"KAFENEIO_SIGN_IN_PROVIDERS": json.dumps(entries)}
        assert found(checks.sign_in, named | {"KAFENEIO_GATEWAY_HOME": ""}).state == "fault"
        named |= {"KAFENEIO_GATEWAY_HOME": "https://play.example"}
        finding = found(checks.sign_in, named)
        assert (finding.state, "https://play.example/api/providers/" in finding.found) == ("ok", True)
        away.document = {"issuer": "https://another.example"}
        assert found(checks.sign_in, named).state == "fault"
    finally:
        away.close()


def test_mails_that_are_not_sent(settings: dict[str, str]) -> None:
    assert found(checks.mail, settings).state == "warning"


@pytest.mark.parametrize(("replies", "state"), [("good", "ok"), ("refuses", "fault"), ("away", "fault")])
def test_a_mail_server(settings: dict[str, str], mail_server: Callable[[str], int], replies: str, state: str) -> None:
    smtp = {
        "KAFENEIO_MAIL_TRANSPORT": "smtp", "KAFENEIO_SMTP_HOST": "127.0.0.1", "KAFENEIO_SMTP_SECURITY": "none",
        "KAFENEIO_SMTP_USER": "post", "KAFENEIO_SMTP_PASSWORD": "geheim",
    }  # fmt: skip
    port = free_port() if replies == "away" else mail_server(replies)
    finding = found(checks.mail, settings | smtp | {"KAFENEIO_SMTP_PORT": str(port)})
    assert (finding.state, "geheim" in finding.found) == (state, False)
    assert (replies == "refuses") == ("refuses the password" in finding.found)


@pytest.fixture
def mail_server() -> Iterator[Callable[[str], int]]:
    """A mail server that takes or refuses each login."""
    listeners: list[socket.socket] = []

    def start(replies: str) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        threading.Thread(target=converse, args=(listener, replies == "good"), daemon=True).start()
        return int(listener.getsockname()[1])

    yield start
    for listener in listeners:
        listener.close()


def converse(listener: socket.socket, takes: bool) -> None:
    line, _ = listener.accept()
    with line, line.makefile("rwb") as stream:
        stream.write(b"220 here\r\n")
        stream.flush()
        for command in stream:
            if command.upper().startswith(b"EHLO"):
                reply = b"250-here\r\n250 AUTH PLAIN\r\n"
            elif command.upper().startswith(b"AUTH"):
                reply = b"235 welcome\r\n" if takes else b"535 no\r\n"
            else:
                reply = b"221 bye\r\n"
            stream.write(reply)
            stream.flush()


# --- the site ---


def test_a_site_without_tls_without_a_name_or_without_a_proxy(settings: dict[str, str]) -> None:
    assert found(checks.domain, settings | {"KAFENEIO_GATEWAY_HOME": "http://play.example.org"}).state == "warning"
    nowhere = found(checks.domain, settings | {"KAFENEIO_GATEWAY_HOME": "https://nowhere.invalid"})
    assert (nowhere.state, "point the name" in nowhere.deed) == ("fault", True)
    closed = found(checks.domain, settings | {"KAFENEIO_GATEWAY_HOME": f"https://localhost:{free_port()}"})
    assert (closed.state, "Caddy" in closed.deed) == ("fault", True)


def test_a_trial_in_containers_has_a_certificate_that_no_other_container_knows(settings: dict[str, str]) -> None:
    home = {"KAFENEIO_GATEWAY_HOME": f"https://localhost:{free_port()}"}
    assert found(checks.domain, settings | home | {"CADDY_OPTIONS": "local_certs"}).state == "warning"
    assert found(checks.domain, settings | home | {"CADDY_OPTIONS": ""}).state == "fault"


@pytest.mark.parametrize(("days", "trusted", "state"), [(60, True, "ok"), (5, True, "warning"), (60, False, "fault")])
def test_a_certificate(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, trusted: bool, state: str
) -> None:
    path = certificate(tmp_path, days)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=shake_hands, args=(listener, context), daemon=True).start()
        home = f"https://localhost:{listener.getsockname()[1]}"
        assert found(checks.domain, settings | {"KAFENEIO_GATEWAY_HOME": home}).state == state


def shake_hands(listener: socket.socket, context: ssl.SSLContext) -> None:
    line, _ = listener.accept()
    try:
        with context.wrap_socket(line, server_side=True) as secure:
            secure.recv(1)
    except OSError:
        line.close()


def certificate(folder: Path, days: int) -> Path:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


def test_a_page_that_was_not_built(settings: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    assert found(checks.page, settings | {"KAFENEIO_GATEWAY_WEB_DIR": str(folder)}).state == "fault"
    (folder / "index.html").write_text("<!doctype html>")
    assert found(checks.page, settings | {"KAFENEIO_GATEWAY_WEB_DIR": str(folder)}).state == "ok"


# --- the machine ---


def test_a_disk_that_fills_and_a_folder_that_is_not_there(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(checks.disk, settings | {"KAFENEIO_VAR_DIR": "/nowhere"}).state == "fault"
    monkeypatch.setattr(checks, "_DISK_FREE_MIN_SHARE", 0.0)
    monkeypatch.setattr(checks, "_DISK_FREE_MIN_BYTES", 0)
    assert found(checks.disk, settings).state == "ok"
    monkeypatch.setattr(checks, "_DISK_FREE_MIN_BYTES", 1 << 60)
    assert found(checks.disk, settings).state == "fault"


def test_a_clock_and_an_interpreter(settings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 <= checks.clock_state() <= 5
    for state, expected in ((0, "ok"), (5, "warning")):
        monkeypatch.setattr(checks, "clock_state", lambda state=state: state)
        assert found(checks.clock, settings).state == expected
    for is_optimised, expected in ((True, "ok"), (False, "warning")):
        for module in (checks, checks):
            monkeypatch.setattr(module, "is_optimised", lambda answer=is_optimised: answer)
        assert found(checks.interpreter, settings).state == expected
        assert ("built without PGO" in found(checks.interpreter, settings).found) is not is_optimised


@pytest.mark.parametrize(
    ("arguments", "scheme", "expected"),
    [
        ("'--enable-optimizations' '--with-lto'", (), True),
        ("'--enable-shared'", (), False),
        ("None", ("deb_system",), True),
    ],
    ids=["configured with it", "configured without it", "Debian's"],
)
def test_profiles_of_use_are_seen_in_the_build_s_own_words(
    arguments: str, scheme: tuple[str, ...], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"CONFIG_ARGS": arguments, "PY_CORE_CFLAGS": "-O3"}
    monkeypatch.setattr(checks.sysconfig, "get_config_var", said.get)
    monkeypatch.setattr(checks.sysconfig, "get_scheme_names", lambda: scheme)
    assert checks.is_optimised() is expected


def test_a_benchmark_says_on_which_interpreter_it_measures() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "bench.scale.capacity", "--help"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stderr.splitlines()[0] == checks.described()
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]}" in said.stderr

"""Mails leave by SMTP or as files, once, and are tried again (RULES.md §8)."""

import email
import email.policy
import socketserver
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.kernel.clock import FakeClock
from services.lobby.mails import rows as mails
from services.lobby.mails.letters import Mail
from services.lobby.mails.mailer import FolderTransport, Mailer, SmtpTransport, make_transport
from services.lobby.settings import LobbySettings
from services.platform.database.unit_of_work import Database

MAIL = Mail("ana@example.org", "Όρισε νέο κωδικό", "Γεια σου Άννα,\n\nhttps://h/password#x\n\nΚαφενείο")


@pytest.fixture
def database(migrated: Any) -> Iterator[Database]:
    found = Database(migrated("lobby"), "lobby", FakeClock())
    with found.work() as work:
        mails.add(work, "ana", MAIL)
    yield found
    found.close()


def test_a_mail_that_can_be_ended_says_so_to_mail_programs(database: Database, tmp_path: Path) -> None:
    link = "https://h/api/unsubscribe/ana.x"
    with database.work() as work:
        mails.add(work, "ana", msgspec.structs.replace(MAIL, unsubscribe=link))
    assert Mailer(database, "a@h", FolderTransport(str(tmp_path))).send_due() == 2
    found = [email.message_from_bytes(each.read_bytes()) for each in tmp_path.glob("*.eml")]
    said = [(each["List-Unsubscribe"], each["List-Unsubscribe-Post"]) for each in found]
    assert sorted(said, key=str) == [(f"<{link}>", "List-Unsubscribe=One-Click"), (None, None)]


def test_a_mail_about_what_has_passed_is_dropped(database: Database, tmp_path: Path) -> None:
    with database.work() as work:
        mails.add(work, "ana", msgspec.structs.replace(MAIL, until_ms=work.now_ms))
        mails.add(work, "ana", msgspec.structs.replace(MAIL, until_ms=work.now_ms + 1))
    assert Mailer(database, "a@h", FolderTransport(str(tmp_path))).send_due() == 2
    assert len(list(tmp_path.glob("*.eml"))) == 2
    assert database.run(mails.count) == 0


class Server(socketserver.ThreadingTCPServer):
    """As much of an SMTP server as takes a mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.recipients: list[str] = []
        super().__init__(("127.0.0.1", 0), Talk)


class Talk(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line.decode().strip()
            if word.upper().startswith("RCPT"):
                self.server.recipients.append(word)
            if word.upper() == "DATA":
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while not body.endswith(b"\r\n.\r\n"):
                    body += self.rfile.readline()
                self.server.taken.append(body[:-5])
            if word.upper() == "QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def settings(server: Server) -> LobbySettings:
    host, port = server.server_address[:2]
    return LobbySettings(
        mail_transport="smtp",
        mail_link_home="https://h",
        smtp_host=str(host),
        smtp_port=int(port),
        smtp_security="none",
    )


def test_a_mail_goes_to_the_server_once(database: Database, server: Server) -> None:
    mailer = Mailer(database, "Kafeneio <noreply@example.org>", SmtpTransport(settings(server)))
    assert [mailer.send_due(), mailer.send_due()] == [1, 0]
    (taken,) = server.taken
    read = email.message_from_bytes(taken, policy=email.policy.default)
    assert (read["To"], read["Subject"], read["Auto-Submitted"]) == (MAIL.to, MAIL.subject, "auto-generated")
    assert read.get_content().split() == MAIL.body.split()
    assert server.recipients == ["rcpt TO:<ana@example.org>"]


def test_a_server_that_wants_no_encryption_gets_no_mail_that_should_be_encrypted(
    database: Database, server: Server
) -> None:
    chosen = LobbySettings(smtp_host="127.0.0.1", smtp_port=server.server_address[1], smtp_security="starttls")
    assert Mailer(database, "k@example.org", SmtpTransport(chosen)).send_due() == 0
    assert server.taken == []


class Broken:
    """A transport that fails so often."""

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.sent: list[str] = []

    def send(self, mail_id: str, _message: Any) -> None:
        if self.fails:
            self.fails -= 1
            raise OSError("away")
        self.sent.append(mail_id)


def test_a_mail_that_does_not_leave_is_tried_again_after_a_minute(database: Database) -> None:
    transport = Broken(2)
    mailer = Mailer(database, "k@example.org", transport)
    clock: Any = database.clock
    for _ in range(2):
        assert [mailer.send_due(), mailer.send_due()] == [0, 0]
        clock.advance(60_000)
    assert mailer.send_due() == 1
    assert len(transport.sent) == 1


def test_in_development_mails_are_files_that_only_their_owner_reads(database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    assert Mailer(database, "k@example.org", FolderTransport(str(folder))).send_due() == 1
    (file,) = folder.glob("*.eml")
    assert (
        "https://h/password#x" in email.message_from_bytes(file.read_bytes(), policy=email.policy.default).get_content()
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_without_a_transport_nothing_is_sent_and_with_one_links_need_an_address_of_the_site() -> None:
    assert make_transport(LobbySettings()) is None
    assert LobbySettings().check() is None
    assert LobbySettings(mail_transport="smtp").check() == "mail_link_home"
    assert LobbySettings(mail_transport="smtp", mail_link_home="https://h").check() is None

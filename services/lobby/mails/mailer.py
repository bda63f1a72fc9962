"""Sends the mails that wait: by SMTP, or into a folder (RULES.md §8)."""

import smtplib
import ssl
import threading
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Protocol

from services.lobby import metrics
from services.lobby.mails import rows as mails
from services.lobby.mails.letters import Mail
from services.lobby.settings import LobbySettings
from services.platform.database.unit_of_work import Database
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_S = 1.0
_LEASE_MS = 60_000
"""How long a process may take to send a mail before another one tries; also the pause between two tries."""
_TRIES_MAX = 60
_STOP_S = 3.0


class Transport(Protocol):
    """A way of sending mails."""

    def send(self, mail_id: str, message: EmailMessage) -> None:
        """Send a mail.

        Raises:
            OSError, smtplib.SMTPException: it is not gone, and is tried again.
        """
        ...


class FolderTransport:
    """For development: every mail is a file."""

    def __init__(self, folder: str) -> None:
        """The folder is created with the first mail, readable only by its owner."""
        self._folder = Path(folder)

    def send(self, mail_id: str, message: EmailMessage) -> None:
        """Write `<id>.eml`."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self._folder / f"{mail_id}.eml").write_bytes(message.as_bytes())


class SmtpTransport:
    """An SMTP server, one connection a mail."""

    def __init__(self, settings: LobbySettings) -> None:
        """Nothing is connected yet."""
        self._settings = settings

    def send(self, _mail_id: str, message: EmailMessage) -> None:
        """Hand the mail to the server; its certificate and name are checked."""
        chosen = self._settings
        context, where = ssl.create_default_context(), (chosen.smtp_host, chosen.smtp_port)
        if chosen.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=chosen.smtp_timeout_s, context=context)
        else:
            server = smtplib.SMTP(*where, timeout=chosen.smtp_timeout_s)
        with server:
            if chosen.smtp_security == "starttls":
                server.starttls(context=context)
            if chosen.smtp_user:
                server.login(chosen.smtp_user, chosen.smtp_password)
            server.send_message(message)


def make_transport(settings: LobbySettings) -> Transport | None:
    """The transport of the settings; None: no mail is sent, and none is written."""
    if settings.mail_transport == "smtp":
        return SmtpTransport(settings)
    return FolderTransport(settings.mail_folder) if settings.mail_transport == "folder" else None


class Mailer:
    """Sends waiting mails in the background. Several processes may do so: each mail is claimed by one."""

    def __init__(self, database: Database, sender: str, transport: Transport | None) -> None:
        """`sender`: the sender's address."""
        self._database = database
        self._sender = sender
        self._transport = transport
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start sending, if the platform sends mails."""
        if self._transport is not None:
            self._thread = spawn("lobby-mailer", self._run)

    def stop(self) -> None:
        """Stop after the mail that is being sent."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(_STOP_S)

    def send_due(self) -> int:
        """Send every mail that is due; returns how many were sent."""
        sent = 0
        while not self._stopped.is_set():
            waiting: mails.Waiting | None = self._database.run(mails.claim, _LEASE_MS)
            if waiting is None:
                break
            sent += self._send(waiting)
        metrics.mails_waiting.set(self._database.run(mails.count))
        return sent

    def _send(self, waiting: mails.Waiting) -> bool:
        """Send a mail; returns whether that succeeded. Addresses and texts are never logged."""
        assert self._transport is not None, "nothing is claimed without a transport"
        until_ms = waiting.mail.until_ms
        if until_ms is not None and self._database.clock.now_ms() >= until_ms:
            self._database.run(mails.drop, waiting.id)
            metrics.mails.labels("passed").inc()
            return False
        try:
            self._transport.send(waiting.id, self._message(waiting.id, waiting.mail))
        except (OSError, smtplib.SMTPException, ValueError) as error:
            log.warning("mail_not_sent", mail=waiting.id, tries=waiting.tries, error=type(error).__name__)
            is_given_up = waiting.tries >= _TRIES_MAX or isinstance(error, ValueError)
            metrics.mails.labels("given_up" if is_given_up else "failed").inc()
            if is_given_up:
                self._database.run(mails.drop, waiting.id)
            return False
        self._database.run(mails.drop, waiting.id)
        metrics.mails.labels("sent").inc()
        return True

    def _message(self, mail_id: str, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, mail.to, mail.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(idstring=mail_id, domain="kafeneio")
        message["Auto-Submitted"] = "auto-generated"
        if mail.unsubscribe:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.body)
        return message

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.send_due()
            except Exception as error:  # noqa: BLE001 the database may be away; the next look comes
                log.warning("mailer_failed", error=f"{type(error).__name__}: {error}")
            self._stopped.wait(_LOOK_S)

"""Mails and links, written in the unit of work that they are about (RULES.md §8)."""

from services.contracts.lobby.accounts.access import MailSent
from services.kernel.refusal import Refusal
from services.lobby.mails import letters, link_rows, links
from services.lobby.mails import rows as mails
from services.lobby.mails.letters import Letter
from services.lobby.mails.links import Link, LinkKind
from services.lobby.ports import Ports
from services.lobby.presence.player import Player
from services.lobby.sessions.use_cases import new_token, token_hash
from services.platform.database.unit_of_work import Work

_PATHS: dict[LinkKind, str] = {"confirm": "confirm", "change": "confirm", "password": "password"}


def is_on(ports: Ports) -> bool:
    """Whether this platform sends mails."""
    return ports.settings.mail_transport != "none"


def sent(ports: Ports) -> MailSent:
    """The answer to a request for a mail, the same whether or not there is a recipient."""
    return MailSent(folder=ports.settings.mail_folder if ports.settings.mail_transport == "folder" else None)


def write(work: Work, ports: Ports, letter: Letter, player: Player, to: str, **values: str) -> None:
    """Write a mail to a player; nothing if the platform sends no mails, or the account has no address."""
    if to and is_on(ports):
        mails.add(work, player.account, letters.write(letter, player.language, to, name=player.name, **values))


def send_link(work: Work, ports: Ports, kind: LinkKind, player: Player, to: str) -> Refusal | None:
    """Write a mail with a link. Refusal: `rate_limited`, too many of this kind lately."""
    since_ms = work.now_ms - links.SENT_WINDOW_MS
    if link_rows.count_links(work, player.account, kind, since_ms) >= links.SENT_MAX:
        return Refusal("rate_limited", {"retry_after_s": links.SENT_WINDOW_MS // 1000})
    token = new_token()
    link_rows.add_link(work, Link(token_hash(token), player.account, kind, to, work.now_ms))
    # The secret is in the fragment (`#`), which browsers do not send, so no log and no other site gets it.
    address = f"{ports.settings.mail_link_home}/{_PATHS[kind]}#{token}"
    write(work, ports, kind, player, to, link=address)
    return None

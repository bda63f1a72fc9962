"""Mails about notices: chosen within limits, written in the unit of work of their cause, put into the queue of mails
when they are due, and ended by the link in each of them (RULES.md §25)."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import notice_mails as contract
from services.contracts.lobby.people.notice_mails import MailChoices, MailKind
from services.contracts.lobby.people.push import PushKind
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import credential_rows as credentials
from services.lobby.accounts import permissions
from services.lobby.companies.evenings import check_zone
from services.lobby.conduct import exclusions
from services.lobby.mails import letters
from services.lobby.mails import rows as mails
from services.lobby.mails import use_cases as mailing
from services.lobby.mails.links import INVALID
from services.lobby.mails.notices import rows as stored
from services.lobby.mails.notices.rows import DueMail, MailChoice
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.push import rows as push
from services.lobby.push import rules as notices
from services.lobby.push import sending
from services.lobby.push.rules import KINDS, Choices, Notice
from services.platform.database.unit_of_work import Work

_AT_ONCE = 50
_PAGE, _ONE_CLICK = "/unsubscribe#", "/api/unsubscribe/"
_NO_KIND: frozenset[contract.MailKind] = frozenset()
DAY_MAX = 6
"""Mails of all kinds that an account gets in any 24 hours."""
_MAC_BYTES = 24


def get_choices(work: Work, ports: Ports, request: contract.GetMailChoices) -> MailChoices:
    """What an account has chosen."""
    return _shown(work, ports, request.account)


def set_choices(work: Work, ports: Ports, request: contract.SetMailChoices) -> MailChoices | Refusal:
    """Choose the kinds. Without a confirmed address nothing can be chosen but nothing."""
    player = players.lock(work, [request.account]).get(request.account)
    if player is not None and (refusal := permissions.check_home(player, ports, "own_account")):
        return refusal
    if not mailing.is_on(ports):
        return Refusal("mail_off")
    if request.kinds and _address_of(work, request.account) is None:
        return Refusal("email_unconfirmed")
    if refusal := check_zone(request.zone):
        return refusal
    before = stored.choices_of(work, [request.account], lock=True).get(request.account)
    key = secrets.token_urlsafe(32) if before is None else before.key
    stored.save_choice(work, MailChoice(request.account, frozenset(request.kinds), key))
    chosen = push.choices_of(work, [request.account]).get(request.account, Choices())
    if chosen.quiet is None:
        push.save_choices(work, request.account, chosen.off, notices.default_quiet(request.zone))
    return _shown(work, ports, request.account)


def end_mails(work: Work, _ports: Ports, request: contract.EndMails) -> Done | Refusal:
    """The link of a mail was followed; a second time changes nothing."""
    account = account_of(request.link)
    chosen = stored.choices_of(work, [account], lock=True).get(account)
    if chosen is None or not is_signed(request.link, account, chosen.key):
        return INVALID
    if chosen.kinds:
        stored.save_choice(work, MailChoice(account, _NO_KIND, chosen.key))
        stored.end(work, account)
        metrics.notice_mails_ended.inc()
    return Done()


def note(work: Work, ports: Ports, notice: Notice, accounts: Collection[str]) -> None:
    """Mail a notice to those of these accounts that want it and are away. For accounts without a choice, which are
    most, it is one query."""
    kind = mail_kind(notice.kind)
    if kind is None or not accounts or not mailing.is_on(ports):
        return
    choices = stored.choices_of(work, accounts, lock=True)
    wanting = {account for account, chosen in choices.items() if kind in chosen.kinds}
    if not wanting:
        return
    wanting -= stored.mailed_of(work, notice.event, wanting) | players.find_connected(work, wanting).keys()
    quiet = push.choices_of(work, wanting)
    sent = stored.sent_lately(work, wanting)
    due = []
    for account in sorted(wanting):
        at_ms = _due_at(notice.kind, quiet.get(account, Choices()), notice.until_ms, work.now_ms)
        if at_ms is None or exclusions.check_last_events(work, account) is not None:
            continue
        if is_within_limits(kind, sent.get(account, {})):
            due.append((account, at_ms))
        else:
            metrics.notice_mails.labels(kind, "over_limit").inc()
    stored.add(work, notice, kind, due)


def send_due(work: Work, ports: Ports) -> int:
    """Put the mails that are due into the queue, those of them that are still to be sent; returns how many were looked
    at."""
    due = stored.lock_due(work, _AT_ONCE)
    if not due:
        return 0
    accounts = {each.account for each in due}
    persons = {player.account: player for player in players.find_some(work, accounts)}
    choices = stored.choices_of(work, accounts)
    quiet = push.choices_of(work, accounts)
    for each in due:
        outcome, due_ms = "not_needed", None
        player, chosen = persons.get(each.account), choices.get(each.account)
        at_ms = _due_at(each.kind, quiet.get(each.account, Choices()), each.until_ms, work.now_ms)
        if player is not None and chosen is not None and at_ms is not None and _is_wanted(work, each, player, chosen):
            if at_ms > work.now_ms:
                outcome, due_ms = "delayed", at_ms
            elif (address := _address_of(work, each.account)) is not None:
                outcome = "written"
                _write(work, ports, each, player, chosen, address)
        stored.put_off(work, each, due_ms)
        metrics.notice_mails.labels(each.kind, outcome).inc()
    return len(due)


def _is_wanted(work: Work, due: DueMail, player: Player, chosen: MailChoice) -> bool:
    if due.kind not in chosen.kinds or player.gateway is not None:
        return False
    return sending.still_holds(work, due.event, due.kind, due.about, player)


def _write(work: Work, ports: Ports, due: DueMail, player: Player, chosen: MailChoice, address: str) -> None:
    """The sentence of the push, where it leads, and the way to get no more."""
    text = sending.text_of(due.kind, due.about, player.language)
    home, link = ports.settings.mail_link_home, sign(due.account, chosen.key)
    mail = letters.write_notice(
        player.language, address, text.title, text.body,
        name=player.name, link=f"{home}{text.path}", end=f"{home}{_PAGE}{link}",
    )  # fmt: skip
    mail = msgspec.structs.replace(mail, unsubscribe=f"{home}{_ONE_CLICK}{link}", until_ms=due.until_ms)
    mails.add(work, due.account, mail)


def _due_at(kind: notices.PushKind, choices: Choices, until_ms: int, now_ms: int) -> int | None:
    """When a mail is written: kinds that are off are off for browsers, quiet hours hold for both."""
    return notices.due_at(kind, msgspec.structs.replace(choices, off=frozenset()), until_ms, now_ms)


def _address_of(work: Work, account: str) -> str | None:
    """The account's address, if it is confirmed."""
    found = credentials.find(work, account)
    return None if found is None or found.email_confirmed_at_ms is None else found.email


def _shown(work: Work, ports: Ports, account: str) -> MailChoices:
    player = players.find(work, account)
    at_home = player is not None and permissions.check_home(player, ports, "own_account") is None
    chosen = stored.choices_of(work, [account]).get(account)
    kinds = _NO_KIND if chosen is None else chosen.kinds
    return MailChoices(
        offered=at_home and mailing.is_on(ports),
        confirmed=_address_of(work, account) is not None,
        kinds=[kind for each in notices.KINDS if (kind := mail_kind(each)) is not None and kind in kinds],
    )


def mail_kind(kind: PushKind) -> MailKind | None:
    """The kind as one of mails; None: nothing of it is mailed."""
    return None if kind == "turn" or kind == "problem" else kind


def is_within_limits(kind: MailKind, sent: Mapping[MailKind, int]) -> bool:
    """Whether one more mail may be sent after those of the last 24 hours."""
    return sent.get(kind, 0) < KINDS[kind].mails_day_max and sum(sent.values()) < DAY_MAX


def sign(account: str, key: str) -> str:
    """What the link that ends an account's mails says: the account, and proof that it comes from one of its mails.
    `key`: a secret of this account alone."""
    mac = hmac.digest(key.encode(), f"end-mails|{account}".encode(), hashlib.sha256)[:_MAC_BYTES]
    return f"{account}.{base64.urlsafe_b64encode(mac).decode()}"


def account_of(link: str) -> str:
    """The account that a link names, before it is proved."""
    return link.rpartition(".")[0]


def is_signed(link: str, account: str, key: str) -> bool:
    """Whether a link is the one of this account, compared in constant time."""
    return hmac.compare_digest(sign(account, key).encode(), link.encode(errors="surrogatepass"))

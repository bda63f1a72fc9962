"""Reports and appeals by players: the lobby adds the facts that it knows, and sends them to moderation
(services/moderation/RULES.md §5, §9)."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.people import conduct as contract
from services.contracts.moderation import appeals, reports
from services.contracts.tables.catalogue import GetMatch, MatchRecord
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.access import credential_checks
from services.lobby.access.credential_checks import Attempt
from services.lobby.access.passkeys.checks import Asking, check_shown
from services.lobby.access.passkeys.rules import Passkey
from services.lobby.access.providers import checks as provider_checks
from services.lobby.access.providers import rows as provider_rows
from services.lobby.access.providers.checks import Browser
from services.lobby.accounts import permissions
from services.lobby.accounts.rules import username_key
from services.lobby.chat import rows as stored_chat
from services.lobby.chat import rules as chat
from services.lobby.companies import rows as companies
from services.lobby.conduct import rows as conduct
from services.lobby.conduct.rows import Stay
from services.lobby.messages import use_cases as messages
from services.lobby.messages.rules import MESSAGES
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work

_LINES_MAX = 50
_CONTACT_MS = 48 * 60 * 60_000
"""How far back contacts are searched; moderation decides how long one counts."""

Kind = Literal["human", "computer", "unknown"]


class Known(msgspec.Struct, frozen=True):
    """The lobby's facts about a report."""

    reported: str
    kind: Kind
    context: reports.ReportContext
    lines: list[ChatLine]
    seated: list[str]
    contact_ms_ago: int | None


def report_player(ports: Ports, request: contract.ReportPlayer) -> reports.Receipt | Refusal:
    """Add to a report who is meant, when the two last met, who sat there, and what was said; then send it."""
    played = _find_match(ports, request.context)
    known: Known | Refusal = ports.run(_look_up, request, played)
    if isinstance(known, Refusal):
        return known
    asked = reports.FileReport(
        account=request.account,
        id=request.id,
        reported=known.reported,
        reported_kind=known.kind,
        category=request.category,
        comment=request.comment,
        context=known.context,
        lines=known.lines,
        seated=known.seated,
        contact_ms_ago=known.contact_ms_ago,
    )
    return ports.rpc.call(asked)


def _find_match(ports: Ports, context: reports.ReportContext) -> MatchRecord | None:
    """The match of a report that names no table: from a replay, or from the list of one's matches. Without an answer of
    tables the report is filed all the same."""
    if context.match is None or context.table is not None:
        return None
    found = ports.rpc.call(GetMatch(match=context.match), timeout_ms=ports.settings.table_checks_timeout_ms)
    return None if isinstance(found, Refusal) else found


def _look_up(work: Work, ports: Ports, request: contract.ReportPlayer, played: MatchRecord | None) -> Known | Refusal:
    reporter = players.find(work, request.account)
    refusal = None if reporter is None else permissions.check(work, ports, reporter, "report")
    if refusal is not None:
        return refusal
    kind, player = _find(work, request)
    named = msgspec.structs.replace(request.context, company=None, competition=None)
    context = _with_room(named if played is None else msgspec.structs.replace(named, table=played.table))
    if context.room == chat.LOBBY_ROOM and reporter is not None:
        context = msgspec.structs.replace(context, room=chat.hall_room(reporter.hall))
    if not _may_read(work, request.account, context.room):
        context = msgspec.structs.replace(context, room=None)
    sat = set() if played is None else {seat.account for seat in played.seats if seat.account is not None}
    reported = player.account if player is not None else request.to or request.name or ""
    return Known(
        reported=reported,
        kind=kind,
        context=context,
        lines=_lines(work, context.room, request.account, reported),
        seated=sorted(sat | _seated(work, context.table)),
        contact_ms_ago=None if player is None else _contact_ms_ago(work, request.account, reported),
    )


def _may_read(work: Work, account: str, room: str | None) -> bool:
    """What is said in a company goes along with reports of its members alone."""
    named = None if room is None or room == MESSAGES else chat.parse_room(room)
    if not isinstance(named, chat.Room) or named.kind != "company":
        return True
    return companies.may_see(work, named.id, account)


def _lines(work: Work, room: str | None, reporter: str, reported: str) -> list[ChatLine]:
    """What was said last in the room, or written between the two and nobody else."""
    if room == MESSAGES:
        return messages.last_lines(work, reporter, reported, _LINES_MAX)
    return [] if room is None else stored_chat.find_last(work, room, _LINES_MAX)


def _find(work: Work, request: contract.ReportPlayer) -> tuple[Kind, Player | None]:
    if request.seat is not None:
        return _at_seat(work, request.context.table, request.seat)
    if request.to is not None:
        player = players.find(work, request.to)
    else:
        player = players.find_by_key(work, username_key(request.name or ""))
    return ("unknown", None) if player is None else ("human", player)


def _at_seat(work: Work, table_id: str | None, seat: int) -> tuple[Kind, Player | None]:
    row = None if table_id is None else tables.find(work, table_id)
    if row is None or not 0 <= seat < len(row.table.seats):
        return "unknown", None
    if seat in row.table.request.bots:
        return "computer", None
    account = row.table.seats[seat]
    player = None if account is None else players.find(work, account)
    return ("unknown", None) if player is None else ("human", player)


def _with_room(context: reports.ReportContext) -> reports.ReportContext:
    """The room of a report from a table is the table's, of one from nowhere in particular the lobby's."""
    named = context.room or ("lobby" if context.table is None else f"table:{context.table}")
    is_room = named == MESSAGES or not isinstance(chat.parse_room(named), Refusal)
    room = named if is_room else None
    return msgspec.structs.replace(context, room=room)


def _seated(work: Work, table_id: str | None) -> set[str]:
    row = None if table_id is None else tables.find(work, table_id)
    return set() if row is None else set(row.names)


def _contact_ms_ago(work: Work, one: str, other: str) -> int | None:
    since_ms = work.now_ms - _CONTACT_MS
    met_ms = last_contact_ms(conduct.stays(work, one, since_ms), conduct.stays(work, other, since_ms), work.now_ms)
    written_ms = messages.last_from(work, other, one, since_ms)
    found = [at_ms for at_ms in (met_ms, written_ms) if at_ms is not None]
    return work.now_ms - max(found) if found else None


# --- appeals ---------------------------------------------------------------------------------------------------------


def file_appeal(ports: Ports, request: contract.FileAppeal) -> contract.AppealReceipt | Refusal:
    """File an appeal with name and password, and the second factor of an account that has one; or with a passkey, or
    as somebody whom a provider has recognised."""
    account = _appellant(ports, request)
    if isinstance(account, Refusal):
        return account
    answer = ports.rpc.call(appeals.FileAppeal(account=account, text=request.text, kind=request.kind))
    if isinstance(answer, Refusal):
        return answer
    return contract.AppealReceipt(id=answer.id, created_at_ms=answer.created_at_ms)


def _appellant(ports: Ports, request: contract.FileAppeal) -> str | Refusal:
    """The account in whose name an appeal is filed."""
    if request.passkey is not None:
        asking = Asking(purpose="appeal", device=request.device, address=request.address, site=request.site)
        shown: Passkey | Refusal = ports.run(check_shown, asking, request.passkey)
        return shown if isinstance(shown, Refusal) else shown.account
    if request.ticket is not None:
        recognised: str | Refusal = ports.run(_recognised, request, request.ticket)
        return recognised
    attempt = Attempt(
        purpose="appeal",
        password=request.password,
        code=request.code,
        device=request.device,
        address=request.address,
    )
    passed = credential_checks.check_by_name(ports, request.username, attempt)
    return passed if isinstance(passed, Refusal) else passed.account


def _recognised(work: Work, ports: Ports, request: contract.FileAppeal, secret: str) -> str | Refusal:
    """The account of a provider's ticket, which is used up once all is shown."""
    account = provider_checks.account_of(work, secret, Browser(request.device, request.address))
    if isinstance(account, Refusal):
        return account
    attempt = Attempt(purpose="appeal", code=request.code, device=request.device, address=request.address)
    passed = credential_checks.accept_recognised(work, ports, account, attempt)
    if isinstance(passed, Refusal):
        return passed
    provider_rows.drop_visit(work, secret)
    return account


def last_contact_ms(one: Iterable[Stay], other: Iterable[Stay], now_ms: TimeMs) -> TimeMs | None:
    """When two players last had a chat room in common (services/moderation/RULES.md §5); None: never. Whoever is logged
    in is in the lobby's room, so they had one while both had a session."""
    theirs = [(stay.from_ms, _end(stay, now_ms)) for stay in other]
    found = (
        min(_end(stay, now_ms), until_ms)
        for stay in one
        for from_ms, until_ms in theirs
        if max(stay.from_ms, from_ms) <= min(_end(stay, now_ms), until_ms)
    )
    return max(found, default=None)


def _end(stay: Stay, now_ms: TimeMs) -> TimeMs:
    return now_ms if stay.until_ms is None else stay.until_ms

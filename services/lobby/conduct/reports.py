"""Reports and appeals by players: the lobby adds the facts that it knows, and sends them to moderation
(services/moderation/RULES.md §5, §9)."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from services.contracts.lobby import conduct as contract
from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation import appeals, reports
from services.contracts.tables.catalogue import GetMatch, MatchRecord
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.access import credential_checks
from services.lobby.access.credential_checks import Attempt
from services.lobby.accounts.rules import username_key
from services.lobby.chat import rows as stored_chat
from services.lobby.chat import rules as chat
from services.lobby.conduct import rows as conduct
from services.lobby.conduct.rows import Stay
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
    known: Known = ports.run(_look_up, request, played)
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


def _look_up(work: Work, _ports: Ports, request: contract.ReportPlayer, played: MatchRecord | None) -> Known:
    kind, player = _find(work, request)
    named = request.context
    context = _with_room(named if played is None else msgspec.structs.replace(named, table=played.table))
    if context.room == chat.LOBBY_ROOM and (reporter := players.find(work, request.account)) is not None:
        context = msgspec.structs.replace(context, room=chat.hall_room(reporter.hall))
    sat = set() if played is None else {seat.account for seat in played.seats if seat.account is not None}
    reported = player.account if player is not None else request.to or request.name or ""
    return Known(
        reported=reported,
        kind=kind,
        context=context,
        lines=[] if context.room is None else stored_chat.find_last(work, context.room, _LINES_MAX),
        seated=sorted(sat | _seated(work, context.table)),
        contact_ms_ago=None if player is None else _contact_ms_ago(work, request.account, reported),
    )


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
    room = None if isinstance(chat.parse_room(named), Refusal) else named
    return msgspec.structs.replace(context, room=room)


def _seated(work: Work, table_id: str | None) -> set[str]:
    row = None if table_id is None else tables.find(work, table_id)
    return set() if row is None else set(row.names)


def _contact_ms_ago(work: Work, one: str, other: str) -> int | None:
    since_ms = work.now_ms - _CONTACT_MS
    at_ms = last_contact_ms(conduct.stays(work, one, since_ms), conduct.stays(work, other, since_ms), work.now_ms)
    return None if at_ms is None else work.now_ms - at_ms


# --- appeals ---------------------------------------------------------------------------------------------------------


def file_appeal(ports: Ports, request: contract.FileAppeal) -> contract.AppealReceipt | Refusal:
    """File an appeal with name and password, and the second factor of an account that has one."""
    attempt = Attempt(
        purpose="appeal",
        password=request.password,
        code=request.code,
        device=request.device,
        address=request.address,
    )
    passed = credential_checks.check_by_name(ports, request.username, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer = ports.rpc.call(appeals.FileAppeal(account=passed.account, text=request.text, kind=request.kind))
    if isinstance(answer, Refusal):
        return answer
    return contract.AppealReceipt(id=answer.id, created_at_ms=answer.created_at_ms)


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

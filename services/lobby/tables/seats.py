"""Taking a seat, answering an invitation, starting (RULES.md §4–§6).

Each is tried without locks first, so that the wallet is asked only where nothing else refuses; then it is done.
"""

from collections.abc import Callable
from typing import TypeVar

from services.contracts.base import Done
from services.contracts.lobby import open_tables as contract
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.bots import tables as bots
from services.lobby.commands.repeated_commands import answered, once_per_id
from services.lobby.companies import rows as companies
from services.lobby.conduct.warnings import check_warnings
from services.lobby.lists import lines
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored_players
from services.lobby.presence.player import Player, candidate
from services.lobby.tables import invitations, locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables import rows as stored_tables
from services.lobby.tables.house_banked import use_cases as house_banked
from services.lobby.tables.open_table import Candidate, OpenTable
from services.lobby.tables.refused_tables import limited
from services.lobby.tables.rows import TableRow
from services.lobby.tables.stakes import check_stake
from services.platform.database.unit_of_work import Work

A = TypeVar("A")
Command = contract.JoinTable | contract.StartTable | contract.AnswerInvitation
Step = Callable[[TableRow | None, Player | None, Refusal | None, TimeMs], OpenTable | Refusal]
"""The result of a command: the table and the player, or a refusal; the wallet's comes last."""


def join_table(ports: Ports, request: contract.JoinTable) -> contract.TableLine | Refusal:
    """Take a free seat at an open table, or at a house-banked one."""
    if ports.run(house_banked.is_house, request.table):
        return house_banked.sit(ports, request)
    if not ports.run(_may_see, request):
        return Refusal("table_unknown")

    def step(row: TableRow | None, me: Player | None, stake: Refusal | None, now_ms: TimeMs) -> OpenTable | Refusal:
        if row is None or row.is_closed:
            return Refusal("table_unknown")
        sitter = _sitter(row.table, me, stake)
        if isinstance(sitter, Refusal):
            return sitter
        return tables.sit(row.table, request.account, request.seat, sitter, now_ms)

    return _carry_out(ports, request, request.table, step, rooms.table_line)


def _may_see(work: Work, _ports: Ports, request: contract.JoinTable) -> bool:
    """Whether the player may see the table: one of a company is for its members."""
    row = stored_tables.find(work, request.table)
    return row is None or companies.may_see(work, row.table.request.company, request.account)


def _sitter(table: OpenTable, me: Player | None, stake: Refusal | None) -> Candidate | Refusal:
    """Check the player: they must be connected, so that a lost connection can free the seat, and must answer an open
    invitation first."""
    started = tables.check_alive(table)
    if started is not None:
        return started
    if me is None or not me.is_here:
        return Refusal("player_not_online")
    return Refusal("already_seated", {"table": me.table_id}) if me.part == "invited" else candidate(me, stake)


def start_table(ports: Ports, request: contract.StartTable) -> Done | Refusal:
    """Start the table: it belongs to the tables service from now on."""

    def step(row: TableRow | None, _me: Player | None, stake: Refusal | None, _now_ms: TimeMs) -> OpenTable | Refusal:
        if row is None or row.is_closed:
            return Refusal("table_unknown")
        return stake or tables.start(row.table, request.account)

    return _carry_out(ports, request, request.table, step, lambda _row: Done())


def answer_invitation(ports: Ports, request: contract.AnswerInvitation) -> Done | Refusal:
    """Accept an invitation and sit down, or reject it, which closes the table."""
    named = lines.read_invitation_id(request.invitation)
    if named is None:
        return Refusal("invitation_unknown")
    table_id, seat = named

    def step(row: TableRow | None, me: Player | None, stake: Refusal | None, now_ms: TimeMs) -> OpenTable | Refusal:
        invited = [one.player for one in row.table.invitations if one.seat == seat] if row else []
        if row is None or not invited:
            return Refusal("invitation_unknown")
        if me is None or me.account not in invited:
            return Refusal("not_invited")
        rules = ports.settings.tables
        if not request.accept:
            return invitations.reject(row.table, me.account, now_ms, rules)
        return invitations.accept(row.table, me.account, candidate(me, stake), now_ms, rules)

    return _carry_out(ports, request, table_id, step, lambda _row: Done(), has_stake=request.accept)


def _carry_out(
    ports: Ports,
    request: Command,
    table_id: str,
    step: Step,
    answer: Callable[[TableRow], A],
    *,
    has_stake: bool = True,
) -> A | Refusal:
    known: A | Refusal | None = answered(ports, request)
    if known is not None:
        return known

    def ask() -> A | Refusal:
        return _ask(ports, request, table_id, step, answer, has_stake=has_stake)

    # whoever is invited may try again and again: they were asked, and the answers are about themselves
    return ask() if isinstance(request, contract.AnswerInvitation) else limited(ports, request.account, ask)


def _ask(
    ports: Ports,
    request: Command,
    table_id: str,
    step: Step,
    answer: Callable[[TableRow], A],
    *,
    has_stake: bool,
) -> A | Refusal:
    warned = (
        check_warnings(ports, request.account) if has_stake and not isinstance(request, contract.StartTable) else None
    )
    if warned is not None:
        return warned
    if has_stake and (refusal := ports.run(bots.check_seat, request.account, table_id)):
        return refusal
    tried = ports.run(_try, request, table_id, step)
    if isinstance(tried, Refusal):
        return answered(ports, request) or tried  # a repeated command is refused after the first was carried out
    stake = _check_stake(ports, request, tried) if has_stake else None
    return ports.run(_do, request, table_id, step, stake, answer)


def _check_stake(ports: Ports, request: Command, table: OpenTable) -> Refusal | None:
    """The wallet's refusal of the stake of whoever asks. Others were asked about when they sat down: at the start the
    match holds all stakes, and sends each seat what it may know (services/tables/RULES.md §10)."""
    people = {name for seat, name in enumerate(table.seats) if name and seat not in table.request.bots}
    beside = set() if isinstance(request, contract.StartTable) else people - {request.account}
    return check_stake(ports, table.request, [request.account], beside, len(table.seats))


def _try(work: Work, _ports: Ports, request: Command, table_id: str, step: Step) -> OpenTable | Refusal:
    row = stored_tables.find(work, table_id)
    return step(row, stored_players.find(work, request.account), None, work.now_ms)


def _do(
    work: Work,
    ports: Ports,
    request: Command,
    table_id: str,
    step: Step,
    stake: Refusal | None,
    answer: Callable[[TableRow], A],
) -> A | Refusal:
    def carry_out() -> A | Refusal:
        found = locked_table.lock(work, table_id, [request.account])
        row, me = (found.row, found.players.get(request.account)) if found else (None, None)
        after = step(row, me, stake, work.now_ms)
        if isinstance(after, Refusal) or found is None:
            return after if isinstance(after, Refusal) else Refusal("table_unknown")
        return answer(locked_table.change(work, ports, found, after, actor=request.account).row)

    return once_per_id(work, request, carry_out)

"""A move played on a moment by the code of a real table: its clocks, timeouts, leave policy and legality."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from services.contracts.tables import SeatPlayer, StartOrder
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.actions import advance, finish, timers
from services.tables.actions.policies import policies_of
from services.tables.actions.shoes import NoShoe
from services.tables.games import api
from services.tables.games.registry import game
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.fold_helpers import set_state
from services.tables.table.model import Match, SeatState, Table
from services.tables.table.transition import Transition
from tests.conformance.toolkit.situation import SeatRecord, Situation

TIMEOUT = "timeout"
"""The name of a move that means: the clock period of the seat has run out."""
_MATCH = "match"
_SETTINGS = TablesSettings()
_STARTED_MS = 1
_CLOCKED = "tictactoe"
"""The simplest game under the move clock."""
_OPTIONS = msgspec.convert({}, game(_CLOCKED).options_type)


def play(moment: Situation, seat: Seat, move: Mapping[str, Any]) -> Situation | dict[str, Any]:
    """The moment after a move of a seat, as a table comes to it; the moment given stays as it is.

    `move` is a move in plain form, a leave, or `{"move": "timeout"}` (the seat's clock period ends). A seat that is
    removed by its timeouts, or leaves, is treated by the leave policy of its game. A moment has no chance, so play
    stops where the table would draw. A refusal is `{"legal": False, "error": code}` with the code of the rules.
    """
    if type(seat) is not int or not 0 <= seat < len(moment.seats):
        return _illegal("bad_parameters")
    if moment.seats[seat].removed:
        return _illegal("match_over")
    transition = Transition(_table(moment, seat), _STARTED_MS, _SETTINGS, _NoSecrets())
    try:
        refusal = _act(transition, seat, dict(move))
        if refusal is None:
            _finish(transition)
    except NoShoe:
        refusal = None
    return _illegal(refusal.error) if refusal is not None else _moment(transition)


def removes(timeouts: int) -> bool:
    """Whether a player with so many timeouts in a match is removed, by the operator's default settings."""
    return timeouts > _SETTINGS.max_timeouts


class Waited(NamedTuple):
    """What a decision that stayed pending has cost its player."""

    timeouts: int
    removed_at_ms: int | None
    """When the player was removed; None: not yet."""
    period_left_ms: int | None
    """What is left of the running period; None once the player is removed."""


def wait(timeouts: int, elapsed_ms: int) -> Waited:
    """A player with so many timeouts lets a decision under the move clock wait for `elapsed_ms`."""
    state = game(_CLOCKED).apply(game(_CLOCKED).start(_OPTIONS), None, api.Drawn((0,)))
    moment = Situation(_CLOCKED, state, (SeatRecord(timeouts), SeatRecord()))
    transition = Transition(_table(moment, 0), _STARTED_MS, _SETTINGS, _NoSecrets())
    timers.fire(transition, elapsed_ms + 1)
    entries_made = [step.entry for step in transition.steps]
    timeouts += sum(isinstance(each.action, entries.TimedOut) for each in entries_made)
    removed = [each.at_ms for each in entries_made if isinstance(each.action, entries.Departed)]
    if removed:
        return Waited(timeouts, removed[0], None)
    table = transition.table
    return Waited(timeouts, None, table.match.clocks[0].since_ms + table.policies.move_ms - elapsed_ms)


def _act(transition: Transition, seat: Seat, move: dict[str, Any]) -> Refusal | None:
    match = transition.table.match
    if isinstance(match.pending, api.Over):
        return Refusal("match_over")
    clock = next((each for each in match.clocks if each.seat == seat), None)
    if move.get("move") != TIMEOUT:
        return advance.move(transition, seat, _MATCH, None if clock is None else clock.number, move)
    due_ms = None if clock is None else timers.clock_due_ms(clock, transition.table.policies)
    if due_ms is None:
        return Refusal("not_your_turn")
    timers.fire(transition, due_ms + 1)
    return None


def _finish(transition: Transition) -> None:
    """A match whose engine has ended is ended by the table too."""
    if transition.table.phase == "playing" and isinstance(transition.table.match.pending, api.Over):
        finish.end(transition, *finish.outcome_of(transition.table))


def _table(moment: Situation, seat: Seat) -> Table:
    """A table that is playing this very moment. The clock of `seat` began a millisecond before all others."""
    rules = game(moment.game)
    players = [SeatPlayer(str(number), f"player-{number}") for number in range(len(moment.seats))]
    order = StartOrder("", moment.game, {}, 0, 0, players, house=rules.house_banked)
    table = Table(
        id="table",
        order=order,
        rules=rules.rules,
        policies=policies_of(moment.game, _SETTINGS),
        reply_to="",
        options=None,
        seats=tuple(_seat(number, record) for number, record in enumerate(moment.seats)),
        organizer=0,
        phase="playing",
        seq=0,
        at_ms=0,
        match=Match(_MATCH, 1, "", began_at_ms=1),
    )
    table = set_state(table, table.match, moment.state, 0)
    clocks = tuple(
        msgspec.structs.replace(clock, since_ms=0 if clock.seat == seat else _STARTED_MS)
        for clock in table.match.clocks
    )
    return msgspec.structs.replace(table, match=msgspec.structs.replace(table.match, clocks=clocks))


def _seat(number: Seat, record: SeatRecord) -> SeatState:
    return SeatState(str(number), f"player-{number}", timeouts=record.timeouts, left=record.removed)


def _moment(transition: Transition) -> Situation:
    """The last moment in which the match had a state: the table forgets the state when it ends the match."""
    tables = [transition.table, *(step.before for step in reversed(transition.steps))]
    table = next(each for each in tables if each.match.state is not None and each.match.id == _MATCH)
    seats = tuple(SeatRecord(each.timeouts, each.left or each.replaced) for each in table.seats)
    return Situation(table.order.game, table.match.state, seats)


def _illegal(code: str) -> dict[str, Any]:
    return {"legal": False, "error": code}


class _NoSecrets:
    """Where a table takes ids and roots from; a moment needs none that is secret."""

    def match_id(self) -> str:
        """The id of the match after this one."""
        return "next"

    def root(self) -> str:
        """A root that decides nothing."""
        return "00" * 32

"""A move played on a moment by the code of a real table: its clocks, timeouts, leave policy and legality."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from games import api
from games.registry import game
from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.contracts.tables.events import CardEarned, Departure, MatchFinished
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.tables.catalogue.policies import policies_of
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.fold_helpers import set_state
from services.tables.table.model import HeldRound, Match, SeatState, Table
from services.tables.table.transition import Step, Transition
from services.tables.table.views import event_view
from services.tables.transitions import advance, timers
from services.tables.transitions.shoes import NoShoe
from tests.conformance.families import family_part
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import SeatRecord, Situation

TIMEOUT = "timeout"
"""The name of a move that means: the clock period of the seat has run out."""
WINDOW_CLOSED = "window_closed"
"""The name of a move that means: the window timed by the server has ended."""
_MATCH = "match"
_SETTINGS = TablesSettings()
_STARTED_MS = 1
_CLOCKED = "tictactoe"
"""The simplest game under the move clock."""
_OPTIONS = msgspec.convert({}, game(_CLOCKED).options_type)


class Played(NamedTuple):
    """A move as a table came through it."""

    before: Situation
    after: Situation
    steps: tuple[Step, ...]
    """What was written in the match, in order: the move, what the server played, departures, the end."""

    @property
    def auto(self) -> list[dict[str, Any]] | None:
        """The moves that the server made for a seat whose period ended, if the seat stayed; else None."""
        actions = [step.entry.action for step in self.steps]
        if not isinstance(actions[0], entries.TimedOut) or any(isinstance(each, entries.Departed) for each in actions):
            return None
        return [each.move for each in actions if isinstance(each, entries.Moved)]

    @property
    def last_move(self) -> Any:
        """The last move, by the seat or the server; None after a departure, or where nothing was played."""
        actions = [step.entry.action for step in self.steps]
        moves = [each.move for each in actions if isinstance(each, entries.Moved)]
        left = any(isinstance(each, entries.Departed) for each in actions)
        return game(self.before.game).parse(moves[-1]) if moves and not left else None

    @property
    def waits(self) -> api.Next:
        """What the game waits for after it."""
        return game(self.before.game).next(self.after.state)

    @property
    def void(self) -> bool:
        """Whether the table has ended the match without a result."""
        actions = [step.entry.action for step in self.steps]
        return any(isinstance(each, entries.Ended) and each.outcome == "void" for each in actions)

    def event_for(self, seat: Seat | None) -> dict[str, Any] | None:
        """The event of the last step of the game as a seat, or a spectator (None), receives it."""
        viewer: Viewer = "public" if seat is None else seat
        for step in reversed(self.steps):
            before, after, action = step.before.match.state, step.after.match.state, step.entry.action
            if after is None or (before is after and not isinstance(action, entries.Moved)):
                continue
            if not isinstance(action, entries.Departed):
                seen = event_view(step, viewer)
                return None if seen.kind is None else {"kind": seen.kind, **(seen.data or {})}
            event = game(self.before.game).event(before, None, api.Left(action.seat), after, viewer)
            return None if event is None else {"kind": event.kind, **event.data}
        return None


def play(moment: Situation, seat: Seat, move: Mapping[str, Any]) -> Situation | dict[str, Any]:
    """The moment after a move of a seat, as a table comes to it; the moment given stays as it is.

    `move` is a move in plain form, a leave, `{"move": "timeout"}` (the seat's clock period ends), or
    `{"move": "window_closed"}` (the server's window ends, whichever seat is named). A seat that is removed by its
    timeouts, or leaves, is treated by the leave policy of its game. A moment has no chance, so play stops where the
    table would draw, unless the family knows what is drawn (`chance` in its `situations`). A refusal is
    `{"legal": False, "error": code}` with the code of the rules.
    """
    played = run(moment, seat, move)
    return {"legal": False, "error": played.error} if isinstance(played, Refusal) else played.after


def run(moment: Situation, seat: Any, move: Any) -> Played | Refusal:
    """The same with what the table wrote, or the refusal."""
    closes = isinstance(move, Mapping) and move.get("move") == WINDOW_CLOSED
    if not isinstance(move, Mapping) or not (closes or (type(seat) is int and 0 <= seat < len(moment.seats))):
        return Refusal("bad_parameters")
    transition = Transition(table_of(moment, seat), _STARTED_MS, _SETTINGS, _NoSecrets())
    named: dict[str, Any] = MeldNames(moment.given.get("table")).move(dict(move))
    refusal = _until_chance(lambda: _act(transition, moment, seat, named))
    if refusal is not None:
        return refusal
    _until_chance(lambda: advance.advance(transition))
    while _draw(transition) or _pay(transition):
        _until_chance(lambda: advance.advance(transition))
    return _played(moment, transition)


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
    transition = Transition(table_of(moment, 0), _STARTED_MS, _SETTINGS, _NoSecrets())
    timers.fire(transition, elapsed_ms + 1)
    entries_made = [step.entry for step in transition.steps]
    timeouts += sum(isinstance(each.action, entries.TimedOut) for each in entries_made)
    removed = [each.at_ms for each in entries_made if isinstance(each.action, entries.Departed)]
    if removed:
        return Waited(timeouts, removed[0], None)
    table = transition.table
    return Waited(timeouts, None, table.match.clocks[0].since_ms + table.policies.move_ms - elapsed_ms)


def _act(transition: Transition, moment: Situation, seat: Seat, move: dict[str, Any]) -> Refusal | None:
    match, name = transition.table.match, move.get("move")
    if isinstance(match.pending, api.Over) or all(record.removed for record in moment.seats):
        return Refusal("match_over")
    if name == WINDOW_CLOSED:
        return _close_window(transition)
    if moment.seats[seat].removed and not _plays_on(transition.table, seat, move):
        return Refusal("match_over")
    clock = next((each for each in match.clocks if each.seat == seat), None)
    if name != TIMEOUT:
        return advance.move(transition, seat, _MATCH, None if clock is None else clock.number, move)
    due_ms = None if clock is None else timers.clock_due_ms(clock, transition.table.policies)
    if due_ms is None:
        return Refusal("not_your_turn")
    timers.fire(transition, due_ms + 1)
    return None


def _plays_on(table: Table, seat: Seat, move: dict[str, Any]) -> bool:
    """Whether the computer makes this move for a seat that has gone: it neither leaves nor lets time run out."""
    leaves = isinstance(game(table.game).parse(move), api.Leave)
    return table.seats[seat].replaced and move.get("move") != TIMEOUT and not leaves


def _close_window(transition: Transition) -> Refusal | None:
    match = transition.table.match
    if not isinstance(match.pending, api.Wait):
        return Refusal("wrong_phase")
    timers.fire(transition, match.window_since_ms + match.pending.ms + 1)
    return None


def _until_chance(act: Callable[[], Refusal | None]) -> Refusal | None:
    """Do it until the table would draw: a moment has no chance."""
    try:
        return act()
    except NoShoe:
        return None


def _draw(transition: Transition) -> bool:
    """Go on where the family knows what is drawn."""
    pending, table = transition.table.match.pending, transition.table
    chance = getattr(family_part(table.game, "situations"), "chance", None)
    values = chance(table.match.state) if chance and isinstance(pending, api.Draw) else None
    if values is None or not isinstance(pending, api.Draw):
        return False
    transition.add(entries.DrawnFor(pending.hand, pending.purpose, values, 0))
    return True


def _pay(transition: Transition) -> bool:
    """The wallet's reply to a round that is to be paid. A moment has no wallet, so the game computes the purses."""
    held = transition.table.round
    if held is None or held.stage != "paying":
        return False
    transition.add(entries.BankAnswered("pay", {}, {}))
    return True


def table_of(moment: Situation, seat: Seat) -> Table:
    """A table that is playing this very moment. The clock of `seat` began a millisecond before all others."""
    rules, policies = game(moment.game), policies_of(moment.game, _SETTINGS)
    players = [SeatPlayer(str(number), f"player-{number}") for number in range(len(moment.seats))]
    order = StartOrder("", moment.game, {}, 0, 0, players, house=rules.house_banked)
    table = Table(
        id="table",
        order=order,
        rules=rules.rules,
        policies=policies,
        reply_to="",
        options=rules.options({}, {}) if moment.options is None else moment.options,
        seats=tuple(_seat(number, record, policies.leave) for number, record in enumerate(moment.seats)),
        organizer=0,
        phase="playing",
        seq=0,
        at_ms=0,
        match=Match(_MATCH, 1, "", began_at_ms=1, departures=_departures(moment)),
        round=_held(moment),
    )
    table = set_state(table, table.match, moment.state, 0)
    clocks = tuple(
        msgspec.structs.replace(clock, since_ms=0 if clock.seat == seat else _STARTED_MS)
        for clock in table.match.clocks
    )
    return msgspec.structs.replace(table, match=msgspec.structs.replace(table.match, clocks=clocks))


def _departures(moment: Situation) -> tuple[Departure, ...]:
    """Who has left; of a moment that was read whoever is removed, in the order of seats."""
    if moment.departures or moment.finished:
        return moment.departures
    done = game(moment.game).progress(moment.state).first_round_done
    gone = [seat for seat, record in enumerate(moment.seats) if record.removed]
    return tuple(Departure(seat, f"player-{seat}", 0, done, "left") for seat in gone)


def _held(moment: Situation) -> HeldRound | None:
    """The bets that the bank holds, where the family has any (`held` in its `situations`)."""
    held = getattr(family_part(moment.game, "situations"), "held", None)
    bets = held(moment.state) if held else {}
    accounts = {seat: f"player-{seat}" for seat in bets}
    return HeldRound("round", moment.state.round, "held", bets, accounts) if bets else None


def _seat(number: Seat, record: SeatRecord, leave: str) -> SeatState:
    replaced = record.removed and leave == "bot_replace"
    account = f"player-{number}"
    return SeatState(str(number), account, timeouts=record.timeouts, left=record.removed, replaced=replaced)


def _played(moment: Situation, transition: Transition) -> Played:
    """With the last moment in which the match had a state: the table forgets the state when it ends the match."""
    tables = [transition.table, *(step.before for step in reversed(transition.steps))]
    table = next(each for each in tables if each.match.state is not None and each.match.id == _MATCH)
    state = table.match.state
    if transition.table.phase != "playing" and not isinstance(table.match.pending, api.Over):
        state = _ended(moment.game, state, table.match.departures[-1].seat)
    seats = tuple(SeatRecord(each.timeouts, each.left or each.replaced) for each in table.seats)
    after = msgspec.structs.replace(
        moment,
        state=state,
        seats=seats,
        departures=table.match.departures,
        cards=(*moment.cards, *(each for each in transition.events if isinstance(each, CardEarned))),
        finished=next((each for each in transition.events if isinstance(each, MatchFinished)), None),
    )
    return Played(moment, after, tuple(transition.steps))


def _ended(game_id: str, state: Any, seat: Seat) -> Any:
    """The state of a match that the table ended because a seat left, of which the game's state does not know yet."""
    rules = game(game_id)
    over = rules.apply(state, None, api.Left(seat))
    if isinstance(rules.next(over), api.Over):
        return over
    ended = getattr(family_part(game_id, "situations"), "ended", None)
    return ended(over) if ended else state


class _NoSecrets:
    """Where a table takes ids and roots from; a moment needs none that is secret."""

    def match_id(self) -> str:
        """The id of the match after this one."""
        return "next"

    def root(self) -> str:
        """A root that decides nothing."""
        return "00" * 32

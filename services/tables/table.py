"""The table's loop: moves, and how a match goes on until it waits for somebody.

Every function takes a turn, adds entries to it, and answers a refusal if nothing may happen. Pure: time, chance and
ids come with the turn. What comes before a match is in asking.py, what after it in choosing.py, leaving in
departures.py, time in timers.py.
"""

from typing import Any

from services.kernel.refusal import Refusal
from services.tables import asking, choosing, departures, ending, entries, guests, rounds, shoes
from services.tables.chance import stream_key, take
from services.tables.games import api
from services.tables.games.registry import game
from services.tables.state import Table
from services.tables.turn import Turn


def move(turn: Turn, seat: int, match: str, number: int | None, raw: dict[str, Any]) -> Refusal | None:
    """A move, resigning and leaving among them. Codes: `match_over`, `match_paused`, `stale`, `decision_missing`,
    `table_stopped`, the game's."""
    table = turn.table
    rules = game(table.game)
    parsed = rules.parse(raw)
    if isinstance(parsed, api.Leave):
        return guests.leave(turn, seat) if table.is_house else departures.leave(turn, seat, match)
    if (refusal := _check_match(table, match)) or (refusal := _check_number(table, seat, number)):
        return refusal
    refusal = rules.check(table.match.state, seat, parsed)
    if refusal is not None:
        return refusal
    if number is None and any(clock.seat == seat for clock in table.match.clocks):
        return Refusal("decision_missing")
    turn.add(entries.Moved(rules.write(parsed)), actor=seat)
    return None


def _check_match(table: Table, match: str) -> Refusal | None:
    if table.phase == "playing" and match == table.match.id:
        return None if table.match.paused_at_ms is None else Refusal("match_paused")
    if table.phase == "stopped":
        return Refusal("table_stopped")
    if table.last is not None and match == table.last.match:
        return Refusal("match_over")
    return Refusal("stale")


def _check_number(table: Table, seat: int, number: int | None) -> Refusal | None:
    """A decision that has passed is `stale`; what is wrong otherwise the game says."""
    clocks = table.match.clocks
    if number is None or not clocks:
        return None
    own = next((clock.number for clock in clocks if clock.seat == seat), None)
    if own is not None:
        return None if own == number else Refusal("stale")
    return Refusal("stale") if number < min(clock.number for clock in clocks) else None


def play_for(turn: Turn, seat: int) -> None:
    """What the server plays for a seat whose time was up, as the game says: nothing, the only play, a whole turn."""
    rules, match = game(turn.table.game), turn.table.match.id
    for each in rules.timed_out(turn.table.match.state, seat):
        table = turn.table
        over = table.phase != "playing" or table.match.id != match
        if over or rules.check(table.match.state, seat, each) is not None:
            return
        turn.add(entries.Moved(rules.write(each), by_server=True), actor=seat)
        advance(turn)


def advance(turn: Turn) -> None:
    """Go on until the table waits for somebody: begin, draw, end, start the next match."""
    while _advance_once(turn):
        pass


def _advance_once(turn: Turn) -> bool:
    table = turn.table
    if table.phase == "asking":
        return asking.begin_if_ready(turn)
    if table.phase == "choosing":
        return choosing.agree(turn)
    if table.phase != "playing":
        return False
    if table.is_house and (guests.free_one(turn) or rounds.cancel(turn)):
        return True
    pending = table.match.pending
    if isinstance(pending, api.Draw):
        if pending.purpose == "shoe":
            return shoes.advance(turn, pending)
        _draw(turn, pending)
        return True
    if isinstance(pending, api.Bank):
        return rounds.ask(turn, pending)
    if isinstance(pending, api.Over):
        ending.end(turn, *ending.outcome_of(table))
        return True
    return False


def _draw(turn: Turn, draw: api.Draw) -> None:
    match = turn.table.match
    if not match.root:
        raise shoes.NoShoe(turn.table.game)
    values, position = take(match.root, match.id, match.seeds, draw, match.streams.get(stream_key(draw), 0))
    turn.add(entries.DrawnFor(draw.hand, draw.purpose, values, position))

"""The table's loop: what each command does, and how a match goes on until it waits for somebody.

Every function takes a turn, adds entries to it, and answers a refusal if nothing may happen. Pure: time, chance and
ids come with the turn.
"""

from typing import Any

from services.contracts import tables as commands
from services.contracts.tables import MatchAsked, StartOrder, TableDone
from services.kernel.fair import Stream, deal_key, is_seed, join_seeds
from services.kernel.refusal import Refusal
from services.tables import departures, ending, entries
from services.tables.entries import Entry, Policies
from services.tables.fold import open_table
from services.tables.games import api
from services.tables.games.registry import game
from services.tables.state import Table
from services.tables.turn import Step, Turn

# --- before a match ----------------------------------------------------------------------------------------------


def opened(table_id: str, order: StartOrder, policies: Policies, reply_to: str, at_ms: int, trace: str) -> Step:
    """The first entry of a table that the lobby has started."""
    action = entries.Opened(order, game(order.game).rules, policies, reply_to)
    entry = Entry(1, at_ms, action, trace=trace)
    table = open_table(table_id, entry)
    return Step(table, entry, table)


def ask(turn: Turn, match_id: str, number: int, root: str) -> None:
    """A match wants to begin: wallet and ranking are asked, clients send their seeds."""
    turn.add(entries.Asked(match_id, number, root))
    table = turn.table
    if table.order.practice:
        return
    turn.tell(
        MatchAsked(
            match=match_id,
            table=table.id,
            game=table.game,
            stake_chips=table.order.stake_chips,
            accounts=[seat.account for seat in table.seats if seat.account is not None],
            reply_to=table.reply_to,
        )
    )


def seed(turn: Turn, seat: int, command: commands.Seed) -> Refusal | None:
    """A client's share of chance. Codes: `seed_closed`, `seed_invalid`, `seed_given`."""
    table = turn.table
    if table.phase != "asking" or command.match != table.match.id:
        return Refusal("seed_closed")
    if not is_seed(command.seed):
        return Refusal("seed_invalid")
    if table.seats[seat].seed is not None:
        return Refusal("seed_given")
    turn.add(entries.Seeded(seat, command.seed), actor=seat)
    return None


def seeds_are_in(table: Table) -> bool:
    """Whether every person at the table has sent a seed."""
    return all(seat.seed is not None or seat.is_bot for seat in table.seats)


def close_seeds(turn: Turn) -> None:
    """Time is up: a missing seed counts as zeros from now on."""
    for number, seat in enumerate(turn.table.seats):
        if seat.seed is None and not seat.is_bot:
            turn.add(entries.Seeded(number, "0" * 32))


def held(turn: Turn, command: commands.Held) -> Refusal | None:
    """The wallet's answer: the stakes are held, or the table closes."""
    table = turn.table
    if table.phase != "asking" or command.match != table.match.id or table.match.held:
        return Refusal("stale")
    if command.error is None:
        turn.add(entries.StakesHeld())
    else:
        close(turn, command.error, command.account)
    return None


def ratings(turn: Turn, command: commands.RatingsFrozen) -> Refusal | None:
    """Ranking's answer."""
    table = turn.table
    if table.phase != "asking" or command.match != table.match.id or table.match.ratings is not None:
        return Refusal("stale")
    turn.add(entries.RatingsTaken(tuple(command.ratings)))
    return None


# --- a match -----------------------------------------------------------------------------------------------------


def move(turn: Turn, seat: int, match: str, number: int | None, raw: dict[str, Any]) -> Refusal | None:
    """A move, resigning and leaving among them. Codes: `match_over`, `stale`, `decision_missing`, the game's."""
    table = turn.table
    rules = game(table.game)
    parsed = rules.parse(raw)
    if isinstance(parsed, api.Leave):
        return _leave(turn, seat, match)
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
        return None
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


def _leave(turn: Turn, seat: int, match: str) -> Refusal | None:
    table = turn.table
    if table.phase == "choosing":
        turn.add(entries.Chose(seat, "communication"), actor=seat)
        return None
    if table.phase == "stopped":
        return Refusal("table_stopped")
    if table.phase not in ("asking", "playing"):
        return Refusal("match_over")
    if match != table.match.id:
        return Refusal("match_over" if table.last is not None and match == table.last.match else "stale")
    if table.phase == "asking":
        ending_reason = "left"
        turn.add(entries.Departed(seat, ending_reason), actor=seat)
        ending.end(turn, "void", (), ending_reason)
        return None
    departures.depart(turn, seat, "left")
    return None


# --- after a match -----------------------------------------------------------------------------------------------


def choose(turn: Turn, seat: int, command: commands.Choose) -> Refusal | None:
    """What to do next. Codes: `choice_closed`, `choice_made`, `rotate_unavailable`, `seed_invalid`."""
    table = turn.table
    if table.phase != "choosing" or table.last is None or command.match != table.last.match:
        return Refusal("choice_closed")
    if table.seats[seat].choice is not None:
        return Refusal("choice_made")
    if command.choice == "rotate" and len(table.seats) != 4:
        return Refusal("rotate_unavailable")
    if command.seed is not None and not is_seed(command.seed):
        return Refusal("seed_invalid")
    turn.add(entries.Chose(seat, command.choice, command.seed), actor=seat)
    return None


def settled(turn: Turn, command: commands.Settled) -> Refusal | None:
    """The wallet has paid; shown with the result."""
    last = turn.table.last
    if last is None or last.match != command.match or last.payouts is not None:
        return Refusal("stale")
    turn.add(entries.ChipsSettled(command.match, tuple(command.payouts), command.rake_chips))
    return None


def rated(turn: Turn, command: commands.MatchRated) -> Refusal | None:
    """Ranking has rated; shown with the result."""
    last = turn.table.last
    if last is None or last.match != command.match or last.changes:
        return Refusal("stale")
    turn.add(entries.RatingsChanged(command.match, tuple(command.changes)))
    return None


def close(turn: Turn, reason: str, account: str | None = None) -> None:
    """The table is no more; its players go back to the lobby, unless they are there already."""
    free_already = turn.table.phase == "over"
    turn.add(entries.Closed(reason, account))
    if not free_already:
        turn.tell(TableDone(table=turn.table.id, reason=reason, account=account))


# --- the loop ----------------------------------------------------------------------------------------------------


def advance(turn: Turn) -> None:
    """Go on until the table waits for somebody: begin, draw, end, start the next match."""
    while _advance_once(turn):
        pass


def _advance_once(turn: Turn) -> bool:
    table = turn.table
    if table.phase == "asking":
        return _begin_if_ready(turn)
    if table.phase == "choosing":
        return _agree(turn)
    if table.phase != "playing":
        return False
    pending = table.match.pending
    if isinstance(pending, api.Draw):
        _draw(turn, pending)
        return True
    if isinstance(pending, api.Over):
        ending.end(turn, *ending.outcome_of(table))
        return True
    return False


def _begin_if_ready(turn: Turn) -> bool:
    table = turn.table
    match = table.match
    needs_hold = table.order.stake_chips > 0 and not match.held
    needs_ratings = not table.order.practice and match.ratings is None
    if needs_hold or needs_ratings or not seeds_are_in(table) or not match.id:
        return False
    turn.add(entries.Begun())
    return True


def _draw(turn: Turn, draw: api.Draw) -> None:
    match = turn.table.match
    root = bytes.fromhex(match.root)
    stream = Stream(
        root,
        deal_key(root, match.id, draw.hand),
        draw.purpose,
        join_seeds(match.seeds),
        match.streams.get(f"{draw.hand}|{draw.purpose}", 0),
    )
    if draw.kind == "below":
        values: tuple[int, ...] = (stream.below(draw.n),)
    elif draw.kind == "dice":
        values = stream.dice(draw.n)
    else:
        values = stream.shuffle(draw.n)
    turn.add(entries.DrawnFor(draw.hand, draw.purpose, values, stream.position))


def _agree(turn: Turn) -> bool:
    """A new match starts only if all press the same of rematch and rotate; computer players press with the people."""
    table = turn.table
    people = [seat for seat in table.seats if not seat.is_bot]
    made = {seat.choice for seat in people if seat.choice is not None}
    if not made:
        return False
    if "communication" in made or len(made) > 1:
        close(turn, "")
        return True
    if any(seat.choice is None for seat in people):
        return False
    choice = made.pop()
    for number, seat in enumerate(table.seats):
        if seat.is_bot and seat.choice is None and choice is not None:
            turn.add(entries.Chose(number, choice))
    match = turn.table.match
    ask(turn, match.id, match.number, match.root)
    return True

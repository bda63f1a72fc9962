"""The fold of a journal: `fold(table, entry)` is the table after an entry. It checks nothing; pure."""

from collections.abc import Callable
from typing import Any

import msgspec

from games import api
from games.registry import game
from services.contracts.tables.events import Departure
from services.kernel.fair import NO_SEED
from services.tables.table import entries, fold_disconnects, fold_house_banked, seating
from services.tables.table.absence import Absence
from services.tables.table.entries import Entry
from services.tables.table.fold_helpers import set_state, with_seat
from services.tables.table.model import Ended, Match, SeatState, Table

replace = msgspec.structs.replace


def open_table(table_id: str, entry: Entry) -> Table:
    """The table that an `Opened` entry creates."""
    opened = entry.action
    assert isinstance(opened, entries.Opened)
    order = opened.order
    return Table(
        id=table_id,
        order=order,
        rules=opened.rules,
        policies=opened.policies,
        reply_to=opened.reply_to,
        options=msgspec.convert(order.options, game(order.game).options_type),
        seats=tuple(SeatState(seat.name, seat.account, free=order.house) for seat in order.seats),
        organizer=order.organizer,
        phase="asking",
        seq=entry.seq,
        at_ms=entry.at_ms,
        match=Match("", 0, ""),
        opened_at_ms=entry.at_ms,
    )


def first_table(table_id: str, entry: Entry) -> Table:
    """The table after the first entry that has to be read: the one that opened the table, or the last shoe."""
    if isinstance(entry.action, entries.ShoeOpened):
        return fold(fold_house_banked.read_table(entry.action), entry)
    return open_table(table_id, entry)


def fold(table: Table, entry: Entry) -> Table:
    """The table after an entry."""
    after = _FOLDS[type(entry.action)](table, entry, entry.action)
    return replace(after, seq=entry.seq, at_ms=entry.at_ms)


# --- a match begins ---


def _asked(table: Table, entry: Entry, action: entries.Asked) -> Table:
    match = Match(action.match, action.number, action.root, asked_at_ms=entry.at_ms, first_seq=entry.seq)
    seats = tuple(replace(seat, timeouts=0, choice=None) for seat in table.seats)
    return replace(table, phase="asking", match=match, seats=seats)


def _seeded(table: Table, _entry: Entry, action: entries.Seeded) -> Table:
    return with_seat(table, action.seat, seed=action.seed)


def _held(table: Table, _entry: Entry, _action: entries.StakesHeld) -> Table:
    return replace(table, match=replace(table.match, held=True))


def _ratings(table: Table, _entry: Entry, action: entries.RatingsTaken) -> Table:
    return replace(table, match=replace(table.match, ratings=action.ratings))


def _begun(table: Table, entry: Entry, action: entries.Begun) -> Table:
    rules = game(table.game)
    if action.options is not None:
        table = replace(table, options=msgspec.convert(action.options, rules.options_type, str_keys=True))
    if table.is_house:
        return replace(set_state(table, table.match, rules.start(table.options), entry.at_ms), phase="playing")
    seeds = tuple(seat.seed or NO_SEED for seat in table.seats)
    match = replace(table.match, began_at_ms=entry.at_ms, seeds=seeds)
    return replace(set_state(table, match, rules.start(table.options), entry.at_ms), phase="playing", last=None)


# --- a match is played ---


def _drawn(table: Table, entry: Entry, action: entries.DrawnFor) -> Table:
    stream = f"{action.hand}|{action.purpose}"
    hand_seq = entry.seq if action.purpose == "deal" else table.match.hand_seq
    streams = {**table.match.streams, stream: action.position}
    match = replace(table.match, streams=streams, hand_seq=hand_seq)
    state = game(table.game).apply(match.state, None, api.Drawn(action.values))
    return set_state(table, match, state, entry.at_ms)


def _moved(table: Table, entry: Entry, action: entries.Moved) -> Table:
    rules = game(table.order.game)
    state = rules.apply(table.match.state, entry.actor, rules.parse(action.move))
    return set_state(table, table.match, state, entry.at_ms)


def _elapsed(table: Table, entry: Entry, action: entries.WindowElapsed) -> Table:
    state = game(table.game).apply(table.match.state, None, api.Elapsed(action.number))
    return set_state(table, table.match, state, entry.at_ms)


def _timed_out(table: Table, entry: Entry, action: entries.TimedOut) -> Table:
    clocks = tuple(
        replace(clock, since_ms=entry.at_ms) if clock.seat == action.seat else clock for clock in table.match.clocks
    )
    table = replace(table, match=replace(table.match, clocks=clocks))
    return with_seat(table, action.seat, timeouts=table.seats[action.seat].timeouts + 1)


def _overran(table: Table, _entry: Entry, action: entries.Overran) -> Table:
    clocks = tuple(
        replace(clock, marks=clock.marks + 1) if clock.seat == action.seat else clock for clock in table.match.clocks
    )
    return replace(table, match=replace(table.match, clocks=clocks))


def _lost(table: Table, entry: Entry, action: entries.Lost) -> Table:
    since_ms = entry.at_ms if action.since_ms is None else action.since_ms
    lost = fold_disconnects.lose(table, action.seat, since_ms, entry.at_ms)
    return fold_house_banked.seen(lost, entry, action.seat) if table.is_house else lost


def _returned(table: Table, entry: Entry, action: entries.Returned) -> Table:
    back = fold_disconnects.give_back(table, action.seat, entry.at_ms)
    return fold_house_banked.seen(back, entry, action.seat) if table.is_house else back


def _departed(table: Table, entry: Entry, action: entries.Departed) -> Table:
    """A player who is already out of the game leaves freely. Otherwise the leave policy decides whether the game is
    informed."""
    rules, match, leave = game(table.game), table.match, table.policies.leave
    progress = rules.progress(match.state) if table.phase == "playing" else None
    plays = progress is None or action.seat in progress.active
    first_round_done = progress is not None and progress.first_round_done
    replaced = progress is not None and plays and leave == "bot_replace"
    if plays:
        account = table.seats[action.seat].account
        departure = Departure(
            seat=action.seat,
            account=account,
            at_ms=entry.at_ms,
            first_round_done=first_round_done,
            reason=action.reason,
        )
        match = replace(match, departures=(*match.departures, departure))
    table = with_seat(replace(table, match=match), action.seat, left=True, replaced=replaced)
    table = fold_disconnects.give_back(table, action.seat, entry.at_ms)
    by_choice = leave == "pause_return" and action.quits
    informed = leave == "concede" or (first_round_done and (leave in _TELLS_THE_GAME or by_choice))
    if progress is None or not plays or not informed:
        return table
    match = table.match
    return set_state(table, match, rules.apply(match.state, None, api.Left(action.seat)), entry.at_ms)


_TELLS_THE_GAME = frozenset({"forfeit", "eliminate"})
"""Leave policies under which the game is informed of a departure and continues, once the first round is done; under
`pause_return` it is only of one by choice."""


def _ended(table: Table, entry: Entry, action: entries.Ended) -> Table:
    match = table.match
    over = match.pending.result if isinstance(match.pending, api.Over) else None
    last = Ended(
        match=match.id,
        root=match.root,
        seeds=match.seeds or tuple(seat.seed or NO_SEED for seat in table.seats),
        outcome=action.outcome,
        reason=action.reason,
        winners=action.winners,
        places=over.places if over else action.places,
        points=over.points if over else (),
        accounts=tuple(seat.account for seat in table.seats),
        departures=match.departures,
    )
    left = any(seat.left for seat in table.seats)
    following = Match(action.next_match, match.number + 1, action.next_root, state=match.state)
    seats = tuple(replace(seat, seed=None, choice=None, absence=Absence()) for seat in table.seats)
    phase: Any = "over" if left or table.order.competition else "choosing"
    return replace(table, phase=phase, match=following, seats=seats, last=last, ended_at_ms=entry.at_ms)


# --- after the end ---


def _chose(table: Table, _entry: Entry, action: entries.Chose) -> Table:
    return with_seat(table, action.seat, choice=action.choice, seed=action.seed)


def _settled(table: Table, _entry: Entry, action: entries.ChipsSettled) -> Table:
    if table.last is None or table.last.match != action.match:
        return table
    return replace(table, last=replace(table.last, payouts=action.payouts, rake_chips=action.rake_chips))


def _rated(table: Table, _entry: Entry, action: entries.RatingsChanged) -> Table:
    if table.last is None or table.last.match != action.match:
        return table
    last = replace(table.last, changes=action.changes, next_ratings=action.next_ratings, unrated=action.unrated)
    return replace(table, last=last)


def seated_again(table: Table) -> Table:
    """The seats as arranged by everybody's choice, `rematch` or `rotate` (RULES.md §10)."""
    choice = table.seats[0].choice
    assert choice is not None
    order, organizer = seating.seating_after(choice, tuple(range(len(table.seats))), table.organizer)
    return replace(table, seats=tuple(table.seats[old] for old in order), organizer=organizer)


# --- the table itself ---


def _resumed(table: Table, _entry: Entry, action: entries.Resumed) -> Table:
    return fold_disconnects.shifted(table, action.outage_ms)


def _closed(table: Table, _entry: Entry, _action: entries.Closed) -> Table:
    return replace(table, phase="closed")


def _stopped(table: Table, _entry: Entry, _action: entries.Stopped) -> Table:
    return replace(table, phase="stopped")


_FOLDS: dict[type, Callable[[Table, Entry, Any], Table]] = {
    entries.Asked: lambda table, entry, action: _asked(
        seated_again(table) if table.phase == "choosing" else table, entry, action
    ),
    entries.Seeded: _seeded,
    entries.StakesHeld: _held,
    entries.RatingsTaken: _ratings,
    entries.Begun: _begun,
    entries.DrawnFor: _drawn,
    entries.Moved: _moved,
    entries.WindowElapsed: _elapsed,
    entries.TimedOut: _timed_out,
    entries.Overran: _overran,
    entries.Lost: _lost,
    entries.Returned: _returned,
    entries.Departed: lambda table, entry, action: (fold_house_banked.going if table.is_house else _departed)(
        table, entry, action
    ),
    entries.Ended: _ended,
    entries.Chose: _chose,
    entries.ChipsSettled: _settled,
    entries.RatingsChanged: _rated,
    entries.Resumed: _resumed,
    entries.Annulled: lambda table, _entry, _action: table,
    entries.Closed: _closed,
    entries.Stopped: _stopped,
    **fold_house_banked.FOLDS,
}

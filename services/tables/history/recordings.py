"""Recordings, made from the row and the journal lines of a match (RULES.md §12).

A recording is not stored as a copy: the transactions of play write the match's row and journal, and the last one writes
`match_finished` too, so nothing can be lost between a match and its recording. It is assembled on request, by the
engine with the rules number of the match. A few are cached: a replay requests the same one again and again.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games import api, registry
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import RecordedEvent, RecordedHand, Recording
from services.kernel.fair import deal_key
from services.kernel.refusal import Refusal
from services.tables.table import entries, fold_house_banked
from services.tables.table.entries import Entry
from services.tables.table.fold import fold, open_table
from services.tables.table.fold_helpers import with_seat
from services.tables.table.model import SeatState, Table
from services.tables.table.views import event_of_table

FORMAT = 1
STAFF = frozenset({"moderator", "administrator", "operator", "auditor"})
REFUSED = "bet_refused"
"""The reason that recordings have for every refused bet; the real one is private."""
_NOT_RECORDED = frozenset(
    {"asked", "begun", "ended", "chose", "closed", "resumed", "shoe_opened", "shoe_begun", "shoe_ended"}
)
"""Kinds of a table's events that do not belong to the play of a match."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """The stored data of a match that has ended. `lines`: its journal; `opened`: the first line of its table."""

    match: str
    table: str
    number: int
    game: str
    rules: int
    options: dict[str, Any]
    stake_chips: int
    seats: list[SeatPlayer]
    commit: str
    ended_at_ms: int
    outcome: str
    result: dict[str, Any]
    root: str
    seeds: list[str]
    opened: Entry
    lines: Sequence[Entry]
    settled: entries.ChipsSettled | None = None
    guests: Sequence[str] = ()
    """House-banked: the accounts of everybody who sat at the table during the shoe."""

    @property
    def competition(self) -> str | None:
        """The competition to which the match belongs."""
        opened = self.opened.action
        return opened.order.competition if isinstance(opened, entries.Opened) else None


def plain(value: Any) -> Any:
    """Data of a game as JSON values, always in the same order."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


# --- who and what ------------------------------------------------------------------------------------------------


def may_see(seats: Sequence[SeatPlayer], guests: Sequence[str], account: str, roles: Sequence[str]) -> bool:
    """Whether somebody may see the recording: its players, the guests of a shoe, and staff."""
    players = {seat.account for seat in seats}.union(guests)
    return account in players or not STAFF.isdisjoint(roles)


# --- putting it together -----------------------------------------------------------------------------------------


def assemble(source: Source) -> Recording | Refusal:
    """The recording of a match. Code: `rules_missing` if no engine here has the match's rules number."""
    name = registry.engine_name(source.game, source.rules)
    if name is None:
        return Refusal("rules_missing", {"game": source.game, "rules": source.rules})
    rules = registry.game(name)
    tables = list(folded(source, name))
    began_at_ms = next((table.match.began_at_ms for _, _, table in tables if table.match.began_at_ms), 0)
    events = _events(rules, tables, began_at_ms)
    opened = source.opened.action
    assert isinstance(opened, entries.Opened)
    return Recording(
        format=FORMAT,
        match=source.match,
        number=source.number,
        game=source.game,
        rules=source.rules,
        options=source.options,
        stake_chips=source.stake_chips,
        practice=opened.order.practice,
        clock_factor=opened.policies.clock_factor,
        table=source.table,
        name=opened.order.name,
        seats=source.seats,
        sides=[list(side) for side in rules.sides(tables[-1][2].options)],
        started_at_ms=began_at_ms,
        ended_at_ms=source.ended_at_ms,
        commit=source.commit,
        root=source.root,
        seeds=source.seeds,
        hands=_hands(source, rules, events, tables[-1][2].match.state),
        events=events,
        outcome=source.outcome,
        result=source.result,
        guests=list(source.guests),
        start=_start(tables[0][0]),
        competition=source.competition,
        payouts=list(source.settled.payouts) if source.settled else None,
        rake_chips=source.settled.rake_chips if source.settled else None,
    )


Folded = tuple[Table, Entry, Table]
"""A line with the table before and after it."""


def folded(source: Source, engine_name: str) -> Iterator[Folded]:
    """Fold the match's journal with the engine of its rules number; the seats are those of this match."""
    first = source.lines[0].action
    if isinstance(first, entries.ShoeOpened):
        yield from _folded_shoe(source, fold_house_banked.read_table(first, engine_name))
        return
    table = open_table(source.table, _with_engine(source.opened, engine_name))
    seats = tuple(SeatState(seat.name, seat.account) for seat in source.seats)
    table = msgspec.structs.replace(table, seats=seats)
    for entry in source.lines:
        before, table = table, fold(table, entry)
        yield before, entry, table


def _folded_shoe(source: Source, table: Table) -> Iterator[Folded]:
    """The line that opens a shoe, which contains the whole table before it, without the guests' purses."""
    for seat in (number for number, each in enumerate(table.seats) if not each.free):
        blank = with_seat(table, seat, purse=fold_house_banked.NO_PURSE)
        table = fold_house_banked.applied(blank, fold_house_banked.guest_of(blank, seat), table.at_ms)
    for entry in map(without_purses, source.lines):
        before, table = table, fold(table, entry)
        yield before, entry, table


def without_purses(entry: Entry) -> Entry:
    """A line of a shoe as it is recorded: without the guests' purses and the reasons of refused bets."""
    action, replace = entry.action, msgspec.structs.replace
    if isinstance(action, entries.Sat | entries.PurseChanged):
        return replace(entry, action=replace(action, purse=fold_house_banked.NO_PURSE))
    if isinstance(action, entries.BankAnswered):
        refused, purses = (
            dict.fromkeys(action.refused, REFUSED),
            dict.fromkeys(action.purses, fold_house_banked.NO_PURSE),
        )
        return replace(entry, action=replace(action, refused=refused, purses=purses))
    return entry


def _start(table: Table) -> Any:
    """The game's state before the cards of a shoe. None for a match, which begins from its options."""
    return plain(table.match.state) if table.is_house else None


def _with_engine(opened: Entry, engine_name: str) -> Entry:
    replace = msgspec.structs.replace
    assert isinstance(opened.action, entries.Opened)
    order = replace(opened.action.order, game=engine_name)
    return replace(opened, action=replace(opened.action, order=order))


def _events(rules: api.AnyGame, folded: Sequence[Folded], began_at_ms: int) -> list[RecordedEvent]:
    events: list[RecordedEvent] = []
    hand = 1
    for before, entry, after in folded:
        made = _event(before, entry, after)
        if made is None:
            continue
        kind, seat, data = made
        hand = max(hand, _hand_of(rules, before, entry))
        t_ms = max(entry.at_ms - began_at_ms, 0)
        events.append(RecordedEvent(seq=len(events) + 1, t_ms=t_ms, hand=hand, seat=seat, kind=kind, data=data))
    return events


def _hand_of(rules: api.AnyGame, before: Table, entry: Entry) -> int:
    """The hand that a line belongs to: a draw names it, other lines belong to the current hand."""
    if isinstance(entry.action, entries.DrawnFor):
        return entry.action.hand
    state = before.match.state
    return rules.progress(state).hand if state is not None else 1


def _event(before: Table, entry: Entry, after: Table) -> tuple[str, int | None, dict[str, Any]] | None:
    """Kind, seat and data of a line's event in the recording; None: the line has none."""
    action = entry.action
    if before.phase != "playing" or isinstance(action, entries.PurseChanged):
        return None
    if isinstance(action, entries.DrawnFor):
        return "drawn", None, _draw_data(before.match.pending, action)
    if isinstance(action, entries.Moved):
        return "moved", entry.actor, {"move": action.move}
    if isinstance(action, entries.WindowElapsed):
        return "elapsed", None, {"number": action.number}
    if (of_house := _house_event(before, action)) is not None:
        return of_house
    told = event_of_table(action)
    if told is None or told.kind in _NOT_RECORDED:
        return None
    data = {key: value for key, value in told.data.items() if key != "seat"}
    if isinstance(action, entries.Departed):
        data["applied"] = after.match.state is not before.match.state
    elif after.match.state is not before.match.state:
        raise ValueError(f"{told.kind} changes a game's state, and a recording has no word for it")
    return told.kind, told.data.get("seat", entry.actor), data


def _house_event(before: Table, action: entries.AnyAction) -> tuple[str, int | None, dict[str, Any]] | None:
    """Events of a house-banked table's game apart from moves, draws and time."""
    if not before.is_house:
        return None
    if isinstance(action, entries.Sat):
        return "sat", action.seat, {"name": action.name, "account": action.account, "present": True}
    if isinstance(action, entries.Lost | entries.Returned):
        back = isinstance(action, entries.Returned)
        return ("returned" if back else "lost"), action.seat, {"present": back}
    if isinstance(action, entries.BankAnswered):
        return "banked", None, {"kind": action.kind, "refused": sorted(action.refused), "purses": sorted(action.purses)}
    if isinstance(action, entries.RoundCancelled):
        return "cancelled", None, {"shoe_damaged": action.shoe_damaged}
    return None


def _draw_data(pending: api.Next | None, action: entries.DrawnFor) -> dict[str, Any]:
    assert isinstance(pending, api.Draw)
    return {
        "purpose": action.purpose,
        "draw": pending.kind,
        "n": pending.n,
        "values": list(action.values),
        "position": action.position,
    }


def _hands(source: Source, rules: api.AnyGame, events: Sequence[RecordedEvent], last: Any) -> list[RecordedHand]:
    """Every hand that was begun; a match that ended before its first draw has none."""
    root = bytes.fromhex(source.root)
    scored = {hand.number: hand for hand in rules.progress(last).hands} if last is not None else {}
    return [
        RecordedHand(
            number=number,
            deal_key=deal_key(root, source.match, number),
            events=sum(event.hand == number for event in events),
            result=plain(scored[number]) if number in scored else None,
        )
        for number in sorted({event.hand for event in events})
    ]


class RecordingCache:
    """A cache of a few recordings by match; the one that was not requested for longest is dropped first."""

    def __init__(self, places: int) -> None:
        """`places`: how many recordings are cached."""
        self._places = places
        self._kept: OrderedDict[str, Recording] = OrderedDict()

    def get(self, match: str) -> Recording | None:
        """The recording of a match; None if it is not cached."""
        found = self._kept.get(match)
        if found is not None:
            self._kept.move_to_end(match)
        return found

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()

    def put(self, recording: Recording) -> None:
        """Cache a recording, unless the wallet's answer is still missing in it."""
        if recording.stake_chips and recording.payouts is None:
            return
        self._kept[recording.match] = recording
        self._kept.move_to_end(recording.match)
        while len(self._kept) > self._places:
            self._kept.popitem(last=False)

"""What computer players have seen of the running hand (RULES.md §9): the history that a game's computer player gets.

A table keeps the events of a hand for the seats that computers play, each as its seat saw it when it happened, and only
where the game's computer player uses them (`Game.bot_history`). What happened before a computer took a seat over, or
before this worker took the table over, is read from the journal when that seat decides for the first time
(`seen_before`).
"""

from collections import deque
from collections.abc import Iterable, Sequence

import msgspec

from games.api import AnyGame, GameEvent
from games.registry import game
from services.kernel.seats import Seat
from services.platform.process.json import encode, join_array
from services.platform.process.logs import get_logger
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Step
from services.tables.table.views import seen_in_game

log = get_logger(__name__)

EVENTS_MAX = 4_000
"""Events of one hand that are kept for a seat; the oldest go. The longest hands of cards have some hundreds."""

_events = msgspec.json.Decoder(tuple[GameEvent, ...])


class SeenEvent(msgspec.Struct, frozen=True):
    """An event as JSON, which is small and the same for a computer player in any process; `seq`: its entry."""

    seq: int
    event: bytes


class SeenBefore(msgspec.Struct, frozen=True):
    """What a seat had seen of the running hand up to the table's version `seq`, read from the journal."""

    table: str
    match: str
    seat: Seat
    seq: int
    events: tuple[SeenEvent, ...]


class SeenHand:
    """What the computer players of one table have seen of its running hand."""

    __slots__ = ("_began_seq", "_events", "_whole")

    def __init__(self) -> None:
        """Nothing is known of the hand that may be running."""
        self._began_seq = 0
        self._events: dict[Seat, deque[SeenEvent]] = {}
        self._whole: set[Seat] = set()
        """Seats of which the events are known from the beginning of the hand on."""

    def note(self, rules: AnyGame, steps: Iterable[Step]) -> None:
        """Steps were added to the table."""
        for step in steps:
            seats = computer_seats(step.after)
            if begins_hand(step):
                self._began_seq = step.entry.seq
                self._events = {}
                self._whole = set(seats)
            for seat in seats:
                _add(self._events.setdefault(seat, deque(maxlen=EVENTS_MAX)), rules, step, seat)

    def take(self, found: SeenBefore) -> None:
        """The journal was read: put what it had before what has happened since, if the same hand is running."""
        if found.seat in self._whole or self._began_seq > found.seq:
            return
        later = [each for each in self._events.get(found.seat, ()) if each.seq > found.seq]
        self._events[found.seat] = deque([*found.events, *later], maxlen=EVENTS_MAX)
        self._whole.add(found.seat)

    def of(self, seat: Seat) -> tuple[SeenEvent, ...] | None:
        """All that a seat has seen of the hand, oldest first; None: the beginning is missing."""
        return tuple(self._events.get(seat, ())) if seat in self._whole else None


def seen_before(steps: Iterable[Step], table: Table, seat: Seat) -> SeenBefore:
    """What a seat has seen of the running hand, from all steps of the match up to this table."""
    rules, found = game(table.game), deque[SeenEvent](maxlen=EVENTS_MAX)
    for step in steps:
        if begins_hand(step):
            found.clear()
        _add(found, rules, step, seat)
    return SeenBefore(table.id, table.match.id, seat, table.seq, tuple(found))


def history_of(seen: Sequence[SeenEvent]) -> tuple[GameEvent, ...]:
    """Seen events as a computer player gets them."""
    return _events.decode(join_array([each.event for each in seen]))


def computer_seats(table: Table) -> list[Seat]:
    """The seats that computers play."""
    if not table.order.practice and not table.match.departures:
        return []
    return [number for number, seat in enumerate(table.seats) if seat.is_bot]


def begins_hand(step: Step) -> bool:
    """Whether a new hand begins with this step: the match itself, or the first deal of a hand. A stock that is
    shuffled again belongs to the hand that it was dealt in."""
    action = step.entry.action
    if isinstance(action, entries.Begun):
        return True
    if not isinstance(action, entries.DrawnFor) or action.purpose != "deal":
        return False
    return f"{action.hand}|deal" not in step.before.match.streams


def _add(events: deque[SeenEvent], rules: AnyGame, step: Step, seat: Seat) -> None:
    event = seen_in_game(rules, step, seat)
    if event is not None:
        events.append(SeenEvent(step.entry.seq, encode(event)))

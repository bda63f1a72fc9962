"""Replays of recordings, move by move with all hands open, by the engine of their rules number (RULES.md §12)."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games import api, registry
from services.contracts.tables.recordings import MatchText, Position, RecordedEvent, Recording, Replay
from services.kernel.local_time import local_day
from services.kernel.refusal import Refusal
from services.tables.history.recordings import REFUSED, plain
from services.tables.table.fold_house_banked import NO_PURSE


class Moment(msgspec.Struct, frozen=True):
    """An event with the game's state before and after it."""

    event: RecordedEvent
    before: Any
    after: Any


class Player:
    """Replays one recording; made by `player`."""

    def __init__(self, recording: Recording, rules: api.AnyGame) -> None:
        """`rules`: the engine of the recording's rules number."""
        self.recording = recording
        self.rules = rules

    def start(self) -> Any:
        """The state before the first draw."""
        if self.recording.start is not None:
            return msgspec.convert(self.recording.start, self.rules.state_type, str_keys=True)
        return self.rules.start(msgspec.convert(self.recording.options, self.rules.options_type, str_keys=True))

    def moments(self) -> Iterator[Moment]:
        """Every event in order."""
        state, hand = self.start(), None
        for event in self.recording.events:
            before = state if event.hand == hand else self.begun(event.hand, state)
            state, hand = self._apply(before, event), event.hand
            yield Moment(event, before, state)

    def begun(self, hand: int, state: Any) -> Any:
        """The state in which a hand begins: the one before it, if it has none of its own."""
        start = next((each.start for each in self.recording.hands if each.number == hand), None)
        return state if start is None else msgspec.convert(start, self.rules.state_type, str_keys=True)

    def given(self) -> Iterator[api.Moment[Any, Any]]:
        """What the game was given, in order."""
        for moment in self.moments():
            action = action_of(self.rules, moment.event)
            if action is not None:
                yield api.Moment(moment.before, actor_of(moment.event), action, moment.after)

    def events_of(self, hand: int) -> int | None:
        """The number of events of a hand; None: there is no such hand."""
        return next((each.events for each in self.recording.hands if each.number == hand), None)

    def at(self, hand: int, position: int) -> tuple[Any, list[RecordedEvent]] | None:
        """The state after the first `position` events of a hand, and all events up to there; None: there is no such
        position."""
        events = self.events_of(hand)
        if events is None or position > events:
            return None
        state, passed, at = self.start(), [], 0
        for moment in self.moments():
            if moment.event.hand > hand or (moment.event.hand == hand and at == position):
                break
            at += moment.event.hand == hand
            state = moment.after
            passed.append(moment.event)
        return state if position else self.begun(hand, state), passed

    def shown(self, moment: Moment) -> api.GameEvent | None:
        """An event as a viewer who sees all hands receives it."""
        event = moment.event
        action = action_of(self.rules, event)
        if action is None:
            seat = {} if event.seat is None else {"seat": event.seat}
            return api.GameEvent(event.kind, seat | event.data)
        return self.rules.event(moment.before, actor_of(event), action, moment.after, "open")

    def _apply(self, state: Any, event: RecordedEvent) -> Any:
        action = action_of(self.rules, event)
        return state if action is None else self.rules.apply(state, actor_of(event), action)


def player(recording: Recording) -> Player | Refusal:
    """The player of a recording. Code: `rules_missing` if no engine here has its rules number."""
    name = registry.engine_name(recording.game, recording.rules)
    if name is None:
        return Refusal("rules_missing", {"game": recording.game, "rules": recording.rules})
    return Player(recording, registry.game(name))


def replay(recording: Recording, hand: int, first: int, limit: int) -> Replay | Refusal:
    """Positions of a hand from `first` on, at most `limit`. Codes: `position_unknown`, `rules_missing`."""
    found = player(recording)
    if isinstance(found, Refusal):
        return found
    events = found.events_of(hand)
    if events is None or first > events:
        return Refusal("position_unknown", {"events": events})
    state, moments = found.start(), []
    for moment in found.moments():
        if moment.event.hand == hand:
            moments.append(moment)
        elif moment.event.hand < hand:
            state = moment.after
    state = found.begun(hand, state)
    start = Moment(_NOTHING, state, state)
    chosen = [start, *moments][first : first + limit]
    positions = [_position(found, first + at, moment) for at, moment in enumerate(chosen)]
    return Replay(hand=hand, events=events, positions=positions)


def write_text(recording: Recording) -> MatchText | Refusal:
    """The match as other programs of its game read it. Codes: `text_unavailable`, `rules_missing`."""
    found = player(recording)
    if isinstance(found, Refusal):
        return found
    form = found.rules.text
    names = tuple(seat.name if seat.account else _COMPUTER for seat in recording.seats)
    head = api.MatchHead(recording.match, local_day("UTC", recording.started_at_ms).isoformat(), names)
    text = None if form is None else form.write(head, list(found.given()))
    if form is None or text is None:
        return Refusal("text_unavailable")
    return MatchText(recording.match, f"kafeneio-{recording.game}-{recording.match}.{form.ending}", text)


def result_of(recording: Recording) -> api.Result | None:
    """The result after replaying every event; None: the match did not end by the rules of its game."""
    found = player(recording)
    if isinstance(found, Refusal):
        return None
    state = found.start()
    for moment in found.moments():
        state = moment.after
    waits = found.rules.next(state)
    return waits.result if isinstance(waits, api.Over) else None


_COMPUTER = "Computer"
"""What a computer player is called in a text for other programs."""
_NOTHING = RecordedEvent(seq=0, t_ms=0, hand=0, seat=None, kind="", data={})
"""What position 0 has instead of an event."""


def _position(found: Player, number: int, moment: Moment) -> Position:
    rules, state, event = found.rules, moment.after, moment.event
    shown = found.shown(moment) if number else None
    waits = rules.next(state)
    return Position(
        position=number,
        t_ms=event.t_ms,
        seat=event.seat,
        kind=shown.kind if shown else None,
        data=plain(shown.data) if shown else None,
        due=[due.seat for due in waits.due] if isinstance(waits, api.Decide) else [],
        points=list(rules.progress(state).points),
        view=plain(rules.view(state, "open")),
    )


def actor_of(event: RecordedEvent) -> int | None:
    """The seat that has moved; None for everything else."""
    return event.seat if event.kind == "moved" else None


def action_of(rules: api.AnyGame, event: RecordedEvent) -> Any:
    """An event as the game's `apply` takes it; None: the game does not get it."""
    read = _ACTIONS.get(event.kind)
    return None if read is None else read(rules, event)


def _left(_rules: api.AnyGame, event: RecordedEvent) -> api.Left | None:
    return api.Left(event.seat) if event.data["applied"] and event.seat is not None else None


def _guest(_rules: api.AnyGame, event: RecordedEvent) -> api.Guest | None:
    """Lost and returned guests of a house-banked table, which its game has to know; purses are never recorded."""
    if "present" not in event.data or event.seat is None:
        return None
    return api.Guest(event.seat, event.data["present"], NO_PURSE)


def _banked(_rules: api.AnyGame, event: RecordedEvent) -> api.Banked:
    refused = {int(seat): REFUSED for seat in event.data["refused"]}
    return api.Banked(refused, {int(seat): NO_PURSE for seat in event.data["purses"]})


_ACTIONS: dict[str, Callable[[api.AnyGame, RecordedEvent], Any]] = {
    "moved": lambda rules, event: rules.parse(event.data["move"]),
    "drawn": lambda _rules, event: api.Drawn(tuple(event.data["values"])),
    "elapsed": lambda _rules, event: api.Elapsed(event.data["number"]),
    "departed": _left,
    "sat": _guest,
    "lost": _guest,
    "returned": _guest,
    "banked": _banked,
    "cancelled": lambda _rules, event: api.Cancelled(event.data["shoe_damaged"]),
}

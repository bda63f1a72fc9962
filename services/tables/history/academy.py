"""The Academy: one person continues a hand of a recording from any position, for all seats (RULES.md §13).

Nothing is stored between two requests: a study is a recording, a hand, a position and steps, so undoing means sending
fewer steps. Chance continues in the fair streams of the match, from their position at that moment: draws of the
recording are drawn again, and later ones are those that would have come.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games import api
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import (
    STEP_BYTES_MAX,
    DiceStep,
    HandEnd,
    MoveStep,
    RecordedHand,
    Recording,
    Step,
    Study,
    Told,
    Visible,
)
from services.kernel.refusal import Refusal
from services.tables.history.recordings import plain
from services.tables.history.replay import Player, action_of, actor_of, player
from services.tables.table.draws import stream_key, take

_WAITS_MAX = 1_000
"""More consecutive draws and pauses than any game has between two decisions."""


def study(recording: Recording, hand: int, position: int, steps: Sequence[Step]) -> Study | Refusal:
    """The hand after the steps. Codes: `rules_missing`, `fork_position`, `hand_over`, `dice_not_due`, `dice_invalid`,
    `wait_not_due`, `step_too_long` and those of the game; the detail names the step that was refused."""
    branch = _carried_out(recording, hand, position, steps)
    return branch if isinstance(branch, Refusal) else branch.shown(position)


def study_position(rules: api.AnyGame, state: Any, name: str, seats: int, steps: Sequence[Step]) -> Study | Refusal:
    """A position of no recording after the steps, with chance that follows from its name. Codes: those of `study` but
    for `fork_position`."""
    hand = rules.progress(state).hand
    branch = _Branch(Player(_without_past(rules, name, hand, seats), rules), hand, state, {}, steps)
    return branch.run() or branch.shown(0)


def _without_past(rules: api.AnyGame, name: str, hand: int, seats: int) -> Recording:
    """What a study needs of a recording, for a position of which nothing else is known."""
    return Recording(
        format=1,
        match=name,
        number=1,
        game=rules.id,
        rules=rules.rules,
        options={},
        stake_chips=0,
        practice=True,
        table="",
        name="",
        seats=[SeatPlayer(name="") for _ in range(seats)],
        sides=[],
        started_at_ms=0,
        ended_at_ms=0,
        commit="",
        root=hashlib.sha256(f"problem|{name}".encode()).hexdigest(),
        seeds=["0" * 32] * seats,
        hands=[RecordedHand(number=hand, deal_key="", events=0, result=None)],
        events=[],
        outcome="",
        result={},
        payouts=None,
        rake_chips=None,
    )


class Passed(NamedTuple):
    """Something that the game was given, with the states around it."""

    before: Any
    actor: int | None
    action: Any
    after: Any


class Fork(NamedTuple):
    """Where a study stands: its engine and state, and what has passed in its hand."""

    rules: api.AnyGame
    state: Any
    passed: list[Passed]


def forked(recording: Recording, hand: int, position: int, steps: Sequence[Step]) -> Fork | Refusal:
    """The hand after the steps, for who asks the computer. Codes: those of `study`; `hand_over`."""
    branch = _carried_out(recording, hand, position, steps)
    if isinstance(branch, Refusal):
        return branch
    return Refusal("hand_over") if branch.is_over() else branch.fork(position)


def _carried_out(recording: Recording, hand: int, position: int, steps: Sequence[Step]) -> "_Branch | Refusal":
    found = player(recording)
    if isinstance(found, Refusal):
        return found
    fork = found.at(hand, position)
    if fork is None:
        return Refusal("fork_position", {"events": found.events_of(hand)})
    state, passed = fork
    streams = {f"{event.hand}|{event.data['purpose']}": event.data["position"] for event in passed if _is_draw(event)}
    branch = _Branch(found, hand, state, streams, steps)
    return branch.run() or branch


def _is_draw(event: Any) -> bool:
    return bool(event.kind == "drawn")


class _Branch:
    """A study that is being carried out: the game's state and the index of the next step."""

    def __init__(self, found: Player, hand: int, state: Any, streams: dict[str, int], steps: Sequence[Step]) -> None:
        self._found = found
        self._recording = found.recording
        self._rules = found.rules
        self._seats = range(len(found.recording.seats))
        self._hand = hand
        self._state = state
        self._streams = streams
        self._steps = steps
        self._next = 0
        self._told: list[Told] = []
        self._passed: list[Passed] = []
        self._rolled: list[int] | None = None

    def run(self) -> Refusal | None:
        """Carry out all steps; returns the refusal of the first that is not allowed."""
        refusal = self._advance()
        while refusal is None and self._next < len(self._steps):
            self._told, self._rolled = [], None
            refusal = self._step(self._steps[self._next])
            if refusal is None:
                self._next += 1
                refusal = self._advance()
        if refusal is None:
            return None
        return Refusal(refusal.error, {"step": self._next, "detail": refusal.detail})

    # --- steps ---

    def _step(self, step: Step) -> Refusal | None:
        if self.is_over():
            return Refusal("hand_over")
        if len(msgspec.json.encode(step)) > STEP_BYTES_MAX:
            return Refusal("step_too_long", {"bytes_max": STEP_BYTES_MAX})
        if isinstance(step, MoveStep):
            return self._move(step)
        if isinstance(step, DiceStep):
            return Refusal("dice_not_due")  # dice that are due have been used where the game asked for them
        waits = self._rules.next(self._state)
        if not isinstance(waits, api.Wait):
            return Refusal("wait_not_due")
        self._apply(None, api.Elapsed(waits.number))
        return None

    def _move(self, step: MoveStep) -> Refusal | None:
        move = self._rules.parse(step.move)
        if isinstance(move, api.Leave):
            return Refusal("illegal_move")
        if step.seat not in self._seats:
            return Refusal("not_your_turn")
        refusal = self._rules.check(self._state, step.seat, move)
        if refusal is None:
            self._apply(step.seat, move)
        return refusal

    # --- what goes by itself ---

    def _advance(self) -> Refusal | None:
        """Draw, and skip pauses in which nobody may act, until a decision is due or the hand is over."""
        for _ in range(_WAITS_MAX):
            if self.is_over():
                return None
            waits = self._rules.next(self._state)
            if isinstance(waits, api.Draw):
                refusal = self._draw(waits)
                if refusal is not None:
                    return refusal
            elif isinstance(waits, api.Wait) and not waits.may:
                self._apply(None, api.Elapsed(waits.number))
            else:
                return None
        raise RuntimeError(f"{self._rules.id} does not come to a decision")

    def _draw(self, draw: api.Draw) -> Refusal | None:
        """Draw from the stream. Dice that are set by hand replace the roll, which the stream still makes."""
        recording, key = self._recording, stream_key(draw)
        position = self._streams.get(key, 0)
        values, self._streams[key] = take(recording.root, recording.match, recording.seeds, draw, position)
        step = self._steps[self._next] if self._next < len(self._steps) else None
        if draw.kind == "dice" and isinstance(step, DiceStep):
            if len(step.values) != draw.n or not all(1 <= value <= 6 for value in step.values):
                return Refusal("dice_invalid", {"dice": draw.n})
            values = tuple(step.values)
            self._next += 1
        elif draw.kind == "dice" and self._rolled is None:
            self._rolled = list(values)
        self._apply(None, api.Drawn(values))
        return None

    def _apply(self, actor: int | None, action: Any) -> None:
        before, self._state = self._state, self._rules.apply(self._state, actor, action)
        self._passed.append(Passed(before, actor, action, self._state))
        told = self._rules.event(before, actor, action, self._state, "open")
        if told is not None:
            self._told.append(Told(kind=told.kind, data=plain(told.data)))

    def is_over(self) -> bool:
        """Whether the hand has ended."""
        progress = self._rules.progress(self._state)
        scored = any(hand.number == self._hand for hand in progress.hands)
        return scored or progress.hand > self._hand or isinstance(self._rules.next(self._state), api.Over)

    # --- what is shown ---

    def fork(self, position: int) -> Fork:
        """Where the study stands, with what was recorded of the hand and what has come since."""
        moments = [each for each in self._found.moments() if each.event.hand == self._hand][:position]
        actions = [(each, action_of(self._rules, each.event)) for each in moments]
        recorded = [
            Passed(each.before, actor_of(each.event), action, each.after)
            for each, action in actions
            if action is not None
        ]
        return Fork(self._rules, self._state, [*recorded, *self._passed])

    def shown(self, position: int) -> Study:
        """The current table: the view of each seat that may act, and the result of the hand if it is over."""
        over = self.is_over()
        waits = self._rules.next(self._state)
        return Study(
            match=self._recording.match,
            hand=self._hand,
            position=position,
            steps=self._next,
            view=plain(self._rules.view(self._state, "open")),
            sights=[] if over else self._sights(waits),
            told=self._told,
            rolled=self._rolled,
            pausing=not over and isinstance(waits, api.Wait),
            over=over,
            original=self._original(),
            simulated=self._simulated(waits) if over else None,
        )

    def _sights(self, waits: api.Next) -> list[Visible]:
        """The seats that have to decide, followed by those that may act and have a legal move."""
        owed = {due.seat: due.number for due in waits.due} if isinstance(waits, api.Decide) else {}
        may = waits.may - owed.keys() if isinstance(waits, api.Decide | api.Wait) else frozenset()
        able = [seat for seat in sorted(may) if any(True for _ in self._rules.legal(self._state, seat))]
        seats = [*owed, *able]
        return [
            Visible(seat=seat, number=owed.get(seat), view=plain(self._rules.view(self._state, seat))) for seat in seats
        ]

    def _original(self) -> HandEnd:
        hands = self._recording.hands
        scored = next((each.result for each in hands if each.number == self._hand), None)
        return HandEnd(hand=scored, result=self._recording.result if hands[-1].number == self._hand else None)

    def _simulated(self, waits: api.Next) -> HandEnd:
        hands = self._rules.progress(self._state).hands
        scored = next((hand for hand in hands if hand.number == self._hand), None)
        return HandEnd(
            hand=plain(scored) if scored is not None else None,
            result=plain(waits.result) if isinstance(waits, api.Over) else None,
        )

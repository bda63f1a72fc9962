"""Every registered game can be recorded, replayed play by play, and played on in the Academy
(services/tables/RULES.md §12, §13)."""

from typing import Any

import pytest

from services.contracts.recordings import MoveStep, RecordedEvent, RecordedHand, Recording, Study, WaitStep
from services.contracts.tables import SeatPlayer
from services.kernel.fair import NO_SEED, commitment, deal_key
from services.tables import academy, replay
from services.tables.chance import stream_key, take
from services.tables.games import api, registry
from services.tables.recordings import plain
from tests.games import playing

ROOT = bytes(range(32))
MATCH = "00000000-0000-4000-8000-000000000001"
EVENTS_MAX = 400
"""A long match is recorded up to here."""

RECORDED = [each for each in registry.games() if not each.house_banked]


class Recorder:
    """Plays a match by the fair stream, seats choosing by themselves, and notes it as a table does."""

    def __init__(self, case: playing.Case) -> None:
        self.case = case
        self.state = case.start()
        self.events: list[RecordedEvent] = []
        self._streams: dict[str, int] = {}
        self._chance = playing.Chance(case.game.id, "records")
        self._seeds = [NO_SEED] * len(case.seats())

    def play(self) -> Recording:
        while len(self.events) < EVENTS_MAX and self._once():
            pass
        return self._recording()

    def _once(self) -> bool:
        rules = self.case.game
        waits = rules.next(self.state)
        if isinstance(waits, api.Draw):
            values, position = take(ROOT.hex(), MATCH, self._seeds, waits, self._streams.get(stream_key(waits), 0))
            self._streams[stream_key(waits)] = position
            data = {"purpose": waits.purpose, "draw": waits.kind, "n": waits.n, "values": list(values)}
            self._note("drawn", None, data | {"position": position}, api.Drawn(values), waits.hand)
        elif isinstance(waits, api.Wait):
            self._note("elapsed", None, {"number": waits.number}, api.Elapsed(waits.number))
        elif isinstance(waits, api.Decide) and waits.due:
            seat = waits.due[0].seat
            move = playing.any_legal(self.case, self.state, seat, self._chance)
            self._note("moved", seat, {"move": rules.write(move)}, move)
        else:
            return False
        return True

    def _note(self, kind: str, seat: int | None, data: dict[str, Any], action: Any, hand: int = 0) -> None:
        hand = max(hand or self.case.game.progress(self.state).hand, self.events[-1].hand if self.events else 1)
        self.state = self.case.game.apply(self.state, seat, action)
        seq = len(self.events) + 1
        self.events.append(RecordedEvent(seq=seq, t_ms=seq, hand=hand, seat=seat, kind=kind, data=data))

    def _recording(self) -> Recording:
        game = self.case.game
        scored = {hand.number: plain(hand) for hand in game.progress(self.state).hands}
        hands = [
            RecordedHand(
                number=number,
                deal_key=deal_key(ROOT, MATCH, number),
                events=sum(event.hand == number for event in self.events),
                result=scored.get(number),
            )
            for number in sorted({event.hand for event in self.events})
        ]
        return Recording(
            format=1, match=MATCH, number=1, game=game.id, rules=game.rules, options=plain(self.case.chosen()),
            stake_chips=0, practice=False, table="t", name="Table",
            seats=[SeatPlayer(name=f"p{seat}", account=f"a{seat}") for seat in self.case.seats()],
            sides=[list(side) for side in game.sides(self.case.chosen())], started_at_ms=0, ended_at_ms=1,
            commit=commitment(ROOT), root=ROOT.hex(), seeds=self._seeds, hands=hands, events=self.events,
            outcome="won", result={}, payouts=None, rake_chips=None,
        )  # fmt: skip


@pytest.fixture(scope="module", params=RECORDED, ids=lambda game: game.id)
def recorded(request: pytest.FixtureRequest) -> tuple[Recorder, Recording]:
    recorder = Recorder(playing.cases_of(request.param)[0])
    return recorder, recorder.play()


def test_every_position_can_be_shown_with_all_hands_open(recorded: tuple[Recorder, Recording]) -> None:
    recorder, recording = recorded
    last = None
    for hand in recording.hands:
        found = replay.replay(recording, hand.number, 0, EVENTS_MAX + 1)
        assert isinstance(found, replay.Replay)
        assert [each.position for each in found.positions] == list(range(hand.events + 1))
        assert all(isinstance(each.view, dict) for each in found.positions)
        assert last is None or found.positions[0].view == last.view
        last = found.positions[-1]
    assert last is not None
    assert last.view == plain(recorder.case.game.view(recorder.state, "open"))


def test_a_hand_played_on_from_anywhere_with_its_own_moves_ends_as_it_did(
    recorded: tuple[Recorder, Recording],
) -> None:
    _, recording = recorded
    for hand in (each for each in recording.hands if each.result is not None):
        events = [event for event in recording.events if event.hand == hand.number]
        for position in sorted({0, 1, len(events) // 2, len(events) - 1}):
            assert _played_on(recording, hand.number, position, events[position:]).simulated.hand == hand.result


def _played_on(recording: Recording, hand: int, position: int, rest: list[RecordedEvent]) -> Study:
    """The study after the original moves, with a `wait` wherever the game lets somebody act in a pause."""
    steps: list[Any] = [
        MoveStep(seat=event.seat or 0, move=event.data["move"]) for event in rest if event.kind == "moved"
    ]
    for _ in rest:
        found = academy.study(recording, hand, position, steps)
        if isinstance(found, Study) and not found.pausing:
            return found
        at = len(steps) if isinstance(found, Study) else found.detail["step"]
        steps.insert(at, WaitStep())
    raise AssertionError(f"hand {hand} from {position} does not end: {found}")

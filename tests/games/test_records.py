"""Every registered game can be recorded, replayed play by play, and played on in the Academy
(services/tables/RULES.md §12, §13)."""

from typing import Any

import pytest

from games import registry
from services.contracts.tables.recordings import MoveStep, RecordedEvent, Recording, Study, WaitStep
from services.tables.history import academy, replay
from services.tables.history.recordings import plain
from tests.games import seeded_matches
from tests.games.recorder import EVENTS_MAX, Recorder

RECORDED = [each for each in registry.games() if not each.house_banked]


@pytest.fixture(scope="module", params=RECORDED, ids=lambda game: game.id)
def recorded(request: pytest.FixtureRequest) -> tuple[Recorder, Recording]:
    recorder = Recorder(seeded_matches.cases_of(request.param)[0])
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

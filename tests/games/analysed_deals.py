"""What analyses of games with hidden hands promise, tried with computations that know nothing: services/tables/RULES.md
§19."""

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games import api, deal_analysis, registry
from games.api import GameEvent
from games.appraisal import Appraisal, Played
from games.deal_analysis import Dealt
from services.contracts.tables.analysis import MatchReport
from services.contracts.tables.recordings import Recording
from services.tables.analysis.report import played, report
from services.tables.history.replay import player


class Listening:
    """Computations that note what they are given. A move's worth is made of its text."""

    def __init__(self, game: str, dealt: Dealt) -> None:
        self.rules = registry.game(game)
        self.asked: list[tuple[Any, tuple[GameEvent, ...]]] = []
        self.dealt = dealt._replace(search=self.search, luck=self.luck)

    def search(self, view: Any, seen: Sequence[GameEvent], seed: int) -> list[tuple[Any, float]]:
        """Every legal move that the view's hand shows."""
        self.asked.append((view, tuple(seen)))
        moves = [move for move in self.moves if self.may(view, move)]
        return [(move, zlib.crc32(repr((seed, move)).encode()) % 100 / 10) for move in moves]

    def luck(self, _deal: Played, seed: int) -> float:
        """Some points."""
        return float(seed % 7 - 3)

    moves: tuple[Any, ...] = ()

    def may(self, view: Any, move: Any) -> bool:
        """Whether the seat may make the move, by its view."""
        raise NotImplementedError


def appraise(recording: Recording, listening: Listening) -> Appraisal:
    """A match, judged."""
    found = player(recording)
    dealt = listening.dealt._replace(seats=len(recording.seats))
    return deal_analysis.appraise(dealt, tuple(played(found)), lambda _part: None)  # type: ignore[arg-type]


def reported(recording: Recording, listening: Listening) -> MatchReport:
    """Its report."""
    assert listening.rules.analysis is not None
    return report(recording, listening.rules, listening.rules.analysis, appraise(recording, listening))


def assert_promises(recording: Recording, listening: Listening) -> None:
    """All that holds of every report."""
    found = reported(recording, listening)
    assert found.decisions and found.luck and found.curve
    for each in found.decisions:
        assert each.options >= 2 and each.loss >= 0 and len(each.best) <= 3
        assert each.best[0].value >= each.value and each.loss == pytest.approx(
            each.best[0].value - each.value, abs=1e-4
        )
    for side in found.sides:
        assert side.result == pytest.approx(side.luck + side.skill + side.conceded, abs=1e-3)
    assert found.sides[0].result == -found.sides[1].result
    assert found.curve[-1].chance == (1.0 if 0 in recording.result["winners"] else 0.0)
    assert all(0 <= point.chance <= 1 for point in found.curve)
    assert msgspec.json.encode(reported(recording, listening)) == msgspec.json.encode(found)


def assert_seats_are_asked_by_what_they_saw(recording: Recording, listening: Listening) -> None:
    """Each with its own view, and with the events of the hand as it saw them, from the deal on and no further."""
    appraise(recording, listening)
    rules, events = listening.rules, tuple(played(player(recording)))  # type: ignore[arg-type]
    asked = iter(listening.asked)
    for number, event in enumerate(events):
        if event.actor is None:
            continue
        view, seen = next(asked)
        assert view == rules.view(event.before, event.actor)
        hand = [each for each in events[:number] if each.hand == event.hand]
        own = [_event(rules, each, event.actor) for each in hand]
        assert list(seen) == [each for each in own if each is not None]
    assert next(asked, None) is None


def _event(rules: api.AnyGame, each: Played, seat: int) -> GameEvent | None:
    return rules.event(each.before, each.actor, each.action, each.after, seat)

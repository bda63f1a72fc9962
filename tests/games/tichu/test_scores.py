"""Hands and matches as they are scored (games/tichu/RULES.md §13, §14)."""

from typing import Any

import pytest

from games.tichu.scoring import Pile, match_end, pile_of, score_hand
from tests import conformance
from tests.games.tichu.hands import cards

EVEN = (1500, 1500, 1500, 1500)
FIRST: Any = ((0, 1, 2), (30, 20, -25, 40), 35)
EXAMPLES = [
    (*FIRST, {}, (80, 20), (80, 20)),
    (*FIRST, {1: "tichu", 0: "grand"}, (280, -80), (80, 20)),
    ((3, 0, 2), (10, 25, 5, 45), 15, {}, (30, 70), (30, 70)),
    ((2, 0), (0, 0, 0, 0), 0, {0: "grand"}, (0, 0), None),
    ((2, 0), (0, 0, 0, 0), 0, {0: "grand", 2: "tichu"}, (100, 0), None),
    ((3, 0, 1), (0, 30, 20, 50), 0, {0: "grand", 3: "tichu"}, (-200, 200), (0, 100)),
]


@pytest.mark.parametrize(("out", "piles", "left", "calls", "points", "card_points"), EXAMPLES)
def test_the_worked_examples(out: Any, piles: Any, left: int, calls: Any, points: Any, card_points: Any) -> None:
    found = score_hand(out, tuple(map(Pile, piles)), Pile(left), [calls.get(seat) for seat in range(4)])
    assert (found.points, found.card_points) == (points, card_points)
    assert tuple(sum(line.points for line in found.lines if line.team == team) for team in (0, 1)) == points
    told = conformance.calculations("tichu")["score_hand"](
        out=list(out), piles=list(piles), last_hand=left, calls={str(seat): call for seat, call in calls.items()}
    )
    expected: dict[str, Any] = {"hand_score": list(points), "double_victory": card_points is None}
    assert told == expected | ({} if card_points is None else {"card_points": list(card_points)})


def test_the_first_example_in_cards() -> None:
    left, dragon = cards("Kj Tj Ks 5j"), cards("DRG Kp 5s")
    piles = (cards("Ts Kt Tp"), cards("Tt 5p 5t"), cards("PHX 2j"), dragon)
    found = score_hand((0, 1, 2), tuple(map(pile_of, piles)), pile_of(left), (None,) * 4)
    assert found.points == (80, 20)
    assert [(line.item, line.seat, line.team, line.points) for line in found.lines] == [
        ("pile", 0, 0, 30),
        ("pile", 1, 1, 20),
        ("pile", 2, 0, -25),
        ("last_pile", 3, 0, 40),
        ("last_hand", 3, 0, 35),
    ]
    assert found.lines[3].cards == ("5s", "Kp", "DRG")


def test_a_team_may_have_fewer_than_no_points() -> None:
    everything = score_hand((0, 2, 1)[::-1], (Pile(0), Pile(-25), Pile(125), Pile(0)), Pile(0), (None,) * 4)
    assert everything.points == (125, -25)


def test_the_deck_is_worth_a_hundred() -> None:
    assert pile_of((1 << 56) - 1).points == 100


@pytest.mark.parametrize(
    ("totals", "target", "ratings", "expected"),
    [
        ((990, 980), 1000, EVEN, None),
        ((1000, 980), 1000, EVEN, (0, "score", 1.0)),
        ((1010, 1080), 1000, EVEN, (1, "score", 1.0)),
        ((-200, 250), 250, EVEN, (1, "score", 1.0)),
        ((1000, 1000), 1000, EVEN, None),
        ((1000, 1000), 1000, (1600, 1500, 1500, 1500), (1, "rating_tiebreak", 0.5)),
        ((1000, 1000), 1000, (1400, 1500, 1500, 1500), (0, "rating_tiebreak", 0.5)),
        ((990, 990), 1000, (1400, 1500, 1500, 1500), None),
    ],
)
def test_when_a_match_is_over(totals: Any, target: int, ratings: Any, expected: Any) -> None:
    assert match_end(totals, target, ratings) == expected
    told = conformance.calculations("tichu")["match_end"](totals=list(totals), target=target, ratings=list(ratings))
    if expected is None:
        assert told == {"over": False}
    else:
        assert told == dict(zip(("over", "winner", "reason", "rating_factor"), (True, *expected), strict=True))

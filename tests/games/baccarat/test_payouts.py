"""What rounds pay (games/baccarat/RULES.md §8, §9)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.baccarat import chances
from games.baccarat.payouts import BOXES, Decided, credited, odds
from tests.games.baccarat.tables import VARIANTS, paid

SIX_WITH_THREE = "Kc 2h Qd As 4h 3c"
SIX_WITH_TWO = "Kc 6d Qc Kd 4h 2s"
SEVEN = "6c 2d Kc 3d 2h 2s"
PLAYER_WINS = "9c 8d Kc Kd 2c 2d"
TIE_WITH_TWOS = "2c 2d 2h 3d As Kc"


@pytest.mark.parametrize(
    ("variant", "stakes", "cards", "chips"),
    [
        ("commission", {"banker": 300}, SEVEN, 585),
        ("commission", {"banker": 300}, SIX_WITH_TWO, 585),
        ("commission", {"banker": 333}, SEVEN, 649),
        ("no_commission", {"banker": 333}, SIX_WITH_TWO, 499),
        ("no_commission", {"banker": 333}, SIX_WITH_THREE, 499),
        ("no_commission", {"banker": 333}, SEVEN, 666),
        ("fortune_six", {"banker": 333}, SEVEN, 666),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, SIX_WITH_THREE, 1350),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, SIX_WITH_TWO, 950),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, SEVEN, 400),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, TIE_WITH_TWOS, 200),
        *((each, {"player": 200, "tie": 50, "player_pair": 20}, TIE_WITH_TWOS, 890) for each in VARIANTS),
        *((each, {"player": 200, "banker": 200}, PLAYER_WINS, 400) for each in VARIANTS),
        *((each, {"tie": 200, "banker_pair": 200}, PLAYER_WINS, 0) for each in VARIANTS),
    ],
)
def test_the_bank_pays_the_examples(variant: str, stakes: Any, cards: str, chips: int) -> None:
    assert paid(cards, variant, stakes) == chips


def kinds() -> list[tuple[chances.Kind, int]]:
    return sorted(chances.every_kind(8).items())


def decided(kind: chances.Kind, pair: bool = False) -> Decided:
    """A kind of round as bets see it."""
    player, banker = kind.totals
    winner = "player" if player > banker else "banker" if banker > player else "tie"
    six = kind.cards[1] if winner == "banker" and banker == 6 else None
    return Decided(winner, (pair, pair), six)


def expected(variant: Any, box: str) -> tuple[Fraction, Fraction]:
    """Per chip laid on a box of a fresh shoe: in all rounds, and in those without a tie."""
    total = tied = 0
    won = Fraction(0)
    for kind, ways in kinds():
        at = odds(variant, box, decided(kind))
        won += ways * (Fraction(at.num, at.den) if at else -1)
        total += ways
        tied += ways if kind.totals[0] == kind.totals[1] else 0
    return won / total, won / (total - tied)


@pytest.mark.parametrize(
    ("variant", "box", "per_chip", "per_decided"),
    [
        ("commission", "player", -0.012351, -0.013650),
        ("commission", "banker", -0.010579, -0.011692),
        ("no_commission", "banker", -0.014581, -0.016114),
        ("fortune_six", "banker", -0.014581, -0.016114),
        ("fortune_six", "player", -0.012351, -0.013650),
        ("commission", "tie", -0.143596, None),
        ("fortune_six", "fortune_six", -0.166836, None),
    ],
)
def test_the_edge_of_each_bet_is_exactly_the_one_in_the_rules(
    variant: str, box: str, per_chip: float, per_decided: float | None
) -> None:
    in_all, in_decided = expected(variant, box)
    assert round(float(in_all), 6) == per_chip
    assert per_decided is None or round(float(in_decided), 6) == per_decided


def test_the_edge_of_a_pair_is_exactly_the_one_in_the_rules() -> None:
    chance = Fraction(31, 415)
    found = odds("commission", "player_pair", Decided("tie", (True, False), None))
    assert found is not None
    assert round(float(chance), 6) == 0.074699
    assert round(float(chance * found.num - (1 - chance)), 6) == -0.103614


DECIDED = st.builds(
    lambda winner, pairs, six: Decided(winner, pairs, six if winner == "banker" else None),
    st.sampled_from(["player", "banker", "tie"]),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from([None, 2, 3]),
)
STAKES = st.dictionaries(st.sampled_from(BOXES["fortune_six"]), st.integers(1, 100_000))


@pytest.mark.parametrize("variant", VARIANTS)
@given(stakes=STAKES, found=DECIDED)
@settings(max_examples=60, deadline=None)
def test_a_box_pays_all_or_its_stake_or_nothing_and_never_a_fraction(variant: Any, stakes: Any, found: Decided) -> None:
    stakes = {box: chips for box, chips in stakes.items() if box in BOXES[variant]}
    back = credited(variant, stakes, found)
    assert back.keys() == stakes.keys()
    for box, chips in stakes.items():
        at = odds(variant, box, found)
        assert type(back[box]) is int
        exact = chips + Fraction(chips * at.num, at.den) if at else Fraction(0)
        assert exact - 1 < back[box] <= exact
    assert (found.winner == "tie") == ("tie" in [box for box in ("tie",) if odds(variant, box, found)])


@pytest.mark.parametrize("variant", VARIANTS)
@given(stakes=STAKES)
@settings(max_examples=30, deadline=None)
def test_a_dummy_hand_gives_every_stake_back(variant: Any, stakes: Any) -> None:
    assert credited(variant, stakes, None) == stakes


@pytest.mark.parametrize("variant", VARIANTS)
def test_against_each_other_the_main_boxes_never_win_and_a_tie_returns_both(variant: Any) -> None:
    for kind, _ in kinds():
        back = sum(credited(variant, {"player": 1000, "banker": 1000}, decided(kind)).values())
        assert back <= 2000
        assert (back == 2000) >= (kind.totals[0] == kind.totals[1])

"""What a match of pilotta means to chips when computers play on for those who left (RULES.md §12)."""

import pytest

from games.registry import table_defaults
from services.wallet.stakes.settlement import Ending, Settlement, Terms, settle
from tests.games.pilotta.tables import game

STAKE = 1_000
BACK = [STAKE] * 4


def settled(variant: str, winners: tuple[int, ...] | str, departed: tuple[int, ...]) -> Settlement:
    """A match of this variant, S 1000, as pilotta's leave policy settles it."""
    sides = game.sides(game.options({"variant": variant}, {}))
    found = settle(Terms(table_defaults("pilotta").leave, STAKE, sides), Ending(winners, departed, bool(departed)))  # type: ignore[arg-type]
    assert isinstance(found, Settlement)
    assert sum(found.payouts.values()) + found.rake_chips == STAKE * sum(map(len, sides))
    return found


@pytest.mark.parametrize(
    ("departed", "payouts", "outcome"),
    [
        ((0, 1, 2, 3), BACK, "void"),
        ((0, 2), BACK, "void"),
        ((0, 2, 1), BACK, "void"),
        ((0,), [1000, 0, 3000, 0], "won"),
        ((2, 3), [3000, 0, 1000, 0], "won"),
        ((0, 1, 3), [1000, 0, 3000, 0], "won"),
        ((1,), [2000, 0, 2000, 0], "won"),
        ((3, 1), [2000, 0, 2000, 0], "won"),
    ],
    ids=[
        "clause 1: everybody has gone",
        "clause 2: both winners",
        "clause 2: both winners and a loser",
        "clause 4: a winner",
        "clauses 3 and 4: a winner and a loser",
        "clauses 3 and 4: one winner is left",
        "clause 3: a loser",
        "clause 3: both losers",
    ],
)
def test_the_clauses_when_seats_0_and_2_win(departed: tuple[int, ...], payouts: list[int], outcome: str) -> None:
    for variant in ("palatisti", "classic"):
        found = settled(variant, (0, 2), departed)
        assert (list(found.payouts.values()), found.rake_chips, found.outcome) == (payouts, 0, outcome)


def test_without_departures_the_winners_gains_are_reduced_by_the_rake() -> None:
    found = settled("palatisti", (1, 3), ())
    assert (list(found.payouts.values()), found.rake_chips) == ([0, 1700, 0, 1700], 600)


@pytest.mark.parametrize(
    ("winner", "departed", "payouts", "outcome"),
    [
        (0, (0,), [1000, 1000], "void"),
        (0, (1,), [2000, 0], "won"),
        (1, (0,), [0, 2000], "won"),
        (1, (0, 1), [1000, 1000], "void"),
    ],
)
def test_a_match_of_two_won_by_a_computer_is_void(
    winner: int, departed: tuple[int, ...], payouts: list[int], outcome: str
) -> None:
    found = settled("classic2", (winner,), departed)
    assert (list(found.payouts.values()), found.rake_chips, found.outcome) == (payouts, 0, outcome)


def test_at_equal_points_the_stakes_go_back_in_spite_of_a_named_winner() -> None:
    for departed in ((), (1,)):
        found = settled("palatisti", "tie", departed)
        assert (list(found.payouts.values()), found.rake_chips) == (BACK, 0)

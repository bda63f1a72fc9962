"""Dominoes matches in the classification: services/ranking/RULES.md §3."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.tables.commands import SeatRating
from services.ranking.classification.dominoes_matches import (
    Classified,
    deltas,
    effect_of,
    moved,
    quintile_bounds,
    quintile_in,
)
from services.ranking.classification.rules import quintiles
from services.ranking.elo.departures import Ended
from services.ranking.elo.match_ratings import Inputs
from tests.support.services.match_events import finished

WON = Ended("forfeit", "won", 0)
LOST = Ended("forfeit", "won", 1)


def inputs(*quintiles_by_side: list[int | None], ended: Ended = WON) -> Inputs:
    """Sides of players with these quintiles, named `p` and a number."""
    numbers = accumulate(map(len, quintiles_by_side), initial=0)
    sides = tuple(
        tuple(SeatRating(f"p{first + place}", 1500, 50, 1500, quintile) for place, quintile in enumerate(side))
        for first, side in zip(numbers, quintiles_by_side, strict=False)
    )
    return Inputs(sides, ended)


PAIRS = inputs([5, 2], [1, 3])


def test_every_player_has_the_points_of_own_quintile_and_side() -> None:
    assert deltas(PAIRS, WON, "100", (100, 45)) == {"p0": 12, "p1": 7, "p2": -6, "p3": -3}
    assert deltas(PAIRS, LOST, "100", (45, 100)) == {"p0": -1, "p1": -2, "p2": 6, "p3": 7}
    assert deltas(PAIRS, WON, "runout", (0, 0)) == {"p0": 9, "p1": 4, "p2": -4, "p3": -1}


@pytest.mark.parametrize(
    "ended",
    [Ended("forfeit", "tied", 0), Ended("forfeit", "forfeited", 0), Ended("forfeit", "won", None)],
)
def test_only_a_match_that_a_side_has_won_counts(ended: Ended) -> None:
    assert deltas(PAIRS, ended, "100", (100, 45)) == {}


@pytest.mark.parametrize(
    ("target", "pips", "won", "lost"),
    [
        ("100", 99, 3, 1),
        ("100", 100, 3, 1),
        ("100", 130, 3, 1),
        ("100", 90, 4, 0),
        ("200", 199, 3, 1),
        ("200", 200, 3, 1),
        ("200", 190, 4, 0),
        ("200", 149, 5, -1),
        ("200", 150, 4, 0),
    ],
)
def test_losers_that_had_the_target_have_lost_by_the_narrowest_margin(
    target: str, pips: int, won: int, lost: int
) -> None:
    one_each = inputs([3], [3])
    assert deltas(one_each, WON, target, (0, pips)) == {"p0": won, "p1": lost}
    assert deltas(one_each, LOST, target, (pips, 0)) == {"p0": lost, "p1": won}


def test_a_match_of_dominoes_between_two_sides_has_an_effect_and_no_other() -> None:
    event = finished("m", "p0", "p1", game="dominoes", points=[100, 45])
    duel = inputs([3], [3])
    effect = effect_of(event, duel)
    assert effect is not None
    assert (effect.target, effect.pips, effect.deltas) == ("100", (100, 45), {"p0": 5, "p1": -1})
    assert effect_of(finished("m", "p0", "p1", game="buraco", points=[100, 45]), duel) is None
    assert effect_of(finished("m", "p0", "p1", game="tavli", points=[100, 45]), duel) is None
    assert effect_of(event, inputs([3], [3], [3])) is None
    assert effect_of(event, inputs([3])) is None
    assert effect_of(finished("m", "p0", "p1", game="dominoes", options={"target": 150}), duel) is None


@pytest.mark.parametrize(("points", "pips"), [([], (0, 0)), ([7], (7, 0)), ([7, 8], (7, 8)), ([7, 8, 9], (7, 8))])
def test_points_that_a_match_never_had_are_none(points: list[int], pips: tuple[int, int]) -> None:
    for target in (200, "200", "runout"):
        event = finished("m", "p0", "p1", game="dominoes", options={"target": target}, points=points)
        effect = effect_of(event, inputs([3], [3]))
        assert effect is not None and (effect.target, effect.pips) == (str(target), pips)


@given(st.integers(-500, 500), st.integers(1, 500), st.integers(-20, 20), st.integers(-20, 20), st.integers(0, 99))
def test_a_correction_puts_the_new_points_in_the_place_of_the_old_ones(pr, matches, delta, taken, seq) -> None:
    row = Classified("ana", pr, matches, seq=seq)
    assert moved(row, delta) == Classified("ana", pr + delta, matches + 1, seq=seq + 1)
    assert moved(row, delta, taken) == Classified("ana", pr + delta - taken, matches, seq=seq + 1)
    assert moved(row, None, taken) == Classified("ana", pr - taken, matches - 1, seq=seq + 1)
    assert moved(moved(row, delta), None, delta) == Classified("ana", pr, matches, seq=seq + 2)


def test_a_player_without_a_match_or_kept_out_is_no_member() -> None:
    assert Classified("ana") == Classified("ana", pr=0, matches=0, blocked=False, quintile=None, seq=0)
    assert [Classified("ana", 0, matches).is_member for matches in (-1, 0, 1, 2)] == [False, False, True, True]
    assert not Classified("ana", 0, 1, blocked=True).is_member
    assert not Classified("ana", 0, 0, blocked=True).is_member


@given(st.lists(st.integers(-30, 30), min_size=1, max_size=30), st.integers(-40, 40))
def test_bounds_put_players_into_the_quintile_that_counting_gives(prs: list[int], nobodys: int) -> None:
    bounds = quintile_bounds({pr: prs.count(pr) for pr in prs} | ({nobodys: 0} if nobodys not in prs else {}))
    wanted = quintiles({str(place): pr for place, pr in enumerate(prs)})
    assert [quintile_in(bounds, pr) for pr in prs] == list(wanted.values())
    assert len(bounds) == 4
    assert quintile_in(bounds, max(prs) + 1) == 1


def test_without_members_there_are_no_bounds_and_below_all_is_the_last_quintile() -> None:
    assert quintile_bounds({}) == quintile_bounds({3: 0, 2: -1}) == [None] * 4
    assert quintile_in([None] * 4, 7) == 5
    assert quintile_in(quintile_bounds({9: 1, 8: 1, 7: 1, 6: 1, 5: 1}), 4) == 5
    assert quintile_bounds({9: 1, 8: 1, 7: 1, 6: 1, 5: 1}) == [9, 8, 7, 6]
    assert quintile_bounds({5: 2, 0: 2}) == [5, 5, 0, 0]

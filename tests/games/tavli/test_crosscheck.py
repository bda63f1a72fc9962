"""The engine agrees with reference.py and reference_match.py, and the comparisons find a wrong engine out."""

from collections import Counter

import pytest

from games.tavli import match, rules
from games.tavli.state import State
from games.tavli.variant import Variant
from games.tavli.variants import VARIANTS, Plakoto
from tests.games.tavli import crosscheck_match
from tests.games.tavli.crosscheck import differences
from tests.games.tavli.positions import NAMES


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", NAMES)
def test_engine_and_reference_find_the_same_plays_and_refusals(variant: str, seed: int) -> None:
    """100 positions each; by hand as many as you like (crosscheck.py)."""
    assert [found for found in differences(variant, 100, seed) if found] == []


@pytest.mark.parametrize("variant", NAMES)
def test_an_engine_that_bears_off_too_early_is_found_out(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving(own: int, die: int) -> int:
        return 1 << 4 * die

    monkeypatch.setattr(Variant, "_leaving", staticmethod(leaving))
    assert any(differences(variant, 200, seed=2))


def test_an_engine_that_forgets_a_rule_of_its_own_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for variant, name in (("plakoto", "movable"), ("fevga", "movable"), ("fevga", "sources"), ("portes", "blocked")):
        with monkeypatch.context() as patch:
            without = getattr(Variant, name) if name != "blocked" else lambda self, board: 0
            patch.setattr(type(VARIANTS[variant]), name, without)
            assert any(differences(variant, 200, seed=3)), (variant, name)


ENDS = {"ended: bear_off", "ended: mother", "ended: resign", "ended: tie", "matches won", "matches conceded"}
"""How games and matches end; the seeds below lead to all of them."""


def course_differences(met: Counter[str] | None = None) -> list[str]:
    """Of some matches with every end; `met` counts what happened in them."""
    met, seeds = Counter() if met is None else met, (0, 5, 8, 9, 33)
    return [found for seed in seeds for found in crosscheck_match.all_played(2, seed, met) if found]


def test_whole_matches_of_engine_and_reference_go_the_same_way() -> None:
    """By hand as many as you like (crosscheck_match.py)."""
    met: Counter[str] = Counter()
    assert course_differences(met) == []
    assert met.keys() >= ENDS


def _starts_whoever_began(state: State) -> State:
    return rules.replace(_next_game(state), turn=state.starter, starter=state.starter)


_next_game = rules._next_game


@pytest.mark.parametrize(
    ("place", "name", "wrong"),
    [
        (rules, "_next_game", _starts_whoever_began),
        (rules, "GAME_OVER_MS", 4_000),
        (match, "CONCEDED_POINTS", 1),
        (Plakoto, "outcome", Variant.outcome),
    ],
)
def test_a_match_that_takes_another_course_is_found_out(
    place: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, wrong)
    assert course_differences()

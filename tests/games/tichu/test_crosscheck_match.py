"""Some whole matches of the crosscheck, and that it would notice what is wrong (crosscheck_match.py)."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from games.tichu import tricks
from games.tichu.tricks import next_active
from tests.games.comparison import Difference
from tests.games.seeded_matches import Chance
from tests.games.tichu.crosscheck_match import CALCULATE, RATINGS, Cross
from tests.games.tichu.reference import combinations_of
from tests.games.tichu.reference_match import DECK, match_end
from tests.games.tichu.reference_sets import sets_of

STEPS = 160


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_reference_agree_on_a_match(seed: int) -> None:
    Cross(seed, Counter()).play(STEPS)


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("BOMB_CARDS", 15),
        ("after_dog", next_active),
        ("wish_after", lambda wish, mask, wished: 0),
        ("match_end", lambda totals, target, ratings: None),
    ],
)
def test_a_broken_rule_is_noticed(name: str, broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, name, broken)
    with pytest.raises(Difference):
        for seed in range(20):
            Cross(seed, Counter()).play()


@pytest.mark.parametrize("seed", range(6))
def test_the_fast_search_of_the_reference_finds_what_trying_all_subsets_finds(seed: int) -> None:
    chance = Chance("subsets", seed)
    near = [card for card in DECK if card[0] in "5678MPD"]
    hand = sorted({chance.pick(near) for _ in range(10)} | {"PHX"})
    assert sets_of(frozenset(hand)) == {each.cards for each in combinations_of(hand)}


@pytest.mark.parametrize("ratings", RATINGS)
def test_engine_and_reference_agree_when_a_match_is_over(ratings: tuple[int, ...]) -> None:
    for totals in product((-25, 245, 250, 255, 500), repeat=2):
        for target in (250, 500):
            expected = match_end(list(totals), target, ratings)
            assert CALCULATE["match_end"](totals=totals, target=target, ratings=ratings) == expected


def test_the_reference_knows_how_matches_end() -> None:
    assert match_end([250, 250], 250, (1500, 1400, 1500, 1500))["winner"] == 1
    assert match_end([250, 250], 250, (1500,) * 4) == match_end([249, 0], 250, (1,) * 4) == {"over": False}

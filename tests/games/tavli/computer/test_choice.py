"""The play that the computer makes."""

import random

import pytest

from games.tavli.computer import choice, looking
from games.tavli.computer.choice import FORGIVEN, NOISE, chosen, judged, normal, tie_break
from games.tavli.computer.stakes import POINTS
from games.tavli.turns import Turn, dice_to_play
from tests.games.seeded_matches import Chance
from tests.games.tavli.computer.boards import boards
from tests.games.tavli.positions import NAMES, position, turn


def turns(name: str, number: int, seed: int = 3) -> list[Turn]:
    """Rolls with a choice."""
    variant, found = boards(name, 4 * number, seed)
    chance = random.Random(seed)
    rolls = [Turn(variant, each, dice_to_play((chance.randint(1, 6), chance.randint(1, 6)))) for each in found]
    return [each for each in rolls if each.most and len(each.results) > 1][:number]


@pytest.mark.parametrize("name", NAMES)
def test_the_best_is_first_and_was_looked_at_furthest(name: str) -> None:
    for each in turns(name, 4):
        found = judged(each, POINTS, deep=0)
        assert {one.board for one in found} == set(each.results)
        keys = [(one.half_moves, one.worth, tie_break(one.path)) for one in found]
        assert keys == sorted(keys, reverse=True)
        assert chosen(each, POINTS, Chance(0), "strong") in each.results.values()


@pytest.mark.parametrize("name", NAMES)
def test_work_is_limited_by_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, list[int]] = {1: [], 2: []}
    real = looking.after_looking

    def counted(*given: object) -> object:
        asked[given[3]].append(len(given[1]))
        return real(*given)

    monkeypatch.setattr(choice, "after_looking", counted)
    for each in turns(name, 8):
        judged(each, POINTS)
    assert all(number <= choice.WIDTH for number in asked[1])
    assert all(number <= choice.CLOSE_WIDTH for number in asked[2])
    assert asked[1] and len(asked[1]) <= 8 and len(asked[2]) <= len(asked[1])


def test_what_is_too_wide_is_not_looked_at_with_two_half_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = turns("fevga", 12)
    assert any(one.half_moves == 2 for each in wide for one in judged(each, POINTS))
    with_one = [judged(each, POINTS, deep=0) for each in wide]
    monkeypatch.setattr(choice, "RESULTS_MAX", 20)
    for each, seen in zip(wide, with_one, strict=True):
        found = judged(each, POINTS)
        assert [one.path for one in found] == [one.path for one in seen]
        assert all(one.half_moves < 2 for one in found)


@pytest.mark.parametrize("strength", ["medium", "easy"])
def test_noise_never_hides_a_win_on_the_spot(strength: str) -> None:
    place = position("plakoto", {2: 1, 10: 13, 3: 1}, {24: 1, 12: 14})
    roll = turn("plakoto", place, (1, 3))
    winning = {path for board, path in roll.results.items() if roll.variant.outcome(board)}
    assert 0 < len(winning) < len(roll.results)
    assert all(chosen(roll, POINTS, Chance(seed), strength) in winning for seed in range(30))


@pytest.mark.parametrize("name", NAMES)
def test_a_weaker_computer_never_gives_much_away(name: str) -> None:
    for strength, noise in NOISE.items():
        for number, each in enumerate(turns(name, 10)):
            path = chosen(each, POINTS, Chance(number), strength)
            board = next(board for board, known in each.results.items() if known == path)
            rows = choice.rows_of(each.variant, [board, *each.results])
            worth = POINTS.worth(looking.at_once(name, rows))
            assert worth[0] >= worth.max() - FORGIVEN * noise[name] - 1e-5


def test_chance_decides_only_for_weaker_ones() -> None:
    some = turns("portes", 12)
    strong = [{chosen(each, POINTS, Chance(seed), "strong") for seed in range(2)} for each in some[:2]]
    assert all(len(plays) == 1 for plays in strong)
    easy = [{chosen(each, POINTS, Chance(seed), "easy") for seed in range(8)} for each in some]
    assert sum(len(plays) > 1 for plays in easy) > len(some) / 2
    again = [chosen(each, POINTS, Chance(7), "easy") for each in some]
    assert again == [chosen(each, POINTS, Chance(7), "easy") for each in some]


def test_noise_is_nearly_normal() -> None:
    chance = Chance(1)
    drawn = [normal(chance) for _ in range(10_000)]
    mean = sum(drawn) / len(drawn)
    assert abs(mean) < 0.03 and 0.97 < sum(each * each for each in drawn) / len(drawn) < 1.03
    assert max(map(abs, drawn)) < 3.5

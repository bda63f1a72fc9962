"""How strong computer players are (services/tables/RULES.md §9)."""

import json
import re
from pathlib import Path

import pytest

from bench.games.bot_strength import HALF, share_of_wins, write
from games import api
from games.registry import game, games
from services.kernel.strength import Strength
from services.tables.bots.strength import CARELESS_PERCENT, LOOKED_AT, careless_move
from tests.games.seeded_matches import Chance

TICTACTOE = game("tictactoe")
DECISIONS = 1_000
ROOT = Path(__file__).resolve().parents[3]
MEASURED = json.loads((ROOT / "clients/web/src/people/strengths.json").read_text())
"""What players are shown."""


def careless_share(strength: Strength) -> float:
    """The share of decisions made without thinking, with fixed chance."""
    chance, state = Chance("careless", strength), TICTACTOE.start(TICTACTOE.options({}, {}))
    while isinstance(waits := TICTACTOE.next(state), api.Draw):
        state = TICTACTOE.apply(state, None, api.Drawn(chance.values(waits)))
    seat = waits.due[0].seat
    moves = [careless_move(TICTACTOE, state, seat, strength, chance) for _ in range(DECISIONS)]
    return sum(move is not None for move in moves) / DECISIONS


@pytest.mark.parametrize("strength", ["easy", "medium", "strong"])
def test_a_weaker_player_is_careless_as_often_as_the_rules_say(strength: Strength) -> None:
    assert careless_share(strength) == pytest.approx(CARELESS_PERCENT[strength] / 100, abs=0.05)


def test_the_strong_one_always_thinks() -> None:
    assert careless_share("strong") == 0


def test_of_endless_legal_moves_only_some_are_looked_at() -> None:
    class Endless:
        @staticmethod
        def legal(_state: object, _seat: int) -> "list[int]":
            return list(range(10_000))

        @staticmethod
        def write(move: int) -> dict[str, object]:
            return {"move": "count", "to": move}

    chance = Chance("endless")
    moves = [careless_move(Endless, None, 0, "easy", chance) for _ in range(200)]
    assert all(move is None or move < LOOKED_AT for move in moves)


@pytest.mark.parametrize("variant", ["portes", "plakoto", "fevga"])
def test_a_careless_player_never_gives_a_game_of_tavli_up(variant: str) -> None:
    tavli, chance = game("tavli"), Chance("careless", variant)
    state = tavli.start(tavli.options({"variant": variant, "target": 1}, {}))
    while isinstance(waits := tavli.next(state), api.Draw):
        state = tavli.apply(state, None, api.Drawn(chance.values(waits)))
    moves = [careless_move(tavli, state, waits.due[0].seat, "easy", chance) for _ in range(200)]
    assert {tavli.write(move)["move"] for move in moves if move is not None} == {"play"}


def test_the_strong_one_beats_the_easy_one_over_fixed_seeds() -> None:
    assert share_of_wins(TICTACTOE, ("strong", "easy"), 10) > HALF
    assert share_of_wins(game("dominoes"), ("strong", "easy"), 5) > HALF


def test_players_are_shown_figures_for_every_game_against_the_computer_and_the_stronger_ones_won() -> None:
    assert set(MEASURED) == {each.id for each in games() if not each.house_banked}
    pairs = ("strong medium", "strong easy", "medium easy")
    assert all(HALF <= shares[pair] <= 1 for shares in MEASURED.values() for pair in pairs)


def test_the_documented_figures_are_those_that_players_are_shown() -> None:
    document = (ROOT / "docs/PERFORMANCE.md").read_text()
    rows = re.findall(r"^\| (\w+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", document, re.MULTILINE)
    documented = {name: (int(seeds), *map(float, shares)) for name, seeds, *shares in rows if name in MEASURED}
    assert documented == {
        name: (found["seeds"], *(round(found[pair], 2) for pair in ("strong medium", "strong easy", "medium easy")))
        for name, found in MEASURED.items()
    }


def test_new_figures_of_a_game_replace_its_old_ones_alone(tmp_path: Path) -> None:
    path = tmp_path / "strengths.json"
    path.write_text('{"tavli": {"seeds": 1}, "tichu": {"seeds": 2}}')
    write(path, {"tavli": {"seeds": 3, "strong easy": 1.0}})
    assert json.loads(path.read_text()) == {"tavli": {"seeds": 3, "strong easy": 1.0}, "tichu": {"seeds": 2}}

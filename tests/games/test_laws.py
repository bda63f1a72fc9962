"""Every registered game keeps every law, with the options of its golden games (games/README.md)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import api
from tests.games import laws, seeded_matches

CASES = seeded_matches.cases()
STARTS = {case.game: case.start() for case in CASES}
ROOT = Path(__file__).parents[2]
WORDS = st.sampled_from(["move", "place", "leave", "resign", "row", "cards", "seat"]) | st.text(max_size=5)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_every_game_keeps_the_law(law: laws.Law, case: seeded_matches.Case) -> None:
    law(case)


@pytest.mark.parametrize("game", sorted({case.game.id for case in CASES if not case.game.house_banked}))
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_no_history_says_more_than_its_seat_has_seen(game: str, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from([case for case in CASES if case.game.id == game]))
    laws.one_history(case, data.draw(st.integers(0, 10_000)), data.draw(st.integers(0, 10_000)))


@given(raw=st.dictionaries(WORDS, PLAIN, max_size=4))
@settings(max_examples=150)
def test_no_plain_data_whatever_upsets_the_reading_of_moves_or_options(raw: dict) -> None:
    for game, start in STARTS.items():
        move = game.parse(raw)
        if not isinstance(move, api.Leave):
            game.check(start, 0, move)
        game.options(raw, {})


def test_matches_are_the_same_under_another_hash_seed() -> None:
    command = [sys.executable, "-c", "from tests.games.seeded_matches import digest; print(digest())"]
    environment = os.environ | {"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == seeded_matches.digest()

"""The frozen computer players play every game to its end and do not use those of today."""

import re
from pathlib import Path
from typing import Any

import pytest

from bench.computers import frozen
from games import api, registry
from tests.games.seeded_matches import Chance

STEPS_MAX = 6_000
TODAYS = re.compile(r"games\.\w+(\.\w+)*\.(bot|appraisal|candidates|risk|search)|games\.\w+ import (bot|appraisal)")
GRADED = [game for game in registry.games() if not game.house_banked]


@pytest.mark.parametrize("game", GRADED, ids=lambda game: game.id)
def test_a_match_of_strong_against_easy_ends(game: Any) -> None:
    options, chance = game.options({}, {}), Chance("frozen", game.id)
    state = game.start(options)
    for _ in range(STEPS_MAX):
        waits = game.next(state)
        if isinstance(waits, api.Over):
            return
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = min(due.seat for due in waits.due)
            move = frozen.chosen(game, state, seat, chance, "easy" if seat % 2 else "strong")
            state = game.apply(state, seat, move)
    pytest.fail("the match has no end")


def test_the_computer_players_of_today_have_no_part_in_them() -> None:
    modules = list(Path(frozen.__file__).parent.rglob("*.py"))
    assert len(modules) > len(frozen.MODULES)
    assert not [path for path in modules if TODAYS.search(path.read_text(encoding="utf-8"))]
    assert all(frozen.bot_of(game.id) is not game.bot for game in GRADED)

"""A recorded match is a golden game: it replays as it was written."""

import json

import pytest

from games import registry
from tests.games import golden
from tests.games.golden_record import TITLE, record
from tests.games.seeded_matches import cases_of

SHORT = [("tictactoe", {"size": 3}), ("pilotta", {"target": 101, "variant": "classic2"}), ("tavli", {"target": 3})]


@pytest.mark.parametrize(("game", "options"), SHORT, ids=[game for game, _ in SHORT])
def test_what_computer_players_played_replays_as_a_golden_game(game: str, options: dict[str, object]) -> None:
    text = record(game, json.dumps(options))
    assert text.startswith(TITLE)
    golden.replay(text)


def test_a_house_banked_game_has_no_end_to_record() -> None:
    game = next(game for game in registry.games() if game.house_banked)
    with pytest.raises(ValueError, match="house-banked"):
        record(game.id, cases_of(game)[0].options)

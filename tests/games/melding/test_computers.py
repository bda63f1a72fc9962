"""The computer players of the games with pots: strengths, memory (games/buraco/RULES.md §12)."""

from typing import Any

import pytest

from games import registry
from games.api import GameEvent
from games.toolkit.melding.outlook import held_by
from tests.games.melding import computers

GAMES = [registry.game(name) for name in ("mpirimpa", "mpirimpa_pro", "buraco")]
SHORT: dict[str, Any] = {"seats": 2}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_move_is_allowed_and_the_same_again(game: Any) -> None:
    computers.assert_allowed_and_the_same_again(game, SHORT, steps=200, every=9)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_weaker_computers_slip_more_often(game: Any) -> None:
    slips = computers.slips(game, SHORT, 200)
    assert slips["strong"] == 0 < slips["medium"] < slips["easy"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_remembered_of_a_hand_is_in_it(game: Any) -> None:
    remembered = 0
    for state, seat, seen, _ in computers.moments(game, SHORT, "memory", 350):
        held = held_by(seen, 2)[1 - seat]
        other = game.view(state, 1 - seat).own_hand
        assert all(list(other).count(card) >= count for card, count in held.items())
        remembered += sum(held.values())
    assert remembered > 20


def test_a_history_without_beginning_is_remembered_as_far_as_it_goes() -> None:
    taken = GameEvent("take_pile", {"seat": 1, "cards": ["7c", "8c", "7c"]})
    laid = GameEvent("lay_off", {"seat": 1, "cards": ["7c"]})
    thrown = GameEvent("discard", {"seat": 1, "card": "Kd"})
    assert held_by((taken, laid, thrown), 2)[1] == {"7c": 1, "8c": 1}
    pot = GameEvent("discard", {"seat": 1, "card": "8c", "pot": "indirect"})
    assert not held_by((taken, pot), 2)[1]

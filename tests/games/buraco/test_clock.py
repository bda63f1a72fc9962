"""What an automatic turn is in buraco alone (games/buraco/RULES.md §11); the rest is in melding/."""

from tests.games.buraco.hands import BURACO
from tests.games.melding.hands import clocked, split


def test_a_pot_taken_by_an_automatic_turn_is_not_used() -> None:
    table, pots = [[{"cards": split("5h 6h 7h 8h 9h Th Jh")}], []], [split("3s 4s 5s"), []]
    situation = clocked("8c", phase="play", table=table, pots=pots)
    found = BURACO.timeout(situation, options={"on_timeout": "auto_turn"})
    assert (found["pot_by"], found["pot_used"]) == ([0, None], [False, False])

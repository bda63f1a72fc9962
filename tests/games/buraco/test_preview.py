"""Help while choosing (games/buraco/RULES.md §13): what is foreseen in buraco alone."""

from tests.games.buraco.hands import BURACO
from tests.games.melding.hands import preview, split

CLEAN = [[{"id": 1, "cards": split("5h 6h 7h 8h 9h Th Jh")}], []]


def test_a_beat_is_foreseen() -> None:
    draft = {"move": "lay_off", "meld": 1, "cards": ["Qh"]}
    found = preview(BURACO, draft, hands=[["Qh"], []], table=CLEAN, pot_taken=[True, False])
    assert (found["error"], found["beats"], found["takes_pot"]) == (None, True, False)


def test_a_dirtied_canasta_is_seen_before_it_is_laid() -> None:
    draft = {"move": "lay_off", "meld": 1, "cards": ["2c"]}
    (found,) = preview(BURACO, draft, hands=[split("2c 3c 4d"), []], table=CLEAN)["melds"]
    assert (found["class"], found["wild"], found["stands_for"]) == ("dirty", [7], ["Qh"])

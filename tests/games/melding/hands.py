"""Cards from texts, and moments from plain data, for tests of games in which melds are laid."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from games import registry
from games.toolkit.double_deck import COPIES, Card
from tests import conformance
from tests.conformance.previews import preview_of
from tests.conformance.toolkit.situation import Situation
from tests.games.seeded_matches import Chance


class Family:
    """One game, as tests speak to it."""

    def __init__(self, game_id: str) -> None:
        self.game = registry.game(game_id)
        self.call = conformance.calculations(game_id)

    def moment(self, options: dict[str, Any] | None = None, **data: Any) -> Situation:
        """A moment of a match."""
        found = conformance.situation(self.game.id, options or {}, data)
        assert isinstance(found, Situation), found
        return found

    def state(self, options: dict[str, Any] | None = None, **data: Any) -> Any:
        """The state of a moment."""
        return self.moment(options, **data).state

    def applied(self, situation: dict[str, Any], *moves: dict[str, Any], **given: Any) -> dict[str, Any]:
        """What moves come to, by the rules' own function."""
        return self.call["apply"](situation=situation, moves=list(moves), **given)

    def timeout(self, situation: dict[str, Any], seat: int = 0, **given: Any) -> dict[str, Any]:
        """What comes of a period that runs out."""
        return self.applied(situation, {"seat": seat, "move": "timeout"}, **given)

    def auto(self, situation: dict[str, Any]) -> list[str]:
        """What the automatic turn plays: the moves' names, of a discard its card."""
        played = self.timeout(situation, options={"on_timeout": "auto_turn"})["auto"]
        return [each.get("card", each["move"]) for each in played]

    def wants(self, hand: str, **data: Any) -> dict[str, Any]:
        """What the computer player does with a hand."""
        basic = {"to_move": 0, "phase": "play", "hands": [split(hand), split("Ks Kh")], "stock_count": 40}
        now = self.state(**basic | data)
        return self.game.write(self.game.bot(self.game.view(now, 0), Chance(1)))


TWO_SIDED = ("buraco", "mpirimpa", "mpirimpa_pro")
"""The games that two sides play, with a pot for each."""

of_two_sides = pytest.mark.parametrize("family", [pytest.param(Family(name), id=name) for name in TWO_SIDED])
"""For laws that hold in all of these."""


def cards_of(faces: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn (more than there are begin again)."""
    met: Counter[str] = Counter()
    found = []
    for face in faces.split() if isinstance(faces, str) else faces:
        found.append(COPIES[face][met[face] % len(COPIES[face])])
        met[face] += 1
    return tuple(found)


def split(faces: str) -> list[str]:
    """`"7c X"` as a list."""
    return faces.split()


def clocked(hand: str, **data: Any) -> dict[str, Any]:
    """A moment in which seat 0, of two, is to draw, with so many cards about that time may run out."""
    hands = [split(hand), split("Ks Kh")]
    return {"to_move": 0, "phase": "draw", "hands": hands, "stock": split("9d Kc Qd"), "pile": ["4c"]} | data


CHOOSING: dict[str, Any] = {
    "to_move": 0,
    "phase": "play",
    "hands": [split("3c 4c 2c 9d 8h 2d Jc"), split("Ks Kh")],
    "table": [[{"id": 1, "cards": split("9h Th Jh")}], [{"id": 2, "cards": split("5s 6s 7s")}]],
    "pile": split("5c 6c"),
    "stock_count": 9,
}
"""A moment in which seat 0, of two, chooses what to lay."""


def preview(family: Family, draft: dict[str, Any], seat: Any = 0, **changed: Any) -> dict[str, Any]:
    """The preview of a seat's draft."""
    return preview_of(family.game, family.game.view(family.state(**CHOOSING | changed), seat), draft)

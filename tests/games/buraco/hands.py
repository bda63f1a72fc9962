"""Cards from texts, and moments from plain data, for tests of this family."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from services.tables.games import registry
from services.tables.games.buraco.state import State
from services.tables.games.toolkit.double_deck import COPIES, Card
from services.tables.games.toolkit.situation import Situation

GAME = registry.game("buraco")
CALL = registry.calculations("buraco")


def cards_of(faces: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn (more than there are begin again)."""
    met: Counter[str] = Counter()
    found = []
    for face in faces.split() if isinstance(faces, str) else faces:
        found.append(COPIES[face][met[face] % len(COPIES[face])])
        met[face] += 1
    return tuple(found)


def moment(options: dict[str, Any] | None = None, **data: Any) -> Situation:
    """A moment of a match."""
    found = registry.situation("buraco", options or {}, data)
    assert isinstance(found, Situation), found
    return found


def state(options: dict[str, Any] | None = None, **data: Any) -> State:
    """The state of a moment."""
    return moment(options, **data).state


def split(faces: str) -> list[str]:
    """`"7c 2d"` as a list."""
    return faces.split()


def applied(situation: dict[str, Any], *moves: dict[str, Any], **given: Any) -> dict[str, Any]:
    """What moves come to, by the rules' own function."""
    return CALL["apply"](situation=situation, moves=list(moves), **given)

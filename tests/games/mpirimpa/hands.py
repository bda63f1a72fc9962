"""Cards from texts, and moments from plain data, for tests of this family."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from services.tables.games import registry
from services.tables.games.mpirimpa.state import State
from services.tables.games.toolkit.double_deck import COPIES, Card
from services.tables.games.toolkit.situation import Situation

GAME = registry.game("mpirimpa")
PRO = registry.game("mpirimpa_pro")
CALL = registry.calculations("mpirimpa")
CALL_PRO = registry.calculations("mpirimpa_pro")


def cards_of(faces: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn (more than there are begin again)."""
    met: Counter[str] = Counter()
    found = []
    for face in faces.split() if isinstance(faces, str) else faces:
        found.append(COPIES[face][met[face] % len(COPIES[face])])
        met[face] += 1
    return tuple(found)


def moment(game_id: str = "mpirimpa", options: dict[str, Any] | None = None, **data: Any) -> Situation:
    """A moment of a match."""
    found = registry.situation(game_id, options or {}, data)
    assert isinstance(found, Situation), found
    return found


def state(game_id: str = "mpirimpa", options: dict[str, Any] | None = None, **data: Any) -> State:
    """The state of a moment."""
    return moment(game_id, options, **data).state


def split(faces: str) -> list[str]:
    """`"7c X"` as a list."""
    return faces.split()


def applied(situation: dict[str, Any], *moves: dict[str, Any], **given: Any) -> dict[str, Any]:
    """What moves come to, by the rules' own function."""
    call = CALL_PRO if given.pop("pro", False) else CALL
    return call["apply"](situation=situation, moves=list(moves), **given)

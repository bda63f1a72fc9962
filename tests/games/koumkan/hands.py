"""Cards from texts, and moments from plain data, for tests of this family."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from services.tables.games import registry
from services.tables.games.koumkan.state import State
from services.tables.games.toolkit.double_deck import COPIES, Card
from services.tables.games.toolkit.situation import Situation

GAMES = {game_id: registry.game(game_id) for game_id in ("koumkan", "thanasis", "dynamitis")}
CALL = {game_id: registry.calculations(game_id) for game_id in GAMES}


def cards_of(faces: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn (more than there are begin again)."""
    met: Counter[str] = Counter()
    found = []
    for face in faces.split() if isinstance(faces, str) else faces:
        found.append(COPIES[face][met[face] % len(COPIES[face])])
        met[face] += 1
    return tuple(found)


def moment(game_id: str = "koumkan", options: dict[str, Any] | None = None, **data: Any) -> Situation:
    """A moment of a match."""
    found = registry.situation(game_id, options or {}, data)
    assert isinstance(found, Situation), found
    return found


def state(game_id: str = "koumkan", options: dict[str, Any] | None = None, **data: Any) -> State:
    """The state of a moment."""
    return moment(game_id, options, **data).state


def split(faces: str) -> list[str]:
    """`"7c X"` as a list."""
    return faces.split()


def applied(situation: dict[str, Any], *moves: dict[str, Any], game: str = "koumkan", **options: Any) -> dict[str, Any]:
    """What moves come to, by the rules' own function."""
    return CALL[game]["apply"](situation=situation, moves=list(moves), options=options)


def error(situation: dict[str, Any], move: dict[str, Any], game: str = "koumkan", **options: Any) -> str | None:
    """Why a move is refused; None if it is not."""
    return applied(situation, move, game=game, **options).get("error")

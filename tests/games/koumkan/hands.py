"""Cards from texts, and moments from plain data, for tests of this family."""

from typing import Any

from games import registry
from games.koumkan.state import State
from tests import conformance
from tests.conformance.toolkit.situation import Situation
from tests.games.melding.hands import cards_of, split

__all__ = ["CALL", "GAMES", "applied", "cards_of", "error", "moment", "split", "state"]

GAMES = {game_id: registry.game(game_id) for game_id in ("koumkan", "thanasis", "dynamitis")}
CALL = {game_id: conformance.calculations(game_id) for game_id in GAMES}


def moment(game_id: str = "koumkan", options: dict[str, Any] | None = None, **data: Any) -> Situation:
    """A moment of a match."""
    found = conformance.situation(game_id, options or {}, data)
    assert isinstance(found, Situation), found
    return found


def state(game_id: str = "koumkan", options: dict[str, Any] | None = None, **data: Any) -> State:
    """The state of a moment."""
    return moment(game_id, options, **data).state


def applied(situation: dict[str, Any], *moves: dict[str, Any], game: str = "koumkan", **options: Any) -> dict[str, Any]:
    """What moves come to, by the rules' own function."""
    return CALL[game]["apply"](situation=situation, moves=list(moves), options=options)


def error(situation: dict[str, Any], move: dict[str, Any], game: str = "koumkan", **options: Any) -> str | None:
    """Why a move is refused; None if it is not."""
    return applied(situation, move, game=game, **options).get("error")

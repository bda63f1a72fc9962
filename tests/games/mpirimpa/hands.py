"""Moments of this family for its tests."""

from typing import Any

from games.mpirimpa.state import State
from tests.conformance.toolkit.situation import Situation
from tests.games.melding.hands import Family, cards_of, split

__all__ = [
    "CALL", "CALL_PRO", "GAME", "MPIRIMPA", "MPIRIMPA_PRO", "PRO", "applied", "cards_of", "moment", "split", "state",
]  # fmt: skip

MPIRIMPA, MPIRIMPA_PRO = Family("mpirimpa"), Family("mpirimpa_pro")
GAME, CALL = MPIRIMPA.game, MPIRIMPA.call
PRO, CALL_PRO = MPIRIMPA_PRO.game, MPIRIMPA_PRO.call
_BY_ID = {each.game.id: each for each in (MPIRIMPA, MPIRIMPA_PRO)}


def moment(game_id: str = "mpirimpa", options: dict[str, Any] | None = None, **data: Any) -> Situation:
    """A moment of a match."""
    return _BY_ID[game_id].moment(options, **data)


def state(game_id: str = "mpirimpa", options: dict[str, Any] | None = None, **data: Any) -> State:
    """The state of a moment."""
    return moment(game_id, options, **data).state


def applied(situation: dict[str, Any], *moves: dict[str, Any], pro: bool = False, **given: Any) -> dict[str, Any]:
    """What moves come to, by the rules' own function."""
    return (MPIRIMPA_PRO if pro else MPIRIMPA).applied(situation, *moves, **given)

"""Moments of a match in plain data: read into the engine's state and written back, for every game."""

from typing import Any

from services.kernel.refusal import Refusal
from services.tables.games.registry import find
from services.tables.games.toolkit.plain import plain
from tests.conformance.by_seat import in_form
from tests.conformance.families import family_part
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation


def situation(game_id: object, options: Any, data: Any) -> Situation | Refusal:
    """A moment of a match from plain data in the state names of the game's rules.

    The platform's options may stand among `options`. Refusals: `game_unknown`, `options_invalid`,
    `situation_invalid` (data that cannot be read or contradict themselves; `detail` names the field).
    """
    found = find(game_id)
    if isinstance(found, Refusal):
        return found
    moment: Situation | Refusal = family_part(found.id, "situations").read(found, options, data)
    return moment


def situation_data(moment: Situation) -> dict[str, Any]:
    """The inverse of `situation`: plain data in the state names of the rules, only what JSON has. What is by seat is
    in the form in which the moment had it, and melds have the ids by which they were given."""
    data: dict[str, Any] = plain(family_part(moment.game, "situations").write(moment))
    named: dict[str, Any] = MeldNames(moment.given.get("table")).named(data)
    return {name: in_form(moment.given.get(name), value) for name, value in named.items()}

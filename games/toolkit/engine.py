"""A game put together from the modules of its family, which have the same names in every family."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

_PLACES = {
    "options": ("rules",),
    "sides": ("rules",),
    "start": ("rules",),
    "next_": ("rules",),
    "check": ("rules",),
    "apply": ("rules",),
    "progress": ("rules",),
    "legal": ("legal_moves", "rules"),
    "timed_out": ("automatic_turn", "rules"),
    "parse": ("moves",),
    "write": ("moves",),
    "view": ("view",),
    "event": ("events", "view"),
    "bot": ("bot",),
}
"""Function → the modules of a family that may define it; the first one that exists counts."""


class Engine:
    """One game as a table knows it: the attributes of `games.api.Game`."""

    options: Callable[..., Any]
    sides: Callable[..., Any]
    start: Callable[..., Any]
    check: Callable[..., Any]
    apply: Callable[..., Any]
    progress: Callable[..., Any]
    legal: Callable[..., Any]
    timed_out: Callable[..., Any]
    parse: Callable[..., Any]
    write: Callable[..., Any]
    view: Callable[..., Any]
    event: Callable[..., Any]
    bot: Callable[..., Any]
    next: Callable[..., Any]

    def __init__(self, family: str, game_id: str, move_type: Any, *, house_banked: bool = False, **own: Any) -> None:
        """`family`: the package of the game's family; its `state.Options`, `state.State`, `view.View` and
        `event_data.EVENTS` are used.

        `own`: attributes in which this game differs from its family, such as `options_type` or `parse`.

        Raises:
            AttributeError: a function of the game is in none of its places.
        """
        self.id = game_id
        self.house_banked = house_banked
        self.rules: int = 1
        self.move_type = move_type
        self.state_type: type[Any] = _part(family, "state").State
        self.options_type: type[Any] = _part(family, "state").Options
        self.view_type: type[Any] = _part(family, "view").View
        self.event_types: Mapping[str, type] = _part(family, "event_data").EVENTS
        for name in _PLACES:
            setattr(self, name.rstrip("_"), own.get(name) or _function(family, name))
        for name, value in own.items():
            setattr(self, name, value)


def _part(family: str, module: str) -> Any:
    return importlib.import_module(f"{family}.{module}")


def _function(family: str, name: str) -> Callable[..., Any]:
    for module in _PLACES[name]:
        try:
            part = _part(family, module)
        except ModuleNotFoundError as missing:
            if missing.name != f"{family}.{module}":
                raise
            continue
        if hasattr(part, name):
            found: Callable[..., Any] = getattr(part, name)
            return found
    raise AttributeError(f"{family}: no function {name} in {' or '.join(_PLACES[name])}")

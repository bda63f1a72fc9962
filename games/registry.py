"""Finds the games: every folder beside this file, but the toolkit, is a family and has its `GAMES`.

Nothing is listed by hand. `find` takes the id that a user sent and returns a refusal for an unknown one; the other
functions take the id of a game that exists and raise KeyError for any other.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import NamedTuple

import games as games_package
from games.api import HOUSE_BANKED, AnyGame, TableDefaults
from services.kernel.refusal import Refusal

NOT_FAMILIES = frozenset({"toolkit"})


class Entry(NamedTuple):
    """A game and the module of the family that it belongs to."""

    game: AnyGame
    family: ModuleType


def discover(package: ModuleType) -> dict[str, Entry]:
    """The games in a package's folders by id, in the order of folder names.

    ValueError if two share an id, AttributeError if a folder has no `GAMES`: a mistake is seen at once.
    """
    found: dict[str, Entry] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if not info.ispkg or info.name in NOT_FAMILIES:
            continue
        family = importlib.import_module(f"{package.__name__}.{info.name}")
        for each in family.GAMES:
            if each.id in found:
                raise ValueError(f"{each.id} is in {found[each.id].family.__name__} and in {family.__name__}")
            found[each.id] = Entry(each, family)
    return found


@cache
def entries() -> Mapping[str, Entry]:
    """Game id → entry, for all games."""
    return discover(games_package)


def games() -> tuple[AnyGame, ...]:
    """All games."""
    return tuple(entry.game for entry in entries().values())


@cache
def game(name: str) -> AnyGame:
    """The game with this id, or an older engine by its `engine_name`; KeyError if there is none."""
    entry = entries().get(name)
    return entry.game if entry is not None else _past_engine(name)


def engine_name(game_id: str, rules: int) -> str | None:
    """The name by which `game` finds the engine of a rules number: the present one by the game's id, one that a family
    keeps in `PAST` by `id@rules`; None if there is none any more."""
    entry = entries().get(game_id)
    if entry is None or entry.game.rules == rules:
        return game_id if entry is not None else None
    past = getattr(entry.family, "PAST", ())
    return f"{game_id}@{rules}" if any(each.id == game_id and each.rules == rules for each in past) else None


def _past_engine(name: str) -> AnyGame:
    game_id, _, rules = name.rpartition("@")
    found: tuple[AnyGame, ...] = getattr(entries()[game_id].family, "PAST", ()) if game_id in entries() else ()
    for each in found:
        if each.id == game_id and str(each.rules) == rules:
            return each
    raise KeyError(name)


def table_defaults(game_id: str) -> TableDefaults:
    """How the game's tables are kept unless the operator says otherwise: what its family's `TABLES` says of it, or
    what most games say. A game that is here no more is one of the most."""
    entry = entries().get(game_id)
    if entry is None:
        return TableDefaults()
    declared: Mapping[str, TableDefaults] = getattr(entry.family, "TABLES", {})
    return declared.get(game_id, HOUSE_BANKED if entry.game.house_banked else TableDefaults())


def is_recorded(game_id: str, outcome: str) -> bool:
    """Whether a match with this outcome leaves a recording (services/tables/RULES.md §12)."""
    return outcome in table_defaults(game_id).recorded


def find(game_id: object) -> AnyGame | Refusal:
    """The game that somebody asks for: `game_unknown` if there is none (services/tables/RULES.md §4)."""
    entry = entries().get(game_id) if isinstance(game_id, str) else None
    return entry.game if entry else Refusal("game_unknown")

"""The forms of a game's options, moves, views and events, for authors of clients (services/tables/RULES.md §18)."""

from typing import Any, ClassVar

from services.contracts.base import Message, Request


class GameSchema(Message, frozen=True):
    """A game's data as one JSON Schema (draft 2020-12), with the properties `options`, `move` and `view`."""

    game: str
    rules: int
    """The number of its rules: where it is the same, the schema is too."""
    schema: dict[str, Any]


class GetGameSchema(Request[GameSchema], frozen=True, kw_only=True):
    """The schema of one game."""

    answer: ClassVar[type] = GameSchema
    refusals = ("game_unknown",)
    game: str

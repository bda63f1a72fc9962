"""Moves and their plain form (RULES.md §5)."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from games.api import Leave, Unreadable
from games.toolkit import meld_moves
from games.toolkit.meld_moves import (
    CARDS_MAX,
    NAMES,
    DiscardCard,
    DrawStock,
    LayMeld,
    LayOff,
    Play,
    is_meld_id,
    parse_cards,
    parse_discard,
    parse_play,
)
from games.toolkit.refusals import unreadable

__all__ = [
    "NAMES", "DiscardCard", "DrawStock", "LayMeld", "LayOff", "Move", "Play", "TakePile", "is_meld_id", "parse",
    "parse_cards", "parse_plain", "parse_play", "parse_plays", "write",
]  # fmt: skip


class TakePile(msgspec.Struct, frozen=True, tag_field="move", tag="take_pile", omit_defaults=True):
    """Take the whole pile; in Pro with the plays that justify it, carried out at once."""

    plays: tuple[LayMeld | LayOff, ...] = ()


Move = DrawStock | TakePile | LayMeld | LayOff | DiscardCard


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move of mpirimpa pro."""
    name = raw.get("move")
    if name == "draw":
        return DrawStock()
    if name == "leave":
        return Leave()
    move = _parse_with_parameters(raw, name)
    return move or unreadable(raw)


def parse_plain(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move of mpirimpa, where the pile is free and `plays` is ignored."""
    return TakePile() if raw.get("move") == "take_pile" else parse(raw)


def _parse_with_parameters(raw: Mapping[str, Any], name: object) -> Move | None:
    if name == "meld" or name == "lay_off":
        return parse_play(raw)
    if name == "take_pile":
        plays = parse_plays(raw.get("plays"))
        return None if plays is None else TakePile(plays)
    if name == "discard":
        return parse_discard(raw)
    return None


def parse_plays(raw: object) -> tuple[Play, ...] | None:
    """A list of melds and lay-offs in plain form; none at all is an empty list."""
    if raw is None:
        return ()
    if not isinstance(raw, list | tuple) or len(raw) > CARDS_MAX:
        return None
    plays = tuple(parse_play(each) if isinstance(each, Mapping) else None for each in raw)
    return None if None in plays else cast("tuple[Play, ...]", plays)


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without `end` and `plays` where none are named."""
    if not isinstance(move, TakePile):
        return meld_moves.write(move)
    return {"move": "take_pile", "plays": [write(play) for play in move.plays]} if move.plays else {"move": "take_pile"}

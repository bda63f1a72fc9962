"""Moves and their plain form (RULES.md §5)."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from services.tables.games.api import Leave, Unreadable
from services.tables.games.toolkit.double_deck import COPIES
from services.tables.games.toolkit.melds import ENDS, End

CARDS_MAX = 108
"""Nobody names more cards, or plays, in a move."""
MELDS_MAX = 36
"""There are no more melds of three cards."""


class DrawStock(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """Take the top card of the stock."""


class LayMeld(msgspec.Struct, frozen=True, tag_field="move", tag="meld"):
    """Lay a new meld: cards by their texts, in the order in which they shall lie if they can."""

    cards: tuple[str, ...]


class LayOff(msgspec.Struct, frozen=True, tag_field="move", tag="lay_off", omit_defaults=True):
    """Lay cards off on a meld of one's side, one after the other."""

    meld: int
    cards: tuple[str, ...]
    end: End | None = None


class TakePile(msgspec.Struct, frozen=True, tag_field="move", tag="take_pile", omit_defaults=True):
    """Take the whole pile; in Pro with the plays that justify it, carried out at once."""

    plays: tuple[LayMeld | LayOff, ...] = ()


class DiscardCard(msgspec.Struct, frozen=True, tag_field="move", tag="discard"):
    """Put a card on the pile: the end of the turn."""

    card: str


Play = LayMeld | LayOff
Move = DrawStock | TakePile | LayMeld | LayOff | DiscardCard
NAMES = ("draw", "take_pile", "meld", "lay_off", "discard")


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move of mpirimpa pro."""
    name = raw.get("move")
    if name == "draw":
        return DrawStock()
    if name == "leave":
        return Leave()
    move = _parse_with_parameters(raw, name)
    return move or Unreadable(name if isinstance(name, str) else "", {key: raw[key] for key in raw if key != "move"})


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
        card = raw.get("card")
        return DiscardCard(card) if isinstance(card, str) and card in COPIES else None
    return None


def parse_plays(raw: object) -> tuple[Play, ...] | None:
    """A list of melds and lay-offs in plain form; none at all is an empty list."""
    if raw is None:
        return ()
    if not isinstance(raw, list | tuple) or len(raw) > CARDS_MAX:
        return None
    plays = tuple(parse_play(each) if isinstance(each, Mapping) else None for each in raw)
    return None if None in plays else cast("tuple[Play, ...]", plays)


def parse_play(raw: Mapping[str, Any]) -> Play | None:
    """A meld or a lay-off in plain form; None if it is neither."""
    cards = parse_cards(raw.get("cards"))
    if cards is None:
        return None
    if raw.get("move") == "meld":
        return LayMeld(cards)
    meld, end = raw.get("meld"), raw.get("end")
    fits = raw.get("move") == "lay_off" and is_meld_id(meld) and (end is None or end in ENDS) and cards
    return LayOff(cast(int, meld), cards, cast("End | None", end)) if fits else None


def is_meld_id(raw: object) -> bool:
    """Whether this could be the number of a meld."""
    return type(raw) is int and 0 < raw <= MELDS_MAX


def parse_cards(raw: object) -> tuple[str, ...] | None:
    """Texts of cards that exist; None if they are anything else."""
    if not isinstance(raw, list | tuple) or len(raw) > CARDS_MAX:
        return None
    return tuple(raw) if all(isinstance(card, str) and card in COPIES for card in raw) else None


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without `end` and `plays` where none are named."""
    if isinstance(move, DrawStock):
        return {"move": "draw"}
    if isinstance(move, DiscardCard):
        return {"move": "discard", "card": move.card}
    if isinstance(move, LayMeld):
        return {"move": "meld", "cards": list(move.cards)}
    if isinstance(move, LayOff):
        written: dict[str, Any] = {"move": "lay_off", "meld": move.meld, "cards": list(move.cards)}
        return written if move.end is None else written | {"end": move.end}
    return {"move": "take_pile", "plays": [write(play) for play in move.plays]} if move.plays else {"move": "take_pile"}

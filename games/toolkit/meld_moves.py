"""Moves of games in which melds are laid and laid off, and their plain form. Families add how the pile is taken."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from games.toolkit.double_deck import COPIES
from games.toolkit.melds import ENDS, End

CARDS_MAX = 108
"""The most cards, or plays, that a move may name."""
MELD_ID_MAX = 9_999
"""The highest id of a meld. Melds of a hand are counted from 1; a moment in plain data may number them otherwise."""
NAMES = ("draw", "take_pile", "meld", "lay_off", "discard")


class DrawStock(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """Take the top card of the stock."""


class LayMeld(msgspec.Struct, frozen=True, tag_field="move", tag="meld"):
    """Lay a new meld: cards by their texts, in the order in which they shall lie if they can."""

    cards: tuple[str, ...]


class LayOff(msgspec.Struct, frozen=True, tag_field="move", tag="lay_off", omit_defaults=True):
    """Lay cards off on a meld, one after the other."""

    meld: int
    cards: tuple[str, ...]
    end: End | None = None


class DiscardCard(msgspec.Struct, frozen=True, tag_field="move", tag="discard"):
    """Put a card on the pile: the end of the turn."""

    card: str


Play = LayMeld | LayOff


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


def parse_discard(raw: Mapping[str, Any]) -> DiscardCard | None:
    """A discard in plain form; None if its card does not exist."""
    card = raw.get("card")
    return DiscardCard(card) if isinstance(card, str) and card in COPIES else None


def is_meld_id(raw: object) -> bool:
    """Whether this could be the number of a meld."""
    return type(raw) is int and 0 <= raw <= MELD_ID_MAX


def parse_cards(raw: object) -> tuple[str, ...] | None:
    """Texts of cards that exist; None if they are anything else."""
    if not isinstance(raw, list | tuple) or len(raw) > CARDS_MAX:
        return None
    return tuple(raw) if all(isinstance(card, str) and card in COPIES for card in raw) else None


def write(move: DrawStock | LayMeld | LayOff | DiscardCard) -> dict[str, Any]:
    """A move in plain form: without `end` where none is named."""
    if isinstance(move, DrawStock):
        return {"move": "draw"}
    if isinstance(move, DiscardCard):
        return {"move": "discard", "card": move.card}
    if isinstance(move, LayMeld):
        return {"move": "meld", "cards": list(move.cards)}
    written: dict[str, Any] = {"move": "lay_off", "meld": move.meld, "cards": list(move.cards)}
    return written if move.end is None else written | {"end": move.end}

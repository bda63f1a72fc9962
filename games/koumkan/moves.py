"""Moves and their plain form (RULES.md §6)."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from games.api import Leave, Unreadable
from games.koumkan.state import Source
from games.toolkit.double_deck import COPIES
from games.toolkit.meld_moves import (
    CARDS_MAX,
    DiscardCard,
    LayOff,
    is_meld_id,
    parse_cards,
    parse_discard,
)
from games.toolkit.melds import ENDS, End, Kind
from games.toolkit.refusals import unreadable

__all__ = [
    "NAMES", "TABLE_MOVES", "DiscardCard", "DrawCard", "GoOut", "LayMeld", "LayOff", "Move", "SwapJoker", "is_face",
    "is_meld_id", "parse", "parse_cards", "write",
]  # fmt: skip

KINDS: tuple[Kind, ...] = ("run", "group")


class DrawCard(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """Take the top card of the stock, or of the discard pile."""

    source: Source = msgspec.field(name="from")


class LayMeld(msgspec.Struct, frozen=True, tag_field="move", tag="meld", omit_defaults=True):
    """Lay a new meld: cards by their texts, a run in the order in which it shall lie if it can."""

    cards: tuple[str, ...]
    kind: Kind | None = None


class SwapJoker(msgspec.Struct, frozen=True, tag_field="move", tag="swap_joker"):
    """Put a natural card in place of a joker on the table."""

    meld: int
    card: str


class GoOut(msgspec.Struct, frozen=True, tag_field="move", tag="go_out", omit_defaults=True):
    """Discard a card and show that all the others are melds; without `melds` the server finds them."""

    discard: str
    melds: tuple[tuple[str, ...], ...] | None = None


Move = DrawCard | LayMeld | LayOff | SwapJoker | DiscardCard | GoOut
TABLE_MOVES = ("meld", "lay_off", "swap_joker")
"""Those by which cards come to the table, in koum-kan alone."""
NAMES = ("draw", *TABLE_MOVES, "discard", "go_out")


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move in plain form; a draw that does not say from where is from the stock."""
    name = raw.get("move")
    if name == "leave":
        return Leave()
    move = _PARSERS[name](raw) if isinstance(name, str) and name in _PARSERS else None
    return move or unreadable(raw)


def _draw(raw: Mapping[str, Any]) -> Move | None:
    source = raw.get("from")
    if source is None:
        return DrawCard("stock")
    return DrawCard(cast("Source", source)) if source in ("stock", "discard") else None


def _meld(raw: Mapping[str, Any]) -> Move | None:
    cards, kind = parse_cards(raw.get("cards")), raw.get("kind")
    return LayMeld(cards, kind) if cards is not None and (kind is None or kind in KINDS) else None


def _lay_off(raw: Mapping[str, Any]) -> Move | None:
    cards, meld, end = parse_cards(raw.get("cards")), raw.get("meld"), raw.get("end")
    fits = cards and is_meld_id(meld) and (end is None or end in ENDS)
    return LayOff(cast(int, meld), cards or (), cast("End | None", end)) if fits else None


def _swap_joker(raw: Mapping[str, Any]) -> Move | None:
    meld, card = raw.get("meld"), raw.get("card")
    return SwapJoker(cast(int, meld), cast(str, card)) if is_meld_id(meld) and is_face(card) else None


def _go_out(raw: Mapping[str, Any]) -> Move | None:
    card, given = raw.get("discard"), raw.get("melds")
    if not is_face(card):
        return None
    if given is None:
        return GoOut(cast(str, card))
    if not isinstance(given, list | tuple) or len(given) > CARDS_MAX:
        return None
    melds = tuple(parse_cards(each) for each in given)
    return None if None in melds else GoOut(cast(str, card), cast("tuple[tuple[str, ...], ...]", melds))


_PARSERS = {
    "draw": _draw,
    "meld": _meld,
    "lay_off": _lay_off,
    "swap_joker": _swap_joker,
    "discard": parse_discard,
    "go_out": _go_out,
}


def is_face(raw: object) -> bool:
    """Whether this is the text of a card."""
    return isinstance(raw, str) and raw in COPIES


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without `kind`, `end` and `melds` where none are named."""
    written: dict[str, Any] = msgspec.to_builtins(move)
    return {name: _plain(value) for name, value in written.items()}


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value

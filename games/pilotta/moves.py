"""Moves and their plain form (RULES.md §7)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.pilotta.cards import BY_TEXT, SUIT_BY_TEXT, TEXTS
from games.pilotta.state import Value
from games.toolkit.cards import SUITS
from games.toolkit.refusals import unreadable

VALUES: tuple[Value, ...] = (*range(80, 250, 10), "capot")
"""What may be bid, low to high."""


class Bid(msgspec.Struct, frozen=True, tag_field="move", tag="bid"):
    """Promise so many points, or all tricks, with a suit as trumps."""

    value: Value
    suit: str


class Pass(msgspec.Struct, frozen=True, tag_field="move", tag="pass"):
    """Say nothing, in whatever phase calls are made."""


class Contra(msgspec.Struct, frozen=True, tag_field="move", tag="contra"):
    """Double the value."""


class Recontra(msgspec.Struct, frozen=True, tag_field="move", tag="recontra"):
    """Double the value again."""


class Take(msgspec.Struct, frozen=True, tag_field="move", tag="take"):
    """Make the turn-up's suit trumps; with `swap_seven` its card goes to the hand for the 7."""

    swap_seven: bool = False


class Choose(msgspec.Struct, frozen=True, tag_field="move", tag="choose"):
    """Make another suit trumps."""

    suit: str


class Declare(msgspec.Struct, frozen=True, tag_field="move", tag="declare"):
    """Announce one's best declaration."""


class Play(msgspec.Struct, frozen=True, tag_field="move", tag="play"):
    """Play a card."""

    card: str


Move = Bid | Pass | Contra | Recontra | Take | Choose | Declare | Play

NAMES = ("bid", "pass", "contra", "recontra", "take", "choose", "declare", "play")
PASS, CONTRA, RECONTRA, DECLARE = Pass(), Contra(), Recontra(), Declare()
TAKE, TAKE_SEVEN = Take(), Take(True)
PLAYS = tuple(Play(text) for text in TEXTS)
"""Card → playing it."""
CHOICES = tuple(Choose(suit) for suit in SUITS)
"""Suit → choosing it."""
BIDS = tuple(Bid(value, suit) for value in VALUES for suit in SUITS)
"""Low to high, suit by suit."""

_BARE: dict[str, Move] = {"pass": PASS, "contra": CONTRA, "recontra": RECONTRA, "declare": DECLARE}
_BIDS: dict[tuple[object, object], Bid] = {(move.value, move.suit): move for move in BIDS}


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move from `{"move": "play", "card": "Jh"}`; what a move does not ask for is ignored."""
    name = raw.get("move")
    if name == "leave":
        return Leave()
    if not isinstance(name, str):
        return Unreadable("")
    return _read(name, raw) or unreadable(raw)


def _read(name: str, raw: Mapping[str, Any]) -> Move | None:
    """The move, if there is such a one."""
    match name:
        case "play":
            card = raw.get("card")
            return PLAYS[BY_TEXT[card]] if isinstance(card, str) and card in BY_TEXT else None
        case "bid":
            value, suit = raw.get("value"), raw.get("suit")
            readable = is_value(value) and isinstance(suit, str)
            return _BIDS.get((value, suit)) if readable else None
        case "choose":
            suit = raw.get("suit")
            return CHOICES[SUIT_BY_TEXT[suit]] if isinstance(suit, str) and suit in SUIT_BY_TEXT else None
        case "take":
            swap = raw.get("swap_seven", False)
            return Take(swap) if isinstance(swap, bool) else None
    return _BARE.get(name)


def is_value(value: object) -> bool:
    """Whether this may be bid at all."""
    return isinstance(value, int | str) and not isinstance(value, bool) and value in VALUES


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without `swap_seven` where nothing is swapped."""
    data: dict[str, Any] = msgspec.to_builtins(move)
    if data.get("swap_seven") is False:
        del data["swap_seven"]
    return data


def name_of(move: Move | Unreadable) -> str:
    """The move's name on the wire."""
    return move.move if isinstance(move, Unreadable) else str(move.__struct_config__.tag)

"""Moves and their plain form (RULES.md §5)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.tichu.cards import CARD_OF, RANK_TEXT
from games.toolkit.refusals import unreadable

Cards = tuple[str, ...]


class GrandTichu(msgspec.Struct, frozen=True, tag_field="move", tag="grand_tichu"):
    """Call Grand Tichu on eight cards, or not."""

    call: bool


class Exchange(msgspec.Struct, frozen=True, tag_field="move", tag="exchange"):
    """A card for the next seat, one for the partner, one for the previous seat."""

    next: str
    partner: str
    prev: str


class CallTichu(msgspec.Struct, frozen=True, tag_field="move", tag="call_tichu"):
    """Call Tichu before one's first card."""


class Play(msgspec.Struct, frozen=True, tag_field="move", tag="play", omit_defaults=True):
    """Play cards. `phx_as`: the rank that the Phoenix stands for; `wish`: with the Mah Jong; both `2` … `A`."""

    cards: Cards
    phx_as: str | None = None
    wish: str | None = None


class Pass(msgspec.Struct, frozen=True, tag_field="move", tag="pass"):
    """Play nothing."""


class GiveDragon(msgspec.Struct, frozen=True, tag_field="move", tag="give_dragon"):
    """Give the trick that the Dragon has won to an opponent."""

    to: int


Move = GrandTichu | Exchange | CallTichu | Play | Pass | GiveDragon
NAMES = frozenset({"grand_tichu", "exchange", "call_tichu", "play", "pass", "give_dragon"})
_INT_MAX = 2**53
NOBODY = -1


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move from `{"move": "play", "cards": ["Tj", "PHX"], "phx_as": "T"}` and the like; ranks may be numbers too."""
    name = raw.get("move")
    if name == "leave":
        return Leave()
    found: Move | None = None
    if name == "play":
        found = _play(raw)
    elif name == "pass":
        found = Pass()
    elif name == "call_tichu":
        found = CallTichu()
    elif name == "exchange":
        found = _exchange(raw)
    elif name == "grand_tichu":
        found = GrandTichu(raw["call"]) if isinstance(raw.get("call"), bool) else None
    elif name == "give_dragon":
        found = _give_dragon(raw.get("to"))
    if found is not None:
        return found
    return unreadable(raw)


def _play(raw: Mapping[str, Any]) -> Play | None:
    cards, phx_as, wish = raw.get("cards"), raw.get("phx_as"), raw.get("wish")
    if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
        return None
    if not (_may_be_rank(phx_as) and _may_be_rank(wish)):
        return None
    return Play(in_order(cards), rank_text(phx_as), rank_text(wish))


def in_order(cards: list[str] | tuple[str, ...]) -> Cards:
    """Cards in the order of the deck; what is no card comes last."""
    return tuple(sorted(cards, key=lambda card: (CARD_OF.get(card, 99), card)))


def _may_be_rank(value: object) -> bool:
    return value is None or isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def rank_text(value: Any) -> str | None:
    """A rank's letter, also from its number 2 … 14; anything else as text."""
    if value is None or isinstance(value, str):
        return value
    return RANK_TEXT.get(value) or "?"


def _exchange(raw: Mapping[str, Any]) -> Exchange | None:
    cards = [raw.get("next"), raw.get("partner"), raw.get("prev")]
    texts = [card for card in cards if isinstance(card, str)]
    return Exchange(*texts) if len(texts) == len(cards) else None


def _give_dragon(to: object) -> GiveDragon | None:
    """Any number is read; one that no message could hold as one that is no seat either."""
    if isinstance(to, bool) or not isinstance(to, int):
        return None
    return GiveDragon(to if abs(to) < _INT_MAX else NOBODY)


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without what is left out."""
    match move:
        case Play(cards, phx_as, wish):
            given = {"phx_as": phx_as, "wish": wish}
            named = {name: rank for name, rank in given.items() if rank is not None}
            return {"move": "play", "cards": list(cards), **named}
        case Exchange(to_next, to_partner, to_prev):
            return {"move": "exchange", "next": to_next, "partner": to_partner, "prev": to_prev}
        case GrandTichu(call):
            return {"move": "grand_tichu", "call": call}
        case GiveDragon(to):
            return {"move": "give_dragon", "to": to}
        case CallTichu():
            return {"move": "call_tichu"}
        case Pass():
            return {"move": "pass"}

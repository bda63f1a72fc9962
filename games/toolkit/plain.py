"""Values in plain form, as JSON has them."""

from collections.abc import Iterable
from typing import Any

import msgspec


def plain(found: Any) -> Any:
    """Structs as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(found))


def in_order(cards: Iterable[str], given: Iterable[str]) -> list[str]:
    """Cards in the order in which they were shown before, new ones after them."""
    places = {card: place for place, card in enumerate(dict.fromkeys(given))}
    return sorted(cards, key=lambda card: places.get(card, len(places)))

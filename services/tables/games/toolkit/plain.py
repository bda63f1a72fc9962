"""What is shown in plain form."""

from collections.abc import Iterable
from typing import Any

import msgspec


def plain(found: Any) -> Any:
    """Structs as they look in JSON."""
    return msgspec.json.decode(msgspec.json.encode(found))


def in_order(cards: Iterable[str], told: Iterable[str]) -> list[str]:
    """Cards in the order in which they were told before, new ones after them."""
    places = {card: place for place, card in enumerate(dict.fromkeys(told))}
    return sorted(cards, key=lambda card: places.get(card, len(places)))

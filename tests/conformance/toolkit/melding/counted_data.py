"""Hands and matches counted from plain data: what the families' `score_hand` and `close_hand` read and answer alike."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from services.tables.games.toolkit.double_deck import Card
from services.tables.games.toolkit.meld_table import Lying
from services.tables.games.toolkit.melds import Meld
from services.tables.games.toolkit.totals import Totals, Verdict
from tests.conformance.plain_edge import Malformed
from tests.conformance.toolkit.plain_input import cards_of, numbered, pair

SEATS_MAX = 4

Pair = tuple[int, int] | dict[str, int]
OldMeld = list[str] | dict[str, Any]
"""A meld on the table: its cards, or a record of them."""


class _Worth(Protocol):
    @property
    def bonus(self) -> int: ...
    @property
    def class_(self) -> Any: ...


class _SideScore(Protocol):
    @property
    def melds(self) -> Iterable[_Worth]: ...
    @property
    def score(self) -> int: ...


def old_meld(given: OldMeld, read_meld: Callable[[tuple[Card, ...]], Meld | str], jokers: bool = True) -> Meld:
    """A meld on the table, read as a new one is."""
    found = read_meld(cards_of(given.get("cards") if isinstance(given, dict) else given, "meld", jokers))
    if isinstance(found, str):
        raise Malformed(f"meld: {found}")
    return found


def lying(table: Any, read: Callable[[OldMeld], Meld]) -> list[Lying]:
    """The melds of both sides; their ids do not count."""
    melds = pair(table, [])
    return [Lying(0, side, read(each)) for side in (0, 1) for each in melds[side]]


def hands_left(given: Any, jokers: bool = True) -> list[tuple[Card, ...]]:
    """The cards left in hand, by seat."""
    by_seat = numbered(given, SEATS_MAX)
    return [cards_of(by_seat.get(seat, []), "hands_left", jokers) for seat in range(SEATS_MAX)]


def scores(sides: Sequence[_SideScore]) -> dict[str, Any]:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order."""
    return {
        "hand_score": [side.score for side in sides],
        "bonuses": [[each.bonus for each in side.melds] for side in sides],
        "classes": [[each.class_ for each in side.melds] for side in sides],
    }


def closed(totals: Pair, hand_score: Pair, outcome: Callable[[Totals], Verdict | None]) -> dict[str, Any]:
    """`totals` after a hand, and whether they end the match: `match_over`, `winner_side`, `tie`, `draw`."""
    before, scored = pair(totals), pair(hand_score)
    after = before[0] + scored[0], before[1] + scored[1]
    found = outcome(after)
    return {
        "totals": after,
        "match_over": found is not None,
        "winner_side": found.side if found else None,
        "tie": found is not None and (found.tie or found.draw),
        "draw": found is not None and found.draw,
    }

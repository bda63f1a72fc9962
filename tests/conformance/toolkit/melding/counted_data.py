"""Hands and matches counted from plain data: what the families' `score_hand` and `close_hand` read and answer alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from services.kernel.seats import Seat
from services.tables.games.api import AnyGame
from services.tables.games.toolkit.double_deck import Card
from services.tables.games.toolkit.meld_table import Lying
from services.tables.games.toolkit.melds import Meld
from services.tables.games.toolkit.totals import Totals, Verdict
from tests.conformance.by_seat import Wrong, listed
from tests.conformance.toolkit.plain_input import cards_of
from tests.conformance.toolkit.trials import Trials

SEATS_MAX = 4
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


def old_meld(given: OldMeld, read_meld: Callable[[tuple[Card, ...]], Meld | str], without: str | None = None) -> Meld:
    """A meld on the table, read as a new one is."""
    faces = given.get("cards") if isinstance(given, dict) else given
    if not isinstance(faces, list) or not all(isinstance(face, str) for face in faces):
        raise Wrong("meld")
    found = read_meld(cards_of(faces, "meld", without))
    if isinstance(found, str):
        raise Wrong(f"meld: {found}")
    return found


def lying(table: Mapping[int, list[OldMeld]], read: Callable[[OldMeld], Meld]) -> list[Lying]:
    """The melds of both sides; their ids do not count."""
    return [Lying(0, side, read(each)) for side, melds in enumerate(listed(table, 2, [], "table")) for each in melds]


def hands_left(given: Mapping[Seat, list[str]], without: str | None = None) -> list[tuple[Card, ...]]:
    """The cards left in hand, by seat."""
    return [cards_of(hand, "hands_left", without) for hand in listed(given, SEATS_MAX, [], "hands_left")]


def scores(sides: Sequence[_SideScore]) -> dict[str, Any]:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order."""
    return {
        "hand_score": [side.score for side in sides],
        "bonuses": [[each.bonus for each in side.melds] for side in sides],
        "classes": [[each.class_ for each in side.melds] for side in sides],
    }


class SideTrials(Trials):
    """Moves and hands of a game of two sides; `outcome`: what totals come to by the terms of a match."""

    def __init__(self, game: AnyGame, outcome: Callable[[Any, Totals], Verdict | None]) -> None:
        super().__init__(game)
        self._outcome = outcome

    def close_hand(
        self, totals: Totals = (0, 0), hand_score: Totals = (0, 0), options: dict[str, Any] | None = None
    ) -> Any:
        """`totals` after a hand, `match_over`, `winner_side` (or null), `tie` (equal totals) and `draw` (equal ratings
        too, nobody is named); §9."""
        terms = self.terms(options)
        after = totals[0] + hand_score[0], totals[1] + hand_score[1]
        found = self._outcome(terms, after)
        return {
            "totals": after,
            "match_over": found is not None,
            "winner_side": found.side if found else None,
            "tie": found is not None and (found.tie or found.draw),
            "draw": found is not None and found.draw,
        }

"""A moment of a match as plain data in the rules' state names (RULES.md §14).

Beside those names, for what a moment alone does not tell: `hand_number`, `starter`, `totals`, `pot`, `barred`, `busy`,
`quiet_turns`, `turned`, `ended`, `records`, `last_move`, `number`, `removed`. What is left out is empty, not taken, not
used or 0; cards may be missing, but no face may be there more often than two packs have it.
"""

from collections.abc import Sequence
from typing import Any

from services.kernel.seats import Seat
from services.tables.games.buraco.meld_rules import DECK, read_meld
from services.tables.games.buraco.state import Options, State
from services.tables.games.buraco.view_parts import CountedHand
from services.tables.games.toolkit.double_deck import Card
from services.tables.games.toolkit.meld_table import side_of
from services.tables.games.toolkit.melds import Meld
from tests.conformance.by_seat import listed, must
from tests.conformance.toolkit.melding import moments
from tests.conformance.toolkit.situation import Situation


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    pot_used: dict[int, bool] = {}
    pot_by: dict[int, Seat | None] = {}


class _Reader(moments.Reader[State, Options, Data]):
    """Who took the pots, and whether they were used (RULES.md §7)."""

    given_type = Data
    state_type = State
    counted_type = CountedHand
    deck = DECK

    def meld(self, cards: tuple[Card, ...]) -> Meld | str:
        return read_meld(cards)

    def own(self, taken: Sequence[bool]) -> dict[str, Any]:
        used = listed(self.given.pot_used, 2, False, "pot_used")
        by = listed(self.given.pot_by, 2, None, "pot_by")
        for side in (0, 1):
            must(taken[side] or not used[side], "pot_used")
            by[side] = self._taker(side, by[side]) if taken[side] else by[side]
            must(by[side] is None or taken[side], "pot_by")
        return {"pot_by": (by[0], by[1]), "pot_used": (used[0], used[1])}

    def _taker(self, side: int, seat: Seat | None) -> Seat | None:
        """Who took a side's pot; where nobody is named, its only seat."""
        must(seat is None or (0 <= seat < self.terms.seats and side_of(seat) == side), "pot_by")
        return side if seat is None and self.terms.seats == 2 else seat


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    return moments.written(moment, Data)


read = moments.reading(_Reader)

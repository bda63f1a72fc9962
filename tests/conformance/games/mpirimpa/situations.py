"""A moment of a match as plain data in the rules' state names (RULES.md §14).

Beside those names, for what a moment alone does not tell: `hand_number`, `starter`, `totals`, `pot`, `barred`, `busy`,
`quiet_turns`, `turned`, `ended`, `records`, `last_move`, `number`, `removed`. What is left out is empty, not taken or
0; cards may be missing, but no face may be there more often than two packs have it.
"""

from collections.abc import Sequence
from typing import Any

from services.tables.games.mpirimpa import rules
from services.tables.games.mpirimpa.meld_rules import read_meld
from services.tables.games.mpirimpa.state import State, Terms
from services.tables.games.mpirimpa.view_parts import CountedHand
from services.tables.games.toolkit.cards import SUITS, Suit, suit_text
from services.tables.games.toolkit.double_deck import Card
from services.tables.games.toolkit.melds import Meld
from tests.conformance.toolkit.melding import moments
from tests.conformance.toolkit.situation import Situation


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    trump: Suit | None = None


class _Reader(moments.Reader[State, Terms, Data]):
    """The trump suit, and columns only where they may be laid (RULES.md §6, §8)."""

    given_type = Data
    state_type = State
    counted_type = CountedHand

    def meld(self, cards: tuple[Card, ...]) -> Meld | str:
        return read_meld(cards, self.terms.columns)

    def own(self, taken: Sequence[bool]) -> dict[str, Any]:
        trump = self.given.trump
        return {"trump": None if trump is None else SUITS.index(trump)}


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    return moments.written(moment, Data, trump=suit_text(moment.state.trump))


read = moments.reading(_Reader, rules.terms_of)

"""What the computer player thinks plays and cards are worth, in points of the hand (RULES.md §12)."""

from collections.abc import Sequence

from services.kernel.seats import Seat
from services.tables.games.buraco import plays
from services.tables.games.buraco.reading import BONUS, POINTS, class_of, is_clean, points_of
from services.tables.games.buraco.state import State
from services.tables.games.toolkit.double_deck import RANK, SUIT, TWOS, Card
from services.tables.games.toolkit.meld_moves import LayMeld, Play
from services.tables.games.toolkit.meld_table import side_of
from services.tables.games.toolkit.melds import Meld

STOCK_LONG = 40
"""With so many cards in the stock there is time for everything."""
CHANCES = (0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.65)
"""By length, of a shorter run to become a canasta while there is time."""
FULL_CHANCES = {8: 0.03, 9: 0.06, 10: 0.12, 11: 0.25, 12: 0.5}
"""By length, of a clean canasta to become a half royal."""
FIRST_CLEAN = 80
"""What the first clean canasta opens: the beating."""
POT_NEAR = 6
"""Of every card that leaves a hand whose side may take the pot."""
POT_SAVED = 60
"""Of the play that empties the hand for the pot, or uses it."""
BEAT_NEAR = 3
"""Of every card that leaves a hand whose side may beat."""
GROUP_COST = 12
"""Of a new group while it does not empty the hand: its cards could still be in runs."""
SHORT_HAND = 4
"""With so few cards left a group is a step to the pot or the beating."""
WILD_KEPT = 60
"""Of a wild card in hand while there is time."""
NEIGHBOUR_KEPT = 3
"""Of a neighbour that a card has in hand, for at most two of them."""


class Appraisal:
    """What a seat's plays are worth at one moment."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.side = side_of(seat)
        self.hand = state.hands[seat]
        self.time = min(1.0, len(state.stock) / STOCK_LONG)
        self.clean = plays.has_clean(state.table, self.side)
        self.waiting = state.pot[self.side] == "waiting"

    def gain(self, play: Play) -> float | None:
        """What a play brings; None if it is not allowed, or beats too early."""
        after = plays.played(self.state, self.seat, play)
        if isinstance(after, str):
            return None
        if after.ended is not None:
            return BONUS["clean"] if is_wise_to_beat(self.state, after, self.side) else None
        if isinstance(play, LayMeld):
            before, found = None, after.table[-1].meld
        else:
            (pair,) = [(was, now) for was, now in zip(self.state.table, after.table, strict=True) if was is not now]
            before, found = pair[0].meld, pair[1].meld
        gone = [card for card in found.cards if before is None or card not in before.cards]
        worth = self.meld_worth(found) - (self.meld_worth(before) if before else 0)
        return worth - sum(self.kept_worth(card) for card in gone) + self._steps(after, gone, found)

    def _steps(self, after: State, gone: Sequence[Card], found: Meld) -> float:
        """What the play does for the pot and the beating, and what is lost by a group."""
        left = len(self.hand) - len(gone)
        near = POT_NEAR if self.waiting else BEAT_NEAR if self.clean else 0
        saved = POT_SAVED * (after.pot != self.state.pot or after.pot_used != self.state.pot_used)
        cost = GROUP_COST * (found.kind == "group" and left > SHORT_HAND) * self.time
        return near * len(gone) + saved - cost

    def meld_worth(self, meld: Meld) -> float:
        """A meld's points, and what bonus may be hoped for."""
        length, found = len(meld.cards), class_of(meld)
        points = points_of(meld.cards)
        if meld.kind == "group":
            return points
        if found == "open":
            return points + CHANCES[length] * (0.4 + 0.6 * self.time) * BONUS["dirty" if meld.wild else "clean"]
        first = FIRST_CLEAN if is_clean(meld) and self._clean_others(meld) == 0 else 0
        full = (BONUS["half_royal"] - BONUS["clean"]) * FULL_CHANCES.get(length, 0) * self.time
        return points + BONUS[found] + first + (full if found == "clean" else 0)

    def _clean_others(self, meld: Meld) -> int:
        """How many clean canastas the side has beside one that holds the meld's first card."""
        own = [each.meld for each in self.state.table if each.side == self.side and is_clean(each.meld)]
        return sum(not set(each.cards) & set(meld.cards) for each in own)

    def kept_worth(self, card: Card) -> float:
        """What a card is worth in hand: less and less as the stock goes down, at last its points are lost."""
        if card in TWOS:
            hope = WILD_KEPT
        else:
            hope = NEIGHBOUR_KEPT * min(2, len(neighbours(card, self.hand)))
        return hope * self.time - POINTS[card] * (1 - self.time)

    def pile_worth(self, pile: Sequence[Card]) -> float:
        """What a pile brings to the hand, more or less."""
        return sum(self._taken_worth(card) for card in pile)

    def _taken_worth(self, card: Card) -> float:
        if card in TWOS:
            return 25
        near = len(neighbours(card, self.hand))
        return 8 if near else 4 * self.time - POINTS[card] * (1 - self.time)


def is_wise_to_beat(before: State, after: State, side: int) -> bool:
    """Whether the side does not lose the hand by more than it still holds (RULES.md §12).

    Cards that the seat does not see count for nobody.
    """
    held = sum(points_of(hand) for seat, hand in enumerate(before.hands) if side_of(seat) == side)
    own, other = (after.scored[-1].points[each] for each in (side, 1 - side))
    return own - other >= -held


def neighbours(card: Card, hand: Sequence[Card]) -> list[Card]:
    """The natural cards of a hand that lie within two places in the same suit; an Ace lies at both ends."""
    return [
        other
        for other in hand
        if other not in TWOS and SUIT[other] == SUIT[card] and 0 < _distance(RANK[card], RANK[other]) <= 2
    ]


def _distance(one: int, other: int) -> int:
    apart = abs(one - other)
    return min(apart, 13 - apart) if 1 in (one, other) else apart

"""What the computer player thinks plays and cards are worth, in points of the hand."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bench.computers.frozen.melding_appraisal import CHANCES, FULL_CHANCES, Hand, changed
from games.buraco import plays
from games.buraco.meld_rules import BONUS, POINTS, class_of, is_clean, points_of
from games.buraco.state import State
from games.toolkit.double_deck import RANK, TWOS, Card
from games.toolkit.meld_moves import Play
from games.toolkit.meld_table import side_of
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

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
GROUP_MIN = 3
SHORT_HAND = 4
"""With so few cards left a group is a step to the pot or the beating."""


class Weighed(NamedTuple):
    """A play that is allowed, and what it comes to."""

    gain: float
    """In points of the hand, all things considered."""
    left: int
    """Cards in hand after it, before a pot."""
    on_run: bool
    is_new: bool
    spends: bool
    """Whether a 2 works as a wild card that did not before."""
    reaches_canasta: bool
    dirties: bool
    """Whether a clean canasta becomes dirty."""
    beats: bool


class Appraisal(Hand[State]):
    """What a seat's plays are worth at one moment."""

    wild = TWOS
    points = POINTS
    wild_kept = 60
    wild_taken = 25

    def __init__(self, state: State, seat: Seat) -> None:
        super().__init__(state, seat)
        own = [each.meld for each in state.table if each.side == self.side]
        self.clean_count = sum(map(is_clean, own))
        self.waiting = state.pot[self.side] == "waiting"
        self.must_use_pot = state.pot_by[self.side] == seat and not state.pot_used[self.side]
        self.is_all_groups = self._loose([each.lo for each in own if each.kind == "group"]) <= 1

    def _loose(self, ranks: Sequence[int]) -> int:
        """How many cards of the hand go neither on groups of these ranks nor into a new natural group."""
        held = Counter(RANK[card] for card in self.hand if card not in TWOS)
        return len(self.hand) - sum(count for rank, count in held.items() if rank in ranks or count >= GROUP_MIN)

    def weighed(self, play: Play) -> Weighed | None:
        """What a play comes to; None if it is not allowed, or beats too early."""
        after = plays.played(self.state, self.seat, play)
        if isinstance(after, str):
            return None
        before, now, gone = changed(self.state.table, after.table, play)
        beats = after.ended is not None
        if beats and not is_wise_to_beat(self.state, after, self.side):
            return None
        return Weighed(
            gain=self._gain(after, before, now, gone),
            left=len(self.hand) - len(gone),
            on_run=now.kind == "run",
            is_new=before is None,
            spends=len(now.wild) > (len(before.wild) if before else 0),
            reaches_canasta=class_of(now) != "open" and (before is None or class_of(before) == "open"),
            dirties=before is not None and is_clean(before) and not is_clean(now),
            beats=beats,
        )

    def _gain(self, after: State, before: Meld | None, now: Meld, gone: Sequence[Card]) -> float:
        worth = self.meld_worth(now) - (self.meld_worth(before) if before else 0)
        return worth - sum(self.kept_worth(card) for card in gone) + self._steps(after, gone, now)

    def _steps(self, after: State, gone: Sequence[Card], found: Meld) -> float:
        """What the play does for the pot and the beating, and what is lost by a group."""
        left = len(self.hand) - len(gone)
        near = POT_NEAR if self.waiting else BEAT_NEAR if self.clean_count else 0
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


def is_wise_to_beat(before: State, after: State, side: int) -> bool:
    """Whether the side does not lose the hand by more than it still holds.

    Cards that the seat does not see count for nobody.
    """
    held = sum(points_of(hand) for seat, hand in enumerate(before.hands) if side_of(seat) == side)
    own, other = (after.scored[-1].points[each] for each in (side, 1 - side))
    return own - other >= -held

"""The arithmetic of a hand and the end of a match (RULES.md §8, §9)."""

from collections.abc import Sequence

from games.api import Hand
from games.mpirimpa.meld_rules import points_of
from games.mpirimpa.state import HandEnd, Lying, Side, State, Terms, side_of
from games.mpirimpa.view_parts import CountedHand, MeldView, SideScore, shown, suit_text
from games.toolkit.double_deck import Card, sorted_texts
from games.toolkit.melding.hand_record import left_of, recorded
from games.toolkit.totals import Totals, Verdict, verdict
from services.kernel.seats import Seat

CLOSING_POINTS = 100


def side_score(melds: Sequence[MeldView], left: Sequence[Card], closed: bool, before: int) -> SideScore:
    """A side's hand from its melds, the cards left in all of its hands, and its total before."""
    bonus, table_points = sum(meld.bonus for meld in melds), sum(meld.points for meld in melds)
    closing, hand_points = CLOSING_POINTS * closed, points_of(left)
    score = bonus + table_points + closing - hand_points
    return SideScore(tuple(melds), bonus, table_points, closing, hand_points, score, before + score)


def side_scores(
    table: Sequence[Lying], hands: Sequence[Sequence[Card]], trump: int | None, closed_by: Seat | None, before: Totals
) -> tuple[SideScore, SideScore]:
    """Both sides' hands; hands by seat."""

    def of(side: Side) -> SideScore:
        melds = [shown(each, trump) for each in table if each.side == side]
        closed = closed_by is not None and side_of(closed_by) == side
        return side_score(melds, left_of(side, hands), closed, before[side])

    return of(0), of(1)


def counted(state: State, end: HandEnd, closed_by: Seat | None) -> Hand:
    """The ended hand as it is recorded; whoever scored more has won it."""
    sides = side_scores(state.table, state.hands, state.trump, closed_by, state.totals)
    found = CountedHand(
        state.hand_number,
        state.starter or 0,
        end,
        closed_by,
        suit_text(state.trump),
        sides,
        tuple(sorted_texts(hand) for hand in state.hands),
        state.pot,
        (sorted_texts(state.pots[0]), sorted_texts(state.pots[1])),
    )
    return recorded(state.hand_number, (sides[0].score, sides[1].score), found)


def outcome(terms: Terms, totals: Totals) -> Verdict | None:
    """Who has won with these totals after a hand, or None while no side has reached the target."""
    return None if max(totals) < terms.target_score else verdict(totals, terms.ratings, terms.seats)

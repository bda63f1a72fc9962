"""The arithmetic of a hand and the end of a match (RULES.md §8, §9)."""

from collections.abc import Sequence

from games.api import Hand
from games.buraco.meld_rules import points_of
from games.buraco.state import HandEnd, Options, State
from games.buraco.view_parts import CountedHand, SideScore, shown
from games.toolkit.double_deck import Card, sorted_texts
from games.toolkit.meld_table import Lying, Side, side_of
from games.toolkit.melding.hand_record import left_of, recorded
from games.toolkit.totals import Totals, Verdict, verdict
from services.kernel.seats import Seat

BEATING_POINTS = 100
POT_PENALTY_POINTS = 100
"""For a pot that was not taken, or not used, once."""


def side_score(
    side: Side, table: Sequence[Lying], left: Sequence[Card], beat: bool, pot_used: bool, before: int
) -> SideScore:
    """A side's hand from the table, the cards left in all of its hands, and its total before."""
    melds = tuple(shown(each) for each in table if each.side == side)
    bonus, table_points = sum(meld.bonus for meld in melds), sum(meld.points for meld in melds)
    beating, hand_points = BEATING_POINTS * beat, points_of(left)
    penalty = POT_PENALTY_POINTS * (not pot_used)
    score = bonus + table_points + beating - hand_points - penalty
    return SideScore(melds, bonus, table_points, beating, hand_points, penalty, score, before + score)


def side_scores(
    table: Sequence[Lying],
    hands: Sequence[Sequence[Card]],
    pot_used: tuple[bool, bool],
    closed_by: Seat | None,
    before: Totals,
) -> tuple[SideScore, SideScore]:
    """Both sides' hands; hands by seat, pots that were not taken are not used."""

    def of(side: Side) -> SideScore:
        beat = closed_by is not None and side_of(closed_by) == side
        return side_score(side, table, left_of(side, hands), beat, pot_used[side], before[side])

    return of(0), of(1)


def counted(state: State, end: HandEnd, closed_by: Seat | None) -> Hand:
    """The ended hand as it is recorded; whoever scored more has won it."""
    sides = side_scores(state.table, state.hands, state.pot_used, closed_by, state.totals)
    found = CountedHand(
        state.hand_number,
        state.starter or 0,
        end,
        closed_by,
        sides,
        tuple(sorted_texts(hand) for hand in state.hands),
        state.pot,
        state.pot_used,
        (sorted_texts(state.pots[0]), sorted_texts(state.pots[1])),
    )
    return recorded(state.hand_number, (sides[0].score, sides[1].score), found)


def outcome(terms: Options, totals: Totals) -> Verdict | None:
    """Who has won with these totals after a hand, or None while the match goes on."""
    if terms.match_mode == "target" and max(totals) < terms.target_score:
        return None
    return verdict(totals, terms.ratings, terms.seats)

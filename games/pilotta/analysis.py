"""Matches that have ended: what each call and card cost by what its seat could know, and how good each deal was
(services/tables/RULES.md §19)."""

from collections.abc import Sequence
from typing import Any

from games import deal_analysis
from games.api import GameEvent
from games.appraisal import Analysis, Appraisal, Note, Played, Reason
from games.deal_analysis import Dealt, chance_by_points
from games.pilotta import rules
from games.pilotta import view as views
from games.pilotta.cards import BY_TEXT, SUIT_BY_TEXT, points_table
from games.pilotta.events import event
from games.pilotta.moves import Move, Pass, Play
from games.pilotta.state import State
from games.pilotta.view import View

WORK = 0.4
"""This part of what the computer player offers for one decision: more than it does itself when it plays strongly."""
DEAL_PLAYS = 3
UNIT = 0.1
"""Ten points of a hand are one of the match."""
SPREAD = 22.0
"""The standard deviation of what a hand changes between the teams, in points of the match."""
BROUGHT = 18.0
"""What a hand brings each team on average."""
GOOD_POINTS = 10


# Both import the computer player's appraisals where they are used: these need numpy, which takes longer to import than
# all games, and only processes that analyse need it.


def search(view: View, seen: Sequence[GameEvent], seed: int) -> Sequence[tuple[Move, float]]:
    """What a seat may call or play, with the points that its team may expect."""
    from games.pilotta.computer.analysis import appraised

    if "declare" in view.moves or (view.phase == "tricks" and len(view.legal) < 2):
        return []
    return appraised(view, seen, seed, WORK)


def luck(deal: Played, seed: int) -> float:
    """The points of the match that a deal brings team 0."""
    from games.pilotta.computer.analysis import luck as of_deal

    state: State = deal.before
    assert state.dealer is not None, "a deal needs one"
    return UNIT * of_deal(state.variant, deal.action.values, state.dealer, seed, DEAL_PLAYS)


def chance(state: State) -> float:
    """Team 0's chance to win the match between two hands."""
    if state.winner is not None:
        return 1.0 if state.winner == 0 else 0.0
    one, other = state.totals
    hands_left = (int(state.target) - max(one, other)) / BROUGHT
    return chance_by_points(one - other, hands_left, SPREAD)


def reason(view: View, move: Any, seen: Sequence[GameEvent]) -> Reason:
    """Why a call or a card is good: the first that holds of what services/tables/RULES.md §20 lists."""
    if view.seat is None:
        return Reason()
    if not isinstance(move, Play):
        return Reason("weak_hand") if isinstance(move, Pass) else Reason()
    if len(view.legal) == 1:
        return Reason("only_card")
    if view.contract is None:
        return Reason()
    trump, suit = view.contract.trump, move.card[-1]
    points = points_table(SUIT_BY_TEXT[trump])[BY_TEXT[move.card]]
    if not view.trick:
        if suit == trump:
            return Reason("draws_trumps", {"out": view.trumps_out})
        return Reason("master", {"card": move.card}) if move.card in view.masters else Reason()
    return _following(view, move, points)


def _following(view: View, move: Play, points: int) -> Reason:
    assert view.seat is not None
    seats = len(view.counts)
    last = len(view.trick) == seats - 1
    with_partner = view.holder is not None and seats == 4 and view.holder % 2 == view.seat % 2
    if with_partner and points >= GOOD_POINTS:
        return Reason("gives_partner", {"points": points})
    if move.card in view.masters and not with_partner:
        return Reason("takes_trick", {"last": last})
    least = min(points_table(SUIT_BY_TEXT[view.contract.trump])[BY_TEXT[card]] for card in view.legal)  # type: ignore[union-attr]
    return Reason("low_card", {"points": points}) if points == least and not with_partner else Reason()


DEALT = Dealt(
    view=views.view,
    event=event,
    next=rules.next_,
    apply=rules.apply,
    progress=rules.progress,
    search=search,
    luck=luck,
    kind=lambda move: "card" if isinstance(move, Play) else "call",
    reason=reason,
    chance=chance,
    seats=4,
    scale=UNIT,
)


def appraise(events: Sequence[Played], note: Note, by: Dealt = DEALT) -> Appraisal:
    """Judge a match; `by`: with other computations than the computer player's."""
    seats = len(events[-1].after.ratings) if events else by.seats
    return deal_analysis.appraise(by._replace(seats=seats), events, note)


ANALYSIS = Analysis(
    evaluator="pilotta 1",
    match_unit="points",
    marks=(4, 10, 20),
    ratings=(1, 2, 3.5, 6, 10),
    appraise=appraise,
    reason=reason,
)

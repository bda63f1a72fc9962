"""Matches that have ended: what each play cost by what its seat could know, and how good each deal was
(services/tables/RULES.md §19)."""

from collections.abc import Sequence
from typing import Any

from games import deal_analysis
from games.api import GameEvent
from games.appraisal import Analysis, Appraisal, Note, Played, Reason
from games.deal_analysis import Dealt, chance_by_points
from games.tichu import rules
from games.tichu import view as views
from games.tichu.computer import analysis as computer
from games.tichu.events import event
from games.tichu.moves import Move, Pass, Play
from games.tichu.scoring import match_end
from games.tichu.state import State
from games.tichu.view import View

ROUNDS = (24, 24)
"""Worlds in which every play that is looked at is tried, and the better half of them once more."""
DEAL_PLAYS = 24
SPREAD = 140.0
"""The standard deviation of what a hand changes between the teams."""
BROUGHT = 75.0
"""What a hand brings each team on average."""
MANY_CARDS = 4


def search(view: View, seen: Sequence[GameEvent], seed: int) -> Sequence[tuple[Move, float]]:
    """The plays of a seat in turn that are worth a look, with the points that its team may expect. Calls, gifts and
    bombs out of turn are not judged."""
    if view.phase != "play" or view.turn != view.seat:
        return []
    return [(each.move, each.points) for each in computer.rated_moves(view, seen, seed, ROUNDS)]


def luck(deal: Played, seed: int) -> float:
    """The points that a deal brings team 0."""
    return computer.luck(deal.action.values, seed, DEAL_PLAYS)


def chance(state: State) -> float:
    """Team 0's chance to win the match between two hands."""
    end = match_end(state.totals, state.target, state.ratings)
    if end is not None:
        return 1.0 if end.winner == 0 else 0.0
    one, other = state.totals
    return chance_by_points(one - other, (int(state.target) - max(one, other)) / BROUGHT, SPREAD)


def reason(view: View, move: Any, seen: Sequence[GameEvent]) -> Reason:
    """Why a play is good: the first that holds of what services/tables/RULES.md §20 lists."""
    if view.seat is None or not view.counts:
        return Reason()
    owner = view.plays[-1].seat if view.plays else None
    if isinstance(move, Pass):
        return Reason("partner_holds") if owner == (view.seat + 2) % 4 else Reason("keeps_cards")
    if not isinstance(move, Play):
        return Reason()
    if len(move.cards) == view.counts[view.seat]:
        return Reason("goes_out")
    if owner is None and len(move.cards) >= MANY_CARDS:
        return Reason("sheds_cards", {"count": len(move.cards)})
    if owner is not None and owner % 2 != view.seat % 2 and view.counts[owner] == 1:
        return Reason("stops_last_card")
    return Reason()


DEALT = Dealt(
    view=views.view,
    event=event,
    next=rules.next_,
    apply=rules.apply,
    progress=rules.progress,
    search=search,
    luck=luck,
    kind=lambda _move: "play",
    reason=reason,
    chance=chance,
    seats=4,
    scale=1.0,
)


def appraise(events: Sequence[Played], note: Note, by: Dealt = DEALT) -> Appraisal:
    """Judge a match; `by`: with other computations than the computer player's."""
    return deal_analysis.appraise(by, events, note)


ANALYSIS = Analysis(
    evaluator="tichu 1",
    match_unit="points",
    marks=(20, 40, 80),
    ratings=(3, 6, 10, 16, 25),
    appraise=appraise,
    reason=reason,
)

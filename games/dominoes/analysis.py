"""Matches that have ended: what each tile cost by what its seat could know, and how good each deal was
(services/tables/RULES.md §19)."""

from collections.abc import Sequence
from typing import Any

from games import deal_analysis
from games.api import GameEvent
from games.appraisal import Analysis, Appraisal, Note, Played, Reason
from games.deal_analysis import Dealt, chance_by_points
from games.dominoes import rules
from games.dominoes import view as views
from games.dominoes.moves import Lay
from games.dominoes.state import Options, State
from games.dominoes.tiles import BY_TEXT, PIPS, is_double
from games.dominoes.view import View

PLAYOUTS = 12_000
"""Of a decision, in all; twice as many as the strong computer player's."""
SPREAD = {100: 40.0, 200: 60.0}
"""Target → the standard deviation of what a hand changes between the sides."""
BROUGHT = {100: 30.0, 200: 50.0}
"""Target → what the winners of a hand get on average."""
HEAVY_PIPS = 9


# Both import the computer player's appraisals where they are used: these need numpy, which takes longer to import than
# all games, and only processes that analyse need it.


def search(view: View, seen: Sequence[GameEvent], seed: int) -> Sequence[tuple[Lay, float]]:
    """The tiles that a seat may lay, with the points that its side may expect."""
    from games.dominoes.computer.analysis import appraised

    if len(view.options) < 2:
        return []
    return appraised(view, seen, seed, PLAYOUTS)


def luck(deal: Played, seed: int) -> float:
    """The points that a deal brings side 0."""
    from games.dominoes.computer.analysis import luck as of_deal

    state: State = deal.after
    assert state.leader is not None, "every hand that is dealt has one"
    return of_deal(state.target, state.dealt, state.leader, seed)


def chance(state: State) -> float:
    """Side 0's chance to win the match between two hands."""
    if state.winner is not None:
        return 1.0 if state.winner == 0 else 0.0
    target = int(state.target)
    one, other = state.totals
    hands_left = (target - max(one, other)) / BROUGHT[target] * 1.5
    return chance_by_points(one - other, hands_left, SPREAD[target])


def reason(view: View, move: Any, seen: Sequence[GameEvent]) -> Reason:
    """Why a tile is good: the first that holds of what services/tables/RULES.md §20 lists."""
    if view.seat is None or not isinstance(move, Lay):
        return Reason()
    if len(view.options) == 1:
        return Reason("only_tile")
    tile, own = BY_TEXT[move.tile], view.hands.get(str(view.seat), ())
    if len(own) == 1:
        return Reason("runs_out")
    shown = _shown_after(view, move)
    against = set(view.lacks[(view.seat + 1) % 4]).intersection(shown)
    if against:
        return Reason("next_lacks", {"values": sorted(against)})
    rest = [text for text in own if text != move.tile]
    keeps = sum(any(str(value) in text.split("-") for value in shown) for text in rest)
    if is_double(tile):
        return Reason("double", {"pips": PIPS[tile]})
    if PIPS[tile] >= HEAVY_PIPS:
        return Reason("heavy", {"pips": PIPS[tile]})
    return Reason("keeps_numbers", {"tiles": keeps, "values": sorted(shown)}) if keeps >= 2 else Reason()


def _shown_after(view: View, move: Lay) -> set[int]:
    """The values at the ends once the tile lies."""
    high, low = (int(half) for half in move.tile.split("-"))
    if view.ends is None:
        return {high, low}
    up, down = view.ends
    at_up = move.side == "up_left" if move.side is not None else up in (high, low)
    return {high + low - up, down} if at_up else {up, high + low - down}


DEALT = Dealt(
    view=views.view,
    event=views.event,
    next=rules.next_,
    apply=rules.apply,
    progress=rules.progress,
    search=search,
    luck=luck,
    kind=lambda _move: "tile",
    reason=reason,
    chance=chance,
    seats=4,
    scale=1.0,
)


def fits(options: Options) -> bool:
    """Hands of a Run Out Match count one each, and not in points."""
    return options.target != "runout"


def appraise(events: Sequence[Played], note: Note, by: Dealt = DEALT) -> Appraisal:
    """Judge a match; `by`: with other computations than the computer player's."""
    return deal_analysis.appraise(by, events, note)


ANALYSIS = Analysis(
    evaluator="dominoes 1",
    match_unit="points",
    marks=(1, 3, 6),
    ratings=(0.3, 0.6, 1, 1.6, 2.5),
    appraise=appraise,
    reason=reason,
    fits=fits,
)

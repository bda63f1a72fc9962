"""The Run Out Match: hands won count, blocked hands do not (RULES.md §9, §10)."""

from games.dominoes.scoring import Ending, Score, Side, Totals
from services.kernel.seats import Seat

HANDS_TO_WIN = 4
LEAD_TO_WIN = 2
DEUCE = 3
"""From this many hands of both sides on it is level or an advantage."""
NOBODY = Score(None, 0, "C")


def score(ending: Ending, seat: Seat, pips: Totals) -> Score:
    """One hand to the side that ran out; nobody wins a block, whatever is left."""
    side = seat % 2
    return Score(side, 1, (side, 1)) if ending == "run_out" else NOBODY


def winner(totals: Totals) -> Side | None:
    """The side with at least four hands and two more than the other."""
    ahead = int(totals[1] > totals[0])
    enough = totals[ahead] >= HANDS_TO_WIN and totals[ahead] - totals[1 - ahead] >= LEAD_TO_WIN
    return ahead if enough else None


def final(totals: Totals) -> Totals:
    """Hands are hands."""
    return totals


def cells(totals: Totals) -> tuple[str, str]:
    """The scoreboard in twenties: `0`, `20`, `40`, `60`, then `ADV` for the side one ahead, at last `WIN`."""
    return _cell(0, totals), _cell(1, totals)


def _cell(side: Side, totals: Totals) -> str:
    own, other = totals[side], totals[1 - side]
    if winner(totals) == side:
        return "WIN"
    if own > other >= DEUCE:
        return "ADV"
    return str(20 * min(own, DEUCE))

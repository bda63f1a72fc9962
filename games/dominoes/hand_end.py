"""The end of a hand: what is counted, what is written, who has won (RULES.md §9, §10)."""

from typing import Any

from games.api import Hand
from games.dominoes.scoring import Ending, Score, Totals
from games.dominoes.state import SCORING, Target
from games.dominoes.tiles import pips, texts
from services.kernel.seats import Seat

SEATS = range(4)


def side_pips(hands: tuple[int, ...]) -> Totals:
    """The pips that the partners of each side have left together."""
    return pips(hands[0]) + pips(hands[2]), pips(hands[1]) + pips(hands[3])


def score(target: Target, ending: Ending, seat: Seat, hands: tuple[int, ...]) -> Score:
    """The score of a hand that `seat` ran out or blocked."""
    return SCORING[target].score(ending, seat, side_pips(hands))


def added(target: Target, totals: Totals, found: Score) -> Totals:
    """The totals after a hand, the winners' final sum cut to the target."""
    if found.side is None:
        return totals
    own = totals[found.side] + found.points
    return SCORING[target].final((own, totals[1]) if found.side == 0 else (totals[0], own))


def hand(
    number: int, leader: Seat, dealt: tuple[int, ...], hands: tuple[int, ...], ending: Ending, seat: Seat, found: Score
) -> Hand:
    """A hand as it is recorded: who led, the deal from which statistics are made, how it ended, what was left."""
    points = (found.points, 0) if found.side == 0 else (0, found.points)
    data: dict[str, Any] = {
        "leader": leader,
        "deal": by_seat(dealt),
        "result": ending,
        "seat": seat,
        "left": by_seat(hands),
        "pips": list(side_pips(hands)),
        "entry": entry_data(found),
    }
    return Hand(number, found.side, points, data)


def entry_data(found: Score) -> Any:
    """An entry as plain data: `[side, number]` or `"C"`."""
    return found.entry if found.entry == "C" else list(found.entry)


def by_seat(hands: tuple[int, ...]) -> dict[str, list[str]]:
    """Hands as plain data: `{"0": ["6-4", …], …}`."""
    return {str(seat): list(texts(mask)) for seat, mask in enumerate(hands)}

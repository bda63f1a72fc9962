"""What is written down of a scored hand (RULES.md §13)."""

from functools import lru_cache
from typing import Any

import msgspec

from games.api import Hand
from games.tichu.cards import hand_texts
from games.tichu.scoring import Score, is_double_victory, last_seat, pile_of, score_hand
from games.tichu.state import State, Tally


def tally(state: State, piles: tuple[int, ...]) -> Tally:
    """The hand that has ended, with the piles as they are at its end."""
    double = is_double_victory(state.out)
    last = None if double else last_seat(state.out)
    left = 0 if last is None else state.hands[last]
    found: Score = score_hand(state.out, tuple(map(pile_of, piles)), pile_of(left), state.calls)
    totals = state.totals[0] + found.points[0], state.totals[1] + found.points[1]
    return Tally(
        number=state.hand_number,
        out=state.out,
        calls=state.calls,
        double_victory=double,
        card_points=found.card_points,
        points=found.points,
        totals=totals,
        last=last,
        last_hand=hand_texts(left),
        lines=found.lines,
    )


@lru_cache(1 << 10)
def plain(written: Tally) -> dict[str, Any]:
    """The hand as plain data."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(written))
    return data


@lru_cache(1 << 10)
def hand_of(written: Tally) -> Hand:
    """The hand as the platform records it: the team with more points has won it."""
    first, second = written.points
    side = None if first == second else int(second > first)
    data = plain(written)
    fields = {name: data[name] for name in data if name not in ("number", "points")}
    return Hand(written.number, side, written.points, fields)

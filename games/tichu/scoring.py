"""What a hand is worth, and when a match is over (RULES.md §13, §14)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from games.api import Hand
from games.tichu.cards import WORTH, hand_texts, points, texts
from games.tichu.state import Call, Item, Line, Ratings, State, Tally, Totals
from services.kernel.seats import Seat

SEATS = range(4)
DOUBLE_VICTORY = 200
WORTH_OF_CALL: dict[Call, int] = {"grand": 200, "tichu": 100}


class Score(NamedTuple):
    """A scored hand: points by team, those of cards alone (None after a double victory), and how they came."""

    points: Totals
    card_points: Totals | None
    lines: tuple[Line, ...]


class Pile(NamedTuple):
    """Cards as they count: their points, and those of them that have any."""

    points: int
    cards: tuple[str, ...] = ()


class End(NamedTuple):
    """How a match ended. `winner` is a team; `rating_factor` goes with its gain."""

    winner: int
    reason: Literal["score", "rating_tiebreak"]
    rating_factor: float


def pile_of(mask: int) -> Pile:
    """The worth of some cards."""
    return Pile(points(mask), texts(mask & WORTH))


def is_double_victory(out: Sequence[Seat]) -> bool:
    """Whether the first two out are partners."""
    return len(out) > 1 and (out[0] - out[1]) % 2 == 0


def last_seat(out: Sequence[Seat]) -> Seat:
    """The one seat that is not out."""
    return next(seat for seat in SEATS if seat not in out)


def score_hand(out: Sequence[Seat], piles: Sequence[Pile], last_hand: Pile, calls: Sequence[Call | None]) -> Score:
    """The score of an ended hand from the order of finishing, the piles by seat, and what is left."""
    double = is_double_victory(out)
    taken = [] if double else card_lines(out, piles, last_hand)
    lines = [Line("double_victory", out[0], out[0] % 2, DOUBLE_VICTORY)] if double else taken
    return Score(
        by_team([*lines, *(called := call_lines(out, calls))]),
        None if double else by_team(taken),
        (*lines, *called),
    )


def card_lines(out: Sequence[Seat], piles: Sequence[Pile], last_hand: Pile) -> list[Line]:
    """Piles in the order of finishing, then the last seat's pile and hand."""
    last = last_seat(out)
    lines = [_cards("pile", seat, seat % 2, piles[seat]) for seat in out[:3]]
    lines.append(_cards("last_pile", last, out[0] % 2, piles[last]))
    lines.append(_cards("last_hand", last, 1 - last % 2, last_hand))
    return lines


def _cards(item: Item, seat: Seat, team: int, pile: Pile) -> Line:
    return Line(item, seat, team, pile.points, pile.cards)


def call_lines(out: Sequence[Seat], calls: Sequence[Call | None]) -> list[Line]:
    """What each call brings the caller's team, in seat order."""
    return [
        Line(call, seat, seat % 2, WORTH_OF_CALL[call] if seat == out[0] else -WORTH_OF_CALL[call])
        for seat, call in enumerate(calls)
        if call is not None
    ]


def by_team(lines: Sequence[Line]) -> Totals:
    """The sums of lines."""
    return (
        sum(line.points for line in lines if line.team == 0),
        sum(line.points for line in lines if line.team == 1),
    )


def match_end(totals: Totals, target: int, ratings: Ratings) -> End | None:
    """How the match is over after a hand; None: another hand is played."""
    if max(totals) < target:
        return None
    if totals[0] != totals[1]:
        return End(int(totals[1] > totals[0]), "score", 1.0)
    sums = ratings[0] + ratings[2], ratings[1] + ratings[3]
    return None if sums[0] == sums[1] else End(int(sums[1] < sums[0]), "rating_tiebreak", 0.5)


# --- what is written down of a scored hand (RULES.md §13) ---


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

"""What hands declare, and whose declarations count (RULES.md §8)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.pilotta.cards import RANKS, SUIT_NUMBERS, TRUMP_ORDER, Mask, Suit, mask_of
from games.pilotta.state import Pair

SHORTEST = 3
SEQUENCE_POINTS = {3: 20, 4: 50}
LONG_SEQUENCE_POINTS = 100
CARRE_POINTS = {"J": 200, "9": 150}
OTHER_CARRE_POINTS = 100
BELOTE_POINTS = 20
KING_AND_QUEEN = 1 << RANKS.index("K") | 1 << RANKS.index("Q")


class Declaration(NamedTuple):
    """Four of a rank, or a run of a suit. `order` says which of two is the higher one."""

    kind: Literal["carre", "sequence"]
    points: int
    cards: Mask
    order: tuple[int, ...]
    top: str
    """The rank of a carre, the highest rank of a sequence."""
    suit: Suit | None = None
    """Of a sequence."""

    @property
    def length(self) -> int:
        """How many cards it has."""
        return self.cards.bit_count()


CARRES = tuple(
    Declaration(
        "carre",
        CARRE_POINTS.get(rank, OTHER_CARRE_POINTS),
        mask_of(8 * suit + place for suit in SUIT_NUMBERS),
        (1, TRUMP_ORDER.index(rank)),
        rank,
    )
    for place, rank in enumerate(RANKS)
)


@lru_cache(4096)
def best_declaration(hand: Mask, trump: Suit) -> Declaration | None:
    """The highest declaration of a hand; of two equal plain runs the first suit's."""
    best: Declaration | None = None
    for found in declarations(hand, trump):
        if best is None or found.order > best.order:
            best = found
    return best


def declarations(hand: Mask, trump: Suit) -> Iterator[Declaration]:
    """Every carre and every full run of a hand, suit by suit."""
    yield from (carre for carre in CARRES if hand & carre.cards == carre.cards)
    for suit in SUIT_NUMBERS:
        yield from _sequences(hand >> 8 * suit & 0xFF, suit, trump)


def _sequences(ranks: int, suit: Suit, trump: Suit) -> Iterator[Declaration]:
    """The runs of one suit's ranks, as bits."""
    low = 0
    while ranks >> low:
        length = 0
        while ranks >> low + length & 1:
            length += 1
        if length >= SHORTEST:
            top = low + length - 1
            yield Declaration(
                "sequence",
                SEQUENCE_POINTS.get(length, LONG_SEQUENCE_POINTS),
                ((1 << length) - 1) << 8 * suit + low,
                (0, length, top, int(suit == trump)),
                RANKS[top],
                suit,
            )
        low += length + 1


class Compared(NamedTuple):
    """Whose declarations count: a team or None, and the points of each team."""

    team: int | None
    points: Pair


def compare(announced: Sequence[Declaration | None]) -> Compared:
    """By seat what was announced: the team of the highest one scores all of its own; equal best ones, nobody."""
    best = [max((each.order for each in announced[team::2] if each), default=()) for team in (0, 1)]
    if best[0] == best[1]:
        return Compared(None, (0, 0))
    team = int(best[1] > best[0])
    points = sum(each.points for each in announced[team::2] if each)
    return Compared(team, (0, points) if team else (points, 0))


def announced(dealt: Sequence[Mask], trump: Suit, declared: Sequence[int]) -> tuple[Declaration | None, ...]:
    """By seat, its declaration if it announced one."""
    return tuple(
        _known(best_declaration(hand, trump), points) if points else None
        for hand, points in zip(dealt, declared, strict=True)
    )


def _known(best: Declaration | None, points: int) -> Declaration:
    """The best declaration; where the hand is not known any more, one of which only the points are known."""
    if best is not None and best.points == points:
        return best
    return Declaration("sequence", points, 0, (0, points // 20), "")


def belote_seat(dealt: Sequence[Mask], trump: Suit) -> int | None:
    """The seat that was dealt king and queen of trumps."""
    pair = KING_AND_QUEEN << 8 * trump
    return next((seat for seat, hand in enumerate(dealt) if hand & pair == pair), None)

"""Options and state of a match (RULES.md §3, §4)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.tichu.cards import mask_of
from games.tichu.combos import Kind
from services.kernel.ratings import ELO_START
from services.kernel.seats import Seat

Target = Literal[250, 500, 750, 1000]
Phase = Literal["grand", "exchange", "play", "window", "dragon", "match_over"]
Call = Literal["grand", "tichu"]
Item = Literal["double_victory", "pile", "last_pile", "last_hand", "grand", "tichu"]
Totals = tuple[int, int]
Ratings = tuple[int, int, int, int]
Gift = tuple[int, int, int]
"""Cards given to the next seat, the partner and the previous seat."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses, the target, and the ratings that the platform freezes at the start."""

    target: Target = 1000
    ratings: Ratings = (ELO_START, ELO_START, ELO_START, ELO_START)


class Laid(msgspec.Struct, frozen=True):
    """One play of a trick as it was made."""

    seat: Seat
    cards: int
    """Mask."""
    kind: Kind
    length: int
    strength: int
    """Doubled rank: 3 for the Phoenix led alone, 30 for the Dragon, 0 for the Dog."""
    phoenix: int = 0
    """The rank that the Phoenix stands for; 0 without it, or alone."""


class Collected(msgspec.Struct, frozen=True):
    """The last trick that was taken."""

    owner: Seat
    """Who won it, and the lead."""
    plays: tuple[Laid, ...]
    dragon_to: Seat | None = None
    """Who was given it, where the Dragon won it."""


class Line(msgspec.Struct, frozen=True):
    """One line of a hand's arithmetic: what it is for, whose it is, and who scores what."""

    item: Item
    seat: Seat
    """Whose pile, hand or call; for a double victory who was out first."""
    team: int
    """Who scores it."""
    points: int
    cards: tuple[str, ...] = ()
    """For cards: those that are worth points."""


class Tally(msgspec.Struct, frozen=True):
    """A hand as it was scored."""

    number: int
    out: tuple[Seat, ...]
    """In the order of finishing."""
    calls: tuple[Call | None, ...]
    """By seat."""
    double_victory: bool
    card_points: Totals | None
    """By team; None after a double victory."""
    points: Totals
    """What the hand brought each team."""
    totals: Totals
    """After it."""
    last: Seat | None
    """Who was left with cards; None after a double victory."""
    last_hand: tuple[str, ...]
    """What that seat had left."""
    lines: tuple[Line, ...]


NOBODY = (None, None, None, None)
NONE_DECIDED = (False, False, False, False)
NO_PILES = (0, 0, 0, 0)


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. Sets of cards are masks (cards.py)."""

    target: Target = 1000
    ratings: Ratings = (ELO_START, ELO_START, ELO_START, ELO_START)
    phase: Phase = "grand"
    number: int = 0
    """Of the decision that is owed, or of the window that runs: grows with each of them through the whole match."""
    hand_number: int = 1
    turn: Seat | None = None
    """Who leads or follows; in `dragon` who gives the trick away; None in the other phases."""
    hands: tuple[int, ...] = ()
    """By seat; empty until the hand is dealt."""
    stock: tuple[int, ...] = ()
    """The 24 cards not dealt yet, in dealing order; in `grand` alone."""
    decided: tuple[bool, ...] = NONE_DECIDED
    """By seat, in `grand`: whether it has decided."""
    gifts: tuple[Gift | None, ...] = NOBODY
    """By seat, what it gives in `exchange`, has given afterwards."""
    calls: tuple[Call | None, ...] = NOBODY
    """By seat; a Grand Tichu stands here at once, though it is sealed in `grand`."""
    plays: tuple[Laid, ...] = ()
    """The running trick; the last one is its top."""
    trick: int = 0
    """All cards of the running trick, whoever played them."""
    passed: tuple[Seat, ...] = ()
    """Who has passed since the top was played, in order."""
    wish: int = 0
    """The wished rank; 0: none."""
    out: tuple[Seat, ...] = ()
    piles: tuple[int, ...] = NO_PILES
    last_trick: Collected | None = None
    dog: Seat | None = None
    """Who led the Dog just now; None once something else was played."""
    totals: Totals = (0, 0)
    tallies: tuple[Tally, ...] = ()
    """Of the hands scored so far."""
    left: Seat | None = None
    """The seat whose leaving decided the match."""


# --- cards that change hands before the play (RULES.md §4, §5) ---


def swapped(hands: Sequence[int], gifts: Sequence[Gift]) -> tuple[int, ...]:
    """The hands after all gifts."""
    after = [hand & ~mask_of(gift) for hand, gift in zip(hands, gifts, strict=True)]
    for seat, gift in enumerate(gifts):
        for step, card in enumerate(gift, 1):
            after[(seat + step) % 4] |= 1 << card
    return tuple(after)


def received(gifts: Sequence[Gift | None], seat: Seat) -> Gift | None:
    """What a seat gets from the next seat, the partner and the previous seat; None unless all have given."""
    from_next, from_partner, from_prev = (gifts[(seat + step) % 4] for step in (1, 2, 3))
    if from_next is None or from_partner is None or from_prev is None:
        return None
    return from_next[2], from_partner[1], from_prev[0]

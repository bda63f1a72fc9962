"""Cards that change hands before the play (RULES.md §4, §5)."""

from collections.abc import Sequence

from games.tichu.cards import mask_of
from games.tichu.state import Gift
from services.kernel.seats import Seat


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

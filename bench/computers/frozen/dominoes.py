"""The computer player: counts before it blocks, else keeps its tiles and its partner in play."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.api import GameEvent, Rng
from games.dominoes.chain import Chain, End, Option, blocks, chain_of_texts, ends, extended, laid_tiles
from games.dominoes.moves import Lay
from games.dominoes.tiles import ALL, BY_TEXT, PIPS, SUITS, TEXTS, is_double, mask_of, pips
from games.dominoes.view import View
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

DOUBLE = 5
FOLLOWER = 3
"""For each other tile of one's own that fits an end left behind."""
SKIPPED = 4
"""For each end left behind on which the next seat was skipped; taken off for the partner's."""


class Visible(NamedTuple):
    """What the computer player goes by."""

    seat: Seat
    chain: Chain
    hand: int
    counts: tuple[int, ...]
    lacks: tuple[tuple[int, ...], ...]
    pips_count: bool
    """Whether a block is won by pips; else nobody wins it."""


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Lay | None:
    """The lay of the view's seat; None when it is not on turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    hand = mask_of(BY_TEXT[text] for text in view.hands[str(view.seat)])
    sight = Visible(view.seat, chain_of_texts(view.chain) or (), hand, view.counts, view.lacks, view.target != "runout")
    tile, end = choose(sight, [(BY_TEXT[text], end) for text, end in view.options])
    ends_to_choose = sum(text == TEXTS[tile] for text, _ in view.options)
    return Lay(TEXTS[tile], end if ends_to_choose == 2 else None)


def choose(sight: Visible, options: list[Option]) -> Option:
    """One of the options: the only one, the last tile, a block that pays, else the most promising."""
    if len(options) == 1 or sight.hand.bit_count() == 1:
        return best(sight, options)
    if sight.chain:
        blocking = [(tile, end) for tile, end in options if blocks(sight.chain, tile, end)]
        paying = [(tile, end) for tile, end in blocking if block_pays(sight, tile)]
        if paying:
            return best(sight, paying)
        if not sight.pips_count:
            options = [option for option in options if option not in blocking] or options
    return best(sight, options)


def best(sight: Visible, options: Iterable[Option]) -> Option:
    """The option with the highest promise; of equals the higher tile, then `up_left`."""
    return max(options, key=lambda option: (promise(sight, *option), option[0], option[1] == "up_left"))


def block_pays(sight: Visible, tile: int) -> bool:
    """Whether the own side is better off once the tile has blocked."""
    return fewer_pips(sight, tile) if sight.pips_count else opponents_nearer(sight)


def opponents_nearer(sight: Visible) -> bool:
    """Whether an opponent has as few tiles as anybody will have after the lay: a hand that nobody wins is better then
    than to go on with theirs to lay next."""
    right, partner, left = (sight.counts[(sight.seat + step) % 4] for step in (1, 2, 3))
    return min(right, left) <= min(sight.hand.bit_count() - 1, partner)


def fewer_pips(sight: Visible, tile: int) -> bool:
    """Whether fewer pips are to be expected with the own side than with the opponents once the tile has blocked.

    The tiles not seen are thought to be alike: own pips + a × partner's tiles < a × opponents' tiles, where a is
    the mean pips of a tile not seen.
    """
    unseen = ALL & ~(sight.hand | laid_tiles(sight.chain))
    own = pips(sight.hand & ~(1 << tile))
    right, partner, left = (sight.counts[(sight.seat + step) % 4] for step in (1, 2, 3))
    return own * unseen.bit_count() < pips(unseen) * (right + left - partner)


def promise(sight: Visible, tile: int, end: End | None) -> int:
    """The tile's pips, and what the two ends left behind are worth."""
    up, down = ends(extended(sight.chain, tile, end))
    followers = sight.hand & ~(1 << tile) & (SUITS[up] | SUITS[down])
    against = sight.lacks[(sight.seat + 1) % 4]
    partner = sight.lacks[(sight.seat + 2) % 4]
    skips = sum((value in against) - (value in partner) for value in (up, down))
    return PIPS[tile] + DOUBLE * is_double(tile) + FOLLOWER * followers.bit_count() + SKIPPED * skips

"""The chain: its two ends, which tile may go where, what would block, and the class of a turn (RULES.md §5, §6, §8).

A chain is a tuple of laid tiles from the `up_left` end to the `down_right` end. A laid tile is `7 × a + b`, where `a`
is the half nearer `up_left`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from games.api import ClockClass
from games.dominoes.tiles import HALVES, SUITS, TEXTS, mask_of, members, tile_of
from services.kernel.seats import Seat

End = Literal["up_left", "down_right"]
Chain = tuple[int, ...]
Option = tuple[int, End | None]
"""A tile and the end where it would go; None for the first tile of a hand."""

LAID_TEXTS: tuple[str, ...] = tuple(f"{laid // 7}-{laid % 7}" for laid in range(49))
"""Laid tile → its text, the half nearer `up_left` first."""
_LAID_BY_TEXT = {text: laid for laid, text in enumerate(LAID_TEXTS)}
_TILES = tuple(tile_of(laid // 7, laid % 7) for laid in range(49))
_AT_RIGHT_HAND: tuple[End, ...] = ("down_right", "up_left", "up_left", "down_right")
"""Leader → the end at the leader's right hand."""


def ends(chain: Chain) -> tuple[int, int]:
    """The values that a chain with at least one tile shows: up left, down right."""
    return chain[0] // 7, chain[-1] % 7


def laid_tiles(chain: Chain) -> int:
    """The tiles of a chain as a mask."""
    return mask_of(_TILES[laid] for laid in chain)


def fitting(chain: Chain, hand: int) -> int:
    """The tiles of a hand that may be laid."""
    if not chain:
        return hand
    return hand & (SUITS[chain[0] // 7] | SUITS[chain[-1] % 7])


def options(chain: Chain, hand: int, leader: Seat) -> list[Option]:
    """All options of a hand, higher tiles first, `up_left` before `down_right`."""
    if not chain:
        return [(tile, None) for tile in members(hand)]
    up, down = ends(chain)
    if up == down:
        end = end_of_equals(chain, leader)
        return [(tile, end) for tile in members(hand & SUITS[up])]
    found: list[Option] = []
    for tile in members(hand & (SUITS[up] | SUITS[down])):
        if SUITS[up] >> tile & 1:
            found.append((tile, "up_left"))
        if SUITS[down] >> tile & 1:
            found.append((tile, "down_right"))
    return found


def end_of_equals(chain: Chain, leader: Seat) -> End:
    """Where a tile goes when both ends show the same: the second tile on an opening double to `up_left`, any later
    one to the end at the leader's right hand."""
    return "up_left" if len(chain) == 1 else _AT_RIGHT_HAND[leader]


def fits(chain: Chain, tile: int, end: End) -> bool:
    """Whether a tile shows the value of an end."""
    value = chain[0] // 7 if end == "up_left" else chain[-1] % 7
    return SUITS[value] >> tile & 1 == 1


def end_for(chain: Chain, leader: Seat, tile: int, side: End | None) -> End | None:
    """Where a tile that may be laid goes; `side` counts only where the ends differ. None for the first tile."""
    if not chain:
        return None
    up, down = ends(chain)
    if up == down:
        return end_of_equals(chain, leader)
    return side or ("up_left" if SUITS[up] >> tile & 1 else "down_right")


def extended(chain: Chain, tile: int, end: End | None) -> Chain:
    """The chain with a tile laid at an end where it fits; the first tile stands with its higher half up."""
    high, low = HALVES[tile]
    if end == "up_left":
        value = chain[0] // 7
        return ((high + low - value) * 7 + value, *chain)
    if end == "down_right":
        value = chain[-1] % 7
        return (*chain, value * 7 + high + low - value)
    return (high * 7 + low,)


def blocks(chain: Chain, tile: int, end: End | None) -> bool:
    """Whether nothing would fit any more: both ends show one value, all seven tiles of which would be laid."""
    after = extended(chain, tile, end)
    up, down = ends(after)
    return up == down and not SUITS[up] & ~laid_tiles(after)


def may_block(chain: Chain, hand: int) -> bool:
    """Whether some option of a hand with a choice would block; running out does not.

    Only the tile that shows both of two different ends can: with equal ends it would be the double, as the last of
    its suit and so the only option.
    """
    if not chain or not hand & (hand - 1):
        return False
    up, down = ends(chain)
    tile = tile_of(up, down)
    if up == down or not hand >> tile & 1:
        return False
    missing = ~(laid_tiles(chain) | 1 << tile)
    return not (SUITS[up] & missing and SUITS[down] & missing)


def clock_of(chain: Chain, hand: int) -> ClockClass | None:
    """The class of a turn: `single` for one option, else `block` if one would block, else `normal`; None without
    an option, for then there is no turn (RULES.md §8)."""
    if not chain:
        count = hand.bit_count()
    else:
        up, down = ends(chain)
        count = (hand & SUITS[up]).bit_count() + (hand & SUITS[down]).bit_count() * (up != down)
    if count <= 1:
        return "single" if count else None
    return "block" if may_block(chain, hand) else "normal"


def chain_texts(chain: Chain) -> tuple[str, ...]:
    """A chain as texts: `3-6`, `6-6`, `6-1`."""
    return tuple(LAID_TEXTS[laid] for laid in chain)


def chain_of_texts(found: Sequence[str]) -> Chain | None:
    """A chain from texts; None if one is no tile, comes twice or does not follow the one before."""
    laid = tuple(_LAID_BY_TEXT.get(text, -1) for text in found)
    if -1 in laid or len({_TILES[each] for each in laid}) != len(laid):
        return None
    return laid if all(one % 7 == other // 7 for one, other in pairwise(laid)) else None


def option_data(option: Option) -> tuple[str, End | None]:
    """An option as plain data."""
    return TEXTS[option[0]], option[1]

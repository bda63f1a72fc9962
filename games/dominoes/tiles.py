"""The double six: 28 tiles as numbers, sets of tiles as masks (RULES.md §2).

A tile is `high × (high + 1) / 2 + low`, so that 0-0 is 0, 6-6 is 27 and a higher tile is a higher number. A set of
tiles (a hand, a suit) is a mask with that bit for each tile. Masks make "has the hand a tile that fits" one `&`.
"""

from collections.abc import Iterable, Iterator

VALUES = range(7)
TILES = 28
ALL = (1 << TILES) - 1
HAND_TILES = 7


def tile_of(one: int, other: int) -> int:
    """The tile with these two halves, in any order."""
    high, low = (one, other) if one > other else (other, one)
    return high * (high + 1) // 2 + low


HALVES: tuple[tuple[int, int], ...] = tuple((high, low) for high in VALUES for low in range(high + 1))
"""Tile → its higher and its lower half."""
TEXTS: tuple[str, ...] = tuple(f"{high}-{low}" for high, low in HALVES)
"""Tile → its text, high-low."""
PIPS: tuple[int, ...] = tuple(high + low for high, low in HALVES)
"""Tile → its pips."""
BY_TEXT: dict[str, int] = {f"{one}-{other}": tile_of(one, other) for one in VALUES for other in VALUES}
"""Text → tile; both orders are read."""
SUITS: tuple[int, ...] = tuple(sum(1 << tile_of(value, other) for other in VALUES) for value in VALUES)
"""Value → the seven tiles that show it."""
DEALT: tuple[int, ...] = tuple(tile_of(low, high) for low in VALUES for high in range(low, 7))
"""Place in the canonical order of the shuffle (0-0, 0-1 … 0-6, 1-1 … 6-6) → tile."""


def is_double(tile: int) -> bool:
    """Whether both halves are the same."""
    high, low = HALVES[tile]
    return high == low


def members(tiles: int) -> Iterator[int]:
    """The tiles of a mask, the highest first."""
    while tiles:
        tile = tiles.bit_length() - 1
        yield tile
        tiles ^= 1 << tile


def mask_of(tiles: Iterable[int]) -> int:
    """Different tiles as a mask."""
    return sum(1 << tile for tile in tiles)


def pips(tiles: int) -> int:
    """The pips of a mask's tiles."""
    return sum(PIPS[tile] for tile in members(tiles))


def texts(tiles: int) -> tuple[str, ...]:
    """The texts of a mask's tiles, the highest first."""
    return tuple(TEXTS[tile] for tile in members(tiles))


def mask_of_texts(found: Iterable[str]) -> int | None:
    """A mask from texts, either order; None if one is no tile or comes twice."""
    mask = 0
    for text in found:
        tile = BY_TEXT.get(text)
        if tile is None or mask >> tile & 1:
            return None
        mask |= 1 << tile
    return mask


def deal(order: Iterable[int]) -> tuple[int, ...]:
    """The four hands of a shuffle: places 0–6 of its order to seat 0, 7–13 to seat 1 and so on."""
    tiles = [DEALT[place] for place in order]
    return tuple(mask_of(tiles[first : first + HAND_TILES]) for first in range(0, TILES, HAND_TILES))

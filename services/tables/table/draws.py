"""Draws of a game: numbers from the fair stream of its match, hand and purpose (RULES.md §14)."""

from collections.abc import Sequence

from games import api
from services.kernel.fair import Stream, deal_key, join_seeds


def stream_key(draw: api.Draw) -> str:
    """The key under which a match stores the position of a draw's stream."""
    return f"{draw.hand}|{draw.purpose}"


def take(
    root_hex: str, match_id: str, seeds: Sequence[str | None], draw: api.Draw, position: int
) -> tuple[tuple[int, ...], int]:
    """The values of a draw from a stream at `position`, and the position afterwards."""
    root = bytes.fromhex(root_hex)
    key = deal_key(root, match_id, draw.hand)
    stream = Stream(root, key, draw.purpose, join_seeds(seeds), position)
    return _values(stream, draw), stream.position


def _values(stream: Stream, draw: api.Draw) -> tuple[int, ...]:
    if draw.kind == "below":
        return (stream.below(draw.n),)
    return stream.dice(draw.n) if draw.kind == "dice" else stream.shuffle(draw.n)

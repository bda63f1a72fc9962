"""The two pictures of a shared match: its end, and what decided it (RULES.md §23)."""

import io
from collections.abc import Callable, Iterable
from typing import Any

from PIL import Image

from games import registry
from services.contracts.tables.recordings import Recording
from services.contracts.tables.sharing import SharedMoment
from services.kernel.refusal import Refusal
from services.tables.history.replay import replay
from services.tables.sharing.drawing import boards, cards
from services.tables.sharing.drawing.canvas import GOLD, HEAD, PAPER, WIDTH, Canvas
from services.tables.sharing.rules import title_of

FRAMES_MAX = 14
MOMENT_WIDTH = 600
_FRAME_MS = 900
_LAST_MS = 3_000
_COLOURS = 64

_SCENES: dict[str, Callable[[Canvas, dict[str, Any]], None]] = {
    "tavli": boards.tavli,
    "dominoes": boards.dominoes,
    "tictactoe": boards.tictactoe,
    "pilotta": cards.pilotta,
    "tichu": cards.tichu,
    "mpirimpa": cards.melds,
    "buraco": cards.melds,
    "koumkan": cards.melds,
    "baccarat": cards.baccarat,
}
"""What draws each family's view; of a family without one the name and the score are shown."""


def family_of(game: str) -> str:
    """The folder of a game's rules."""
    return registry.entries()[game].family.__name__.rpartition(".")[2]


def board_picture(recording: Recording, winners: Iterable[int]) -> bytes:
    """The end of a match as PNG. `winners`: the seats that count as winners.

    Raises:
        ValueError: the recording cannot be replayed.
    """
    last = recording.hands[-1]
    views = _views(recording, last.number, last.events, 1)
    return _png(_drawn(recording, views[-1], winners).image())


def moment_picture(recording: Recording, moment: SharedMoment) -> bytes:
    """The events up to a moment, as animated GIF; it does not show who has won.

    Raises:
        ValueError: the recording cannot be replayed.
    """
    first = max(0, moment.position - FRAMES_MAX + 1)
    views = _views(recording, moment.hand, first, moment.position - first + 1)
    seen: list[Any] = []
    for view in views:
        if not seen or seen[-1] != view:
            seen.append(view)
    frames = [_drawn(recording, view, ()).image(MOMENT_WIDTH) for view in seen]
    return _gif(frames)


def _views(recording: Recording, hand: int, first: int, count: int) -> list[Any]:
    found = replay(recording, hand, first, count)
    if isinstance(found, Refusal):
        raise ValueError(found.error)
    return [each.view for each in found.positions]


def _drawn(recording: Recording, view: Any, winners: Iterable[int]) -> Canvas:
    canvas = Canvas()
    _head(canvas, recording, set(winners))
    scene = _SCENES.get(family_of(recording.game))
    if scene is not None:
        scene(canvas, view)
    return canvas


def _head(canvas: Canvas, recording: Recording, winners: set[int]) -> None:
    """The game at the left, the sides' points at the right: those of the winners in gold, with a mark beside."""
    canvas.text(36, HEAD / 2, title_of(recording.game), 46, PAPER, "lm")
    points = recording.result.get("points") or []
    x = WIDTH - 36.0
    for side, seats in reversed(list(enumerate(recording.sides))):
        if side >= len(points):
            continue
        won, text = bool(winners.intersection(seats)), str(points[side])
        canvas.text(x, HEAD / 2, text, 46, GOLD if won else PAPER, "rm")
        x -= canvas.width_of(text, 46)
        if won:
            canvas.circle(x - 18, HEAD / 2, 9, GOLD)
            x -= 32
        x -= 26
        if side:
            canvas.text(x + 4, HEAD / 2, ":", 46, PAPER, "rm")
            x -= 26


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _gif(frames: list[Image.Image]) -> bytes:
    """All frames with the colours of the last, which has the most of them."""
    palette = frames[-1].quantize(_COLOURS, Image.Quantize.MEDIANCUT)
    plain = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    times = [_FRAME_MS] * (len(plain) - 1) + [_LAST_MS]
    plain[0].save(out, "GIF", save_all=True, append_images=plain[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()

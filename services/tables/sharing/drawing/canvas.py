"""A surface of 1200 × 630 to draw on, and the shapes of which boards and cards are made.

Everything is drawn twice as large and made smaller at the end: Pillow's shapes have no soft edges of their own.
"""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
HEAD = 96
"""Height of the line with the game and the score; below it is the board's."""
_SCALE = 2

FELT, FELT_DARK, WOOD, WOOD_LIGHT = "#2f5d4e", "#264c40", "#5a3a22", "#c9a271"
PAPER, INK, RED, GOLD, MUTED = "#fbf6ea", "#20242a", "#b3261e", "#f2c14e", "#cfdcd4"
LIGHT, DARK = "#f3e3c3", "#2a2522"
GREEN, BLUE = "#2e7d4f", "#2457a6"

Box = tuple[float, float, float, float]


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


class Canvas:
    """One picture that is being drawn; coordinates are those of the finished picture."""

    def __init__(self) -> None:
        """A cloth with nothing on it."""
        self._image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), FELT)
        self._draw = ImageDraw.Draw(self._image)
        self.box((0, 0, WIDTH, HEAD), FELT_DARK)

    def image(self, width: int = WIDTH) -> Image.Image:
        """The finished picture, so wide."""
        return self._image.resize((width, round(width * HEIGHT / WIDTH)), Image.Resampling.LANCZOS)

    def box(self, box: Box, fill: str, *, radius: float = 0, outline: str | None = None, line: float = 2) -> None:
        """A rectangle with round corners."""
        width = round(line * _SCALE) if outline else 0
        self._draw.rounded_rectangle(self._scaled(*box), radius * _SCALE, fill, outline, width)

    def circle(self, x: float, y: float, radius: float, fill: str, outline: str | None = None, line: float = 2) -> None:
        """A disc."""
        width = round(line * _SCALE) if outline else 0
        self._draw.ellipse(self._scaled(x - radius, y - radius, x + radius, y + radius), fill, outline, width)

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        """A shape with straight sides."""
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill)

    def line(self, x1: float, y1: float, x2: float, y2: float, fill: str, width: float) -> None:
        """A line."""
        self._draw.line(self._scaled(x1, y1, x2, y2), fill, round(width * _SCALE))

    def text(self, x: float, y: float, text: str, size: int, fill: str = PAPER, anchor: str = "mm") -> None:
        """A line of text; `anchor` as Pillow writes it: `mm` is the middle, `lm` the left end."""
        self._draw.text((x * _SCALE, y * _SCALE), text, fill, _font(size * _SCALE), anchor)

    def width_of(self, text: str, size: int) -> float:
        """How wide a text is."""
        return self._draw.textlength(text, _font(size * _SCALE)) / _SCALE

    def _scaled(self, *numbers: float) -> tuple[float, ...]:
        return tuple(number * _SCALE for number in numbers)


# --- suits of cards ----------------------------------------------------------------------------------------------


def suit(canvas: Canvas, x: float, y: float, size: float, which: str, fill: str) -> None:
    """A suit's sign around a point; every suit has a shape of its own, so that none needs its colour."""
    _SUITS.get(which, _star)(canvas, x, y, size / 2, fill)


def _heart(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    r = half * 0.52
    canvas.circle(x - r * 0.94, y - r * 0.6, r, fill)
    canvas.circle(x + r * 0.94, y - r * 0.6, r, fill)
    canvas.polygon([(x - half * 0.95, y - r * 0.25), (x + half * 0.95, y - r * 0.25), (x, y + half)], fill)


def _spade(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    r = half * 0.5
    canvas.polygon([(x - half * 0.92, y + r * 0.35), (x + half * 0.92, y + r * 0.35), (x, y - half)], fill)
    canvas.circle(x - r * 0.9, y + r * 0.5, r, fill)
    canvas.circle(x + r * 0.9, y + r * 0.5, r, fill)
    canvas.polygon([(x, y), (x - half * 0.4, y + half), (x + half * 0.4, y + half)], fill)


def _diamond(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    canvas.polygon([(x, y - half), (x + half * 0.75, y), (x, y + half), (x - half * 0.75, y)], fill)


def _club(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    r = half * 0.44
    canvas.circle(x, y - half * 0.5, r, fill)
    canvas.circle(x - half * 0.52, y + half * 0.15, r, fill)
    canvas.circle(x + half * 0.52, y + half * 0.15, r, fill)
    canvas.polygon([(x, y - half * 0.2), (x - half * 0.38, y + half), (x + half * 0.38, y + half)], fill)


def _star(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    canvas.polygon([(x, y - half), (x + half * 0.3, y - half * 0.3), (x + half, y), (x + half * 0.3, y + half * 0.3),
                    (x, y + half), (x - half * 0.3, y + half * 0.3), (x - half, y), (x - half * 0.3, y - half * 0.3)],
                   fill)  # fmt: skip


def _square(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    canvas.box((x - half * 0.75, y - half * 0.75, x + half * 0.75, y + half * 0.75), fill, radius=half * 0.2)


def _disc(canvas: Canvas, x: float, y: float, half: float, fill: str) -> None:
    canvas.circle(x, y, half * 0.85, fill)


_SUITS = {
    "h": _heart, "s": _spade, "d": _diamond, "c": _club,
    "jade": _disc, "sword": _spade, "pagoda": _square, "star": _star,
}  # fmt: skip

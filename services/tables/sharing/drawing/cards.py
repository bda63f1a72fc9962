"""Cards, and the tables of all games that are played with them."""

from collections.abc import Sequence
from typing import Any

from services.tables.sharing.drawing.canvas import (
    BLUE,
    DARK,
    GOLD,
    GREEN,
    HEAD,
    HEIGHT,
    INK,
    MUTED,
    PAPER,
    RED,
    WIDTH,
    Canvas,
    suit,
)

_RATIO = 1.4
_TICHU = {"j": ("jade", GREEN), "s": ("sword", INK), "p": ("pagoda", BLUE), "t": ("star", RED)}
_FRENCH = {"h": ("h", RED), "d": ("d", RED), "s": ("s", INK), "c": ("c", INK)}
_SPECIAL = {"MJ": "1", "DOG": "Dog", "PHX": "Phx", "DRG": "Drg", "X": "*"}


def card(canvas: Canvas, x: float, y: float, width: float, code: str, *, tichu: bool = False) -> None:
    """A card with its upper left corner at a point; its index is at the left, where a fan leaves it free."""
    canvas.box((x, y, x + width, y + width * _RATIO), PAPER, radius=width * 0.09, outline="#8d8778", line=1.5)
    if code in _SPECIAL:
        text = _SPECIAL[code]
        canvas.text(x + width * 0.5, y + width * 0.62, text, round(width * (0.5 if len(text) == 1 else 0.34)), RED)
        canvas.text(x + width * 0.2, y + width * 0.22, text[0], round(width * 0.26), RED)
        return
    rank, mark = code[:-1], code[-1:]
    sign, colour = (_TICHU if tichu else _FRENCH).get(mark, (mark, INK))
    shown = "10" if rank == "T" else rank
    canvas.text(x + width * 0.2, y + width * 0.22, shown, round(width * 0.32), colour)
    suit(canvas, x + width * 0.2, y + width * 0.52, width * 0.24, sign, colour)
    suit(canvas, x + width * 0.58, y + width * 0.95, width * 0.5, sign, colour)


def fan(canvas: Canvas, box: tuple[float, float, float, float], codes: Sequence[str], *, tichu: bool = False) -> None:
    """Cards beside and over each other, in the middle of a box, as large as they fit."""
    if not codes:
        return
    left, top, right, bottom = box
    width = min((bottom - top) / _RATIO, (right - left) / (1 + 0.42 * (len(codes) - 1)))
    step = width * 0.42 if len(codes) * width > right - left else width * 1.06
    step = min(step, (right - left - width) / max(1, len(codes) - 1))
    x = (left + right - width - step * (len(codes) - 1)) / 2
    y = (top + bottom - width * _RATIO) / 2
    for index, code in enumerate(codes):
        card(canvas, x + index * step, y, width, code, tichu=tichu)


def _seat_boxes(seats: int) -> list[tuple[float, float, float, float]]:
    """Where the hands of seats lie: the first below, the others around the table as they sit."""
    below = (300.0, HEIGHT - 136.0, 900.0, HEIGHT - 12.0)
    above = (300.0, HEAD + 10.0, 900.0, HEAD + 122.0)
    right, left = (912.0, 270.0, 1190.0, 400.0), (10.0, 270.0, 288.0, 400.0)
    if seats == 2:
        return [below, above]
    if seats == 3:
        return [below, right, left]
    if seats == 4:
        return [below, right, above, left]
    upper_right, upper_left = (640.0, HEAD + 10.0, 1190.0, HEAD + 110.0), (10.0, HEAD + 10.0, 560.0, HEAD + 110.0)
    return [below, right, upper_right, upper_left, left, (10.0, HEIGHT - 130.0, 288.0, HEIGHT - 12.0)][:seats]


def _hands(canvas: Canvas, view: dict[str, Any], *, tichu: bool = False) -> None:
    hands: dict[str, list[str]] = view["hands"]
    seats = len(view.get("counts") or view.get("hand_counts") or hands)
    for seat, box in enumerate(_seat_boxes(seats)):
        fan(canvas, box, hands.get(str(seat), []), tichu=tichu)
        if view.get("turn") == seat:
            canvas.box((box[0], box[3] + 2, box[2], box[3] + 7), GOLD, radius=2)


_PLACES = ((600.0, 432.0), (716.0, 358.0), (600.0, 284.0), (484.0, 358.0))
"""The middle of the card of each of four seats in a trick: below, right, above, left."""


def pilotta(canvas: Canvas, view: dict[str, Any]) -> None:
    """The trick in the middle, four hands around it, the contract in a corner."""
    _hands(canvas, view)
    trick, lead = view["trick"], view["lead"]
    if not trick and view["last_trick"] is not None:
        trick, lead = view["last_trick"]["cards"], view["last_trick"]["lead"]
    seats = len(view["counts"])
    for index, code in enumerate(trick):
        seat = (lead + index) % seats
        x, y = _PLACES[seat if seats == 4 else seat * 2]
        card(canvas, x - 40, y - 56, 80, code)
    contract = view["contract"]
    if contract is not None:
        canvas.text(40, HEIGHT - 40, str(contract["value"] or ""), 34, PAPER, "lm")
        if contract["trump"] in _FRENCH:
            sign, colour = _FRENCH[contract["trump"]]
            canvas.circle(200, HEIGHT - 42, 26, PAPER)
            suit(canvas, 200, HEIGHT - 42, 30, sign, colour)


def tichu(canvas: Canvas, view: dict[str, Any]) -> None:
    """The last play of the trick in the middle, four hands around it."""
    _hands(canvas, view, tichu=True)
    plays = view["plays"] or (view["last_trick"]["plays"] if view["last_trick"] else [])
    if plays:
        fan(canvas, (310, 240, 890, 400), plays[-1]["cards"], tichu=True)


def melds(canvas: Canvas, view: dict[str, Any]) -> None:
    """Melds of both sides (mpirimpa, buraco) or of everybody (koum-kan) in the middle, hands above and below."""
    _hands(canvas, view)
    found: list[dict[str, Any]] = view["melds"]
    seats = len(view["hand_counts"])
    left, right = (20.0, WIDTH - 20.0) if seats == 2 else (300.0, 900.0)
    top, bottom = HEAD + 134.0, HEIGHT - 150.0
    rows = 1 if len(found) <= 3 else 2 if len(found) <= 8 else 3
    columns = max(1, -(-len(found) // rows))
    width, height = (right - left) / columns, (bottom - top) / rows
    for index, meld in enumerate(sorted(found, key=lambda each: (each.get("side", each.get("owner")), each["id"]))):
        x, y = left + index % columns * width, top + index // columns * height
        fan(canvas, (x + 6, y + 4, x + width - 6, y + height - 4), meld["cards"])
    _beside_melds(canvas, view)


def _beside_melds(canvas: Canvas, view: dict[str, Any]) -> None:
    """What is left of the stock, and the card on the pile."""
    x, y = WIDTH - 150.0, HEIGHT - 120.0
    canvas.box((x, y, x + 70, y + 98), DARK, radius=7, outline=MUTED)
    canvas.text(x + 35, y + 49, str(view["stock_count"]), 28)
    pile = view.get("pile") or ([view["discard_top"]] if view.get("discard_top") else [])
    if pile:
        card(canvas, x - 90, y, 70, pile[-1])


def baccarat(canvas: Canvas, view: dict[str, Any]) -> None:
    """The two hands and what they count."""
    for middle, title, codes, total in (
        (320.0, "Player", view["player"], view["totals"][0]),
        (880.0, "Banker", view["banker"], view["totals"][1]),
    ):
        canvas.text(middle, HEAD + 60, title, 40, MUTED)
        fan(canvas, (middle - 240, HEAD + 100, middle + 240, HEAD + 340), codes)
        if codes:
            canvas.text(middle, HEAD + 420, str(total), 72)

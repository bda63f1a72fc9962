"""The boards of tavli, dominoes and tic-tac-toe."""

from typing import Any

from services.tables.sharing.drawing.canvas import (
    DARK,
    GOLD,
    HEAD,
    HEIGHT,
    INK,
    LIGHT,
    MUTED,
    PAPER,
    WIDTH,
    WOOD,
    WOOD_LIGHT,
    Canvas,
)

# --- tavli -------------------------------------------------------------------------------------------------------

_LEFT, _RIGHT, _TOP, _BOTTOM = 90.0, 1010.0, HEAD + 14.0, HEIGHT - 14.0
_BAR = 44.0
_STEP = (_RIGHT - _LEFT - _BAR) / 12
_CHECKER = 32.0
_STACK_MAX = 5


def tavli(canvas: Canvas, view: dict[str, Any]) -> None:
    """24 points, the checkers of both, the dice; everything as seat 0 sees it, whose home is below at the right."""
    canvas.box((_LEFT - 18, _TOP - 6, _RIGHT + 18, _BOTTOM + 6), WOOD, radius=10)
    canvas.box((_LEFT, _TOP, _RIGHT, _BOTTOM), WOOD_LIGHT)
    middle = (_LEFT + _RIGHT) / 2
    canvas.box((middle - _BAR / 2, _TOP, middle + _BAR / 2, _BOTTOM), WOOD)
    for point in range(1, 25):
        _point(canvas, point)
    pinned = view["pinned"]
    for seat, fill in enumerate((LIGHT, DARK)):
        for where, count in view["checkers"][seat].items():
            place = _as_first_sees(where, seat, view["variant_now"])
            if where.isdigit() and int(where) in pinned[seat]:
                continue  # it lies under the others'
            if place == "bar":
                y = _TOP + 60 if seat else _BOTTOM - 60
                canvas.circle(middle, y, 20, fill, INK)
                canvas.text(middle, y, str(count), 22, _on(fill))
            elif place == "off":
                _off(canvas, seat, fill, count)
            else:
                _stack(canvas, int(place), fill, count)
    for seat, fill in enumerate((LIGHT, DARK)):
        for where in pinned[seat]:
            x, y, _ = _place(int(_as_first_sees(str(where), seat, view["variant_now"])))
            canvas.circle(x, y, _CHECKER * 0.45, fill, INK)  # shows through
    _dice(canvas, view["dice"] or [])


def _as_first_sees(where: str, seat: int, variant: str) -> str:
    """A place as seat 0 counts it; each seat counts points from its own home."""
    if not seat or not where.isdigit():
        return where
    number = int(where)
    return str((number + 11) % 24 + 1) if variant == "fevga" else str(25 - number)


def _x_of(point: int) -> float:
    column = (point - 1) % 12
    from_right = column if point <= 12 else 11 - column
    x = _RIGHT - (from_right + 0.5) * _STEP
    return x - _BAR if from_right >= 6 else x


def _place(point: int) -> tuple[float, float, int]:
    """Where the first checker of a point lies, and in which direction the others follow."""
    x, r = _x_of(point), _CHECKER
    return (x, _BOTTOM - r, -1) if point <= 12 else (x, _TOP + r, 1)


def _point(canvas: Canvas, point: int) -> None:
    x, half, height = _x_of(point), _STEP / 2 - 3, 200
    fill = "#8c5a3a" if point % 2 else "#e4cfa6"
    if point <= 12:
        canvas.polygon([(x - half, _BOTTOM), (x + half, _BOTTOM), (x, _BOTTOM - height)], fill)
    else:
        canvas.polygon([(x - half, _TOP), (x + half, _TOP), (x, _TOP + height)], fill)


def _stack(canvas: Canvas, point: int, fill: str, count: int) -> None:
    x, y, way = _place(point)
    shown = min(count, _STACK_MAX)
    for index in range(shown):
        canvas.circle(x, y + way * index * (_CHECKER * 1.42), _CHECKER, fill, INK)
    if count > _STACK_MAX:
        canvas.text(x, y + way * (shown - 1) * (_CHECKER * 1.42), str(count), 26, _on(fill))


def _off(canvas: Canvas, seat: int, fill: str, count: int) -> None:
    y = HEAD + 80 if seat else HEIGHT - 80
    canvas.box((1050, y - 42, 1180, y + 42), fill, radius=12, outline=INK)
    canvas.text(1115, y, str(count), 44, _on(fill))


def _on(fill: str) -> str:
    return INK if fill == LIGHT else PAPER


def _dice(canvas: Canvas, dice: list[int]) -> None:
    for index, value in enumerate(dice):
        _die(canvas, 690 + 78 * index, (HEAD + HEIGHT) / 2, value)


_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def _die(canvas: Canvas, x: float, y: float, value: int) -> None:
    canvas.box((x - 32, y - 32, x + 32, y + 32), PAPER, radius=10, outline=INK)
    _pips(canvas, x, y, value, 18, 6)


def _pips(canvas: Canvas, x: float, y: float, value: int, apart: float, radius: float) -> None:
    for dx, dy in _PIPS.get(value, ()):
        canvas.circle(x + dx * apart, y + dy * apart, radius, INK)


# --- dominoes ----------------------------------------------------------------------------------------------------

_HALF = 44.0


def dominoes(canvas: Canvas, view: dict[str, Any]) -> None:
    """The chain in rows, each read from the left, and how many tiles each seat has."""
    x, y = 60.0, HEAD + 40.0
    for laid in view["chain"]:
        first, second = (int(each) for each in laid.split("-"))
        is_double = first == second
        width = _HALF if is_double else 2 * _HALF
        if x + width > WIDTH - 60:
            x, y = 60.0, y + 2.6 * _HALF
        _tile(canvas, x, y + _HALF, (first, second), upright=is_double)
        x += width + 4
    for seat, count in enumerate(view["counts"]):
        at_x = WIDTH / 2 + (seat - (len(view["counts"]) - 1) / 2) * 210
        fill = GOLD if view["turn"] == seat else MUTED
        canvas.box((at_x - 44, HEIGHT - 74, at_x + 44, HEIGHT - 26), PAPER, radius=8, outline=fill, line=5)
        canvas.text(at_x, HEIGHT - 50, str(count), 32, INK)


def _tile(canvas: Canvas, x: float, y: float, values: tuple[int, int], *, upright: bool) -> None:
    """A tile whose left edge and middle line are given; a double stands upright."""
    width, height = (_HALF, 2 * _HALF) if upright else (2 * _HALF, _HALF)
    canvas.box((x, y - height / 2, x + width, y + height / 2), PAPER, radius=7, outline=INK)
    for index, value in enumerate(values):
        at_x = x + _HALF / 2 if upright else x + _HALF * (index + 0.5)
        at_y = y + _HALF * (index - 0.5) if upright else y
        _pips(canvas, at_x, at_y, value, 11, 3.6)
    if upright:
        canvas.line(x + 5, y, x + width - 5, y, INK, 2)
    else:
        canvas.line(x + _HALF, y - height / 2 + 5, x + _HALF, y + height / 2 - 5, INK, 2)


# --- tic-tac-toe -------------------------------------------------------------------------------------------------


def tictactoe(canvas: Canvas, view: dict[str, Any]) -> None:
    """The grid with its marks; a finished line lies on gold."""
    size: int = view["size"]
    cell = (HEIGHT - HEAD - 40) / size
    left, top = (WIDTH - cell * size) / 2, HEAD + 20
    finished = {tuple(int(part) for part in each.split(",")) for each in view["line"]}
    for row in range(size):
        for column in range(size):
            x, y = left + column * cell, top + row * cell
            won = (row + 1, column + 1) in finished
            canvas.box((x + 4, y + 4, x + cell - 4, y + cell - 4), GOLD if won else PAPER, radius=10)
            _mark(canvas, x + cell / 2, y + cell / 2, cell * 0.27, view["board"][row][column])


def _mark(canvas: Canvas, x: float, y: float, half: float, mark: str) -> None:
    if mark == "X":
        canvas.line(x - half, y - half, x + half, y + half, INK, half * 0.35)
        canvas.line(x - half, y + half, x + half, y - half, INK, half * 0.35)
    elif mark == "O":
        canvas.circle(x, y, half * 1.1, "#2457a6")
        canvas.circle(x, y, half * 0.72, PAPER)

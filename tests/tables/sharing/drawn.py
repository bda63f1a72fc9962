"""Pictures in words: one line for each shape, in the order in which it is drawn (services/tables/RULES.md §23).

`drawn.txt` holds what every board, card and table of cards consists of. Who changes a picture on purpose looks at it
and writes the file anew: `python -m tests.tables.sharing.drawn`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from services.tables.sharing.drawing import boards, canvas, cards, pictures
from services.tables.sharing.drawing.canvas import Box, Canvas

WRITTEN = Path(__file__).with_name("drawn.txt")


class Written(Canvas):
    """A canvas that writes down what is drawn on it."""

    def __init__(self) -> None:
        """Nothing is drawn."""
        self.lines: list[str] = []

    def write(self, what: str, *values: Any, **named: Any) -> None:
        """Something is drawn; coordinates to the hundredth, so that no machine's arithmetic matters."""
        words = [_word(each) for each in values] + [f"{key}={_word(value)}" for key, value in named.items() if value]
        self.lines.append(" ".join((what, *words)))

    def box(self, box: Box, fill: str, *, radius: float = 0, outline: str | None = None, line: float = 2) -> None:
        """As on a real one, like all that follow."""
        self.write("box", box, fill, radius=radius, outline=outline, line=line if outline else None)

    def circle(self, x: float, y: float, radius: float, fill: str, outline: str | None = None, line: float = 2) -> None:
        self.write("circle", (x, y), radius, fill, outline=outline, line=line if outline else None)

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        self.write("polygon", *points, fill)

    def line(self, x1: float, y1: float, x2: float, y2: float, fill: str, width: float) -> None:
        self.write("line", (x1, y1), (x2, y2), fill, width)

    def text(self, x: float, y: float, text: str, size: int, fill: str = canvas.PAPER, anchor: str = "mm") -> None:
        self.write("text", (x, y), repr(text), size, fill, anchor)

    def width_of(self, text: str, size: int) -> float:
        return 0.5 * len(text) * size


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(_word(each) for each in value)
    return f"{round(value, 2):g}" if isinstance(value, float | int) and not isinstance(value, bool) else str(value)


def _card(shapes: Written, x: float, y: float, width: float, code: str, *, tichu: bool = False) -> None:
    shapes.write("card", (x, y), width, code, tichu=tichu)


def _fan(shapes: Written, box: Box, codes: Sequence[str], *, tichu: bool = False) -> None:
    shapes.write("fan", box, *codes, tichu=tichu)


def _suit(shapes: Written, x: float, y: float, size: float, which: str, fill: str) -> None:
    shapes.write("suit", (x, y), size, which, fill)


_PARTS: dict[str, Callable[..., None]] = {"suit": _suit, "card": _card, "fan": _fan}
_HANDS = {"0": ["Ah", "Td"], "1": ["7s"], "2": [], "3": ["9c"], "4": ["Kh"], "5": ["Qd"]}


def _tavli(variant: str, first: dict[str, int], second: dict[str, int], **more: Any) -> dict[str, Any]:
    return {"variant_now": variant, "checkers": [first, second], "pinned": [[], []], "dice": None} | more


def _melds(count: int, seats: int, **more: Any) -> dict[str, Any]:
    found = [{"id": count - number, "side": 0, "cards": [f"{number % 9 + 1}h"]} for number in range(count)]
    return {"hands": {}, "hand_counts": [11] * seats, "melds": found, "stock_count": 31} | more


def _pilotta(seats: int, **more: Any) -> dict[str, Any]:
    hands = {seat: _HANDS[seat] for seat in map(str, range(seats))}
    nothing: dict[str, Any] = {"trick": [], "lead": None, "last_trick": None, "contract": None}
    return {"hands": hands, "counts": [8] * seats} | nothing | more


def _of_sides(count: int) -> dict[str, Any]:
    """Melds of both sides, numbered across them."""
    found = [{"id": number, "side": (number + 1) % 2, "cards": [f"{number + 1}s"]} for number in range(count)]
    return {"melds": found}


SCENES: dict[str, tuple[Callable[[Any, Any], None], dict[str, Any], tuple[str, ...]]] = {
    "tavli": (
        boards.tavli,
        _tavli("portes", {"1": 6, "7": 1, "bar": 2, "off": 3}, {"6": 5, "18": 1, "bar": 1, "off": 4}, dice=[6, 6]),
        (),
    ),
    "tavli, pinned": (
        boards.tavli,
        _tavli("plakoto", {"2": 1, "24": 4}, {"1": 2, "23": 2}, pinned=[[2], [1]], dice=[3, 4]),
        (),
    ),
    "tavli, both the same way round": (boards.tavli, _tavli("fevga", {"12": 7}, {"1": 2, "13": 3}), ()),
    "dominoes": (
        boards.dominoes,
        {
            "chain": ["6-6", "6-1", "1-1", "1-2", "2-3", "3-4", "4-4", "4-5", "5-5", "5-0", "0-0", "0-3", "3-3", "3-6",
                      "6-2"],
            "counts": [3, 1, 2], "turn": 1,
        },
        (),
    ),
    "dominoes of two, begun": (boards.dominoes, {"chain": ["5-2"], "counts": [6, 7], "turn": 1}, ()),
    "tictactoe": (
        boards.tictactoe,
        {"size": 3, "board": ["XO ", "OX ", "  X"], "line": ["1,1", "2,2", "3,3"]},
        (),
    ),
    "tictactoe of five": (boards.tictactoe, {"size": 5, "board": ["     "] * 4 + ["    O"], "line": []}, ()),
    "pilotta": (
        cards.pilotta,
        _pilotta(4, trick=["Ah", "7h", "Kh"], lead=2, turn=1, contract={"value": 9, "trump": "s"}),
        ("suit", "card", "fan"),
    ),
    "pilotta, between tricks": (
        cards.pilotta,
        _pilotta(4, last_trick={"cards": ["Ac", "9c", "8c", "Tc"], "lead": 1}, contract={"value": 0, "trump": "none"}),
        ("suit", "card", "fan"),
    ),
    "pilotta of two": (
        cards.pilotta,
        _pilotta(2, trick=["Ah", "7h"], lead=1, turn=0),
        ("suit", "card", "fan"),
    ),
    "pilotta, before the first trick": (cards.pilotta, _pilotta(3), ("suit", "card", "fan")),
    "tichu": (
        cards.tichu,
        {"hands": _HANDS, "counts": [1] * 4, "plays": [{"cards": ["2j"]}, {"cards": ["3s", "X"]}], "last_trick": None},
        ("fan",),
    ),
    "tichu, between tricks": (
        cards.tichu,
        {"hands": {}, "counts": [1] * 4, "plays": [], "last_trick": {"plays": [{"cards": ["2j"]}, {"cards": ["DRG"]}]}},
        ("fan",),
    ),
    "tichu, begun": (cards.tichu, {"hands": {}, "counts": [1] * 4, "plays": [], "last_trick": None}, ("fan",)),
    **{
        f"melds, {count} of {seats}": (cards.melds, _melds(count, seats), ("card", "fan"))
        for count, seats in ((0, 2), (1, 2), (3, 4), (4, 2), (8, 4), (9, 2), (11, 6))
    },
    "melds of sides": (
        cards.melds,
        _melds(0, 2, **_of_sides(4), pile=["3h", "5c"], discard_top="7d", turn=1),
        ("card", "fan"),
    ),
    "melds of owners": (
        cards.melds,
        _melds(0, 3, melds=[{"id": 1, "owner": 2, "cards": ["4d"]}, {"id": 2, "owner": 1, "cards": ["8d"]}],
               discard_top="7d"),
        ("card", "fan"),
    ),
    **{
        f"hands of {seats}": (
            cards._hands,
            {"hands": {str(seat): _HANDS[str(seat)] for seat in range(seats)}, "turn": seats - 1},
            ("fan",),
        )
        for seats in (5, 6)
    },
    "baccarat": (
        cards.baccarat,
        {"player": ["9h", "Kd"], "banker": ["3s", "3c", "2h"], "totals": [9, 8]},
        ("fan",),
    ),
    "baccarat, begun": (cards.baccarat, {"player": [], "banker": [], "totals": [0, 0]}, ("fan",)),
}  # fmt: skip
"""By name: what draws it, the view, and the parts that are written as one."""


def _shapes(parts: Sequence[str], draw: Callable[..., None], *values: Any, **named: Any) -> list[str]:
    shapes = Written()
    with ExitStack() as stack:
        for part in parts:
            stack.enter_context(patch.object(cards, part, _PARTS[part]))
        draw(shapes, *values, **named)
    return shapes.lines


def _parts() -> Iterator[tuple[str, list[str]]]:
    for sign in (*canvas._SUITS, "?"):
        yield f"suit {sign}", _shapes((), canvas.suit, 601, 353, 94, sign, canvas.RED)
    for code in ("Ah", "Td", "7s", "Qc", "MJ", "DOG", "X"):
        yield f"card {code}", _shapes(("suit",), cards.card, 311, 207, 83, code)
    for code in ("Tj", "2s", "Kp", "At", "PHX", "DRG"):
        yield f"card {code} of tichu", _shapes(("suit",), cards.card, 311, 207, 83, code, tichu=True)
    yield "fan of another game", _shapes(("card",), cards.fan, (30, 50, 631, 173), ["Ah"])
    wide: Box = (30, 50, 631, 173)
    narrow: Box = (31, 50, 481, 173)
    for count, box in (
        (0, wide),
        (1, wide),
        (2, (30, 50, 131, 173)),
        (5, wide),
        (13, wide),
        (5, narrow),
        (7, (31, 50, 97, 173)),
    ):
        codes = [f"{number + 1}h" for number in range(count)]
        yield f"fan of {count} in {_word(box)}", _shapes(("card",), cards.fan, box, codes, tichu=True)


def _heads() -> Iterator[tuple[str, list[str]]]:
    for name, points, sides, winners in (
        ("of two", [7, 11], [[0], [1]], {1}), ("of three, all won", [3, 120, 4], [[0], [1], [2]], {0, 1, 2}),
        ("of sides", [152, 10], [[0, 2], [1, 3]], {2}), ("without points", None, [[0], [1]], {0}),
        ("with points of one", [5], [[0], [1]], set()),
    ):  # fmt: skip
        recording = SimpleNamespace(game="tictactoe", result={"points": points}, sides=sides)
        yield f"head {name}", _shapes((), pictures._head, recording, winners)


def drawn() -> dict[str, list[str]]:
    """What every picture consists of, by its name."""
    scenes = {name: _shapes(parts, draw, view) for name, (draw, view, parts) in SCENES.items()}
    return {**dict(_parts()), **dict(_heads()), **scenes}


def written() -> dict[str, list[str]]:
    """What `drawn.txt` says."""
    sections = WRITTEN.read_text(encoding="utf-8").split("== ")[1:]
    return {name: lines for name, *lines in (section.strip().splitlines() for section in sections)}


if __name__ == "__main__":
    WRITTEN.write_text(
        "\n".join("\n".join((f"== {name}", *lines, "")) for name, lines in drawn().items()), encoding="utf-8"
    )

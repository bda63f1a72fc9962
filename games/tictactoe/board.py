"""The geometry of the three boards: cells, winning lines and their texts (RULES.md §2, §3).

A set of cells is a mask: bit `(row − 1) × size + (col − 1)`. Masks make "is this line complete" one comparison.
"""

from collections.abc import Iterator, Sequence

import msgspec

MARKS_IN_LINE = {3: 3, 4: 4, 5: 4}
"""Size → how many marks side by side win."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board(msgspec.Struct, frozen=True):
    """What never changes on a board of one size."""

    size: int
    k: int
    full: int
    """All cells."""
    lines: tuple[int, ...]
    """Every run of `k` cells, as masks."""
    through: tuple[tuple[int, ...], ...]
    """Cell → the lines that it lies on."""
    names: tuple[str, ...]
    """Cell → its text, `2,3`."""
    row_texts: tuple[str, ...]
    """Text of a row by its X bits plus its O bits shifted by `size`."""

    def cell(self, row: int, col: int) -> int:
        """The cell at a row and column that are on the board."""
        return (row - 1) * self.size + col - 1

    def row_col(self, cell: int) -> tuple[int, int]:
        """Row and column, both from 1."""
        row, col = divmod(cell, self.size)
        return row + 1, col + 1

    def cells(self, mask: int) -> Iterator[int]:
        """The cells of a mask in reading order."""
        return (cell for cell in range(self.size * self.size) if mask >> cell & 1)

    def texts(self, mask: int) -> tuple[str, ...]:
        """The texts of a mask's cells, sorted."""
        return tuple(self.names[cell] for cell in self.cells(mask)) if mask else ()

    def rows(self, x: int, o: int) -> tuple[str, ...]:
        """The board as text, top row first, from the masks of X and O."""
        size, texts = self.size, self.row_texts
        row = (1 << size) - 1
        return tuple(texts[(x >> shift & row) | (o >> shift & row) << size] for shift in range(0, size * size, size))

    def masks(self, rows: Sequence[str]) -> tuple[int, int]:
        """The masks of X and O from a board as text; the inverse of `rows`."""
        text = "".join(rows)
        return _mask(text, "X"), _mask(text, "O")

    def is_text(self, rows: object) -> bool:
        """Whether `rows` is a board of this size as text."""
        return (
            isinstance(rows, list | tuple)
            and len(rows) == self.size
            and all(isinstance(row, str) and len(row) == self.size and set(row) <= set("XO.") for row in rows)
        )

    def finished(self, own: int) -> int:
        """All cells of runs that are complete in `own`; 0 if there is none."""
        return finished(self.lines, own)


def finished(lines: Sequence[int], own: int) -> int:
    """All cells of those of `lines` that are complete in `own`. Every run of `k` or more is made of such lines."""
    run = 0
    for line in lines:
        if own & line == line:
            run |= line
    return run


def _mask(text: str, mark: str) -> int:
    return sum(1 << cell for cell, found in enumerate(text) if found == mark)


def _lines(size: int, k: int) -> Iterator[int]:
    on_board = range(size)
    for row in on_board:
        for col in on_board:
            for down, right in _DIRECTIONS:
                if row + down * (k - 1) in on_board and col + right * (k - 1) in on_board:
                    yield sum(1 << (row + down * step) * size + col + right * step for step in range(k))


def _row_text(size: int, bits: int) -> str:
    return "".join("X" if bits >> col & 1 else "O" if bits >> size + col & 1 else "." for col in range(size))


def _board(size: int, k: int) -> Board:
    lines = tuple(_lines(size, k))
    cells = range(size * size)
    return Board(
        size=size,
        k=k,
        full=(1 << size * size) - 1,
        lines=lines,
        through=tuple(tuple(line for line in lines if line >> cell & 1) for cell in cells),
        names=tuple(f"{cell // size + 1},{cell % size + 1}" for cell in cells),
        row_texts=tuple(_row_text(size, bits) for bits in range(1 << 2 * size)),
    )


BOARDS = {size: _board(size, k) for size, k in MARKS_IN_LINE.items()}
"""Size → board."""

"""Cells: independent installations of the platform, and which of them an id belongs to.

How they work together: docs/concepts/cells_and_visits.md.

An id that was made in a cell begins with the cell's own id and `~`: `eu1~6f1c…`. The rest is what the id would be
without cells, so a table's generation still stands at its end. An id without `~` was made before its cell had a name,
or where there is only one cell; whoever reads it has it from there, so it belongs to the reader's cell.
"""

import re

CELL_PATTERN = "^[a-z0-9]{0,8}$"
"""The pattern of the setting `KAFENEIO_CELL`; empty: the only cell."""
_SEPARATOR = "~"
_CELL = re.compile(r"[a-z0-9]{1,8}")


def is_cell(text: str) -> bool:
    """Whether a text is the id of a cell."""
    return _CELL.fullmatch(text) is not None


def in_cell(cell: str, local_id: str) -> str:
    """The id under which all cells know something that is made in `cell`. An empty cell leaves the id as it is."""
    return f"{cell}{_SEPARATOR}{local_id}" if cell else local_id


def cell_of(known_id: str, here: str = "") -> str:
    """The cell in which an id was made. `here`: the reader's own cell, to which ids without a cell belong."""
    cell, separator, _ = known_id.partition(_SEPARATOR)
    return cell if separator and is_cell(cell) else here


def is_visitor(account: str, here: str) -> bool:
    """Whether an account is at home in another cell than `here`."""
    return cell_of(account, here) != here

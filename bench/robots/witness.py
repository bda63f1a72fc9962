"""What a robot may demand of its table: the witness notes every command and view, and says what must not be.

Knows nothing of sockets. Three kinds of fault are distinguished, because they are counted apart:
`lost` (acknowledged and gone), `doubled` (one command, two effects), `broken` (any other promise not kept).
"""

from collections.abc import Sequence
from functools import lru_cache

from bench.robots.wire import Event, View

EMPTY = "."


class Command:
    """A command to a table as its sender knows it. `cell` counts from 0, row by row; None: not a move."""

    __slots__ = ("answered_exactly", "cell", "match", "refused", "table", "version")

    def __init__(self, table: str, match: str, cell: int | None) -> None:
        """Sent, not answered."""
        self.table = table
        self.match = match
        self.cell = cell
        self.version: int | None = None
        """The version at which it was carried out, or (`answered_exactly` false) a later one."""
        self.answered_exactly = False
        self.refused = ""


class Witness:
    """One robot's memory. A client ignores frames older than what it has: they are counted as `stale`."""

    def __init__(self, who: str) -> None:
        """`who` is named in every complaint."""
        self.who = who
        self.commands: dict[str, Command] = {}
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.broken: list[str] = []
        self.stale = 0
        self.sit("")

    def sit(self, table: str) -> None:
        """At another table from now on."""
        self.table = table
        self.version = -1
        self._new_match("")

    # --- commands ---

    def sent(self, command_id: str, match: str, cell: int | None = None) -> None:
        """A command has been sent for the first time."""
        self.commands[command_id] = Command(self.table, match, cell)

    def acknowledged(self, command_id: str, version: int, exact: bool) -> None:
        """It was carried out. `exact`: at this very version; else the version is that of the view that showed it."""
        command = self.commands.get(command_id)
        if command is None:
            self.broken.append(f"{self.who}: {command_id} was answered and never sent")
            return
        if command.refused:
            self.broken.append(f"{self.who}: {command_id} was refused ({command.refused}), then done at {version}")
        known = command.version
        if known is None:
            command.version, command.answered_exactly = version, exact
            if command.cell is not None and command.match == self._match:
                self._held[command.cell] = version
        elif exact and (version > known or (command.answered_exactly and version != known)):
            self.doubled.append(f"{self.who}: {command_id} was done at {known} and at {version}")

    def refused(self, command_id: str, error: str) -> None:
        """It changed nothing, says the table."""
        command = self.commands.get(command_id)
        if command is None:
            self.broken.append(f"{self.who}: {command_id} was refused ({error}) and never sent")
            return
        if command.version is not None:
            self.broken.append(f"{self.who}: {command_id} was done at {command.version}, then refused ({error})")
        command.refused = error

    # --- views ---

    def shown(self, version: int, view: View, events: Sequence[Event] = ()) -> bool:
        """The table as it is at `version`. False: older than what is known already."""
        if version < self.version:
            self.stale += 1
            return False
        if view.phase == "stopped":
            self.broken.append(f"{self.who}: table {view.table} was stopped at {version}")
        heard = [event for event in events if event.version > self.version]
        gapless = version - self.version == len(heard)
        self.version = version
        if gapless:
            for event in heard:
                self._hear(event)
        if view.game_view is not None:
            played = view.match if view.phase == "playing" else view.result.match if view.result else ""
            self._look(played, "".join(view.game_view.board), view)
        if not gapless:
            self._placed = {cell for cell, mark in enumerate(self._board) if mark != EMPTY}
        return True

    def _hear(self, event: Event) -> None:
        if event.kind == "begun":
            self._placed = set()
        elif event.kind == "place" and event.data is not None:
            place = (event.data.row, event.data.col)
            cell = (place[0] - 1) * 3 + place[1] - 1
            if cell in self._placed:
                self.doubled.append(f"{self.who}: cell {place} was marked again at {event.version}")
            self._placed.add(cell)

    def _look(self, match: str, board: str, view: View) -> None:
        if match != self._match:
            self._new_match(match)
        if board != self._board:
            self._compare(board)
        if self._held and view.you is not None and view.game_view is not None:
            mark = view.game_view.marks[str(view.you)]
            for cell, version in self._held.items():
                if version <= self.version and board[cell] != mark:
                    self.lost.append(f"{self.who}: own {mark} on cell {cell}, done at {version}, is not on {board}")

    def _compare(self, board: str) -> None:
        before, self._board = self._board, board
        for complaint in complaints(before, board):
            self.broken.append(f"{self.who}: {complaint} at {self.version}")

    def _new_match(self, match: str) -> None:
        self._match = match
        self._board = ""
        self._placed: set[int] = set()
        self._held: dict[int, int] = {}


@lru_cache(maxsize=65_536)
def complaints(before: str, board: str) -> tuple[str, ...]:
    """What must not be about a board that follows another one (or none: ""). Many boards come again and again."""
    found = []
    if before and any(old not in (EMPTY, new) for old, new in zip(before, board, strict=True)):
        found.append(f"board went from {before} to {board}")
    if board.count("X") - board.count("O") not in (0, 1):
        found.append(f"turns were not taken in turn on {board}")
    return tuple(found)

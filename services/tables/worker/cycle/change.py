"""The changes of one cycle to one table."""

from services.tables.table.model import Table
from services.tables.table.transition import Step
from services.tables.worker.memory.loaded_table import Conn, LoadedTable


class Change:
    """A table as it was loaded, and as it will be when the cycle is committed."""

    __slots__ = ("awaits_ratings", "done", "loaded", "steps", "table")

    def __init__(self, loaded: LoadedTable) -> None:
        """Nothing has changed yet."""
        self.loaded = loaded
        self.table: Table = loaded.table
        self.steps: list[Step] = []
        self.awaits_ratings = False
        """Whether a rematch was prepared for which ranking was not asked, because its ratings come anyway."""
        self.done: dict[Conn, dict[str, int]] = {}
        """Connection → ids of its commands that were accepted → the version that each of them made."""

"""Generations of shards: how a game gets more of them while its tables are open.

A table stays in its shard for as long as it is open. More shards are a new generation, with numbers of its own behind
those that there are; tables that are opened from then on live there, and their ids name it (`kernel/ids.py`). The
shards of older generations are served on and become empty as their tables close. So nothing moves, and nobody who has
a table's id needs to know which generations there are.
"""

from services.kernel.ids import generation_name
from services.tables.settings import TablesSettings


def shards_in_all(settings: TablesSettings) -> int:
    """How many shards a game has, of all generations; they are numbered from 0 on."""
    return settings.table_shards + sum(settings.table_shards_added)


def newest(settings: TablesSettings) -> str:
    """The name of the generation in which tables are opened; empty: the first.

    Raises:
        ValueError: there is no such generation.
    """
    later = settings.table_generation - 2
    if later < 0:
        return ""
    if later >= len(settings.table_shards_added):
        raise ValueError(f"table_generation {settings.table_generation} is not in table_shards_added")
    first = settings.table_shards + sum(settings.table_shards_added[:later])
    return generation_name(first, settings.table_shards_added[later])

"""Identifiers: their creation, their form, and the shard of a table."""

import re
import uuid
import zlib
from typing import NewType

from services.kernel.cells import in_cell

AccountId = NewType("AccountId", str)
TableId = NewType("TableId", str)
MatchId = NewType("MatchId", str)
CommandId = NewType("CommandId", str)

COMMAND_ID_LENGTH_MAX = 64


def new_id() -> str:
    """A random id: a version-4 UUID, 36 positions, lower case."""
    return str(uuid.uuid4())


_GENERATION = re.compile(r"_([0-9]{1,4})x([1-9][0-9]{0,3})")
"""The end of an id of a later generation: the first of its shards, and their number."""


def generation_name(first: int, shards: int) -> str:
    """The shards of a generation, as the ids of its tables say them: `8x16` are sixteen, from number 8 on."""
    return f"{first}x{shards}"


def new_account_id(cell: str = "") -> str:
    """A random id for an account. `cell`: its home; empty: there is only one."""
    return in_cell(cell, new_id())


def new_table_id(generation: str = "", cell: str = "") -> str:
    """A random id for a table. `generation`: the name of the one in which it lives; empty: of the first. `cell`: the
    one in which it is played; empty: there is only one."""
    return in_cell(cell, f"{new_id()}_{generation}" if generation else new_id())


def shard_of(table_id: str, shards: int) -> int:
    """The shard in which a table lives for as long as it is open. `shards`: how many the first generation has (0 …
    shards − 1). The id of a table of a later one says itself which shards those are, so that it stays where it is
    whatever generations there will be."""
    number = zlib.crc32(table_id.encode())
    found = _GENERATION.fullmatch(table_id, table_id.find("_")) if "_" in table_id else None
    return number % shards if found is None else int(found[1]) + number % int(found[2])

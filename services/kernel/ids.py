"""Identifiers: how they are made, what they look like, and which shard a table lives in."""

import uuid
import zlib
from typing import NewType

AccountId = NewType("AccountId", str)
TableId = NewType("TableId", str)
MatchId = NewType("MatchId", str)
CommandId = NewType("CommandId", str)

COMMAND_ID_LENGTH_MAX = 64


def new_id() -> str:
    """A random id: a version-4 UUID, 36 positions, lower case."""
    return str(uuid.uuid4())


def shard_of(table_id: str, shards: int) -> int:
    """The shard (0 … shards − 1) in which a table lives for as long as it is open."""
    return zlib.crc32(table_id.encode()) % shards

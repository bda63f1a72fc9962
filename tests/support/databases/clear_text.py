"""What a thief of databases finds there: every text and blob, also what is packed in it, and secrets that fit what is
published about them."""

import base64
import binascii
import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import psycopg

Value = tuple[str, Any]
"""Where it lies (`database.table.column`), and what lies there."""

_DIGITS = re.compile(rb"[0-9a-fA-F]{64,}")
_TOKENS = re.compile(rb"[A-Za-z0-9_-]{43,}")
_PACKED = re.compile(rb"[A-Za-z0-9+/_-]{43,}={0,2}")
_SECRET_BYTES = 32
_DEPTH_MAX = 3


def of_sqlite(folder: Path) -> Iterator[Value]:
    """Every value of every table of every database in a folder."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.read_bytes()[:15] != b"SQLite format 3":
            continue
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in names:
                found = database.execute(f'SELECT * FROM "{name}"')
                columns = [column[0] for column in found.description]
                for row in found:
                    yield from ((f"{path.stem}.{name}.{at}", value) for at, value in zip(columns, row, strict=True))


def of_postgres(connection: psycopg.Connection[Any]) -> Iterator[Value]:
    """Every value of every table of a database."""
    tables = connection.execute(
        "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' "
        "AND table_schema NOT IN ('pg_catalog', 'information_schema')"
    ).fetchall()
    for schema, name in tables:
        found = connection.execute(f'SELECT * FROM "{schema}"."{name}"')
        columns = [column.name for column in found.description or ()]
        for row in found:
            yield from ((f"{schema}.{name}.{at}", value) for at, value in zip(columns, row, strict=True))


def of_files(folder: Path, but: Iterable[str] = ()) -> Iterator[Value]:
    """The bytes of every file in a folder, but of those with these names."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in but:
            yield path.name, path.read_bytes()


def readable(values: Iterable[Value]) -> Iterator[tuple[str, bytes]]:
    """The texts and blobs among them, and what is written in them in hex or base64, several times over."""
    for where, value in values:
        if isinstance(value, memoryview):
            value = bytes(value)
        if isinstance(value, dict | list):
            value = repr(value)
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, bytes):
            yield from ((where, each) for each in _unpacked(value, _DEPTH_MAX))


def _unpacked(text: bytes, depth: int) -> Iterator[bytes]:
    yield text
    if not depth:
        return
    for found in _DIGITS.findall(text):
        yield from _unpacked(binascii.unhexlify(found[: len(found) // 2 * 2]), depth - 1)
    for found in _PACKED.findall(text):
        body = found.rstrip(b"=")
        try:
            yield from _unpacked(base64.b64decode(body + b"=" * (-len(body) % 4), altchars=b"-_"), depth - 1)
        except binascii.Error:
            continue


def preimages(values: Iterable[Value], published: Iterable[str]) -> dict[str, str]:
    """Hash → where a secret lies in clear of which this is the SHA-256: 32 bytes, wherever they begin, as they are, in
    hex or in base64, or a token as text. `published`: hashes in hex."""
    wanted, found = set(published), {}
    seen: set[bytes] = set()
    for where, text in readable(values):
        for secret in _candidates(text):
            if secret in seen:
                continue
            seen.add(secret)
            digest = hashlib.sha256(secret).hexdigest()
            if digest in wanted:
                found[digest] = where
    return found


def _candidates(text: bytes) -> Iterator[bytes]:
    if len(text) <= 64 * _SECRET_BYTES:
        yield from (text[at : at + _SECRET_BYTES] for at in range(len(text) - _SECRET_BYTES + 1))
    for digits in _DIGITS.findall(text):
        yield from (
            binascii.unhexlify(digits[at : at + 2 * _SECRET_BYTES]) for at in range(len(digits) - 2 * _SECRET_BYTES + 1)
        )
    yield from _TOKENS.findall(text)


def hashes_in(values: Iterable[Value], *columns: str) -> set[str]:
    """The texts of these columns (`table.column`)."""
    return {value for where, value in values if isinstance(value, str) and where.endswith(columns)}

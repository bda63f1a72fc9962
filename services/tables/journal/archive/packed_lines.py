"""Journal lines as archive files keep them: pure, and without anybody's name (RULES.md §12).

A file is a sequence of gzip members, so `zcat` reads all of it and a reader fetches one member alone. A member has some
lines of one table, each as a line of JSON. In the place of people's names it has marks; what stands in their place is
kept beside the member's position in the database, where an erasure finds it. So files hold no personal data but the ids
of accounts, which everything keeps, and never have to be written again.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from services.kernel.persons.erased_names import FORMER_PLAYER

_LEVEL = 6
_MARK = re.compile("\ue000([^\ue000\ue001]*)\ue001")
"""Two characters for private use around the key of a name. Where a text has the first of them by itself, it is written
as a mark without a key."""
_LONE = "\ue000\ue001"


class Line(NamedTuple):
    """A journal line; `action` is its JSON text."""

    table_id: str
    seq: int
    epoch: int
    match_id: str
    actor: int | None
    action: str
    command_id: str | None
    at_ms: int
    trace: str


class Packed(NamedTuple):
    """Lines of one table that follow one another, ready for a file; `names`: key → name, see `account_of`."""

    table_id: str
    first_seq: int
    last_seq: int
    content: bytes
    sha256: str
    names: dict[str, str]
    named: list[Line]
    """The lines that have names, as they are in the journal."""
    matches: list[str]
    last_at_ms: int


class Damaged(Exception):
    """What a file holds is not what was written, or lines cannot be written so that they can be read again."""


class _Written(msgspec.Struct, array_like=True, frozen=True):
    """A line in a file: its action is JSON, not a text."""

    table_id: str
    seq: int
    epoch: int
    match_id: str
    actor: int | None
    action: msgspec.Raw
    command_id: str | None
    at_ms: int
    trace: str


_read = msgspec.json.Decoder(_Written).decode


def account_of(key: str) -> str:
    """The account of a name's key: an account's id, with a number behind `/` where it is spelled in several ways."""
    return key.partition("/")[0]


def pack(lines: Sequence[Line]) -> Packed:
    """Lines of one table, whose numbers follow one another. The same lines make the same bytes.

    Raises:
        Damaged: the lines could not be read again as they are.
    """
    actions, names = take_names([line.action for line in lines])
    if [put_back(action, names) for action in actions] != [line.action for line in lines]:
        raise Damaged(f"names in lines of table {lines[0].table_id} cannot be put back")
    rows = (
        _Written(*line[:5], msgspec.Raw(action.encode()), *line[6:])
        for line, action in zip(lines, actions, strict=True)
    )
    content = gzip.compress(b"".join(msgspec.json.encode(row) + b"\n" for row in rows), _LEVEL, mtime=0)
    return Packed(
        table_id=lines[0].table_id,
        first_seq=lines[0].seq,
        last_seq=lines[-1].seq,
        content=content,
        sha256=hashlib.sha256(content).hexdigest(),
        names=names,
        named=[line for line, action in zip(lines, actions, strict=True) if action != line.action],
        matches=list(dict.fromkeys(line.match_id for line in lines if line.match_id)),
        last_at_ms=max(line.at_ms for line in lines),
    )


def unpack(content: bytes, sha256: str, names: Mapping[str, str]) -> list[Line]:
    """The lines of a member, with the names that are still known. Raises: Damaged."""
    if hashlib.sha256(content).hexdigest() != sha256:
        raise Damaged("archived lines have another checksum than when they were written")
    try:
        rows = [_read(text) for text in gzip.decompress(content).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.DecodeError) as error:
        raise Damaged(str(error)) from error
    return [
        Line(*(getattr(row, name) for name in Line._fields))._replace(
            action=put_back(bytes(row.action).decode(), names)
        )
        for row in rows
    ]


# --- names -------------------------------------------------------------------------------------------------------


def take_names(actions: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The same actions with marks in the place of names, and the names by their keys.

    Names are found as an erasure finds them (`services.kernel.persons.erased_names`): beside their accounts or under
    them, and
    as words of another `name`, which is what somebody has called a table.
    """
    texts = [action.replace("\ue000", _LONE) for action in actions]
    plain = {number: msgspec.json.decode(text) for number, text in enumerate(texts) if '"account"' in text}
    found = {pair for value in plain.values() for pair in _beside(value)}
    if not found:
        return texts, {}
    accounts = {account for account, _ in found}
    keys = [f'"{account}":"' for account in accounts]
    for number, text in enumerate(texts):
        if number not in plain and ('"name"' in text or any(key in text for key in keys)):
            plain[number] = msgspec.json.decode(text)
    names = _Names(found.union(*(_under(value, accounts) for value in plain.values())))
    marked = {number: msgspec.json.encode(names.marked(value)).decode() for number, value in plain.items()}
    return [marked.get(number, text) for number, text in enumerate(texts)], names.by_key


def put_back(action: str, names: Mapping[str, str]) -> str:
    """An action with names in the place of marks. A mark stands inside a JSON text, so the name is written as one."""

    def name_of(found: re.Match[str]) -> str:
        key = msgspec.json.decode(f'"{found[1]}"')  # as the action has it: within a JSON text
        return msgspec.json.encode(names.get(key, FORMER_PLAYER)).decode()[1:-1] if key else "\ue000"

    return _MARK.sub(name_of, action)


class _Names:
    """The names of some accounts, and the marks that stand for them."""

    def __init__(self, found: set[tuple[str, str]]) -> None:
        """`found`: pairs of account and name."""
        self.by_key: dict[str, str] = {}
        self._keys: dict[tuple[str, str], str] = {}
        self._owners = {name.casefold(): account for account, name in sorted(found, reverse=True)}
        longest_first = sorted(self._owners, key=lambda name: (-len(name), name))
        self._words = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), re.IGNORECASE)
        for account, name in sorted(found):
            self._mark(account, name)

    def marked(self, value: Any) -> Any:
        """Plain data with marks."""
        if isinstance(value, list):
            return [self.marked(each) for each in value]
        if not isinstance(value, dict):
            return value
        changed = {key: self.marked(each) for key, each in value.items()}
        for key, each in value.items():
            if isinstance(each, str) and (key, each) in self._keys:
                changed[key] = self._mark(key, each)
        name, account = value.get("name"), value.get("account")
        if isinstance(name, str):
            beside = isinstance(account, str) and (account, name) in self._keys
            changed["name"] = self._mark(str(account), name) if beside else self._words.sub(self._word, name)
        return changed

    def _word(self, found: re.Match[str]) -> str:
        owner = self._owners.get(found[0].casefold())
        return found[0] if owner is None else self._mark(owner, found[0])

    def _mark(self, account: str, name: str) -> str:
        key = self._keys.get((account, name))
        if key is None:
            spellings = sum(account_of(each) == account for each in self.by_key)
            key = self._keys[account, name] = f"{account}/{spellings}" if spellings else account
            self.by_key[key] = name.replace(_LONE, "\ue000")
        return f"\ue000{key}\ue001"


def _beside(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        account, name = value.get("account"), value.get("name")
        if isinstance(account, str) and isinstance(name, str) and account and name:
            yield account, name
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _beside(each)


def _under(value: Any, accounts: set[str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from ((key, each) for key, each in value.items() if key in accounts and isinstance(each, str) and each)
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _under(each, accounts)

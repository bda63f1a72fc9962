"""What nobody may read in the journal, its snapshots or their backups while a match runs (RULES.md §14).

Three things reveal hidden cards: the root, what was drawn from it, and moves that several seats make at the same time
without seeing each other's. The root is sealed with the operator's key (`KAFENEIO_SEALING_KEYS`), once a match; draws
and sealed moves with a key that is made of the root. So a match that has ended, whose root is public in its row, is
read without the operator's key, and a key that was replaced is needed only by tables that are still open. Moves that
everybody sees are written as they are. Without keys everything is; both kinds of lines are read at any time.
"""

import base64
import hmac
from functools import lru_cache
from typing import Any

import msgspec

from games import api
from services.platform.operations.encryption import NotOpened, Sealer
from services.platform.process.json import encode_text
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Step

_SEEN_BY_ALL = frozenset({"dice", "leader"})
"""Draws that everybody is shown at once."""

_MAY_BE_HIDDEN = frozenset({entries.Moved, entries.DrawnFor, entries.Asked, entries.Ended, entries.ShoeOpened})
_MATCHES_AT_HAND = 4_096
"""Keys of matches that a process remembers."""

_replace = msgspec.structs.replace
_actions = msgspec.json.Decoder(entries.AnyAction)


class _SealedLine(msgspec.Struct, frozen=True):
    """A line that was sealed as a whole, but for its kind, by which lines are counted."""

    k: str
    sealed: str = ""


_sealed_lines = msgspec.json.Decoder(_SealedLine)


class RootUnknown(NotOpened):
    """A sealed line came before the root of its match."""


class HiddenLines:
    """Writes and reads what is hidden of the lines and snapshots of running matches."""

    def __init__(self, sealer: Sealer) -> None:
        """With the operator's keys."""
        self._sealer = sealer
        self._hides = sealer.has_keys

    def line(self, step: Step) -> str:
        """A step's action as the journal keeps it."""
        action = step.entry.action
        if not self._hides or type(action) not in _MAY_BE_HIDDEN:
            return encode_text(action)
        if isinstance(action, entries.Moved | entries.DrawnFor):
            return _hidden(step, action) if _is_hidden(step, action) else encode_text(action)
        if isinstance(action, entries.Asked | entries.ShoeOpened):
            return encode_text(_replace(action, root=self._sealer.seal(action.root, _root_of(action.match))))
        if isinstance(action, entries.Ended):
            root = self._sealer.seal(action.next_root, _root_of(action.next_match))
            return encode_text(_replace(action, next_root=root))
        return encode_text(action)

    def read_line(self, text: str, seq: int, table: Table | None) -> entries.AnyAction:
        """An action of a table that is still open, as it was; `table`: before it.

        Raises:
            NotOpened: a key is missing, or the line was changed.
        """
        match = ("", "") if table is None else (table.match.root, table.match.id)
        action = _opened(text, seq, *match)
        if isinstance(action, entries.Asked | entries.ShoeOpened):
            return _replace(action, root=self._sealer.open(action.root, _root_of(action.match)))
        if isinstance(action, entries.Ended):
            return _replace(action, next_root=self._sealer.open(action.next_root, _root_of(action.next_match)))
        return action

    def snapshot(self, table: Table) -> str:
        """A snapshot as the database keeps it. A closed table has nothing to hide, and its names can be erased."""
        text = encode_text(table)
        return text if table.phase == "closed" else self._sealer.seal(text, _snapshot_of(table.id))

    def read_snapshot(self, text: str, table_id: str) -> str:
        """A snapshot as JSON. Raises: NotOpened."""
        return self._sealer.open(text, _snapshot_of(table_id))


def read_public_line(text: str, seq: int, root: str, match_id: str) -> entries.AnyAction:
    """An action of a match that has ended, with its published root; the next match's root stays unknown.

    Raises:
        NotOpened: the line was changed.
    """
    action = _opened(text, seq, root, match_id)
    if isinstance(action, entries.Asked | entries.ShoeOpened) and action.match == match_id:
        return _replace(action, root=root)
    return _replace(action, next_root="") if isinstance(action, entries.Ended) else action


def read_public_fields(text: str, seq: int, root: str, match_id: str) -> dict[str, Any]:
    """The same as plain JSON, for whoever reads an ended match's journal."""
    text = _opened_text(text, seq, root, match_id)
    fields: dict[str, Any] = msgspec.json.decode(text)
    return fields | {"root": root} if fields.get("match") == match_id and "root" in fields else fields


def _hidden(step: Step, action: entries.Moved | entries.DrawnFor) -> str:
    match = step.before.match
    sealed = _sealer_of(match.root, match.id).seal(encode_text(action), _line_of(match.id, step.entry.seq))
    return encode_text(_SealedLine("drawn" if isinstance(action, entries.DrawnFor) else "moved", sealed))


def _is_hidden(step: Step, action: entries.Moved | entries.DrawnFor) -> bool:
    if not step.before.match.root:
        return False  # between two shoes nothing is hidden yet
    if isinstance(action, entries.DrawnFor):
        return action.purpose not in _SEEN_BY_ALL
    return action.by_server or _decides_with_others(step)


def _decides_with_others(step: Step) -> bool:
    """Whether others decide at the same time, or did: the last one's clock has been running since before their move.
    A clock that runs on for another reason hides a move that everybody sees, which harms nobody."""
    match, at_ms = step.before.match, step.before.at_ms
    if not isinstance(match.pending, api.Decide):
        return False
    if len(match.pending.due) > 1:
        return True
    for clock in match.clocks:
        if clock.seat == step.entry.actor:
            return clock.since_ms < at_ms
    return False


def _opened(text: str, seq: int, root: str, match_id: str) -> entries.AnyAction:
    return _actions.decode(_opened_text(text, seq, root, match_id))


def _opened_text(text: str, seq: int, root: str, match_id: str) -> str:
    sealed = _sealed_lines.decode(text).sealed
    if not sealed:
        return text
    if not root:
        raise RootUnknown(match_id)
    return _sealer_of(root, match_id).open(sealed, _line_of(match_id, seq))


@lru_cache(maxsize=_MATCHES_AT_HAND)
def _sealer_of(root: str, match_id: str) -> Sealer:
    """With a key that only who knows the match's root can make."""
    key = hmac.digest(bytes.fromhex(root), f"journal|{match_id}".encode(), "sha256")
    return Sealer(f"root:{base64.b64encode(key).decode()}")


def _root_of(match_id: str) -> str:
    return f"root|{match_id}"


def _line_of(match_id: str, seq: int) -> str:
    return f"line|{match_id}|{seq}"


def _snapshot_of(table_id: str) -> str:
    return f"snapshot|{table_id}"

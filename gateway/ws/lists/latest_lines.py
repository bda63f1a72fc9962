"""The changes of a hall while some of its clients could not read them: of each line only the newest state.

A client that reads slowly is behind with what everybody gets. Queued for each such client, that would grow with the
hall and with time. So a connection only remembers from where on it is behind, and this remembers, once for all of them,
the newest line of each player and table. When the client has taken what waits, it gets those that changed meanwhile.
"""

from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from gateway.ws.connection.codec import payload_of
from gateway.ws.connection.deflate import pack_long

LINES_MAX = 2_000
"""The most lines that are kept: four for each player of a full hall."""

_KEYS = {"players": "account", "tables": "table"}


class _Kind(msgspec.Struct):
    t: str = ""


class _Lines(msgspec.Struct):
    changed: list[msgspec.Raw] = []
    gone: list[str] = []


class _Line(msgspec.Struct):
    account: str = ""
    table: str = ""


_decode_kind = msgspec.json.Decoder(_Kind).decode
_decode_lines = msgspec.json.Decoder(_Lines).decode
_decode_line = msgspec.json.Decoder(_Line).decode


class _Change(msgspec.Struct):
    number: int
    kind: str
    id: str
    line: bytes | None
    """The line or the frame as JSON; None: it is gone."""


class LatestLines:
    """The changes since the first connection fell behind, numbered by the batches that brought them."""

    def __init__(self, lines_max: int = LINES_MAX) -> None:
        """Nothing has changed."""
        self._lines_max = lines_max
        self._changes: OrderedDict[tuple[str, str], _Change] = OrderedDict()
        self._others = 0
        self._complete_from = 0
        """The first batch of which nothing has been forgotten."""

    def __len__(self) -> int:
        """How many lines are remembered."""
        return len(self._changes)

    def clear(self) -> None:
        """Forget all changes, because no connection is behind any more."""
        self._changes.clear()
        self._complete_from = 0

    def add(self, number: int, packed_frames: Iterable[bytes]) -> None:
        """Keep a batch of frames for everybody, as they are sent. `number`: greater than those before."""
        for packed in packed_frames:
            self._add_frame(number, payload_of(packed))
        while len(self._changes) > self._lines_max:
            _, forgotten = self._changes.popitem(last=False)
            self._complete_from = forgotten.number + 1

    def since(self, number: int, deflates: bool) -> list[bytes] | None:
        """Frames, ready for the socket, that bring a client up to date that is behind from this batch on. None: too
        much has changed; it needs the room again."""
        if number < self._complete_from:
            return None
        changes = [each for each in self._changes.values() if each.number >= number]
        bodies = [
            _lines_frame(kind, [each for each in changes if each.kind == kind])
            for kind in _KEYS
            if any(each.kind == kind for each in changes)
        ]
        bodies += [each.line for each in changes if each.kind not in _KEYS and each.line is not None]
        return [pack_long(body, deflates) for body in bodies]

    def _add_frame(self, number: int, body: bytes) -> None:
        kind = _decode_kind(body).t
        if kind not in _KEYS:
            self._others += 1
            self._put(_Change(number, "", str(self._others), body))
            return
        frame = _decode_lines(body)
        for raw in frame.changed:
            line = bytes(raw)
            self._put(_Change(number, kind, getattr(_decode_line(line), _KEYS[kind]), line))
        for gone in frame.gone:
            self._put(_Change(number, kind, gone, None))

    def _put(self, change: _Change) -> None:
        key = (change.kind, change.id)
        self._changes[key] = change
        self._changes.move_to_end(key)


def _lines_frame(kind: str, changes: Iterable[_Change]) -> bytes:
    changes = list(changes)
    changed = b",".join(each.line for each in changes if each.line is not None)
    gone = msgspec.json.encode([each.id for each in changes if each.line is None])
    return b'{"t":"%b","changed":[%b],"gone":%b}' % (kind.encode(), changed, gone)

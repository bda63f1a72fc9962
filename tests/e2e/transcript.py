"""An annotated transcript of a session over the socket, from a real run, for authors of clients.

By hand: `python -m tests.e2e.transcript docs/TRANSCRIPT.md`. A platform of its own is started; an account opens a table
against the computer, plays, is refused, and leaves. `tests/e2e/test_transcript.py` plays the session again and compares
the kinds of frames in each step with those in the document.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import websocket

from tests.e2e.guest import Guest
from tests.e2e.house import House

WRITTEN_DOWN = frozenset({"room", "done", "refused", "table", "update", "sent"})
"""Kinds that are in the transcript. What the room sends to all may come at any time and is left out."""
SHORT = 24
"""Longer texts are cut: tokens, seeds, commitments."""
KEPT = frozenset({"view", "events", "data", "room", "move", "due", "seats", "game_view", "options"})
"""Objects that are written out; of others `{…}` stands there."""
WRITTEN = frozenset(
    {
        "me", "account", "name", "table", "match", "phase", "you", "number", "due", "seat", "seats", "game", "options",
        "practice", "commit", "choices", "result", "game_view", "board", "turn", "kind", "row", "col", "mark", "size",
    }
)  # fmt: skip
"""Fields of views, lines and rooms that are written; `…` stands for the others."""
HEAD = """# A session over the socket

Written by `python -m tests.e2e.transcript docs/TRANSCRIPT.md` from a real run; `tests/e2e/test_transcript.py` plays it
again and compares the kinds of frames. [`gateway/ws/PROTOCOL.md`](../gateway/ws/PROTOCOL.md) says what frames mean.

`→` is sent by the client, `←` by the server. `…` stands for fields that are left out and for the rest of long texts.
Frames about what happens in the room (`tables`, `players`, `chat`, …) may come between any two of
these, and are left out; so are beats, of which one is sent every `beat_s` seconds.
"""


class Line(NamedTuple):
    """A frame: `sent` by the client, or received."""

    sent: bool
    frame: dict[str, Any]


class Step(NamedTuple):
    """A part of the session, what it is about, and its frames in order."""

    title: str
    about: str
    lines: list[Line]

    def kinds(self) -> list[str]:
        """What is sent and received, in order, each kind once where it is repeated: `→ move`, `← update`."""
        found = [f"{'→' if line.sent else '←'} {line.frame['t']}" for line in self.lines]
        return [kind for at, kind in enumerate(found) if at == 0 or found[at - 1] != kind]


class Session:
    """A client that writes down what it sends and receives."""

    def __init__(self, guest: Guest) -> None:
        """With an account; its socket is opened here."""
        self.socket = websocket.create_connection(guest.house.url.replace("http", "ws") + "/ws", timeout=60)
        self.token = guest.token
        self.steps: list[Step] = []
        self._count = 0

    def step(self, title: str, about: str) -> None:
        """What follows belongs to a new step."""
        self.steps.append(Step(title, about, []))

    def tell(self, kind: str, **fields: Any) -> str:
        """Send a frame; returns its id."""
        self._count += 1
        id_ = f"c{self._count}"
        frame = {"t": kind, **({} if kind in ("hello", "beat") else {"id": id_}), **fields}
        self.steps[-1].lines.append(Line(True, frame))
        self.socket.send(json.dumps(frame))
        return id_

    def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive until a frame is as wanted."""
        while True:
            frame = json.loads(self.socket.recv())
            if frame["t"] not in WRITTEN_DOWN:
                continue
            self.steps[-1].lines.append(Line(False, frame))
            if wanted(frame):
                return dict(frame)

    def until_view(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive until the table's view is as wanted; returns the view."""
        return dict(self.hear(lambda frame: "view" in frame and wanted(frame["view"]))["view"])


def played(guest: Guest) -> list[Step]:
    """The whole session."""
    session = Session(guest)
    session.step("Coming in", "`hello` with the token of `POST /api/register`, `/api/login` or `/api/guest`.")
    session.tell("hello", token=session.token, protocol=1)
    session.hear(lambda frame: frame["t"] == "room")
    table = _opened(session)
    view = _begun(session, table)
    _played(session, table, view)
    _left(session, table, view["match"])
    session.socket.close()
    return session.steps


def _opened(session: Session) -> str:
    session.step(
        "A table against the computer",
        "`bots` names the seats of computers. The answer has the id of the table; `sent` says that one sits there.",
    )
    id_ = session.tell(
        "create_table", name="Corner", game="tictactoe", options={"size": 3}, mode="open", bots=[1], strength="easy"
    )
    heard: dict[str, Any] = {}
    while not {"done", "sent"} <= heard.keys():  # in any order
        frame = session.hear(lambda frame: frame["t"] == "sent" or frame.get("id") == id_)
        heard[frame["t"]] = frame
    return str(heard["done"]["data"]["table"])


def _begun(session: Session, table: str) -> dict[str, Any]:
    session.step(
        "The table, and one's share of chance",
        "`watch` brings the whole table as one may see it; `table_unknown` means that its worker does not know it "
        "yet: ask again. In the phase `asking` every player sends a seed; `commit` binds the server to its own.",
    )
    frame: dict[str, Any] = {"t": "refused"}
    while frame["t"] == "refused":
        del session.steps[-1].lines[:]
        session.tell("watch", table=table, version=-1)
        frame = session.hear(lambda frame: frame["t"] in ("table", "refused"))
    view = frame["view"]
    if view["phase"] != "asking":
        view = session.until_view(lambda view: view["phase"] == "asking")
    session.tell("seed", table=table, match=view["match"], seed="ab" * 16)
    return session.until_view(lambda view: bool(view["due"]) and view["due"][0]["seat"] == view["you"])


def _played(session: Session, table: str, view: dict[str, Any]) -> None:
    session.step(
        "A move",
        "It names its match and the decision's number from `view.due`. The `update` that carries it out names its id "
        "in `done`; the computer's move follows, until it is one's own turn again.",
    )
    number = view["due"][0]["number"]
    cell = next(cell for cell in ("2,2", "1,1") if not _is_marked(view, cell))
    row, col = map(int, cell.split(","))
    move = {"move": "place", "row": row, "col": col}
    session.tell("move", table=table, match=view["match"], number=number, move=move)
    mine = session.until_view(
        lambda view: bool(view["due"]) and view["due"][0]["seat"] == view["you"] and view["due"][0]["number"] > number
    )
    session.step("A refusal", "The same cell again. Nothing has changed; `error` is a code of the game's rules.")
    id_ = session.tell("move", table=table, match=mine["match"], number=mine["due"][0]["number"], move=move)
    session.hear(lambda frame: frame["t"] == "refused" and frame["id"] == id_)


def _left(session: Session, table: str, match: str) -> None:
    session.step(
        "Leaving",
        "Leaving is a move that fits every game. The result is in the last view, and `sent` reports that the player "
        "is free.",
    )
    session.tell("move", table=table, match=match, number=None, move={"move": "leave"})
    session.hear(lambda frame: frame["t"] == "sent")


def _is_marked(view: dict[str, Any], cell: str) -> bool:
    row, col = map(int, cell.split(","))
    return str(view["game_view"]["board"][row - 1])[col - 1] in "XO"


def written(steps: list[Step]) -> str:
    """The document."""
    parts = [HEAD]
    for number, (title, about, lines) in enumerate(steps, 1):
        frames = "\n".join(f"{'→' if line.sent else '←'} {_text(line.frame)}" for line in lines)
        parts.append(f"## {number}. {title}\n\n{about}\n\n```\n{frames}\n```\n")
    return "\n".join(parts)


def kinds_in(document: str) -> list[list[str]]:
    """The kinds of frames of each step of a document, as `Step.kinds` has them."""
    found = []
    for part in document.split("\n## ")[1:]:
        kinds = [f"{arrow} {kind}" for arrow, kind in re.findall(r'^([→←]) \{"t":"(\w+)"', part, re.MULTILINE)]
        found.append([kind for at, kind in enumerate(kinds) if at == 0 or kinds[at - 1] != kind])
    return found


def _text(frame: dict[str, Any]) -> str:
    shown = {name: _short(value, name) for name, value in frame.items()}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).replace('"…":"…"', "…").replace('"…"', "…")


def _short(value: Any, name: str) -> Any:
    if isinstance(value, str) and len(value) > SHORT:
        return value[: SHORT // 3] + "…"
    if isinstance(value, list):
        return [_short(each, name) for each in value] if name in KEPT or not _nested(value) else ["…"]
    if not isinstance(value, dict):
        return value
    if name not in KEPT:
        return {"…": "…"} if value else {}
    if name in ("move", "options"):
        return value
    known = {key: _short(each, key) for key, each in value.items() if key in WRITTEN or name in ("data", "due")}
    return known | ({"…": "…"} if len(known) < len(value) else {})


def _nested(value: list[Any]) -> bool:
    return any(isinstance(each, dict | list) for each in value)


def main() -> int:
    """Play the session on a platform of one's own, and write the document."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder)).open()
        try:
            steps = played(Guest(house, "Eleni", "eleni@example.org", "transcript"))
        finally:
            house.kill()
    Path(sys.argv[1]).write_text(written(steps), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

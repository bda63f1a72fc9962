"""A platform in a hundred lines, in this process, for the robots' own tests: it can be set to misbehave."""

import asyncio
import json
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class FakeTable:
    """Tic-tac-toe between two accounts; the journal is a list, and never lost unless set so."""

    def __init__(self, house: "FakeHouse", name: str, organizer: str) -> None:
        self.house = house
        self.name = name
        self.seats = [organizer]
        self.phase = "asking"
        self.number = 1
        self.seeds: set[str] = set()
        self.choices: dict[str, str] = {}
        self.board = ["."] * 9
        self.version = 1
        self.answers: dict[str, int] = {}
        self.viewers: dict[str, FakeLine] = {}
        self.events: list[dict[str, Any]] = []

    @property
    def match(self) -> str:
        return f"{self.name}/{self.number}"

    def add(self, kind: str, data: dict[str, Any] | None = None) -> None:
        self.version += 1
        self.events.append({"version": self.version, "kind": kind, "data": data or {}})

    def view(self, account: str) -> dict[str, Any]:
        moves = sum(cell != "." for cell in self.board)
        view = {
            "table": self.name,
            "phase": self.phase,
            "match": self.match,
            "you": self.seats.index(account),
            "due": [{"seat": moves % 2, "number": moves + 1}] if self.phase == "playing" else [],
            "game_view": None,
            "result": None,
        }
        if self.phase != "asking":
            rows = ["".join(self.board[start : start + 3]) for start in (0, 3, 6)]
            view["game_view"] = {"board": rows, "marks": {"0": "X", "1": "O"}}
        if self.phase == "choosing":
            view["match"], view["result"] = f"{self.name}/{self.number + 1}", {"match": self.match, "outcome": "won"}
        return view

    def command(self, account: str, frame: dict[str, Any]) -> None:
        """Dedupe, apply, send to all viewers."""
        known = self.answers.get(frame["id"])
        if known is not None and not self.house.applies_twice:
            self.house.tell(account, {"t": "done", "id": frame["id"], "version": known})
            return
        error = getattr(self, f"_{frame['t']}")(account, frame)
        if error:
            self.house.tell(account, {"t": "refused", "id": frame["id"], "error": error})
            return
        self.answers[frame["id"]] = self.version
        if self.phase == "closed" and self.house.closes_unseen:
            self.house.tell(account, {"t": "done", "id": frame["id"], "version": self.version})
            for seated in self.seats:
                self.house.tell(seated, {"t": "sent", "table": None, "reason": ""})
            return
        self.show(frame["id"], account)

    def show(self, command_id: str, sender: str) -> None:
        for account, line in list(self.viewers.items()):
            done = [command_id] if account == sender else []
            line.tell(
                {
                    "t": "update",
                    "version": self.version,
                    "done": done,
                    "events": self.events,
                    "view": self.view(account),
                }
            )
        self.events = []

    def _seed(self, account: str, _frame: dict[str, Any]) -> str:
        self.seeds.add(account)
        self.add("seeded")
        if len(self.seeds) == 2:
            self._begin()
        return ""

    def _move(self, account: str, frame: dict[str, Any]) -> str:
        moves = sum(cell != "." for cell in self.board)
        if frame["match"] != self.match or (frame["number"] != moves + 1 and not self.house.applies_twice):
            return "stale"
        place = frame["move"]
        self.house.moves += 1
        if self.house.moves == self.house.loses_move:
            self.version += 1
            return ""
        cell, mark = (place["row"] - 1) * 3 + place["col"] - 1, "XO"[self.seats.index(account)]
        self.board[cell] = mark
        self.add("place", place)
        won = any({self.board[each] for each in line} == {mark} for line in LINES)
        if won or "." not in self.board:
            self.phase, self.choices = "choosing", {}
            self.add("ended")
        return ""

    def _choose(self, account: str, frame: dict[str, Any]) -> str:
        self.choices[account] = frame["choice"]
        self.add("chose")
        if frame["choice"] == "communication":
            self.phase = "closed"
            self.add("closed")
        elif len(self.choices) == 2:
            self.number += 1
            self.seats.reverse()
            self.add("asked")
            self._begin()
        return ""

    def _begin(self) -> None:
        self.phase, self.board = "playing", ["."] * 9
        self.add("begun")


class FakeHouse:
    """Accounts are their tokens. `loses_move`: the move of this number is acknowledged and forgotten; `applies_twice`:
    a command sent again is carried out again; `cuts_at`: after these moves the mover's socket is cut before the answer;
    `closes_unseen`: nobody is shown that a table closes, the lobby alone sends them back.
    """

    def __init__(self) -> None:
        self.tables: dict[str, FakeTable] = {}
        self.lines: dict[str, FakeLine] = {}
        self.moves = 0
        self.loses_move = 0
        self.applies_twice = False
        self.closes_unseen = False
        self.cuts_at: set[int] = set()
        self.url = ""
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "FakeHouse":
        self._server = await ws_create_server(lambda _request: FakeLine(self), "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"
        return self

    async def __aexit__(self, *_exception: object) -> None:
        assert self._server is not None
        self._server.close()

    def tell(self, account: str, frame: dict[str, Any]) -> None:
        if account in self.lines:
            self.lines[account].tell(frame)

    def take(self, line: "FakeLine", frame: dict[str, Any]) -> None:
        kind, account = frame["t"], line.account
        if kind == "hello":
            line.account = frame["token"]
            self.lines[line.account] = line
            line.tell({"t": "room", "chips": 0, "room": {"table": None}})
        elif kind == "create_table":
            name = f"table-{len(self.tables)}"
            self.tables[name] = FakeTable(self, name, account)
            line.tell({"t": "done", "id": frame["id"], "data": {"table": name}})
        elif kind in ("join_table", "start_table"):
            if kind == "join_table":
                self.tables[frame["table"]].seats.append(account)
            line.tell({"t": "done", "id": frame["id"], "data": {}})
        elif kind == "watch":
            table = self.tables[frame["table"]]
            if table.phase == "closed":
                line.tell({"t": "refused", "id": frame["id"], "error": "table_unknown"})
                return
            table.viewers[account] = line
            line.tell({"t": "table", "version": table.version, "view": table.view(account)})
            line.tell({"t": "done", "id": frame["id"], "version": table.version})
        elif kind not in ("beat", "unwatch"):
            self._command(line, frame)

    def _command(self, line: "FakeLine", frame: dict[str, Any]) -> None:
        if frame["t"] == "move" and self.moves + 1 in self.cuts_at:
            self.cuts_at.discard(self.moves + 1)
            line.mute = True
            self.tables[frame["table"]].command(line.account, frame)
            line.transport.disconnect()
        else:
            self.tables[frame["table"]].command(line.account, frame)


class FakeLine(WSListener):
    """One robot's connection."""

    def __init__(self, house: FakeHouse) -> None:
        self.house = house
        self.account = ""
        self.mute = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.house.take(self, json.loads(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def tell(self, frame: dict[str, Any]) -> None:
        if not self.mute:
            self.transport.send(WSMsgType.TEXT, json.dumps(frame).encode())

"""Starting fixtures_app.py, giving it orders, and being its client."""

import http.client
import json
import os
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import websocket

from tests.support.processes import kill_family
from tests.support.warm_parent import PARENT

WAIT_S = 60.0
"""Nobody waits so long but for what never comes."""


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """The first answer that is true."""
    deadline = time.monotonic() + WAIT_S
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.01)
    return found


class House:
    """A running gateway among fakes."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        told = {f"KAFENEIO_{name.upper()}": str(value) for name, value in settings.items()}
        known = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
        environment = known | {"PYTHONWARNINGS": "ignore", "KAFENEIO_GATEWAY_PORT": "0"} | told
        self.log = folder / "app.log"
        with self.log.open("w") as log:
            self._process = PARENT.run_module(
                "tests.gateway.fixtures_app",
                [str(folder)],
                environment,
                hub="asyncio",
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        readable, _, _ = select.select([self._process.stdout], [], [], 2 * WAIT_S)
        line = self._process.stdout.readline() if readable else b""
        assert line, f"the app did not start:\n{self.log.read_text()}"
        ports = json.loads(line)
        self.port, self._control = ports["gateway"], ports["control"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            kill_family(self._process.pid)  # a REST process that has just begun would wait for the broker for ever
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def tell(self, op: str, **fields: Any) -> Any:
        """Give an order; its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self._control, timeout=WAIT_S)
        connection.request("POST", "/", json.dumps({"op": op, **fields}))
        text = connection.getresponse().read()
        connection.close()
        return json.loads(text)

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], Any]:
        """One REST request: status, headers, and the body, read if it is JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        told = {name.replace("_", "-"): text for name, text in headers.items()}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body)
            told.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, told)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        is_json = response.headers.get_content_type() == "application/json"
        return response.status, dict(response.headers), json.loads(text) if is_json and text else text

    def client(self, **options: Any) -> "Client":
        """A socket, not yet greeted."""
        return Client(websocket.create_connection(f"ws://127.0.0.1:{self.port}/ws", timeout=WAIT_S, **options))

    def player(self, name: str) -> "Client":
        """A greeted socket."""
        client = self.client()
        client.send(t="hello", token=f"token-{name}", protocol=1)
        client.room = client.until("room")
        return client

    def commands(self, **wanted: Any) -> list[dict[str, Any]]:
        """The commands that tables have got and whose fields are as wanted (`kind`: the class)."""
        found = [{"kind": kind, **fields} for kind, fields in self.tell("commands")]
        return [command for command in found if wanted.items() <= command.items()]

    def metric(self, name: str, **labels: str) -> float:
        """A metric's value now; 0 if it is not there."""
        wanted = name + ("{" + ",".join(f'{key}="{text}"' for key, text in labels.items()) + "}" if labels else "")
        lines = [line for line in self.tell("metrics").splitlines() if line.startswith(wanted + " ")]
        return float(lines[0].rpartition(" ")[2]) if lines else 0.0


class Client:
    """A client's end of a socket."""

    def __init__(self, socket: websocket.WebSocket) -> None:
        self.socket = socket
        self.room: dict[str, Any] = {}

    def send(self, **frame: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def receive(self) -> dict[str, Any]:
        """The next frame."""
        opcode, data = self.socket.recv_data()
        assert opcode == websocket.ABNF.OPCODE_TEXT, f"expected a frame, the socket was closed: {data!r}"
        found: dict[str, Any] = json.loads(data)
        return found

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next frame of a kind whose fields are as wanted; others before it are passed by."""
        while True:
            frame = self.receive()
            if frame["t"] == kind and wanted.items() <= frame.items():
                return frame

    def until_all(self, *kinds: str) -> None:
        """Pass by all frames until one of every kind was among them."""
        missing = set(kinds)
        while missing:
            missing.discard(self.receive()["t"])

    def ask(self, **frame: Any) -> dict[str, Any]:
        """Send a command and get its answer."""
        self.send(**frame)
        while True:
            answer = self.receive()
            if answer["t"] in ("done", "refused") and answer.get("id") == frame["id"]:
                return answer

    def closing(self) -> tuple[int, str, list[dict[str, Any]]]:
        """How the socket is closed: code, reason, and the frames before."""
        before = []
        while True:
            opcode, data = self.socket.recv_data()
            if opcode == websocket.ABNF.OPCODE_CLOSE:
                return int.from_bytes(data[:2], "big"), data[2:].decode(), before
            before.append(json.loads(data))

    def close(self) -> None:
        """Say goodbye."""
        self.socket.close()

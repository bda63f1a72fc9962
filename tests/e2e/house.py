"""A whole Kafeneio as a newcomer runs it: `kafeneio up` in a process of its own, with a folder of its own."""

import json
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.support import processes
from tests.support.ports import free_port
from tests.support.warm_parent import PARENT, Process

_STOP_TIMEOUT_S = 60.0
CHEAP_PASSWORDS = {"KAFENEIO_PASSWORD_ROUNDS": "1", "KAFENEIO_PASSWORD_MEMORY_KIB": "1024"}
"""A hash takes a tenth of a second of a core on purpose; what it is worth is tested with the lobby."""


class House:
    """One process that can be stopped, killed and started again on what it kept."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        command: str = "kafeneio.main",
        port: int = 0,
        serves_grpc: bool = False,
    ) -> None:
        """Closed; it keeps its files in `folder`. `command`: the module that is run; `port`: 0 takes a free one.
        `serves_grpc`: with the gRPC front, which is a second process."""
        self._arguments = ["up"] if serves_grpc else ["up", "--no-grpc"]
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.words: list[str] = []
        """What it said on the terminal."""
        self._folder = folder
        self.settings = dict(settings or {})
        """What it is started with; a change counts from the next start on."""
        self._command = command
        self._process: Process | None = None

    def open(self) -> "House":
        """Start it; returns when it has named its address."""
        self.launch()
        return self.wait_open()

    def launch(self) -> None:
        """Start it; others may be started before it is waited for."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("KAFENEIO_")},
            "KAFENEIO_VAR_DIR": str(self._folder / "var"),
            "KAFENEIO_GATEWAY_PORT": str(self.port),
            "KAFENEIO_BOT_THINK_MIN_MS": "50",
            "KAFENEIO_BOT_THINK_MAX_MS": "100",
            **CHEAP_PASSWORDS,
            **self.settings,
        }
        with (self._folder / "house.log").open("a") as log:
            self._process = PARENT.run_module(
                self._command, self._arguments, environment, Path.cwd(), stdout=subprocess.PIPE, stderr=log
            )

    def wait_open(self) -> "House":
        """Returns when it has named its address."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        assert self.url in line, f"instead of its address it said {line!r}; see {self._folder}/house.log"
        self.words.append(line)
        return self

    def next_line(self) -> str:
        """What it says next on the terminal."""
        assert self._process is not None
        assert self._process.stdout is not None
        return str(self._process.stdout.readline().decode())

    @property
    def folder(self) -> Path:
        """Where it keeps its files."""
        return self._folder

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def get(self, path: str) -> object:
        """The JSON of a page."""
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return json.load(answer)

    def close(self) -> int:
        """Press Ctrl-C and wait; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(_STOP_TIMEOUT_S)
        self.words += self._rest().splitlines()
        return code

    def kill(self) -> None:
        """End it with everything it started, at once."""
        if self._process is not None and self._process.poll() is None:
            processes.kill_family(self._process.pid)
            self._process.wait(_STOP_TIMEOUT_S)
            self._rest()

    def _rest(self) -> str:
        """What it said last; closes our end."""
        assert self._process is not None
        assert self._process.stdout is not None
        with self._process.stdout as said:
            return said.read().decode()


def wait_until(condition: object, what: str, timeout_s: float = 60.0) -> None:
    """Wait for something to become true."""
    assert callable(condition)
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline_s, f"never happened: {what}"
        time.sleep(0.05)

"""GNU Backgammon as an opponent and as a judge of portes; only Debian's package is needed, and only for measuring."""

import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from games.tavli.computer.inputs import BAR, SIDE, Rows
from games.tavli.computer.looking import ended

PROGRAM = "/usr/games/gnubg"
STARTS_WITHIN = 30.0
SIGNS = np.array([-1, 0, 1])


class Gnubg:
    """A gnubg process of one's own; close it in the end."""

    def __init__(self) -> None:
        """Start it on a free port."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        script = Path(__file__).with_name("gnubg_server.py")
        self._process = subprocess.Popen(
            [PROGRAM, "-t", "-q", "-p", str(script)],
            env=os.environ | {"GNUBG_PORT": str(port), "PYTHONPATH": ""},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._lines = self._connected(port)

    @staticmethod
    def _connected(port: int) -> Any:
        until = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port))
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
                continue
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection.makefile("rw")

    def equities(self, rows: Rows, plies: int) -> Any:
        """Points that the seat which has just moved into each position can expect."""
        found = np.zeros(len(rows))
        over, points = ended("portes", rows)
        found[over] = points
        on = np.delete(np.arange(len(rows)), over)
        if len(on):
            boards = [
                (row[1 : BAR + 1].tolist(), row[SIDE + 1 : SIDE + BAR + 1].tolist()) for row in rows[on].astype(int)
            ]
            self._lines.write(json.dumps({"plies": plies, "boards": boards}) + "\n")
            self._lines.flush()
            answer = np.array(json.loads(self._lines.readline()))
            found[on] = -(2 * answer[:, 0] - 1 + answer[:, 1] - answer[:, 2])
        return found

    def close(self) -> None:
        """End the process."""
        self._lines.close()
        self._process.kill()
        self._process.wait()

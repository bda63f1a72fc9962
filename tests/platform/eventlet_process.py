"""Running what needs green threads: a patched process of its own that does on order what a module's functions say.

    with Green("tests.platform.broker.scenes_embedded") as green:
        assert green.call("a_function", name="value") == …

The test process itself is never patched (tests/support/fixtures.py). In the suite it is forked from one that has
imported the services (tests/support/warm_parent.py).
"""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from tests.support.warm_parent import PARENT

ROOT = Path(__file__).resolve().parents[2]


class GreenFailed(AssertionError):
    """A scene raised; the message is its traceback."""


class Green:
    """A patched process with one module of scenes; `settings` become `KAFENEIO_<NAME>`. `asyncio`: its green threads
    run on an asyncio loop, as in `kafeneio run tables` and `kafeneio up`."""

    def __init__(self, module: str, asyncio: bool = False, **settings: Any) -> None:
        known = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
        told = {f"KAFENEIO_{name.upper()}": str(value) for name, value in settings.items()}
        self._process = PARENT.run_module(
            "tests.platform.eventlet_process",
            [module, *["asyncio"] * asyncio],
            known | told | {"PYTHONWARNINGS": "ignore"},
            hub="asyncio" if asyncio else "epoll",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def call(self, scene: str, timeout_s: float = 100.0, **arguments: Any) -> Any:
        """Run a scene and give its answer."""
        self.order(scene, **arguments)
        return self.answer(timeout_s)

    def order(self, scene: str, **arguments: Any) -> None:
        """Let a scene begin; `answer` waits for its end."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([scene, arguments]).encode() + b"\n")
        self._process.stdin.flush()

    def answer(self, timeout_s: float = 100.0) -> Any:
        """The answer of the scene that was ordered."""
        assert self._process.stdout is not None
        readable, _, _ = select.select([self._process.stdout], [], [], timeout_s)
        line = self._process.stdout.readline() if readable else b""
        if not line:
            raise GreenFailed(f"no answer in {timeout_s} s; exit code {self._process.poll()}")
        outcome, value = json.loads(line)
        if outcome == "raised":
            raise GreenFailed(value)
        return value

    def kill(self) -> None:
        """Kill -9."""
        self._process.kill()
        self._process.wait()

    def leave(self) -> int:
        """Close its orders: it ends by itself. The exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def wait_for(condition: Callable[[], Any], what: str, timeout_s: float = 60.0) -> Any:
    """The first answer that is true; usable on both sides."""
    deadline = time.monotonic() + timeout_s
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited {timeout_s} s in vain for {what}"
        time.sleep(0.01)
    return found


def main() -> None:
    """The patched side: one order a line, one answer a line."""
    import importlib
    import traceback

    from eventlet import tpool

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    scenes = importlib.import_module(sys.argv[1])
    while line := tpool.execute(sys.stdin.readline):
        name, arguments = json.loads(line)
        try:
            outcome = ["done", getattr(scenes, name)(**arguments)]
        except Exception:  # noqa: BLE001 the test hears of it
            outcome = ["raised", traceback.format_exc()]
        answers.write(json.dumps(outcome).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    import eventlet

    if "asyncio" in sys.argv[2:]:
        from services.platform.process import green_loop as loop

        loop.install()
    eventlet.monkey_patch()
    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_select")
    main()

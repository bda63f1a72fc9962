"""Running a scenario on the loop that processes without green threads use."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import uvloop

from tests.support import loops


def on_loop(scenario: Coroutine[Any, Any, Any], timeout_s: float = 100.0) -> Any:
    """Run it to its end, which must come in time."""
    return loops.run(scenario, timeout_s=timeout_s, new_loop=uvloop.new_event_loop)


async def until(condition: Callable[[], Any], what: str, timeout_s: float = 60.0) -> Any:
    """The first result that is true."""
    deadline = time.monotonic() + timeout_s
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited {timeout_s} s in vain for {what}"
        await asyncio.sleep(0.005)
    return found

"""Running a scenario on a loop of its own, with the one that processes use."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvloop


def on_loop(scenario: Awaitable[Any], timeout_s: float = 100.0) -> Any:
    """Run it to its end, which must come in time.

    It runs in a thread of its own: in the test's thread a browser that other tests use may have its loop running.
    """

    async def limited() -> Any:
        async with asyncio.timeout(timeout_s):
            return await scenario

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(uvloop.run, limited()).result()


async def until(condition: Callable[[], Any], what: str, timeout_s: float = 60.0) -> Any:
    """The first answer that is true."""
    deadline = time.monotonic() + timeout_s
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited {timeout_s} s in vain for {what}"
        await asyncio.sleep(0.005)
    return found

"""Coroutines in tests. Nothing else in the tests starts an event loop (`tests/architecture/loops.py`)."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
TIMEOUT_S = 250.0
"""Less than what a test has altogether, so that a coroutine that hangs fails by itself and leaves no thread behind."""


def run(
    work: Coroutine[Any, Any, T],
    *,
    timeout_s: float = TIMEOUT_S,
    new_loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> T:
    """Run the coroutine to its end and return its result. `new_loop` makes the loop, such as `uvloop.new_event_loop`.

    The loop runs in a thread of its own. Playwright's synchronous API has a loop running in the thread of the tests for
    as long as its browser lives, and a thread can run only one.
    """
    done: Future[T] = Future()

    async def limited() -> T:
        async with asyncio.timeout(timeout_s):
            return await work

    def run_loop() -> None:
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                found = runner.run(limited())
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread of the test
            done.set_exception(error)
        else:
            done.set_result(found)

    threading.Thread(target=run_loop, name="loop of a test", daemon=True).start()
    return done.result()

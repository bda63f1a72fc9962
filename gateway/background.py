"""Work that would block the loop, done in a thread, or in a green thread where the process is patched."""

import _thread
import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> "asyncio.Future[T]":
    """Run `work` in the background; its result or exception as a future of this thread's loop."""
    loop = asyncio.get_event_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001 the caller gets it, whatever it is
            loop.call_soon_threadsafe(_unless_done, future, future.set_exception, error)
        else:
            loop.call_soon_threadsafe(_unless_done, future, future.set_result, found)

    _thread.start_new_thread(run, ())
    return future


def _unless_done(future: "asyncio.Future[Any]", settle: Callable[[Any], None], value: Any) -> None:
    if not future.done():
        settle(value)

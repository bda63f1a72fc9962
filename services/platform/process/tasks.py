"""Background work: green threads in the patched processes, real ones in the gRPC front."""

import os
import select
import threading
from collections.abc import Callable
from typing import Any

from services.platform.process.logs import get_logger

log = get_logger(__name__)


def spawn(name: str, work: Callable[..., Any], *args: Any) -> threading.Thread:
    """Run `work(*args)` beside the caller; a failure is logged, never lost."""

    def run() -> None:
        try:
            work(*args)
        except Exception:
            log.exception("task_failed", task=name)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def run_in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """The answer of a long computation, without holding up other green threads; where there are none, just computed."""
    if not is_patched():
        return work(*args)
    from eventlet import tpool

    return tpool.execute(work, *args)


def wait_ended(pid: int) -> None:
    """Wait until a child process has ended; it need not be reaped. Returns at once if there is no such process."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        select.select([descriptor], [], [])
    finally:
        os.close(descriptor)


def is_patched() -> bool:
    """Whether eventlet has replaced blocking calls in this process."""
    from eventlet import patcher

    return bool(patcher.is_monkey_patched("socket"))

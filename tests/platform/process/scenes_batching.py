"""A queue that is drained by green threads; run by test_batching.py in a patched process."""

import time
from typing import Any

import eventlet

from services.platform.process.green_loop import BatchQueue, Full


def in_order(items: int, batch_max: int) -> Any:
    queue: BatchQueue[int] = BatchQueue("test", 1000, batch_max)
    for item in range(items):
        queue.put(item)
    batches = []
    while len(queue):
        batches.append(queue.drain(0))
    return batches


def bounded(capacity: int, offered: int) -> Any:
    """How many of so many were taken before Full, and after one drain again."""
    queue: BatchQueue[int] = BatchQueue("test", capacity, 2)
    taken = []
    for _ in range(2):
        count = 0
        try:
            for item in range(offered):
                queue.put(item)
                count += 1
        except Full:
            pass
        taken.append(count)
        queue.drain(0)
    return taken


def woken_by(what: str, for_s: float) -> Any:
    """What a waiting reader gets, and after how long."""
    queue: BatchQueue[int] = BatchQueue("test", 10)
    if what == "item":
        eventlet.spawn_after(0.05, queue.put, 7)
    elif what == "wake":
        eventlet.spawn_after(0.05, queue.wake)
    started = time.monotonic()
    return [queue.drain(for_s), time.monotonic() - started]


def after_a_batch(for_s: float) -> Any:
    """How long a reader waits that has taken everything before."""
    queue: BatchQueue[int] = BatchQueue("test", 10)
    queue.put(1)
    queue.put(2)
    first = queue.drain(for_s)
    started = time.monotonic()
    return [first, queue.drain(for_s), time.monotonic() - started]


def every_item_is_seen(writers: int, items: int) -> Any:
    """Many writers, one reader who is slow at times: nothing is lost, nothing waits for ever."""
    queue: BatchQueue[tuple[int, int]] = BatchQueue("test", writers * items, 7)
    seen: list[tuple[int, int]] = []

    def write(writer: int) -> None:
        for item in range(items):
            queue.put((writer, item))
            eventlet.sleep(0 if item % 3 else 0.001)

    for writer in range(writers):
        eventlet.spawn(write, writer)
    deadline = time.monotonic() + 60
    while len(seen) < writers * items and time.monotonic() < deadline:
        seen += queue.drain(1)
        eventlet.sleep(0 if len(seen) % 5 else 0.002)
    return [len(seen), all([i for w, i in seen if w == writer] == list(range(items)) for writer in range(writers))]

"""Coroutines run in any test, whether or not a browser has its loop in the thread of the tests."""

import asyncio
import threading

import pytest
import uvloop

from tests.support import loops


async def thread_and_loop() -> tuple[str, type]:
    await asyncio.sleep(0)
    return threading.current_thread().name, type(asyncio.get_running_loop())


def test_a_coroutine_runs_in_a_thread_of_its_own() -> None:
    thread, _ = loops.run(thread_and_loop())
    assert thread != threading.current_thread().name


def test_a_coroutine_runs_while_a_loop_runs_in_the_thread_of_the_test() -> None:
    async def outer() -> tuple[str, type]:
        return loops.run(thread_and_loop())

    inner_thread, _ = loops.run(outer())
    assert inner_thread != threading.current_thread().name


def test_the_loop_may_be_chosen() -> None:
    assert loops.run(thread_and_loop(), new_loop=uvloop.new_event_loop)[1] is uvloop.Loop


def test_an_exception_is_raised_in_the_test() -> None:
    async def fail() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        loops.run(fail())


def test_a_coroutine_that_hangs_fails() -> None:
    with pytest.raises(TimeoutError):
        loops.run(asyncio.Event().wait(), timeout_s=0.01)


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    loops.run(thread_and_loop())
    assert threading.active_count() <= before + 1  # the thread may still be on its way out

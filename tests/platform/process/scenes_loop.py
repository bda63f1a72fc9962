"""Green threads on an asyncio loop that wait for callbacks and for PostgreSQL; run by test_loop.py."""

import asyncio
import time
from typing import Any

import eventlet
import psycopg
import sqlalchemy as sa

from services.platform.database import postgres_wait
from services.platform.database.postgres_script import PostgresScripts
from services.platform.process.green_loop import Signal, current_loop, wait_done

PUT = b"BEGIN; INSERT INTO effects VALUES ('%s', 1); COMMIT"


def connect(url: str) -> "psycopg.Connection[Any]":
    postgres_wait.wait_in_green_threads()
    plain = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True, options="-c search_path=wallet")


def effects(connection: "psycopg.Connection[Any]") -> list[str]:
    return [row[0] for row in connection.execute("SELECT what FROM effects ORDER BY what")]


def futures_are_waited_for(for_s: float) -> Any:
    """Done at once, done later, never done: how long each was waited for."""
    loop, took = current_loop(), []
    for delay_s in (None, 0.05, 60.0):
        future = loop.create_future()
        if delay_s is None:
            future.set_result(None)
        else:
            loop.call_later(delay_s, lambda future=future: None if future.done() else future.set_result(None))
        began = time.monotonic()
        wait_done(future, for_s)
        took.append(time.monotonic() - began)
    return took


def a_signal_set_before_is_not_waited_for() -> Any:
    signal, began = Signal(), time.monotonic()
    signal.set()
    signal.wait(60)
    first = time.monotonic() - began
    signal.wait(0.1)
    return [first, time.monotonic() - began]


def coroutines_and_green_threads_take_turns(rounds: int) -> Any:
    loop, order = current_loop(), []
    done = loop.create_future()

    async def count() -> None:
        for each in range(rounds):
            order.append(f"coroutine {each}")
            await asyncio.sleep(0.01)
        done.set_result(None)

    def green() -> None:
        for each in range(rounds):
            order.append(f"green {each}")
            eventlet.sleep(0.01)

    loop.create_task(count())
    eventlet.spawn(green).wait()
    wait_done(done, 60)
    return sorted(order)


def scripts(url: str, count: int) -> Any:
    """Many in turn, while another green thread goes on; what is done meanwhile; one that fails; then others' way."""
    connection, ticks, meanwhile = connect(url), [], []
    running = PostgresScripts(connection, current_loop())
    ticking = eventlet.spawn(lambda: [(ticks.append(1), eventlet.sleep(0.005)) for _ in range(1_000)])
    for each in range(count):
        running.begin(PUT % f"{each:03}".encode())
        meanwhile.append(1)
        running.finish()
    before = len(ticks)
    running.begin(b"SELECT pg_sleep(0.3)")
    running.finish()
    ticked = len(ticks) - before
    ticking.kill()
    try:
        running.begin(b"BEGIN; SELECT 1 / 0; COMMIT")
        meanwhile.append(1)
        running.finish()
        failed = ""
    except psycopg.errors.DivisionByZero as error:
        failed = type(error).__name__
    running.release()
    connection.execute("ROLLBACK")
    found = effects(connection)
    running.begin(PUT % b"last")
    running.finish()
    running.release()
    return [len(found), len(meanwhile), ticked, failed, effects(connection)[-1]]


def a_connection_lost_while_nobody_waits(url: str) -> Any:
    """It must not keep the processor busy; the next script reports it."""
    connection, other = connect(url), connect(url)
    running = PostgresScripts(connection, current_loop())
    running.begin(PUT % b"a")
    running.finish()
    other.execute("SELECT pg_terminate_backend(%s)", [connection.info.backend_pid])
    eventlet.sleep(0.05)
    used = time.process_time()
    eventlet.sleep(0.3)
    used = time.process_time() - used
    try:
        running.begin(PUT % b"b")
        running.finish()
        error = ""
    except psycopg.OperationalError as found:
        error = type(found).__name__
    running.release()
    connection.close()
    return [used, bool(error), effects(other)]


def a_long_script_is_sent_whole(url: str) -> Any:
    connection = connect(url)
    text = b"x" * 8_000_000
    running = PostgresScripts(connection, current_loop())
    running.begin(b"INSERT INTO effects VALUES (left('%s', 3), length('%s'))" % (text, text))
    running.finish()
    running.begin(PUT % b"zzz")
    running.finish()
    running.release()
    return connection.execute("SELECT * FROM effects ORDER BY what").fetchall()

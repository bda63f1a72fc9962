"""Waiting until a platform has nothing more to do: outboxes sent, queues empty."""

import time

import amqp

from bench.processes.whole_platform import SERVICES, Platform
from services.platform.broker.names import EVENT_LOG
from tests.support.rabbit import PASSWORD, USER

QUIET_LOOKS = 3
LOOK_EVERY_S = 0.5


def wait_until_quiet(platform: Platform, timeout_s: float) -> list[str]:
    """Wait until a few looks in a row have found nothing waiting; returns what still waits when time is up."""
    deadline_s = time.monotonic() + timeout_s
    looks = 0
    while looks < QUIET_LOOKS:
        waiting = _outboxes(platform) + _queues(platform)
        looks = 0 if waiting else looks + 1
        if time.monotonic() > deadline_s:
            return waiting
        time.sleep(LOOK_EVERY_S)
    return []


def _outboxes(platform: Platform) -> list[str]:
    found = []
    for service in SERVICES:
        with platform.postgres.connect(platform.databases[service]) as connection:
            row = connection.execute(f"SELECT count(*) FROM {service}.outbox WHERE sent = 0").fetchone()
        if row is not None and row[0]:
            found.append(f"{row[0]} rows in the outbox of {service}")
    return found


def _queues(platform: Platform) -> list[str]:
    listed = platform.rabbit.manage("GET", f"/api/queues/{platform.vhost}")
    kept = ("dead.", EVENT_LOG)  # what stays there whoever has read it
    names = [queue["name"] for queue in listed if queue["durable"] and not queue["name"].startswith(kept)]
    where = f"127.0.0.1:{platform.rabbit.port}"
    found = []
    with amqp.Connection(where, USER, PASSWORD, virtual_host=platform.vhost) as connection:
        channel = connection.channel()
        for name in names:
            count = channel.queue_declare(name, passive=True).message_count
            if count:
                found.append(f"{count} messages in {name}")
    return found

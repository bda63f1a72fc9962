"""What was given up is listed at the shell, a line of JSON each, and stays where it is."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import amqp
import pytest

from services.platform.broker import names
from services.platform.broker.dead_letters import Letter, list_dead, park
from services.platform.broker.link import Link
from services.platform.process.settings import CommonSettings
from tests.support.commands import kafeneio
from tests.support.rabbit import PASSWORD, USER

pytestmark = pytest.mark.real


def test_the_command_lists_dead_letters_and_leaves_them(rabbit_url: str) -> None:
    host, vhost = rabbit_url.rpartition("@")[2].split("/")
    queue = names.dead_queue("wallet")
    with amqp.Connection(host, USER, PASSWORD, virtual_host=vhost, confirm_publish=True) as connection:
        channel = connection.channel()
        channel.queue_declare(queue, durable=True, auto_delete=False)
        told = {"x-handler": "events.wallet", "x-reason": "handler failed"}
        channel.basic_publish(amqp.Message("[]", application_headers=told), routing_key=queue)

    for ran in kafeneio({"KAFENEIO_BROKER_URL": rabbit_url}, ("dead", "list", "wallet"), ("dead", "list", "wallet")):
        assert ran.code == 0, ran.stderr
        (letter,) = map(json.loads, ran.stdout.splitlines())
        assert letter == {"queue": "events.wallet", "reason": "handler failed", "parked_at_ms": None, "body": "[]"}


def test_listing_is_no_delivery_however_often_it_is_done(rabbit_url: str) -> None:
    """RabbitMQ drops what was delivered more often than the queue allows: here, twice."""
    settings = CommonSettings(broker_url=rabbit_url)
    with a_channel(rabbit_url) as channel:
        limit = {"x-queue-type": "quorum", "x-delivery-limit": 2}
        channel.queue_declare(QUEUE, durable=True, auto_delete=False, arguments=limit)
        for number in range(3):
            channel.basic_publish(amqp.Message(f"[{number}]"), routing_key=QUEUE)
    for _ in range(6):
        assert [each["body"] for each in list_dead(settings, "wallet")] == ["[0]", "[1]", "[2]"]
    assert [each["body"] for each in list_dead(settings, "wallet", limit=2)] == ["[0]", "[1]"]
    assert len(list_dead(settings, "wallet")) == 3


def test_what_is_parked_is_listed_with_its_reason(rabbit_url: str) -> None:
    link = Link(CommonSettings(broker_url=rabbit_url), "test", lambda link: link.declare_dead(QUEUE)).start(10)
    park(link, Letter("wallet", "events.wallet.x", b"[1]", "unknown kind", 5))
    link.stop()
    (letter,) = list_dead(CommonSettings(broker_url=rabbit_url), "wallet")
    assert letter == {"queue": "events.wallet.x", "reason": "unknown kind", "parked_at_ms": 5, "body": "[1]"}


def test_an_empty_queue_and_one_that_is_not_there_are_said_to_be_so(rabbit_url: str) -> None:
    (ran,) = kafeneio({"KAFENEIO_BROKER_URL": rabbit_url}, ("dead", "list", "wallet"))
    assert (ran.code, ran.stdout.strip()) == (0, "nothing was given up")


QUEUE = names.dead_queue("wallet")


@contextmanager
def a_channel(rabbit_url: str) -> Iterator[Any]:
    host, vhost = rabbit_url.rpartition("@")[2].split("/")
    with amqp.Connection(host, USER, PASSWORD, virtual_host=vhost, confirm_publish=True) as connection:
        yield connection.channel()

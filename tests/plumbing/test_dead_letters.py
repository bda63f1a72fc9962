"""What was given up is listed at the shell, a line of JSON each, and stays where it is."""

import json

import amqp
import pytest

from services.plumbing import names
from tests.support.commands import kafeneio
from tests.support.rabbit import PASSWORD, USER

pytestmark = pytest.mark.real


def test_the_command_lists_what_was_given_up_and_leaves_it(rabbit_url: str) -> None:
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

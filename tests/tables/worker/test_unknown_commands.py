"""In a rolling upgrade a worker gets commands that it does not know yet: they are set aside, the others carried out."""

import pytest

from services.platform.broker.link import BrokerDown
from services.platform.process.json import encode, join_array
from services.tables.worker.shards.inbox_items import DirectDelivery, QueueDelivery
from services.tables.worker.shards.shard_names import queue_of
from tests.tables.support.desk import Desk, Message, Seated
from tests.tables.worker.test_direct_commands import move_of

STRANGE = b'["Gift","table-1","trace",5]'
"""A command of a kind that a later release has."""


def with_a_strange_one(desk: Desk, table: Seated) -> tuple[QueueDelivery, bytes]:
    """A message of the table's shard: a strange command before a move."""
    shard = desk.shard(table.now.id)
    body = join_array([STRANGE, encode(move_of(table))])
    delivery = QueueDelivery(shard, Message(body), desk.link.channel)
    desk.link.delivered.append(delivery.tag)
    return delivery, body


def parked(desk: Desk) -> list[bytes]:
    return [body for exchange, queue, body in desk.link.sent if not exchange and queue == "dead.tables"]


def test_the_commands_around_an_unknown_one_are_carried_out_and_it_is_parked(desk: Desk) -> None:
    table = desk.open().begin().all_watch()
    delivery, _ = with_a_strange_one(desk, table)
    desk.turn(delivery)
    assert table.now.match.state.last is not None
    assert parked(desk) == [b"[" + STRANGE + b"]"]
    assert delivery.tag in desk.link.acknowledged


def test_of_directly_sent_commands_only_the_unknown_one_is_dropped(desk: Desk) -> None:
    table = desk.open().begin().all_watch()
    queue = queue_of(desk.shard(table.now.id))
    body = b'["gateway.1",7,{"' + queue.encode() + b'":' + join_array([encode(move_of(table)), STRANGE]) + b"}]"
    desk.turn(DirectDelivery(Message(body), desk.link.channel))
    assert table.now.match.state.last is not None
    assert parked(desk) == [b"[" + STRANGE + b"]"]


def test_while_it_cannot_be_parked_the_message_is_not_acknowledged(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.open().begin().all_watch()
    delivery, _ = with_a_strange_one(desk, table)
    publish = desk.link.publish

    def refuse(body: bytes, exchange: str, routing_key: str, **how: object) -> None:
        if routing_key == "dead.tables":
            raise BrokerDown("away")
        publish(body, exchange, routing_key, **how)

    monkeypatch.setattr(desk.link, "publish", refuse)
    desk.turn(delivery)
    assert delivery.tag not in desk.link.acknowledged
    monkeypatch.undo()
    desk.again()
    assert delivery.tag in desk.link.acknowledged
    assert parked(desk) == [b"[" + STRANGE + b"]"]

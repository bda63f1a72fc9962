"""The frames of clients, as they leave for the gateways."""

import msgspec
import pytest
from prometheus_client import REGISTRY

from services.contracts.client.frames import (
    ByeFrame,
    ChatFrame,
    PlayersFrame,
    SentFrame,
    ServerFrame,
    TablesFrame,
    ToClient,
)
from services.contracts.client.pushes import Push
from services.contracts.lobby import presence as contract
from services.lobby.lists.pusher import Pusher
from services.lobby.ports import Ports
from services.platform.broker import names
from services.platform.broker.link import BrokerDown


class Broker:
    """Takes messages, or is away."""

    def __init__(self):
        self.messages = []
        self.keys: list[str] = []
        self.away = False

    def publish(self, body, exchange, routing_key):
        if self.away:
            raise BrokerDown
        assert exchange == names.PUSH_EXCHANGE
        self.keys.append(routing_key)
        self.messages.append(msgspec.json.decode(body, type=list[Push]))

    def pushes(self) -> list[Push]:
        """All of them, in the order in which they left."""
        return [push for message in self.messages for push in message]

    def frames(self) -> list[list[ServerFrame]]:
        return [[msgspec.json.decode(push.frame, type=ToClient) for push in each] for each in self.messages]


@pytest.fixture
def broker():
    return Broker()


@pytest.fixture
def pusher(lobby, broker):
    made = Pusher(lobby.database, broker.publish, elo_start=1_500, waiting_max=100)
    ports = lobby.ports
    lobby.ports = Ports(ports.database, ports.rpc, ports.passwords, made, ports.settings, ports.pictures)
    return made


def dropped(cause):
    return REGISTRY.get_sample_value("kafeneio_lobby_pushes_dropped_total", {"cause": cause}) or 0


def test_a_burst_of_changes_is_one_message_for_each_address_with_one_line_a_player(lobby, broker, pusher):
    (ana, ben) = lobby.enter("Ana", "Ben", gateway="gateway.1")
    table = lobby.create(ana).table
    lobby.join(ben, table)
    lobby.get_up(ben, table)
    assert broker.messages == []
    assert pusher.turn()
    message = [frame for each in broker.frames() for frame in each]
    assert broker.keys == ["hall.1", "gateway.1"], "what is for the hall, then what is for a gateway's players"
    assert message[:2] == [
        TablesFrame(changed=[lobby.table(table)], gone=[]),
        PlayersFrame(changed=lobby.ask(contract.ListPlayers()).players, gone=[]),
    ]
    assert [type(frame) for frame in message[2:]] == [SentFrame, SentFrame, SentFrame]
    assert [push.accounts for push in broker.pushes()] == [
        None, None, [ana.account], [ben.account], [ben.account],
    ]  # fmt: skip


def test_departed_players_and_closed_tables_are_published_as_gone(lobby, broker, pusher):
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.create(ana).table
    pusher.turn()
    before = len(broker.messages)
    lobby.leave(ana)
    pusher.turn()
    assert broker.frames()[before][:2] == [
        TablesFrame(changed=[], gone=[table]),
        PlayersFrame(changed=[], gone=[ana.account]),
    ]
    assert ben.account not in str(broker.frames()[before:])


def test_what_is_sent_is_the_state_at_the_time_of_sending(lobby, broker, pusher):
    (ana,) = lobby.enter("Ana")
    lobby.leave(ana)
    lobby.back(ana)
    pusher.turn()
    (frame,) = broker.frames()[0]
    assert frame == PlayersFrame(changed=lobby.ask(contract.ListPlayers()).players, gone=[])


def test_an_ended_session_says_goodbye_and_spares_the_new_connection(lobby, broker, pusher):
    (ana,) = lobby.enter("Ana")
    pusher.turn()
    lobby.ask(contract.Connected(token=ana.token, gateway="g2", conn=7))
    pusher.turn()
    (push,) = broker.messages[1]
    assert (push.accounts, push.close, push.except_conn) == ([ana.account], "session_replaced", ("g2", 7))
    assert broker.frames()[1] == [ByeFrame(error="session_replaced")]


def test_nothing_is_sent_when_nothing_waits(broker, pusher):
    assert not pusher.turn(0.01)
    assert broker.messages == []


def test_frames_are_dropped_and_counted_while_the_broker_is_away(broker, pusher):
    before = dropped("broker")
    broker.away = True
    pusher.frame(["a"], ByeFrame(error="x"))
    pusher.turn()
    assert dropped("broker") == before + 1
    broker.away = False
    pusher.frame(["a"], ByeFrame(error="y"))
    pusher.turn()
    assert broker.frames() == [[ByeFrame(error="y")]]


def test_changes_wait_while_the_database_is_away_and_frames_do_not(lobby, broker, pusher, monkeypatch):
    (ana,) = lobby.enter("Ana")
    pusher.frame([ana.account], ByeFrame(error="x"))
    run = lobby.database.run

    def fail(*_args):
        raise OSError("away")

    monkeypatch.setattr(lobby.database, "run", fail)
    pusher.turn()
    monkeypatch.setattr(lobby.database, "run", run)
    assert broker.frames() == [[ByeFrame(error="x")]]
    pusher.turn(0.01)
    assert [type(frame) for frame in broker.frames()[1]] == [PlayersFrame]
    pusher.turn(0.01)
    assert len(broker.messages) == 2


def test_the_queue_is_bounded(pusher):
    before = dropped("full")
    for _ in range(105):
        pusher.frame(None, ByeFrame(error="x"))
    assert dropped("full") == before + 5


def test_lines_of_players_are_batched_and_other_changes_are_not(lobby, broker):
    pusher = Pusher(lobby.database, broker.publish, elo_start=1_500, waiting_max=100, linger_ms=60_000)
    ports = lobby.ports
    lobby.ports = Ports(ports.database, ports.rpc, ports.passwords, pusher, ports.settings, ports.pictures)
    lobby.enter("Ana")
    pusher.turn(0)
    assert [frame.changed[0].name for message in broker.frames() for frame in message] == ["Ana"], (
        "the first go at once"
    )
    (ben,) = lobby.enter("Ben")
    lobby.say(ben, "good evening")
    pusher.turn(0)
    assert [type(frame) for frame in broker.frames()[-1]] == [ChatFrame]
    lobby.leave(ben)
    pusher.stop()
    pusher.turn(0)
    assert broker.frames()[-1] == [PlayersFrame(changed=[], gone=[ben.account])], "and the last at the end"
    assert len(broker.messages) == 3

"""Where tables live is learnt from whatever the lobby says, and asked for once when it is not known."""

import msgspec

from gateway.ws.tables.directory import Directory
from services.contracts.client import frames
from services.contracts.lobby import open_tables as lobby
from services.kernel.ids import new_id, shard_of
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from tests.gateway.fakes import FakeRpc, finish, line_of, on_loop, services, table_line


def directory(rpc: FakeRpc, tables_max: int = 100) -> Directory:
    return Directory(on_loop(rpc), 8, tables_max)


def test_a_table_lives_in_the_shard_of_its_id() -> None:
    known, table = directory(services()), new_id()
    known.learn([(table, "tavli")])
    place = known.place_of(table)
    assert place is not None
    assert place.shard == shard_of(table, 8)
    assert place.queue == f"tables.tavli.{place.shard}"


def test_an_unknown_table_is_asked_for_once() -> None:
    rpc = services()
    known = directory(rpc)
    for _ in range(2):
        found = finish(known.find("t-1"))
        assert not isinstance(found, Refusal)
        assert found.game == "tavli"
    assert finish(known.find("t-9")) == Refusal("table_unknown")
    assert rpc.requests(lobby.FindTable) == [lobby.FindTable(table=each, routing=True) for each in ("t-1", "t-9")]


def test_a_lobby_that_is_away_is_said_to_be() -> None:
    found = finish(directory(FakeRpc()).find("t-1"))
    assert isinstance(found, Refusal)
    assert found.error == "service_unavailable"


def test_frames_about_tables_teach_on_their_way() -> None:
    known = directory(FakeRpc())
    known.overhear(msgspec.Raw(encode(frames.TablesFrame(changed=[table_line("t-5", "tichu")], gone=["t-4"]))))
    place = known.place_of("t-5")
    assert place is not None
    assert place.game == "tichu"


def test_other_frames_teach_nothing() -> None:
    known = directory(FakeRpc())
    known.overhear(msgspec.Raw(encode(frames.PlayersFrame(changed=[line_of(table="t-1")], gone=[]))))
    known.overhear(msgspec.Raw(b'{"t":"chips","chips":3}'))
    assert len(known) == 0


def test_the_table_longest_unheard_of_is_forgotten_first() -> None:
    known = directory(FakeRpc(), tables_max=2)
    known.learn([("t-1", "tavli"), ("t-2", "tavli"), ("t-1", "tavli"), ("t-3", "tavli")])
    assert len(known) == 2
    assert known.place_of("t-2") is None
    assert known.place_of("t-1") is not None

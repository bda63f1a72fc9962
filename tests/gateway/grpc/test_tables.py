"""kafeneio.tables.v1: matches many at once and in pages, tables looked at, the catalogue, recordings, voided tables."""

from collections.abc import Collection, Iterator
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.events.event_log import LoggedEvent
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2 as pb
from services.contracts.base import Done
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import orders
from services.contracts.moderation import staff as discipline
from services.contracts.partners import lookups as other_systems
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.contracts.tables import catalogue, commands, recordings
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, opened
from tests.gateway.http.test_rest import match_record

CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
ALL = f"{LINE}+tables.recordings+tables.operate+events.subscribe@olga"
REASON = "the dice were loaded"


def match(name: str) -> catalogue.MatchRecord:
    return msgspec.structs.replace(match_record("a-ann"), match=name)


class Log:
    """An event log of some events."""

    def __init__(self, *events: LoggedEvent) -> None:
        self.events = events
        self.asked: list[tuple[frozenset[str], str]] = []

    def follow(self, _context: Any, _follower: Any, topics: Collection[str], after: str) -> Iterator[LoggedEvent]:
        self.asked.append((frozenset(topics), after))
        yield from self.events


def test_many_matches_at_once() -> None:
    found = other_systems.MatchesFound(matches=[match("m-1"), match("m-2")], missing=["m-3"])
    with opened(services(GetMatches=found)) as door:
        answer = door.tables.BatchGetMatches(pb.BatchGetMatchesRequest(matches=["m-1", "m-2", "m-3"]), **CALL)
        assert ([each.match for each in answer.matches], list(answer.missing)) == (["m-1", "m-2"], ["m-3"])
        assert answer.matches[0].chance.root == "ab"
        with pytest.raises(grpc.RpcError) as caught:
            door.tables.BatchGetMatches(pb.BatchGetMatchesRequest(matches=["m"] * 101), **CALL)
        assert caught.value.details() == "bad_parameters"


def test_matches_in_pages() -> None:
    place = other_systems.MatchPlace(7, "m-1")
    with opened(services(ListMatches=other_systems.MatchPage(matches=[match("m-1")], next=place))) as door:
        first = door.tables.ListMatches(pb.ListMatchesRequest(game="tavli", running=False), **CALL)
        door.tables.ListMatches(pb.ListMatchesRequest(page_token=first.next_page_token, page_size=900), **CALL)
        assert door.rpc.requests(other_systems.ListMatches) == [
            other_systems.ListMatches(game="tavli", running=False),
            other_systems.ListMatches(before=place, limit=100),
        ]
        for asked, error in (({"page_token": "x"}, "page_token_invalid"), ({"page_size": -1}, "page_size_invalid")):
            with pytest.raises(grpc.RpcError) as caught:
                door.tables.ListMatches(pb.ListMatchesRequest(**asked), **CALL)  # type: ignore[arg-type]
            assert caught.value.details() == error


def test_a_table_is_looked_at_until_it_closes_and_no_version_comes_twice() -> None:
    looks = {
        None: other_systems.TableLook(version=4, closed=False, view={"phase": "playing"}),
        4: other_systems.TableLook(version=6, closed=False, view={"phase": "over"}),
        6: other_systems.TableLook(version=6, closed=True, view=None),
    }
    rpc = services(LookAtTable=lambda request: looks[request.after])
    with opened(rpc, grpc_stream_poll_ms=5) as door:
        found = list(door.tables.WatchTable(pb.WatchTableRequest(table="t-1"), **CALL))
    assert [(each.version, each.view["phase"] if each.HasField("view") else None, each.closed) for each in found] == [
        (4, "playing", False),
        (6, "over", False),
        (6, None, True),
    ]


def test_the_catalogue() -> None:
    game = catalogue.GameInfo(
        game="tavli", seats=[2], options={"target": [5, 7]}, sides=[[0], [1]], clock_policy="move_clock",
        return_policy="budget", leave_policy="concede", house_banked=False, rules=3,
    )  # fmt: skip
    with opened(services(GetCatalogue=catalogue.Catalogue(games=[game]))) as door:
        (found,) = door.tables.GetCatalogue(pb.GetCatalogueRequest(), **CALL).games
    assert [value.number_value for value in found.options["target"].values] == [5, 7]
    assert [list(side.seats) for side in found.sides] == [[0], [1]]


def test_a_recording_is_shown_where_tables_permits_it_to_the_service_account() -> None:
    staff = moderation.Conduct(account="service.olga", cards={}, roles=["moderator"], suspension=None)
    rpc = services(GetConduct=staff, GetRecording=Refusal("recording_forbidden"), NoteReading=Done())
    with opened(rpc, grpc_tokens=[ALL]) as door:
        for account in ("", "service.olga"):
            with pytest.raises(grpc.RpcError) as caught:
                door.tables.GetRecording(pb.GetRecordingRequest(match="m", account=account), **CALL)
            assert caught.value.details() == "recording_forbidden"
        asked = recordings.GetRecording(match="m", account="service.olga", roles=["moderator"])
        assert door.rpc.requests(recordings.GetRecording) == [asked] * 2
        noted = discipline.NoteReading(account="service.olga", what="recording", of="m")
        assert door.rpc.requests(discipline.NoteReading) == [noted] * 2


def test_a_recording_is_kept_back_where_its_reading_cannot_be_logged() -> None:
    staff = moderation.Conduct(account="service.olga", cards={}, roles=["moderator"], suspension=None)
    with opened(services(GetConduct=staff, NoteReading=Refusal("forbidden")), grpc_tokens=[ALL]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            door.tables.GetRecording(pb.GetRecordingRequest(match="m"), **CALL)
        assert caught.value.details() == "forbidden"
        assert door.rpc.requests(recordings.GetRecording) == []


def test_the_roles_of_another_account_open_no_recording() -> None:
    staff = moderation.Conduct(account="a-ann", cards={}, roles=["administrator"], suspension=None)
    rpc = services(GetConduct=staff, GetRecording=Refusal("recording_forbidden"))
    with opened(rpc, grpc_tokens=[ALL]) as door:
        with pytest.raises(grpc.RpcError):
            door.tables.GetRecording(pb.GetRecordingRequest(match="m", account="a-ann"), **CALL)
        asked = recordings.GetRecording(match="m", account="a-ann", roles=[])
        assert door.rpc.requests(recordings.GetRecording) == [asked]


def test_a_recording_comes_whole_as_the_file_that_can_be_verified() -> None:
    clean = moderation.Conduct(account="a-ann", cards={}, roles=[], suspension=None)
    record = recordings.Recording(
        format=1, match="m-1", number=1, game="tavli", rules=3, options={"target": 5}, stake_chips=10, practice=False,
        table="t-1", name="Corner", seats=[commands.SeatPlayer(name="ann", account="a-ann")], sides=[[0], [1]],
        started_at_ms=1, ended_at_ms=2, commit="cd", root="ab", seeds=["0"], hands=[], events=[], outcome="won",
        result={"winners": [0]}, payouts=None, rake_chips=None,
    )  # fmt: skip
    with opened(services(GetConduct=clean, GetRecording=record), grpc_tokens=[ALL]) as door:
        found = door.tables.GetRecording(pb.GetRecordingRequest(match="m-1", account="a-ann"), **CALL)
    assert (found.match, found.game, found.rules, found.events) == ("m-1", "tavli", 3, 0)
    assert msgspec.json.decode(found.recording_json, type=recordings.Recording) == record


def test_an_operator_voids_a_table_under_an_id() -> None:
    operation = orders.AnnulMatch(table="t-1")
    done = orders.Order(id="r-1", by="service.olga", reason=REASON, operation=operation, at_ms=1, state="done")
    with opened(services(PlaceOrder=done), grpc_tokens=[ALL]) as door:
        asked = pb.VoidTableRequest(account="service.olga", request_id="r-1", table="t-1", reason=REASON)
        found = door.tables.VoidTable(asked, **CALL)
        assert (found.order, found.placed) == ("r-1", False)
        (order,) = door.rpc.requests(orders.PlaceOrder)
        assert (order.account, order.id, order.reason, order.operation) == ("service.olga", "r-1", REASON, operation)


def test_matches_are_followed_as_they_end() -> None:
    ended = [
        LoggedEvent("1.0"),
        LoggedEvent("2.0", "e-1", "tables.match_finished", 5, {"match": "m-1", "game": "tavli"}),
        LoggedEvent("2.1", "e-2", "tables.match_finished", 5, {"match": "m-2", "game": "tichu"}),
    ]
    log = Log(*ended)
    with opened(services(GetMatch=lambda request: match(request.match)), events=log) as door:
        call = door.tables.WatchMatches(pb.WatchMatchesRequest(games=["tichu"], after_cursor="0.9"), **CALL)
        found = [(each.cursor, each.match.match) for each in call]
    assert found == [("1.0", ""), ("2.1", "m-2")]
    assert log.asked == [(frozenset({"tables.match_finished"}), "0.9")]


def test_events_are_subscribed_to_by_topic() -> None:
    log = Log(LoggedEvent("2.0", "e-1", "wallet.match_settled", 5, {"match": "m-1", "payouts": {"a": 3}}))
    with opened(services(), grpc_tokens=[ALL], events=log) as door:
        stub = events_pb2_grpc.EventsServiceStub(door.channel)
        (found,) = stub.Subscribe(events_pb2.SubscribeRequest(topics=["wallet.*"], after_cursor="1.0"), **CALL)
        assert (found.cursor, found.id, found.topic, found.at_ms) == ("2.0", "e-1", "wallet.match_settled", 5)
        assert found.data["payouts"]["a"] == 3
        assert log.asked[0][0] == {topic for topic in PUBLIC_EVENTS if topic.startswith("wallet.")}
        for topics in ([], ["wallet"], ["lobby.session_began"], ["nobody.*"]):
            with pytest.raises(grpc.RpcError) as caught:
                list(stub.Subscribe(events_pb2.SubscribeRequest(topics=topics), **CALL))
            assert caught.value.details() == "topic_invalid"
        listed = stub.ListTopics(events_pb2.ListTopicsRequest(), **CALL).topics
        assert [each.topic for each in listed] == list(PUBLIC_EVENTS)
        assert all(each.description.endswith(".") for each in listed)


def test_a_front_without_a_broker_has_no_events() -> None:
    with opened(services(), grpc_tokens=[ALL]) as door:
        stub = events_pb2_grpc.EventsServiceStub(door.channel)
        with pytest.raises(grpc.RpcError) as caught:
            next(stub.Subscribe(events_pb2.SubscribeRequest(topics=["tables.*"]), **CALL))
        assert caught.value.details() == "service_unavailable"


def test_public_events_hide_what_is_not_for_others() -> None:
    registered = PUBLIC_EVENTS["lobby.registered"].shown(
        {"account": "a", "name": "ann", "device": "d", "email_key": "k", "later": 1}
    )
    assert registered == {"account": "a", "name": "ann"}
    for event in PUBLIC_EVENTS.values():
        assert event.hidden <= set(event.kind.__struct_fields__)
        assert not {"token", "password", "email_key", "person_key", "network", "device"} & event.fields

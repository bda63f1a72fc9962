"""kafeneio.tables.v1: matches many at once and in pages, tables looked at, the catalogue, recordings, voided tables."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2 as pb
from gateway.public_events.event_log import LoggedEvent
from services.contracts.base import Done
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import orders
from services.contracts.moderation import staff as discipline
from services.contracts.partners import lookups as other_systems
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.contracts.tables import analysis, catalogue, commands, fairness, imports, problems, recordings, sharing
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, opened
from tests.gateway.http.test_rest import match_record

ROOT = Path(__file__).resolve().parents[3]
CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
ALL = f"{LINE}+tables.recordings+tables.imports+tables.operate+events.subscribe@olga"
REASON = "the dice were loaded"


def match(name: str) -> catalogue.MatchRecord:
    return msgspec.structs.replace(match_record("a-ann"), match=name)


class Log:
    """An event log of some events."""

    def __init__(self, *events: LoggedEvent) -> None:
        self.events = events
        self.asked: list[tuple[frozenset[str], str]] = []

    def follow(self, _follower: Any, topics: Collection[str], after: str) -> Iterator[LoggedEvent]:
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


def test_a_match_as_text_is_read_in_the_name_of_a_player() -> None:
    written = recordings.MatchText(match="m-1", file="kafeneio-tavli-m-1.mat", text=" 3 point match\n")
    with opened(services(GetMatchText=written), grpc_tokens=[ALL]) as door:
        found = door.tables.GetMatchText(pb.GetMatchTextRequest(match="m-1", account="a-ann"), **CALL)
        asked = recordings.GetMatchText(match="m-1", account="a-ann", roles=[])
        assert door.rpc.requests(recordings.GetMatchText) == [asked]
    assert (found.match, found.file, found.text) == ("m-1", written.file, written.text)


def test_a_match_from_another_program_is_brought_listed_and_deleted_for_a_player() -> None:
    line = imports.ImportedMatch(match="i-1", game="tavli", players=["Ann", "Bob"], games=2, imported_at_ms=7_000)
    answers = services(
        ImportMatch=line, ListImports=imports.ImportedMatches(imports=[line], limit=50), DeleteImport=Done()
    )
    with opened(answers, grpc_tokens=[ALL]) as door:
        made = door.tables.ImportMatch(
            pb.ImportMatchRequest(account="a-ann", text=" 3 point match\n", request_id="r-1"), **CALL
        ).match
        found = door.tables.ListImports(pb.ListImportsRequest(account="a-ann"), **CALL)
        door.tables.DeleteImport(pb.DeleteImportRequest(account="a-ann", match="i-1", request_id="r-2"), **CALL)
        asked = imports.ImportMatch(account="a-ann", game="tavli", text=" 3 point match\n")
        assert door.rpc.requests(imports.ImportMatch) == [asked]
        assert door.rpc.requests(imports.DeleteImport) == [imports.DeleteImport(account="a-ann", match="i-1")]
    assert (made.match, made.game, [*made.players], made.games) == ("i-1", "tavli", ["Ann", "Bob"], 2)
    assert made.import_time.ToMilliseconds() == 7_000
    assert [each.match for each in found.imports] == ["i-1"] and found.limit == 50


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
    event = LoggedEvent("2.0", "e-1", "wallet.match_settled", 5, {"match": "m-1", "payouts": {"a": 3}})
    log = Log(LoggedEvent("1.5"), event)
    with opened(services(), grpc_tokens=[ALL], events=log) as door:
        stub = events_pb2_grpc.EventsServiceStub(door.channel)
        cursor, found = stub.Subscribe(events_pb2.SubscribeRequest(topics=["wallet.*"], after_cursor="1.0"), **CALL)
        assert (found.cursor, found.id, found.topic) == ("2.0", "e-1", "wallet.match_settled")
        assert (cursor.cursor, cursor.HasField("event_time"), cursor.HasField("data")) == ("1.5", False, False)
        assert found.event_time.ToMilliseconds() == 5
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


# --- dice and deals in public ---


def test_the_public_counts_are_shown_with_their_tests() -> None:
    fits = [fairness.ChanceFit("faces", 4.5, 5, 0.48, "fair"), fairness.ChanceFit("leader", None, None, None, "few")]
    days = [fairness.ChanceDay("2026-11-28", 2, fits[:1])]
    game = fairness.ChanceOfGame("tavli", 3, 0, None, [], [2, 1], fits, days)
    counts = fairness.ChanceCounts("tavli", None, [fairness.RawCounts("leader.2", [2, 1])])
    shown = services(GetChance=fairness.Chance([game], 1, 5), GetChanceCounts=counts)
    with opened(shown, grpc_tokens=[ALL]) as door:
        found = door.tables.GetChance(pb.GetChanceRequest(), **CALL)
        assert door.rpc.requests(fairness.GetChance) == [fairness.GetChance()]
        (tavli,) = found.games
        assert (found.waiting, tavli.game, tavli.matches, tavli.days[0].day) == (1, "tavli", 3, "2026-11-28")
        assert [(fit.test, fit.verdict, fit.HasField("probability")) for fit in tavli.fits] == [
            ("faces", "fair", True),
            ("leader", "few", False),
        ]
        raw = door.tables.GetChanceCounts(pb.GetChanceCountsRequest(game="tavli"), **CALL)
        assert door.rpc.requests(fairness.GetChanceCounts) == [fairness.GetChanceCounts(game="tavli")]
        assert (raw.game, raw.HasField("day"), list(raw.measures[0].counts)) == ("tavli", False, [2, 1])


# --- analyses and problems ---------------------------------------------------------------------------------------


def sample() -> analysis.Analysis:
    text = (ROOT / "tests/tables/analysis/fixtures/tavli.json").read_bytes()
    return msgspec.json.decode(text, type=analysis.Analysis)


def test_an_analysis_is_ordered_and_seen_in_the_name_of_a_player() -> None:
    found = sample()
    waiting = msgspec.structs.replace(found, state="waiting", percent=0, ahead=2, again_ms=1_500, report=None)
    with opened(services(AskAnalysis=waiting, GetAnalysis=found), grpc_tokens=[ALL]) as door:
        first = door.tables.GetAnalysis(pb.GetAnalysisRequest(match="m-1", account="a-ann", order=True), **CALL)
        assert (first.state, first.ahead, first.report_json) == ("waiting", 2, b"")
        assert first.retry_delay.ToMilliseconds() == 1_500
        done = door.tables.GetAnalysis(pb.GetAnalysisRequest(match="m-1", account="a-ann"), **CALL)
        assert (done.state, done.percent, done.HasField("retry_delay")) == ("done", 100, False)
        assert msgspec.json.decode(done.report_json, type=analysis.MatchReport) == found.report
        asked = analysis.AskAnalysis(match="m-1", account="a-ann", roles=[])
        assert door.rpc.requests(analysis.AskAnalysis) == [asked]


def test_a_service_account_sees_analyses_by_its_roles_which_is_logged() -> None:
    staff = moderation.Conduct(account="service.olga", cards={}, roles=["moderator"], suspension=None)
    with opened(services(GetConduct=staff, NoteReading=Done(), GetAnalysis=sample()), grpc_tokens=[ALL]) as door:
        door.tables.GetAnalysis(pb.GetAnalysisRequest(match="m-1"), **CALL)
        asked = analysis.GetAnalysis(match="m-1", account="service.olga", roles=["moderator"])
        assert door.rpc.requests(analysis.GetAnalysis) == [asked]
        noted = discipline.NoteReading(account="service.olga", what="recording", of="m-1")
        assert door.rpc.requests(discipline.NoteReading) == [noted]


def test_a_shared_match_is_shown_without_a_session() -> None:
    found = sharing.Shared(
        game="tavli", title="Tavli", options={"target": 1}, seats=[sharing.SharedSeat(computer=False, name=None)],
        sides=[[0], [1]], hands=[sharing.SharedHand(number=1, events=9)], ended_on="2026-11-28", outcome="won",
        winners=[1], points=[0, 1], corrected=False, moment=sharing.SharedMoment(hand=1, position=9),
        pictures=["board"],
    )  # fmt: skip
    with opened(services(GetShared=found), grpc_tokens=[ALL]) as door:
        shown = door.tables.GetSharedMatch(pb.GetSharedMatchRequest(link="l-1"), **CALL)
        assert (shown.title, shown.ended_on, list(shown.winners), shown.moment.position) == (
            "Tavli",
            "2026-11-28",
            [1],
            9,
        )
        assert not shown.seats[0].HasField("name")
        assert [list(side.seats) for side in shown.sides] == [[0], [1]]
        assert door.rpc.requests(sharing.GetShared) == [sharing.GetShared(link="l-1")]


def test_the_problem_of_the_day_is_shown_and_solved() -> None:
    problem = analysis.Problem(
        game="tavli", day="2026-11-28", seat=1, seats=2, view={"dice": [6, 1]}, options=7, source="match", unit="points"
    )
    best = analysis.Candidate(move={"move": "play", "steps": [[8, 2], [6, 5]]}, value=0.25)
    solution = analysis.Solution(
        right=False, loss=0.125, best=[best], reason=analysis.Reason(code="hits", data={"count": 1})
    )
    with opened(services(GetProblem=problem, SolveProblem=solution), grpc_tokens=[ALL]) as door:
        shown = door.tables.GetProblem(pb.GetProblemRequest(game="tavli"), **CALL)
        assert (shown.day, shown.seat, shown.options, list(shown.view["dice"])) == ("2026-11-28", 1, 7, [6, 1])
        assert door.rpc.requests(analysis.GetProblem) == [analysis.GetProblem(game="tavli", day=None)]
        request = pb.CheckSolutionRequest(game="tavli", day="2026-11-28")
        request.move.update(best.move)
        found = door.tables.CheckSolution(request, **CALL)
        assert (found.right, found.loss, found.reason.code, found.best[0].value) == (False, 0.125, "hits", 0.25)
        asked = analysis.SolveProblem(game="tavli", day="2026-11-28", move=best.move)
        assert door.rpc.requests(analysis.SolveProblem) == [asked]


def test_the_solution_of_a_past_problem_comes_with_what_people_have_answered() -> None:
    best = analysis.Candidate(move={"move": "tile", "tile": "6-6"}, value=3.0)
    outcome = problems.ProblemOutcome(
        game="dominoes",
        day="2026-11-28",
        unit="points",
        best=[best],
        reason=analysis.Reason(code="double"),
        own=None,
        plays=[problems.PlayShare(move={"move": "tile", "tile": "6-6"}, answers=3, right=True, loss=0.0)],
        answers=4,
    )
    with opened(services(GetProblemOutcome=outcome), grpc_tokens=[ALL]) as door:
        found = door.tables.GetProblemOutcome(pb.GetProblemOutcomeRequest(game="dominoes", day="2026-11-28"), **CALL)
        assert (found.answers, found.plays[0].answers, found.plays[0].right) == (4, 3, True)
        asked = problems.GetProblemOutcome(account="service.olga", game="dominoes", day="2026-11-28")
        assert door.rpc.requests(problems.GetProblemOutcome) == [asked]

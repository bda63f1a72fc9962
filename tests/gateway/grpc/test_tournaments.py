"""Other systems read and follow competitions by gRPC, and play in players' names if they may."""

from collections.abc import Iterator
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.calls.message_conversion import time_of
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2 as proto
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2_grpc
from services.contracts.base import Done
from services.contracts.tournaments import calendar, made
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.templates import Announced, SaveTemplate, Template, Templates
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, opened

CUP = contract.Competition(
    id="cup",
    name="The spring cup",
    game="tavli",
    state="running",
    opens_at_ms=1,
    starts_at_ms=2,
    ends_at_ms=3,
    price_chips=1000,
    players=2,
    kind="total",
    entrants=2,
    entries=2,
    games_running=1,
    games_counted=3,
    waiting=0,
    prize_mode="growing",
    pool_chips=1600,
    first_prize_chips=800,
    seq=7,
)
RULES = contract.Rules(
    options={},
    target=5,
    games_per_entry=3,
    x=None,
    max_entries=1,
    min_entrants=4,
    prizes_chips=[],
    prizes=[],
    shares_bps=[],
    guarantee_chips=0,
    pool_bps=8000,
    overtime_min=60,
)
ROW = contract.StandingLine(place=1, account="a", name="Ann", points=4, margin=-3, games=2, prize_chips=800)
PLAYER = contract.GamePlayer(seat=0, account="a", name="Ann", points=None, margin=None, counted=False)
GAME = contract.GameLine(
    table="t", match="", state="playing", called_at_ms=9, ended_at_ms=None, outcome=None, players=[PLAYER]
)


def card(**how: Any) -> contract.CompetitionCard:
    return contract.CompetitionCard(competition=msgspec.structs.replace(CUP, **how), rules=RULES, own=None)


class Caller:
    """A stub and what was asked through it."""

    def __init__(self, rpc: FakeRpc, stub: tournaments_pb2_grpc.TournamentsServiceStub) -> None:
        self.rpc = rpc
        self._stub = stub

    def __call__(self, method: str, **fields: Any) -> Any:
        request = getattr(proto, f"{method}Request")(**fields)
        return getattr(self._stub, method)(request, metadata=WITH_TOKEN, timeout=30)


PLAN = contract.Plan(
    name="The spring cup",
    game="tavli",
    options={"target": 5},
    opens_at_ms=1,
    starts_at_ms=2,
    ends_at_ms=3,
    price_chips=1000,
    games_per_entry=3,
    kind="best_x",
    x=2,
    prize_mode="fixed",
    prizes=[500, 300],
)
CARD = contract.PlanCard(
    id="cup", state="announced", plan=PLAN, pool_chips=800, prizes_chips=[500, 300], reason="the hall is on fire"
)


@pytest.fixture(scope="module", params=["", "+tournaments.play+tournaments.operate@olga"])
def caller(request: pytest.FixtureRequest) -> Iterator[Caller]:
    rpc = services(
        ListCompetitions=contract.Competitions(competitions=[CUP]),
        GetCompetition=[card(), card(), card(seq=8), card(seq=9, state="settled")],
        GetStandings=contract.CompetitionStandings(lines=[ROW], total=1, own=None, final=False, seq=7),
        ListGames=contract.Games(games=[GAME], next_before_ms=9),
        Enter=contract.CompetitionEntry(competition="cup", number=2, state="paid"),
        Withdraw=Refusal("withdraw_closed"),
        AskGame=contract.Waiting(competition="cup", since_ms=5, expected_ms=None),
        StopWaiting=Done(),
        SaveCompetition=CARD,
        PublishCompetition=Refusal("competition_state"),
        CancelCompetition=CARD,
        Disqualify=Refusal("entrant_unknown"),
        CorrectGame=Done(),
    )
    with opened(rpc, grpc_tokens=[f"{LINE}{request.param}"], grpc_stream_poll_ms=5, grpc_health_every_s=60) as door:
        yield Caller(rpc, tournaments_pb2_grpc.TournamentsServiceStub(door.channel))


def test_competitions_standings_and_games_are_read(caller: Caller) -> None:
    (cup,) = caller("ListCompetitions", states=["running"]).competitions
    standings = caller("GetStandings", competition="cup", page_size=500)
    games = caller("ListGames", competition="cup", running=True)

    assert (cup.id, cup.pool_chips, cup.seq, cup.state) == ("cup", 1600, 7, "running")
    assert caller.rpc.requests(contract.GetStandings)[-1].limit == 200
    assert (standings.standings[0].name, standings.standings[0].margin, standings.total) == ("Ann", -3, 1)
    assert (games.games[0].table, games.games[0].call_time.ToMilliseconds()) == ("t", 9)
    times = (cup.open_time, cup.start_time, cup.end_time)
    assert [each.ToMilliseconds() for each in times] == [1, 2, 3]
    assert not games.games[0].players[0].HasField("points")


def test_standings_and_games_go_on_behind_the_page_before() -> None:
    rpc = services(
        GetStandings=contract.CompetitionStandings(lines=[ROW, ROW], total=3, own=None, final=False, seq=7),
        ListGames=contract.Games(games=[GAME], next_before_ms=9, next_before_table="t"),
    )
    with opened(rpc, grpc_tokens=[LINE]) as door:
        ask = Caller(rpc, tournaments_pb2_grpc.TournamentsServiceStub(door.channel))
        first = ask("GetStandings", competition="cup", page_size=2)
        last = ask("GetStandings", competition="cup", page_token=first.next_page_token)
        games = ask("ListGames", competition="cup", page_size=900)
        rpc.answers["ListGames"] = contract.Games(games=[], next_before_ms=None)
        end = ask("ListGames", competition="cup", page_token=games.next_page_token)
        for method in ("GetStandings", "ListGames"):
            for fields, error in (
                ({"page_token": "x"}, "page_token_invalid"),
                ({"page_size": -1}, "page_size_invalid"),
            ):
                with pytest.raises(grpc.RpcError) as caught:
                    ask(method, competition="cup", **fields)
                assert caught.value.details() == error
    assert [each.offset for each in rpc.requests(contract.GetStandings)] == [0, 2]
    assert (bool(first.next_page_token), last.next_page_token, end.next_page_token) == (True, "", "")
    asked = rpc.requests(contract.ListGames)
    assert [(each.before_ms, each.before_table, each.limit) for each in asked] == [(None, None, 100), (9, "t", 50)]


def test_competitions_go_on_before_the_earliest_of_the_page_before() -> None:
    """Of two that start together the page before this one ends at the id that comes last."""
    early = [msgspec.structs.replace(CUP, id=name, starts_at_ms=1) for name in ("a", "b")]
    pages = [contract.Competitions(competitions=each) for each in ([*early, CUP], [])]
    rpc = services(ListCompetitions=pages)
    with opened(rpc, grpc_tokens=[LINE]) as door:
        ask = Caller(rpc, tournaments_pb2_grpc.TournamentsServiceStub(door.channel))
        first = ask("ListCompetitions", page_size=3)
        last = ask("ListCompetitions", page_token=first.next_page_token, page_size=5_000)
        for fields, error in (({"page_token": "x"}, "page_token_invalid"), ({"page_size": -1}, "page_size_invalid")):
            with pytest.raises(grpc.RpcError) as caught:
                ask("ListCompetitions", **fields)
            assert caught.value.details() == error
    assert ([each.id for each in first.competitions], last.next_page_token) == (["a", "b", "cup"], "")
    asked = rpc.requests(contract.ListCompetitions)
    assert [(each.before_ms, each.before_competition, each.limit) for each in asked] == [
        (None, None, 3),
        (1, "b", 1_000),
    ]


def test_a_competition_is_followed_to_its_end(caller: Caller) -> None:
    caller.rpc.answers["GetCompetition"] = [card(), card(), card(seq=8), card(seq=9, state="settled")]
    seen = [each.competition for each in caller("WatchCompetition", competition="cup")]
    assert [(each.seq, each.state) for each in seen] == [(7, "running"), (8, "running"), (9, "settled")]


def test_a_stream_that_was_cut_off_goes_on_after_the_last_change_that_was_seen(caller: Caller) -> None:
    caller.rpc.answers["GetCompetition"] = [card(), card(seq=8), card(seq=9, state="settled")]
    seen = [each.competition.seq for each in caller("WatchCompetition", competition="cup", after_seq=7)]
    assert seen == [8, 9]


def test_only_permitted_callers_enter_players(caller: Caller, request: pytest.FixtureRequest) -> None:
    calls = {
        "Enter": {"request_id": "k"},
        "Withdraw": {},
        "AskGame": {},
        "StopWaiting": {},
    }
    found = {}
    for method, more in calls.items():
        try:
            found[method] = caller(method, competition="cup", account="a-ann", **more)
        except grpc.RpcError as error:
            found[method] = error.details()  # type: ignore[attr-defined]

    if "tournaments.play" not in request.node.name:
        assert set(found.values()) == {"scope_missing"}
        return
    assert (found["Enter"].number, found["Enter"].state) == (2, "paid")
    assert found["Withdraw"] == "withdraw_closed"
    assert found["AskGame"].since_time.ToMilliseconds() == 5
    assert caller.rpc.requests(contract.Enter)[-1] == contract.Enter(account="a-ann", id="k", competition="cup")


def ask(caller: Caller, method: str, **fields: Any) -> Any:
    """The answer, or the code of the refusal."""
    try:
        return caller(method, account="service.olga", competition="cup", **fields)
    except grpc.RpcError as error:
        return error.details()  # type: ignore[attr-defined]


def test_only_permitted_callers_act_for_operators(caller: Caller, request: pytest.FixtureRequest) -> None:
    plan = proto.Plan(
        name="The spring cup", game="tavli", options_json='{"target": 5}', players=2, price_chips=1000,
        games_per_entry=3, kind="best_x", x=2, prize_mode="fixed", prizes=[500, 300],
        open_time=time_of(1), start_time=time_of(2), end_time=time_of(3),
    )  # fmt: skip
    found = {
        "Save": ask(caller, "Save", plan=plan, reason="for the spring"),
        "Publish": ask(caller, "Publish", request_id="r1", reason="for the spring"),
        "Cancel": ask(caller, "Cancel", reason="the hall is on fire", request_id="r2"),
        "Disqualify": ask(caller, "Disqualify", player="a-ben", reason="agreed a result", undo=True),
        "Correct": ask(caller, "Correct", table="t", winner=0, reason="the dice were wrong", points=[5, 2]),
    }

    if "tournaments.operate" not in request.node.name:
        assert set(found.values()) == {"scope_missing"}
        return
    saved, cancelled = found["Save"].card, found["Cancel"].card
    assert (saved.plan, saved.prizes_chips) == (plan, [500, 300])
    assert (found["Publish"], found["Disqualify"]) == ("competition_state", "entrant_unknown")
    assert (cancelled.state, cancelled.reason) == ("announced", "the hall is on fire")
    asked = caller.rpc.requests
    who = {"account": "service.olga", "competition": "cup"}
    assert asked(contract.SaveCompetition)[-1] == contract.SaveCompetition(**who, plan=PLAN, reason="for the spring")
    assert asked(contract.PublishCompetition)[-1] == contract.PublishCompetition(
        **who, id="r1", reason="for the spring"
    )
    assert asked(contract.CancelCompetition)[-1].id == "r2"
    assert asked(contract.Disqualify)[-1].undo
    corrected = asked(contract.CorrectGame)[-1]
    assert (corrected.result, corrected.points, corrected.id) == (0, [5, 2], None)


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("Save", {"plan": proto.Plan(name="The spring cup", options_json="[1]")}),
        ("Save", {"plan": proto.Plan(name="x")}),
        ("Cancel", {"reason": "the hall is on fire", "request_id": "x" * 65}),
        ("Correct", {"table": "t", "reason": "the dice were wrong"}),
        ("Correct", {"table": "t", "reason": "the dice were wrong", "nobody": "draw"}),
    ],
)
def test_impossible_operator_requests_call_no_service(
    caller: Caller, request: pytest.FixtureRequest, method: str, fields: dict[str, Any]
) -> None:
    caller.rpc.asked.clear()
    refused = ask(caller, method, **fields)

    may = "tournaments.operate" in request.node.name
    assert refused in ({"bad_request", "bad_parameters"} if may else {"scope_missing"})
    assert caller.rpc.asked == []


# --- the calendar and series ---

EVENING = Template(
    id="evening", plan=PLAN, every="weekly", lead_ms=90_000, active=True, made=3, next_opens_at_ms=7,
    rule="FREQ=WEEKLY;BYDAY=FR", zone="Europe/Athens",
    announced=[Announced(competition="evening-1", name="Evening", starts_at_ms=9, entrants=2)],
)  # fmt: skip


def test_the_calendar_past_competitions_and_those_of_a_player_are_read() -> None:
    line = calendar.CalendarLine(
        id="evening-2", name="Evening", game="tavli", state="planned", opens_at_ms=1, starts_at_ms=2, ends_at_ms=3,
        price_chips=500, changed_at_ms=4,
    )  # fmt: skip
    won = calendar.Winner(account="a", name="Ann", place=1, photo="p")
    rpc = services(
        GetCalendar=calendar.Calendar(lines=[line], as_of_ms=5),
        ListPastCompetitions=calendar.PastCompetitions(past=[calendar.PastCompetition(competition=CUP, winners=[won])]),
        ListOwnCompetitions=calendar.OwnCompetitions(
            competitions=[calendar.OwnCompetition(competition=CUP), calendar.OwnCompetition(competition=CUP, place=2)]
        ),
    )
    with opened(rpc, grpc_tokens=[LINE]) as door:
        stub = tournaments_pb2_grpc.TournamentsServiceStub(door.channel)
        week = stub.GetCalendar(proto.GetCalendarRequest(ahead_days=7), metadata=WITH_TOKEN, timeout=5)
        past = stub.ListPastCompetitions(
            proto.ListPastCompetitionsRequest(page_size=99), metadata=WITH_TOKEN, timeout=5
        )
        own = stub.ListOwnCompetitions(proto.ListOwnCompetitionsRequest(account="a"), metadata=WITH_TOKEN, timeout=5)
    assert (week.lines[0].state, week.lines[0].start_time, week.lines[0].change_time) == (
        "planned",
        time_of(2),
        time_of(4),
    )
    assert week.as_of_time == time_of(5)
    assert (past.past[0].competition.id, past.past[0].winners[0].name) == ("cup", "Ann")
    assert [each.HasField("place") for each in own.competitions] == [False, True]
    assert rpc.requests(calendar.GetCalendar) == [calendar.GetCalendar(past_days=0, ahead_days=7)]
    assert rpc.requests(calendar.ListPastCompetitions) == [calendar.ListPastCompetitions(limit=20)]


def test_operators_save_stop_and_list_series() -> None:
    rpc = services(SaveTemplate=EVENING, ListTemplates=Templates(templates=[EVENING]))
    plan = proto.Plan(
        name="The spring cup", game="tavli", options_json='{"target": 5}', players=2, price_chips=1000,
        games_per_entry=3, kind="best_x", x=2, prize_mode="fixed", prizes=[500, 300],
        open_time=time_of(1), start_time=time_of(2), end_time=time_of(3),
    )  # fmt: skip
    asked = proto.SaveSeriesRequest(
        series="evening", plan=plan, rule="FREQ=WEEKLY;BYDAY=FR", zone="Europe/Athens", stopped=True,
        reason="for the fun", request_id="r1",
    )  # fmt: skip
    asked.lead.FromMilliseconds(90_000)
    with opened(rpc, grpc_tokens=[f"{LINE}+tournaments.operate@olga"]) as door:
        stub = tournaments_pb2_grpc.TournamentsServiceStub(door.channel)
        saved = stub.SaveSeries(asked, metadata=WITH_TOKEN, timeout=5).series
        listed = stub.ListSeries(proto.ListSeriesRequest(), metadata=WITH_TOKEN, timeout=5).series
    assert (saved.id, saved.plan.name, saved.lead.seconds, saved.next_open_time) == (
        "evening", "The spring cup", 90, time_of(7),
    )  # fmt: skip
    assert saved.announced[0].start_time == time_of(9)
    assert [each.id for each in listed] == ["evening"]
    (sent,) = rpc.requests(SaveTemplate)
    assert (sent.account, sent.id, sent.template, sent.plan) == ("service.olga", "r1", "evening", PLAN)
    assert (sent.rule, sent.every, sent.lead_ms, sent.active) == ("FREQ=WEEKLY;BYDAY=FR", None, 90_000, False)


def test_a_competition_is_made_started_and_called_off_in_a_players_name() -> None:
    rpc = services(
        MakeCompetition=made.MadeCompetition(competition="c-1"), StartCompetition=Done(),
        CallOffCompetition=Refusal("competition_state"),
        ListInvitedCompetitions=contract.Competitions(competitions=[msgspec.structs.replace(CUP, maker="Ann")]),
    )  # fmt: skip
    asked = proto.MakeCompetitionRequest(
        account="a", request_id="r1", name="Ours", game="tavli", options_json='{"target": 3}', players=2,
        start_time=time_of(9), minutes=60, games=2, places=8, audience="company", company="k",
    )  # fmt: skip
    with opened(rpc, grpc_tokens=[f"{LINE}+tournaments.play"]) as door:
        stub = tournaments_pb2_grpc.TournamentsServiceStub(door.channel)
        assert stub.MakeCompetition(asked, metadata=WITH_TOKEN, timeout=5).competition == "c-1"
        one = {"competition": "c-1", "account": "a"}
        stub.StartCompetition(proto.StartCompetitionRequest(**one), metadata=WITH_TOKEN, timeout=5)
        with pytest.raises(grpc.RpcError, match="competition_state"):
            stub.CallOffCompetition(proto.CallOffCompetitionRequest(**one), metadata=WITH_TOKEN, timeout=5)
        request = proto.ListInvitedCompetitionsRequest(account="a")
        (found,) = stub.ListInvitedCompetitions(request, metadata=WITH_TOKEN, timeout=5).competitions
    assert (found.maker, found.made_by, found.HasField("places")) == ("Ann", "", False)
    assert rpc.requests(made.MakeCompetition) == [
        made.MakeCompetition(
            account="a", id="r1", name="Ours", game="tavli", options={"target": 3}, players=2, starts_at_ms=9,
            minutes=60, games=2, places=8, audience="company", company="k",
        )
    ]  # fmt: skip

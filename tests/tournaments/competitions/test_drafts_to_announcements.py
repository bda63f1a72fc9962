"""Competitions from the draft to the announcement, and as players see them (services/tournaments/RULES.md §5)."""

from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.corrections import PreviewStandings
from services.contracts.tournaments.made import CloseCompetition
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate
from services.kernel.refusal import Refusal
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import Definition
from services.tournaments.schema import metadata
from tests.contracts.staff import ROLES, staff_requests
from tests.support.services.process import assert_same_schema
from tests.tournaments.platform import HOUR_MS, OPERATOR, REASON, Tournaments


def test_the_migrations_make_what_the_store_works_with(tournaments_url: str) -> None:
    assert_same_schema(tournaments_url, "tournaments", metadata)


def test_a_competition_is_read_as_it_was_saved(tournaments: Tournaments) -> None:
    definition = Definition(
        game="dominoes",
        players=4,
        opens_at_ms=1,
        starts_at_ms=2,
        ends_at_ms=3,
        price=0,
        games_per_entry=2,
        kind="best_x",
        prize_mode="growing",
        x=2,
        options={"target": 200},
        target=200,
        max_entries=3,
        min_entrants=8,
        shares_bps=(5000, 3000, 2000),
        guarantee=20_000,
        pool_bps=8000,
    )
    full = Competition("spring", "Spring", "announced", definition, True, 60, 1, 4, "why", 5, 6, 2)
    with tournaments.database.work() as work:
        competitions.add(work, full)
        assert competitions.find(work, "spring") == full


def test_a_draft_is_visible_only_to_operators(tournaments: Tournaments) -> None:
    card = tournaments.save(price_chips=500, guarantee_chips=20_000)

    assert (card.state, card.pool_chips, card.prizes_chips) == ("draft", 20_000, [10_000, 6_000, 4_000])
    assert tournaments.ask(contract.ListCompetitions()).competitions == []
    assert tournaments.card() == Refusal("competition_unknown")
    assert [each.id for each in tournaments.ask(contract.ListPlans(account=OPERATOR)).plans] == ["cup"]


def test_operators_page_through_all_competitions_those_that_start_latest_first(tournaments: Tournaments) -> None:
    start_ms = tournaments.plan().starts_at_ms
    for name, later_ms in (("b", 0), ("a", 0), ("z", -1), ("c", 1)):
        tournaments.save(name, starts_at_ms=start_ms + later_ms)

    first = tournaments.ask(contract.ListPlans(account=OPERATOR, limit=2))
    second = tournaments.ask(contract.ListPlans(account=OPERATOR, limit=2, after=first.next_after))

    assert ([each.id for each in first.plans], first.next_after) == (["c", "a"], "a")
    assert ([each.id for each in second.plans], second.next_after) == (["b", "z"], None)
    unknown = contract.ListPlans(account=OPERATOR, after="nowhere")
    assert tournaments.ask(unknown) == Refusal("competition_unknown")
    assert tournaments.ask(contract.GetPlan(account=OPERATOR, competition="a")).plan.starts_at_ms == start_ms
    assert tournaments.ask(contract.GetPlan(account=OPERATOR, competition="x")) == Refusal("competition_unknown")


def test_a_preview_keeps_nothing(tournaments: Tournaments) -> None:
    card = tournaments.save(preview=True, prize_mode="fixed", prizes=[500, 300], shares_bps=[])

    assert (card.pool_chips, card.prizes_chips) == (800, [500, 300])
    assert tournaments.rows("competitions") == 0


def test_a_draft_can_be_changed_until_it_is_announced(tournaments: Tournaments) -> None:
    tournaments.save()
    assert tournaments.save(price_chips=77).plan.price_chips == 77
    tournaments.announce()

    assert tournaments.save(price_chips=1) == Refusal("competition_frozen")
    again = tournaments.ask(contract.PublishCompetition(account=OPERATOR, competition="cup", reason=REASON))
    assert again == Refusal("competition_state", {"state": "announced"})
    assert tournaments.card().competition.price_chips == 1000


def test_whatever_is_planned_needs_a_reason_which_the_audit_keeps_and_a_preview_does_not(
    tournaments: Tournaments,
) -> None:
    plan = tournaments.plan()
    save = contract.SaveCompetition(account=OPERATOR, competition="cup", plan=plan)
    publish = contract.PublishCompetition(account=OPERATOR, competition="cup")
    template = SaveTemplate(account=OPERATOR, template="evening", plan=plan, every="daily")
    assert not isinstance(tournaments.ask(msgspec.structs.replace(save, preview=True)), Refusal)
    tournaments.save()
    for request in (save, publish, template):
        for reason in ("", "too short", " " * 20, "x" * 501):
            assert tournaments.ask(msgspec.structs.replace(request, reason=reason)) == Refusal("reason_required")
    for request in (save, publish, template):
        assert not isinstance(tournaments.ask(msgspec.structs.replace(request, reason=f" {REASON} ")), Refusal)
    lines = tournaments.ask(contract.ListAudit(account=OPERATOR, competition="cup")).lines
    assert {(line.action, line.reason) for line in lines} == {("saved", REASON), ("announced", REASON)}


@pytest.mark.parametrize("role", ROLES)
def test_each_request_of_staff_is_done_for_the_roles_that_may_and_refused_to_the_others(
    tournaments: Tournaments, role: str
) -> None:
    tournaments.announce()
    tournaments.others.roles["ana"] = [role]
    requests = [
        contract.ListPlans(account="ana"),
        contract.GetPlan(account="ana", competition="cup"),
        contract.SaveCompetition(account="ana", competition="x", plan=tournaments.plan(), reason=REASON),
        contract.PublishCompetition(account="ana", competition="cup", reason=REASON),
        contract.CancelCompetition(account="ana", competition="cup", reason="for a good reason"),
        contract.Disqualify(account="ana", competition="cup", player="ben", reason="for a good reason"),
        contract.CorrectGame(account="ana", competition="cup", table="t", result="void", reason="for a good reason"),
        SaveTemplate(account="ana", template="x", plan=tournaments.plan(), every="daily", reason=REASON),
        ListTemplates(account="ana"),
        contract.ListAudit(account="ana", competition="cup"),
        contract.ListEntrants(account="ana", competition="cup"),
        CloseCompetition(account="ana", competition="cup", reason=REASON),
        PreviewStandings(account="ana", match="m", result="void"),
    ]
    assert {type(each) for each in requests} == staff_requests("tournaments")
    for request in requests:
        answer = tournaments.ask(request)
        assert (answer == Refusal("forbidden")) == (role not in type(request).staff_roles), request


def test_a_name_is_stored_as_it_is_shown(tournaments: Tournaments) -> None:
    family = "👩\u200d👩\u200d👧\u200d👦"
    assert not isinstance(tournaments.save(name=f"  Κύπελλο\u202e {family * 30} \u200b"), Refusal)
    assert tournaments.ask(contract.GetPlan(account=OPERATOR, competition="cup")).plan.name == f"Κύπελλο {family * 30}"


def test_suspended_staff_cannot_act(tournaments: Tournaments) -> None:
    tournaments.others.roles["ana"] = ["operator"]
    tournaments.others.kept_out.add("ana")
    assert tournaments.ask(contract.ListPlans(account="ana")) == Refusal("forbidden")


@pytest.mark.parametrize(
    ("how", "error", "field"),
    [
        ({"game": "chess"}, "game_unknown", None),
        ({"game": "baccarat"}, "competition_invalid", "game"),
        ({"players": 4}, "competition_invalid", "players"),
        ({"ends_at_ms": 0}, "competition_invalid", "starts_at"),
        ({"games_per_entry": 0}, "competition_invalid", "games_per_entry"),
        ({"max_entries": 2}, "competition_invalid", "max_entries"),
        ({"kind": "best_x", "x": 10}, "competition_invalid", "x"),
        ({"kind": "best_x"}, "competition_invalid", "x"),
        ({"shares_bps": [3000, 5000, 2000]}, "competition_invalid", "shares_bps"),
        ({"shares_bps": [5000, 3000]}, "competition_invalid", "shares_bps"),
        ({"prize_mode": "fixed", "prizes": [1, 2]}, "competition_invalid", "prizes"),
        ({"name": "\u3164" * 5}, "competition_invalid", "name"),
        ({"name": "a\u200b\u200b\u200b"}, "competition_invalid", "name"),
        ({"name": "x" * 61}, "competition_invalid", "name"),
    ],
)
def test_what_no_competition_can_be_is_refused(
    tournaments: Tournaments, how: dict[str, Any], error: str, field: str | None
) -> None:
    assert tournaments.save(**how) == Refusal(error, {"field": field} if field else None)
    assert tournaments.rows("competitions") == 0


def test_one_that_should_have_begun_cannot_be_announced(tournaments: Tournaments) -> None:
    tournaments.save()
    tournaments.clock.advance(HOUR_MS)
    answer = tournaments.ask(contract.PublishCompetition(account=OPERATOR, competition="cup", reason=REASON))
    assert answer == Refusal("competition_invalid", {"field": "starts_at"})


def test_competitions_are_read_in_pages_from_the_latest_start_back_without_drafts(tournaments: Tournaments) -> None:
    now = tournaments.clock.now_ms()
    for name, hours in (("b", 2), ("d", 3), ("a", 2), ("c", 2)):
        tournaments.announce(name, starts_at_ms=now + hours * HOUR_MS, ends_at_ms=now + 9 * HOUR_MS)
    tournaments.save("draft", starts_at_ms=now + 2 * HOUR_MS, ends_at_ms=now + 9 * HOUR_MS)

    def page(hours: int | None = None, behind: str | None = None, limit: int = 2, **more: Any) -> list[str]:
        before_ms = None if hours is None else now + hours * HOUR_MS
        asked = contract.ListCompetitions(before_ms=before_ms, before_competition=behind, limit=limit, **more)
        return [each.id for each in tournaments.ask(asked).competitions]

    assert [page(), page(2, "a"), page(2, "c"), page(2)] == [["a", "d"], ["b", "c"], [], []]
    assert page(3, limit=9, states=["announced"]) == ["a", "b", "c"]
    assert page(3, limit=9, states=["running"]) == []


def test_players_see_what_there_is_soonest_first(tournaments: Tournaments) -> None:
    now = tournaments.clock.now_ms()
    tournaments.announce("late", starts_at_ms=now + 2 * HOUR_MS)
    tournaments.announce("early", price_chips=0, guarantee_chips=900, opens_at_ms=now + 1000)
    early, late = tournaments.ask(contract.ListCompetitions()).competitions

    assert msgspec.structs.asdict(early) == {
        "id": "early",
        "name": "The spring cup",
        "game": "tavli",
        "state": "announced",
        "opens_at_ms": now + 1000,
        "starts_at_ms": now + HOUR_MS,
        "ends_at_ms": now + 3 * HOUR_MS,
        "price_chips": 0,
        "players": 2,
        "kind": "total",
        "entrants": 0,
        "entries": 0,
        "games_running": 0,
        "games_counted": 0,
        "waiting": 0,
        "prize_mode": "growing",
        "pool_chips": 900,
        "first_prize_chips": 450,
        "seq": 1,
        "made_by": None,
        "maker": "",
        "audience": "all",
        "places": None,
    }
    assert late.id == "late"
    tournaments.tick()
    assert [each.id for each in tournaments.ask(contract.ListCompetitions(states=["open"])).competitions] == ["late"]


@pytest.mark.parametrize("states", [["draft"], ["open", "draft"], ["elsewhere"], [""]])
def test_a_state_that_players_do_not_see_cannot_be_asked_for(tournaments: Tournaments, states: list[str]) -> None:
    assert tournaments.ask(contract.ListCompetitions(states=states)) == Refusal("bad_parameters", {"field": "states"})


def test_its_numbers_are_frozen_with_the_announcement(tournaments: Tournaments) -> None:
    tournaments.announce(kind="best_x", x=4)
    other = Tournaments(tournaments.database.url, tournaments.clock, max_entries=9, pool_bps=1, overtime_min=5)
    rules = other.card().rules
    other.close()

    assert (rules.max_entries, rules.pool_bps, rules.overtime_min, rules.min_entrants) == (3, 8000, 60, 4)
    assert (rules.target, rules.x, rules.games_per_entry) == (5, 4, 3)


def test_the_numbers_of_those_that_come_again_are_frozen_with_their_template(tournaments: Tournaments) -> None:
    plan = tournaments.plan(kind="best_x", x=4, opens_at_ms=tournaments.clock.now_ms())
    request = SaveTemplate(account=OPERATOR, template="cup", plan=plan, every="daily", reason=REASON)
    tournaments.ask(request)
    tournaments.tick()
    line, _tomorrows = tournaments.ask(contract.ListCompetitions()).competitions
    other = Tournaments(tournaments.database.url, tournaments.clock, max_entries=9, pool_bps=1, overtime_min=5)
    rules = other.card(competition=line.id).rules
    other.close()

    assert (rules.max_entries, rules.pool_bps, rules.overtime_min, rules.min_entrants) == (3, 8000, 60, 4)


@pytest.mark.parametrize(("field", "value"), [("opens_at_ms", 99), ("ends_at_ms", 0), ("price", -1)])
def test_the_database_refuses_what_no_competition_can_be(tournaments: Tournaments, field: str, value: int) -> None:
    usual: dict[str, Any] = {"opens_at_ms": 1, "starts_at_ms": 2, "ends_at_ms": 3, "price": 0}
    bad = Definition(
        game="tavli", players=2, games_per_entry=1, kind="total", prize_mode="fixed", **usual | {field: value}
    )
    with pytest.raises(DBAPIError), tournaments.database.work() as work:
        competitions.add(work, Competition("bad", "Bad", "draft", bad))
    assert tournaments.rows("competitions") == 0


def test_every_change_is_written_down(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    cancel = contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire")
    tournaments.ask(cancel)
    lines = tournaments.ask(contract.ListAudit(account=OPERATOR, competition="cup")).lines

    assert [(line.action, line.by, line.reason) for line in reversed(lines)] == [
        ("saved", OPERATOR, REASON),
        ("announced", OPERATOR, REASON),
        ("open", "", ""),
        ("cancelled", OPERATOR, "the hall is on fire"),
    ]

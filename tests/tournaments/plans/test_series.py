"""Competitions that come again, from the template to its competitions (services/tournaments/RULES.md §8)."""

import re
from datetime import UTC, date, datetime
from threading import Barrier, Thread
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.competitions import Plan
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate, Template
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.tournaments import clock, metrics
from services.tournaments.plans import default_evenings, series
from services.tournaments.plans.templates import competition_ids
from tests.tournaments.platform import HOUR_MS, MINUTE_MS, OPERATOR, REASON, Tournaments

CLOSED = Refusal("game_unknown")


def save(tournaments: Tournaments, template: str = "evening", opens_in_ms: int = HOUR_MS, **how: Any) -> Any:
    """A daily one that opens in an hour, unless something else is said, and starts an hour later."""
    opens_at_ms = tournaments.clock.now_ms() + opens_in_ms
    plan = tournaments.plan(
        **{"opens_at_ms": opens_at_ms, "starts_at_ms": opens_at_ms + HOUR_MS, "ends_at_ms": opens_at_ms + 2 * HOUR_MS}
        | how.pop("plan", {})
    )
    usual: dict[str, Any] = {"every": "daily", "lead_ms": 0} | ({"every": None} if "rule" in how else {})
    request = SaveTemplate(account=OPERATOR, template=template, plan=plan, reason=REASON, **usual | how)
    return tournaments.ask(request)


def close_the_game(tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables do not have the game any more."""
    answer = tournaments.others.call

    def call(request: Any, **_how: Any) -> Any:
        return CLOSED if isinstance(request, CheckOptions) else answer(request)

    monkeypatch.setattr(tournaments.others, "call", call)


def listed(tournaments: Tournaments, *states: str) -> dict[str, contract.Competition]:
    return {each.id: each for each in tournaments.ask(contract.ListCompetitions(states=list(states))).competitions}


def templates(tournaments: Tournaments) -> dict[str, Template]:
    return {each.id: each for each in tournaments.ask(ListTemplates(account=OPERATOR)).templates}


def day(tournaments: Tournaments, ahead: int = 0) -> str:
    return f"{datetime.fromtimestamp(tournaments.clock.now_ms() / 1000 + ahead * 86_400, UTC):%Y%m%d}"


def test_a_template_announces_its_competitions_by_itself(tournaments: Tournaments) -> None:
    first = day(tournaments)
    save(tournaments)
    tournaments.later(HOUR_MS)
    assert list(listed(tournaments)) == [f"evening-{first}"]

    tournaments.later(DAY_MS - 1)
    assert len(listed(tournaments)) == 1
    tournaments.later(1)
    assert list(listed(tournaments)) == [f"evening-{first}", f"evening-{day(tournaments)}"]
    assert templates(tournaments)["evening"].made == 2


def test_a_series_that_is_saved_again_under_its_id_is_answered_the_same(tournaments: Tournaments) -> None:
    first = save(tournaments, id="r1")
    save(tournaments, active=False)
    assert save(tournaments, id="r1") == first
    assert not templates(tournaments)["evening"].active


def test_all_dates_within_the_lead_are_announced(tournaments: Tournaments) -> None:
    save(tournaments, lead_ms=5 * DAY_MS)
    tournaments.tick()
    tournaments.tick()
    found = listed(tournaments)
    assert list(found) == [f"evening-{day(tournaments, number)}" for number in range(5)]
    assert {each.state for each in found.values()} == {"announced"}


def test_a_platform_that_was_stopped_makes_no_past_evening_up(tournaments: Tournaments) -> None:
    save(tournaments)
    tournaments.clock.advance(10 * DAY_MS)
    tournaments.tick()
    tournaments.tick()
    assert list(listed(tournaments)) == []
    tournaments.later(HOUR_MS)
    assert list(listed(tournaments)) == [f"evening-{day(tournaments)}"]


def test_looking_again_and_events_of_several_processes_make_one_competition_of_a_date(tournaments: Tournaments) -> None:
    save(tournaments, lead_ms=3 * DAY_MS)
    others = [Tournaments(tournaments.database.url, tournaments.clock) for _ in range(3)]
    ready = Barrier(3)

    def look(other: Tournaments) -> None:
        ready.wait()
        for _ in range(5):
            series.announce_due(other.ports, "evening")

    threads = [Thread(target=look, args=[other]) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for other in others:
        other.close()
    tournaments.tick()

    assert len(listed(tournaments)) == 3
    assert templates(tournaments)["evening"].made == 3
    assert tournaments.rows("template_dates") == 3


def test_wall_time_holds_across_summer_time(tournaments: Tournaments) -> None:
    athens = ZoneInfo("Europe/Athens")
    start_ms = round(datetime(2027, 3, 26, 21, tzinfo=athens).timestamp() * 1000)
    plan = {"opens_at_ms": start_ms - HOUR_MS, "starts_at_ms": start_ms, "ends_at_ms": start_ms + HOUR_MS}
    tournaments.clock.advance(start_ms - DAY_MS - tournaments.clock.now_ms())
    save(tournaments, zone="Europe/Athens", lead_ms=5 * DAY_MS, plan=plan)
    tournaments.tick()
    local = [datetime.fromtimestamp(each.starts_at_ms / 1000, athens) for each in listed(tournaments).values()]
    assert {f"{each:%H:%M}" for each in local} == {"21:00"}
    assert {each.utcoffset() for each in local} == {each.utcoffset() for each in (local[0], local[-1])}
    assert local[0].utcoffset() != local[-1].utcoffset()
    lengths = {each.ends_at_ms - each.opens_at_ms for each in listed(tournaments).values()}
    assert lengths == {2 * HOUR_MS}


def test_a_rule_that_has_come_to_its_end_announces_no_more(tournaments: Tournaments) -> None:
    save(tournaments, rule="FREQ=DAILY;COUNT=2", lead_ms=DAY_MS)
    tournaments.tick()
    for _ in range(5):
        tournaments.later(DAY_MS)
    assert len(listed(tournaments)) == 2
    assert templates(tournaments)["evening"].next_opens_at_ms is None


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"rule": "FREQ=HOURLY"}, "FREQ"),
        ({"rule": "FREQ=DAILY", "every": "daily"}, "rule"),
        ({"every": None}, "rule"),
        ({"zone": "Mars/Olympus"}, "zone"),
    ],
)
def test_a_recurrence_that_is_not_one_is_refused_and_changes_nothing(
    tournaments: Tournaments, how: dict[str, Any], field: str
) -> None:
    assert save(tournaments, **how) == Refusal("recurrence_invalid", {"field": field})
    assert tournaments.rows("templates") == 0


def test_a_change_concerns_only_what_has_no_entries_and_lists_both(tournaments: Tournaments) -> None:
    save(tournaments, opens_in_ms=0, lead_ms=2 * DAY_MS + HOUR_MS)
    tournaments.tick()
    tournaments.tick()
    entered, *others = listed(tournaments)
    assert len(others) == 2
    tournaments.paid("ana", competition=entered)

    changed = save(tournaments, opens_in_ms=0, lead_ms=2 * DAY_MS + HOUR_MS, plan={"price_chips": 700})
    assert [(each.competition, each.entrants) for each in changed.announced] == [(entered, 1)]
    assert [each.competition for each in changed.called_off] == others
    tournaments.tick()
    found = listed(tournaments, "announced", "open")

    assert found[entered].price_chips == 1000
    again = {f"{each}-2": 700 for each in others}
    assert {id: each.price_chips for id, each in found.items()} == {entered: 1000} | again
    assert {each.state for id, each in listed(tournaments).items() if id in others} == {"cancelled"}


def test_an_entry_that_the_wallet_has_not_answered_counts_as_one(tournaments: Tournaments) -> None:
    save(tournaments, opens_in_ms=0)
    tournaments.tick()
    tournaments.tick()
    (one,) = listed(tournaments)
    tournaments.unanswered("ana", competition=one)
    stopped = save(tournaments, opens_in_ms=0, active=False)
    assert ([each.competition for each in stopped.announced], stopped.called_off) == ([one], [])
    assert tournaments.state(one) == "open"


def test_a_stopped_template_announces_no_more_and_goes_on_when_it_is_started_again(tournaments: Tournaments) -> None:
    save(tournaments, lead_ms=DAY_MS)
    tournaments.tick()
    (first,) = listed(tournaments)
    assert [each.competition for each in save(tournaments, lead_ms=DAY_MS, active=False).called_off] == [first]
    tournaments.later(DAY_MS // 2)
    assert list(listed(tournaments, "announced", "open")) == []

    save(tournaments, opens_in_ms=HOUR_MS - DAY_MS // 2, lead_ms=DAY_MS)
    tournaments.tick()
    assert len(listed(tournaments, "announced", "open")) == 1


def test_saving_what_is_there_changes_nothing(tournaments: Tournaments) -> None:
    save(tournaments, lead_ms=DAY_MS)
    tournaments.tick()
    before = listed(tournaments)
    again = save(tournaments, lead_ms=DAY_MS)
    assert (again.called_off, [each.competition for each in again.announced]) == ([], list(before))
    assert listed(tournaments) == before
    assert tournaments.rows("audit") == 2


def test_a_date_that_an_operator_has_called_off_is_not_made_again(tournaments: Tournaments) -> None:
    save(tournaments, lead_ms=DAY_MS)
    tournaments.tick()
    (first,) = listed(tournaments)
    tournaments.ask(contract.CancelCompetition(account=OPERATOR, competition=first, reason=REASON))
    save(tournaments, lead_ms=DAY_MS, plan={"price_chips": 5})
    tournaments.tick()
    assert [(each.id, each.state) for each in listed(tournaments).values()] == [(first, "cancelled")]


def test_an_id_that_is_taken_keeps_no_date_from_its_competition(tournaments: Tournaments) -> None:
    long = "x" * 60
    for template in ("evening", long, f"{long}yy"):
        save(tournaments, template)
    tournaments.announce(f"evening-{day(tournaments)}")
    tournaments.later(HOUR_MS)
    found = listed(tournaments)
    assert len(found) == 4
    assert f"evening-{day(tournaments)}-2" in found
    assert all(len(each) <= 64 for each in found)


def test_a_game_that_is_refused_is_tried_again_and_counted_after_ten_minutes(
    tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tournaments, lead_ms=DAY_MS)
    close_the_game(tournaments, monkeypatch)
    seen = []
    for _ in range(12):
        tournaments.later(MINUTE_MS)
        tournaments.tick()
        tournaments.ports.run(clock.measure)
        seen.append(metrics.series_failed._value.get())
    assert list(listed(tournaments)) == []
    assert seen == [0] * 11 + [1]

    monkeypatch.undo()
    tournaments.later(MINUTE_MS)
    tournaments.ports.run(clock.measure)
    assert len(listed(tournaments)) == 1
    assert metrics.series_failed._value.get() == 0


# --- the evenings of every installation ---


def add(tournaments: Tournaments, **settings: Any) -> None:
    """Look once as a process with these settings does."""
    other = Tournaments(tournaments.database.url, tournaments.clock, tournaments.others, **settings)
    series.add_default_evenings(other.ports)
    other.tick()
    other.close()


def test_every_installation_has_a_free_evening_a_day_and_one_a_week_for_chips(tournaments: Tournaments) -> None:
    for _ in range(8):
        add(tournaments)
        tournaments.clock.advance(DAY_MS)
    found = listed(tournaments)
    free = [each for id, each in found.items() if id.startswith("evening-free-")]
    chips = [each for id, each in found.items() if id.startswith("evening-chips-")]
    athens = ZoneInfo("Europe/Athens")

    def local(at_ms: int) -> str:
        return f"{datetime.fromtimestamp(at_ms / 1000, athens):%a %H:%M}"

    assert len(free) >= 8
    assert {local(each.starts_at_ms)[4:] for each in free} == {"20:30"}
    assert {each.price_chips for each in free} == {0}
    assert {local(each.starts_at_ms) for each in chips} == {"Sun 18:00"}
    assert {each.price_chips for each in chips} == {500}
    rules = {each.id: tournaments.card(competition=each.id).rules for each in (free[0], chips[0])}
    assert [(one.x, one.games_per_entry, one.min_entrants) for one in rules.values()] == [(3, 6, 3), (3, 5, 4)]
    assert tournaments.rows("templates") == 2


def test_the_evenings_of_every_installation_are_those_of_the_rules() -> None:
    """RULES.md §8, on a Saturday in Athens: both begin on the next day."""
    zone = "Europe/Athens"
    saturday_ms = int(datetime(2026, 11, 28, 23, 59, tzinfo=ZoneInfo(zone)).timestamp() * 1000)

    def at_ms(day: int, hour: int, minute: int = 0) -> int:
        return int(datetime(2026, 11, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp() * 1000)

    assert default_evenings.RULES == {"evening-free": "FREQ=DAILY", "evening-chips": "FREQ=WEEKLY;BYDAY=SU"}
    free, chips = (default_evenings.plan_of(each, zone, saturday_ms) for each in default_evenings.RULES)
    assert free == Plan(
        name="Tavli evening", game="tavli", options={"variant": "combined", "target": 3}, opens_at_ms=at_ms(28, 20, 30),
        starts_at_ms=at_ms(29, 20, 30), ends_at_ms=at_ms(29, 22), price_chips=0, games_per_entry=6, kind="best_x", x=3,
        max_entries=1, min_entrants=3, prize_mode="growing", shares_bps=[10_000],
    )  # fmt: skip
    assert chips == Plan(
        name="Sunday cup", game="tavli", options={"variant": "combined", "target": 5}, opens_at_ms=at_ms(27, 18),
        starts_at_ms=at_ms(29, 18), ends_at_ms=at_ms(29, 20), price_chips=500, games_per_entry=5, kind="best_x", x=3,
        max_entries=1, min_entrants=4, prize_mode="growing", shares_bps=[5_000, 3_000, 2_000],
    )  # fmt: skip


def test_competitions_of_templates_with_long_names_have_ids_of_their_own_that_stay() -> None:
    day = date(2026, 11, 30)
    long = ["a" * 45, "a" * 46, "a" * 64]
    ids = [next(competition_ids(each, day)) for each in long]
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"a{35}-[0-9a-f]{8}-20261130", each) for each in ids)
    assert next(competition_ids("a" * 44, day)) == f"{'a' * 44}-20261130"


def test_a_default_that_an_operator_has_stopped_stays_so(tournaments: Tournaments) -> None:
    add(tournaments)
    free = templates(tournaments)["evening-free"]
    request = SaveTemplate(
        account=OPERATOR,
        template=free.id,
        plan=free.plan,
        rule=free.rule,
        zone=free.zone,
        lead_ms=free.lead_ms,
        active=False,
        reason=REASON,
    )
    assert not isinstance(tournaments.ask(request), Refusal)
    tournaments.clock.advance(3 * DAY_MS)
    add(tournaments)
    assert not templates(tournaments)["evening-free"].active
    assert not [each for each in listed(tournaments, "announced", "open") if each.startswith("evening-free")]


def test_the_setting_switches_them_off_and_on(tournaments: Tournaments) -> None:
    add(tournaments, default_evenings=False)
    assert tournaments.rows("templates") == 0
    add(tournaments)
    before = len(listed(tournaments))
    tournaments.clock.advance(3 * DAY_MS)
    add(tournaments, default_evenings=False)
    assert len(listed(tournaments)) == before
    tournaments.clock.advance(MINUTE_MS)
    add(tournaments)
    assert len(listed(tournaments)) > before


def test_a_game_that_is_not_there_makes_no_evening(tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch) -> None:
    close_the_game(tournaments, monkeypatch)
    add(tournaments)
    assert tournaments.rows("templates") == 0


def test_the_free_evening_goes_from_its_plan_to_its_winner(tournaments: Tournaments) -> None:
    add(tournaments)
    (one,) = [each for each in listed(tournaments).values() if each.id.startswith("evening-free-")]
    tournaments.later(max(0, one.opens_at_ms - tournaments.clock.now_ms()))
    tournaments.tick()
    for player in ("ana", "ben", "eva"):
        tournaments.paid(player, competition=one.id)
    tournaments.later(one.starts_at_ms - tournaments.clock.now_ms())
    assert tournaments.state(one.id) == "running"
    tournaments.paid("late", competition=one.id)
    for pair in (("ana", "ben"), ("ana", "eva"), ("ana", "late")):
        for called in tournaments.call(*pair, competition=one.id):
            winner = called.seats.index("ana")
            side = {"winners": [winner], "places": [1 if seat == winner else 2 for seat in (0, 1)]}
            tournaments.finish(called, points=[3, 1] if winner == 0 else [1, 3], **side)
    tournaments.later(one.ends_at_ms - tournaments.clock.now_ms())
    tournaments.tick()
    assert tournaments.state(one.id) == "settled"
    assert tournaments.standings(one.id)[0][:3] == (1, "ana", 6)
    assert msgspec.to_builtins(tournaments.told()) is not None


def test_with_too_few_entries_it_is_called_off_and_only_entrants_get_a_message(tournaments: Tournaments) -> None:
    add(tournaments)
    (one,) = [each for each in listed(tournaments).values() if each.id.startswith("evening-free-")]
    tournaments.later(max(0, one.opens_at_ms - tournaments.clock.now_ms()))
    tournaments.tick()
    tournaments.paid("ana", competition=one.id)
    tournaments.heard.news.clear()
    tournaments.later(one.starts_at_ms - tournaments.clock.now_ms())
    assert tournaments.state(one.id) == "cancelled"
    assert tournaments.heard.news == [("ana", "cancelled")]

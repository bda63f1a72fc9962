"""Competitions that players make (services/tournaments/RULES.md §11)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.people.companies import CompanyLine
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.moderation.reports import FileReport, ReportedCompetition
from services.contracts.tournaments import calendar
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import made as own
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.tournaments.app import read_lines
from services.tournaments.made import rules
from services.tournaments.privacy import rows as privacy
from tests.tournaments.platform import HOUR_MS, MINUTE_MS, REASON, Tournaments

UNKNOWN = Refusal("competition_unknown")
MODERATOR = "mara"


def ask_to_make(tournaments: Tournaments, account: str = "ana", **how: Any) -> Any:
    """A competition of tavli in an hour."""
    usual: dict[str, Any] = {
        "id": f"r-{len(tournaments.others.asked)}",
        "name": "Our evening",
        "game": "tavli",
        "starts_at_ms": tournaments.clock.now_ms() + HOUR_MS,
        "audience": "all",
    }
    return tournaments.ask(own.MakeCompetition(account=account, **usual | how))


def make(tournaments: Tournaments, account: str = "ana", **how: Any) -> str:
    made = ask_to_make(tournaments, account, **how)
    assert isinstance(made, own.MadeCompetition), made
    tournaments.tick()
    return made.competition


def of_company(*companies: str) -> list[CompanyLine]:
    return [
        CompanyLine(company=each, name=each, joining="open", members=2, founder="Ana", role="member")
        for each in companies
    ]


def enter(tournaments: Tournaments, competition: str, *accounts: str) -> list[Any]:
    tournaments.known(*accounts)
    return tournaments.enter(*accounts, competition=competition)


def line(tournaments: Tournaments, competition: str, account: str) -> contract.Competition:
    return tournaments.card(account, competition).competition


# --- made ---


def test_a_competition_of_a_player_is_free_open_at_once_and_names_its_maker(tournaments: Tournaments) -> None:
    found = line(tournaments, make(tournaments, minutes=60, games=2, places=8), "ben")
    assert (found.state, found.price_chips, found.pool_chips) == ("open", 0, 0)
    assert (found.made_by, found.maker, found.audience, found.places) == ("ana", "Ana", "all", 8)
    assert found.ends_at_ms - found.starts_at_ms == 60 * MINUTE_MS


def test_the_same_id_makes_one(tournaments: Tournaments) -> None:
    at_ms = tournaments.clock.now_ms() + HOUR_MS
    first = ask_to_make(tournaments, id="r", starts_at_ms=at_ms)
    assert ask_to_make(tournaments, id="r", starts_at_ms=at_ms) == first
    assert ask_to_make(tournaments, id="r", starts_at_ms=at_ms, name="Another").error == "idempotency_conflict"


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"ahead_ms": rules.SOONEST_MS - 1}, "starts_at"),
        ({"ahead_ms": rules.AHEAD_MAX_MS + 1}, "starts_at"),
        ({"audience": "company"}, "company"),
        ({"audience": "friends", "company": "c"}, "company"),
        ({"players": 4, "places": 3}, "places"),
        ({"players": 4, "places": 4}, "players"),
        ({"game": "baccarat"}, "game"),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)
def test_what_a_competition_cannot_be_is_named(tournaments: Tournaments, how: dict[str, Any], field: str) -> None:
    if "ahead_ms" in how:
        how = {"starts_at_ms": tournaments.clock.now_ms() + how["ahead_ms"]}
    assert ask_to_make(tournaments, **how) == Refusal("competition_invalid", {"field": field})
    assert tournaments.rows("competitions") == 0


def test_what_the_lobby_and_tables_refuse_is_not_made(tournaments: Tournaments) -> None:
    for code in answers.CheckMaker.refusals:
        tournaments.others.refused[answers.CheckMaker, "ana"] = Refusal(code)
        assert ask_to_make(tournaments) == Refusal(code)
    del tournaments.others.refused[answers.CheckMaker, "ana"]
    assert ask_to_make(tournaments, game="chess") == Refusal("game_unknown")
    assert tournaments.rows("competitions") == 0


def test_an_account_makes_no_more_at_once_and_in_a_day_than_it_may(tournaments: Tournaments) -> None:
    found = [make(tournaments) for _ in range(rules.OPEN_MAX)]
    assert ask_to_make(tournaments) == Refusal("competition_made_limit", {"most": rules.OPEN_MAX})
    make(tournaments, "ben")
    for _ in range(rules.DAY_MAX - rules.OPEN_MAX):
        tournaments.ask(own.CallOffCompetition(account="ana", competition=found.pop()))
        found.append(make(tournaments))
    tournaments.ask(own.CallOffCompetition(account="ana", competition=found.pop()))
    assert ask_to_make(tournaments) == Refusal("competition_made_limit", {"most_in_a_day": rules.DAY_MAX})
    tournaments.clock.advance(DAY_MS)
    assert isinstance(ask_to_make(tournaments), own.MadeCompetition)


# --- entered ---


def test_it_has_no_more_players_than_places(tournaments: Tournaments) -> None:
    cup = make(tournaments, places=2)
    entered = enter(tournaments, cup, "ana", "ben", "eva")
    assert [isinstance(each, Refusal) for each in entered] == [False, False, True]
    assert entered[2] == Refusal("competition_full", {"places": 2})
    tournaments.ask(contract.Withdraw(account="ben", competition=cup))
    assert not isinstance(enter(tournaments, cup, "eva")[0], Refusal)


@pytest.mark.parametrize("audience", ["friends", "company"])
def test_a_competition_of_friends_or_a_company_is_for_them_alone(tournaments: Tournaments, audience: Any) -> None:
    tournaments.others.friends |= {"ana": {"ben"}, "ben": {"ana"}}
    tournaments.others.companies |= {"ana": of_company("c"), "ben": of_company("c")}
    cup = make(tournaments, audience=audience, company="c" if audience == "company" else None)

    for query in (
        contract.GetCompetition(competition=cup, account="zoe"),
        contract.GetCompetition(competition=cup),
        contract.GetStandings(competition=cup, account="zoe"),
        contract.ListGames(competition=cup, account="zoe"),
        contract.Enter(competition=cup, account="zoe", id="r"),
        own.ReportCompetition(account="zoe", id="r", competition=cup, category="other", comment="x"),
    ):
        assert tournaments.ask(query) == UNKNOWN
    assert tournaments.ask(contract.ListCompetitions()).competitions == []
    assert tournaments.ask(calendar.GetCalendar()).lines == []

    assert line(tournaments, cup, "ben").audience == audience
    assert not isinstance(enter(tournaments, cup, "ben")[0], Refusal)
    tournaments.others.friends["ben"] = set()
    tournaments.others.companies["ben"] = []
    assert line(tournaments, cup, "ben").id == cup  # an entrant sees it to its end


def test_lines_of_a_competition_of_friends_are_sent_to_its_maker_and_entrants(tournaments: Tournaments) -> None:
    tournaments.others.friends["ben"] = {"ana"}
    private, public = make(tournaments, audience="friends"), make(tournaments)
    enter(tournaments, private, "ben")
    sent = tournaments.ports.run(read_lines, [private, public])
    assert [(to, [each.id for each in frame.changed]) for to, frame in sent] == [
        (None, [public]),
        (["ana", "ben"], [private]),
    ]


def invited(tournaments: Tournaments, account: str) -> list[str]:
    return [each.id for each in tournaments.ask(own.ListInvitedCompetitions(account=account)).competitions]


def test_friends_and_members_find_what_is_for_them(tournaments: Tournaments) -> None:
    tournaments.others.friends |= {"ben": {"ana"}}
    tournaments.others.companies |= {"ana": of_company("c"), "eva": of_company("c")}
    of_friends, of_members = make(tournaments, audience="friends"), make(tournaments, audience="company", company="c")
    assert invited(tournaments, "ben") == [of_friends]
    assert invited(tournaments, "eva") == [of_members]
    assert set(invited(tournaments, "ana")) == {of_friends, of_members}
    assert invited(tournaments, "zoe") == []
    tournaments.others.lobby_is_away = True
    assert tournaments.ask(own.ListInvitedCompetitions(account="ben")).error == "service_unavailable"


# --- started, called off ---


def test_its_maker_starts_it_and_it_is_played_to_its_end(tournaments: Tournaments) -> None:
    cup = make(tournaments, minutes=60)
    start = own.StartCompetition(account="ana", competition=cup)
    assert tournaments.ask(start) == Refusal("entrants_missing", {"least": 2})
    enter(tournaments, cup, "ana", "ben")
    assert tournaments.ask(own.StartCompetition(account="ben", competition=cup)).error == "competition_forbidden"
    (before,) = tournaments.ask(calendar.GetCalendar()).lines
    tournaments.clock.advance(MINUTE_MS)
    assert tournaments.ask(start) == Done()
    tournaments.tick()
    found = line(tournaments, cup, "ana")
    assert (found.state, found.starts_at_ms) == ("running", tournaments.clock.now_ms())
    assert found.ends_at_ms == tournaments.clock.now_ms() + HOUR_MS
    (after,) = tournaments.ask(calendar.GetCalendar()).lines
    assert after.changed_at_ms > before.changed_at_ms
    assert tournaments.ask(start).error == "competition_state"

    (called,) = tournaments.call("ana", "ben", competition=cup)
    tournaments.finish(called)
    tournaments.later(HOUR_MS)
    tournaments.later(1000)
    assert tournaments.card("ana", cup).own.place == 1  # type: ignore[union-attr]
    assert line(tournaments, cup, "ana").state == "settled"


def test_it_starts_by_itself_at_its_time_or_is_called_off_without_players(tournaments: Tournaments) -> None:
    full, empty = make(tournaments), make(tournaments)
    enter(tournaments, full, "ana", "ben")
    tournaments.later(HOUR_MS)
    assert (line(tournaments, full, "ana").state, line(tournaments, empty, "ana").state) == ("running", "cancelled")


def test_its_maker_calls_it_off_before_the_start_alone(tournaments: Tournaments) -> None:
    cup = make(tournaments)
    enter(tournaments, cup, "ana", "ben")
    off = own.CallOffCompetition(account="ana", competition=cup)
    assert tournaments.ask(own.CallOffCompetition(account="ben", competition=cup)).error == "competition_forbidden"
    assert tournaments.ask(off) == Done()
    assert tournaments.card("ben", cup).reason == "by_maker"
    assert ("ben", "cancelled") in tournaments.heard.news
    assert tournaments.ask(off).error == "competition_state"


def test_competitions_of_operators_have_no_maker(tournaments: Tournaments) -> None:
    tournaments.announce()
    for request in (
        own.StartCompetition(account="ana", competition="cup"),
        own.CallOffCompetition(account="ana", competition="cup"),
        own.StartCompetition(account="ana", competition="none"),
    ):
        assert tournaments.ask(request) == UNKNOWN


# --- staff and privacy ---


def test_a_report_keeps_what_the_competition_was(tournaments: Tournaments) -> None:
    cup = make(tournaments)
    enter(tournaments, cup, "ben", "eva")
    receipt = tournaments.ask(
        own.ReportCompetition(account="eva", id="r", competition=cup, category="insult", comment="its name")
    )
    assert receipt.reported == "ana"
    (filed,) = [each for each in tournaments.others.asked if isinstance(each, FileReport)]
    assert filed.context.competition == ReportedCompetition(competition=cup, name="Our evening", maker="ana")
    assert (filed.account, filed.comment, filed.seated) == ("eva", "its name", ["ben"])


def test_moderators_close_what_players_have_made_and_nothing_else(tournaments: Tournaments) -> None:
    tournaments.others.roles[MODERATOR] = ["moderator"]
    cup = make(tournaments)
    tournaments.announce()

    def close(account: str = MODERATOR, competition: str = cup, reason: str = REASON) -> Any:
        return tournaments.ask(own.CloseCompetition(account=account, competition=competition, reason=reason))

    assert close(account="ana") == Refusal("forbidden")
    assert close(competition="cup") == UNKNOWN
    assert close(reason="") == Refusal("reason_required")
    assert close() == Done()
    assert tournaments.card("ana", cup).reason == "by_staff"
    assert close().error == "competition_state"


def test_a_maker_blocked_for_good_has_what_has_not_begun_called_off_and_a_suspended_one_has_not(
    tournaments: Tournaments,
) -> None:
    begun, unstarted = make(tournaments), make(tournaments, starts_at_ms=tournaments.clock.now_ms() + 2 * HOUR_MS)
    enter(tournaments, begun, "ben", "eva")
    tournaments.later(HOUR_MS)
    now_ms = tournaments.clock.now_ms()
    spans = [Span(from_ms=now_ms, until_ms=now_ms + DAY_MS)]
    tournaments.hear("on_standing_changed", StandingChanged(account="ana", seq=1, blocked=False, suspensions=spans))
    assert line(tournaments, unstarted, "ben").state == "open"
    tournaments.hear("on_standing_changed", StandingChanged(account="ana", seq=2, blocked=True, suspensions=[]))
    assert line(tournaments, begun, "ben").state == "running"
    assert line(tournaments, unstarted, "ben").state == "cancelled"
    assert tournaments.card("ben", unstarted).reason == "by_staff"


def test_an_erased_maker_leaves_no_name_and_no_competition_to_come(tournaments: Tournaments) -> None:
    begun, unstarted = make(tournaments), make(tournaments, starts_at_ms=tournaments.clock.now_ms() + 2 * HOUR_MS)
    enter(tournaments, begun, "ben", "eva")
    tournaments.later(HOUR_MS)
    exported = tournaments.ports.run(lambda work, _ports: privacy.collect(work, "ana"))
    assert len(exported["made_competitions"]) == 2
    tournaments.ports.run(lambda work, ports: privacy.erase(work, ports, "ana"))
    assert (line(tournaments, begun, "ben").maker, line(tournaments, begun, "ben").state) == (
        "former player",
        "running",
    )
    assert line(tournaments, unstarted, "ben").state == "cancelled"

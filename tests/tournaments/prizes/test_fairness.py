"""Prizes of competitions that somebody wants to win with accounts of their own, and games that are played slowly
(services/tournaments/RULES.md §5)."""

import pytest

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.moderation.events import ReviewChanged, StandingChanged
from services.contracts.tables.commands import Annul
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from tests.tournaments.platform import HOUR_MS, MINUTE_MS, OPERATOR, Tournaments

PLAYERS = ("ana", "ben", "eva", "leo")
DAY_MS = 24 * HOUR_MS
FIXED = {"prize_mode": "fixed", "prizes": [500, 300, 200], "shares_bps": []}


def begin(tournaments: Tournaments, *accounts: str, **how: object) -> Tournaments:
    """A competition of established players runs."""
    tournaments.announce(**{"min_entrants": 2} | how)
    tournaments.tick()
    tournaments.paid(*(accounts or PLAYERS))
    tournaments.later(HOUR_MS)
    tournaments.told()
    return tournaments


def win(tournaments: Tournaments, first: str, second: str) -> None:
    (called,) = tournaments.call(first, second)
    tournaments.finish(called, points=[5, 2])


def over(tournaments: Tournaments) -> dict[str, int]:
    """The prizes that are ordered once it is over."""
    tournaments.later(3 * HOUR_MS)
    tournaments.later(1000)
    asked = tournaments.told_of(competition_events.PrizesAsked)
    return {each.account: each.chips for told in asked for each in told.prizes}


def share_a_network(tournaments: Tournaments, *accounts: str) -> None:
    for account in accounts:
        session = SessionBegan(account=account, at_ms=tournaments.clock.now_ms(), address_key="one home")
        tournaments.hear("on_session_began", session)


def test_players_of_one_network_are_never_paired_where_the_platform_adds_to_the_prizes(
    tournaments: Tournaments,
) -> None:
    running = begin(tournaments, **FIXED)
    share_a_network(running, "ana", "ben")

    running.wait("ana", "ben")
    assert running.pair() == 0

    running.wait("eva")
    assert running.pair() == 1


def test_players_of_one_network_are_paired_for_their_own_chips_while_no_other_waits(tournaments: Tournaments) -> None:
    running = begin(tournaments)
    share_a_network(running, "ana", "ben")

    running.wait("ana", "ben", "eva")
    assert running.pair() == 1
    (with_another,) = running.told_of(competition_events.GameCalled)
    assert "eva" in with_another.seats


def test_two_of_one_network_that_wait_alone_play_for_their_own_chips(tournaments: Tournaments) -> None:
    running = begin(tournaments)
    share_a_network(running, "ana", "ben")

    running.wait("ana", "ben")
    assert running.pair() == 1


def test_games_within_a_household_do_not_count_even_when_it_becomes_known_late(tournaments: Tournaments) -> None:
    running = begin(tournaments, **FIXED)
    win(running, "ana", "ben")
    win(running, "eva", "leo")
    session = SessionBegan(account="ben", at_ms=running.clock.now_ms(), address_key="home of ana")
    running.hear("on_session_began", session)

    assert over(running) == {"eva": 500, "leo": 300}


def test_one_person_has_one_prize(tournaments: Tournaments) -> None:
    running = begin(tournaments, **FIXED)
    win(running, "ana", "ben")
    win(running, "eva", "leo")
    for account in ("ana", "eva"):
        session = SessionBegan(account=account, at_ms=running.clock.now_ms(), device="one phone")
        running.hear("on_session_began", session)

    assert over(running) == {"ana": 500, "ben": 250, "leo": 250}


@pytest.mark.parametrize("who", [{"age_days": 6}, {"confirmed": False}])
def test_accounts_that_are_not_established_have_no_prize(tournaments: Tournaments, who: dict[str, int]) -> None:
    tournaments.announce(**FIXED, price_chips=0)
    tournaments.tick()
    tournaments.known(*PLAYERS, **who)  # type: ignore[arg-type]
    tournaments.enter(*PLAYERS)
    tournaments.later(HOUR_MS)
    win(tournaments, "ana", "ben")

    assert over(tournaments) == {}


# --- reviews ---------------------------------------------------------------------------------------------------------


def settled_under_review(tournaments: Tournaments) -> Tournaments:
    running = begin(tournaments, **FIXED)
    win(running, "ana", "ben")
    running.hear("on_review_changed", ReviewChanged(account="ana", kinds=["collusion"], seq=1))
    assert over(running) == {"ben": 300}
    running.hear("on_prizes_paid", answers.PrizesPaid(competition="cup", revision=0, shortfalls={}))
    assert running.card("ana").own.prize_state == "review"  # type: ignore[union-attr]
    return running


def paid_later(running: Tournaments, ms: int) -> list[tuple[int, str, int]]:
    running.later(ms)
    return [
        (told.revision, each.account, each.chips)
        for told in running.told_of(competition_events.PrizesCorrected)
        for each in told.deltas
    ]


def test_a_prize_waits_for_a_review_and_is_paid_once(tournaments: Tournaments) -> None:
    running = settled_under_review(tournaments)
    assert paid_later(running, DAY_MS) == []

    running.hear("on_review_changed", ReviewChanged(account="ana", kinds=[], seq=2))

    assert paid_later(running, 10 * MINUTE_MS) == [(1, "ana", 500)]
    assert paid_later(running, 30 * DAY_MS) == []
    assert running.card("ana").own.prize_state == "paid"  # type: ignore[union-attr]


@pytest.mark.parametrize("case_first", [True, False])
def test_a_sanction_takes_the_prize_whichever_event_comes_first(tournaments: Tournaments, case_first: bool) -> None:
    running = settled_under_review(tournaments)
    ended = ("on_review_changed", ReviewChanged(account="ana", kinds=[], seq=2))
    blocked = ("on_standing_changed", StandingChanged(account="ana", seq=1, blocked=True, suspensions=[]))
    for handler, event in (ended, blocked) if case_first else (blocked, ended):
        running.hear(handler, event)
        running.tick()

    assert paid_later(running, DAY_MS) == []
    assert running.card("ana").own.prize_state == "refused"  # type: ignore[union-attr]


def test_nothing_waits_for_a_review_for_ever(tournaments: Tournaments) -> None:
    running = settled_under_review(tournaments)

    assert paid_later(running, 15 * DAY_MS) == []

    assert running.card("ana").own.prize_state == "refused"  # type: ignore[union-attr]


# --- games that are not over -----------------------------------------------------------------------------------------


def test_a_game_that_still_runs_when_overtime_ends_is_decided_by_its_table(tournaments: Tournaments) -> None:
    running = begin(tournaments, **FIXED)
    (called,) = running.call("ana", "ben")
    running.later(3 * HOUR_MS)
    orders = [each for each in running.told() if isinstance(each, Annul)]
    assert [(each.table, each.decide) for each in orders] == [(called.table, True)]
    assert running.state() == "closing"

    running.finish(called, outcome="won", winners=[1], places=[2, 1], points=[], reason="overtime_slow")
    running.later(20_000)

    assert running.state() == "settled"
    assert [row[:4] for row in running.standings()] == [(1, "ben", 2, 5), (2, "ana", 0, -5)]


def test_a_table_that_decides_nothing_does_not_hold_up_a_competition(tournaments: Tournaments) -> None:
    running = begin(tournaments, **FIXED)
    running.call("ana", "ben")
    win(running, "eva", "leo")
    running.later(3 * HOUR_MS)
    assert running.state() == "closing"

    running.later(5 * MINUTE_MS)

    assert running.state() == "settled"
    assert [row[1] for row in running.standings()] == ["eva", "leo"]


# --- who gets the entries --------------------------------------------------------------------------------------------


def test_entries_go_back_when_no_player_is_ranked_and_no_guarantee_is_paid(tournaments: Tournaments) -> None:
    running = begin(tournaments, guarantee_chips=20_000)
    running.later(3 * HOUR_MS)
    running.later(1000)
    told = running.told()

    assert sorted(each for one in told if isinstance(one, competition_events.RefundAsked) for each in one.entries) == [
        (account, 1) for account in PLAYERS
    ]
    assert [one for one in told if isinstance(one, competition_events.PrizesAsked)] == []
    assert running.card().paid_at_ms is not None


def test_a_cancelled_competition_refunds_all_but_the_disqualified(tournaments: Tournaments) -> None:
    running = begin(tournaments)
    blocked = StandingChanged(account="ana", seq=1, blocked=True, suspensions=[])
    running.hear("on_standing_changed", blocked)
    running.told()
    running.ask(contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire"))
    told = running.told()

    assert sorted(each for one in told if isinstance(one, competition_events.RefundAsked) for each in one.entries) == [
        (account, 1) for account in PLAYERS[1:]
    ]
    (asked,) = [one for one in told if isinstance(one, competition_events.PrizesAsked)]
    assert (asked.escrow_chips, asked.prizes) == (1000, [])


def test_an_entry_that_was_withdrawn_does_not_count_as_the_first(tournaments: Tournaments) -> None:
    tournaments.announce(prize_mode="fixed", prizes=[501, 300, 200, 100], shares_bps=[])
    tournaments.tick()
    tournaments.paid("leo")
    tournaments.clock.advance(1000)
    tournaments.ask(contract.Withdraw(account="leo", competition="cup"))
    tournaments.hear("on_entries_refunded", answers.EntriesRefunded(competition="cup", entries=[("leo", 1)]))
    tournaments.paid("ben", "ana", "eva")
    tournaments.clock.advance(1000)
    tournaments.known("leo")
    tournaments.enter("leo", id="again")
    tournaments.later(HOUR_MS)
    for first, second in (("ben", "ana"), ("leo", "eva")):
        (called,) = tournaments.call(first, second)
        tournaments.finish(called, points=[5, 4])

    found = over(tournaments)

    assert (found["ben"], found["leo"]) == (401, 400)


def test_a_winner_has_a_positive_margin_where_points_are_penalties(tournaments: Tournaments) -> None:
    running = begin(tournaments)
    (called,) = running.call("ana", "ben")
    running.finish(called, points=[20, 105])

    assert [row[:4] for row in running.standings()] == [(1, "ana", 2, 85), (2, "ben", 0, -85)]

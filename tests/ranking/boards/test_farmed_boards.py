"""Boards that somebody wants to win with accounts of their own (services/ranking/RULES.md §2): what it brings."""

from collections.abc import Sequence

import pytest

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import PersonKnown, Registered, SessionBegan
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.events import ReviewChanged, Span, StandingChanged
from services.contracts.ranking import boards as contract
from tests.ranking.on_boards import DAY_MS, MINUTE_MS, MONTHLY, WEEKLY, after_the_week, fill, game, known, look, ratings
from tests.ranking.rankings import Ranking

HOME = {"network": "one home"}


def lose(ranking: Ranking, winner: str, helpers: Sequence[str], times: int = 5) -> None:
    """Each helper loses so many throwaway matches to the winner."""
    ranking.service.app.look_after_boards()
    for helper in helpers:
        for number in range(times):
            ranking.finished(game(ranking, f"{winner} {helper} {number} {ranking.clock.now_ms()}", winner, helper))
            ranking.clock.advance(MINUTE_MS)


def gain(ranking: Ranking) -> dict[str, int]:
    """The chips that boards order for each player once week and month are over."""
    for _ in range(6):
        after_the_week(ranking)
        ranking.service.app.look_after_boards()
    won: dict[str, int] = {}
    for closed in ranking.told_of(contract.BoardClosed):
        for prize in closed.prizes:
            won[prize.account] = won.get(prize.account, 0) + prize.chips
    return won


def test_two_fresh_helpers_of_one_address_win_nothing_and_move_nothing(ranking: Ranking) -> None:
    known(ranking, "ana", "help1", "help2", age_days=0, confirmed=False, **HOME)

    lose(ranking, "ana", ["help1", "help2"])

    assert ratings(ranking) == {}
    assert gain(ranking) == {}


@pytest.mark.parametrize("board", [WEEKLY, MONTHLY])
@pytest.mark.parametrize(
    "common", [HOME, {"device": "one phone"}, {"email_key": "one mailbox"}, {"person_key": "one name"}]
)
def test_old_and_confirmed_helpers_with_anything_in_common_count_nowhere(
    ranking: Ranking, common: dict[str, str], board: str
) -> None:
    helpers = [f"help{number}" for number in range(8)]
    known(ranking, "ana", *helpers, **common)

    lose(ranking, "ana", helpers)

    assert ratings(ranking, board) == {}
    assert gain(ranking) == {}


def test_helpers_of_other_addresses_bring_nothing_while_they_are_young(ranking: Ranking) -> None:
    known(ranking, "ana")
    helpers = [f"help{number}" for number in range(8)]
    known(ranking, *helpers, age_days=6)

    lose(ranking, "ana", helpers)

    assert gain(ranking) == {}  # though they are a month old when the month is over


def test_helpers_without_a_confirmed_address_bring_nothing(ranking: Ranking) -> None:
    known(ranking, "ana")
    helpers = [f"help{number}" for number in range(8)]
    known(ranking, *helpers, confirmed=False)

    lose(ranking, "ana", helpers)

    assert gain(ranking) == {}


def test_a_household_of_helpers_counts_as_one_opponent(ranking: Ranking) -> None:
    known(ranking, "ana")
    helpers = [f"help{number}" for number in range(8)]
    known(ranking, *helpers, **HOME)

    lose(ranking, "ana", helpers)

    assert ratings(ranking)["ana"][2] == 5
    assert gain(ranking) == {}


def test_helpers_with_erased_accounts_bring_nothing(ranking: Ranking) -> None:
    helpers = [f"help{number}" for number in range(8)]
    known(ranking, "ana", *helpers)
    lose(ranking, "ana", helpers)

    for helper in helpers:
        ranking.hear("on_erasure_asked", ErasureAsked(account=helper, receipt="r"))

    assert gain(ranking) == {}


def test_players_that_met_enough_households_win_by_the_matches_that_count_alone(ranking: Ranking) -> None:
    rivals = [f"rival{number}" for number in range(6)]
    young = [f"young{number}" for number in range(6)]
    known(ranking, "ana", "ben", *rivals)
    known(ranking, *young, age_days=1)
    lose(ranking, "ben", rivals, 3)
    lose(ranking, "ana", rivals, 2)
    lose(ranking, "ana", young)
    week = look(ranking).period.period
    assert [row.account for row in look(ranking).rows][:2] == ["ana", "ben"]  # shown as long as the week runs

    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    found = {each.account: each.chips for closed in ranking.told_of(contract.BoardClosed) for each in closed.prizes
             if closed.board == WEEKLY}  # fmt: skip
    assert found == {"ben": 50_000, "ana": 25_000}
    assert [(row.account, row.matches) for row in look(ranking, period=week).rows[:2]] == [("ben", 18), ("ana", 12)]


def test_one_person_wins_one_prize_of_a_board(ranking: Ranking) -> None:
    fill(ranking, [(1600 - number, 5, 10, 0) for number in range(3)])
    ranking.hear("on_session_began", *(SessionBegan(account=each, at_ms=ranking.clock.now_ms(), device="one phone")
                                       for each in ("p0", "p1")))  # fmt: skip

    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    (closed,) = ranking.told_of(contract.BoardClosed)
    assert [(each.account, each.chips) for each in closed.prizes] == [("p0", 50_000), ("p2", 25_000)]


# --- facts that come late --------------------------------------------------------------------------------------------


def test_matches_of_one_household_go_when_it_becomes_known(ranking: Ranking) -> None:
    known(ranking, "ana", "ben", "eva")
    lose(ranking, "ana", ["ben", "eva"], 2)
    before = ratings(ranking)
    assert before["ana"][2] == 4

    ranking.hear(
        "on_session_began", SessionBegan(account="ana", at_ms=ranking.clock.now_ms(), address_key="home of ben")
    )
    ranking.service.app.look_after_boards()

    after = ratings(ranking)
    assert (after["ana"][2], "ben" in after, after["eva"][2]) == (2, False, 2)
    ranking.service.app.check()


def test_matches_beyond_the_limit_of_a_household_go_when_it_becomes_known(ranking: Ranking) -> None:
    known(ranking, "ana", "ben", "eva")
    lose(ranking, "ana", ["ben", "eva"])
    assert ratings(ranking)["ana"][2] == 10

    ranking.hear(
        "on_session_began", SessionBegan(account="eva", at_ms=ranking.clock.now_ms(), address_key="home of ben")
    )
    ranking.service.app.look_after_boards()

    assert {account: row[2] for account, row in ratings(ranking).items()} == {"ana": 5, "ben": 5}


# --- reviews ---------------------------------------------------------------------------------------------------------


def closed_under_review(ranking: Ranking) -> str:
    """A week is closed while a case about its winner is open; returns the week."""
    fill(ranking, [(1600 - number, 5, 10, 0) for number in range(2)])
    ranking.hear("on_review_changed", ReviewChanged(account="p0", kinds=["same_ip"], seq=1))
    week = look(ranking).period.period
    after_the_week(ranking)
    ranking.service.app.look_after_boards()
    (closed,) = ranking.told_of(contract.BoardClosed)
    assert [each.account for each in closed.prizes] == ["p1"]
    assert [row.prize_state for row in look(ranking, period=week).rows] == ["review", "ordered"]
    ranking.hear("on_board_prizes_paid", contract.BoardPrizesPaid(
        board=WEEKLY, period=week, prizes=closed.prizes, refused={}))  # fmt: skip
    return week


def later(ranking: Ranking, ms: int) -> list[contract.BoardClosed]:
    ranking.clock.advance(ms)
    ranking.service.app.look_after_boards()
    return [each for each in ranking.told_of(contract.BoardClosed) if each.board == WEEKLY and each.prizes]


def test_a_prize_waits_for_a_review_and_is_paid_once_when_it_ends_well(ranking: Ranking) -> None:
    week = closed_under_review(ranking)
    assert later(ranking, DAY_MS) == []

    ranking.hear("on_review_changed", ReviewChanged(account="p0", kinds=[], seq=2))
    ranking.hear("on_review_changed", ReviewChanged(account="p0", kinds=["same_ip"], seq=1))

    (paid,) = later(ranking, 10 * MINUTE_MS)
    assert [(each.account, each.place, each.chips) for each in paid.prizes] == [("p0", 1, 50_000)]
    assert later(ranking, DAY_MS) == []
    ranking.hear("on_board_prizes_paid", contract.BoardPrizesPaid(
        board=WEEKLY, period=week, prizes=paid.prizes, refused={}))  # fmt: skip
    found = look(ranking, period=week)
    assert (found.period.state, [row.prize_state for row in found.rows]) == ("paid", ["paid", "paid"])


@pytest.mark.parametrize("case_first", [True, False])
def test_a_sanction_takes_the_prize_whichever_event_comes_first(ranking: Ranking, case_first: bool) -> None:
    week = closed_under_review(ranking)
    blocked = StandingChanged(account="p0", seq=1, blocked=True, suspensions=[])
    ended = ReviewChanged(account="p0", kinds=[], seq=2)

    for handler, event in sorted(
        [("on_standing_changed", blocked), ("on_review_changed", ended)], reverse=not case_first
    ):
        ranking.hear(handler, event)
        ranking.service.app.look_after_boards()

    assert later(ranking, DAY_MS) == []
    found = look(ranking, period=week)
    assert (found.period.state, [row.prize_state for row in found.rows]) == ("paid", ["refused", "paid"])


def test_nothing_waits_for_a_review_for_ever(ranking: Ranking) -> None:
    week = closed_under_review(ranking)
    assert later(ranking, 13 * DAY_MS) == []
    assert look(ranking, period=week).rows[0].prize_state == "review"

    assert later(ranking, DAY_MS) == []

    found = look(ranking, period=week)
    assert (found.period.state, found.rows[0].prize_state) == ("paid", "refused")


def test_what_is_known_of_a_person_goes_with_the_account(ranking: Ranking) -> None:
    known(ranking, "ana")
    ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    at_ms = ranking.clock.now_ms()

    ranking.hear("on_registered", Registered(account="ana", name="ana", device="d", created_at_ms=1, email_key="m"))
    ranking.hear("on_session_began", SessionBegan(account="ana", at_ms=at_ms, device="d", address_key="a"))
    ranking.hear("on_email_confirmed", EmailConfirmed(account="ana", email_key="m", at_ms=at_ms))

    assert ranking.rows("person_keys") == 0


def test_a_suspension_of_the_past_does_not_take_a_prize(ranking: Ranking) -> None:
    closed_under_review(ranking)
    now_ms = ranking.clock.now_ms()
    over = StandingChanged(account="p0", seq=1, blocked=False, suspensions=[Span(from_ms=now_ms - 10, until_ms=now_ms)])
    ranking.hear("on_standing_changed", over)
    ranking.hear("on_review_changed", ReviewChanged(account="p0", kinds=[], seq=2))

    assert len(later(ranking, 10 * MINUTE_MS)) == 1


def test_accounts_of_earlier_releases_win_once_the_lobby_has_said_what_is_on_record(ranking: Ranking) -> None:
    known(ranking, *(f"rival{number}" for number in range(5)))
    lose(ranking, "ana", [f"rival{number}" for number in range(5)], 2)
    made_ms = ranking.clock.now_ms() - 90 * DAY_MS

    on_record = PersonKnown(
        account="ana", device="", created_at_ms=made_ms, email_key="a", person_key="b", device_identity=""
    )
    ranking.hear("on_person_known", on_record)

    assert gain(ranking)["ana"] >= 50_000

"""Friendly matches that somebody plays alone to move ratings (services/ranking/RULES.md §1, §3): what they move."""

from typing import Any

import pytest

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.ranking.statistics import GetQuintiles
from services.contracts.tables.commands import MatchRated
from tests.ranking.on_boards import DAY_MS, game, known
from tests.ranking.rankings import Ranking

FOUR = ("ana", "ben", "eva", "leo")


def dominoes(ranking: Ranking, number: int, **how: Any) -> None:
    """A friendly match of dominoes to 100 of these four, won by the first pair."""
    usual = {
        "game": "dominoes",
        "options": {"target": 100},
        "sides": [[0, 2], [1, 3]],
        "winners": [0, 2],
        "places": [1, 2, 1, 2],
        "points": [100, 20],
        "leave_policy": "pause_return",
        "stake": 0,
    }
    match = game(ranking, f"m{number} {ranking.clock.now_ms()}", *FOUR, **usual | how)
    ranking.hear("on_free_match_finished", match)


def moved(ranking: Ranking) -> tuple[list[int], list[int]]:
    """Elo and PR of the four."""
    found = ranking.ask(GetQuintiles(accounts=list(FOUR))).quintiles
    return ranking.elo(*FOUR), [each.pr for each in found]


NOTHING = ([1500] * 4, [0] * 4)


@pytest.mark.parametrize("common", [{"device": "one phone"}, {"email_key": "one mailbox"}, {"person_key": "one name"}])
def test_four_accounts_of_one_person_move_no_rating_and_see_why(ranking: Ranking, common: dict[str, str]) -> None:
    known(ranking, *FOUR, **common)

    for number in range(5):
        dominoes(ranking, number)

    assert moved(ranking) == NOTHING
    answers = ranking.told_of(MatchRated)
    assert [(each.unrated, each.changes) for each in answers] == [("same_person", [])] * 5


def test_a_match_with_a_guest_moves_no_rating_and_gives_the_reason(ranking: Ranking) -> None:
    known(ranking, *FOUR)

    dominoes(ranking, 1, guests=["leo"])

    assert moved(ranking) == NOTHING
    (answer,) = ranking.told_of(MatchRated)
    assert (answer.unrated, answer.changes) == ("guest", [])
    dominoes(ranking, 2)
    assert moved(ranking) != NOTHING


def test_a_match_with_a_longer_clock_moves_no_rating_and_gives_the_reason(ranking: Ranking) -> None:
    known(ranking, *FOUR)

    dominoes(ranking, 1, clock_factor=2)

    assert moved(ranking) == NOTHING
    (answer,) = ranking.told_of(MatchRated)
    assert (answer.unrated, answer.changes) == ("clock", [])


def test_two_seats_of_one_device_are_enough(ranking: Ranking) -> None:
    known(ranking, *FOUR)
    ranking.hear("on_session_began", SessionBegan(account="leo", at_ms=1, device="device of ana"))

    dominoes(ranking, 1)

    assert moved(ranking) == NOTHING


def test_a_match_for_chips_of_one_person_is_not_rated_either(ranking: Ranking) -> None:
    known(ranking, "ana", "ben", email_key="one mailbox")

    ranking.finished(game(ranking, "m", "ana", "ben"))

    assert ranking.elo("ana", "ben") == [1500, 1500]


def test_a_family_of_one_network_is_rated(ranking: Ranking) -> None:
    known(ranking, *FOUR, network="one home")

    dominoes(ranking, 1)

    assert moved(ranking)[0] == [1520, 1480, 1520, 1480]


def test_ten_friendly_matches_of_a_pair_are_rated_in_a_day(ranking: Ranking) -> None:
    known(ranking, *FOUR)
    for number in range(10):
        dominoes(ranking, number)
    ranking.told()
    before = moved(ranking)

    dominoes(ranking, 10)
    assert moved(ranking) == before
    assert [each.unrated for each in ranking.told_of(MatchRated)] == ["pair_limit"]

    ranking.clock.advance(DAY_MS)
    dominoes(ranking, 11)
    assert moved(ranking) != before


def test_a_match_is_taken_back_when_one_person_turns_out_to_have_played_it(ranking: Ranking) -> None:
    known(ranking, *FOUR)
    dominoes(ranking, 1)
    assert moved(ranking) != NOTHING

    session = SessionBegan(account="leo", at_ms=ranking.clock.now_ms() - DAY_MS, device="device of ana")
    ranking.hear("on_session_began", session)
    ranking.service.app.look_after_boards()

    assert moved(ranking) == NOTHING
    ranking.service.app.check()


def test_a_device_that_is_shared_only_later_takes_nothing_back(ranking: Ranking) -> None:
    known(ranking, *FOUR)
    dominoes(ranking, 1)
    before = moved(ranking)

    session = SessionBegan(account="leo", at_ms=ranking.clock.now_ms() + DAY_MS, device="device of ana")
    ranking.hear("on_session_began", session)
    ranking.service.app.look_after_boards()

    assert moved(ranking) == before

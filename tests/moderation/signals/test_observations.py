"""What a finished match shows: services/moderation/RULES.md §7."""

import pytest

from services.contracts.tables.events import Departure, MatchFinished
from services.moderation.signals.observations import Observation, Seen, of_match, people
from tests.support.services.match_events import finished


def seen(event: MatchFinished, *kinds: str) -> set[Seen]:
    found = [each for each in of_match(event) if each.kind.partition(":")[0] in kinds]
    assert len(found) == len(set(found)), "each once"
    return set(found)


def test_people_are_found_at_their_seats_and_computers_are_none() -> None:
    assert people(finished("m", None, "ana", None, "ben")) == [(1, "ana"), (3, "ben")]


def test_players_were_seated_as_long_as_the_match_took_and_never_less_than_nothing() -> None:
    long = finished("m", "ana", None, "ben", started_at_ms=1_000, ended_at_ms=61_000)
    assert seen(long, "seated") == {Seen("seated", "ana", amount=60_000), Seen("seated", "ben", amount=60_000)}
    turned_back = finished("m", "ana", "ben", started_at_ms=2_000, ended_at_ms=1_000)
    assert seen(turned_back, "seated") == {Seen("seated", "ana", amount=0), Seen("seated", "ben", amount=0)}


def test_each_person_has_played_with_every_other_one() -> None:
    assert seen(finished("m", "ana", "ben", None, "eva"), "played") == {
        *(Seen("played", "ana", other) for other in ("ben", "eva")),
        *(Seen("played", "ben", other) for other in ("ana", "eva")),
        *(Seen("played", "eva", other) for other in ("ana", "ben")),
    }


@pytest.mark.parametrize(
    ("accounts", "how", "individual"),
    [
        (["ana", "ben", "eva"], {}, True),
        (["ana", "ben", "eva", "zoe"], {}, True),
        (["ana", "ben"], {}, False),
        (["ana", "ben", "eva"], {"stake": 0}, False),
        (["ana", "ben", "eva"], {"stake": 1}, True),
        (["ana", "ben", "eva", "zoe"], {"sides": [[0, 2], [1, 3]]}, False),
        (["ana", "ben", "eva"], {"sides": [[0], [1, 2]]}, False),
    ],
)
def test_a_match_is_individual_with_a_stake_and_three_players_each_for_themselves(accounts, how, individual) -> None:
    found = seen(finished("m", *accounts, **how), "individual")
    assert found == ({Seen("individual", account) for account in accounts} if individual else set())


def test_games_of_a_competition_are_against_the_other_side_alone() -> None:
    event = finished("m", "ana", "ben", "eva", "zoe", sides=[[0, 2], [1, 3]], competition="c")
    assert seen(event, "games") == {Seen("games:c", account) for account in ("ana", "ben", "eva", "zoe")}
    assert seen(event, "versus") == {
        *(Seen("versus:c", one, other) for one in ("ana", "eva") for other in ("ben", "zoe")),
        *(Seen("versus:c", one, other) for one in ("ben", "zoe") for other in ("ana", "eva")),
    }
    assert seen(finished("m", "ana", "ben"), "games", "versus") == set()


@pytest.mark.parametrize(("winner", "giver", "taker"), [(0, "ben", "ana"), (1, "ana", "ben")])
def test_the_loser_of_a_match_for_two_has_lost_the_stake_to_the_winner(winner, giver, taker) -> None:
    event = finished("m", "ana", "ben", winners=[winner], stake=1)
    assert seen(event, "lost_to") == {Seen("lost_to", giver, taker, 1)}


@pytest.mark.parametrize(
    "event",
    [
        finished("m", "ana", "ben", stake=0),
        finished("m", "ana", "ben", winners=[]),
        finished("m", "ana", "ben", winners=[0, 1]),
        finished("m", "ana", None),
        finished("m", "ana", "ben", None),
        finished("m", "ana", "ben", "eva"),
    ],
)
def test_of_other_matches_no_chips_went_from_one_to_the_other(event) -> None:
    assert seen(event, "lost_to") == set()


def left(seat: int, account: str | None, *, early: bool) -> Departure:
    return Departure(seat=seat, account=account, at_ms=1, first_round_done=not early, reason="left")


def test_only_a_departure_before_the_first_round_is_done_is_early() -> None:
    gone = [left(0, None, early=True), left(1, "ben", early=True), left(2, "eva", early=False)]
    event = finished("m", None, "ben", "eva", "zoe", departures=gone)
    assert seen(event, "left_early", "replaced_and_won") == {Seen("left_early", "ben")}


@pytest.mark.parametrize(
    ("policy", "winners", "found"),
    [
        ("bot_replace", [0, 2], {"eva"}),
        ("bot_replace", [0], {"eva"}),
        ("bot_replace", [1, 3], set()),
        ("bot_replace", [], set()),
        ("forfeit", [0, 2], set()),
    ],
)
def test_a_computer_has_won_for_a_player_that_left_a_side_that_won(policy, winners, found) -> None:
    gone = [left(2, "eva", early=False)]
    event = finished(
        "m", "ana", "ben", "eva", "zoe", sides=[[0, 2], [1, 3]], winners=winners, leave_policy=policy, departures=gone
    )
    assert seen(event, "replaced_and_won") == {Seen("replaced_and_won", account) for account in found}


def test_a_seat_that_no_side_has_is_a_side_by_itself() -> None:
    event = finished("m", "ana", "ben", sides=[], leave_policy="bot_replace", departures=[left(0, "ana", early=False)])
    assert seen(event, "replaced_and_won") == {Seen("replaced_and_won", "ana")}


def test_partners_are_people_of_one_side() -> None:
    event = finished("m", "ana", "ben", "eva", None, sides=[[0, 2], [1, 3]])
    assert seen(event, "partner") == {Seen("partner", "ana", "eva"), Seen("partner", "eva", "ana")}


def test_what_is_seen_without_an_amount_counts_once_and_adds_nothing() -> None:
    seen = Observation("friend", "ana", "ben", "", 1)
    assert (seen.count, seen.total, seen.squares) == (1, 0, 0)
    assert Seen("left_early", "ana").amount == 0

"""Open tables and the start: services/lobby/RULES.md §4–§6."""

import pytest

from services.kernel.refusal import Refusal
from services.lobby.tables.creation_rules import GameFacts, create
from services.lobby.tables.invitations import accept, expire
from services.lobby.tables.open_table import Candidate, TableRequest, idle, leave, people, sit, start

FREE = Candidate("online")


@pytest.fixture
def table():
    request = TableRequest("Open house", "koumkan", 500)
    return create("t1", request, "ana", {"ana": FREE}, GameFacts(3), now_ms=0)


@pytest.fixture
def full(table):
    return sit(sit(table, "ben", 2, FREE, 10), "eva", None, FREE, 20)


def test_free_players_take_named_or_first_free_seats(full):
    assert full.seats == ("ana", "eva", "ben")
    assert full.filled_at_ms == 20
    assert people(full) == {"ana", "ben", "eva"}


def test_taken_seats_full_tables_and_seats_that_are_not_there_are_refused(table, full):
    assert sit(table, "ben", 0, FREE, 1) == Refusal("seat_taken", {"seat": 0})
    assert sit(table, "ben", 3, FREE, 1) == Refusal("seat_invalid", {"seat": 3})
    assert sit(full, "leo", None, FREE, 30) == Refusal("table_full")


def test_a_player_sits_at_one_table_at_a_time_and_within_their_limits(table):
    assert sit(table, "ben", 1, Candidate("playing", seated=True), 1) == Refusal("already_seated")
    assert sit(table, "ben", 1, Candidate("online", refusal=Refusal("own_stake_limit")), 1) == Refusal(
        "own_stake_limit"
    )


def test_an_uninvited_player_cannot_sit_down_at_a_table_of_invitations():
    request = TableRequest("Just us", "tavli", 500, "invite", invite={1: "ben"})
    closed_round = create("t2", request, "ana", {"ana": FREE, "ben": FREE}, GameFacts(2), now_ms=0)
    assert sit(closed_round, "eva", 1, FREE, 1) == Refusal("not_invited")
    assert expire(closed_round, 99_999).closed == "invitation_rejected"


def test_leaving_an_open_table_frees_the_seat_and_stops_the_time_to_start(full):
    table = leave(full, "ben")
    assert (table.seats, table.filled_at_ms, table.closed) == (("ana", "eva", None), None, None)
    assert leave(table, "ben") == Refusal("not_seated")


def test_an_open_table_is_deleted_when_its_organizer_goes(full):
    closed = leave(full, "ana")
    assert closed.closed == "organizer_left"
    for answer in (sit(closed, "leo", None, FREE, 30), start(closed, "ana"), leave(closed, "ben")):
        assert answer == Refusal("table_unknown")


def test_only_the_organizer_starts_once_and_with_all_seats_filled(table, full):
    assert start(full, "ben") == Refusal("not_organizer")
    assert start(table, "ana") == Refusal("seats_missing", {"seats": [1, 2]})
    started = start(full, "ana")
    assert started.started
    assert start(started, "ana") == Refusal("already_started")
    assert sit(started, "leo", None, FREE, 30) == leave(started, "ben") == Refusal("already_started")
    assert people(started) == frozenset()


def test_a_full_table_that_is_not_started_within_120_seconds_is_deleted(table, full):
    assert idle(full, 120_020) is full
    assert idle(full, 120_021).closed == "start_timeout"
    assert idle(table, 999_999) is table, "seats are still free"
    started = start(full, "ana")
    assert idle(started, 999_999) is started


def test_the_time_to_start_runs_from_the_last_seat_filled(full):
    again = sit(leave(full, "ben"), "leo", 2, FREE, 50_000)
    assert idle(again, 170_000) is again
    assert idle(again, 170_001).closed == "start_timeout"


def test_an_open_table_has_no_invitations_to_accept(table):
    assert accept(table, "ben", FREE, 1) == Refusal("not_invited")

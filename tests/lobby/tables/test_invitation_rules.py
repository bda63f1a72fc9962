"""Invitations: services/lobby/RULES.md §5."""

import pytest

from services.kernel.refusal import Refusal
from services.lobby.tables.creation_rules import GameFacts, create
from services.lobby.tables.invitations import accept, expire, reject
from services.lobby.tables.open_table import Candidate, TableRequest, leave, people

FREE = Candidate("online")
INVITED = Candidate("invited")
REQUEST = TableRequest("Friday night", "pilotta", 500, "invite", invite={1: "ben", 2: "eva", 3: "leo"})


@pytest.fixture
def table():
    return create("t1", REQUEST, "ana", dict.fromkeys(["ana", "ben", "eva", "leo"], FREE), GameFacts(4), now_ms=0)


def states(table):
    return {one.player: one.state for one in table.invitations}


def test_when_all_invited_players_accept_the_table_is_full(table):
    for at_ms, player in enumerate(["leo", "ben", "eva"], 5):
        assert table.filled_at_ms is None
        table = accept(table, player, INVITED, at_ms)
    assert table.seats == ("ana", "ben", "eva", "leo")
    assert table.filled_at_ms == 7


def test_an_invitation_is_good_for_exactly_thirty_seconds(table):
    assert accept(table, "ben", INVITED, 30_000).seats[1] == "ben"
    assert accept(table, "ben", INVITED, 30_001) == Refusal("invitation_expired")
    assert reject(table, "ben", 30_001) == Refusal("invitation_expired")


def test_a_rejection_closes_the_table_and_withdraws_the_other_invitations(table):
    closed = reject(accept(table, "leo", INVITED, 1), "ben", 2)
    assert (closed.closed, closed.closed_by) == ("invitation_rejected", "ben")
    assert states(closed) == {"ben": "rejected", "eva": "withdrawn", "leo": "accepted"}
    assert people(closed) == frozenset()
    assert accept(closed, "eva", INVITED, 3) == Refusal("invitation_withdrawn")
    assert accept(closed, "ben", INVITED, 3) == reject(closed, "leo", 3) == Refusal("invitation_answered")


def test_silence_is_the_same_to_the_organizer_as_a_rejection(table):
    table = accept(table, "ben", INVITED, 1)
    assert expire(table, 30_000) is table
    closed = expire(table, 30_001)
    assert (closed.closed, closed.closed_by) == ("invitation_rejected", "eva")
    assert accept(closed, "eva", INVITED, 30_002) == Refusal("invitation_expired")
    assert accept(closed, "leo", INVITED, 30_002) == Refusal("invitation_withdrawn")
    assert expire(closed, 99_999) is closed


def test_only_an_invited_player_may_accept_or_reject(table):
    assert accept(table, "zoe", FREE, 1) == reject(table, "ana", 1) == Refusal("not_invited")


def test_an_invited_player_seated_elsewhere_or_without_the_chips_cannot_accept_and_nothing_changes(table):
    assert accept(table, "ben", Candidate("playing", seated=True), 1) == Refusal("already_seated")
    poor = Candidate("invited", refusal=Refusal("insufficient_chips"))
    assert accept(table, "ben", poor, 1) == Refusal("insufficient_chips")
    assert states(table)["ben"] == "pending"


@pytest.mark.parametrize("seated", [True, False])
def test_leaving_or_losing_the_connection_before_the_start_is_a_rejection(table, seated):
    if seated:
        table = accept(table, "ben", INVITED, 1)
    closed = leave(table, "ben")
    assert (closed.closed, closed.closed_by) == ("invitation_rejected", "ben")
    assert states(closed)["eva"] == "withdrawn"


def test_the_table_goes_with_its_organizer(table):
    closed = leave(table, "ana")
    assert (closed.closed, closed.closed_by) == ("organizer_left", "ana")
    assert set(states(closed).values()) == {"withdrawn"}

"""Creating a table: services/lobby/RULES.md §4."""

import msgspec
import pytest

from services.kernel.clock import CLOCK_FACTORS
from services.kernel.refusal import Refusal
from services.lobby.tables.creation_rules import GameFacts, create
from services.lobby.tables.open_table import Candidate, TableRequest, people

REQUEST = TableRequest("Friday night", "pilotta", 500, "invite", invite={1: "ben", 2: "eva", 3: "leo"})
FREE = Candidate("online")
CANDIDATES = {"ana": FREE, "ben": FREE, "eva": FREE, "leo": FREE}
FOUR = GameFacts(4)


def made(request=REQUEST, candidates=CANDIDATES, game=FOUR, **fields):
    return create("t1", msgspec.structs.replace(request, **fields), "ana", candidates, game, now_ms=1000)


def test_the_organizer_takes_seat_0_and_all_invitations_leave_at_once():
    table = made(name="  Friday\nnight ")
    assert table.request.name == "Friday night"
    assert table.seats == ("ana", None, None, None)
    assert [(one.player, one.seat, one.sent_at_ms) for one in table.invitations] == [
        ("ben", 1, 1000), ("eva", 2, 1000), ("leo", 3, 1000),
    ]  # fmt: skip
    assert people(table) == {"ana", "ben", "eva", "leo"}


def test_an_open_table_waits_with_free_seats():
    table = made(mode="open", invite={})
    assert (table.seats, table.invitations) == (("ana", None, None, None), ())


@pytest.mark.parametrize("name", ["", "ab", " a  ", "x" * 41, "\u200b\u200b\u200b"])
def test_a_table_name_has_3_to_40_characters_after_cleaning(name):
    assert made(name=name) == Refusal("table_name_invalid")


@pytest.mark.parametrize("name", [" a b ", "x" * 40, "x" * 40 + "\u200b"])
def test_what_cleaning_removes_does_not_count_in_a_table_name(name):
    assert not isinstance(made(name=name), Refusal)


def test_unknown_and_house_banked_games_cannot_be_organized():
    assert made(game=None).error == "game_unknown"
    assert made(game=GameFacts(7, house_banked=True)).error == "game_unknown"


def test_the_games_own_refusal_of_options_is_passed_on():
    refusal = Refusal("options_invalid", {"target": 7})
    assert made(game=GameFacts(4, refusal=refusal)) == refusal


@pytest.mark.parametrize(
    ("fields", "seat"),
    [
        ({"invite": {0: "ben", 1: "eva", 2: "leo"}}, 0),
        ({"invite": {1: "ben", 2: "eva", 4: "leo"}}, 4),
        ({"bots": frozenset({9}), "stake": 0}, 9),
        ({"mode": "open", "invite": {3: "leo"}}, 3),
    ],
)
def test_seats_that_are_not_the_organizers_to_give_are_invalid(fields, seat):
    assert made(**fields) == Refusal("seat_invalid", {"seat": seat})


@pytest.mark.parametrize(
    ("invite", "refusal"),
    [
        ({1: "ben", 2: "ben", 3: "leo"}, Refusal("seat_duplicate", {"seat": 1})),
        ({1: "ben", 2: "ana", 3: "leo"}, Refusal("seat_self", {"seat": 2})),
        ({1: "ben", 2: "busy", 3: "leo"}, Refusal("player_not_online", {"seat": 2})),
        ({1: "ben", 2: "nobody", 3: "leo"}, Refusal("player_unknown", {"seat": 2})),
        ({1: "ben", 3: "leo"}, Refusal("seats_missing", {"seats": [2]})),
    ],
)
def test_each_fault_of_a_seat_has_its_code(invite, refusal):
    assert made(candidates=CANDIDATES | {"busy": Candidate("playing", seated=True)}, invite=invite) == refusal


@pytest.mark.parametrize("factor", CLOCK_FACTORS)
def test_a_table_without_a_stake_may_have_a_longer_clock(factor):
    for kind in ({}, {"mode": "open", "invite": {}, "bots": frozenset({1, 2, 3}), "timed": True}):
        assert made(stake=0, clock_factor=factor, **kind).request.clock_factor == factor


@pytest.mark.parametrize("factor", [-1, 0, 3, 11, 10**9])
def test_another_length_of_the_clock_is_refused(factor):
    assert made(stake=0, clock_factor=factor) == Refusal("clock_invalid", {"clock_factor": factor})


@pytest.mark.parametrize("kind", [{"stake": 500}, {"stake": 0, "bots": frozenset({1}), "timed": False}])
def test_neither_a_stake_nor_practice_without_a_clock_has_a_longer_one(kind):
    assert made(mode="open", invite={}, clock_factor=2, **kind) == Refusal("clock_invalid", {"clock_factor": 2})
    assert not isinstance(made(mode="open", invite={}, clock_factor=1, **kind), Refusal)


def test_faults_are_answered_in_the_order_of_the_rules():
    candidates = CANDIDATES | {"busy": Candidate("invited"), "ana": Candidate("invited", seated=True)}
    faults = {"name": "x", "game": None, "invite": {1: "ana", 2: "busy", 3: "busy", 4: "x"}}
    assert made(candidates=candidates, **faults).error == "already_seated"
    candidates["ana"] = FREE
    assert made(candidates=candidates, **faults).error == "table_name_invalid"
    assert made(candidates=candidates, **(faults | {"name": "good"})).error == "game_unknown"
    refused = {"candidates": candidates, "game": GameFacts(4, refusal=Refusal("options_invalid"))}
    assert made(**refused, invite=faults["invite"]).error == "options_invalid"
    assert made(candidates=candidates, invite=faults["invite"], clock_factor=2).error == "clock_invalid"
    assert made(candidates=candidates, invite=faults["invite"]).error == "seat_invalid"
    assert made(candidates=candidates, invite={1: "ana", 2: "busy", 3: "busy"}).error == "seat_duplicate"
    assert made(candidates=candidates, invite={1: "ana", 2: "busy", 3: "nobody"}).error == "seat_self"
    assert made(candidates=candidates, invite={1: "busy", 3: "nobody"}).error == "player_unknown"
    assert made(candidates=candidates, invite={1: "busy"}).error == "player_not_online"


def test_a_player_seated_elsewhere_cannot_organize():
    assert made(candidates=CANDIDATES | {"ana": Candidate("invited", seated=True)}).error == "already_seated"
    assert made(candidates={}).error == "player_unknown"


def test_money_and_age_are_asked_for_each_seat_after_everything_else():
    poor = Candidate("online", refusal=Refusal("insufficient_chips", {"seat": 3}))
    assert made(candidates=CANDIDATES | {"leo": poor}) == Refusal("insufficient_chips", {"seat": 3})
    assert made(candidates=CANDIDATES | {"ana": poor}, mode="open", invite={}) == Refusal(
        "insufficient_chips", {"seat": 3}
    )
    assert made(candidates=CANDIDATES | {"leo": poor}, invite={1: "ben", 3: "leo"}).error == "seats_missing"


def test_computer_players_sit_from_the_start_at_a_table_without_stake():
    table = made(stake=0, invite={2: "eva"}, bots=frozenset({1, 3}))
    assert table.seats == ("ana", "bot-1", None, "bot-3")
    assert [one.player for one in table.invitations] == ["eva"]
    assert people(table) == {"ana", "eva"}
    assert made(invite={2: "eva"}, bots=frozenset({1, 3})) == Refusal("stake_invalid", {"practice": True})
    assert made(stake=0, bots=frozenset({1})).error == "seat_duplicate"


def test_free_seats_of_an_open_practice_table_wait_for_people():
    assert made(mode="open", stake=0, invite={}, bots=frozenset({2})).seats == ("ana", None, "bot-2", None)


def test_a_table_full_of_computers_may_start_at_once():
    assert made(stake=0, invite={}, bots=frozenset({1, 2, 3})).filled_at_ms == 1000

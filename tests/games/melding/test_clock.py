"""Timeouts, the automatic turn and leaving (games/{buraco,mpirimpa}/RULES.md)."""

import pytest

from tests.games.melding.hands import Family, clocked, of_two_sides, split

pytestmark = of_two_sides
AUTO = {"on_timeout": "auto_turn"}


def test_a_timeout_is_waited_out_unless_the_operator_set_otherwise(family: Family) -> None:
    found = family.timeout(clocked("7c 8c"))
    assert (found["auto"], found["to_move"], found["phase"]) == ([], 0, "draw")
    assert found["timeouts"] == {"0": 1, "1": 0}


def test_only_periods_of_the_own_turn_run_out(family: Family) -> None:
    assert family.timeout(clocked("7c 8c"), seat=1)["error"] == "not_your_turn"


@pytest.mark.parametrize(
    ("hand", "data", "played"),
    [
        ("7c 8c", {}, ["draw", "9d"]),
        ("7c Ac", {"stock": split("2d Kc")}, ["draw", "Ac"]),
        ("8c Td Kh 9s", {"phase": "play"}, ["Kh"]),
        ("Kc Kd Ks Kh", {"phase": "play", "hands": [split("Kc Kd Ks Kh"), ["3c"]]}, ["Ks"]),
        ("3c 7c 4d", {"phase": "play"}, ["7c"]),
        ("2s 2d 2h", {"phase": "play"}, ["2d"]),
        ("2s 3d 2c", {"phase": "play"}, ["3d"]),
        ("7c 8c 9d", {"phase": "play", "drawn": "7c"}, ["7c"]),
        ("7c 8c 9d", {"phase": "play", "drawn": "5d"}, ["9d"]),
        ("7c 9d 2h", {"phase": "play", "drawn": "2h"}, ["9d"]),
        ("7c 9d 2h", {"phase": "play", "barred": "9d"}, ["7c"]),
        ("8d 8d", {"phase": "play", "barred": "8d"}, ["8d"]),
        ("2h 2c", {"phase": "play", "barred": "2c"}, ["2h"]),
    ],
)
def test_the_automatic_turn_draws_and_discards(family: Family, hand: str, data: dict, played: list[str]) -> None:
    assert family.auto(clocked(hand, **data)) == played


def test_an_automatic_turn_may_take_the_pot_or_close(family: Family) -> None:
    table = [[{"cards": split("5h 6h 7h 8h 9h Th Jh")}], []]
    pots = [split("3s 4s 5s"), []]
    found = family.timeout(clocked("8c", phase="play", table=table, pots=pots), options=AUTO)
    assert (found["pot"], found["hands"][0]) == (["indirect", "waiting"], split("3s 4s 5s"))
    found = family.timeout(clocked("8c", phase="play", table=table, pot_taken=[True, False]), options=AUTO)
    assert (found["hand_end"], found["closed_by"]) == ("closed", 0)


def test_the_fifth_timeout_removes_the_player_and_the_side_loses(family: Family) -> None:
    found = family.timeout(clocked("7c 8c", timeouts={"0": 3}))
    assert (found["match_end"], found["timeouts"]["0"]) == (None, 4)
    found = family.timeout(clocked("7c 8c", timeouts={"0": 4}), options=AUTO)
    assert (found["match_end"], found["winner_side"], found["removed"]) == ("forfeited", 1, [0])
    assert (found["phase"], found["to_move"]) == ("match_over", None)


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_leaving_loses_the_match_for_the_whole_side(family: Family, seat: int, winner: int) -> None:
    situation = clocked("7c", hands=[["7c"], ["8c"], ["9c"], ["Tc"]])
    found = family.applied(situation, {"seat": seat, "move": "leave"}, options={"seats": 4})
    assert (found["match_end"], found["winner_side"]) == ("forfeited", winner)


def test_before_every_seat_has_completed_a_turn_the_match_is_void(family: Family) -> None:
    begun = clocked("7c 8c", first_round_done=False, turned=[1])
    found = family.applied(begun, {"seat": 1, "move": "leave"})
    assert (found["match_end"], found["winner_side"]) == ("void", None)
    completed = family.applied(
        begun, {"seat": 0, "move": "draw"}, {"seat": 0, "move": "discard", "card": "7c"}, {"seat": 1, "move": "leave"}
    )
    assert (completed["match_end"], completed["winner_side"]) == ("forfeited", 0)


def test_leaving_a_match_that_is_over_is_refused(family: Family) -> None:
    over = clocked("7c", phase="match_over", to_move=None)
    assert family.applied(over, {"seat": 0, "move": "leave"})["error"] == "match_over"
    assert family.timeout(over)["error"] == "match_over"

"""A moment as plain data (games/baccarat/RULES.md §5)."""

from typing import Any

import pytest

from games import api
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games import seeded_matches
from tests.games.baccarat.tables import VARIANTS, bet, elapsed, game, held, moved, played, started

SEATS = (SeatRecord(),) * 7


def read(data: Any, **options: Any) -> Any:
    return conformance.situation("baccarat", options, data)


def write(state: Any) -> dict[str, Any]:
    return conformance.situation_data(Situation("baccarat", state, SEATS))


def test_a_moment_is_written_in_the_names_of_the_rules() -> None:
    state = elapsed(held(bet(started("Ac 9h Kc 2h Qd As 4h 3c"), 0, banker=300)), 3)
    data = write(state)
    assert {name: data[name] for name in ("phase", "round", "variant", "stakes", "done", "player", "banker")} == {
        "phase": "dealing",
        "round": 1,
        "variant": "commission",
        "stakes": {"0": {"banker": 300}},
        "done": [],
        "player": ["Kc", "Qd"],
        "banker": ["2h"],
    }
    assert (data["remaining"], data["last_round"], data["history"]) == (411, False, [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_moment_of_a_table_is_read_as_the_state_it_was(variant: str) -> None:
    frozen = {"shoe_packs": 1}
    case = seeded_matches.Case(game, f'{{"variant": "{variant}"}}', '{"shoe_packs": 1}')
    for step in seeded_matches.match(case, 1)[::3]:
        again = read(write(step.after), variant=variant, **frozen)
        assert isinstance(again, Situation), again
        assert again.state == step.after


def test_names_may_be_left_out() -> None:
    state = read({}).state
    assert state.phase == "idle" and game.next(state) == api.Decide(())
    state = read({"stakes": {"2": {"banker": 300}}, "done": [2, 4]}).state
    assert state.phase == "betting" and [seat for seat, guest in enumerate(state.guests) if guest] == [2, 4]
    state = moved(state, 2, "bet", stakes={"player": 100_000})
    assert elapsed(state).phase == "closed"


def test_a_round_can_be_read_from_its_cards() -> None:
    data = {"phase": "dealing", "stakes": {"0": {"banker": 300}}, "player": ["2c", "3d"], "banker": ["3s"]}
    state = read(data | {"remaining": 100, "history": ["banker", "dummy"]}).state
    assert game.view(state, 0).player == ("2c", "3d") and state.remaining == 100
    assert [each.winner for each in state.history] == ["banker", "dummy"]
    settled = read({**data, "phase": "settling", "banker": ["3s", "4s"], "player": ["6d", "Kc"], "bank": "pay"}).state
    assert game.next(settled) == api.Bank(1, "pay", {0: 585})


def test_a_round_of_the_history_can_be_read_as_it_was_dealt() -> None:
    dealt = conformance.calculations("baccarat")["deal_round"](cards=["Tc", "Ts", "Td", "Ks", "5h", "6h"])
    (entry,) = write(read({"history": [dealt]}).state)["history"]
    assert entry == {"winner": "banker", "totals": [5, 6], "player_pair": True, "six": 3}


def test_the_last_round_of_a_shoe_leads_to_a_new_one() -> None:
    state = read({"stakes": {"0": {"banker": 300}}, "remaining": 16, "last_round": True}).state
    assert played(state).phase == "shuffling"


DEALING = {"phase": "dealing", "stakes": {"0": {"banker": 300}}, "player": ["2c"]}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"phase": "betting"}, "phase"),
        ({"phase": "idle", "done": [0]}, "phase"),
        ({"phase": "dealing", "done": [0]}, "stakes"),
        ({"stakes": {"7": {"banker": 300}}}, "guests"),
        ({"stakes": {"0": {"dragon": 300}}}, "stakes"),
        ({"stakes": {"0": {"banker": 0}}}, "stakes"),
        ({"done": [9]}, "guests"),
        ({"variant": "fortune_six"}, "variant"),
        ({"round": 0}, "round"),
        ({"number": -1}, "number"),
        ({"bank": "pay", "done": [0]}, "bank"),
        ({"history": ["house"]}, "history"),
        (DEALING | {"player": ["2x"]}, "player"),
        (DEALING | {"banker": ["2x"]}, "banker"),
        (DEALING | {"player": ["2c", "3c"]}, "player"),
        (DEALING | {"player": ["9c", "Kc", "2c"], "banker": ["2s", "3s"]}, "player"),
        (DEALING | {"player": [], "banker": []}, "player"),
        ({"done": [0], "player": ["2c"]}, "player"),
        (DEALING | {"phase": "settling"}, "player"),
        (DEALING | {"remaining": 4}, "remaining"),
        (DEALING | {"remaining": 500}, "remaining"),
        ({"done": [0], "shoe": ["2c", "3c"]}, "shoe"),
        ({"done": [0], "shoe": ["2c"] * 416}, "shoe"),
        ({"removed": [7]}, "removed"),
        ({"nothing": 1}, "Object contains unknown field `nothing`"),
    ],
)
def test_what_contradicts_itself_is_refused_with_the_name(data: Any, name: str) -> None:
    assert read(data) == Refusal("situation_invalid", name)


def test_options_are_refused_first() -> None:
    found = read({"round": 0}, variant="dragon")
    assert isinstance(found, Refusal) and found.error == "options_invalid"

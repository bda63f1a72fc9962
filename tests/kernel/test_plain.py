"""The edge of calculations: which names are read, as what, and in which form answers come back."""

from typing import Annotated, Any

import pytest
from msgspec import Meta

from services.kernel.refusal import Refusal
from tests.conformance.edge import as_calculations

Pair = tuple[int, int]
Some = Annotated[list[Any], Meta(min_length=2)]


def echo(pair: Pair = (0, 0), some: Some | None = None, either: list[int] | dict[str, int] | None = None) -> Any:
    """Everything as it was read."""
    return {"read": {"pair": pair, "some": some, "either": either}}


def counted(chips: dict[int, int], winner: int = 0, more: int | None = 7) -> Any:
    """Chips by seat with one more for the winner, and how many each has got."""
    gained = {seat: int(seat == winner) for seat in chips}
    return {"chips": {seat: chips[seat] + gained[seat] for seat in chips}, "gained": gained, "more": more}


def refusing(code: str = "no") -> Any:
    """A refusal with a detail."""
    return Refusal(code, "why")


CALL = as_calculations((echo, counted, refusing), moment=("phase", "hands"))


@pytest.mark.parametrize("given", [[5, 7], {"0": 5, "1": 7}, {"1": 7, "0": 5}, {0: 5, 1: 7}])
def test_a_list_may_be_a_mapping_by_number(given: Any) -> None:
    assert CALL["echo"](pair=given)["read"]["pair"] == [5, 7]
    assert CALL["echo"](some=given)["read"]["some"] == [5, 7]


def test_a_number_that_is_left_out_of_a_pair_is_0() -> None:
    assert CALL["echo"](pair={"1": 7})["read"]["pair"] == [0, 7]
    assert CALL["echo"](pair={})["read"]["pair"] == [0, 0]


@pytest.mark.parametrize("given", [{"0": 5, "2": 7}, {"0": 5, "1": 7, "2": 9}, [5], {"x": 1}])
def test_numbers_that_are_too_many_are_no_pair(given: Any) -> None:
    assert CALL["echo"](pair=given) == {"error": "bad_parameters"}


def test_a_value_that_may_have_either_form_keeps_its_form() -> None:
    assert CALL["echo"](either={0: 5, 1: 7})["read"]["either"] == {"0": 5, "1": 7}
    assert CALL["echo"](either=[5])["read"]["either"] == [5]


def test_values_by_seat_come_back_in_their_own_form() -> None:
    by_number = {"chips": {"0": 5, "1": 8}, "gained": {"0": 0, "1": 1}, "more": 7}
    assert CALL["counted"](chips={"0": 5, "1": 7}, winner=1) == by_number
    assert CALL["counted"](chips={0: 5, 1: 7}, winner=1) == by_number
    assert CALL["counted"](chips=[5, 7], winner=1) == {"chips": [5, 8], "gained": [0, 1], "more": 7}


def test_null_is_left_out() -> None:
    assert CALL["counted"](chips=[1], winner=None, more=None) == CALL["counted"](chips=[1])
    assert CALL["counted"](chips=None)["error"] == "bad_parameters"


def test_names_of_the_moment_and_of_other_functions_are_ignored_and_no_others() -> None:
    assert CALL["counted"](chips=[1], phase="play", hands=[["7c"]], pair="anything") == CALL["counted"](chips=[1])
    assert CALL["counted"](chips=[1], nonsense=1) == {"error": "bad_parameters"}


def test_a_refusal_is_its_code_alone() -> None:
    assert CALL["refusing"]() == {"error": "no"}
    assert CALL["counted"]() == CALL["counted"](chips=["x"]) == {"error": "bad_parameters"}

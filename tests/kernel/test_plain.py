"""The plain edge of calculations: what is read, and as what."""

from typing import Annotated, Any

import pytest
from msgspec import Meta

from tests.conformance.plain_edge import calculation

Pair = tuple[int, int]
Some = Annotated[list[Any], Meta(min_length=2)]


@calculation
def echo(
    pair: Pair = (0, 0), some: Some | None = None, both: list[int] | dict[str, int] | None = None, keyed: Any = None
) -> Any:
    return {"pair": pair, "some": some, "both": both, "keyed": keyed}


@pytest.mark.parametrize("told", [[5, 7], {"0": 5, "1": 7}, {"1": 7, "0": 5}, {0: 5, 1: 7}])
def test_a_list_may_be_told_by_its_numbers(told: Any) -> None:
    assert echo(pair=told)["pair"] == [5, 7]
    assert echo(some=told)["some"] == [5, 7]


@pytest.mark.parametrize("told", [{"0": 5}, {"0": 5, "2": 7}, {"1": 5, "2": 7}, {"0": 5, "1": 7, "2": 9}, {}])
def test_numbers_that_miss_one_or_are_too_many_are_no_list(told: Any) -> None:
    assert echo(pair=told)["error"] == "bad_parameters"


def test_what_may_be_either_is_left_as_it_was_told() -> None:
    assert echo(both={0: 5, 1: 7})["both"] == {"0": 5, "1": 7}
    assert echo(keyed={"0": 5})["keyed"] == {"0": 5}
    assert echo(both=[5])["both"] == [5]

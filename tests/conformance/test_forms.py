"""Types that say how plain data are read and written: forms of a value, by seat, of a record."""

from typing import Annotated, Any

import msgspec
import pytest

from tests.conformance.forms import BySeat, Form, InvalidDataError, Match, Names, Record

SUITS = "cdhs"
Suit = Annotated[int, Form(str, lambda text: SUITS.index(text) if text in SUITS else None, SUITS.__getitem__)]
NAMES = Names(
    "Moment",
    [
        ("trump", Suit | None, False),
        ("laid", tuple[Suit, ...], False),
        ("hands", Annotated[tuple[Any, ...], BySeat(tuple[Suit, ...], ())], False),
        ("number", int, True),
    ],
)


class Play(msgspec.Struct):
    """A play of the engine."""

    seat: int
    suit: int = 0


def read(**data: Any) -> dict[str, Any]:
    return NAMES.read({"number": 1, **data}, Match(seats=3), nulls_left_out=True)


def test_values_are_read_in_the_engines_form_and_names_that_are_left_out_are_not_there() -> None:
    assert read(trump="d", laid=["c", "s"]) == {"number": 1, "trump": 1, "laid": (0, 3)}
    assert read(trump=None) == {"number": 1}


@pytest.mark.parametrize(
    "hands", [[["c"], ["d", "h"]], {"0": ["c"], "1": ["d", "h"]}, {1: ["d", "h"], 0: ["c"], 2: None}]
)
def test_what_is_by_seat_is_read_for_all_seats_of_the_match(hands: Any) -> None:
    assert read(hands=hands)["hands"] == ((0,), (1, 2), ())


@pytest.mark.parametrize("wrong", [{"trump": "x"}, {"laid": ["c", "x"]}, {"hands": {"3": ["c"]}}])
def test_a_value_that_cannot_be_is_refused_with_its_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidDataError, match=next(iter(wrong))):
        read(**wrong)


def test_values_are_written_as_plain_data_have_them() -> None:
    form = BySeat(tuple[Suit, ...], ())
    assert form.write(((0,), (1, 2))) == {"0": ["c"], "1": ["d", "h"]}
    assert BySeat(Suit, 0, 2, as_list=True).write((0, 3)) == ["c", "s"]


def test_a_record_has_the_fields_of_its_struct_some_in_another_form() -> None:
    form = Record(Play, suit=Suit)
    plain = msgspec.convert({"seat": 1, "suit": "h"}, form.plain)
    assert form.read("plays", plain, Match()) == Play(1, 2)
    assert form.read("plays", msgspec.convert({"seat": 1}, form.plain), Match()) == Play(1)
    assert form.write(Play(1, 2)) == {"seat": 1, "suit": "h"}

"""Equal things are equal bytes, whatever their keys and sets were made from."""

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.platform.process.json import decode, encode, encode_text, join_array


class Holder(msgspec.Struct, frozen=True):
    """With keys that are numbers, as seats are."""

    chips: dict[int, int] = {}
    seats: frozenset[int] = frozenset()
    words: dict[str, int] = {}


def test_keys_and_sets_come_in_a_fixed_order():
    for keys in itertools.permutations(["b", "a", "c"]):
        assert encode(dict.fromkeys(keys, 1)) == b'{"a":1,"b":1,"c":1}'
    assert encode({3, 1, 2}) == encode(frozenset([2, 3, 1])) == b"[1,2,3]"


def test_keys_that_are_numbers_are_text_on_the_wire_in_a_fixed_order():
    one = Holder(chips={2: 5, 0: 7}, seats=frozenset({1, 0}))
    two = Holder(chips={0: 7, 2: 5}, seats=frozenset({0, 1}))
    assert encode(one) == encode(two) == b'{"chips":{"0":7,"2":5},"seats":[0,1],"words":{}}'
    assert decode(encode(one), type=Holder) == one


def test_what_json_does_not_have_is_still_refused():
    with pytest.raises(TypeError):
        encode(object())


def test_raw_json_passes_as_it_is():
    assert encode([msgspec.Raw(b'{"z":1,"a":2}')]) == b'[{"z":1,"a":2}]'


@given(st.dictionaries(st.integers(-5, 50), st.integers()), st.frozensets(st.integers()))
def test_everything_comes_back(chips, seats):
    held = Holder(chips, seats)
    assert decode(encode_text(held), type=Holder) == held


def test_texts_join_to_an_array():
    assert join_array([]) == b"[]"
    assert decode(join_array([encode(1), encode({"a": 2})])) == [1, {"a": 2}]


def test_parts_that_are_json_already_are_equal_bytes_too() -> None:
    whole = {"a": {"y": 1, "x": [2]}, "b": {3: "c", 1: "d"}}
    parts = whole | {"a": msgspec.Raw(encode(whole["a"]))}
    assert encode(parts) == encode(whole)
    assert encode({"a": msgspec.Raw(encode([1]))}) == b'{"a":[1]}'

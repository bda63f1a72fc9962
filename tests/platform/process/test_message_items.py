"""A message with one item that cannot be read loses only that item."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.platform.process.json import Unreadable, read_items, read_raw_items


class Apple(msgspec.Struct, tag="apple"):
    weight: int


class Pear(msgspec.Struct, tag="pear"):
    weight: int


_KNOWN = Apple | Pear
_WHOLE: msgspec.json.Decoder[list[Apple | Pear]] = msgspec.json.Decoder(list[_KNOWN])
_SINGLE: msgspec.json.Decoder[Apple | Pear] = msgspec.json.Decoder(_KNOWN)
_PLUM = b'{"type":"plum","weight":3}'


def test_a_message_that_can_be_read_is_read() -> None:
    body = msgspec.json.encode([Apple(1), Pear(2)])
    assert read_items(body, _WHOLE, _SINGLE) == ([Apple(1), Pear(2)], [])


def test_an_unknown_kind_is_set_aside_as_it_came_and_the_others_are_read_in_order() -> None:
    body = b'[{"type":"apple","weight":1},' + _PLUM + b',{"type":"pear","weight":2}]'
    read, unreadable = read_items(body, _WHOLE, _SINGLE)
    assert read == [Apple(1), Pear(2)]
    assert [each.body for each in unreadable] == [_PLUM]
    assert "plum" in unreadable[0].reason


@pytest.mark.parametrize("body", [b"", b"{", b'{"a":1}', b'[{"type":"apple"', b"\xff\xfe", b"null"])
def test_what_is_no_list_is_one_unreadable_item(body: bytes) -> None:
    read, unreadable = read_items(body, _WHOLE, _SINGLE)
    assert read == []
    assert [each.body for each in unreadable] == [body]


def test_items_that_have_been_split_are_read_one_by_one() -> None:
    items = [msgspec.Raw(msgspec.json.encode(Apple(1))), msgspec.Raw(_PLUM)]
    read, unreadable = read_raw_items(items, _SINGLE)
    assert read == [Apple(1)]
    assert isinstance(unreadable[0], Unreadable)


@given(st.lists(st.sampled_from([b'{"type":"apple","weight":1}', _PLUM, b'"x"', b"5", b"[]"]), max_size=20))
def test_nothing_is_lost_whatever_is_mixed(items: list[bytes]) -> None:
    read, unreadable = read_items(b"[" + b",".join(items) + b"]", _WHOLE, _SINGLE)
    assert len(read) + len(unreadable) == len(items)
    assert [each.body for each in unreadable] == [item for item in items if b"apple" not in item]

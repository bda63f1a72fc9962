"""Every frame of a client is read or refused by name, whatever its bytes are."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.ws.connection.frames import NESTING_MAX, BadFrame, is_command_id, kind_of, pack, read, read_id
from gateway.ws.tables.table_frames import to_command
from services.contracts.client import frames
from services.contracts.tables import commands as tables
from services.kernel.ids import new_id
from services.platform.process.json import encode
from tests.gateway.fakes import unpack

MOVE = {"t": "move", "id": "m1", "table": "t", "match": "m", "number": 3, "move": {"cell": 4}}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_a_move_is_read() -> None:
    found = read(json.dumps(MOVE).encode())
    assert found == frames.MoveFrame(id="m1", table="t", match="m", number=3, move={"cell": 4})
    assert kind_of(found) == "move"


@pytest.mark.parametrize(
    ("payload", "error", "command_id"),
    [
        (b"", "bad_frame", None),
        (b"{", "bad_frame", None),
        (b"[]", "bad_frame", None),
        (b"null", "bad_frame", None),
        (b'{"t":"dance","id":"d1"}', "bad_frame", "d1"),
        (b'{"id":"x1"}', "bad_frame", "x1"),
        (b'{"t":"move","id":"m1"}', "bad_frame", "m1"),
        (json.dumps(MOVE | {"number": "3"}).encode(), "bad_frame", "m1"),
        (json.dumps(MOVE | {"more": 1}).encode(), "bad_frame", "m1"),
        (json.dumps(MOVE | {"move": []}).encode(), "bad_frame", "m1"),
        (json.dumps(MOVE | {"id": ""}).encode(), "bad_id", None),
        (json.dumps(MOVE | {"id": "x" * 65}).encode(), "bad_id", None),
        (json.dumps(MOVE | {"id": "a\nb"}).encode(), "bad_id", None),
        (json.dumps(MOVE | {"id": "ά"}).encode(), "bad_id", None),
        (json.dumps(MOVE | {"id": 7}).encode(), "bad_frame", None),
        (b'{"t":"move","id":"\\ud800","table":"t","match":"m","move":{}}', "bad_frame", None),
        (b'{"t":"beat","id":"\xff"}', "bad_frame", None),
        (
            b'{"t":"move","id":"m1","table":"t","match":"m","move":' + b'{"a":' * 2500 + b"1" + b"}" * 2501,
            "bad_frame",
            None,
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_id_if_it_has_one(
    payload: bytes, error: str, command_id: str | None
) -> None:
    found = read(payload)
    assert isinstance(found, BadFrame)
    assert (found.error, found.id) == (error, command_id)
    assert kind_of(found) == "bad"


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_no_bytes_make_reading_raise(payload: bytes) -> None:
    read(payload)
    read_id(payload)


@given(st.dictionaries(st.sampled_from(["t", "id", "table", "match", "number", "move", "x"]), json_values))
@settings(max_examples=200)
def test_no_json_makes_reading_raise(value: dict[str, object]) -> None:
    found = read(json.dumps(value).encode())
    if not isinstance(found, BadFrame):
        assert kind_of(found) == value["t"]


@given(st.sampled_from(["move", "say", "watch", "create_table", "hello", "beat", "choose"]), json_values)
@settings(max_examples=100)
def test_a_known_kind_with_any_field_is_read_or_refused(kind: str, value: object) -> None:
    read(json.dumps({"t": kind, "id": "i", "table": value, "token": value, "room": value}).encode())


@given(st.dictionaries(st.text(max_size=8), json_values, max_size=5), st.none() | st.integers())
@settings(max_examples=100)
def test_every_move_that_is_read_can_be_read_by_its_table(move: dict[str, object], number: int | None) -> None:
    found = read(json.dumps(MOVE | {"move": move, "number": number}).encode())
    if isinstance(found, frames.MoveFrame):
        command = to_command(found, "gateway.x", 1, "a", 2)
        assert msgspec.json.decode(encode([command]), type=list[tables.Command]) == [command]


@pytest.mark.parametrize("levels", [1, 31, 32, 33, 34, 100, 900])
@pytest.mark.parametrize("opening", ['{"a":', "["])
def test_a_move_has_a_bounded_number_of_levels(levels: int, opening: str) -> None:
    closing = "}" if opening.startswith("{") else "]"
    inner = opening * (levels - 1) + "1" + closing * (levels - 1)
    payload = b'{"t":"move","id":"m1","table":"t","match":"m","move":{"a":%s}}' % inner.encode()
    found = read(payload)
    if levels <= NESTING_MAX:
        assert isinstance(found, frames.MoveFrame)
    else:
        assert found == BadFrame("bad_frame", "nested too deeply", "m1")


def test_a_move_with_many_small_lists_is_not_deep() -> None:
    assert isinstance(
        read(json.dumps(MOVE | {"move": {"melds": [[[n]] for n in range(200)]}}).encode()), frames.MoveFrame
    )


def test_ids_are_one_to_sixty_four_printable_characters() -> None:
    assert is_command_id(new_id())
    assert is_command_id("x")
    assert is_command_id("x" * 64)
    assert not any(is_command_id(text) for text in ("", "x" * 65, "\x7f", "\x00", "é", "a\tb"))


def test_a_frame_is_packed_with_its_kind_first() -> None:
    opcode, payload, rest = unpack(pack(frames.BeatFrame(now_ms=5)))
    assert (opcode, payload, rest) == (1, b'{"t":"beat","now_ms":5}', b"")

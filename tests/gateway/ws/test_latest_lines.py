"""A client that is behind gets the newest state of each line, once, and nothing that grows with time."""

import json
import zlib
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.ws.connection.codec import pack_text
from gateway.ws.lists.latest_lines import LatestLines
from tests.gateway.fakes import unpack

IDS = st.sampled_from("abcd")


def players(*changed: tuple[str, int], gone: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"t": "players", "changed": [{"account": name, "elo": elo} for name, elo in changed], "gone": list(gone)}


def tables(*changed: tuple[str, str]) -> dict[str, Any]:
    return {"t": "tables", "changed": [{"table": table, "state": state} for table, state in changed], "gone": []}


def packed(*frames: dict[str, Any]) -> list[bytes]:
    return [pack_text(msgspec.json.encode(frame)) for frame in frames]


def read(frames: list[bytes] | None) -> list[dict[str, Any]]:
    assert frames is not None
    return [json.loads(unpack(frame)[1]) for frame in frames]


def test_of_each_line_the_newest_state_comes_once() -> None:
    latest = LatestLines()
    latest.add(1, packed(players(("a", 1), ("b", 1)), tables(("t", "filling"))))
    latest.add(2, packed(players(("a", 2)), players(gone=("b",)), tables(("t", "started"), ("u", "filling"))))
    latest.add(3, packed(players(("a", 3))))
    assert read(latest.since(1, False)) == [
        {"t": "players", "changed": [{"account": "a", "elo": 3}], "gone": ["b"]},
        tables(("t", "started"), ("u", "filling")),
    ]
    assert read(latest.since(3, False)) == [players(("a", 3))]
    assert latest.since(4, False) == []


def test_frames_that_are_no_lines_come_as_they_were_and_in_order() -> None:
    latest = LatestLines()
    said = [{"t": "chat", "line": {"id": number}, "changed": number} for number in range(3)]
    for number, frame in enumerate(said, start=1):
        latest.add(number, packed(frame))
    assert read(latest.since(2, False)) == said[1:]


def test_a_player_too_far_behind_needs_the_room_and_the_others_do_not() -> None:
    latest = LatestLines(lines_max=3)
    for number in range(1, 6):
        latest.add(number, packed(players((f"p{number}", 1))))
    assert len(latest) == 3
    assert latest.since(2, False) is None
    assert read(latest.since(3, False)) == [players(("p3", 1), ("p4", 1), ("p5", 1))]
    latest.clear()
    assert len(latest) == 0 and latest.since(1, False) == []


def test_long_lines_are_compressed_for_clients_that_agreed() -> None:
    latest = LatestLines()
    latest.add(1, packed(players(*((f"player-{number}", number) for number in range(500)))))
    (plain,), (deflated,) = latest.since(1, False) or [], latest.since(1, True) or []
    assert len(deflated) < len(plain) / 3
    assert zlib.decompressobj(-15).decompress(unpack(deflated)[1] + b"\x00\x00\xff\xff") == unpack(plain)[1]


def apply(state: dict[str, int], frames: list[dict[str, Any]]) -> dict[str, int]:
    now = dict(state)
    for frame in frames:
        now |= {line["account"]: line["elo"] for line in frame["changed"]}
        for name in frame["gone"]:
            now.pop(name, None)
    return now


@given(
    st.lists(st.tuples(st.lists(st.tuples(IDS, st.integers(0, 9)), max_size=3), st.lists(IDS, max_size=2)), max_size=9),
    st.integers(0, 9),
)
def test_a_player_that_catches_up_has_the_same_state_as_one_that_read_all(
    batches: list[tuple[list[tuple[str, int]], list[str]]], read_until: int
) -> None:
    frames = [players(*changed, gone=tuple(gone)) for changed, gone in batches]
    latest = LatestLines()
    for number, frame in enumerate(frames, start=1):
        latest.add(number, packed(frame))
    before = apply({}, frames[:read_until])
    assert apply(before, read(latest.since(read_until + 1, False))) == apply({}, frames)

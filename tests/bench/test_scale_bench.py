"""The pure parts of the scale bench: frames, bandwidth, shares and ratios."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.scale.crowd import Phase, phase, share_of, total
from bench.scale.scale_bench import Report, missed, socket_report
from bench.scale.thin_clients import Counts
from bench.scale.websocket import BEGINNING_BYTES, CLOSE, TEXT, Bandwidth, FrameReader, client_frame
from gateway.ws.connection.deflate import compressed, pack_parts, stored


def server_frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A frame as a server sends it, with the shortest form of its length."""
    length = len(payload)
    if length < 126:
        return bytes((0x80 | opcode, length)) + payload
    if length < 65_536:
        return bytes((0x80 | opcode, 126)) + length.to_bytes(2, "big") + payload
    return bytes((0x80 | opcode, 127)) + length.to_bytes(8, "big") + payload


@given(
    st.lists(st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536]), max_size=6),
    st.lists(st.integers(1, 5_000), min_size=1, max_size=8),
)
def test_frames_are_found_however_the_network_cuts_them(lengths: list[int], cuts: list[int]) -> None:
    payloads = [bytes([number]) * length for number, length in enumerate(lengths)]
    data = b"".join(map(server_frame, payloads))
    reader, found, at = FrameReader(), [], 0
    for cut in [*cuts, len(data)]:
        found += reader.feed(data[at : at + cut])
        at += cut
    assert found == [(TEXT, payload) for payload in payloads]


def test_a_closing_frame_keeps_its_code() -> None:
    assert FrameReader().feed(server_frame(b"\x03\xe8", CLOSE)) == [(CLOSE, b"\x03\xe8")]


def test_the_beginning_of_a_compressed_frame_is_read() -> None:
    room = b'{"t":"room","now_ms":1,"room":' + b"x" * 100_000
    ((opcode, payload),) = FrameReader().feed(pack_parts([stored(room[:20]), compressed(room[20:])]))
    assert (opcode, payload) == (TEXT, room[:BEGINNING_BYTES])


@pytest.mark.parametrize(
    ("length", "head"), [(125, b"\x81\xfd"), (126, b"\x81\xfe\x00\x7e"), (300, b"\x81\xfe\x01\x2c")]
)
def test_a_frame_of_a_client_is_masked_with_zeros(length: int, head: bytes) -> None:
    assert client_frame(bytes(length)) == head + bytes(4) + bytes(length)


def test_a_client_waits_until_it_may_read_again_and_saves_one_second_at_most() -> None:
    bandwidth = Bandwidth(1_000, now_s=0)
    assert bandwidth.wait_s(1_000, 0) == 0
    assert bandwidth.wait_s(500, 0) == 0.5
    assert bandwidth.wait_s(500, 0.5) == 0.5
    assert bandwidth.wait_s(1_500, 100) == 0.5


@given(st.integers(0, 500), st.integers(1, 5))
def test_every_client_is_in_one_process(clients: int, processes: int) -> None:
    assert sum(share_of(clients, processes, number) for number in range(processes)) == clients


def test_a_phase_counts_what_came_during_it_for_each_client_and_second() -> None:
    processes = [
        Counts(open=60, bytes_received=5_000, dropped=Counter(closed=1)),
        Counts(open=40, bytes_received=6_000, dropped=Counter(closed=1), refused=Counter(too_fast=2), commands_done=7),
    ]
    after = total(processes)
    assert (after.open, after.dropped, after.refused) == (100, {"closed": 2}, {"too_fast": 2})
    before = Counts(open=100, bytes_received=1_000, refused=Counter(too_fast=1), commands_done=2)
    found = phase(before, after, {"gateway": 1.0, "lobby": 0.5, "broker": 9.0}, entered_s=3.0, took_s=10.0)
    assert (found.bytes_per_client_s, found.cpu_us_per_client_s) == (10.0, 1_500.0)
    assert (found.commands_done, found.refused, found.cpu_share["broker"]) == (5, {"too_fast": 1}, 0.9)


def test_a_player_not_connected_at_the_end_was_dropped() -> None:
    few = Phase(1_000, 1.0, 200.0, 50.0, {}, 9, {}, 0)
    many = few._replace(sockets=19_990, bytes_per_client_s=220.0, cpu_us_per_client_s=70.0)
    report = socket_report(few, many, 20_000)
    assert report == Report(19_990, 10, 1.1, 1.4)
    assert missed(report) == ["dropped 10 > 0", "cpu_per_client_ratio 1.4 > 1.2"]


def test_a_move_that_is_lost_while_shards_are_added_misses_its_bar_and_what_was_not_measured_none() -> None:
    assert missed(Report(split_moves_lost=1)) == ["split_moves_lost 1 > 0"]
    assert missed(Report()) == []


def test_what_was_not_measured_misses_no_bar() -> None:
    assert missed(Report(5, 0, None, None)) == []
    assert missed(Report(5, 0, 1.0, 1.0, None, 1.21, 2.0)) == ["cost_ratio_10000_tables 1.21 > 1.2"]

"""The bare path plays real games: its figures would mean nothing if it did less than it says."""

import struct
from typing import Any

import pytest

from bench.moves.bare.amqp_channel import Channel
from bench.moves.bare.messages import Board, Command
from bench.moves.bare.system import BareSystem
from bench.moves.bare.worker import play
from bench.moves.cases import Case
from bench.moves.measuring import Times, measure_bare
from tests.support import loops
from tests.support.servers import PostgresServer, RabbitServer

CONNECTIONS = [1, 2]


def test_a_game_is_won_by_three_in_a_row_and_followed_by_the_next() -> None:
    tables: dict[str, Board] = {}
    for seat, cell in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
        board = play(tables, Command("t", seat, cell, CONNECTIONS))
    assert board is not None
    assert (board.over, board.version, board.cells[:3]) == (True, 5, [0, 0, 0])
    following = play(tables, Command("t", 0, 8, CONNECTIONS))
    assert following is not None
    assert (following.over, following.version, following.cells.count(None)) == (False, 6, 8)


def test_a_move_out_of_turn_or_on_a_taken_cell_is_not_made() -> None:
    tables: dict[str, Board] = {}
    assert play(tables, Command("t", 1, 0, CONNECTIONS)) is None
    assert play(tables, Command("t", 0, 0, CONNECTIONS)) is not None
    assert play(tables, Command("t", 1, 0, CONNECTIONS)) is None


class FakeConnection:
    frame_max = 4_096


def _delivery(tag: int, body: bytes, pieces: int) -> bytes:
    method = b"\x00\x3c\x00\x3c\x01c" + struct.pack(">QB", tag, 0) + b"\x00\x01q"
    header = struct.pack(">HHQH", 60, 0, len(body), 0)
    size = -(-len(body) // pieces)
    parts = [(1, method), (2, header), *((3, body[at : at + size]) for at in range(0, len(body), size))]
    return b"".join(struct.pack(">BHI", kind, 1, len(part)) + part + b"\xce" for kind, part in parts)


@pytest.mark.parametrize("step", [1, 7, 1_000])
def test_deliveries_are_put_together_however_they_arrive(step: int) -> None:
    async def receive() -> list[Any]:
        found: list[Any] = []
        channel = Channel(FakeConnection(), 1, lambda tag, body: found.append((tag, body)))
        data = _delivery(1, b"one", 1) + _delivery(2, b"x" * 300, 3)
        for start in range(0, len(data), step):
            channel.data_received(data[start : start + step])
        return found

    assert loops.run(receive()) == [(1, b"one"), (2, b"x" * 300)]


@pytest.mark.real
def test_players_at_the_bare_system_play_and_are_measured(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    with BareSystem(rabbit_server, postgres_server) as system:
        found = loops.run(measure_bare(system, Case("few", 3), Times(0.2, 0.5)))
    assert found.moves_per_s > 20
    assert 0 < found.p50_ms <= found.p99_ms < 10_000
    assert all(found.cpu_s_per_1k[role] >= 0 for role in ("gateway", "worker", "broker", "database", "other"))
    assert found.switches_per_move["gateway"] > 0


@pytest.mark.real
def test_every_case_is_played_at_new_tables(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> None:
    with BareSystem(rabbit_server, postgres_server) as system:
        for tables in (3, 1, 1, 1):
            found = loops.run(measure_bare(system, Case("some", tables), Times(0.1, 0.3)))
            assert found.moves_per_s > 0

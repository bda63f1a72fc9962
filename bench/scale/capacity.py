"""What players cost and what breaks first (`make capacity`): computed from measured figures, nothing is run.

`capacity_figures.json` has what was measured, with the machine and the date; `Assumptions` has what was not. A table of
1,000 … 1,000,000 players is printed, then a simulated storm of reconnections; the last line is JSON. What each column
means is in docs/CAPACITY.md.
"""

import math
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from bench.scale.storm import Storm, simulate
from services.platform.operations import console

PLAYERS = (1_000, 10_000, 100_000, 1_000_000)
FIGURES = Path(__file__).with_name("capacity_figures.json")
_MONTH_S = 30 * 86_400
_STORM_PLAYERS_MAX = 100_000


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was measured. Processor time of a move, in milliseconds, is that of a busy platform (`tables200`)."""

    machine: str
    date: str
    gateway_cpu_ms_per_move: float
    worker_cpu_ms_per_move: float
    broker_cpu_ms_per_move: float
    database_cpu_ms_per_move: float
    services_cpu_ms_per_move: float
    worker_kb_per_table: float
    journal_bytes_per_move: float
    """Rows of a match of tavli without the database's own overhead."""
    journal_compressed_bytes_per_move: float
    gateway_kb_per_socket: float
    """The bar of `make bench-lobby`: an upper bound."""


class Assumptions(msgspec.Struct, frozen=True, kw_only=True):
    """What was not measured."""

    seconds_per_move: float = 10.0
    """A player's own moves are so far apart."""
    players_per_table: float = 2.5
    busy_share: float = 0.6
    """So much of a core is used at the most."""
    wal_factor: float = 2.5
    """Bytes of write-ahead log for a byte of journal: headers, index, images of pages, other tables."""
    evening_share: float = 0.35
    """The mean number of players over a day, as a share of the peak."""
    game_families: int = 9
    shards_per_game: int = 8
    """An owner is one core at most, so a game has no more cores than shards."""
    largest_game_share: float = 0.4
    """The share of the players who play the most popular game."""
    connections_per_process: int = 10
    sockets_per_gateway: int = 10_000
    database_cores_max: float = 32.0
    database_wal_mb_per_s_max: float = 200.0
    broker_cores_max: float = 16.0
    database_connections_max: int = 600


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What a number of players at the same time needs at the peak."""

    players: int
    moves_per_s: float
    cores: dict[str, float]
    """By role, with `busy_share` in mind; not rounded up to whole processes."""
    memory_gb: float
    """Sockets in gateways and tables in workers."""
    wal_mb_per_s: float
    journal_tb_per_month: float
    archive_tb_per_month: float
    """The same journal, compressed."""
    gateways: int
    workers: int
    queues: int
    """Shard queues of tables and the queues of gateways and workers."""
    connections: int
    """To the database."""
    use_of_limits: dict[str, float]
    """Limit → how much of it is used; above 1 it is exceeded."""

    @property
    def breaks_first(self) -> str:
        """The limit that is used most."""
        return max(self.use_of_limits, key=lambda name: self.use_of_limits[name])


def read_figures() -> Figures:
    """The committed figures."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def cost(players: int, figures: Figures, assumed: Assumptions) -> Cost:
    """What so many players cost in one cell."""
    moves_per_s = players / assumed.seconds_per_move
    cores = {role: moves_per_s * ms / 1000 / assumed.busy_share for role, ms in _cpu_ms(figures).items()}
    tables = players / assumed.players_per_table
    memory_kb = players * figures.gateway_kb_per_socket + tables * figures.worker_kb_per_table
    gateways = max(2, math.ceil(cores["gateway"]), math.ceil(players / assumed.sockets_per_gateway))
    workers = max(2 * assumed.game_families, math.ceil(cores["worker"]))
    wal_bytes_per_s = moves_per_s * figures.journal_bytes_per_move * assumed.wal_factor
    services = 2 * 6 + math.ceil(cores["services"])
    connections = workers * (assumed.connections_per_process + 1) + services * assumed.connections_per_process
    largest_game_cores = cores["worker"] * assumed.largest_game_share
    moves_per_month = moves_per_s * assumed.evening_share * _MONTH_S
    return Cost(
        players=players,
        moves_per_s=moves_per_s,
        cores=cores,
        memory_gb=memory_kb / 1e6,
        wal_mb_per_s=wal_bytes_per_s / 1e6,
        journal_tb_per_month=moves_per_month * figures.journal_bytes_per_move / 1e12,
        archive_tb_per_month=moves_per_month * figures.journal_compressed_bytes_per_move / 1e12,
        gateways=gateways,
        workers=workers,
        queues=assumed.game_families * assumed.shards_per_game + gateways + workers,
        connections=connections,
        use_of_limits={
            "cores of the largest game's shards": largest_game_cores / assumed.shards_per_game,
            "cores of the database": cores["database"] / assumed.database_cores_max,
            "write-ahead log of the database": wal_bytes_per_s / 1e6 / assumed.database_wal_mb_per_s_max,
            "cores of the broker": cores["broker"] / assumed.broker_cores_max,
            "connections to the database": connections / assumed.database_connections_max,
        },
    )


def _cpu_ms(figures: Figures) -> Mapping[str, float]:
    return {
        "gateway": figures.gateway_cpu_ms_per_move,
        "worker": figures.worker_cpu_ms_per_move,
        "broker": figures.broker_cpu_ms_per_move,
        "database": figures.database_cpu_ms_per_move,
        "services": figures.services_cpu_ms_per_move,
    }


def main() -> int:
    """Print the table, the storms and a line of JSON."""
    figures, assumed = read_figures(), Assumptions()
    console.say(f"Computed from figures of {figures.date}, measured on: {figures.machine}")
    found = [cost(players, figures, assumed) for players in PLAYERS]
    for each in found:
        console.say(_line(each))
    storms = {}
    for each in found:
        if each.players <= _STORM_PLAYERS_MAX:
            storm = simulate(Storm(clients=each.players, gateways=each.gateways))
            storms[str(each.players)] = storm
            console.say(
                f"storm of {each.players:,}: everybody in after {storm.all_in_s:.0f} s, "
                f"half after {storm.half_in_s:.0f} s, {storm.refused:,} attempts refused, "
                f"at most {storm.attempts_per_s_max:,} attempts a second"
            )
    rows = [msgspec.to_builtins(each) | {"breaks_first": each.breaks_first} for each in found]
    console.say_json({"figures": msgspec.to_builtins(figures), "costs": rows, "storms": msgspec.to_builtins(storms)})
    return 0


def _line(each: Cost) -> str:
    return (
        f"{each.players:>9,} players: {each.moves_per_s:>7,.0f} moves/s, {sum(each.cores.values()):>6,.1f} cores, "
        f"{each.memory_gb:>6,.1f} GB, WAL {each.wal_mb_per_s:>5,.1f} MB/s, "
        f"journal {each.journal_tb_per_month:.2f} TB a month ({each.archive_tb_per_month:.2f} compressed), "
        f"{each.queues} queues, {each.connections:,} connections; "
        f"first limit: {each.breaks_first} ({each.use_of_limits[each.breaks_first]:.0%})"
    )


if __name__ == "__main__":
    sys.exit(main())

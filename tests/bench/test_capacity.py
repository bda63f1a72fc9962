"""What players cost is computed as docs/CAPACITY.md says, and the storm of reconnections follows the client's waits."""

import pytest

from bench.scale.capacity import PLAYERS, Assumptions, Figures, cost, read_figures
from bench.scale.storm import Storm, backoff_s, simulate

FIGURES = Figures(
    machine="none",
    date="never",
    gateway_cpu_ms_per_move=0.1,
    worker_cpu_ms_per_move=0.3,
    broker_cpu_ms_per_move=0.1,
    database_cpu_ms_per_move=0.2,
    services_cpu_ms_per_move=0.1,
    worker_kb_per_table=15,
    journal_bytes_per_move=400,
    journal_compressed_bytes_per_move=40,
    gateway_kb_per_socket=200,
)
ASSUMED = Assumptions(seconds_per_move=10, players_per_table=2.5, busy_share=0.5, wal_factor=2, evening_share=0.5)


def test_ten_thousand_players_cost_what_was_worked_out_by_hand() -> None:
    found = cost(10_000, FIGURES, ASSUMED)
    assert found.moves_per_s == 1_000
    assert found.cores == pytest.approx(
        {"gateway": 0.2, "worker": 0.6, "broker": 0.2, "database": 0.4, "services": 0.2}
    )
    assert found.memory_gb == pytest.approx(10_000 * 200e-6 + 4_000 * 15e-6)
    assert found.wal_mb_per_s == pytest.approx(0.8)
    assert found.journal_tb_per_month == pytest.approx(1_000 * 0.5 * 2_592_000 * 400 / 1e12)
    assert found.archive_tb_per_month == pytest.approx(found.journal_tb_per_month / 10)
    assert (found.gateways, found.workers, found.queues) == (2, 18, 72 + 2 + 18)
    assert found.connections == 18 * 11 + 13 * 10


def test_the_limit_that_is_used_most_breaks_first() -> None:
    small = cost(10_000, FIGURES, ASSUMED)
    assert small.breaks_first == "connections to the database"
    large = cost(1_000_000, FIGURES, ASSUMED)
    assert large.use_of_limits["cores of the largest game's shards"] == pytest.approx(60 * 0.4 / 8)
    assert large.breaks_first == "cores of the largest game's shards"


def test_cost_for_each_player_is_the_same_for_a_thousand_and_a_million() -> None:
    few, *_, many = (cost(players, read_figures(), Assumptions()) for players in PLAYERS)
    assert sum(many.cores.values()) / sum(few.cores.values()) == pytest.approx(many.players / few.players)


@pytest.mark.parametrize(
    ("attempt", "chance", "seconds"), [(0, 0, 0.2), (0, 1, 0.4), (3, 0, 1.6), (3, 0.5, 2.4), (6, 1, 15), (50, 1, 15)]
)
def test_clients_wait_as_the_web_client_does(attempt: int, chance: float, seconds: float) -> None:
    assert backoff_s(attempt, chance) == pytest.approx(seconds)


def test_a_few_clients_are_in_after_their_first_wait() -> None:
    found = simulate(Storm(clients=20, login_share=0))
    assert found.refused == 0 and 0.2 <= found.half_in_s <= found.all_in_s <= 0.4


def test_a_gateway_takes_no_more_than_its_bucket_gives() -> None:
    found = simulate(Storm(clients=1_000, sockets_per_s=50, sockets_burst=50, login_share=0))
    assert found.all_in_s >= (1_000 - 50) / 50
    assert found.refused > 0


def test_logins_are_served_in_turns_of_the_queues_places() -> None:
    found = simulate(Storm(clients=8, login_share=1, logins_at_once=4, login_s=1.0))
    assert 2.2 <= found.all_in_s <= 2.4 and found.logins_waiting_most == 4 and found.refused == 0


def test_a_full_login_queue_refuses_and_no_login_is_lost() -> None:
    found = simulate(Storm(clients=50, login_share=1, logins_at_once=1, logins_waiting_max=5, login_s=0.1))
    assert found.refused > 0 and found.logins_waiting_most == 5
    assert found.all_in_s >= 0.2 + 50 * 0.1


def test_twice_as_many_gateways_take_the_same_storm_sooner() -> None:
    one, two = (simulate(Storm(clients=4_000, gateways=count, login_share=0)) for count in (1, 2))
    assert two.all_in_s < one.all_in_s

"""The six faults that hurt most, once each, while six tables play for stakes and a competition goes on.

`make chaos` has more kinds and goes on for as long as asked.
"""

import pytest

from bench.faults.chaos import parser, play
from tests.support.server import in_memory
from tests.support.servers import PostgresServer, RabbitServer, find_postgres, find_rabbitmq

pytestmark = [pytest.mark.real, pytest.mark.long]

FAULTS = ("kill_worker", "kill_gateway", "kill_wallet", "kill_tournaments", "restart_broker", "restart_database")
MOVES = 300


@pytest.mark.timeout(900)
def test_whatever_dies_no_move_no_chip_and_no_rating_is_lost_or_doubled() -> None:
    if find_rabbitmq() is None or find_postgres() is None:
        pytest.skip("RabbitMQ or PostgreSQL is not installed (Debian: rabbitmq-server, postgresql)")
    wanted = ["--seed", "1", "--faults", str(len(FAULTS)), "--tables", "6", "--calm", "0.3", "0.6"]
    wanted += ["--moves", str(MOVES), "--contestants", "4", "--contest-games", "4"]
    wanted += ["--contest-opens-s", "10", "--contest-s", "25"]  # so most faults meet it while it runs
    wanted += ["--only", *FAULTS]
    args = parser().parse_args(wanted)
    with RabbitServer(in_memory()) as rabbit, PostgresServer(in_memory()) as postgres:
        told, faults = play(rabbit, postgres, args)
    assert faults == []
    assert (told.moves_lost, told.double_effects, told.ledger_sum, told.open_escrows) == (0, 0, 0, 0)
    assert told.moves_acked >= MOVES
    assert told.kills == len(FAULTS)

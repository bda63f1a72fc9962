"""Each kind of fault once, while twenty tables play for stakes on real servers."""

import pytest

from tests.load.chaos import parser, play
from tests.load.schedule import KINDS
from tests.support.servers import PostgresServer, RabbitServer, find_postgres, find_rabbitmq

pytestmark = pytest.mark.real


@pytest.mark.timeout(300)
def test_whatever_dies_no_move_no_chip_and_no_rating_is_lost_or_doubled() -> None:
    if find_rabbitmq() is None or find_postgres() is None:
        pytest.skip("RabbitMQ or PostgreSQL is not installed (Debian: rabbitmq-server, postgresql)")
    args = parser().parse_args(["--seed", "1", "--faults", str(len(KINDS)), "--tables", "20", "--calm", "0.5", "1"])
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        told, faults = play(rabbit, postgres, args)
    assert faults == []
    assert (told.moves_lost, told.double_effects, told.ledger_sum, told.open_escrows) == (0, 0, 0, 0)
    assert told.moves_acked > 500
    assert told.kills == len(KINDS) - 2

"""A red card and a block on the whole platform: everything that follows happens, and how soon is printed."""

from collections.abc import Iterator

import pytest

from tests.load.platform import Platform
from tests.load.sanction_bench import measure, measured_platform
from tests.support.server import in_memory
from tests.support.servers import PostgresServer, RabbitServer, find_postgres, find_rabbitmq

pytestmark = [pytest.mark.real, pytest.mark.long]

EVERYWHERE = {"socket_closed", "disqualified", "excluded_from_prizes"}


@pytest.fixture
def platform() -> Iterator[Platform]:
    if find_rabbitmq() is None or find_postgres() is None:
        pytest.skip("RabbitMQ or PostgreSQL is not installed (Debian: rabbitmq-server, postgresql)")
    with (
        RabbitServer(in_memory()) as rabbit,
        PostgresServer(in_memory()) as postgres,
        measured_platform(rabbit, postgres) as platform,
    ):
        yield platform


@pytest.mark.timeout(900)
def test_sanctions_take_effect_wherever_the_player_is(platform: Platform) -> None:
    report = measure(platform, rounds=1)
    print(report)
    assert set(report.red_card) == EVERYWHERE | {"match_ended"}
    assert set(report.block) == EVERYWHERE | {"invitation_withdrawn", "table_closed", "chips_frozen"}
    assert all(delay_ms > 0 for found in (report.red_card, report.block) for (delay_ms,) in found.values())

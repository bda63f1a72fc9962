"""A red card and a block on the whole platform: everything that follows happens, and how soon is printed."""

from collections.abc import Iterator

import pytest

from bench.processes.whole_platform import Platform
from bench.services.sanction_bench import measure, measured_platform
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.real, pytest.mark.long]

EVERYWHERE = {"socket_closed", "disqualified", "excluded_from_prizes"}


@pytest.fixture
def platform(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> Iterator[Platform]:
    with measured_platform(rabbit_server, postgres_server) as platform:
        yield platform


@pytest.mark.timeout(900)
def test_sanctions_take_effect_wherever_the_player_is(platform: Platform) -> None:
    report = measure(platform, rounds=1)
    assert set(report.red_card) == EVERYWHERE | {"match_ended"}
    assert set(report.block) == EVERYWHERE | {"invitation_withdrawn", "table_closed", "chips_frozen"}
    assert all(delay_ms > 0 for found in (report.red_card, report.block) for (delay_ms,) in found.values())

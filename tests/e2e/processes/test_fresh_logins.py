"""On real servers, with a process for each service: the end of a session reaches that session and no other."""

import pytest

from bench.processes.whole_platform import Platform
from bench.services.fresh_logins import AT_ONCE, SERVICES, SETTINGS, log_in_often
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.real, pytest.mark.long]

TIMES = 20 * AT_ONCE


def test_no_fresh_login_gets_the_end_of_the_session_before(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    with Platform(
        rabbit_server, postgres_server, workers=0, gateways=2, services=SERVICES, settings=SETTINGS
    ) as platform:
        assert log_in_often(platform, TIMES) == {"new: none": TIMES, "old: session_replaced": TIMES}

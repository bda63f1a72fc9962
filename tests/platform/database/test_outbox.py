"""What a dead process left in the outbox, and what could not be relayed at first (scenes_outbox.py)."""

import uuid
from collections.abc import Iterator

import pytest

from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = pytest.mark.real


@pytest.fixture
def green(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> Iterator[Green]:
    name = f"test_{uuid.uuid4().hex[:16]}"
    url = postgres_server.create_database(name)
    make_schema(url, "wallet")
    with Green("tests.platform.database.scenes_outbox", broker_url=rabbit_server.create_vhost(name)) as running:
        running.call("start", url=url)
        yield running
    rabbit_server.delete_vhost(name)
    postgres_server.drop_database(name)


def test_what_a_dead_process_left_goes_out_as_soon_as_its_death_is_known(green: Green) -> None:
    """The slow look, which would find it too, comes in an hour here."""
    green.call("leave", routing_key="heard")
    assert green.call("rows") == 1
    green.call("look")
    assert green.call("wait_for_none")


def test_an_unrouted_message_is_offered_again_until_a_queue_takes_it(green: Green) -> None:
    green.call("leave", routing_key="late")
    green.call("look")
    green.call("declare", queue="late")
    assert green.call("wait_for_none")


def test_what_was_relayed_is_kept_and_relayed_again_when_an_operator_recovers(green: Green) -> None:
    green.call("leave", routing_key="heard")
    green.call("look")
    assert green.call("wait_for_none")
    assert (green.call("rows"), green.call("waiting", queue="heard")) == (1, 1)
    assert green.call("recover", since_s=-60) == 1
    green.call("look")
    assert green.call("wait_for_none")
    assert green.call("waiting", queue="heard") == 2


def test_recovering_takes_only_rows_relayed_since_then(green: Green) -> None:
    green.call("leave", routing_key="heard")
    green.call("look")
    assert green.call("wait_for_none")
    assert green.call("recover", since_s=60) == 0


def test_rows_that_were_kept_long_enough_go(green: Green) -> None:
    green.call("leave", routing_key="heard")
    green.call("look")
    assert green.call("wait_for_none")
    assert green.call("rows") == 1
    green.call("keep", hours=0.0)
    green.call("look")
    assert green.call("wait_for_no_rows")

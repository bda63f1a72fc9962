"""A connection at which a write has failed is not made anew behind its reader's back."""

from collections.abc import Iterator

import pytest
from kombu import Connection

from services.platform.broker import embedded
from services.platform.broker.lost_connections import keep_lost
from services.platform.process.settings import EMBEDDED_BROKER_URL


@pytest.fixture
def connection(rabbit_url: str) -> Iterator[Connection]:
    found = Connection(rabbit_url, heartbeat=60).ensure_connection(max_retries=1)
    keep_lost(found)
    yield found
    found.collect()


@pytest.mark.real
def test_a_connection_that_lives_is_read_and_beats(connection: Connection) -> None:
    connection.heartbeat_check()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)


@pytest.mark.real
@pytest.mark.parametrize("look", ["drain_events", "heartbeat_check"])
def test_one_that_was_lost_while_writing_says_so_to_its_reader(connection: Connection, look: str) -> None:
    before = connection._connection
    before.transport.connected = False  # as a write leaves it that finds nobody
    with pytest.raises(connection.connection_errors):
        getattr(connection, look)()
    assert connection._connection is before


def test_the_broker_in_the_process_is_left_as_it_is() -> None:
    embedded.register()
    connection = Connection(EMBEDDED_BROKER_URL)
    keep_lost(connection)
    assert "drain_events" not in vars(connection)
    connection.collect()

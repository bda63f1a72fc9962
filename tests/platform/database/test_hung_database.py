"""A database that hangs, without refusing anything, holds nobody for ever (scenes_hung_database.py)."""

import uuid
from collections.abc import Iterator

import pytest

from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green
from tests.platform.proxy import Proxy
from tests.support.servers import PostgresServer

pytestmark = pytest.mark.real


@pytest.fixture
def proxy(postgres_server: PostgresServer) -> Iterator[Proxy]:
    name = f"test_{uuid.uuid4().hex[:16]}"
    url = postgres_server.create_database(name)
    make_schema(url, "wallet")
    with Proxy(url) as found:
        yield found
    postgres_server.drop_database(name)


def test_a_question_to_a_hung_database_fails_and_the_next_one_is_answered_by_a_new_connection(proxy: Proxy) -> None:
    with Green("tests.platform.database.scenes_hung_database", broker_url="embedded://localhost/") as green:
        green.call("start", url=proxy.url)
        proxy.hold()
        assert green.call("ask_for_s") < 10
        proxy.mend()
        assert green.call("ask") == 1


def test_the_server_ends_a_transaction_of_a_hung_process(proxy: Proxy) -> None:
    with Green("tests.platform.database.scenes_hung_database", broker_url="embedded://localhost/") as green:
        green.call("start", url=proxy.url)
        assert green.call("setting", name="idle_in_transaction_session_timeout") == "30s"
        assert green.call("setting", name="statement_timeout") == "10s"

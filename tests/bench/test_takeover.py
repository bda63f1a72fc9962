"""The bench of a take-over takes over every table that it has made, and its move is committed."""

import pytest

from bench.moves.takeover import take_over
from tests.support.servers import PostgresServer


@pytest.mark.real
def test_all_tables_are_taken_over_and_the_first_move_is_committed(postgres_server: PostgresServer) -> None:
    found = take_over(postgres_server.create_database("takeover_bench"), 40)
    assert found.tables == 40 and found.takeover_s > 0

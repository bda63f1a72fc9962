"""Each command for a table has its route."""

from typing import get_args

import pytest

from services.contracts.tables import commands
from services.tables.worker.cycle.routes import ROUTES

TO_TABLES = [each for each in get_args(commands.Command) if issubclass(each, commands.ToTable)]


@pytest.mark.parametrize("command", TO_TABLES, ids=lambda each: each.__name__)
def test_each_command_for_a_table_has_a_route(command: type) -> None:
    assert command in ROUTES


def test_nothing_else_has_one() -> None:
    assert ROUTES.keys() == set(TO_TABLES)

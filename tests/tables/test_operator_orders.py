"""Orders of operators from the console reach the table's owner (services/tables/RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.moderation import orders
from services.platform.process.json import decode
from services.tables import operator_orders as operator
from tests.tables.support.desk import Desk

REASON = "the server counted wrong"
TABLE = "table-1@tictactoe"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open(TABLE, stake=200).begin()
    return desk


def order(desk: Desk, operation: Any) -> list[tuple[str, Any]]:
    """What a transaction sends for an order: (queue or topic, body)."""
    placed = orders.OrderPlaced(order="o", by="olga", reason=REASON, operation=operation)
    with desk.database.work() as work:
        operator.orders_placed(work, [placed])
        return [(row.routing_key, decode(row.body)) for row in work._rows]


def test_an_annulment_goes_to_the_queue_of_the_tables_owner(desk: Desk) -> None:
    (queue, sent), (topic, told) = order(desk, orders.AnnulMatch(table=TABLE))
    assert "tictactoe" in queue
    assert (sent[:2], sent[-3:]) == (["annul", TABLE], [REASON, "olga", False])
    assert topic == "orders.order_answered" and told[3]["error"] is None


@pytest.mark.parametrize(
    ("operation", "error"),
    [
        (orders.AnnulMatch(table="unknown"), "table_unknown"),
        (orders.AnnulRound(table=TABLE, number=1), "not_house_banked"),
    ],
)
def test_what_cannot_be_annulled_is_refused_and_sends_nothing(desk: Desk, operation: Any, error: str) -> None:
    ((topic, told),) = order(desk, operation)
    assert (topic, told[3]["error"]) == ("orders.order_answered", error)

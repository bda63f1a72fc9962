"""Names of queues that have a cell's id in them."""

import pytest
from pamqp import commands

from services.platform.broker import names


@pytest.mark.parametrize("cell", ["", "eu1"])
def test_the_queue_of_a_gateway_has_a_name_that_amqp_allows(cell: str) -> None:
    queue = names.gateway_queue(cell, "0a1b2c3d4e5f")
    assert commands.Queue.Declare(queue=queue).queue == queue
    assert queue.startswith("gateway.")
    assert cell in queue

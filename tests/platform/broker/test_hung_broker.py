"""A broker that hangs, or takes nothing because its disk is full, holds no caller for ever (scenes_hung_broker.py)."""

import pytest

from tests.platform.eventlet_process import Green
from tests.platform.proxy import Proxy

pytestmark = pytest.mark.real

MANY = 16
LONGEST_S = 30.0
"""The limit of a call is 2 s; a machine that is busy may add to that."""


def test_a_caller_is_refused_in_time_when_the_broker_takes_nothing_any_more(rabbit_url: str) -> None:
    with Proxy(rabbit_url) as wire, Green("tests.platform.broker.scenes_hung_broker") as green:
        green.call("start", url=wire.url)
        wire.hold()
        took_s = green.call("ask_many", count=MANY)
        assert len(took_s) == MANY
        assert max(took_s) < LONGEST_S

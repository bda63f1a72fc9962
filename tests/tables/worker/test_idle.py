"""Tables at which nobody does anything cost a worker nothing: one heap knows what falls due next."""

import sys
from types import FrameType
from typing import Any

from tests.tables.support.desk import Desk


def calls_of_a_turn(desk: Desk) -> int:
    """How many functions are called while the worker looks around."""
    count = 0

    def called(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        desk.turn()
    finally:
        sys.setprofile(None)
    return count


def test_a_turn_in_which_nothing_happens_looks_at_no_table() -> None:
    desk, calls = Desk(), []
    for number in range(60):
        desk.open(f"table-{number}").begin()
        if number in (0, 59):
            desk.turn()
            calls.append(calls_of_a_turn(desk))
    assert calls[0] == calls[1]

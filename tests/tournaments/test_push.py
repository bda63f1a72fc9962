"""Frames about competitions go by the keys of who needs them, and what cannot be sent is counted."""

from collections.abc import Callable

import pytest
from prometheus_client import REGISTRY

from services.contracts.client.frames import CompetitionsFrame
from services.platform.broker.link import BrokerDown
from services.tournaments.push import Pusher

FRAME = CompetitionsFrame(changed=[])


def count(name: str) -> float:
    return REGISTRY.get_sample_value(f"kafeneio_tournaments_{name}_total") or 0.0


def read(_ids: list[str]) -> list[tuple[list[str] | None, CompetitionsFrame]]:
    return [(None, FRAME)]


def pusher(publish: Callable[..., None]) -> Pusher:
    return Pusher(publish, 0.0, lambda _accounts: {"ana": "gateway.1"})


def test_changes_go_to_all_gateways_and_notices_to_the_gateways_of_their_accounts() -> None:
    keys: list[str] = []
    made = pusher(lambda _body, _exchange, key: keys.append(key))
    before = count("pushes")
    made.frame(["ana"], FRAME)
    made.frame(["ben"], FRAME)
    made.changed("cup")
    made.turn(read)
    assert keys == ["gateway.1", "all"]
    assert count("pushes") - before == 3


def test_what_a_broker_that_is_away_does_not_take_is_counted_as_dropped() -> None:
    def publish(*_args: object) -> None:
        raise BrokerDown("away")

    made = pusher(publish)
    before = count("pushes_dropped")
    made.frame(["ana"], FRAME)
    made.turn(read)
    assert count("pushes_dropped") - before == 1


def test_frames_beyond_the_limit_are_counted_as_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.tournaments.push._FRAMES_MAX", 1)
    made = pusher(lambda *_args: None)
    before = count("pushes_dropped")
    made.frame(["ana"], FRAME)
    made.frame(["ana"], FRAME)
    assert count("pushes_dropped") - before == 1

"""A lobby with a key of its own, and a courier whose steps the test takes."""

import itertools
import time
from collections.abc import Callable
from typing import Any

from services.contracts.base import Request
from services.contracts.lobby.people import push as contract
from services.contracts.lobby.people.push import PushChoices, QuietHours
from services.lobby.push import browsers, notices
from services.lobby.push.courier import Courier
from services.lobby.push.encryption import Signer, make_key_pair
from services.platform.outbound.door import Door
from tests.lobby.local_lobby import Here, LocalLobby
from tests.support.push_service import HOST, PushService, Subscriber

KEYS = make_key_pair()
NEVER_QUIET = QuietHours(from_minute=0, to_minute=0, zone="UTC")
_USE_CASES: dict[type[Request[Any]], Callable[..., Any]] = {
    contract.GetPushChoices: browsers.get_choices,
    contract.SetPushChoices: browsers.set_choices,
    contract.AddPushBrowser: browsers.add_browser,
    contract.DropPushBrowser: browsers.drop_browser,
    contract.RenewPushBrowser: browsers.renew_browser,
    contract.NoteTurn: notices.note_turn,
    contract.EndTurn: notices.end_turn,
}


def ask(lobby: LocalLobby, request: Request[Any]) -> Any:
    return lobby.ports.run(_USE_CASES[type(request)], request)


class Pushed:
    """A lobby whose browsers are of one service."""

    def __init__(self, lobby: LocalLobby, service: PushService, **settings: Any) -> None:
        self.lobby, self.service = lobby, service
        lobby.set(**({"push_key": KEYS.private, "push_own_hosts": [HOST]} | settings))
        self.subscribers: dict[str, Subscriber] = {}
        self._numbers = itertools.count(1)

    def add(self, who: Here, name: str = "", device: str = "", quiet: QuietHours | None = NEVER_QUIET) -> str:
        """Notify a browser of a player; returns its endpoint."""
        subscriber = Subscriber()
        endpoint = self.service.endpoint(name or f"b{next(self._numbers)}")
        self.subscribers[endpoint.partition(str(self.service.port))[2]] = subscriber
        added = self.try_to_add(who, endpoint, subscriber, device)
        assert isinstance(added, PushChoices), added
        if quiet is not None:
            choose = contract.SetPushChoices(account=who.account, kinds=added.kinds, quiet=quiet)
            assert isinstance(ask(self.lobby, choose), PushChoices)
        return endpoint

    def try_to_add(self, who: Here, endpoint: str, subscriber: Subscriber, device: str = "", zone: str = "UTC") -> Any:
        return ask(
            self.lobby,
            contract.AddPushBrowser(
                account=who.account,
                device=device,
                endpoint=endpoint,
                p256dh=subscriber.p256dh,
                auth=subscriber.auth,
                zone=zone,
            ),
        )

    def browsers(self, who: Here) -> int:
        found: PushChoices = ask(self.lobby, contract.GetPushChoices(account=who.account))
        return found.browsers

    def texts(self) -> list[dict[str, Any]]:
        """What the browsers have read since the last look, by the order of its coming."""
        taken, self.service.taken = self.service.taken, []
        return [self.subscribers[each.path].read(each.body) for each in taken]

    def sent(self) -> list[dict[str, Any]]:
        """Send everything that is due now, and return what the browsers have read."""
        courier = self.courier()
        courier.start()
        try:
            until_s = time.monotonic() + 20
            while time.monotonic() < until_s and not courier.is_idle():
                time.sleep(0.005)
        finally:
            courier.stop()
        return self.texts()

    def courier(self, workers: int = 8, timeout_s: float = 5.0) -> Courier:
        door = Door(frozenset({HOST}), timeout_s, lambda _host, _port: ["127.0.0.1"], self.service.trusted())
        return Courier(self.lobby.ports, door, Signer(KEYS.private, "mailto:a@example.org"), workers)

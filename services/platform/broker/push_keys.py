"""Routing keys of pushes: a push goes only to the gateways that have somebody who needs it.

Pushes are published to a fanout exchange, which passes them on, key and all, to a topic exchange where gateways bind
what they need (`names.PUSH_ROUTES_EXCHANGE`). Gateways of the release before are bound to the fanout exchange itself
and get everything; services of the release before publish with an empty key, which every gateway binds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from services.contracts.client.pushes import Push
from services.platform.broker import names
from services.platform.broker.link import BrokerDown
from services.platform.process.json import encode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

EVERY_GATEWAY = "all"
UNADDRESSED = ""
"""The key of the release before this one."""
_HALL = "hall."
_TABLE = "table."
ALL_TABLES = "table.#"
"""Binds the pushes for who looks at any table: whether anybody here does is seen by the key, not decoded."""


def hall_key(hall: int) -> str:
    """For everybody in a hall; a gateway binds it while it has somebody there."""
    return f"{_HALL}{hall}"


def table_key(table: str) -> str:
    """For everybody who looks at a table."""
    return f"{_TABLE}{table}"


def table_of(key: str) -> str | None:
    """The table whose viewers a key addresses; None for all other keys."""
    return key.removeprefix(_TABLE) if key.startswith(_TABLE) else None


def address(pushes: Iterable[Push], gateways: Mapping[str, str]) -> list[tuple[str, list[Push]]]:
    """Messages, each a routing key and its pushes, in the order in which they are to be published.

    `gateways`: account → the gateway that it is connected to, which is also the key of that gateway; an account that is
    not there may be connected anywhere. Each client gets its pushes in the order given: a client is at one gateway and
    in one hall, so what is for gateways, or for halls, may be sorted by key, but not one kind past the other.
    """
    messages: list[tuple[str, list[Push]]] = []
    run: dict[str, list[Push]] = {}
    kind_of_run = ""
    for push in pushes:
        for key, part in _parts(push, gateways):
            kind = key.partition(".")[0]
            if kind != kind_of_run:
                messages += run.items()
                run, kind_of_run = {}, kind
            run.setdefault(key, []).append(part)
    return messages + list(run.items())


def _parts(push: Push, gateways: Mapping[str, str]) -> Iterable[tuple[str, Push]]:
    """A push by key. One that ends connections goes to every gateway, unless it names the connection: an older one, of
    which the lobby knows no more, may be anywhere."""
    if push.conn is not None:
        return [(push.conn[0], push)]
    if push.close is not None:
        return [(EVERY_GATEWAY, push)]
    if push.accounts is None:
        return [(EVERY_GATEWAY if push.hall is None else hall_key(push.hall), push)]
    if push.table is not None:
        return [(EVERY_GATEWAY if push.accounts else table_key(push.table), push)]
    accounts: dict[str, list[str]] = {}
    for account in push.accounts:
        accounts.setdefault(gateways.get(account, EVERY_GATEWAY), []).append(account)
    return [(key, msgspec.structs.replace(push, accounts=some)) for key, some in accounts.items()]


def addressees(pushes: Iterable[Push]) -> set[str]:
    """The accounts whose gateways `address` needs to know."""
    return {
        account
        for push in pushes
        if push.accounts is not None and push.close is None and push.table is None
        for account in push.accounts
    }


class Sent(NamedTuple):
    """A message that was published, or lost because the broker is away."""

    to: str
    """Who gets it: `all`, `gateway`, `hall` or `table`."""
    pushes: int
    is_lost: bool


def publish(publish_message: Callable[..., Any], pushes: list[Push], gateways: Mapping[str, str]) -> Iterator[Sent]:
    """Publish pushes, one message for each routing key (`address`). `publish_message` is a Link's `publish`."""
    for key, some in address(pushes, gateways):
        is_lost = False
        try:
            publish_message(encode(some), names.PUSH_EXCHANGE, key)
        except BrokerDown as error:
            log.warning("push_lost", pushes=len(some), error=str(error))
            is_lost = True
        yield Sent(key.partition(".")[0], len(some), is_lost)

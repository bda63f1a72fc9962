"""The names of exchanges and queues, and how durable queues are declared."""

from typing import Any

from services.platform.process.settings import CommonSettings

EVENTS_EXCHANGE = "kafeneio.events"
"""Topic: domain events, published by outboxes with confirms."""
PUSH_EXCHANGE = "kafeneio.push"
"""Fanout: frames for players, published with a routing key that says which gateways need them (`push_keys`). It passes
everything on to `PUSH_ROUTES_EXCHANGE`. Not durable."""
PUSH_ROUTES_EXCHANGE = "kafeneio.push-routes"
"""Topic: gateways bind here the keys of the pushes that they need. Nobody publishes to it."""
ROLL_EXCHANGE = "kafeneio.roll"
"""Fanout to gateways: a new owner of a shard asks who views its tables."""
BEAT_EXCHANGE = "kafeneio.beats"
"""Fanout to lobby and tables: gateways are alive."""
EVENT_MARKS_EXCHANGE = "kafeneio.event-marks"
"""Fanout to the event log: a reader's mark, by which it sees where the log stands."""
EVENT_LOG = "events.log"
"""The stream of public events, which the gRPC front's followers read."""
RPC_EXCHANGE = "nameko-rpc"
"""Topic: requests to services, declared as nameko declares it."""
RATES_EXCHANGE = "kafeneio.rates"
"""Fanout to gateways: what each has counted for addresses and accounts, so that limits hold for all together."""
REPLAY_EXCHANGE = "kafeneio.replay"
"""Direct: dead letters on their way back to the queues of events. Declared and bound by the operator who replays them;
no process may publish to it."""

EXCHANGES = {
    EVENTS_EXCHANGE: "topic",
    PUSH_EXCHANGE: "fanout",
    PUSH_ROUTES_EXCHANGE: "topic",
    ROLL_EXCHANGE: "fanout",
    BEAT_EXCHANGE: "fanout",
    EVENT_MARKS_EXCHANGE: "fanout",
    RATES_EXCHANGE: "fanout",
    RPC_EXCHANGE: "topic",
}


def shard_queue(game: str, shard: int) -> str:
    """The queue for commands to the tables of one shard of a game."""
    return f"tables.{game}.{shard}"


def direct_queue(worker: str, connection: int) -> str:
    """The queue by which gateways reach the owner of shards directly; it exists as long as one of its connections."""
    return f"direct.{worker}.{connection}"


def gateway_queue(cell: str, gateway: str) -> str:
    """The queue of one gateway process. The id of its cell stands before its own, without the `~` of other ids: names
    of queues may not have it."""
    return f"gateway.{cell}-{gateway}" if cell else f"gateway.{gateway}"


EVENT_QUEUES = "events."
"""What the names of all queues of events begin with."""


def event_queue(service: str, topic: str, key: str) -> str:
    """The queue of a service for the events of one topic."""
    return f"{EVENT_QUEUES}{service}.{topic}" + (f".{key}" if key not in ("", "#") else "")


def cell_queue(cell: str) -> str:
    """The queue of messages for another cell, which wait here until the bridge has taken them there."""
    return f"cell.{cell}"


def passed_on_arguments(settings: CommonSettings) -> dict[str, Any]:
    """Arguments of a durable queue whose messages are passed on unread: none of them can be what a process dies of, so
    they may be delivered as often as it takes."""
    return {"x-delivery-limit": 1_000_000} if settings.queue_type == "quorum" else {}


def dead_queue(service: str) -> str:
    """The queue in which messages that a service gave up wait for an operator."""
    return f"dead.{service}"


def request_arguments(settings: CommonSettings) -> dict[str, Any]:
    """Arguments of the queue of a service's requests: replicated, so that the loss of a node loses no service, with a
    limit of deliveries. Nothing is behind it: who has sent a request asks again."""
    arguments: dict[str, Any] = {"x-queue-type": settings.queue_type}
    if settings.queue_type == "quorum":
        arguments |= {"x-delivery-limit": settings.delivery_limit}
    return arguments


def durable_arguments(settings: CommonSettings, dead: str, **more: Any) -> dict[str, Any]:
    """Arguments of a durable queue: replicated, with a limit of deliveries and a dead-letter queue behind it."""
    arguments = request_arguments(settings)
    arguments |= {"x-dead-letter-exchange": "", "x-dead-letter-routing-key": dead}
    return arguments | more

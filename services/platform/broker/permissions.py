"""What each process may do at the broker: a user for each, with rights to its own queues alone.

RabbitMQ asks for three regular expressions: what a user may declare and delete, write to (publish, bind) and read from
(consume, bind to). At topic exchanges routing keys are limited too: whose events a service may publish, which requests
it may send, and that only requests to itself reach its queue. `deploy/rabbitmq/users.sh` is made of this.

What the broker cannot limit is the default exchange, by which every queue is reached. So services take no request and
no event that came past these exchanges (`senders`).
"""

import re
from typing import NamedTuple

from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.platform.broker import names

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
FRONTS = ("gateway", "grpc")
BRIDGE = "bridge"
"""Carries messages to other cells, at its own broker and at theirs; each cell has the user, if it has neighbours."""
PROCESSES = (*SERVICES, *FRONTS, BRIDGE)

ASKS: dict[str, dict[str, str]] = {
    "tournaments": {
        "lobby": "active|check_maker|find_gateways|get_competitor|get_faces|list_friends|list_own_companies",
        "moderation": "file_report|get_conduct",
        "tables": "check_options",
        "wallet": "pay_entry",
    },
    "lobby": {
        "moderation": "decide_company|file_appeal|file_report|get_conduct",
        "ranking": "get_ratings",
        "tables": "check_options|check_tables_left|get_catalogue|get_match",
        "wallet": "buy_item|check_guest|check_money_settled|check_stake|find_inviter|get_balance|get_care|welcome",
    },
}
"""The requests that services send, by the service that is asked; the others ask nobody."""
BETWEEN_SERVICES = {
    "lobby": "check_maker|find_gateways|get_competitor|get_faces",
    "moderation": "decide_company",
    "tables": "check_tables_left",
    "wallet": "buy_item|check_guest|check_money_settled|check_stake|find_inviter|pay_entry|welcome",
}
"""Requests that no front sends, because a service decides whether they are due."""
OF_OTHER_SYSTEMS = {
    "wallet": "approve_credit|get_balances|get_transfer|list_ledger|list_pending_credits|move_chips",
}
"""Requests that `grpc` alone sends: only other systems credit and debit, and it knows them."""
SHARED_TOPICS = (
    *("privacy.export_answered", "privacy.erasure_answered"),
    *("orders.order_answered", "orders.settings_announced"),
)
"""Events that every service publishes, about what it was asked to do or say."""
TOPICS_OF_OTHER_CELLS = ("cells.cell_message_sent",)
"""Events that come from another cell: no service here publishes them."""
DEFAULT_EXCHANGE = "amq.default"
"""By which any queue is reached by its name: replies, dead letters and commands to tables go that way."""
NOTHING = "^$"
EVERYTHING = ".*"
_LOGGED = rf"^({'|'.join(re.escape(topic) for topic in PUBLIC_EVENTS)})\.#$"
"""What the event log may be bound with."""


class Permission(NamedTuple):
    """Regular expressions as RabbitMQ takes them."""

    configure: str
    write: str
    read: str


class TopicPermission(NamedTuple):
    """Of one topic exchange: routing keys that may be published, and that queues may be bound with."""

    exchange: str
    write: str
    read: str


def permission(process: str) -> Permission:
    """What a process may do with queues and exchanges."""
    own = [*_own_queues(process)]
    exchanges = [re.escape(each) for each in names.EXCHANGES]
    publishes = [re.escape(each) for each in _publishes(process)]
    listens = [re.escape(each) for each in _listens(process)]
    return Permission(_any_of(own + exchanges), _any_of(own + publishes), _any_of(own + listens))


def topic_permissions(process: str) -> list[TopicPermission]:
    """What a process may publish and subscribe to at the topic exchanges."""
    asks = _requests(process)
    if process == BRIDGE:
        topics = "|".join(map(re.escape, TOPICS_OF_OTHER_CELLS))
        return [
            TopicPermission(names.EVENTS_EXCHANGE, f"^({topics})$", NOTHING),
            TopicPermission(names.RPC_EXCHANGE, NOTHING, NOTHING),
        ]
    if process in FRONTS:
        pushes = [TopicPermission(names.PUSH_ROUTES_EXCHANGE, NOTHING, EVERYTHING)] if process == "gateway" else []
        return [
            TopicPermission(names.EVENTS_EXCHANGE, NOTHING, _LOGGED),
            TopicPermission(names.RPC_EXCHANGE, asks, NOTHING),
            *pushes,
        ]
    return [
        TopicPermission(names.EVENTS_EXCHANGE, _topics(process), EVERYTHING),
        TopicPermission(names.RPC_EXCHANGE, asks, rf"^{process}\."),
    ]


def _own_queues(process: str) -> list[str]:
    """Patterns of the queues that are a process's own."""
    if process == BRIDGE:
        return [r"cell\..+"]
    replies = [rf"rpc\.reply\.(run-)?{process}\..+"]
    if process == "gateway":
        return [*replies, r"rpc\.reply\.run-http\..+", r"gateway\..+", re.escape(names.EVENT_LOG)]
    if process == "grpc":
        return [*replies, re.escape(names.EVENT_LOG)]
    queues = [*replies, f"rpc-{process}", rf"events\.{process}\..+", re.escape(names.dead_queue(process))]
    if process == "wallet":
        queues.append(r"cell\..+")
    if process == "lobby":
        queues.append(r"lobby\.beats\..+")
    if process == "tables":
        queues += [r"tables\..+", r"direct\..+"]
    return queues


def _publishes(process: str) -> list[str]:
    if process == BRIDGE:
        return [names.EVENTS_EXCHANGE, DEFAULT_EXCHANGE]
    if process == "grpc":
        return [names.RPC_EXCHANGE, names.EVENT_MARKS_EXCHANGE]
    if process == "gateway":
        # To let the broker pass pushes on to an exchange takes the right to write there; no key may be published.
        routes = names.PUSH_ROUTES_EXCHANGE
        marks = names.EVENT_MARKS_EXCHANGE  # of those who follow public events by REST
        return [names.RPC_EXCHANGE, names.BEAT_EXCHANGE, names.RATES_EXCHANGE, routes, marks, DEFAULT_EXCHANGE]
    mine = [names.EVENTS_EXCHANGE, DEFAULT_EXCHANGE]
    if process in ASKS:
        mine += [names.RPC_EXCHANGE, names.PUSH_EXCHANGE]
    return [*mine, names.ROLL_EXCHANGE] if process == "tables" else mine


def _listens(process: str) -> list[str]:
    if process == BRIDGE:
        return []
    log = [names.EVENTS_EXCHANGE, names.EVENT_MARKS_EXCHANGE]
    if process == "grpc":
        return log
    if process == "gateway":
        return [names.PUSH_EXCHANGE, names.PUSH_ROUTES_EXCHANGE, names.ROLL_EXCHANGE, names.RATES_EXCHANGE, *log]
    beats = [names.BEAT_EXCHANGE] if process in ("lobby", "tables") else []
    return [names.EVENTS_EXCHANGE, names.RPC_EXCHANGE, *beats]


def _any_of(patterns: list[str]) -> str:
    return f"^({'|'.join(patterns)})$" if patterns else NOTHING


def _topics(service: str) -> str:
    """The routing keys of a service's events: its own topics, and what all answer."""
    shared = "|".join(map(re.escape, SHARED_TOPICS))
    return rf"^({service}\..+|{shared})$"


def _requests(process: str) -> str:
    """The routing keys of the requests that a process may send."""
    if process in FRONTS:
        others = [BETWEEN_SERVICES] if process == "grpc" else [BETWEEN_SERVICES, OF_OTHER_SYSTEMS]
        never = "|".join(_methods(each) for each in others)
        return rf"^(?!({never})$)({'|'.join(SERVICES)})\."
    return f"^({_methods(ASKS[process])})$" if process in ASKS else NOTHING


def _methods(requests: dict[str, str]) -> str:
    return "|".join(rf"{service}\.({methods})" for service, methods in requests.items())

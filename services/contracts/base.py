"""The common parts of all messages: the names of requests and events, and their envelope."""

import re
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec

from services.kernel.refusal import Refusal

A = TypeVar("A")
Short = Annotated[str, msgspec.Meta(max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""An id, or what a player is called."""
SafeInt = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""A whole number of a client or another system, which every language reads without loss. What else it may not be, the
service says that reads it, with a code of its own; without bounds one of thousands of digits would come through."""
SESSION_REFUSALS = ("session_expired", "session_replaced")
"""Codes with which every request that names a session by its `token` may be refused."""
EXCLUSION_REFUSALS = ("account_suspended", "account_blocked")
"""Codes with which staff's exclusion of the account refuses what can be asked in its name without a session."""
CHECK_REFUSALS = (
    "login_locked", "rate_limited", "passkey_needed", "provider_needed", "password_wrong", "second_factor_needed",
)  # fmt: skip
"""Codes with which every request that asks for the password of a session's account may be refused. A session that was
opened with the second factor has shown it. `passkey_needed`: the account has no password, and no passkey was shown in
the session lately (services/lobby/RULES.md §26); `provider_needed`: it has no passkey either, and no provider has
recognised its owner lately (§27)."""
_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Plain immutable data with named fields."""


class Request(Message, Generic[A], frozen=True, kw_only=True):
    """A question to a service, answered with an `A` or a refusal."""

    answer: ClassVar[Any]
    refusals: ClassVar[tuple[str, ...]] = ()
    """The codes with which the service may refuse it, in the order of its checks, beside those of every request
    (`bad_request`, `service_unavailable`). Both the implementation of a request and its documentation use them."""
    at_home: ClassVar[tuple[str, ...]] = ()
    """The fields that name accounts which must be at home in this cell: with a visitor's it is refused with
    `visitor_forbidden` (services/lobby/RULES.md §19). `token` stands for the account of that session, which the
    service finds itself."""
    staff_roles: ClassVar[frozenset[str]] = frozenset()
    """Roles of staff, of which the asking account needs one (services/moderation/RULES.md §10); empty: none is
    needed."""


class Event(Message, frozen=True, kw_only=True):
    """Something that has happened. Consumers may get it twice and in any order."""

    def key(self) -> str:
        """A last word of the topic by which consumers choose; empty for most events."""
        return ""


class Envelope(msgspec.Struct, Generic[A], array_like=True, frozen=True):
    """An event on its way: `id` is what inboxes remember, `trace` follows a command from the browser on."""

    id: str
    trace: str
    at_ms: int
    body: A


class Done(Message, frozen=True):
    """The answer of a request that returns nothing but success."""


def wire_name(message: type) -> str:
    """The name of a request or event on the wire: `LogIn` → `log_in`."""
    return _WORD_START.sub("_", message.__name__).lower()


def service_of(message: type) -> str:
    """The service that answers a request or publishes an event: the folder it is declared in, or `answered_by`."""
    folder = message.__module__.removeprefix("services.contracts.").split(".")[0]
    return getattr(message, "answered_by", None) or folder


def topic_of(event: type[Event]) -> str:
    """The topic of an event class without its key: `tables.match_finished`."""
    return f"{service_of(event)}.{wire_name(event)}"


def routing_key(event: Event) -> str:
    """The routing key of one event: its topic and, where it has one, its key."""
    key = event.key()
    return f"{topic_of(type(event))}.{key}" if key else topic_of(type(event))


def write_answer(answer: Any) -> dict[str, Any]:
    """An answer or a refusal as it travels in a reply, and as it is kept for a repeated request."""
    if isinstance(answer, Refusal):
        return {"refused": msgspec.to_builtins(answer)}
    return {"ok": msgspec.to_builtins(answer)}


def read_answer(result: Any, kind: Any) -> Any:
    """The inverse of `write_answer`."""
    if "refused" in result:
        return msgspec.convert(result["refused"], Refusal)
    return msgspec.convert(result["ok"], kind)

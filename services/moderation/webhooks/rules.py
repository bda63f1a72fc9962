"""When a webhook is tried again, when it is given up, what may be asked of it (RULES.md §16). Pure."""

import hashlib
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from services.contracts.partners.webhooks import URL_LENGTH_MAX
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.kernel.public_addresses import public_host
from services.kernel.refusal import Refusal

FIRST_WAIT_MS = 5_000
WAIT_MAX_MS = HOUR_MS
FAILING_MAX_MS = DAY_MS
OLD_SECRET_MS = DAY_MS
LEASE_MS = 30_000
_CURSOR = re.compile(r"\d{1,18}\.\d{1,6}", re.ASCII)


def id_of(owner: str, request_id: str) -> str:
    """The id of the webhook that an owner's request makes: the same request makes the same one."""
    return f"wh_{hashlib.sha256(f'{owner} {request_id}'.encode()).hexdigest()[:24]}"


class Failing(NamedTuple):
    """A webhook whose server does not take the event after the cursor."""

    since_ms: TimeMs
    tries: int
    next_try_at_ms: TimeMs
    is_given_up: bool


def after_failure(since_ms: TimeMs | None, tries: int, now_ms: TimeMs, ends: bool) -> Failing:
    """One more failure. The waits double from five seconds to an hour; after a day of failures it is given up."""
    since_ms = now_ms if since_ms is None else since_ms
    wait_ms = min(FIRST_WAIT_MS << min(tries, 20), WAIT_MAX_MS)
    return Failing(since_ms, tries + 1, now_ms + wait_ms, ends or now_ms - since_ms >= FAILING_MAX_MS)


def check_url(url: str, own_hosts: frozenset[str]) -> Refusal | None:
    """`webhook_url_invalid`: not an `https` address of the public network, nor one of the operator's own."""
    host = public_host(url, own_hosts, URL_LENGTH_MAX, own_may_be_plain=True)
    return Refusal("webhook_url_invalid") if host is None else None


def check_cursor(cursor: str) -> Refusal | None:
    """`cursor_invalid`: neither empty nor of the form of a cursor."""
    return None if not cursor or _CURSOR.fullmatch(cursor) else Refusal("cursor_invalid")


def topics_of(asked: Sequence[str], known: Collection[str]) -> list[str] | Refusal:
    """The topics that are meant, `tables.*` being all of a service. Refusal: `topic_invalid`, with the unknown one."""
    found: set[str] = set()
    for each in asked:
        service, _, rest = each.partition(".")
        meant = {topic for topic in known if topic == each or (rest == "*" and topic.startswith(f"{service}."))}
        if not meant:
            return Refusal("topic_invalid", {"topic": each})
        found |= meant
    return sorted(found) if found else Refusal("topic_invalid")

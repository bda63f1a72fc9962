"""Which calls there may be, and how they end (RULES.md §21)."""

from typing import Any

import msgspec

from services.contracts.lobby.people.calls import CallState
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal

KEPT_MS = DAY_MS
"""How long a call that has ended is still known, so that its link says how it ended."""


class StoredCall(msgspec.Struct, frozen=True):
    """A call as stored. `friend` None: for whoever has the link."""

    call: str
    account: str
    friend: str | None
    game: str
    options: dict[str, Any]
    sent_at_ms: TimeMs
    until_ms: TimeMs
    state: CallState = "waiting"
    taker: str | None = None
    table_id: str | None = None


def state_at(call: StoredCall, now_ms: TimeMs) -> CallState:
    """How a call stands: it can be taken up to and including its last millisecond."""
    return "expired" if call.state == "waiting" and now_ms > call.until_ms else call.state


def check_taking(call: StoredCall | None, taker: str, now_ms: TimeMs, *, table_waits: bool) -> Refusal | None:
    """Whether an account may take a call. `table_waits`: the table of an earlier taking is still open. Refusals:
    `call_unknown`, `call_self`, `call_no_friend` (it is for somebody else), `call_withdrawn`, `call_taken`,
    `call_expired`."""
    if call is None:
        return Refusal("call_unknown")
    if taker == call.account:
        return Refusal("call_self")
    if call.friend is not None and call.friend != taker:
        return Refusal("call_no_friend")
    if call.state == "withdrawn":
        return Refusal("call_withdrawn")
    if call.state == "taken" and (call.taker != taker or table_waits):
        return Refusal("call_taken")
    return Refusal("call_expired") if now_ms > call.until_ms else None

"""What tables and wallet have said a moment ago about games, for searches: it is the same for every account, and both
are asked again before players are seated (RULES.md §9). Of one process, bounded, and a few seconds old at most."""

from collections.abc import Hashable
from typing import TypeVar

from services.contracts.base import Request
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.wallet.balances import CheckStake
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.platform.process.json import encode_text

A = TypeVar("A")
AGE_MS = 5_000
KNOWN_MAX = 1_000
_OF_A_GAME = frozenset({"stake_invalid", "stake_below_minimum", "stake_above_maximum"})
"""Refusals of a table without a stake that depend on its game alone."""


class KnownReplies:
    """Replies by question. Threads may use it at the same time: at worst two ask the same."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._known: dict[Hashable, tuple[TimeMs, object]] = {}

    def find(self, request: Request[A], now_ms: TimeMs) -> A | Refusal | None:
        """The reply to this question if it is known and not old; None: it has to be asked."""
        key = _key(request)
        at_ms, reply = self._known.get(key, (0, None)) if key is not None else (0, None)
        return reply if 0 <= now_ms - at_ms < AGE_MS else None  # type: ignore[return-value]

    def keep(self, request: Request[A], reply: A | Refusal, now_ms: TimeMs) -> None:
        """Keep a reply, if it depends on nothing but what the question names. With too many all are forgotten."""
        key = _key(request)
        if key is None or (isinstance(reply, Refusal) and reply.error not in _OF_A_GAME):
            return
        if len(self._known) >= KNOWN_MAX:
            self._known = {}
        self._known[key] = now_ms, reply


def _key(request: Request[A]) -> Hashable | None:
    """What a reply depends on; None: on the account too."""
    if isinstance(request, CheckOptions):
        return "options", request.game, encode_text(request.options)
    if isinstance(request, CheckStake) and request.stake_chips == 0 and not request.practice:
        return "free", request.game
    return None

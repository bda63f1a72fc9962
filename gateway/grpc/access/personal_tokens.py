"""Players' programs as callers: their personal tokens, about which the lobby decides, and their rates
(services/lobby/RULES.md §12)."""

import hashlib
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

import grpc

from gateway.grpc.access.personal_methods import PERSONAL, Personal
from gateway.grpc.access.tokens import Caller, bearer_of
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.settings import GrpcSettings
from gateway.metrics import grpc_personal_calls
from gateway.port.addresses import client_address, rate_key
from gateway.rates.token_buckets import Buckets
from services.contracts.client.token_scopes import PREFIX
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal

FORWARDED_KEY = "x-forwarded-for"
_CLOSED = Personal("")


class _Asked(NamedTuple):
    """A call that a program makes."""

    method: str
    token: str
    address: str


class PersonalTokens:
    """Lets players' programs in. `caller_of` is asked in the thread of the call, because it asks the lobby."""

    def __init__(self, asker: Asker, settings: GrpcSettings) -> None:
        """`asker` reaches the lobby; `settings`: the rates."""
        self._asker = asker
        self._settings = settings
        per_s, per_min = settings.grpc_personal_calls_per_s, settings.grpc_personal_computations_per_min
        of_address = settings.grpc_address_calls_per_s
        keys_max = settings.grpc_personal_keys_max
        self._of_address = Buckets(of_address, of_address * 2, keys_max)
        self._of_token = Buckets(per_s, per_s * 2, keys_max)
        self._of_account = Buckets(per_s, per_s * 2, keys_max)
        self._computations = Buckets(per_min / 60, per_min, keys_max)
        self._lock = threading.Lock()

    def is_one(self, metadata: Sequence[tuple[str, str | bytes]]) -> bool:
        """Whether a call comes with a personal token, and such may come here."""
        return self._settings.grpc_personal and bearer_of(metadata).startswith(PREFIX)

    def let_in(self, method: str, request: Any, context: grpc.ServicerContext) -> Caller:
        """The caller of this call, whose account is in the request now, where it has a field for it.

        Refusals: `rate_limited`, those of `WhoIs`.
        """
        asked = _Asked(method, bearer_of(context.invocation_metadata()), self._address(context))
        personal = PERSONAL.get(method, _CLOSED)
        self._spend(context, self._of_address, rate_key(asked.address))
        self._spend(context, self._of_token, hashlib.sha256(asked.token.encode()).hexdigest())
        named = getattr(request, personal.own) if personal.own else ""
        who = accounts.WhoIs(
            token=asked.token, active=False, operation=personal.asked(request) or method, account=named
        )
        account = self._asker.ask_of_own(context, who)
        self._spend(context, self._of_account, account.account)
        if personal.computes:
            self._spend(context, self._computations, account.account)
        if personal.own:
            setattr(request, personal.own, account.account)
        return Caller(f"account:{account.account}", frozenset(), account=account.account, who=who)

    def _address(self, context: grpc.ServicerContext) -> str:
        """The caller's network address: of the connection, or as the trusted proxies in front report it."""
        said = ",".join(str(text) for key, text in context.invocation_metadata() if key == FORWARDED_KEY)
        forwarded = {"REMOTE_ADDR": _peer_of(context.peer()), "HTTP_X_FORWARDED_FOR": said}
        return client_address(forwarded, self._settings.grpc_proxy_hops)

    def _spend(self, context: grpc.ServicerContext, rate: Buckets, key: str) -> None:
        """Take one credit. Refusal: `rate_limited`."""
        now_s = time.monotonic()
        with self._lock:
            within = rate.allows(key, now_s)
            quota = None if within else rate.quota(key, now_s)
        if not within:
            refuse(context, Refusal("rate_limited", {"retry_after_s": max(1, quota.wait_s if quota else 1)}))


def count(context: grpc.ServicerContext) -> None:
    """Count a call with a personal token, by how it ends."""
    grpc_personal_calls.labels((context.code() or grpc.StatusCode.OK).name).inc()


def _peer_of(peer: str) -> str:
    """The address in what gRPC says of a connection: `ipv4:127.0.0.1:5000`, `ipv6:%5B::1%5D:5000`."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return peer
    return rest.rpartition(":")[0].strip("[]")

"""Settings of the gRPC front."""

from typing import Annotated

import msgspec

from gateway.settings import Count, Positive, limits_of

_NOT_LIMITS = frozenset({"grpc_port", "grpc_proxy_hops"})


class GrpcSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Read from `KAFENEIO_<FIELD>`."""

    grpc_host: str = "127.0.0.1"
    """The address it listens on."""
    grpc_port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 50_051
    """0: any free port (tests)."""
    grpc_tokens: list[str] = []
    """Who may call: `name=sha256-of-token` in hex, scopes after a colon, and after an @ the service account that acts:
    `name=sha256:read+wallet.read`, `name=sha256:moderation.mute@warden` (gateway/README.md, gRPC). No other system is
    let in while it is empty."""
    grpc_personal: bool = True
    """Whether players' programs may call with their personal tokens (services/lobby/RULES.md §12)."""
    grpc_personal_calls_per_s: Count = 20
    """Calls by one personal token, and by all of one account; twice as many at once. 0: no limit."""
    grpc_address_calls_per_s: Count = 200
    """Calls with personal tokens from one address; twice as many at once. 0: no limit."""
    grpc_personal_computations_per_min: Count = 120
    """Calls by one account that replay or read a whole match. 0: no limit."""
    grpc_personal_keys_max: Positive = 10_000
    """Addresses, tokens and accounts whose rates are remembered."""
    grpc_personal_streams_max: Positive = 24
    """Streams open at once by personal tokens, beside those of other systems."""
    grpc_personal_streams_per_account_max: Positive = 4
    """Of them, of one account."""
    grpc_personal_check_s: Annotated[float, msgspec.Meta(gt=0)] = 4.0
    """How often it is looked whether the token of a stream still opens it."""
    grpc_personal_unread_s: Annotated[float, msgspec.Meta(gt=0)] = 15.0
    """A program that has taken nothing of what waits for it for so long loses its stream."""
    grpc_proxy_hops: Count = 0
    """Proxies in front that we trust: the address of a player's program is that many entries from the end of
    x-forwarded-for."""
    grpc_tls_certificate: str = ""
    """Path of a PEM chain; empty: no TLS (behind a proxy or mesh that has it)."""
    grpc_tls_key: str = ""
    """Path of the certificate's key, PEM."""
    grpc_tls_client_authority: str = ""
    """Path of the authorities, PEM, of which a client needs a certificate; empty: clients need none."""
    grpc_connection_age_s: Positive = 3_600
    """After so long a client is asked to connect anew, so that load is spread and drained."""
    grpc_workers: Positive = 16
    """Calls that are worked on at once; streams by personal tokens come on top."""
    grpc_calls_max: Positive = 64
    """Calls taken in at once; more are refused with RESOURCE_EXHAUSTED. Streams by personal tokens come on top."""
    grpc_streams_max: Positive = 8
    """Streams open at once by other systems, of all services together; each keeps a worker, so there must be more of
    these."""
    grpc_stream_poll_ms: Positive = 500
    """How often a stream looks for news while there are none."""
    grpc_stream_age_s: Annotated[float, msgspec.Meta(gt=0)] = 1_800.0
    """After so long a stream ends cleanly, and its caller goes on with a new one."""
    grpc_message_bytes_max: Positive = 65_536
    """The longest request."""
    grpc_default_timeout_ms: Positive = 2_000
    """For calls that name no deadline."""
    grpc_timeout_max_ms: Positive = 10_000
    """The longest that a service is waited for, whatever the deadline."""
    grpc_health_every_s: Annotated[float, msgspec.Meta(gt=0)] = 5.0
    """How often each service is asked whether it is well."""
    webhook_own_hosts: list[str] = []
    """Names of servers of the operator's own, which webhooks may reach at private addresses, at other ports and without
    TLS."""
    webhook_timeout_s: Annotated[float, msgspec.Meta(gt=0, le=12)] = 10.0
    """How long a webhook's server may take to answer."""

    def limits(self) -> dict[str, float]:
        """As the metric `kafeneio_gateway_limit` shows them."""
        return limits_of(self, _NOT_LIMITS)

"""The gateway's own settings: where it listens, whom it trusts, and every limit it keeps (README.md, "Limits")."""

import sys
from collections.abc import Container
from pathlib import Path
from typing import Annotated

import msgspec

Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]

_NOT_LIMITS = frozenset(
    {"gateway_port", "gateway_proxy_hops", "gateway_hsts_s", "table_shards", "gateway_sandbox_until_ms"}
)

_ON_THIS_MACHINE = frozenset({"127.0.0.1", "localhost", "::1"})

PACKAGED_WEB_DIR = Path(__file__).resolve().parents[1] / "clients" / "web" / "dist"
INSTALLED_WEB_DIR = Path(sys.prefix) / "share" / "kafeneio" / "web"
"""Where the wheel puts it."""


def limits_of(settings: msgspec.Struct, others: Container[str]) -> dict[str, float]:
    """Every number among settings by its name, but for those that limit nothing (`others`)."""
    values = msgspec.structs.asdict(settings)
    return {name: float(value) for name, value in values.items() if type(value) in (int, float) and name not in others}


class GatewaySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Read from `KAFENEIO_<FIELD>`; the defaults suit one process on one machine."""

    gateway_host: str = "127.0.0.1"
    """The address it listens on."""
    gateway_port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    """0: any free port (tests)."""
    gateway_web_dir: str = ""
    """Folder of the built web client; empty: the packaged one."""
    gateway_public_origins: list[str] = []
    """Origins of other sites whose pages may read `/api/public/`, as `https://club.example`; `*`: all. Empty: nothing
    is served there."""
    gateway_allowed_origins: list[str] = []
    """Origins (`https://play.example`) that may use socket and API besides the gateway's own host."""
    gateway_home: Annotated[str, msgspec.Meta(pattern=r"^(https?://[^\s?#@]+)?$")] = ""
    """The site's address in links that leave it (`https://play.example`): invitations, the way back from a payment.
    Never taken from a request. Needed unless the gateway listens on this machine alone, whose address it is then."""
    gateway_embed_ancestors: Annotated[str, msgspec.Meta(pattern=r"^[^;,\s]*( [^;,\s]+)*$")] = "*"
    """Sites that may show shared replays in a frame, spaces between (`https://blog.example`; `*`: all); empty: none. No
    other page can be framed at all."""
    gateway_proxy_hops: Count = 0
    """Proxies in front that we trust: the client's address is that many entries from the end of X-Forwarded-For."""
    gateway_hsts_s: Count = 0
    """How long browsers shall insist on TLS; 0: say nothing."""
    gateway_metrics_on_port: bool = False
    """Whether /metrics is answered on the public port too."""
    table_shards: Positive = 8
    """Shards of every game, the same for gateways and tables; fixed while tables are open."""

    # --- sockets ---
    gateway_connections_max: Positive = 10_000
    """Sockets open at the same time; more are refused (`too_many_connections`)."""
    gateway_connections_per_address_max: Count = 0
    """0: no limit (many players may share an address)."""
    gateway_strangers_per_address_max: Count = 0
    """Sockets of one address that have not said who they are; 0: no limit. Production: 50."""
    gateway_handshakes_per_s: Count = 200
    """Sockets that one address may open in a second; 0: no limit."""
    gateway_http_connections_max: Positive = 1_000
    """HTTP connections at the same time, beside the sockets."""
    gateway_frame_bytes_max: Positive = 16_384
    """The longest frame of a client; a longer one ends the connection."""
    gateway_frames_per_s: Seconds = 20.0
    """Credits that a connection earns; one frame costs one."""
    gateway_frames_burst: Positive = 60
    """Credits that it can save; as many below zero and it is closed."""
    gateway_bad_frames_per_min: Positive = 10
    """So many frames that cannot be read, within 60 s on one connection, end the session (`protocol_abuse`)."""
    gateway_send_queue_frames_max: Positive = 512
    """Sends that may wait for a slow client; then they are thrown away and it gets everything anew when it has read."""
    gateway_send_queue_bytes_max: Positive = 262_144
    """Bytes that may wait for a slow client; the same. More would only be older when it is read."""
    gateway_unread_s: Seconds = 60.0
    """A client that has taken nothing for so long, though something waits for it, is closed (`not_reading`)."""
    gateway_send_buffer_bytes: Positive = 65_536
    """The kernel's buffer of a connection; what does not fit waits in the queue."""
    gateway_watches_max: Positive = 8
    """Tables that one connection may look at."""
    gateway_hello_timeout_s: Seconds = 10.0
    """How long a new connection may take to say who it is."""
    gateway_close_timeout_s: Seconds = 2.0
    """How long a closing connection may take to say goodbye."""
    gateway_farewells_per_s: Positive = 50
    """Clients that a stopping gateway sends away in a second: all come back elsewhere, and each asks for the room."""
    gateway_keepalive_s: Seconds = 15.0
    """How long an HTTP connection may idle, or take to send a request."""
    heartbeat_s: Seconds = 5.0
    """How often clients have to send `beat` (services/tables/RULES.md §9)."""
    heartbeat_lost_s: Seconds = 15.0
    """A client silent for so long has lost its connection."""

    # --- streams over HTTP ---
    gateway_streams_max: Positive = 200
    """Streams of public events open at the same time, and as many of tables; more are refused (`streams_busy`)."""
    gateway_streams_per_account_max: Positive = 4
    """The same of one account, with all its tokens."""
    gateway_stream_age_s: Seconds = 3_600.0
    """After so long a stream ends cleanly, and its client goes on with another one."""
    gateway_stream_line_s: Seconds = 5.0
    """A stream of public events has a line with the present cursor whenever nothing else has come for so long."""
    gateway_stream_check_s: Seconds = 15.0
    """How often it is looked whether a stream's token still opens it."""

    # --- towards the services ---
    gateway_commands_waiting_max: Positive = 20_000
    """Table commands that may wait for the broker."""
    gateway_calls_at_once_max: Positive = 64
    """Requests to services on behalf of sockets that run at the same time."""
    gateway_calls_waiting_max: Positive = 16
    """Requests that one connection may have waiting."""
    gateway_tables_known_max: Positive = 50_000
    """Tables whose game is remembered."""
    gateway_replay_frames_max: Positive = 2_000
    """Pushes kept for connections that are just being greeted."""
    gateway_beat_s: Seconds = 1.0
    """How often the gateway shows lobby and tables that it lives."""
    gateway_active_s: Seconds = 30.0
    """How often it is reported to the lobby who has acted."""
    gateway_token_age_s: Seconds = 43_200.0
    """How long a connection keeps the token of its session; then it is given a new one."""
    gateway_lists_age_s: Seconds = 1.0
    """How old an answer about players and tables may be."""

    # --- REST ---
    gateway_staff_second_factor: bool = False
    """Whether staff needs a session opened with a second factor. Production: true."""
    gateway_body_bytes_max: Positive = 16_384
    """The longest body of a request, but for studies."""
    gateway_study_bytes_max: Positive = 131_072
    """The body of a study in the Academy, which may have many steps."""
    gateway_photo_bytes_max: Positive = 524_288
    """A photo, as it is sent; the lobby's `photo_bytes_max` says the same."""
    gateway_attempts_per_min: Count = 600
    """Logins and registrations from one address; 0: no limit. Production: 20."""
    gateway_attempts_at_once: Positive = 4
    """Passwords that the lobby is asked to hash at the same time; others wait in line. All gateways together should
    keep it busy, and not much more: `password_workers` and `password_waiting_max` of the lobby."""
    gateway_attempts_waiting_max: Count = 500
    """Logins and registrations that may wait in line."""
    gateway_attempt_wait_s: Seconds = 20.0
    """How long the first in line waits for a lobby that hashes for others."""
    gateway_requests_per_s: Count = 200
    """API requests from one address; 0: no limit."""
    gateway_computations_per_min: Count = 120
    """Replays and studies that one account may ask for in a minute: each plays a hand again; 0: no limit."""
    gateway_sandbox_until_ms: Count = 0
    """`kafeneio up --sandbox` sets it: when everything here is deleted, which every page says. 0: it is none."""
    gateway_addresses_max: Positive = 10_000
    """Addresses whose rates are remembered."""

    @property
    def home(self) -> str:
        """The site's address in links, without a slash at its end; empty: the operator has not named it."""
        if self.gateway_home:
            return self.gateway_home.rstrip("/")
        alone = self.gateway_host in _ON_THIS_MACHINE and self.gateway_port != 0
        host = f"[{self.gateway_host}]" if ":" in self.gateway_host else self.gateway_host
        return f"http://{host}:{self.gateway_port}" if alone else ""

    @property
    def web_dir(self) -> Path:
        """The folder of the built web client."""
        if self.gateway_web_dir:
            return Path(self.gateway_web_dir)
        return INSTALLED_WEB_DIR if not PACKAGED_WEB_DIR.exists() and INSTALLED_WEB_DIR.exists() else PACKAGED_WEB_DIR

    def limits(self) -> dict[str, float]:
        """As the metric `kafeneio_gateway_limit` shows them."""
        return limits_of(self, _NOT_LIMITS)

"""The gRPC front's process. It has real threads, because a gRPC server hangs where eventlet has patched them."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from gateway.grpc.access.certificates import server_credentials
from gateway.grpc.access.guard import Guard
from gateway.grpc.access.tokens import Tokens
from gateway.grpc.calls.service_calls import Asker
from gateway.grpc.calls.streams import Streams
from gateway.grpc.events.event_log import BrokerEventLog, EventLog, NoEventLog
from gateway.grpc.events.servicer import Events
from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2_grpc
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2_grpc
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2_grpc
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2_grpc
from gateway.grpc.health_checks import PROBES, Checks
from gateway.grpc.servicers.accounts import Accounts
from gateway.grpc.servicers.lobby import Lobby
from gateway.grpc.servicers.moderation import Moderation
from gateway.grpc.servicers.ranking import Ranking
from gateway.grpc.servicers.tables import Tables
from gateway.grpc.servicers.tournaments import Tournaments
from gateway.grpc.servicers.wallet import Wallet
from gateway.grpc.settings import GrpcSettings
from gateway.rpc import Rpc
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, SettingsError
from services.platform.process.tasks import is_patched

log = get_logger(__name__)

EVENTS = "kafeneio.events.v1.EventsService"
_AGE_GRACE_MS = 60_000
"""How much longer than its streams an old connection is kept for calls."""


class GrpcFront:
    """The server. `rpc` is started and stopped by the caller."""

    def __init__(self, settings: GrpcSettings, rpc: Rpc, events: EventLog | None = None) -> None:
        """Nothing is served before `start`. `events`: the log that followers read; None: there is none.

        Raises:
            SettingsError: tokens or TLS files cannot be read, or followers would take every worker.
        """
        if is_patched():
            raise RuntimeError("a gRPC server hangs in a process that eventlet has patched")
        if settings.grpc_streams_max >= settings.grpc_workers:
            raise SettingsError("KAFENEIO_GRPC_STREAMS_MAX: followers would keep every worker (KAFENEIO_GRPC_WORKERS)")
        tokens = Tokens(settings.grpc_tokens)
        self.checks = Checks(rpc, settings.grpc_health_every_s)
        self._server = grpc.server(
            ThreadPoolExecutor(settings.grpc_workers, thread_name_prefix="grpc"),
            interceptors=(Guard(tokens),),
            maximum_concurrent_rpcs=settings.grpc_calls_max,
            options=(
                ("grpc.max_receive_message_length", settings.grpc_message_bytes_max),
                ("grpc.so_reuseport", 0),
                ("grpc.max_connection_age_ms", settings.grpc_connection_age_s * 1_000),
                ("grpc.max_connection_age_grace_ms", int(settings.grpc_stream_age_s * 1_000) + _AGE_GRACE_MS),
            ),
        )
        self._streams = Streams(settings)
        self._add_services(Asker(rpc, settings), events or NoEventLog(), tokens)
        self.port = _listen(self._server, settings)

    def start(self) -> None:
        """Serve from now on."""
        self.checks.start()
        self._server.start()
        log.info("grpc_listening", port=self.port)

    def stop(self, grace_s: float) -> None:
        """Take no new calls and let running ones finish, for at most `grace_s`; streams end cleanly."""
        self.checks.stop()
        self._streams.end()
        self._server.stop(grace_s).wait()

    def _add_services(self, asker: Asker, events: EventLog, tokens: Tokens) -> None:
        streams = self._streams
        wallet_pb2_grpc.add_WalletServiceServicer_to_server(Wallet(asker, streams, tokens), self._server)
        tournaments_pb2_grpc.add_TournamentsServiceServicer_to_server(Tournaments(asker, streams), self._server)
        lobby_pb2_grpc.add_LobbyServiceServicer_to_server(Lobby(asker, streams), self._server)
        accounts_pb2_grpc.add_AccountsServiceServicer_to_server(Accounts(asker), self._server)
        events_pb2_grpc.add_EventsServiceServicer_to_server(Events(streams, events), self._server)
        tables_pb2_grpc.add_TablesServiceServicer_to_server(Tables(asker, streams, events), self._server)
        ranking_pb2_grpc.add_RankingServiceServicer_to_server(Ranking(asker, streams), self._server)
        moderation_pb2_grpc.add_ModerationServiceServicer_to_server(Moderation(asker), self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self.checks.servicer, self._server)
        names = (*PROBES, EVENTS, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)


def serve(common: CommonSettings, settings: GrpcSettings) -> None:
    """Run the front until SIGTERM or SIGINT, then drain. Call it in the main thread.

    Raises:
        SettingsError: the broker lives in another process, or a setting is wrong.
    """
    if common.embedded:
        raise SettingsError("the gRPC front is a process of its own and needs KAFENEIO_BROKER_URL=amqp://…")
    told_to_stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told_to_stop.set())
    rpc = RpcClient(common, "grpc").start()
    events = BrokerEventLog(common).start()
    front = GrpcFront(settings, rpc, events)
    health_pages = Health()
    health_pages.add("services", lambda: front.checks.serving)
    health_pages.serve(common.health_host, common.health_port)
    front.start()
    told_to_stop.wait()
    health_pages.draining = True
    front.stop(common.drain_ms / 1000)
    events.stop()
    rpc.stop()


def _listen(server: grpc.Server, settings: GrpcSettings) -> int:
    address = f"{settings.grpc_host}:{settings.grpc_port}"
    if not settings.grpc_tls_certificate:
        return int(server.add_insecure_port(address))
    return int(server.add_secure_port(address, server_credentials(settings)))

"""The gRPC front's process. It has real threads, because a gRPC server hangs where eventlet has patched them."""

import os
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from gateway.grpc.access.certificates import server_credentials
from gateway.grpc.access.guard import Guard
from gateway.grpc.access.personal_tokens import PersonalTokens
from gateway.grpc.access.tokens import Tokens
from gateway.grpc.calls.service_calls import Asker
from gateway.grpc.calls.streams import Streams
from gateway.grpc.embedded_channel import DESCRIPTOR_VARIABLE, ChannelRpc
from gateway.grpc.events.servicer import Events
from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2_grpc
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2_grpc, webhooks_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2_grpc, lobby_pb2_grpc, people_pb2_grpc
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2_grpc
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2_grpc
from gateway.grpc.health_checks import PROBES, Checks
from gateway.grpc.servicers.accounts import Accounts
from gateway.grpc.servicers.lobby import Lobby
from gateway.grpc.servicers.moderation import Moderation
from gateway.grpc.servicers.people import Companies, People
from gateway.grpc.servicers.ranking import Ranking
from gateway.grpc.servicers.tables import Tables
from gateway.grpc.servicers.tournaments import Tournaments
from gateway.grpc.servicers.wallet import Wallet
from gateway.grpc.servicers.webhooks import Webhooks
from gateway.grpc.settings import GrpcSettings
from gateway.metrics import counts
from gateway.public_events.broker_log import BrokerEventLog
from gateway.public_events.embedded_log import EmbeddedEventLog
from gateway.public_events.event_log import EventLog, NoEventLog
from gateway.rpc import Rpc
from gateway.webhooks.deliverer import deliver
from services.platform.broker.rpc_client import RpcClient
from services.platform.process import garbage
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, SettingsError
from services.platform.process.tasks import is_patched

log = get_logger(__name__)

EVENTS = "kafeneio.events.v1.EventsService"
REFLECTION = "grpc.reflection.v1.ServerReflection"
"""Reflection under its present name; the library has the one before, whose messages are the same on the wire."""
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
        self._settings = settings
        asker = Asker(rpc, settings)
        self._streams = Streams(settings, asker)
        of_programs = settings.grpc_personal_streams_max if settings.grpc_personal else 0
        self._server = grpc.server(
            ThreadPoolExecutor(settings.grpc_workers + of_programs, thread_name_prefix="grpc"),
            interceptors=(Guard(tokens, PersonalTokens(asker, settings), self._streams),),
            maximum_concurrent_rpcs=settings.grpc_calls_max + of_programs,
            options=(
                ("grpc.max_receive_message_length", settings.grpc_message_bytes_max),
                ("grpc.so_reuseport", 0),
                ("grpc.max_connection_age_ms", settings.grpc_connection_age_s * 1_000),
                ("grpc.max_connection_age_grace_ms", int(settings.grpc_stream_age_s * 1_000) + _AGE_GRACE_MS),
            ),
        )
        self._add_services(asker, events or NoEventLog(), tokens)
        self.port = _listen(self._server, settings)

    def start(self) -> None:
        """Serve from now on."""
        counts.limits |= self._settings.limits()
        self.checks.start()
        self._streams.start()
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
        people_pb2_grpc.add_PeopleServiceServicer_to_server(People(asker), self._server)
        companies_pb2_grpc.add_CompaniesServiceServicer_to_server(Companies(asker), self._server)
        accounts_pb2_grpc.add_AccountsServiceServicer_to_server(Accounts(asker), self._server)
        events_pb2_grpc.add_EventsServiceServicer_to_server(Events(streams, events), self._server)
        webhooks_pb2_grpc.add_WebhooksServiceServicer_to_server(Webhooks(asker), self._server)
        tables_pb2_grpc.add_TablesServiceServicer_to_server(Tables(asker, streams, events), self._server)
        ranking_pb2_grpc.add_RankingServiceServicer_to_server(Ranking(asker, streams), self._server)
        moderation_pb2_grpc.add_ModerationServiceServicer_to_server(Moderation(asker), self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self.checks.servicer, self._server)
        names = (*PROBES, EVENTS, health.SERVICE_NAME, reflection.SERVICE_NAME, REFLECTION)
        reflection.enable_server_reflection(names, self._server)
        self._server.add_generic_rpc_handlers((_newer_reflection(names),))


def _newer_reflection(names: Iterable[str]) -> grpc.GenericRpcHandler:
    handler = grpc.stream_stream_rpc_method_handler(
        reflection.ReflectionServicer(names).ServerReflectionInfo,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(REFLECTION, {"ServerReflectionInfo": handler})


def serve(common: CommonSettings, settings: GrpcSettings) -> None:
    """Run the front until SIGTERM or SIGINT, then drain. Call it in the main thread.

    Raises:
        SettingsError: the broker lives in another process that has not started this one, or a setting is wrong.
    """
    told_to_stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told_to_stop.set())
    rpc, events = _platform(common, told_to_stop)
    front = GrpcFront(settings, rpc, events)
    health_pages = Health()
    health_pages.add("services", lambda: front.checks.serving)
    health_pages.serve(common.health_host, common.health_port)
    front.start()
    webhooks = deliver(rpc, events, frozenset(settings.webhook_own_hosts), settings.webhook_timeout_s)
    garbage.keep_what_is_there()
    told_to_stop.wait()
    health_pages.draining = True
    webhooks.stop()
    front.stop(common.drain_ms / 1000)
    events.stop()
    rpc.stop()


def _platform(
    common: CommonSettings, told_to_stop: threading.Event
) -> tuple[RpcClient | ChannelRpc, BrokerEventLog | EmbeddedEventLog]:
    """How services are asked and events followed: by the broker, or of the process that has started this one.

    Raises:
        SettingsError: the broker lives in another process.
    """
    if not common.embedded:
        return RpcClient(common, "grpc").start(), BrokerEventLog(common).start()
    if DESCRIPTOR_VARIABLE not in os.environ:
        raise SettingsError("the gRPC front is a process of its own and needs KAFENEIO_BROKER_URL=amqp://…")
    return ChannelRpc(common, told_to_stop.set).start(), EmbeddedEventLog(common.var_dir)


def _listen(server: grpc.Server, settings: GrpcSettings) -> int:
    address = f"{settings.grpc_host}:{settings.grpc_port}"
    if not settings.grpc_tls_certificate:
        return int(server.add_insecure_port(address))
    return int(server.add_secure_port(address, server_credentials(settings)))

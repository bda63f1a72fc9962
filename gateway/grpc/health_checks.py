"""grpc.health.v1 with real checks: a service is SERVING while it answers a request, and the front while any service
does."""

import threading
from collections.abc import Mapping
from typing import Any

from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckResponse

from gateway.rpc import Rpc
from services.contracts.base import Request
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.moderation import conduct as moderation
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import catalogue as tables
from services.contracts.tournaments import competitions as tournaments
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import UNAVAILABLE
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_PROBE_TIMEOUT_MS = 1_000
_SICK = frozenset({UNAVAILABLE, "internal_error"})

PROBES: Mapping[str, Request[Any]] = {
    "kafeneio.wallet.v1.WalletService": wallet.GetBalance(account=""),
    "kafeneio.tournaments.v1.TournamentsService": tournaments.GetCompetition(competition="-"),
    "kafeneio.accounts.v1.AccountsService": lobby.GetPlayer(account=""),
    "kafeneio.lobby.v1.LobbyService": lobby.GetPlayer(account=""),
    "kafeneio.lobby.v1.PeopleService": lobby.GetPlayer(account=""),
    "kafeneio.lobby.v1.CompaniesService": lobby.GetPlayer(account=""),
    "kafeneio.tables.v1.TablesService": tables.GetMatch(match=""),
    "kafeneio.moderation.v1.ModerationService": moderation.GetConduct(account=""),
    "kafeneio.events.v1.WebhooksService": moderation.GetConduct(account=""),
    "kafeneio.ranking.v1.RankingService": ranking.GetRatings(accounts=[]),
}
"""The request that each service is checked with: cheap and without effect. A refusal counts as an answer."""


class Checks:
    """Asks every service regularly, and reports the results to the health servicer."""

    def __init__(self, rpc: Rpc, every_s: float) -> None:
        """Nothing is SERVING before the first answers."""
        self.servicer = health.HealthServicer()
        self._rpc = rpc
        self._every_s = every_s
        self._stopped = threading.Event()
        self._report(dict.fromkeys(PROBES, False))

    def start(self) -> None:
        """Start the checks."""
        spawn("grpc-checks", self._run)

    def stop(self) -> None:
        """Report NOT_SERVING from now on."""
        self._stopped.set()
        self.servicer.enter_graceful_shutdown()

    @property
    def serving(self) -> bool:
        """Whether any service answers."""
        return self._serving

    def check(self) -> None:
        """Check all services now."""
        self._report({name: self._answers(probe) for name, probe in PROBES.items()})

    def _answers(self, probe: Request[Any]) -> bool:
        answer = self._rpc.call(probe, _PROBE_TIMEOUT_MS)
        return not (isinstance(answer, Refusal) and answer.error in _SICK)

    def _report(self, outcomes: Mapping[str, bool]) -> None:
        self._serving = any(outcomes.values())
        for name, well in {**outcomes, "": self._serving}.items():
            self.servicer.set(name, HealthCheckResponse.SERVING if well else HealthCheckResponse.NOT_SERVING)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.check()
            except Exception:
                log.exception("grpc_check_failed")
            self._stopped.wait(self._every_s)

"""The lobby's application object: use cases' ports, and the work in the background."""

import dataclasses
import time
from collections.abc import Callable
from typing import Any

from services.kernel.refusal import Refusal
from services.lobby import expiry, metrics
from services.lobby.access.password_hashing import HashingWorkers
from services.lobby.access.providers.client import OpenIdClient
from services.lobby.accounts import known_persons
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from services.lobby.accounts.pictures.photo_processor import PhotoProcessor
from services.lobby.companies import evening_calls
from services.lobby.companies import notices as companies
from services.lobby.lists import room as rooms
from services.lobby.lists.pusher import Pusher
from services.lobby.mails.mailer import Mailer, make_transport
from services.lobby.mails.notices import use_cases as notice_mails
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.messages import use_cases as messages
from services.lobby.ports import NoVisits, Ports
from services.lobby.presence import connections
from services.lobby.presence.gateways import Gateways
from services.lobby.push import problem_notices
from services.lobby.push import sending as web_push
from services.lobby.push.courier import Courier
from services.lobby.push.encryption import Signer
from services.lobby.returns import rows as returns
from services.lobby.sessions import use_cases as sessions
from services.lobby.settings import LobbySettings, SignInSettings
from services.lobby.tables import leaving
from services.lobby.tables.house_banked import use_cases as house_banked
from services.lobby.tokens import use_cases as tokens
from services.lobby.visits import use_cases as visits
from services.lobby.visits.cell_directory import Directory
from services.lobby.visits.visitors import Visitors
from services.platform.broker.rpc_client import RpcClient
from services.platform.hosting.host import Base
from services.platform.operations.live_settings import LiveSettings
from services.platform.outbound.door import Door
from services.platform.process.logs import get_logger
from services.platform.process.settings import SettingsError
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_SESSIONS_S = 5.0
_HOUSE_S = 10.0
_MEASURE_S = 10.0
_PURGE_S = 600.0
_RETURNS_S = 21_600.0
_STOP_S = 3.0
_PAUSE_AFTER_FAILURE_S = 1.0
_SOON_S = 2.0


def pause_s(every_s: float, outcome: object) -> float:
    """Seconds until a task runs again: soon, if another service could not be asked."""
    return min(every_s, _SOON_S) if isinstance(outcome, Refusal) else every_s


def _check(settings: LobbySettings) -> Refusal | None:
    """Whether the settings fit together."""
    field = settings.check()
    return None if field is None else Refusal("bad_parameters", {"field": field})


def _courier(ports: Ports) -> Courier | None:
    """The sender of notices to browsers; None: the operator has set no key.

    Raises:
        SettingsError: the key or the contact is none.
    """
    settings = ports.settings
    if not settings.push_key:
        return None
    try:
        signer = Signer(settings.push_key, settings.push_contact)
    except ValueError as error:
        raise SettingsError(f"KAFENEIO_PUSH_KEY, KAFENEIO_PUSH_CONTACT: {error}") from error
    door = Door(frozenset(settings.push_own_hosts), settings.push_timeout_s)
    return Courier(ports, door, signer, settings.push_workers)


_COUNTS_MS = 1_000
"""How long after a change the whole room is counted for everybody: a burst of changes costs one count."""


class App:
    """Made once a process. The background runs while the service does: `start` and `stop` come from its container."""

    def __init__(
        self,
        base: Base,
        rpc: RpcClient,
        settings: LobbySettings,
        directory: Directory,
        sign_in: SignInSettings | None = None,
    ) -> None:
        """Nothing runs yet.

        Raises:
            SettingsError: the settings of OpenID providers are none.
        """
        self.base = base
        self.live = LiveSettings("lobby", settings, self._adopt, _check)
        self.pusher = Pusher(
            base.database,
            base.link.publish,
            settings.elo_start,
            settings.push_waiting_max,
            settings.push_linger_ms,
            _COUNTS_MS,
        )
        photos = PhotoProcessor(settings.pictures)
        workers = HashingWorkers(settings)
        self.directory = directory
        here = directory.here
        visitors = Visitors(here) if here else NoVisits()
        sign_in = sign_in or SignInSettings()
        providers = OpenIdClient(sign_in.providers(), sign_in.sign_in_timeout_s, base.database.clock.now_ms)
        self.ports = Ports(
            *(base.database, rpc, workers, self.pusher, settings, photos),
            cell=here,
            visits=visitors,
            providers=providers,
        )
        visits.prepare_metrics(directory)
        self.gateways = Gateways(
            base.settings, settings.gateway_silent_ms, lambda: self.ports.run(connections.find_gateways)
        )
        self.courier = _courier(self.ports)
        if self.courier is not None:
            self.ports = self.courier.ports = dataclasses.replace(self.ports, push_due=self.courier.wake)
        self.mailer = Mailer(base.database, settings.mail_from, make_transport(settings))
        self._sweep_s = settings.lobby_sweep_ms / 1000
        self._runs = False
        self._sweeper: Any = None

    def _adopt(self, settings: LobbySettings) -> None:
        """An operator has changed a setting."""
        self.pusher.elo_start = settings.elo_start
        self.ports = dataclasses.replace(self.ports, settings=settings)

    def start(self) -> None:
        """Start pushes, heartbeats and sweeps; nothing if they run already."""
        if self._runs:
            return
        self._runs = True
        self.pusher.start()
        self.gateways.start()
        self.mailer.start()
        if self.courier is not None:
            self.courier.start()
        self._sweeper = spawn("lobby-sweep", self._repeat)

    def stop(self) -> None:
        """Stop the background work, after the waiting pushes were sent."""
        self._runs = False
        if self._sweeper is not None:
            self._sweeper.join(_STOP_S)
        self.mailer.stop()
        if self.courier is not None:
            self.courier.stop()
        self.gateways.stop()
        self.pusher.stop()

    def _repeat(self) -> None:
        """Run every periodic task as often as it needs."""
        tasks: dict[str, tuple[float, Callable[[], object]]] = {
            "gateways": (self._sweep_s, lambda: connections.sweep_gateways(self.ports, self.gateways)),
            "tables": (self._sweep_s, lambda: leaving.sweep_tables(self.ports)),
            "seeks": (self._sweep_s, lambda: matchmaking.sweep_seeks(self.ports)),
            "sessions": (_SESSIONS_S, lambda: sessions.sweep_sessions(self.ports)),
            "tokens": (_SESSIONS_S, lambda: tokens.sweep_tokens(self.ports)),
            "handovers": (_SESSIONS_S, lambda: connections.sweep_handovers(self.ports)),
            "house": (_HOUSE_S, lambda: house_banked.keep_house_tables(self.ports)),
            "measure": (_MEASURE_S, lambda: self.ports.run(rooms.measure)),
            "messages measured": (_MEASURE_S, lambda: self.ports.run(messages.measure)),
            "evenings": (_SESSIONS_S, lambda: evening_calls.sweep_evenings(self.ports)),
            "companies measured": (_MEASURE_S, lambda: self.ports.run(companies.count)),
            "notice mails": (_SESSIONS_S, lambda: self.ports.run(notice_mails.send_due)),
            "problem notices": (_SESSIONS_S, lambda: problem_notices.sweep(self.ports)),
            "web push measured": (_MEASURE_S, lambda: self.ports.run(web_push.measure)),
            "returns": (_RETURNS_S, lambda: self.ports.run(returns.measure)),
            "guests": (_PURGE_S, lambda: guest_accounts.sweep_guests(self.ports)),
            "visitors": (_PURGE_S, lambda: visits.sweep_visitors(self.ports)),
            "visits": (_SESSIONS_S, lambda: visits.sweep_sessions(self.ports)),
            "visits measured": (_MEASURE_S, lambda: self.ports.run(visits.measure)),
            "passes": (_PURGE_S, lambda: self.ports.run(visits.purge)),
            "persons": (_PURGE_S, lambda: known_persons.publish_all(self.ports)),
            "purge": (_PURGE_S, lambda: self.ports.run(expiry.purge)),
        }
        due_s = dict.fromkeys(tasks, 0.0)
        while self._runs:
            for name, (every_s, work) in tasks.items():
                now_s = time.monotonic()
                if now_s >= due_s[name]:
                    due_s[name] = now_s + pause_s(every_s, self._try(name, work))
            time.sleep(self._sweep_s)

    def _try(self, task: str, work: Callable[[], object]) -> object:
        try:
            return work()
        except Exception:
            metrics.sweep_failures.labels(task).inc()
            log.exception("sweep_failed", task=task)
            time.sleep(_PAUSE_AFTER_FAILURE_S)
            return None

"""Tournaments' application object: use cases' ports, and the work in the background."""

import dataclasses
import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from services.contracts.client.frames import CompetitionsFrame
from services.contracts.client.pushes import FindGateways
from services.kernel.refusal import Refusal
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.platform.hosting.host import Base
from services.platform.operations.live_settings import LiveSettings
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn
from services.tournaments import clock, metrics
from services.tournaments import queries as views
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import use_cases as registration
from services.tournaments.pairing import use_cases as matchmaking
from services.tournaments.plans import series
from services.tournaments.ports import Ports, Push, Rpc
from services.tournaments.push import Pusher
from services.tournaments.settings import TournamentsSettings

log = get_logger(__name__)

_CLOCK_S = 0.5
_MEASURE_S = 10.0
_PURGE_S = 600.0
_EVENINGS_S = 60.0
_WAITING_S = 20.0
"""Inactivity begins after a minute at the earliest (services/lobby/RULES.md §1)."""
_STOP_S = 3.0
_FIND_GATEWAYS_MS = 1_000
"""The timeout of this query; without an answer pushes are sent to every gateway."""
_ASK_AGAIN_S = 2.0


class App:
    """Made once a process. The background runs while the service does."""

    def __init__(self, base: Base, rpc: Rpc, settings: TournamentsSettings, push: Push | None = None) -> None:
        """Nothing runs yet. `push`: None for the broker's."""
        self.base = base
        self.live = LiveSettings("tournaments", settings, self._adopt, TournamentsSettings.check)
        self.pusher = Pusher(base.link.publish, settings.push_ms / 1000, self._find_gateways)
        self._wake = threading.Event()
        nudge, cell = self._wake.set, base.settings.cell
        self.ports = Ports(base.database, rpc, push or self.pusher, settings, nudge=nudge, cell=cell)
        self._runs = False
        self._threads: list[Any] = []

    def _find_gateways(self, accounts: Collection[str]) -> Mapping[str, str]:
        """Where accounts are connected; empty while the lobby does not answer."""
        found = self.ports.rpc.call(FindGateways(accounts=sorted(accounts)), timeout_ms=_FIND_GATEWAYS_MS)
        return {} if isinstance(found, Refusal) else found.gateways

    def _adopt(self, settings: TournamentsSettings) -> None:
        """An operator has changed a setting."""
        self.ports = dataclasses.replace(self.ports, settings=settings)

    def run(self, handler: Any, *args: Any) -> Any:
        """One unit of work: `handler(work, ports, *args)`."""
        return self.ports.run(handler, *args)

    def run_once(self, handler: Any, request: Any) -> Any:
        """One unit of work; a change that was carried out under the request's id is answered as the first time."""

        def carry_out(work: Work, ports: Any) -> Any:
            return commands.once_per_request(work, request, lambda: handler(work, ports, request))

        return self.run(carry_out)

    def start(self) -> None:
        """Start pushes, pairing and the clock; nothing if they run already."""
        if self._runs:
            return
        self._runs = True
        self.pusher.start(lambda ids: self.run(read_lines, ids))
        self._threads = [
            spawn("tournaments-clock", self._repeat_clock),
            spawn("tournaments-pairing", self._repeat_pairing),
            spawn("tournaments-entries", self._repeat_questions),
        ]

    def stop(self) -> None:
        """Stop the background work."""
        self._runs = False
        self._wake.set()
        for thread in self._threads:
            thread.join(_STOP_S)
        self.pusher.stop()

    def _repeat_clock(self) -> None:
        tasks: dict[str, tuple[float, Callable[[], object]]] = {
            "measure": (_MEASURE_S, lambda: self.run(clock.measure)),
            "waiting": (_WAITING_S, lambda: matchmaking.keep_waiting(self.ports)),
            "evenings": (_EVENINGS_S, lambda: series.add_default_evenings(self.ports)),
            "purge": (_PURGE_S, lambda: self.run(lambda work, _ports: commands.purge(work))),
        }
        due_s = dict.fromkeys(tasks, 0.0)
        while self._runs:
            self._try("clock", lambda: clock.move_all(self.ports))
            for name, (every_s, work) in tasks.items():
                if time.monotonic() >= due_s[name]:
                    due_s[name] = time.monotonic() + every_s
                    self._try(name, work)
            time.sleep(_CLOCK_S)

    def _repeat_pairing(self) -> None:
        while self._runs:
            self._wake.wait(self.ports.settings.pairing_ms / 1000)
            self._wake.clear()
            self._try("pairing", lambda: matchmaking.pair_all(self.ports))

    def _repeat_questions(self) -> None:
        """Apart from the clock, which must not wait while the wallet is away."""
        while self._runs:
            self._try("entries", lambda: registration.ask_again(self.ports))
            time.sleep(_ASK_AGAIN_S)

    def _try(self, task: str, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception:
            metrics.loop_failures.labels(task).inc()
            log.exception("loop_failed", task=task)
            time.sleep(1.0)


def read_lines(work: Work, ports: Ports, ids: list[str]) -> list[tuple[list[str] | None, CompetitionsFrame]]:
    """The present lines of competitions: those for everybody, and each of the others for its maker and its entrants."""
    found = [one for one in competitions.find_some(work, ids) if one.state != "draft"]
    for_all = [one for one in found if one.audience == "all"]
    frames: list[tuple[list[str] | None, CompetitionsFrame]] = []
    if for_all:
        frames.append((None, CompetitionsFrame(changed=views.lines(work, ports, for_all))))
    for one in found:
        if one.audience != "all":
            accounts = {one.made_by or "", *entrants.find_entrants(work, one.id)}
            frames.append((sorted(accounts), CompetitionsFrame(changed=views.lines(work, ports, [one]))))
    return frames

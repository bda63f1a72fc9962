"""One seed's coffee house: who is in it, what may happen next, and what must hold after it."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

import sqlalchemy as sa

from games import registry
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.platform.broker import names
from services.platform.database.unit_of_work import CommitInDoubt
from services.ranking import schema
from services.ranking import service as ranking
from services.ranking.settings import RankingSettings
from services.tables import schema as store
from services.tables.settings import GamePolicies, TablesSettings
from services.tournaments import service as tournaments
from services.tournaments.schema import metadata as tournaments_metadata
from services.wallet import service as wallet
from services.wallet.ledger.audit import invariant_rows as checks
from services.wallet.ledger.audit.use_cases import check_ledger
from services.wallet.schema import metadata as wallet_metadata
from services.wallet.settings import WalletSettings
from tests.games.seeded_matches import Case, cases_of
from tests.simulation import veiled
from tests.simulation.broker import Broker
from tests.simulation.competitions import SETTINGS as COMPETITION_SETTINGS
from tests.simulation.competitions import Competitions, Do, Neighbours, Quiet
from tests.simulation.databases import Shared
from tests.simulation.drawn_games import chosen_games
from tests.simulation.faults import SERVICE_POINTS, WORKER_POINTS, Faults
from tests.simulation.gateways import Gateway
from tests.simulation.leaks import check_deal
from tests.simulation.lobby import Connections
from tests.simulation.oracle import Oracle
from tests.simulation.processes import EventProcess, Process, TablesProcess
from tests.simulation.robots import Robot
from tests.simulation.stillness import Later, stillness
from tests.simulation.verdict import Crash, Violation, promise

ROBOTS = 9
PERIODS_MAX = 400
"""After so many periods of a clock every table has ended: four seats that nobody comes back to have five each, and
computer players who have their seats then may need many hands."""
QUIET_PERIODS_MAX = 10
"""So many are enough for everything to be published, once all tables have ended."""
WORKERS = 3
TRACE_LINES = 60
_BEAT_MS = 450
_PIECE_MS = 4_000
_LEAVES = ("forfeit", "bot_replace", "pause_return")
_RETURNS = ("budget", "fixed_window")


def settings_of(chance: Random) -> TablesSettings:
    """Small numbers, so that limits are met; the veiled game under any policies that fit it."""
    policies = GamePolicies(leave=chance.choice(_LEAVES), returning=chance.choice(_RETURNS))
    return TablesSettings(
        table_shards=3,
        snapshot_every=5,
        gap_events=7,
        remembered_commands=6,
        shard_prefetch=8,
        recover_minutes=2,
        return_window_s=40,
        worker_silent_ms=5_000,
        gateway_silent_ms=9_000,
        bot_processes=0,
        on_timeout=chance.choice(["wait", "auto_turn"]),
        game_policies={veiled.Veiled.id: policies},
    )


class World:
    """Everything that a table needs, in one process, from one seed."""

    def __init__(self, seed: int, games: list[Any] | None = None) -> None:
        self.seed = seed
        self.step = 0
        self.wild = True
        self.chance = Random(f"world {seed}")
        self.clock = FakeClock()
        self.later = Later()
        self.trace: deque[str] = deque(maxlen=TRACE_LINES)
        self._hash = hashlib.sha256()
        self._games = games if games is not None else chosen_games(seed)
        self._named = 0

    @contextmanager
    def running(self) -> Iterator["World"]:
        """Within this the world stands; whatever it does follows from the seed."""
        known = dict(veiled.known(each) for each in self._games)
        with (
            stillness(self.seed, self.clock, self.later, self.note, self._wrong),
            mock.patch.dict(registry.entries(), {id: known[id] for id in known if id not in registry.entries()}),
        ):
            self._build()
            try:
                yield self
            finally:
                registry.game.cache_clear()
                for database in self._databases.values():
                    database.close()

    def _build(self) -> None:
        self.settings = settings_of(self.chance)
        self.broker = Broker(self.chance, self.note)
        self.faults = Faults(self.chance, self.note, self._meanwhile)
        self._databases = {
            service: Shared(service, metadata, self.clock)
            for service, metadata in (
                ("tables", store.metadata), ("wallet", wallet_metadata), ("ranking", schema.metadata),
                ("tournaments", tournaments_metadata),
            )
        }  # fmt: skip
        self.oracle = Oracle(self._databases["tables"], self.settings)
        shards = self.settings.table_shards
        cases = [case for each in self._games for case in cases_of(each) or [Case(each)]]
        self.connections = Connections(self.broker, self.chance, self.clock, shards, cases)
        self.gateways: list[Gateway] = []
        self.workers = [self._worker() for _ in range(WORKERS)]
        self.neighbours = Neighbours(lambda: self.robots, self.settings, self._databases["wallet"], self.chance)
        self.services = [self._service(kind) for kind in ("wallet", "ranking", "tournaments", "tournaments")]
        self.competitions = Competitions(
            *(self._databases[service] for service in ("tournaments", "wallet", "tables")),
            self.chance, self.clock, cases,
        )  # fmt: skip
        for _ in range(2):
            self.open_gateway()
        self.robots = [Robot(f"player{number}", self) for number in range(ROBOTS)]
        self.connections.register(self.robots)
        self.connections.open_house()
        self._actions = self._weighted()

    # --- who is here ---

    def _name(self, kind: str) -> str:
        self._named += 1
        return f"{kind}.{self._named}"

    def _worker(self) -> TablesProcess:
        games = [each.id for each in self._games]
        return TablesProcess(
            self._name("worker"), self._databases["tables"], self.broker, self.chance, self.faults.strike,
            self.settings, games, self._committed,
        )  # fmt: skip

    def _service(self, kind: str) -> EventProcess:
        made: dict[str, tuple[Any, Callable[[Any], Any]]] = {
            "wallet": (wallet.WalletService, lambda base: wallet.App(base, WalletSettings())),
            "ranking": (ranking.RankingService, lambda base: ranking.App(base, RankingSettings())),
            "tournaments": (
                tournaments.TournamentsService,
                lambda base: tournaments.App(base, self.neighbours, COMPETITION_SETTINGS, Quiet()),
            ),
        }
        service, make_app = made[kind]
        return EventProcess(
            self._name(kind), self._databases[kind], self.broker, self.chance, self.faults.strike, service, make_app
        )

    def open_gateway(self) -> None:
        """One more gateway."""
        name = self._name("gateway")
        shards, games = self.settings.table_shards, self.connections.games
        self.gateways.append(Gateway(name, self.broker, self.chance, self.clock, shards, games.__getitem__))

    # --- what is noted ---

    def note(self, *what: object) -> None:
        """A line of the trace."""
        line = f"{self.step} {self.clock.now_ms()} " + " ".join(map(str, what))
        self.trace.append(line)
        self._hash.update(line.encode() + b"\n")

    def digest(self) -> str:
        """A fingerprint of all that has happened."""
        return self._hash.hexdigest()

    def seen(self, account: str, frame: dict[str, Any], raw: bytes) -> None:
        """A frame has come to a player."""
        self._hash.update(raw)
        self.note("frame", account, frame["t"], frame.get("id", frame.get("version")), frame.get("error", ""))
        if frame["t"] in ("table", "update"):
            self.oracle.check_frame(account, frame, raw)

    def _wrong(self, what: str) -> None:
        raise Violation(f"logged: {what}")

    def _committed(self, process: TablesProcess) -> None:
        """A worker has written: the journal is read at once, by somebody else."""
        self.oracle.read()
        fresh, self.oracle.fresh = self.oracle.fresh, []
        for step in fresh:
            self.note("entry", process.name, step.after.id, step.entry.seq, type(step.entry.action).__name__)
            check_deal(step, self.settings, self.chance)

    # --- what happens ---

    def _weighted(self) -> list[Callable[[], object]]:
        weights: list[tuple[int, Callable[[], object]]] = [
            (60, self._somebody_acts), (60, self._flush), (80, self._arrive), (100, self._deliver), (70, self._turn),
            (40, self._work), (20, self._relay), (20, self._notice), (10, self._later), (15, self._moment),
            (3, self._beat), (4, self._open), (4, self._sit), (1, self._annul),
            (25, self._compete), (15, self._run_competitions),
            (1, self._pause_a_while), (1, self._crash), (1, self._hold),
            (1, self._cut), (2, self._fail), (1, self._lose_gateway),
        ]  # fmt: skip
        return [action for weight, action in weights for _ in range(weight)]

    def run(self, steps: int) -> None:
        """So many steps in bad weather, then calm until all is settled."""
        for _ in range(steps):
            self.one()
        self.settle()

    def one(self) -> None:
        """One thing happens: whoever is drawn, and has nothing to do, lets another one."""
        self.step += 1
        while not self.chance.choice(self._actions)():
            pass

    def _meanwhile(self) -> None:
        for _ in range(self.chance.randint(10, 150)):
            self.one()

    def _free(self, processes: Any) -> list[Any]:
        return [each for each in processes if not each.is_busy]

    def _doing(self, process: Any, action: Callable[[], Any]) -> bool:
        """A process does something, and may die of it; whether it did."""
        process.is_acting, done = True, True
        try:
            done = action() is not False
        except Crash as crash:
            self.note("crash", process.name, crash)
            self._bury(process)
        finally:
            process.is_acting = False
        if isinstance(process, EventProcess) and done:
            self._check_chips()
        return done

    def _bury(self, process: Process) -> None:
        """Dead, and another one is started in its place."""
        process.die()
        self.faults.forget(process)
        if isinstance(process, TablesProcess):
            self.workers[self.workers.index(process)] = self._worker()
        else:
            place = self.services.index(process)
            self.services[place] = self._service(process.name.split(".")[0])

    def _somebody_acts(self) -> bool:
        return self.chance.choice(self.robots).act()

    def _flush(self) -> bool:
        waiting = [each for each in self.gateways if each.waits]
        if waiting:
            self.chance.choice(waiting).flush()
        return bool(waiting)

    def _arrive(self) -> bool:
        lines = [line for line in self.broker.lines if line.outgoing]
        return bool(lines) and self.broker.arrive(self.chance.choice(lines))

    def _deliver(self) -> bool:
        waiting = self.broker.waiting()
        if waiting:
            self.broker.deliver(self.chance.choice(waiting))
        return bool(waiting)

    def _turn(self) -> bool:
        waiting = [each for each in self._free(self.workers) if each.waits]
        if waiting:
            process = self.chance.choice(waiting)
            self._doing(process, process.turn)
        return bool(waiting)

    def _work(self) -> bool:
        waiting = [each for each in self._free(self.services) if each.waits]
        if waiting:
            process = self.chance.choice(waiting)
            self._doing(process, process.work)
        return bool(waiting)

    def _relay(self) -> bool:
        processes = self._free([*self.workers, *self.services])
        process = self.chance.choice(processes) if processes else None
        return process is not None and self._doing(process, process.relay_some)

    def _notice(self) -> bool:
        return any(process.notice() for process in self._free([*self.workers, *self.services]))

    def _later(self) -> bool:
        if not self.later.waiting:
            return False
        self.later.waiting.pop(0)()
        return True

    def _moment(self) -> bool:
        return self.pass_ms(self.chance.choice([1, 20, 60, 200]))

    def _pause_a_while(self) -> bool:
        return self.pass_ms(self.chance.choice([1_000, 1_000, 3_000, 8_000, 31_000]))

    def pass_ms(self, ms: int) -> bool:
        """Time passes in pieces: whoever is not held beats and looks at its clocks in each."""
        while ms > 0:
            piece = min(ms, _PIECE_MS)
            ms -= piece
            self.clock.advance(piece)
            if piece >= _BEAT_MS:
                self._beat()
            for process in self._free(self.workers):
                self._doing(process, process.turn)
        return True

    def _beat(self) -> bool:
        for gateway in self.gateways:
            gateway.beat()
        for process in self._free(self.workers):
            process.beat()
        return True

    def _open(self) -> bool:
        return self.wild and self.connections.open_table()

    def _sit(self) -> bool:
        return self.wild and self.connections.seat_guest()

    def _annul(self) -> bool:
        """An operator annuls a round that is held, or was a moment ago."""
        tables = [each for each in self.oracle.open_tables() if each.is_house and each.round is not None]
        if not tables or self.chance.random() > 0.2:
            return False
        table = self.chance.choice(tables)
        assert table.round is not None
        self.connections.annul_round(table.id, table.round.number)
        return True

    def _compete(self) -> bool:
        """A player or the operator does something about a competition."""
        do = self.competitions.act(self.robots) if self.wild else None
        return do is not None and self._at_tournaments(do)

    def _run_competitions(self) -> bool:
        """A tournaments process looks at its clocks, or pairs who waits."""
        return self._at_tournaments(self.competitions.work())

    def _at_tournaments(self, do: Do) -> bool:
        """One of the tournaments processes does something; what it is asked may be lost with its database."""
        free = self._free([each for each in self.services if each.name.startswith("tournaments")])
        return bool(free) and self._doing(process := self.chance.choice(free), lambda: self._ask(process, do))

    def _ask(self, process: EventProcess, do: Do) -> None:
        try:
            do(process.service.app)
        except (sa.exc.OperationalError, CommitInDoubt):
            self.note("not answered", process.name)
        process.point("worked")

    # --- what goes wrong ---

    def _somebody(self) -> Any:
        return self.chance.choice([*self.workers, *self.services])

    def _crash(self) -> bool:
        process = self._somebody()
        self.faults.arm_crash(process, WORKER_POINTS if isinstance(process, TablesProcess) else SERVICE_POINTS)
        return True

    def _hold(self) -> bool:
        self.faults.arm_pause(self.chance.choice(self.workers))
        return True

    def _cut(self) -> bool:
        self.chance.choice(self._somebody().links).cut()
        return True

    def _fail(self) -> bool:
        self._somebody().database.fails = self.chance.choice(["refused", "in_doubt"])
        return True

    def _lose_gateway(self) -> bool:
        if self.chance.random() > 0.3:
            return False
        gone = self.gateways.pop(self.chance.randrange(len(self.gateways)))
        self.note("gateway dies", gone.name)
        gone.die()
        self.open_gateway()
        return True

    # --- what must hold ---

    def _check_chips(self) -> None:
        """All accounts sum to zero, and escrow holds what is held."""
        with self._databases["wallet"].origin.work() as work:
            sums = checks.sums(work)
        promise(sums.sum_chips == 0, "the ledger sums to", sums.sum_chips)
        promise(sums.escrow_chips == sums.held_chips, "escrow", sums.escrow_chips, "held", sums.held_chips)

    def settle(self) -> None:
        """The weather clears: players go home, clocks run out, everything that is under way arrives."""
        self.faults.quiet, self.wild = True, False
        for process in [*self.workers, *self.services]:
            process.database.fails, process.relay_link.unsure = None, 0.0
        self.neighbours.clear_up()
        self._hear_every_answer()
        self.competitions.check_liveness()
        for robot in self.robots:
            robot.hang_up_nicely()
        patience = QUIET_PERIODS_MAX
        for _ in range(PERIODS_MAX):
            self._calm_down()
            for table in self.oracle.open_tables():
                if table.is_house and table.phase == "playing" and table.match.state.phase == "idle":
                    self.connections.close_house(table.id)
            if not self.oracle.open_tables() and self.competitions.are_over():
                if self._is_quiet():
                    break
                patience -= 1
                promise(patience, "all tables have ended, and still something is under way")
            self.pass_ms(31_000)
        self._check_end()

    def _hear_every_answer(self) -> None:
        """Whoever still holds the line is answered, whatever has happened to workers and connections on the way."""
        for _ in range(4):
            self._calm_down()
            self.pass_ms(self.settings.worker_silent_ms)
        left = {gateway.name: list(gateway.unanswered) for gateway in self.gateways if gateway.unanswered}
        promise(not left, "never answered:", left)

    def _calm_down(self) -> None:
        """Until nothing is under way any more."""
        for _ in range(2_000):
            for action in (self._flush, self._arrive, self._deliver, self._turn, self._work, self._notice, self._later):
                self.step += 1
                action()
            if self._is_idle() and self._at_tournaments(self.competitions.do_all) and self._is_idle():
                return
        promise(False, "no end to what is under way")

    def _is_idle(self) -> bool:
        return self.broker.is_idle() and not self._somebody_waits() and not self._relays()

    def _somebody_waits(self) -> bool:
        return bool(
            any(each.waits for each in [*self.workers, *self.services])
            or any(not link.is_up for each in [*self.workers, *self.services] for link in each.links)
            or any(each.waits for each in self.gateways)
            or self.later.waiting
        )

    def _relays(self) -> bool:
        self.clock.advance(50)
        found = False
        for process in [*self.workers, *self.services]:
            process.relay._left_behind_ms = 0
            found = process.relay_some() or found
        return found

    def _is_quiet(self) -> bool:
        given = any(not each.commands.idle for each in self.gateways)
        return self.broker.is_idle() and not self._somebody_waits() and not given

    def _check_end(self) -> None:
        """Every table has come to its end, every match was published once, and every chip is where it belongs."""
        promise(not self.oracle.open_tables(), "tables that do not end:", [t.id for t in self.oracle.open_tables()])
        for queue in self.broker.queues.values():
            dead = queue.name.startswith(names.dead_queue(""))
            promise(not len(queue), "left in" if not dead else "given up in", queue.name)
        unended = self._databases["tables"].read("SELECT match_id FROM matches WHERE outcome IS NULL")
        promise(not unended, "matches without an outcome:", unended)
        left = [
            row
            for shared in self._databases.values()
            for row in shared.read("SELECT routing_key FROM outbox WHERE sent = 0")
        ]
        promise(not left, "never told:", left)
        self._check_ledger()
        self.competitions.check_end()

    def _check_ledger(self) -> None:
        with self._databases["wallet"].origin.work() as work:
            found = check_ledger(work, None)  # type: ignore[arg-type]
        promise(not isinstance(found, Refusal), found)
        promise(found.open_escrows == 0, "open escrows:", found.open_escrows)
        bound = {table: accounts for table, accounts in self.connections.players.items() if accounts}
        promise(not bound, "players that nobody set free:", bound)

"""Two cells whose players sit at each other's tables: real wallets, real bridges, bad weather, and every chip counted.

Each cell has a broker and a database of its own, two wallet processes and a bridge. Tables are a plain driver here:
it asks for matches, sometimes twice, ends them in every way, sometimes before they are held, and never dies. What may
die between any two steps are wallets and bridges; connections break, commits fail, confirms do not come.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Envelope, routing_key
from services.contracts.tables import commands as contract
from services.kernel.clock import FakeClock
from services.platform.broker import names
from services.platform.broker.link import BrokerDown, Unroutable
from services.platform.cells.crossing import Crossing
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings
from services.wallet import service as wallet
from services.wallet.cells import statement_rows as stored_statements
from services.wallet.cells import statements
from services.wallet.invitations.welcome import welcome
from services.wallet.ledger.audit import invariant_rows as checks
from services.wallet.schema import accounts, away_stakes, house, stakes, visited_matches, visiting_stakes
from services.wallet.schema import metadata as wallet_metadata
from services.wallet.service.cells import give_up_overdue, send_statements
from services.wallet.settings import WalletSettings
from tests.simulation.broker import Broker, Parcel
from tests.simulation.databases import Shared
from tests.simulation.faults import SERVICE_POINTS, Faults
from tests.simulation.link import SimulatedLink
from tests.simulation.processes import RELAY_UNSURE, EventProcess
from tests.simulation.run import Run
from tests.simulation.stillness import Later, stillness
from tests.simulation.verdict import Crash, Violation, promise
from tests.support.services.match_events import asked, finished
from tests.wallet.wallets import registered

CELLS = ("eu1", "eu2")
STEPS = 1_500
PLAYERS = 4
"""Of each cell."""
REPLIES = "tables.simulated.0"
ANSWER_MS = 3_000
BRIDGE_POINTS = ("publish", "ack")
_TRACE_LINES = 60
_OPEN_MAX = 6
_ROUNDS_MAX = 3_000
_TWICE = 0.2
"""How often a table says the same again, as another event."""


class Bridge:
    """A bridge process: the real crossing, on simulated links to two brokers."""

    def __init__(
        self, name: str, cell: str, brokers: dict[str, Broker], chance: Random, struck: Callable[[Any, str], None]
    ) -> None:
        self.name = name
        self.home_cell = cell
        self.is_busy = self.is_acting = False
        (other,) = [each for each in brokers if each != cell]
        home = SimulatedLink(brokers[cell], chance, "home", name, lambda where: struck(self, where))
        away = SimulatedLink(brokers[other], chance, "away", name, lambda where: struck(self, where))
        away.unsure = RELAY_UNSURE
        self.crossing = Crossing(other, home, away)
        home.on_up = self.crossing.begin  # type: ignore[assignment]
        self.links = [home, away]
        for link in self.links:
            link.connect()

    @property
    def waits(self) -> bool:
        """Whether there is something to carry."""
        return bool(len(self.crossing))

    def carry(self) -> None:
        """Its loop's next turn."""
        try:
            self.crossing.carry()
        except (BrokerDown, Unroutable):
            return

    def die(self) -> None:
        """At once."""
        for link in self.links:
            link.cut()

    def notice(self) -> bool:
        """Connections that broke are noticed, or made again."""
        for link in self.links:
            if link.notice():
                return True
            if not link.is_up:
                link.connect()
                return True
        return False


class Match:
    """A match as the driver knows it."""

    def __init__(self, id: str, cell: str, players: list[str], stake_chips: int) -> None:
        self.id = id
        self.cell = cell
        self.players = players
        self.stake_chips = stake_chips
        self.held: bool | None = None
        """None: not answered yet."""
        self.ended = False


class Cells:
    """The world of one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.step = 0
        self.chance = Random(f"cells {seed}")
        self.clock = FakeClock()
        self.trace: deque[str] = deque(maxlen=_TRACE_LINES)
        self.matches: dict[str, Match] = {}
        self.both_held = 0
        """Matches with visitors that were held and settled."""
        self._named = self._events = 0

    @contextmanager
    def running(self) -> Iterator["Cells"]:
        """Within this the world stands."""
        with stillness(self.seed, self.clock, Later(), self.note, self._wrong):
            self._build()
            try:
                yield self
            finally:
                for database in self.databases.values():
                    database.close()

    def _build(self) -> None:
        self.faults = Faults(self.chance, self.note, lambda: None)
        self.databases = {cell: Shared("wallet", wallet_metadata, self.clock) for cell in CELLS}
        self.brokers = {cell: Broker(self.chance, self.note) for cell in CELLS}
        for cell, broker in self.brokers.items():
            broker.declare(names.dead_queue("wallet"))
            for other in CELLS:
                if other != cell:
                    broker.declare(names.cell_queue(other))
            broker.declare(REPLIES)
            line = broker.connect(f"driver-{cell}")
            broker.consume(line, REPLIES, "driver", self._hear, no_ack=True)
        self.wallets = [self._wallet(cell) for cell in CELLS for _ in range(2)]
        self.bridges = [self._bridge(cell) for cell in CELLS]
        for cell in CELLS:
            with self.databases[cell].origin.work() as work:
                welcome(work, WalletSettings(), [registered(each) for each in self._players(cell)])
        self.issued_chips = self._chips_in_all()
        self._actions = [
            action
            for weight, action in (
                (30, self._ask), (30, self._end), (80, self._arrive), (100, self._deliver), (60, self._work),
                (50, self._carry), (40, self._relay), (20, self._notice), (20, self._moment), (6, self._give_up),
                (1, self._long_moment), (3, self._crash), (3, self._cut), (2, self._fail),
            )
            for _ in range(weight)
        ]  # fmt: skip

    def _players(self, cell: str) -> list[str]:
        return [f"{cell}~player{number}" for number in range(PLAYERS)]

    def _name(self, kind: str) -> str:
        self._named += 1
        return f"{kind}.{self._named}"

    def _wallet(self, cell: str) -> EventProcess:
        def make_app(base: Any) -> wallet.App:
            others = [each for each in CELLS if each != cell]
            base.settings = CommonSettings(cell=cell, cell_neighbours=others)
            return wallet.App(base, WalletSettings(cell_answer_ms=ANSWER_MS))

        return EventProcess(
            self._name(cell), self.databases[cell], self.brokers[cell], self.chance, self.faults.strike,
            wallet.WalletService, make_app,
        )  # fmt: skip

    def _bridge(self, cell: str) -> Bridge:
        return Bridge(self._name(f"bridge-{cell}"), cell, self.brokers, self.chance, self.faults.strike)

    # --- what is noted ---

    def note(self, *what: object) -> None:
        """A line of the trace."""
        self.trace.append(f"{self.step} {self.clock.now_ms()} " + " ".join(map(str, what)))

    def _wrong(self, what: str) -> None:
        raise Violation(f"logged: {what}")

    def _hear(self, parcel: Parcel) -> None:
        """A table is answered, and takes the first answer. A hold that is refused and asked for again may succeed then;
        its match is void by that time, and all get their stakes back."""
        for answer in msgspec.json.decode(parcel.body, type=list[contract.Held | contract.Settled]):
            match = self.matches[answer.match]
            if isinstance(answer, contract.Settled):
                refunds = [match.stake_chips] * len(match.players)
                promise(match.held is not False or answer.payouts == refunds, match.id, "was refused, and pays")
                self.both_held += len({each.partition("~")[0] for each in match.players}) == 2
            elif not match.ended and match.held is None:
                match.held = answer.error is None
                self.note("held" if match.held else f"refused: {answer.error}", match.id)
            elif not match.ended and match.held:
                promise(answer.error is None, match.id, "was held, and is refused:", answer.error)

    # --- what tables do ---

    def _publish(self, cell: str, event: Any) -> None:
        for _ in range(1 + (self.chance.random() < _TWICE)):
            self._events += 1
            envelope = Envelope(f"event-{self._events}", f"trace-{self._events}", self.clock.now_ms(), event)
            key = routing_key(event)
            self.brokers[cell].route(join_array([encode(envelope)]), names.EVENTS_EXCHANGE, key, {"topic": key})

    def _ask(self) -> bool:
        """A match wants to begin, most often with a visitor; some stakes are more than somebody has."""
        if len([each for each in self.matches.values() if not each.ended]) >= _OPEN_MAX or self.faults.quiet:
            return False
        cell = self.chance.choice(CELLS)
        everybody = [player for each in CELLS for player in self._players(each)]
        players = self.chance.sample(everybody, self.chance.choice([2, 2, 3]))
        match = Match(f"match-{len(self.matches)}", cell, players, self.chance.choice([200, 500, 4_000]))
        self.matches[match.id] = match
        event = asked(match.id, *players, stake=match.stake_chips)
        self._publish(cell, msgspec.structs.replace(event, reply_to=REPLIES))
        self.note("ask", match.id, cell, *players, match.stake_chips)
        return True

    def _end(self) -> bool:
        """A match ends as matches do; one that was refused is void, and some are void before they are answered."""
        early = self.chance.random() < 0.05
        able = [each for each in self.matches.values() if not each.ended and (early or each.held is not None)]
        if able:
            self._finish(self.chance.choice(able))
        return bool(able)

    def _finish(self, match: Match) -> None:
        match.ended = True
        kind = self.chance.choice(["won", "won", "tied", "void"]) if match.held else "void"
        winners = [self.chance.randrange(len(match.players))] if kind == "won" else []
        event = finished(
            match.id, *match.players, stake=match.stake_chips, outcome=kind, winners=winners, leave_policy="eliminate"
        )
        self._publish(match.cell, msgspec.structs.replace(event, reply_to=REPLIES))
        self.note("finish", match.id, kind, winners)

    # --- what happens by itself ---

    def run(self, steps: int = STEPS) -> None:
        """So many steps in bad weather, then calm until nothing is under way; then every chip is counted."""
        for _ in range(steps):
            self.step += 1
            while not self.chance.choice(self._actions)():
                pass
        self.settle()

    def _doing(self, process: Any, action: Callable[[], object]) -> bool:
        process.is_acting, done = True, True
        try:
            done = action() is not False
        except Crash as crash:
            self.note("crash", process.name, crash)
            self._bury(process)
        finally:
            process.is_acting = False
        self._check_ledgers()
        return done

    def _bury(self, process: Any) -> None:
        process.die()
        self.faults.forget(process)
        if isinstance(process, Bridge):
            self.bridges[self.bridges.index(process)] = self._bridge(process.home_cell)
        else:
            self.wallets[self.wallets.index(process)] = self._wallet(process.name.partition(".")[0])

    def _chosen(self, found: list[Any]) -> Any:
        return self.chance.choice(found) if found else None

    def _arrive(self) -> bool:
        found = [(b, line) for b in self.brokers.values() for line in b.lines if line.outgoing]
        chosen = self._chosen(found)
        return chosen is not None and chosen[0].arrive(chosen[1])

    def _deliver(self) -> bool:
        chosen = self._chosen([(b, queue) for b in self.brokers.values() for queue in b.waiting()])
        if chosen is not None:
            chosen[0].deliver(chosen[1])
        return chosen is not None

    def _work(self) -> bool:
        chosen = self._chosen([each for each in self.wallets if each.waits])
        return chosen is not None and self._doing(chosen, chosen.work)

    def _carry(self) -> bool:
        chosen = self._chosen([each for each in self.bridges if each.waits])
        return chosen is not None and self._doing(chosen, chosen.carry)

    def _relay(self) -> bool:
        chosen = self.chance.choice(self.wallets)
        return self._doing(chosen, chosen.relay_some)

    def _notice(self) -> bool:
        return any(each.notice() for each in [*self.wallets, *self.bridges])

    def _give_up(self) -> bool:
        """A wallet looks at what has waited too long."""
        chosen = self.chance.choice(self.wallets)
        return self._doing(chosen, lambda: give_up_overdue(chosen.service.app.base))

    def _moment(self) -> bool:
        self.clock.advance(self.chance.choice([1, 20, 200]))
        return True

    def _long_moment(self) -> bool:
        self.clock.advance(ANSWER_MS)
        return True

    # --- what goes wrong ---

    def _crash(self) -> bool:
        process = self.chance.choice([*self.wallets, *self.bridges])
        self.faults.arm_crash(process, BRIDGE_POINTS if isinstance(process, Bridge) else SERVICE_POINTS)
        return True

    def _cut(self) -> bool:
        self.chance.choice(self.chance.choice([*self.wallets, *self.bridges]).links).cut()
        return True

    def _fail(self) -> bool:
        self.chance.choice(self.wallets).database.fails = self.chance.choice(["refused", "in_doubt"])
        return True

    # --- what must hold ---

    def settle(self) -> None:
        """The weather clears; every match is ended, and everything that is under way arrives."""
        self.faults.quiet = True
        for process in self.wallets:
            process.database.fails, process.relay_link.unsure = None, 0.0
        for bridge in self.bridges:
            bridge.links[1].unsure = 0.0
        for _ in range(3):
            self._calm_down()
            self.clock.advance(ANSWER_MS)
            for process in self.wallets:
                give_up_overdue(process.service.app.base)
            self._calm_down()
            for match in self.matches.values():
                if not match.ended:
                    self._finish(match)
        self._check_end()
        self._compare()

    def _compare(self) -> None:
        """What the cells state to each other about all of it is what each has counted itself."""
        self.clock.advance(statements.SETTLED_MS)
        for process in self.wallets:
            send_statements(process.service.app.base)
        self._calm_down()
        for cell, database in self.databases.items():
            with database.origin.work() as work:
                (found,) = stored_statements.read(work)
            promise(not found.matches and not found.net_chips, cell, "counts otherwise than", found.cell, found)

    def _calm_down(self) -> None:
        for _ in range(_ROUNDS_MAX):
            actions = (self._arrive, self._deliver, self._work, self._carry, self._notice)
            acted = [action() for action in actions]
            if any(acted):
                continue
            self.clock.advance(50)
            relayed = False
            for process in self.wallets:
                process.relay._left_behind_ms = 0
                relayed = process.relay_some() or relayed
            if not relayed:
                return
        promise(False, "no end to what is under way")

    def _check_ledgers(self) -> None:
        """After every step each ledger sums to zero, and its escrows hold what is held."""
        for cell, database in self.databases.items():
            with database.origin.work() as work:
                sums = checks.sums(work)
            promise(sums.sum_chips == 0, "the ledger of", cell, "sums to", sums.sum_chips)
            promise(sums.escrow_chips == sums.held_chips, cell, "escrow", sums.escrow_chips, "held", sums.held_chips)

    def _check_end(self) -> None:
        for cell, broker in self.brokers.items():
            for queue in broker.queues.values():
                promise(not len(queue), "left in", queue.name, "of", cell)
            self._check_rows(cell)
        own, other = (self._clearing(*pair) for pair in (CELLS, CELLS[::-1]))
        promise(own + other == 0, "the cells disagree:", own, "and", other)
        promise(self._chips_in_all() == self.issued_chips, "chips:", self._chips_in_all(), "of", self.issued_chips)

    def _check_rows(self, cell: str) -> None:
        """Nothing is open, nothing is held: of no match, on neither side."""
        with self.databases[cell].origin.work() as work:
            open_matches = sa.select(stakes.c.match_id).where(stakes.c.ended_at_ms.is_(None))
            waiting = sa.select(visited_matches.c.match_id).where(visited_matches.c.state.in_(["waiting", "held"]))
            visiting = sa.select(visiting_stakes.c.id).where(visiting_stakes.c.state.in_(["asked", "held"]))
            away = sa.select(away_stakes.c.id).where(away_stakes.c.state == "held")
            escrows = sa.select(accounts.c.account).where(accounts.c.account.startswith("escrow:"))
            for what, chosen in (
                ("stakes held", open_matches), ("matches that wait", waiting), ("visitors' stakes", visiting),
                ("stakes away", away), ("escrows", escrows),
            ):  # fmt: skip
                left = list(work.execute(chosen).scalars())
                promise(not left, what, "left in", cell, left)

    def _clearing(self, cell: str, other: str) -> int:
        with self.databases[cell].origin.work() as work:
            total = sa.func.coalesce(sa.func.sum(house.c.chips), 0)
            return int(work.execute(sa.select(total).where(house.c.account == f"cell:{other}")).scalar_one())

    def _chips_in_all(self) -> int:
        """Chips of all players and escrows of both cells, and what the platforms have kept: the accounts of cells
        left out."""
        found = 0
        for database in self.databases.values():
            with database.origin.work() as work:
                guarded = sa.select(sa.func.coalesce(sa.func.sum(accounts.c.balance_chips), 0))
                kept = sa.select(sa.func.coalesce(sa.func.sum(house.c.chips), 0)).where(house.c.account == "house:rake")
                found += int(work.execute(guarded).scalar_one()) + int(work.execute(kept).scalar_one())
        return found


def run_cells(seed: int, steps: int = STEPS) -> Run:
    """One seed; `entries` are the matches between cells that were held and settled."""
    world, fault = Cells(seed), None
    with world.running():
        try:
            world.run(steps)
        except Violation as violation:
            fault = str(violation)
    return Run(seed, world.step, "", fault, tuple(world.trace), world.both_held)

"""Processes that can be struck: a tables worker, and any other service that works on events; their code is the real."""

import inspect
from collections.abc import Callable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from services.platform.broker import names
from services.platform.broker.link import BrokerDown
from services.platform.database.inbox import Inbox
from services.platform.database.outbox import OutboxRelay
from services.platform.hosting.events import OnEvents
from services.platform.process.settings import CommonSettings
from services.tables.journal.commit_rows import Finish
from services.tables.settings import TablesSettings
from services.tables.worker.green_runner import GreenRunner
from services.tables.worker.worker import Worker
from tests.simulation.broker import Broker
from tests.simulation.databases import Shared, SharedDatabase, away
from tests.simulation.link import SimulatedLink
from tests.simulation.stillness import DirectThinker

RELAY_UNSURE = 0.15
"""How often the broker's word that it has a message does not come."""

Struck = Callable[["Process", str], None]
"""Called when a process comes to a point; may raise Crash, or hold it there while the world goes on."""


class Process:
    """Links, a database, an outbox relay; and a place where it may be struck."""

    def __init__(self, name: str, shared: Shared, broker: Broker, chance: Random, struck: Struck) -> None:
        self.name = name
        self.is_busy = False
        """It is held in the middle of something."""
        self.is_acting = False
        """It is its turn; only then it may be struck."""
        self.chance = chance
        self.broker = broker
        self._struck = struck
        self.database: SharedDatabase = shared.open(self.point)
        self.relay_link = self.link("relay")
        self.relay_link.unsure = RELAY_UNSURE
        self.relay_link.connect()
        self.relay = OutboxRelay(self.database, self.relay_link, embedded=False)  # type: ignore[arg-type]
        self.links = [self.relay_link]

    def point(self, where: str) -> None:
        """The process is about to do something."""
        self._struck(self, where)

    def link(self, name: str) -> SimulatedLink:
        return SimulatedLink(self.broker, self.chance, name, self.name, self.point)

    def relay_some(self) -> bool:
        """The relay's next round, as `OutboxRelay._run` takes it; whether anything was relayed."""
        try:
            return self._relay_some()
        except Exception:  # noqa: BLE001 as the relay does: the rows are in the database
            return True

    def _relay_some(self) -> bool:
        """What was just committed, or what somebody left behind."""
        if not self.relay_link.is_up:
            return False
        fresh = self.relay._queue.drain() if len(self.relay._queue) else []
        if fresh:
            self.relay._relay(fresh)
        else:
            self.relay._poll()
        self.point("relayed")
        ids, self.relay._sent_ids = self.relay._sent_ids, []
        if ids:
            self.relay._mark_sent(ids)
        return bool(ids)

    def die(self) -> None:
        """At once: its connections break, its memory is gone."""
        for link in self.links:
            link.cut()

    def notice(self) -> bool:
        """Connections that broke are noticed, or made again; whether anything was to be done."""
        for link in self.links:
            if link.notice():
                return True
            if not link.is_up:
                link.connect()
                return True
        return False


class TablesProcess(Process):
    """A tables worker: the real one, its loop turned by the world."""

    def __init__(
        self, name: str, shared: Shared, broker: Broker, chance: Random, struck: Struck, settings: TablesSettings,
        games: list[str], committed: Callable[["TablesProcess"], None],
    ) -> None:  # fmt: skip
        super().__init__(name, shared, broker, chance, struck)
        self.worker = Worker(CommonSettings(), settings, self.database, games, GreenRunner())
        self.worker._bots.bot_pool = DirectThinker()
        link = self.link("shards")
        link.on_up, link.on_down = self.worker._subscriptions.begin, self.worker._link.on_down
        link.on_return = self.worker._link.on_return
        self.worker._link = self.worker._ownership._link = link  # type: ignore[assignment]
        self.worker._subscriptions.link = link  # type: ignore[assignment]
        self.links = [link, self.relay_link]
        self._committed = committed
        self._begin = self.worker._journal.committer.begin
        self._load = self.worker._journal.load
        self.worker._journal.committer.begin = self._begin_somehow  # type: ignore[method-assign]
        self.worker._journal.load = self._load_somehow  # type: ignore[method-assign]
        link.connect()

    @property
    def waits(self) -> bool:
        """Whether anything waits to be done."""
        return bool(len(self.worker._inbox) or self.worker._again)

    def turn(self) -> None:
        """One turn, as the worker's runner has it taken."""
        worker = self.worker
        inbox, worker._last_cycle_s = worker._inbox, worker._clock.now_ms() / 1000
        items = worker._again.pop(0) if worker._again else inbox.drain() if len(inbox) else []
        try:
            worker._run_cycle(items)
        except Exception as error:  # noqa: BLE001 as the loop does
            worker._start_over(items, error)

    def beat(self) -> None:
        """One sign of life, as the worker's runner gives it."""
        self.worker.beat_once()

    def _load_somehow(self, shard: str) -> Any:
        self.point("load")
        return self._load(shard)

    def _begin_somehow(self, writing: Any) -> Finish:
        """The database receives it at once, or after what is done meanwhile."""
        self.point("commit")
        if self.chance.random() < 0.5:
            return lambda: self._write_somehow(writing)()
        return self._write_somehow(writing)

    def _write_somehow(self, writing: Any) -> Finish:
        """Returns what waits for the database's answer."""
        if self.database.fail("refused"):
            raise away()
        in_doubt = self.database.fail("in_doubt")
        return partial(self._hear_of_commit, self._begin(writing)(), in_doubt)

    def _hear_of_commit(self, lost: frozenset[str], in_doubt: bool) -> frozenset[str]:
        self._committed(self)
        if in_doubt:
            raise away()
        self.point("committed")
        return lost


class EventProcess(Process):
    """A service that works on events: its real entrypoints and inbox, called as its container would."""

    def __init__(
        self, name: str, shared: Shared, broker: Broker, chance: Random, struck: Struck, service: Any,
        make_app: Callable[[Any], Any],
    ) -> None:  # fmt: skip
        super().__init__(name, shared, broker, chance, struck)
        inbox = Inbox(self.database, self.relay_link)  # type: ignore[arg-type]
        base = SimpleNamespace(database=self.database, link=self.relay_link, inbox=inbox, settings=CommonSettings())
        self.service = service()
        self.service.app = make_app(base)
        self._heard: list[tuple[Any, str, Any, Any]] = []
        self._events = self.link("events")
        self._events.on_up, self._events.on_down = self._subscribe, self._heard.clear
        self.links = [self._events, self.relay_link]
        self._events.connect()

    @property
    def waits(self) -> bool:
        """Whether a message waits to be worked on."""
        return bool(self._heard)

    def work(self) -> None:
        """Work on one message, any of those that are here: each has a thread of its own."""
        method, queue, parcel, channel = self._heard.pop(self.chance.randrange(len(self._heard)))
        try:
            method(queue, parcel.body)
        except BrokerDown:
            self._events.requeue(parcel.delivery_tag, channel)
        else:
            self.point("worked")
            self._events.ack(parcel.delivery_tag, channel)

    def _subscribe(self, link: SimulatedLink) -> None:
        for method, found in entrypoints(self.service):
            queue = names.event_queue(type(self.service).name, found.topic, found.key)
            link.declare_durable(queue, names.dead_queue(type(self.service).name))
            self.broker.bind(queue, names.EVENTS_EXCHANGE, f"{found.topic}.{found.key}" if found.key else found.topic)
            link.consume(queue, self._hearer(method, queue, link.channel), prefetch=10)

    def _hearer(self, method: Any, queue: str, channel: Any) -> Callable[[Any], None]:
        return lambda parcel: self._heard.append((method, queue, parcel, channel))


def entrypoints(service: Any) -> list[tuple[Any, OnEvents]]:
    """The methods of a service that receive events, and which."""
    return [
        (getattr(service, name), found)
        for name, method in inspect.getmembers(type(service), callable)
        for found in sorted(getattr(method, "nameko_entrypoints", ()), key=lambda each: str(getattr(each, "topic", "")))
        if isinstance(found, OnEvents)
    ]

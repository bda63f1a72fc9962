"""The socket side of the gateway: creates and connects all parts between a client's frame and the broker."""

import asyncio
import time
import uuid

from gateway.metrics import counts
from gateway.rates.shared_rates import SharedRates
from gateway.settings import GatewaySettings
from gateway.ws.broker_feed import Feed
from gateway.ws.connection.close_reasons import pause_s
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.connection.endpoint import Endpoint
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.dispatch import Dispatch
from gateway.ws.housekeeping import Housekeeping
from gateway.ws.lists.room_lists import RoomLists
from gateway.ws.lobby.hall_bindings import HallBindings
from gateway.ws.lobby.list_pages import ListPages
from gateway.ws.lobby.lobby_frames import LobbyFrames
from gateway.ws.lobby.presence import Presence
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.commands import Commands
from gateway.ws.tables.directory import Directory
from gateway.ws.tables.flusher import Flusher
from gateway.ws.tables.hidden_pages import HiddenPages
from gateway.ws.tables.table_frames import TableFrames
from gateway.ws.tables.table_streams import TableStreams
from gateway.ws.tables.table_viewers import TableUpdates, TableViewers
from services.contracts.tables import deliveries as tables_contract
from services.kernel.clock import SystemClock
from services.platform.broker import names
from services.platform.broker.loop.loop_rpc_client import LoopRpcClient
from services.platform.broker.loop.opening import open_link
from services.platform.process.settings import CommonSettings

_DRAIN_PAUSE_S = 0.05


class SocketServer:
    """All parts of the socket side, for one loop. `endpoint` accepts sockets."""

    def __init__(self, common: CommonSettings, settings: GatewaySettings) -> None:
        """Nothing runs before `start`."""
        clock = SystemClock()
        self.queue = names.gateway_queue(common.cell, uuid.uuid4().hex[:12])
        self._settings = settings
        self._stopping = False
        self.connections = Connections()
        self.link = open_link(common, "gateway", lambda link: self._feed.on_up(link))
        rpc = LoopRpcClient(self.link, "gateway", common.rpc_timeout_ms)
        directory = Directory(rpc, settings.table_shards, settings.gateway_tables_known_max)
        self._rates = SharedRates()
        recent = Recent(settings.gateway_replay_frames_max)
        self._pushes = pushes = Pushes(
            self.connections,
            directory,
            recent,
            self.queue,
            lambda conn, table: self._table_viewers.seated(conn, table),
            staff_second_factor=settings.gateway_staff_second_factor,
            room_again=self._greet_again,
        )
        self._lanes = RequestLanes(settings.gateway_calls_at_once_max, settings.gateway_calls_waiting_max)
        self._halls = HallBindings(self.link, self.queue, self.connections)
        lists = RoomLists(rpc, directory)
        self._presence = Presence(
            rpc, settings, clock, self.connections, pushes, recent, self._halls, lists, self.queue
        )
        self._presence.stopping = lambda: self._stopping
        self._hidden_pages = HiddenPages(rpc, self._lanes)
        self._feed = Feed(
            self.queue,
            TableUpdates(self.connections, lambda it: self._commands.on_report(it), self._hidden_pages).on_message,
            pushes.on_message,
            self._on_roll,
            self._come_back,
            lambda: self._on_up(rpc),
            self._rates.receive,
            self.connections.is_watched,
        )
        own_commands = settings.gateway_connections_max * settings.gateway_watches_max
        self._commands = Commands(self.link, self.queue, settings.gateway_commands_waiting_max, own_commands)
        self.link.on_return = self._commands.on_return
        self._flusher = Flusher(self._commands, self.link)
        self._table_viewers = TableViewers(self.connections, directory, self._commands, clock, self.queue)
        table_frames = TableFrames(
            self.connections, directory, self._commands, self._lanes, clock, self.queue, settings.gateway_watches_max
        )
        pages = ListPages(lists, self._lanes, pushes, recent)
        parts = (self._presence, table_frames, LobbyFrames(rpc, self._lanes, directory, self._presence), pages)
        dispatch = Dispatch(clock, self._lanes, *parts, settings.gateway_frames_burst, self._hidden_pages)
        self._housekeeping = Housekeeping(
            settings, self.connections, self.link, rpc, self.queue, dispatch.acted, self._renew, self._come_back
        )
        self._housekeeping.sweep_halls = self._sweep_halls
        self._housekeeping.counted = self._rates.take
        views = (self._lanes, self.connections, table_frames)
        self.table_streams = TableStreams(settings, rpc, *views, self.queue, self._gone)
        self.endpoint = Endpoint(
            settings, self.connections, dispatch.on_message, self._gone, self._drained, self._rates
        )

    def start(self) -> None:
        """Connect to the broker and start."""
        self._declare_metrics()
        self.link.start()
        self._lanes.start()
        self._flusher.start()
        self._pushing = asyncio.get_event_loop().create_task(self._feed.run(), name="gateway-pushes")
        self._housekeeping.sweep_hidden_pages = self._hidden_pages.sweep
        self._housekeeping.start()
        self.table_streams.start()

    async def stop(self, deadline_s: float) -> None:
        """Close every connection, report it to tables and lobby, and leave; at the latest at `deadline_s` of
        `time.monotonic()`."""
        self.endpoint.draining = True
        await self._send_away(deadline_s)
        while time.monotonic() < deadline_s and not (
            self._lanes.idle and self._commands.idle and not len(self.connections)
        ):
            await asyncio.sleep(_DRAIN_PAUSE_S)
        self._stopping = True
        self._housekeeping.stop()
        self.table_streams.stop()
        self._lanes.stop()
        self._flusher.stop()
        self._pushing.cancel()
        for conn in list(self.connections.leaving):
            conn.stream.abort()
        self.link.stop()

    async def _send_away(self, deadline_s: float) -> None:
        """Close all connections one after the other: clients that all come back at once would delay each other."""
        began_s = time.monotonic()
        conns = list(self.connections.connections.values())
        every_s = pause_s(len(conns), self._settings.gateway_farewells_per_s, deadline_s - began_s)
        for number, conn in enumerate(conns):
            early_s = began_s + number * every_s - time.monotonic()
            if early_s > 0:
                await asyncio.sleep(early_s)
            conn.close("gateway_stopping")

    def _gone(self, conn: Connection) -> None:
        over_s = time.monotonic() - conn.heard_s - self._settings.heartbeat_lost_s
        self._table_viewers.lost(conn, lost_for_ms=max(round(over_s * 1000), 0))
        self.connections.leave(conn)
        self._hidden_pages.forget(conn)
        if conn.token:
            self._lanes.submit(conn.lane, lambda: self._presence.farewell(conn), always=True)

    def _drained(self, conn: Connection, missed: bool) -> None:
        """A slow client has read everything that waited. `missed`: frames were discarded, so it gets everything
        again."""
        if not conn.is_open:
            if missed:
                conn.close("resync_needed")
        elif missed or not self._pushes.drained(conn):
            counts.slow["room_again"] += 1
            self._greet_again(conn)
            if missed:
                self._table_viewers.watch_again(conn)

    def _on_up(self, rpc: LoopRpcClient) -> None:
        rpc.on_up()
        self._halls.on_up()

    def _sweep_halls(self) -> None:
        self._halls.sweep()
        self._pushes.sweep_halls()

    def _on_roll(self, rolls: list[tables_contract.Roll]) -> None:
        """New owners have asked for viewers: they get those, and the commands that the old owners have not dealt
        with."""
        self._commands.on_roll(rolls)
        self._table_viewers.on_roll(rolls)

    def _come_back(self) -> None:
        """After a lost connection, or a halt of the process: messages were lost, so everything is requested again."""
        self._commands.on_back()
        self._table_viewers.watch_all_again()
        for conn in self.connections.admitted():
            self._greet_again(conn)

    def _greet_again(self, conn: Connection) -> None:
        self._lanes.submit(conn.lane, lambda: self._presence.greet(conn), always=True)

    def _renew(self, conn: Connection) -> None:
        self._lanes.submit(conn.lane, lambda: self._presence.renew(conn))

    def _declare_metrics(self) -> None:
        connections = self.connections
        counts.limits |= self._settings.limits()
        counts.gauges |= {
            "connections": ("Sockets open", lambda: len(connections)),
            "greeted": ("Sockets whose player is known", lambda: len(connections.admitted())),
            "commands_waiting": ("Table commands waiting for the broker", lambda: len(self._commands)),
            "lanes_waiting": ("Connections whose requests wait for a worker", lambda: self._lanes.waiting),
            "queue_bytes": (
                "Bytes that clients have not taken yet",
                lambda: sum(conn.stream.waiting_bytes for conn in list(connections.connections.values())),
            ),
            "queue_frames": (
                "Sends that clients have not taken yet",
                lambda: sum(conn.stream.waiting_frames for conn in list(connections.connections.values())),
            ),
            "halls_bound": ("Halls whose pushes come here", lambda: len(self._halls)),
            "spectators": ("Connections that look at a table without sitting at one", connections.spectators),
            "tables_watched": ("Tables that somebody here looks at", lambda: len(connections.tables())),
        }

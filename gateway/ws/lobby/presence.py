"""Connecting and leaving: `hello` and its room, the room again after a lost connection, and reports to the lobby of
clients that have left."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec

from gateway.rpc import LoopRpc
from gateway.settings import GatewaySettings
from gateway.ws.connection.close_reasons import ending_of
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.room_frame import pack_room
from gateway.ws.lists.room_lists import Lists, RoomLists
from gateway.ws.lists.single_flight import Shared
from gateway.ws.lobby.hall_bindings import HallBindings
from gateway.ws.lobby.pushes import Pushes, Recent
from services.contracts.base import Request
from services.contracts.client import frames
from services.contracts.client.token_scopes import CONNECTING
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, visits
from services.contracts.lobby.people import conduct
from services.contracts.ranking import ratings as ranking
from services.contracts.wallet import balances as wallet
from services.kernel.clock import Clock
from services.kernel.refusal import Refusal
from services.platform.broker.errors import BrokerDown
from services.platform.broker.rpc_client import UNAVAILABLE
from services.platform.process.logs import get_logger

_ACCOUNTS_IN_CALL = 500
log = get_logger(__name__)
A = TypeVar("A")
_RETRY_S = 1.0
_TRIES = 4
"""The most changes of a player's hall during one greeting."""
_WELCOME_TRIES, _WELCOME_PAUSE_S = 10, 0.1
"""How often, and at what intervals, the wallet is asked for an account that it does not know yet."""
_NEWCOMER_MS = 60_000
"""The age up to which an account is new."""
_IN_DOUBT = frozenset({UNAVAILABLE, "internal_error"})
"""Refusals that do not concern the session: the client may come back."""


class Elos:
    """Asks ranking for many accounts at a time."""

    def __init__(self, rpc: LoopRpc) -> None:
        """No request yet."""
        self._rpc = rpc
        self._shared = Shared(self._read)
        self._wanted: dict[str, None] = {}

    async def of(self, account: str) -> int | None:
        """The general Elo now; None while ranking is away."""
        self._wanted[account] = None
        return (await self._shared.get()).get(account)

    async def _read(self) -> dict[str, int]:
        wanted = list(self._wanted)[:_ACCOUNTS_IN_CALL]
        for account in wanted:
            del self._wanted[account]
        ratings = await self._rpc.call(ranking.GetRatings(accounts=wanted))
        return {} if isinstance(ratings, Refusal) else {each.account: each.rating for each in ratings.ratings}


class Presence:
    """Calls the lobby. Everything here awaits answers, and runs in a connection's lane."""

    def __init__(
        self,
        rpc: LoopRpc,
        settings: GatewaySettings,
        clock: Clock,
        connections: Connections,
        pushes: Pushes,
        recent: Recent,
        halls: HallBindings,
        lists: RoomLists,
        gateway: str,
    ) -> None:
        """`gateway`: this process's id."""
        self._rpc = rpc
        self._settings = settings
        self._clock = clock
        self._connections = connections
        self._lists = lists
        self._elos = Elos(rpc)
        self._pushes = pushes
        self._recent = recent
        self._halls = halls
        self._gateway = gateway
        self.stopping: Callable[[], bool] = lambda: False
        """Returns whether to stop repeating reports to the lobby."""

    async def greet(self, conn: Connection) -> None:
        """Send the room to a connection after `hello`, or once more to one that may have missed changes."""
        if conn.is_closed:
            return
        mark = self._recent.begin()
        try:
            await self._greet(conn, mark)
        finally:
            self._recent.end()

    async def _greet(self, conn: Connection, mark: int) -> None:
        """Ask the lobby, and admit the connection if it agrees. If this gateway did not receive the pushes of their
        hall yet, the lobby is asked again once it does: the first answer may be older than a push that went
        elsewhere."""
        token: str | None = None
        for _ in range(_TRIES):
            bound = self._halls.mark()
            found = await self._connect(conn)
            if isinstance(found, Refusal):
                break
            token = found.token or token
            with self._halls.entering(found.hall):
                try:
                    is_whole = await self._halls.bind(found.hall, bound)
                except BrokerDown:
                    break
                if is_whole:
                    await self._give_room(conn, msgspec.structs.replace(found, token=token), mark)
                    return
        self._turn_away(conn, found if isinstance(found, Refusal) else Refusal(UNAVAILABLE))

    async def _give_room(self, conn: Connection, found: presence.Room, mark: int) -> None:
        room = await self._room(conn, found)
        if isinstance(room, Refusal):
            self._turn_away(conn, room)
        elif not conn.is_closed:
            await self._admit(conn, *room, mark)

    async def farewell(self, conn: Connection) -> None:
        """Report to the lobby that a connection has ended; repeated while the lobby is away."""
        account = conn.account
        if account is None and conn.token:
            # The lobby did not answer when it was asked to connect it, and may have done so all the same.
            found = await self._until_answered(accounts.WhoIs(token=conn.token, active=False, operation=CONNECTING))
            account = found.account if isinstance(found, accounts.Account) else None
        if account is not None:
            await self._until_answered(presence.Disconnected(account=account, gateway=self._gateway, conn=conn.id))

    async def end_session(self, conn: Connection) -> None:
        """End the session of a connection that misuses the protocol."""
        messages = self._settings.gateway_bad_frames_per_min
        await self._until_answered(conduct.EndForAbuse(token=conn.token, messages=messages))

    async def _until_answered(self, request: Request[A]) -> A | Refusal:
        while True:
            answer = await self._rpc.call(request)
            in_doubt = isinstance(answer, Refusal) and answer.error in _IN_DOUBT
            if not in_doubt or self.stopping():
                return answer
            await asyncio.sleep(_RETRY_S)

    async def _connect(self, conn: Connection) -> presence.Room | Refusal:
        """Connect the account in the lobby, and store its identity in the connection."""
        room = await self._rpc.call(
            presence.Connected(token=conn.token, gateway=self._gateway, conn=conn.id, lists=False)
        )
        if not isinstance(room, Refusal):
            conn.account = room.me.account
            if room.token is not None:
                conn.renew(room.token)
            conn.session = room.session
            conn.may_bank, conn.second_factor = room.may_bank, room.me.second_factor
            conn.scopes = None if room.me.scopes is None else frozenset(room.me.scopes)
        return room

    async def _room(self, conn: Connection, room: presence.Room) -> tuple[frames.RoomFrame, Lists] | Refusal:
        """The lobby's answer with chips and rating, and the packed lists of the hall."""
        balance = await self._balance(room.me)
        if isinstance(balance, Refusal):
            return balance
        lists = await self._lists.get(room.hall)
        if isinstance(lists, Refusal):
            return lists
        frame = frames.RoomFrame(
            now_ms=self._clock.now_ms(),
            beat_s=round(self._settings.heartbeat_s),
            chips=balance.chips,
            chips_seq=balance.seq,
            elo=await self._elo(room.me.account, lists),
            room=room,
        )
        return frame, lists

    async def _balance(self, me: accounts.Account) -> wallet.Balance | Refusal:
        """The chips of a player. The wallet opens a new account a moment after its registration: that is waited for,
        so that a newcomer's first room has the welcome chips. If it takes longer, they come by `chips`. An account
        that is not new is not waited for: repeated queries for a crowd of them would delay everybody."""
        if me.home is not None:
            return await self._balance_at_home(me)
        is_new = self._clock.now_ms() - me.created_at_ms < _NEWCOMER_MS
        for attempt in range(_WELCOME_TRIES):
            balance = await self._rpc.call(wallet.GetBalance(account=me.account))
            if not isinstance(balance, Refusal) or balance.error != "account_unknown":
                return balance
            if me.guest or me.bot or not is_new or attempt + 1 == _WELCOME_TRIES:
                break
            await asyncio.sleep(_WELCOME_PAUSE_S)
        return wallet.Balance(account=me.account, chips=0)

    async def _balance_at_home(self, me: accounts.Account) -> wallet.Balance | Refusal:
        """The chips that a visitor has at home, as of the beginning of the visit."""
        visit = await self._rpc.call(visits.GetVisit(account=me.account))
        return visit if isinstance(visit, Refusal) else wallet.Balance(account=me.account, chips=visit.chips_at_home)

    async def _elo(self, account: str, lists: Lists) -> int:
        """The rating from ranking; while ranking is away, the last one that the lobby knows."""
        elo = await self._elos.of(account)
        return lists.elo_of(account) if elo is None else elo

    async def renew(self, conn: Connection) -> None:
        """Renew the token of a connection that has had it for long; without a new one, its client has a newer one
        already, or learns otherwise that its session has ended. A personal token is not renewed."""
        if not conn.is_open or conn.scopes is not None:
            return
        found = await self._rpc.call(accounts.RenewToken(token=conn.token))
        if isinstance(found, accounts.Token):
            conn.renew(found.token)
            conn.send(frames.TokenFrame(token=found.token))

    def _turn_away(self, conn: Connection, refusal: Refusal) -> None:
        if refusal.error == "session_expired" and conn.is_open:
            conn.close("resync_needed")  # the client may have a newer token of this session
        elif refusal.error in _IN_DOUBT:
            log.warning("greeting_failed", conn=conn.id, error=refusal.error, detail=refusal.detail)
            conn.close("service_unavailable")
        else:
            conn.token = ""
            conn.close(ending_of(refusal.error), refusal.error)

    async def _admit(self, conn: Connection, room: frames.RoomFrame, lists: Lists, mark: int) -> None:
        if conn.state is State.GREETING:
            conn.state = State.OPEN
            self._connections.admit(conn)
        conn.seat, conn.hall = room.room.table, room.room.hall
        conn.send_packed(pack_room(room, lists, conn.deflates), 1, "gateway")
        missed = self._pushes.replay(conn, mark)
        if missed == "incomplete":
            conn.close("resync_needed")
        elif missed == "session_in_doubt":
            await self._check_session(conn)

    async def _check_session(self, conn: Connection) -> None:
        """The end of a session was pushed during the greeting: find out whether it was this session, or the one that
        it replaced."""
        found = await self._rpc.call(accounts.WhoIs(token=conn.token, active=False, operation=CONNECTING))
        if isinstance(found, Refusal):
            self._turn_away(conn, found)

"""kafeneio.lobby.v1: players, tables, and tables opened and closed in a player's name."""

from collections.abc import Iterator

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import (
    checked_request_id,
    enum_value,
    enum_word,
    object_of,
    request_of,
    struct_of,
)
from gateway.grpc.calls.method_forwarding import forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2 as pb
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2_grpc
from services.contracts.lobby import open_tables, presence
from services.contracts.partners import room_pages
from services.kernel.refusal import Refusal

_PAGE_SIZE = 100


class _AfterPlayer(msgspec.Struct, array_like=True):
    """The last account of the page before."""

    account: str


class Lobby(lobby_pb2_grpc.LobbyServiceServicer):
    """kafeneio.lobby.v1.LobbyService."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches the lobby; `streams` limits the number of followers."""
        self._asker = asker
        self._streams = streams

    def ListPlayers(self, request: pb.ListPlayersRequest, context: grpc.ServicerContext) -> pb.ListPlayersResponse:
        """A page of the players, by account: an order that nothing changes."""
        size = page_size(context, request.page_size, _PAGE_SIZE, room_pages.PLAYERS_MAX)
        after = read_page_token(context, request.page_token, _AfterPlayer)
        statuses = {enum_word(pb.PlayerStatus, "PLAYER_STATUS", value) for value in request.statuses}
        elo_min = request.elo_min if request.HasField("elo_min") else None
        asked = request_of(
            context,
            room_pages.ListPlayerPage,
            after="" if after is None else after.account,
            statuses=sorted(statuses),
            elo_min=elo_min,
            limit=size,
        )
        found = self._asker.ask(context, asked)
        more = page_token(None if found.next is None else _AfterPlayer(found.next))
        return pb.ListPlayersResponse(players=map(_player, found.players), next_page_token=more)

    def ListTables(self, request: pb.ListTablesRequest, context: grpc.ServicerContext) -> pb.ListTablesResponse:
        """A page of the tables, oldest first."""
        size = page_size(context, request.page_size, _PAGE_SIZE, room_pages.TABLES_MAX)
        asked = request_of(
            context,
            room_pages.ListTablePage,
            after=read_page_token(context, request.page_token, room_pages.TablePlace),
            choice=_choice(request.filter),
            limit=size,
        )
        found = self._asker.ask(context, asked)
        return pb.ListTablesResponse(tables=map(_table, found.tables), next_page_token=page_token(found.next))

    GetTable = forwarded(open_tables.FindTable, lambda found: pb.GetTableResponse(table=_table(found)))

    def WatchTables(
        self, request: pb.WatchTablesRequest, context: grpc.ServicerContext
    ) -> Iterator[pb.WatchTablesResponse]:
        """The tables, and again those that open, change or close."""
        choice = request_of(context, room_pages.TableChoice, **_choice(request.filter))
        with self._streams.follow(context) as follower:
            known: dict[str, open_tables.TableLine] | None = None
            while follower.is_here:
                now = {line.table: line for line in self._tables(context) if choice.fits(line)}
                if known != now:
                    yield _news(known, now)
                    known = now
                follower.pause()

    def CreateTable(self, request: pb.CreateTableRequest, context: grpc.ServicerContext) -> pb.CreateTableResponse:
        """A table in a player's name."""
        mode = enum_word(pb.TableMode, "TABLE_MODE", request.mode)
        asked = request_of(
            context,
            open_tables.CreateTable,
            account=request.account,
            id=checked_request_id(context, request.request_id),
            name=request.name,
            game=request.game,
            options=object_of(request.options),
            stake_chips=request.stake_chips,
            mode="open" if mode == "unspecified" else mode,
            spectators=not request.spectators_off,
            invite={str(seat): name for seat, name in request.invite.items()},
            bots=list(request.bots),
            timed=request.timed,
        )
        return pb.CreateTableResponse(table=_table(self._asker.ask(context, asked)))

    def CloseTable(self, request: pb.CloseTableRequest, context: grpc.ServicerContext) -> pb.CloseTableResponse:
        """The organizer leaves, which closes the table. A repeated request is answered by its id, before the table
        is looked up, which is not listed any more."""
        asked = open_tables.LeaveTable(
            account=request.account, id=checked_request_id(context, request.request_id), table=request.table
        )
        line = next((line for line in self._tables(context) if line.table == request.table), None)
        if line is not None and line.organizer != request.account:
            refuse(context, Refusal("not_organizer"))
        self._asker.ask(context, asked)
        return pb.CloseTableResponse()

    def _tables(self, context: grpc.ServicerContext) -> list[open_tables.TableLine]:
        return self._asker.ask(context, open_tables.ListTables()).tables


def _place(line: open_tables.TableLine) -> tuple[int, str]:
    """The position of a table in the list, which stays the same as long as it is open."""
    return line.created_at_ms, line.table


def _choice(chosen: pb.TableFilter) -> dict[str, object]:
    """A filter in the form that the lobby uses."""
    optional = ("practice", "stake_chips_min", "stake_chips_max")
    fields = {name: getattr(chosen, name) for name in optional if chosen.HasField(name)}
    states = sorted({enum_word(pb.TableState, "TABLE_STATE", value) for value in chosen.states})
    return {**fields, "games": list(chosen.games), "states": states, "account": chosen.account}


def _news(
    known: dict[str, open_tables.TableLine] | None, now: dict[str, open_tables.TableLine]
) -> pb.WatchTablesResponse:
    before = known or {}
    return pb.WatchTablesResponse(
        all=known is None,
        changed=[_table(line) for line in sorted(now.values(), key=_place) if before.get(line.table) != line],
        gone=sorted(before.keys() - now.keys()),
    )


def _player(line: presence.PlayerLine) -> pb.Player:
    return pb.Player(
        account=line.account,
        name=line.name,
        status=enum_value(pb.PlayerStatus, "PLAYER_STATUS", line.status),
        login_at_ms=line.login_at_ms,
        elo=line.elo,
        table=line.table,
    )


def _table(line: open_tables.TableLine) -> pb.Table:
    return pb.Table(
        table=line.table,
        name=line.name,
        game=line.game,
        options=struct_of(line.options),
        stake_chips=line.stake_chips,
        mode=enum_value(pb.TableMode, "TABLE_MODE", line.mode),
        spectators=line.spectators,
        practice=line.practice,
        state=enum_value(pb.TableState, "TABLE_STATE", line.state),
        organizer=line.organizer,
        seats=[
            pb.Seat(seat=seat.seat, name=seat.name, account=seat.account, bot=seat.bot, invited=seat.invited)
            for seat in line.seats
        ],
        created_at_ms=line.created_at_ms,
        hall=line.hall,
    )

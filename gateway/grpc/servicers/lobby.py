"""kafeneio.lobby.v1: players, tables, and tables opened and closed in a player's name."""

from collections.abc import Iterator

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import checked_request_id, enum_word, fill, object_of, request_of
from gateway.grpc.calls.method_forwarding import as_field, as_fields, forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2 as pb
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2_grpc
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.people import messages
from services.contracts.partners import room_pages
from services.kernel.refusal import Refusal

_PAGE_SIZE = 100


class _AfterPlayer(msgspec.Struct, array_like=True):
    """The last account of the page before."""

    account: str


class _BeforeLine(msgspec.Struct, array_like=True):
    """The number of the oldest line of the page before."""

    line: int


class Lobby(lobby_pb2_grpc.LobbyServiceServicer):
    """kafeneio.lobby.v1.LobbyService."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches the lobby; `streams` limits the number of followers."""
        self._asker = asker
        self._streams = streams
        self._followed = asker.kept(open_tables.ListTables(), streams.poll_s / 2)
        """The tables for all who follow them: they ask for the same, each as often as it looks."""

    def ListPlayers(self, request: pb.ListPlayersRequest, context: grpc.ServicerContext) -> pb.ListPlayersResponse:
        """A page of the players, by account: an order that nothing changes."""
        size = page_size(context, request.page_size, _PAGE_SIZE, room_pages.PLAYERS_MAX)
        after = read_page_token(context, request.page_token, _AfterPlayer)
        statuses = {enum_word(pb.PlayerStatus.DESCRIPTOR, value) for value in request.statuses}
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
        return fill(pb.ListPlayersResponse(), found, next_page_token=more)

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
        return fill(pb.ListTablesResponse(), found, next_page_token=page_token(found.next))

    GetCounts = forwarded(
        presence.CountPresent,
        lambda found: pb.GetCountsResponse(players=found.players, matches=found.matches, practising=found.practising),
    )

    GetTable = forwarded(open_tables.FindTable, as_field(pb.GetTableResponse, "table"))

    def WatchTables(
        self, request: pb.WatchTablesRequest, context: grpc.ServicerContext
    ) -> Iterator[pb.WatchTablesResponse]:
        """The tables, and again those that open, change or close."""
        choice = request_of(context, room_pages.TableChoice, **_choice(request.filter))
        with self._streams.follow(context) as follower:
            known: dict[str, open_tables.TableLine] | None = None
            while follower.is_here:
                found = self._followed.get()
                if isinstance(found, Refusal):
                    refuse(context, found)
                now = {line.table: line for line in found.tables if choice.fits(line)}
                if known != now:
                    yield _news(known, now)
                    known = now
                follower.pause()

    def CreateTable(self, request: pb.CreateTableRequest, context: grpc.ServicerContext) -> pb.CreateTableResponse:
        """A table in a player's name."""
        mode = enum_word(pb.TableMode.DESCRIPTOR, request.mode)
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
            clock_factor=request.clock_factor or 1,
            bots_allowed=request.bots_allowed,
        )
        return as_field(pb.CreateTableResponse, "table")(self._asker.ask(context, asked))

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

    ListConversations = forwarded(messages.ListConversations, as_fields(pb.ListConversationsResponse))

    def ListMessages(self, request: pb.ListMessagesRequest, context: grpc.ServicerContext) -> pb.ListMessagesResponse:
        """A page of what was written with a friend."""
        behind = read_page_token(context, request.page_token, _BeforeLine)
        asked = request_of(
            context,
            messages.ListMessages,
            account=request.account,
            player=request.player,
            before=None if behind is None else behind.line,
            limit=page_size(context, request.page_size, messages.LINES_MAX, messages.LINES_MAX),
        )
        found = self._asker.ask(context, asked)
        more = page_token(None if found.next_before is None else _BeforeLine(found.next_before))
        return fill(pb.ListMessagesResponse(), found, next_page_token=more)

    WriteMessage = forwarded(messages.WriteMessage, as_field(pb.WriteMessageResponse, "line"))
    ReadMessages = forwarded(messages.ReadMessages, as_fields(pb.ReadMessagesResponse))

    def _tables(self, context: grpc.ServicerContext) -> list[open_tables.TableLine]:
        return self._asker.ask(context, open_tables.ListTables()).tables


def _place(line: open_tables.TableLine) -> tuple[int, str]:
    """The position of a table in the list, which stays the same as long as it is open."""
    return line.created_at_ms, line.table


def _choice(chosen: pb.TableFilter) -> dict[str, object]:
    """A filter in the form that the lobby uses."""
    optional = ("practice", "stake_chips_min", "stake_chips_max")
    fields = {name: getattr(chosen, name) for name in optional if chosen.HasField(name)}
    states = sorted({enum_word(pb.TableState.DESCRIPTOR, value) for value in chosen.states})
    return {**fields, "games": list(chosen.games), "states": states, "account": chosen.account}


def _news(
    known: dict[str, open_tables.TableLine] | None, now: dict[str, open_tables.TableLine]
) -> pb.WatchTablesResponse:
    before = known or {}
    return pb.WatchTablesResponse(
        all=known is None,
        changed=[fill(pb.Table(), line) for line in sorted(now.values(), key=_place) if before.get(line.table) != line],
        gone=sorted(before.keys() - now.keys()),
    )

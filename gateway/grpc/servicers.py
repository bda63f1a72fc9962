"""The services of the public API: each call is one request to a service, its answer in the API's words."""

from typing import Any

import grpc
from google.protobuf import struct_pb2

from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2, tables_pb2_grpc
from gateway.grpc.service_calls import Asker
from services.contracts import lobby, tables


class Lobby(lobby_pb2_grpc.LobbyServiceServicer):
    """kafeneio.lobby.v1.LobbyService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches the lobby."""
        self._asker = asker

    def ListPlayers(
        self, _request: lobby_pb2.ListPlayersRequest, context: grpc.ServicerContext
    ) -> lobby_pb2.ListPlayersResponse:
        """The players list."""
        found = self._asker.ask(context, lobby.ListPlayers())
        return lobby_pb2.ListPlayersResponse(players=[_player(line) for line in found.players])

    def ListTables(
        self, _request: lobby_pb2.ListTablesRequest, context: grpc.ServicerContext
    ) -> lobby_pb2.ListTablesResponse:
        """The tables."""
        found = self._asker.ask(context, lobby.ListTables())
        return lobby_pb2.ListTablesResponse(tables=[_table(line) for line in found.tables])


class Tables(tables_pb2_grpc.TablesServiceServicer):
    """kafeneio.tables.v1.TablesService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches tables."""
        self._asker = asker

    def GetMatch(
        self, request: tables_pb2.GetMatchRequest, context: grpc.ServicerContext
    ) -> tables_pb2.GetMatchResponse:
        """A stored match."""
        found = self._asker.ask(context, tables.GetMatch(match=request.match))
        return _match(found)


def _player(line: lobby.PlayerLine) -> lobby_pb2.Player:
    return lobby_pb2.Player(
        account=line.account,
        name=line.name,
        status=_named(lobby_pb2.PlayerStatus, "PLAYER_STATUS", line.status),
        login_at_ms=line.login_at_ms,
        elo=line.elo,
        table=line.table,
    )


def _table(line: lobby.TableLine) -> lobby_pb2.Table:
    return lobby_pb2.Table(
        table=line.table,
        name=line.name,
        game=line.game,
        options=_struct(line.options),
        stake_chips=line.stake_chips,
        mode=_named(lobby_pb2.TableMode, "TABLE_MODE", line.mode),
        spectators=line.spectators,
        practice=line.practice,
        state=_named(lobby_pb2.TableState, "TABLE_STATE", line.state),
        organizer=line.organizer,
        seats=[
            lobby_pb2.Seat(seat=seat.seat, name=seat.name, account=seat.account, bot=seat.bot, invited=seat.invited)
            for seat in line.seats
        ],
        created_at_ms=line.created_at_ms,
    )


def _match(found: tables.MatchRecord) -> tables_pb2.GetMatchResponse:
    known = found.root is not None and found.seeds is not None
    return tables_pb2.GetMatchResponse(
        match=found.match,
        table=found.table,
        number=found.number,
        game=found.game,
        rules=found.rules,
        options=_struct(found.options),
        stake_chips=found.stake_chips,
        seats=[tables_pb2.SeatPlayer(name=seat.name, account=seat.account) for seat in found.seats],
        commit=found.commit,
        started_at_ms=found.started_at_ms,
        ended_at_ms=found.ended_at_ms,
        outcome=found.outcome,
        result=None if found.result is None else _struct(found.result),
        chance=tables_pb2.Chance(root=found.root, seeds=found.seeds) if known else None,
    )


def _named(enum: Any, prefix: str, word: str) -> Any:
    """The enum's value of a word of ours; unspecified for a word that the API does not have yet."""
    name = f"{prefix}_{word.upper()}"
    return enum.Value(name) if name in enum.keys() else enum.Value(f"{prefix}_UNSPECIFIED")  # noqa: SIM118


def _struct(values: dict[str, Any]) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct

"""What the contracts, the protos and the AsyncAPI document say of the same things is the same.

For every API message that shows a contract's message: each field of the contract is there, or named here as one that
other systems do not get, so that a new field is a decision.
"""

from typing import Any

import msgspec
import pytest
from google.protobuf.descriptor import Descriptor

from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2
from gateway.grpc.twin_fields import twins_of
from gateway.http.asyncapi import document
from services.contracts import boards, lobby, other_systems, outside, privacy, tables, tournaments, wallet

MATCH = {"root", "seeds"}
SHOWN: list[tuple[Any, type, set[str], set[str]]] = [
    # The API's message, the contract's, fields that stay inside, fields that the API makes.
    (accounts_pb2.Account, lobby.Account, {"second_factor", "staff_session_over"}, set()),
    (accounts_pb2.Export, privacy.Export, set(), set()),
    (accounts_pb2.Erasure, privacy.Erasure, set(), set()),
    (accounts_pb2.BatchGetAccountsResponse, other_systems.PlayersFound, set(), set()),
    (
        lobby_pb2.Player,
        lobby.PlayerLine,
        {"group", "yellow_cards", "blue_cards", "photo", "avatar", "quintile"},
        set(),
    ),
    (lobby_pb2.Table, lobby.TableLine, {"house", "competition"}, set()),
    (lobby_pb2.Seat, lobby.SeatLine, set(), set()),
    (tables_pb2.Match, tables.MatchRecord, MATCH, {"chance"}),
    (tables_pb2.GetMatchResponse, tables.MatchRecord, MATCH, {"chance"}),
    (tables_pb2.GameInfo, tables.GameInfo, set(), set()),
    (tables_pb2.SeatPlayer, tables.SeatPlayer, set(), set()),
    (wallet_pb2.GetBalanceResponse, wallet.Balance, {"seq"}, set()),
    (wallet_pb2.BatchGetBalancesResponse, other_systems.BalancesFound, set(), set()),
    (wallet_pb2.Transfer, wallet.Transfer, set(), set()),
    (wallet_pb2.GetTransferResponse, outside.LedgerEntry, set(), set()),
    (wallet_pb2.WatchLedgerResponse, outside.LedgerEntry, set(), set()),
    (wallet_pb2.CheckLedgerResponse, wallet.LedgerCheck, set(), set()),
    (wallet_pb2.CreditResponse, outside.Moved, set(), set()),
    (wallet_pb2.DebitResponse, outside.Moved, set(), set()),
    (wallet_pb2.ApproveCreditResponse, outside.Moved, set(), set()),
    (wallet_pb2.PendingCredit, other_systems.PendingCredit, set(), set()),
    (ranking_pb2.BoardPeriod, boards.BoardPeriod, {"repeat"}, set()),
    (ranking_pb2.BoardRow, boards.BoardRow, set(), set()),
    (ranking_pb2.Standing, boards.Standing, set(), set()),
    (tournaments_pb2.Standing, tournaments.StandingLine, set(), set()),
    (tournaments_pb2.Game, tournaments.GameLine, {"ended_at_ms", "outcome", "score", "sides"}, set()),
]
KINDS = {int: {"int32", "int64"}, str: {"string", "enum"}, bool: {"bool"}}
_TYPES = {3: "int64", 5: "int32", 8: "bool", 9: "string", 14: "enum"}


def names(descriptor: Descriptor) -> set[str]:
    """The fields of a message, without the newer forms of fields that it has already."""
    return {field.name for field in descriptor.fields} - {twin.newer for twin in twins_of(descriptor)}


@pytest.mark.parametrize(("shown", "kind", "inside", "made"), SHOWN, ids=lambda each: getattr(each, "__name__", ""))
def test_a_message_has_the_contracts_fields(shown: Any, kind: type, inside: set[str], made: set[str]) -> None:
    of_contract = {field.name for field in msgspec.structs.fields(kind)}
    assert inside <= of_contract, "a field that there is not any more"
    assert names(shown.DESCRIPTOR) - made == of_contract - inside


@pytest.mark.parametrize(("shown", "kind"), [each[:2] for each in SHOWN], ids=lambda each: each.__name__)
def test_fields_have_the_contracts_types(shown: Any, kind: type) -> None:
    of_contract = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for field in shown.DESCRIPTOR.fields:
        plain = of_contract.get(field.name)
        if plain in KINDS and not field.is_repeated:
            assert _TYPES.get(field.type) in KINDS[plain], field.full_name


def test_tables_and_players_are_the_same_over_the_socket_and_over_grpc() -> None:
    schemas = document()["components"]["schemas"]
    for name, shown in (("PlayerLine", lobby_pb2.Player), ("TableLine", lobby_pb2.Table), ("SeatLine", lobby_pb2.Seat)):
        assert names(shown.DESCRIPTOR) <= set(schemas[name]["properties"])

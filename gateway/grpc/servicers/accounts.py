"""kafeneio.accounts.v1: queries of accounts, export and erasure of their data."""

import grpc

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import checked_request_id, fill, id_of
from gateway.grpc.calls.method_forwarding import as_field, as_fields, forwarded
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2 as pb
from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2_grpc
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.partners import lookups as other_systems
from services.kernel.refusal import Refusal


class Accounts(accounts_pb2_grpc.AccountsServiceServicer):
    """kafeneio.accounts.v1.AccountsService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches the lobby, which owns accounts."""
        self._asker = asker

    GetAccount = forwarded(lobby.GetPlayer, as_field(pb.GetAccountResponse, "account"))

    def BatchGetAccounts(
        self, request: pb.BatchGetAccountsRequest, context: grpc.ServicerContext
    ) -> pb.BatchGetAccountsResponse:
        """Many accounts by their ids."""
        accounts = list(request.accounts)
        if len(accounts) > other_systems.ACCOUNTS_MAX:
            refuse(context, Refusal("bad_parameters", {"field": "accounts"}))
        found = self._asker.ask(context, other_systems.GetPlayers(accounts=accounts))
        return fill(pb.BatchGetAccountsResponse(), found)

    LookupAccount = forwarded(lobby.GetPlayer, as_field(pb.LookupAccountResponse, "account"))

    ListWaysIn = forwarded(access.ListWaysIn, as_fields(pb.ListWaysInResponse))

    def RequestExport(
        self, request: pb.RequestExportRequest, context: grpc.ServicerContext
    ) -> pb.RequestExportResponse:
        """Request the export of an account's data."""
        found = self._asker.ask(context, privacy.AskExport(account=request.account, id=id_of(context, request)))
        return pb.RequestExportResponse(export=fill(pb.Export(), found))

    GetExport = forwarded(privacy.GetExport, as_field(pb.GetExportResponse, "export"))

    def RequestErasure(
        self, request: pb.RequestErasureRequest, context: grpc.ServicerContext
    ) -> pb.RequestErasureResponse:
        """Erase an account; for the same order the receipt is the same."""
        by = f"grpc:{caller_now.get().name}:{checked_request_id(context, request.request_id)}"
        found = self._asker.ask(context, privacy.OrderErasure(account=request.account, by=by))
        return pb.RequestErasureResponse(erasure=fill(pb.Erasure(), found))

    GetErasure = forwarded(privacy.GetErasure, as_field(pb.GetErasureResponse, "erasure"))

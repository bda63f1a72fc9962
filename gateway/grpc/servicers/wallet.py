"""kafeneio.wallet.v1: balances and transfers, credits and debits of other systems, the ledger."""

import re
from collections.abc import Iterator

import grpc

from gateway.grpc.access.tokens import Tokens, caller_now
from gateway.grpc.calls.message_conversion import fill, request_of, time_of
from gateway.grpc.calls.method_forwarding import as_fields, forwarded
from gateway.grpc.calls.paging import page_size, read_page_token, token_behind
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.calls.streams import Follower, Streams
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from gateway.grpc.servicers.operator_orders import place_order
from services.contracts.moderation import orders
from services.contracts.partners import lookups as other_systems
from services.contracts.partners.service_accounts import GetServiceAccount
from services.contracts.tables import catalogue as tables
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import transfers as outside
from services.kernel.refusal import Refusal

_PAGE_SIZE = 50
_PAGE_SIZE_MAX = 100
_ENTRIES_MAX = 200
_KEY = re.compile(r"[!-~]{1,56}")
_PAGE_TOKEN = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
"""The id of a transfer; longer ones do not fit into 64 bits for certain."""


class Wallet(wallet_pb2_grpc.WalletServiceServicer):
    """kafeneio.wallet.v1.WalletService."""

    def __init__(self, asker: Asker, streams: Streams, tokens: Tokens) -> None:
        """`asker` reaches the wallet and moderation; `streams` limits the number of followers; `tokens`: all callers,
        of whom two may be one person's."""
        self._asker = asker
        self._tokens = tokens
        self._streams = streams

    GetBalance = forwarded(wallet.GetBalance, as_fields(wallet_pb2.GetBalanceResponse))

    def BatchGetBalances(
        self, request: wallet_pb2.BatchGetBalancesRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.BatchGetBalancesResponse:
        """The chips of many accounts."""
        if len(request.accounts) > other_systems.ACCOUNTS_MAX:
            refuse(context, Refusal("bad_parameters", {"field": "accounts"}))
        asked = request_of(context, other_systems.GetBalances, accounts=[*request.accounts])
        return fill(wallet_pb2.BatchGetBalancesResponse(), self._asker.ask(context, asked))

    def GetTransfer(
        self, request: wallet_pb2.GetTransferRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.GetTransferResponse:
        """One transfer."""
        if request.id < 0:
            refuse(context, Refusal("transfer_unknown"))
        found = self._asker.ask(context, other_systems.GetTransfer(transfer=request.id))
        return fill(wallet_pb2.GetTransferResponse(), found)

    CheckLedger = forwarded(wallet.CheckLedger, as_fields(wallet_pb2.CheckLedgerResponse))

    def ReverseTransfer(
        self, request: wallet_pb2.ReverseTransferRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.ReverseTransferResponse:
        """Take back the chips of a batch, by order of an operator."""
        order = self._order(context, request, orders.TakeBack(reference=request.reference))
        return wallet_pb2.ReverseTransferResponse(order=order.id, placed=order.state == "placed")

    def CorrectMatch(
        self, request: wallet_pb2.CorrectMatchRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.CorrectMatchResponse:
        """Replace a match's result, by order of an operator; the seats come from the match that tables has stored."""
        match = self._asker.ask(context, tables.GetMatch(match=request.match))
        operation = orders.CorrectMatch(
            match=request.match,
            result=[*request.winners] or request.nobody,  # type: ignore[arg-type]
            departed=[*request.departed],
            first_round_done=request.first_round_done if request.HasField("first_round_done") else None,
            own_mistake=request.own_mistake,
            accounts=[seat.account for seat in match.seats if seat.account is not None],
        )
        order = self._order(context, request, operation)
        return wallet_pb2.CorrectMatchResponse(order=order.id, placed=order.state == "placed")

    def _order(
        self,
        context: grpc.ServicerContext,
        request: wallet_pb2.ReverseTransferRequest | wallet_pb2.CorrectMatchRequest,
        operation: orders.Operation,
    ) -> orders.Order:
        return place_order(context, self._asker, request.account, request.request_id, request.reason, operation)

    def ListTransfers(
        self, request: wallet_pb2.ListTransfersRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.ListTransfersResponse:
        """A page of an account's transfers."""
        limit = page_size(context, request.page_size, _PAGE_SIZE, _PAGE_SIZE_MAX)
        if request.page_token and not _PAGE_TOKEN.fullmatch(request.page_token):
            refuse(context, Refusal("page_token_invalid"))
        before = int(request.page_token) if request.page_token else None
        page = self._asker.ask(context, wallet.ListTransfers(account=request.account, before=before, limit=limit))
        return wallet_pb2.ListTransfersResponse(
            transfers=[_transfer(transfer) for transfer in page.transfers],
            next_page_token="" if page.next_before is None else str(page.next_before),
        )

    def Credit(self, request: wallet_pb2.CreditRequest, context: grpc.ServicerContext) -> wallet_pb2.CreditResponse:
        """Credit chips to an account."""
        moved = self._move(context, request.account, request.request_id, request.chips, 1)
        return wallet_pb2.CreditResponse(
            reference=moved.reference, balance_chips=moved.balance_chips, replayed=moved.replayed
        )

    def ListPendingCredits(
        self, request: wallet_pb2.ListPendingCreditsRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.ListPendingCreditsResponse:
        """A page of the credits that wait for a second caller."""
        most = other_systems.PENDING_CREDITS_MAX
        limit = page_size(context, request.page_size, most, most)
        after = read_page_token(context, request.page_token, other_systems.CreditPlace)
        found = self._asker.ask(context, other_systems.ListPendingCredits(after=after, limit=limit))
        more = token_behind(
            found.credits, limit, lambda last: other_systems.CreditPlace(last.asked_at_ms, last.caller, last.key)
        )
        return fill(wallet_pb2.ListPendingCreditsResponse(), found, next_page_token=more)

    def ApproveCredit(
        self, request: wallet_pb2.ApproveCreditRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.ApproveCreditResponse:
        """The second caller's approval. Refusals: `caller_unknown` (nobody can say whose the credit is),
        `service_account_unknown`."""
        approver = caller_now.get()
        own = self._asker.ask(context, GetServiceAccount(account=approver.service_account))
        if request.caller not in self._tokens.names:
            refuse(context, Refusal("caller_unknown", {"caller": request.caller}))
        asked = request_of(
            context,
            other_systems.ApproveCredit,
            approver=approver.name,
            caller=request.caller,
            key=request.key,
            same_person=sorted(self._tokens.callers_of(own.counts_as)),
        )
        return fill(wallet_pb2.ApproveCreditResponse(), self._asker.ask(context, asked))

    def Debit(self, request: wallet_pb2.DebitRequest, context: grpc.ServicerContext) -> wallet_pb2.DebitResponse:
        """Debit chips of an account."""
        moved = self._move(context, request.account, request.request_id, request.chips, -1)
        return wallet_pb2.DebitResponse(
            reference=moved.reference, balance_chips=moved.balance_chips, replayed=moved.replayed
        )

    def _move(self, context: grpc.ServicerContext, account: str, key: str, chips: int, sign: int) -> outside.Moved:
        if not _KEY.fullmatch(key):
            refuse(context, Refusal("key_invalid"))
        if chips <= 0:
            refuse(context, Refusal("amount_invalid"))
        request = outside.MoveChips(caller=caller_now.get().name, key=key, account=account, chips=sign * chips)
        return self._asker.ask(context, request)

    def WatchLedger(
        self, request: wallet_pb2.WatchLedgerRequest, context: grpc.ServicerContext
    ) -> Iterator[wallet_pb2.WatchLedgerResponse]:
        """Transfers as they are posted."""
        if request.HasField("after") and request.after < 0:
            refuse(context, Refusal("after_invalid"))
        with self._streams.follow(context) as follower:
            yield from self._follow(request, context, follower)

    def _follow(
        self, request: wallet_pb2.WatchLedgerRequest, context: grpc.ServicerContext, follower: Follower
    ) -> Iterator[wallet_pb2.WatchLedgerResponse]:
        after = request.after if request.HasField("after") else None
        while follower.is_here:
            page = self._asker.ask(
                context, outside.ListLedger(after=after, account=request.account or None, limit=_ENTRIES_MAX)
            )
            yield from map(_entry, page.entries)
            if page.last == after:
                follower.pause()
            after = page.last


def _transfer(found: wallet.Transfer) -> wallet_pb2.Transfer:
    return wallet_pb2.Transfer(
        id=found.id,
        event_time=time_of(found.at_ms),
        kind=found.kind,
        chips=found.chips,
        balance_chips=found.balance_chips,
        reference=found.reference,
    )


def _entry(found: outside.LedgerEntry) -> wallet_pb2.WatchLedgerResponse:
    return wallet_pb2.WatchLedgerResponse(
        id=found.id,
        event_time=time_of(found.at_ms),
        reference=found.reference,
        leg=found.leg,
        kind=found.kind,
        source=found.source,
        target=found.target,
        chips=found.chips,
    )

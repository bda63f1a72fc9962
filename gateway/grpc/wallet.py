"""kafeneio.wallet.v1: balances and transfers, chips given and taken by other systems, the ledger as it grows."""

import re
from collections.abc import Iterator

import grpc

from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from gateway.grpc.guard import caller_now
from gateway.grpc.paging import page_size
from gateway.grpc.service_calls import Asker, refuse
from gateway.grpc.streams import Follower, Streams
from services.contracts import outside, wallet
from services.kernel.refusal import Refusal

_PAGE_SIZE = 50
_PAGE_SIZE_MAX = 100
_ENTRIES_MAX = 200
_KEY = re.compile(r"[!-~]{1,56}")
_PAGE_TOKEN = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
"""The id of a transfer; longer ones do not fit into 64 bits for certain."""


class Wallet(wallet_pb2_grpc.WalletServiceServicer):
    """kafeneio.wallet.v1.WalletService."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches the wallet; `streams` lets in who follows the ledger."""
        self._asker = asker
        self._streams = streams

    def GetBalance(
        self, request: wallet_pb2.GetBalanceRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.GetBalanceResponse:
        """The chips of an account."""
        found = self._asker.ask(context, wallet.GetBalance(account=request.account))
        return wallet_pb2.GetBalanceResponse(account=found.account, chips=found.chips)

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
        """Chips for an account."""
        moved = self._move(context, request.account, request.key, request.chips, 1)
        return wallet_pb2.CreditResponse(
            reference=moved.reference, balance_chips=moved.balance_chips, replayed=moved.replayed
        )

    def Debit(self, request: wallet_pb2.DebitRequest, context: grpc.ServicerContext) -> wallet_pb2.DebitResponse:
        """Chips of an account."""
        moved = self._move(context, request.account, request.key, request.chips, -1)
        return wallet_pb2.DebitResponse(
            reference=moved.reference, balance_chips=moved.balance_chips, replayed=moved.replayed
        )

    def _move(self, context: grpc.ServicerContext, account: str, key: str, chips: int, sign: int) -> outside.Moved:
        if not _KEY.fullmatch(key):
            refuse(context, Refusal("key_invalid"))
        if chips <= 0:
            refuse(context, Refusal("amount_invalid"))
        request = outside.MoveChips(caller=caller_now.get(), key=key, account=account, chips=sign * chips)
        return self._asker.ask(context, request)

    def WatchLedger(
        self, request: wallet_pb2.WatchLedgerRequest, context: grpc.ServicerContext
    ) -> Iterator[wallet_pb2.WatchLedgerResponse]:
        """Transfers as they come."""
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
        at_ms=found.at_ms,
        kind=found.kind,
        chips=found.chips,
        balance_chips=found.balance_chips,
        reference=found.reference,
    )


def _entry(found: outside.LedgerEntry) -> wallet_pb2.WatchLedgerResponse:
    return wallet_pb2.WatchLedgerResponse(
        id=found.id,
        at_ms=found.at_ms,
        reference=found.reference,
        leg=found.leg,
        kind=found.kind,
        source=found.source,
        target=found.target,
        chips=found.chips,
    )

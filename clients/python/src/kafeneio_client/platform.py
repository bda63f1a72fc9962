"""Kafeneio over gRPC: the stubs of all services, retries under the same key, and streams that continue after a lost
connection."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2, status_pb2

from kafeneio_client.errors import Refused
from kafeneio_client.gen.kafeneio.accounts.v1 import accounts_pb2_grpc
from kafeneio_client.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc, webhooks_pb2_grpc
from kafeneio_client.gen.kafeneio.lobby.v1 import companies_pb2_grpc, lobby_pb2_grpc, people_pb2_grpc
from kafeneio_client.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from kafeneio_client.gen.kafeneio.ranking.v1 import ranking_pb2_grpc
from kafeneio_client.gen.kafeneio.tables.v1 import tables_pb2_grpc
from kafeneio_client.gen.kafeneio.tournaments.v1 import tournaments_pb2_grpc
from kafeneio_client.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc

A = TypeVar("A")

STATUS_KEY = "grpc-status-details-bin"
_RETRY = {
    "maxAttempts": 5,
    "initialBackoff": "0.2s",
    "maxBackoff": "3s",
    "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"],
}
"""Every change takes a `request_id` of the caller's, so a call that may have been carried out can be repeated."""
_SERVICE_CONFIG = {"methodConfig": [{"name": [{}], "timeout": "10s", "retryPolicy": _RETRY}]}
_STREAM_S = 3_600.0
_PAUSE_FIRST_S, _PAUSE_LONGEST_S = 0.2, 5.0
_COME_BACK = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
    }
)


@dataclass(frozen=True)
class Event:
    """An event of the platform. Store `cursor` with the effect of the event, and continue after it."""

    cursor: str
    id: str
    topic: str
    at_ms: int
    data: dict[str, Any]


class Platform:
    """The platform for another system. Use it with `async with`. The attributes are the services' stubs."""

    def __init__(self, address: str, token: str, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`address`: host and port; `credentials`: for TLS, `grpc.ssl_channel_credentials()`; None: no TLS."""
        options = [
            ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
            ("grpc.enable_retries", 1),
            ("grpc.max_receive_message_length", 64 * 1024 * 1024),
        ]
        interceptors = [_UnaryToken(token), _StreamToken(token)]
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(address, options, interceptors=interceptors)
        else:
            self._channel = grpc.aio.secure_channel(address, credentials, options, interceptors=interceptors)
        self.accounts = accounts_pb2_grpc.AccountsServiceStub(self._channel)
        self.companies = companies_pb2_grpc.CompaniesServiceStub(self._channel)
        self.events_service = events_pb2_grpc.EventsServiceStub(self._channel)
        self.webhooks = webhooks_pb2_grpc.WebhooksServiceStub(self._channel)
        self.lobby = lobby_pb2_grpc.LobbyServiceStub(self._channel)
        self.moderation = moderation_pb2_grpc.ModerationServiceStub(self._channel)
        self.people = people_pb2_grpc.PeopleServiceStub(self._channel)
        self.ranking = ranking_pb2_grpc.RankingServiceStub(self._channel)
        self.tables = tables_pb2_grpc.TablesServiceStub(self._channel)
        self.tournaments = tournaments_pb2_grpc.TournamentsServiceStub(self._channel)
        self.wallet = wallet_pb2_grpc.WalletServiceStub(self._channel)

    async def __aenter__(self) -> Self:
        """Open the channel; nothing is sent before the first call."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the channel."""
        await self._channel.close()

    async def call(self, answer: Awaitable[A]) -> A:
        """The answer of a method.

        Raises:
            Refused: with the platform's code and detail.
        """
        try:
            return await answer
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from error

    async def pages(self, method: Callable[[Any], Awaitable[Any]], request: Any, rows: str) -> AsyncIterator[Any]:
        """All rows of a method that lists in pages; `rows`: the field of its answer that has them."""
        while True:
            page = await self.call(method(request))
            for row in getattr(page, rows):
                yield row
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def events(self, topics: Sequence[str], after: str = "") -> AsyncIterator[Event]:
        """Events of some topics, each once, after a cursor or from now on. It survives lost connections and restarts.

        Raises:
            Refused: `cursor_expired`, `topic_invalid` …
        """

        def subscribe() -> Any:
            asked = events_pb2.SubscribeRequest(topics=topics, after_cursor=after)
            return self.events_service.Subscribe(asked, timeout=_STREAM_S)

        async for answer in self._resumed(subscribe):
            after = answer.cursor
            if answer.id:
                data = MessageToDict(answer.data)
                yield Event(answer.cursor, answer.id, answer.topic, answer.event_time.ToMilliseconds(), data)

    async def ledger(self, after: int | None = None, account: str = "") -> AsyncIterator[Any]:
        """Every transfer, each once, after an id or from now on (`WatchLedger`). It survives lost connections and
        restarts."""

        def watch() -> Any:
            asked = wallet_pb2.WatchLedgerRequest(account=account)
            if after is not None:
                asked.after = after
            return self.wallet.WatchLedger(asked, timeout=_STREAM_S)

        async for transfer in self._resumed(watch):
            after = transfer.id
            yield transfer

    async def _resumed(self, begin: Callable[[], Any]) -> AsyncIterator[Any]:
        """A stream that is opened again when it ends or breaks; `begin` opens it where it stopped."""
        pause_s = _PAUSE_FIRST_S
        while True:
            try:
                async for answer in begin():
                    pause_s = _PAUSE_FIRST_S
                    yield answer
            except grpc.aio.AioRpcError as error:
                refused = refusal_of(error)
                if error.code() not in _COME_BACK and refused.code != "streams_busy":
                    raise refused from error
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _PAUSE_LONGEST_S)


def refusal_of(error: grpc.aio.AioRpcError) -> Refused:
    """The refusal in an error: its code, and its detail from `google.rpc.ErrorInfo`."""
    for key, value in error.trailing_metadata() or ():
        if key == STATUS_KEY and isinstance(value, bytes):
            for packed in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.ErrorInfo()
                if packed.Unpack(info):
                    return Refused(info.reason.lower(), dict(info.metadata) or None)
    return Refused(error.code().name.lower(), error.details())


class _UnaryToken(grpc.aio.UnaryUnaryClientInterceptor):
    def __init__(self, token: str) -> None:
        self._token = token

    async def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        return await continuation(_with_token(details, self._token), request)


class _StreamToken(grpc.aio.UnaryStreamClientInterceptor):
    def __init__(self, token: str) -> None:
        self._token = token

    async def intercept_unary_stream(self, continuation: Any, details: Any, request: Any) -> Any:
        return await continuation(_with_token(details, self._token), request)


def _with_token(details: Any, token: str) -> Any:
    metadata = grpc.aio.Metadata(*(details.metadata or ()))
    metadata.add("authorization", f"Bearer {token}")
    return details._replace(metadata=metadata)

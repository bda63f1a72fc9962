import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetBalanceRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class GetBalanceResponse(_message.Message):
    __slots__ = ("account", "chips")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    account: str
    chips: int
    def __init__(self, account: _Optional[str] = ..., chips: _Optional[int] = ...) -> None: ...

class ListTransfersRequest(_message.Message):
    __slots__ = ("account", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Transfer(_message.Message):
    __slots__ = ("id", "event_time", "kind", "chips", "balance_chips", "reference")
    ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    BALANCE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: int
    event_time: _timestamp_pb2.Timestamp
    kind: str
    chips: int
    balance_chips: int
    reference: str
    def __init__(self, id: _Optional[int] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., kind: _Optional[str] = ..., chips: _Optional[int] = ..., balance_chips: _Optional[int] = ..., reference: _Optional[str] = ...) -> None: ...

class ListTransfersResponse(_message.Message):
    __slots__ = ("transfers", "next_page_token")
    TRANSFERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    transfers: _containers.RepeatedCompositeFieldContainer[Transfer]
    next_page_token: str
    def __init__(self, transfers: _Optional[_Iterable[_Union[Transfer, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CreditRequest(_message.Message):
    __slots__ = ("account", "chips", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    chips: int
    request_id: str
    def __init__(self, account: _Optional[str] = ..., chips: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class CreditResponse(_message.Message):
    __slots__ = ("reference", "balance_chips", "replayed")
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    BALANCE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    reference: str
    balance_chips: int
    replayed: bool
    def __init__(self, reference: _Optional[str] = ..., balance_chips: _Optional[int] = ..., replayed: _Optional[bool] = ...) -> None: ...

class DebitRequest(_message.Message):
    __slots__ = ("account", "chips", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    chips: int
    request_id: str
    def __init__(self, account: _Optional[str] = ..., chips: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class DebitResponse(_message.Message):
    __slots__ = ("reference", "balance_chips", "replayed")
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    BALANCE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    reference: str
    balance_chips: int
    replayed: bool
    def __init__(self, reference: _Optional[str] = ..., balance_chips: _Optional[int] = ..., replayed: _Optional[bool] = ...) -> None: ...

class WatchLedgerRequest(_message.Message):
    __slots__ = ("after", "account")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    after: int
    account: str
    def __init__(self, after: _Optional[int] = ..., account: _Optional[str] = ...) -> None: ...

class WatchLedgerResponse(_message.Message):
    __slots__ = ("id", "event_time", "reference", "leg", "kind", "source", "target", "chips")
    ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    LEG_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    id: int
    event_time: _timestamp_pb2.Timestamp
    reference: str
    leg: int
    kind: str
    source: str
    target: str
    chips: int
    def __init__(self, id: _Optional[int] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., reference: _Optional[str] = ..., leg: _Optional[int] = ..., kind: _Optional[str] = ..., source: _Optional[str] = ..., target: _Optional[str] = ..., chips: _Optional[int] = ...) -> None: ...

class BatchGetBalancesRequest(_message.Message):
    __slots__ = ("accounts",)
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    accounts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, accounts: _Optional[_Iterable[str]] = ...) -> None: ...

class BatchGetBalancesResponse(_message.Message):
    __slots__ = ("balances", "missing")
    BALANCES_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    balances: _containers.RepeatedCompositeFieldContainer[GetBalanceResponse]
    missing: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, balances: _Optional[_Iterable[_Union[GetBalanceResponse, _Mapping]]] = ..., missing: _Optional[_Iterable[str]] = ...) -> None: ...

class GetTransferRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class GetTransferResponse(_message.Message):
    __slots__ = ("id", "event_time", "reference", "leg", "kind", "source", "target", "chips")
    ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    LEG_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    id: int
    event_time: _timestamp_pb2.Timestamp
    reference: str
    leg: int
    kind: str
    source: str
    target: str
    chips: int
    def __init__(self, id: _Optional[int] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., reference: _Optional[str] = ..., leg: _Optional[int] = ..., kind: _Optional[str] = ..., source: _Optional[str] = ..., target: _Optional[str] = ..., chips: _Optional[int] = ...) -> None: ...

class CheckLedgerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CheckLedgerResponse(_message.Message):
    __slots__ = ("sum_chips", "transfers", "open_escrows", "negative")
    SUM_CHIPS_FIELD_NUMBER: _ClassVar[int]
    TRANSFERS_FIELD_NUMBER: _ClassVar[int]
    OPEN_ESCROWS_FIELD_NUMBER: _ClassVar[int]
    NEGATIVE_FIELD_NUMBER: _ClassVar[int]
    sum_chips: int
    transfers: int
    open_escrows: int
    negative: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sum_chips: _Optional[int] = ..., transfers: _Optional[int] = ..., open_escrows: _Optional[int] = ..., negative: _Optional[_Iterable[str]] = ...) -> None: ...

class ReverseTransferRequest(_message.Message):
    __slots__ = ("account", "request_id", "reference", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    reference: str
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., reference: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ReverseTransferResponse(_message.Message):
    __slots__ = ("order", "placed")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    order: str
    placed: bool
    def __init__(self, order: _Optional[str] = ..., placed: _Optional[bool] = ...) -> None: ...

class CorrectMatchRequest(_message.Message):
    __slots__ = ("account", "request_id", "match", "winners", "nobody", "departed", "first_round_done", "own_mistake", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    NOBODY_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROUND_DONE_FIELD_NUMBER: _ClassVar[int]
    OWN_MISTAKE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    match: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    nobody: str
    departed: _containers.RepeatedScalarFieldContainer[int]
    first_round_done: bool
    own_mistake: bool
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., match: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., nobody: _Optional[str] = ..., departed: _Optional[_Iterable[int]] = ..., first_round_done: _Optional[bool] = ..., own_mistake: _Optional[bool] = ..., reason: _Optional[str] = ...) -> None: ...

class CorrectMatchResponse(_message.Message):
    __slots__ = ("order", "placed")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    order: str
    placed: bool
    def __init__(self, order: _Optional[str] = ..., placed: _Optional[bool] = ...) -> None: ...

class ListPendingCreditsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class PendingCredit(_message.Message):
    __slots__ = ("caller", "key", "account", "chips", "ask_time")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    ASK_TIME_FIELD_NUMBER: _ClassVar[int]
    caller: str
    key: str
    account: str
    chips: int
    ask_time: _timestamp_pb2.Timestamp
    def __init__(self, caller: _Optional[str] = ..., key: _Optional[str] = ..., account: _Optional[str] = ..., chips: _Optional[int] = ..., ask_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListPendingCreditsResponse(_message.Message):
    __slots__ = ("credits", "next_page_token")
    CREDITS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    credits: _containers.RepeatedCompositeFieldContainer[PendingCredit]
    next_page_token: str
    def __init__(self, credits: _Optional[_Iterable[_Union[PendingCredit, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ApproveCreditRequest(_message.Message):
    __slots__ = ("caller", "key", "request_id")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    caller: str
    key: str
    request_id: str
    def __init__(self, caller: _Optional[str] = ..., key: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ApproveCreditResponse(_message.Message):
    __slots__ = ("reference", "balance_chips", "replayed")
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    BALANCE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    reference: str
    balance_chips: int
    replayed: bool
    def __init__(self, reference: _Optional[str] = ..., balance_chips: _Optional[int] = ..., replayed: _Optional[bool] = ...) -> None: ...

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
    __slots__ = ("id", "at_ms", "kind", "chips", "balance_chips", "reference")
    ID_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    BALANCE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: int
    at_ms: int
    kind: str
    chips: int
    balance_chips: int
    reference: str
    def __init__(self, id: _Optional[int] = ..., at_ms: _Optional[int] = ..., kind: _Optional[str] = ..., chips: _Optional[int] = ..., balance_chips: _Optional[int] = ..., reference: _Optional[str] = ...) -> None: ...

class ListTransfersResponse(_message.Message):
    __slots__ = ("transfers", "next_page_token")
    TRANSFERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    transfers: _containers.RepeatedCompositeFieldContainer[Transfer]
    next_page_token: str
    def __init__(self, transfers: _Optional[_Iterable[_Union[Transfer, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CreditRequest(_message.Message):
    __slots__ = ("account", "chips", "key")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    account: str
    chips: int
    key: str
    def __init__(self, account: _Optional[str] = ..., chips: _Optional[int] = ..., key: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("account", "chips", "key")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    account: str
    chips: int
    key: str
    def __init__(self, account: _Optional[str] = ..., chips: _Optional[int] = ..., key: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("id", "at_ms", "reference", "leg", "kind", "source", "target", "chips")
    ID_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    LEG_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    id: int
    at_ms: int
    reference: str
    leg: int
    kind: str
    source: str
    target: str
    chips: int
    def __init__(self, id: _Optional[int] = ..., at_ms: _Optional[int] = ..., reference: _Optional[str] = ..., leg: _Optional[int] = ..., kind: _Optional[str] = ..., source: _Optional[str] = ..., target: _Optional[str] = ..., chips: _Optional[int] = ...) -> None: ...

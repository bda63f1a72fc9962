import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from ....kafeneio.lobby.v1 import lobby_pb2 as _lobby_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Relation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RELATION_UNSPECIFIED: _ClassVar[Relation]
    RELATION_SELF: _ClassVar[Relation]
    RELATION_NONE: _ClassVar[Relation]
    RELATION_FRIEND: _ClassVar[Relation]
    RELATION_ASKED: _ClassVar[Relation]
    RELATION_ASKS: _ClassVar[Relation]

class CallState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CALL_STATE_UNSPECIFIED: _ClassVar[CallState]
    CALL_STATE_WAITING: _ClassVar[CallState]
    CALL_STATE_EXPIRED: _ClassVar[CallState]
    CALL_STATE_WITHDRAWN: _ClassVar[CallState]
    CALL_STATE_TAKEN: _ClassVar[CallState]
RELATION_UNSPECIFIED: Relation
RELATION_SELF: Relation
RELATION_NONE: Relation
RELATION_FRIEND: Relation
RELATION_ASKED: Relation
RELATION_ASKS: Relation
CALL_STATE_UNSPECIFIED: CallState
CALL_STATE_WAITING: CallState
CALL_STATE_EXPIRED: CallState
CALL_STATE_WITHDRAWN: CallState
CALL_STATE_TAKEN: CallState

class GetCardRequest(_message.Message):
    __slots__ = ("account", "player")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    account: str
    player: str
    def __init__(self, account: _Optional[str] = ..., player: _Optional[str] = ...) -> None: ...

class PlayerCard(_message.Message):
    __slots__ = ("account", "name", "photo", "avatar", "guest", "home", "bare", "relation", "blocked", "may", "elo", "quintile", "since_time", "status", "table", "seen_time")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PHOTO_FIELD_NUMBER: _ClassVar[int]
    AVATAR_FIELD_NUMBER: _ClassVar[int]
    GUEST_FIELD_NUMBER: _ClassVar[int]
    HOME_FIELD_NUMBER: _ClassVar[int]
    BARE_FIELD_NUMBER: _ClassVar[int]
    RELATION_FIELD_NUMBER: _ClassVar[int]
    BLOCKED_FIELD_NUMBER: _ClassVar[int]
    MAY_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    SINCE_TIME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEEN_TIME_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    photo: str
    avatar: str
    guest: bool
    home: str
    bare: bool
    relation: Relation
    blocked: bool
    may: _containers.RepeatedScalarFieldContainer[str]
    elo: int
    quintile: int
    since_time: _timestamp_pb2.Timestamp
    status: _lobby_pb2.PlayerStatus
    table: _lobby_pb2.Table
    seen_time: _timestamp_pb2.Timestamp
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., photo: _Optional[str] = ..., avatar: _Optional[str] = ..., guest: _Optional[bool] = ..., home: _Optional[str] = ..., bare: _Optional[bool] = ..., relation: _Optional[_Union[Relation, str]] = ..., blocked: _Optional[bool] = ..., may: _Optional[_Iterable[str]] = ..., elo: _Optional[int] = ..., quintile: _Optional[int] = ..., since_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., status: _Optional[_Union[_lobby_pb2.PlayerStatus, str]] = ..., table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ..., seen_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GetCardResponse(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PlayerCard
    def __init__(self, card: _Optional[_Union[PlayerCard, _Mapping]] = ...) -> None: ...

class Call(_message.Message):
    __slots__ = ("call", "by", "by_account", "to", "to_account", "game", "options", "send_time", "end_time", "state", "taken_by", "table")
    CALL_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    BY_ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    TO_ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEND_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TAKEN_BY_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    call: str
    by: str
    by_account: str
    to: str
    to_account: str
    game: str
    options: _struct_pb2.Struct
    send_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    state: CallState
    taken_by: str
    table: str
    def __init__(self, call: _Optional[str] = ..., by: _Optional[str] = ..., by_account: _Optional[str] = ..., to: _Optional[str] = ..., to_account: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., send_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[CallState, str]] = ..., taken_by: _Optional[str] = ..., table: _Optional[str] = ...) -> None: ...

class ListCallsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListCallsResponse(_message.Message):
    __slots__ = ("sent", "received", "most")
    SENT_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    sent: _containers.RepeatedCompositeFieldContainer[Call]
    received: _containers.RepeatedCompositeFieldContainer[Call]
    most: int
    def __init__(self, sent: _Optional[_Iterable[_Union[Call, _Mapping]]] = ..., received: _Optional[_Iterable[_Union[Call, _Mapping]]] = ..., most: _Optional[int] = ...) -> None: ...

class CallFriendRequest(_message.Message):
    __slots__ = ("account", "request_id", "friend", "game", "options", "hours")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FRIEND_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    friend: str
    game: str
    options: _struct_pb2.Struct
    hours: int
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., friend: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., hours: _Optional[int] = ...) -> None: ...

class CallFriendResponse(_message.Message):
    __slots__ = ("call",)
    CALL_FIELD_NUMBER: _ClassVar[int]
    call: Call
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ...) -> None: ...

class WithdrawCallRequest(_message.Message):
    __slots__ = ("account", "call", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    call: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., call: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class WithdrawCallResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCallRequest(_message.Message):
    __slots__ = ("call",)
    CALL_FIELD_NUMBER: _ClassVar[int]
    call: str
    def __init__(self, call: _Optional[str] = ...) -> None: ...

class GetCallResponse(_message.Message):
    __slots__ = ("call",)
    CALL_FIELD_NUMBER: _ClassVar[int]
    call: Call
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ...) -> None: ...

class TakeCallRequest(_message.Message):
    __slots__ = ("account", "request_id", "call")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    call: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., call: _Optional[str] = ...) -> None: ...

class TakeCallResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: _lobby_pb2.Table
    def __init__(self, table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ...) -> None: ...

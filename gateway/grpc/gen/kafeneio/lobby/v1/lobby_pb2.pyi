import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayerStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PLAYER_STATUS_UNSPECIFIED: _ClassVar[PlayerStatus]
    PLAYER_STATUS_ONLINE: _ClassVar[PlayerStatus]
    PLAYER_STATUS_INVITED: _ClassVar[PlayerStatus]
    PLAYER_STATUS_PLAYING: _ClassVar[PlayerStatus]
    PLAYER_STATUS_WAITING: _ClassVar[PlayerStatus]
    PLAYER_STATUS_RETURNING: _ClassVar[PlayerStatus]
    PLAYER_STATUS_ABSENT: _ClassVar[PlayerStatus]

class TableMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_MODE_UNSPECIFIED: _ClassVar[TableMode]
    TABLE_MODE_INVITE: _ClassVar[TableMode]
    TABLE_MODE_OPEN: _ClassVar[TableMode]

class TableState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STATE_UNSPECIFIED: _ClassVar[TableState]
    TABLE_STATE_FILLING: _ClassVar[TableState]
    TABLE_STATE_READY: _ClassVar[TableState]
    TABLE_STATE_STARTED: _ClassVar[TableState]
PLAYER_STATUS_UNSPECIFIED: PlayerStatus
PLAYER_STATUS_ONLINE: PlayerStatus
PLAYER_STATUS_INVITED: PlayerStatus
PLAYER_STATUS_PLAYING: PlayerStatus
PLAYER_STATUS_WAITING: PlayerStatus
PLAYER_STATUS_RETURNING: PlayerStatus
PLAYER_STATUS_ABSENT: PlayerStatus
TABLE_MODE_UNSPECIFIED: TableMode
TABLE_MODE_INVITE: TableMode
TABLE_MODE_OPEN: TableMode
TABLE_STATE_UNSPECIFIED: TableState
TABLE_STATE_FILLING: TableState
TABLE_STATE_READY: TableState
TABLE_STATE_STARTED: TableState

class ListPlayersRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "statuses", "elo_min")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATUSES_FIELD_NUMBER: _ClassVar[int]
    ELO_MIN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    statuses: _containers.RepeatedScalarFieldContainer[PlayerStatus]
    elo_min: int
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., statuses: _Optional[_Iterable[_Union[PlayerStatus, str]]] = ..., elo_min: _Optional[int] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("account", "name", "status", "login_time", "elo", "table")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    LOGIN_TIME_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    status: PlayerStatus
    login_time: _timestamp_pb2.Timestamp
    elo: int
    table: str
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., status: _Optional[_Union[PlayerStatus, str]] = ..., login_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., elo: _Optional[int] = ..., table: _Optional[str] = ...) -> None: ...

class ListPlayersResponse(_message.Message):
    __slots__ = ("players", "next_page_token")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    next_page_token: str
    def __init__(self, players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetCountsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCountsResponse(_message.Message):
    __slots__ = ("players", "matches", "practising")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PRACTISING_FIELD_NUMBER: _ClassVar[int]
    players: int
    matches: int
    practising: int
    def __init__(self, players: _Optional[int] = ..., matches: _Optional[int] = ..., practising: _Optional[int] = ...) -> None: ...

class TableFilter(_message.Message):
    __slots__ = ("games", "states", "practice", "stake_chips_min", "stake_chips_max", "account")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_MIN_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_MAX_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedScalarFieldContainer[str]
    states: _containers.RepeatedScalarFieldContainer[TableState]
    practice: bool
    stake_chips_min: int
    stake_chips_max: int
    account: str
    def __init__(self, games: _Optional[_Iterable[str]] = ..., states: _Optional[_Iterable[_Union[TableState, str]]] = ..., practice: _Optional[bool] = ..., stake_chips_min: _Optional[int] = ..., stake_chips_max: _Optional[int] = ..., account: _Optional[str] = ...) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "filter")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    filter: TableFilter
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., filter: _Optional[_Union[TableFilter, _Mapping]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat", "name", "account", "bot", "invited")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    INVITED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    account: str
    bot: bool
    invited: bool
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., account: _Optional[str] = ..., bot: _Optional[bool] = ..., invited: _Optional[bool] = ...) -> None: ...

class Table(_message.Message):
    __slots__ = ("table", "name", "game", "options", "stake_chips", "mode", "spectators", "practice", "state", "organizer", "seats", "create_time", "hall", "clock_factor", "close_time", "bots_allowed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ORGANIZER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    HALL_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FACTOR_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TIME_FIELD_NUMBER: _ClassVar[int]
    BOTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    table: str
    name: str
    game: str
    options: _struct_pb2.Struct
    stake_chips: int
    mode: TableMode
    spectators: bool
    practice: bool
    state: TableState
    organizer: str
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    create_time: _timestamp_pb2.Timestamp
    hall: int
    clock_factor: int
    close_time: _timestamp_pb2.Timestamp
    bots_allowed: bool
    def __init__(self, table: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., mode: _Optional[_Union[TableMode, str]] = ..., spectators: _Optional[bool] = ..., practice: _Optional[bool] = ..., state: _Optional[_Union[TableState, str]] = ..., organizer: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., hall: _Optional[int] = ..., clock_factor: _Optional[int] = ..., close_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., bots_allowed: _Optional[bool] = ...) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[Table]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[Table, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: str
    def __init__(self, table: _Optional[str] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class WatchTablesRequest(_message.Message):
    __slots__ = ("filter",)
    FILTER_FIELD_NUMBER: _ClassVar[int]
    filter: TableFilter
    def __init__(self, filter: _Optional[_Union[TableFilter, _Mapping]] = ...) -> None: ...

class WatchTablesResponse(_message.Message):
    __slots__ = ("all", "changed", "gone")
    ALL_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    all: bool
    changed: _containers.RepeatedCompositeFieldContainer[Table]
    gone: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, all: _Optional[bool] = ..., changed: _Optional[_Iterable[_Union[Table, _Mapping]]] = ..., gone: _Optional[_Iterable[str]] = ...) -> None: ...

class CreateTableRequest(_message.Message):
    __slots__ = ("account", "request_id", "name", "game", "options", "stake_chips", "mode", "spectators_off", "invite", "bots", "timed", "clock_factor", "bots_allowed")
    class InviteEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: str
        def __init__(self, key: _Optional[int] = ..., value: _Optional[str] = ...) -> None: ...
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_OFF_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    TIMED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FACTOR_FIELD_NUMBER: _ClassVar[int]
    BOTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    name: str
    game: str
    options: _struct_pb2.Struct
    stake_chips: int
    mode: TableMode
    spectators_off: bool
    invite: _containers.ScalarMap[int, str]
    bots: _containers.RepeatedScalarFieldContainer[int]
    timed: bool
    clock_factor: int
    bots_allowed: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., mode: _Optional[_Union[TableMode, str]] = ..., spectators_off: _Optional[bool] = ..., invite: _Optional[_Mapping[int, str]] = ..., bots: _Optional[_Iterable[int]] = ..., timed: _Optional[bool] = ..., clock_factor: _Optional[int] = ..., bots_allowed: _Optional[bool] = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("account", "request_id", "table")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    table: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., table: _Optional[str] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PrivateLine(_message.Message):
    __slots__ = ("id", "account", "to", "text", "event_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    id: int
    account: str
    to: str
    text: str
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., account: _Optional[str] = ..., to: _Optional[str] = ..., text: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Conversation(_message.Message):
    __slots__ = ("account", "name", "last", "unread")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    last: PrivateLine
    unread: int
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., last: _Optional[_Union[PrivateLine, _Mapping]] = ..., unread: _Optional[int] = ...) -> None: ...

class ListConversationsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListConversationsResponse(_message.Message):
    __slots__ = ("conversations", "unread")
    CONVERSATIONS_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FIELD_NUMBER: _ClassVar[int]
    conversations: _containers.RepeatedCompositeFieldContainer[Conversation]
    unread: int
    def __init__(self, conversations: _Optional[_Iterable[_Union[Conversation, _Mapping]]] = ..., unread: _Optional[int] = ...) -> None: ...

class ListMessagesRequest(_message.Message):
    __slots__ = ("account", "player", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    player: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., player: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMessagesResponse(_message.Message):
    __slots__ = ("account", "name", "lines", "next_page_token", "unread", "closed")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    lines: _containers.RepeatedCompositeFieldContainer[PrivateLine]
    next_page_token: str
    unread: int
    closed: str
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., lines: _Optional[_Iterable[_Union[PrivateLine, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., unread: _Optional[int] = ..., closed: _Optional[str] = ...) -> None: ...

class WriteMessageRequest(_message.Message):
    __slots__ = ("account", "request_id", "player", "text")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    player: str
    text: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., player: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class WriteMessageResponse(_message.Message):
    __slots__ = ("line",)
    LINE_FIELD_NUMBER: _ClassVar[int]
    line: PrivateLine
    def __init__(self, line: _Optional[_Union[PrivateLine, _Mapping]] = ...) -> None: ...

class ReadMessagesRequest(_message.Message):
    __slots__ = ("account", "player", "request_id", "up_to")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    UP_TO_FIELD_NUMBER: _ClassVar[int]
    account: str
    player: str
    request_id: str
    up_to: int
    def __init__(self, account: _Optional[str] = ..., player: _Optional[str] = ..., request_id: _Optional[str] = ..., up_to: _Optional[int] = ...) -> None: ...

class ReadMessagesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

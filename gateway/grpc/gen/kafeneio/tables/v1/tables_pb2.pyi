import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetMatchRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class SeatPlayer(_message.Message):
    __slots__ = ("name", "account")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    name: str
    account: str
    def __init__(self, name: _Optional[str] = ..., account: _Optional[str] = ...) -> None: ...

class Chance(_message.Message):
    __slots__ = ("root", "seeds")
    ROOT_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    root: str
    seeds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, root: _Optional[str] = ..., seeds: _Optional[_Iterable[str]] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match", "table", "number", "game", "rules", "options", "stake_chips", "seats", "commit", "started_at_ms", "ended_at_ms", "outcome", "result", "chance", "start_time", "end_time")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    match: str
    table: str
    number: int
    game: str
    rules: int
    options: _struct_pb2.Struct
    stake_chips: int
    seats: _containers.RepeatedCompositeFieldContainer[SeatPlayer]
    commit: str
    started_at_ms: int
    ended_at_ms: int
    outcome: str
    result: _struct_pb2.Struct
    chance: Chance
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, match: _Optional[str] = ..., table: _Optional[str] = ..., number: _Optional[int] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., commit: _Optional[str] = ..., started_at_ms: _Optional[int] = ..., ended_at_ms: _Optional[int] = ..., outcome: _Optional[str] = ..., result: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("match", "table", "number", "game", "rules", "options", "stake_chips", "seats", "commit", "started_at_ms", "ended_at_ms", "outcome", "result", "chance", "start_time", "end_time")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    match: str
    table: str
    number: int
    game: str
    rules: int
    options: _struct_pb2.Struct
    stake_chips: int
    seats: _containers.RepeatedCompositeFieldContainer[SeatPlayer]
    commit: str
    started_at_ms: int
    ended_at_ms: int
    outcome: str
    result: _struct_pb2.Struct
    chance: Chance
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, match: _Optional[str] = ..., table: _Optional[str] = ..., number: _Optional[int] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., commit: _Optional[str] = ..., started_at_ms: _Optional[int] = ..., ended_at_ms: _Optional[int] = ..., outcome: _Optional[str] = ..., result: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class BatchGetMatchesRequest(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, matches: _Optional[_Iterable[str]] = ...) -> None: ...

class BatchGetMatchesResponse(_message.Message):
    __slots__ = ("matches", "missing")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    missing: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., missing: _Optional[_Iterable[str]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "game", "table", "running")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    game: str
    table: str
    running: bool
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., game: _Optional[str] = ..., table: _Optional[str] = ..., running: _Optional[bool] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchMatchesRequest(_message.Message):
    __slots__ = ("after_cursor", "games")
    AFTER_CURSOR_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    after_cursor: str
    games: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, after_cursor: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchMatchesResponse(_message.Message):
    __slots__ = ("cursor", "match")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    cursor: str
    match: Match
    def __init__(self, cursor: _Optional[str] = ..., match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class WatchTableRequest(_message.Message):
    __slots__ = ("table", "after_version")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    table: str
    after_version: int
    def __init__(self, table: _Optional[str] = ..., after_version: _Optional[int] = ...) -> None: ...

class WatchTableResponse(_message.Message):
    __slots__ = ("version", "view", "closed")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    version: int
    view: _struct_pb2.Struct
    closed: bool
    def __init__(self, version: _Optional[int] = ..., view: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., closed: _Optional[bool] = ...) -> None: ...

class GetCatalogueRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OptionValues(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedCompositeFieldContainer[_struct_pb2.Value]
    def __init__(self, values: _Optional[_Iterable[_Union[_struct_pb2.Value, _Mapping]]] = ...) -> None: ...

class Side(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[int]] = ...) -> None: ...

class GameInfo(_message.Message):
    __slots__ = ("game", "seats", "options", "sides", "clock_policy", "return_policy", "leave_policy", "house_banked", "rules", "max_timeouts")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: OptionValues
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[OptionValues, _Mapping]] = ...) -> None: ...
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_POLICY_FIELD_NUMBER: _ClassVar[int]
    RETURN_POLICY_FIELD_NUMBER: _ClassVar[int]
    LEAVE_POLICY_FIELD_NUMBER: _ClassVar[int]
    HOUSE_BANKED_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    MAX_TIMEOUTS_FIELD_NUMBER: _ClassVar[int]
    game: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    options: _containers.MessageMap[str, OptionValues]
    sides: _containers.RepeatedCompositeFieldContainer[Side]
    clock_policy: str
    return_policy: str
    leave_policy: str
    house_banked: bool
    rules: int
    max_timeouts: int
    def __init__(self, game: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ..., options: _Optional[_Mapping[str, OptionValues]] = ..., sides: _Optional[_Iterable[_Union[Side, _Mapping]]] = ..., clock_policy: _Optional[str] = ..., return_policy: _Optional[str] = ..., leave_policy: _Optional[str] = ..., house_banked: _Optional[bool] = ..., rules: _Optional[int] = ..., max_timeouts: _Optional[int] = ...) -> None: ...

class GetCatalogueResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameInfo]
    def __init__(self, games: _Optional[_Iterable[_Union[GameInfo, _Mapping]]] = ...) -> None: ...

class GetRecordingRequest(_message.Message):
    __slots__ = ("match", "account")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    match: str
    account: str
    def __init__(self, match: _Optional[str] = ..., account: _Optional[str] = ...) -> None: ...

class GetRecordingResponse(_message.Message):
    __slots__ = ("match", "game", "rules", "events", "recording_json")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    RECORDING_JSON_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: str
    rules: int
    events: int
    recording_json: bytes
    def __init__(self, match: _Optional[str] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., events: _Optional[int] = ..., recording_json: _Optional[bytes] = ...) -> None: ...

class VoidTableRequest(_message.Message):
    __slots__ = ("account", "request_id", "table", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    table: str
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., table: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class VoidTableResponse(_message.Message):
    __slots__ = ("order", "placed")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    order: str
    placed: bool
    def __init__(self, order: _Optional[str] = ..., placed: _Optional[bool] = ...) -> None: ...

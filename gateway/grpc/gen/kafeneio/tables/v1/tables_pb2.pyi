from google.protobuf import struct_pb2 as _struct_pb2
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
    __slots__ = ("match", "table", "number", "game", "rules", "options", "stake_chips", "seats", "commit", "started_at_ms", "ended_at_ms", "outcome", "result", "chance")
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
    def __init__(self, match: _Optional[str] = ..., table: _Optional[str] = ..., number: _Optional[int] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., commit: _Optional[str] = ..., started_at_ms: _Optional[int] = ..., ended_at_ms: _Optional[int] = ..., outcome: _Optional[str] = ..., result: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ...) -> None: ...

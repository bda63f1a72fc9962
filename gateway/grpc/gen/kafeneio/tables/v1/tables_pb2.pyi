import datetime

from google.protobuf import duration_pb2 as _duration_pb2
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
    __slots__ = ("match", "table", "number", "game", "rules", "options", "stake_chips", "seats", "commit", "start_time", "end_time", "outcome", "result", "chance")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
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
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    outcome: str
    result: _struct_pb2.Struct
    chance: Chance
    def __init__(self, match: _Optional[str] = ..., table: _Optional[str] = ..., number: _Optional[int] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., commit: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[str] = ..., result: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("match", "table", "number", "game", "rules", "options", "stake_chips", "seats", "commit", "start_time", "end_time", "outcome", "result", "chance")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STAKE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
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
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    outcome: str
    result: _struct_pb2.Struct
    chance: Chance
    def __init__(self, match: _Optional[str] = ..., table: _Optional[str] = ..., number: _Optional[int] = ..., game: _Optional[str] = ..., rules: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., stake_chips: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., commit: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[str] = ..., result: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ...) -> None: ...

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

class GetChanceRequest(_message.Message):
    __slots__ = ("days",)
    DAYS_FIELD_NUMBER: _ClassVar[int]
    days: int
    def __init__(self, days: _Optional[int] = ...) -> None: ...

class ChanceFit(_message.Message):
    __slots__ = ("test", "sum", "freedom", "probability", "verdict")
    TEST_FIELD_NUMBER: _ClassVar[int]
    SUM_FIELD_NUMBER: _ClassVar[int]
    FREEDOM_FIELD_NUMBER: _ClassVar[int]
    PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    test: str
    sum: float
    freedom: int
    probability: float
    verdict: str
    def __init__(self, test: _Optional[str] = ..., sum: _Optional[float] = ..., freedom: _Optional[int] = ..., probability: _Optional[float] = ..., verdict: _Optional[str] = ...) -> None: ...

class ChanceDay(_message.Message):
    __slots__ = ("day", "matches", "fits")
    DAY_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    FITS_FIELD_NUMBER: _ClassVar[int]
    day: str
    matches: int
    fits: _containers.RepeatedCompositeFieldContainer[ChanceFit]
    def __init__(self, day: _Optional[str] = ..., matches: _Optional[int] = ..., fits: _Optional[_Iterable[_Union[ChanceFit, _Mapping]]] = ...) -> None: ...

class ChanceOfGame(_message.Message):
    __slots__ = ("game", "matches", "shuffles", "fits", "days")
    GAME_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    FITS_FIELD_NUMBER: _ClassVar[int]
    DAYS_FIELD_NUMBER: _ClassVar[int]
    game: str
    matches: int
    shuffles: int
    fits: _containers.RepeatedCompositeFieldContainer[ChanceFit]
    days: _containers.RepeatedCompositeFieldContainer[ChanceDay]
    def __init__(self, game: _Optional[str] = ..., matches: _Optional[int] = ..., shuffles: _Optional[int] = ..., fits: _Optional[_Iterable[_Union[ChanceFit, _Mapping]]] = ..., days: _Optional[_Iterable[_Union[ChanceDay, _Mapping]]] = ...) -> None: ...

class GetChanceResponse(_message.Message):
    __slots__ = ("games", "waiting")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[ChanceOfGame]
    waiting: int
    def __init__(self, games: _Optional[_Iterable[_Union[ChanceOfGame, _Mapping]]] = ..., waiting: _Optional[int] = ...) -> None: ...

class GetChanceCountsRequest(_message.Message):
    __slots__ = ("game", "day")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ...) -> None: ...

class RawCounts(_message.Message):
    __slots__ = ("measure", "counts")
    MEASURE_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    measure: str
    counts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, measure: _Optional[str] = ..., counts: _Optional[_Iterable[int]] = ...) -> None: ...

class GetChanceCountsResponse(_message.Message):
    __slots__ = ("game", "day", "measures")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    MEASURES_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    measures: _containers.RepeatedCompositeFieldContainer[RawCounts]
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ..., measures: _Optional[_Iterable[_Union[RawCounts, _Mapping]]] = ...) -> None: ...

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

class GetMatchTextRequest(_message.Message):
    __slots__ = ("match", "account")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    match: str
    account: str
    def __init__(self, match: _Optional[str] = ..., account: _Optional[str] = ...) -> None: ...

class GetMatchTextResponse(_message.Message):
    __slots__ = ("match", "file", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: str
    file: str
    text: str
    def __init__(self, match: _Optional[str] = ..., file: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class ImportMatchRequest(_message.Message):
    __slots__ = ("account", "game", "text", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    game: str
    text: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., game: _Optional[str] = ..., text: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ImportMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: ImportedMatch
    def __init__(self, match: _Optional[_Union[ImportedMatch, _Mapping]] = ...) -> None: ...

class ImportedMatch(_message.Message):
    __slots__ = ("match", "game", "players", "games", "import_time")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    IMPORT_TIME_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: str
    players: _containers.RepeatedScalarFieldContainer[str]
    games: int
    import_time: _timestamp_pb2.Timestamp
    def __init__(self, match: _Optional[str] = ..., game: _Optional[str] = ..., players: _Optional[_Iterable[str]] = ..., games: _Optional[int] = ..., import_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListImportsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListImportsResponse(_message.Message):
    __slots__ = ("imports", "limit")
    IMPORTS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    imports: _containers.RepeatedCompositeFieldContainer[ImportedMatch]
    limit: int
    def __init__(self, imports: _Optional[_Iterable[_Union[ImportedMatch, _Mapping]]] = ..., limit: _Optional[int] = ...) -> None: ...

class DeleteImportRequest(_message.Message):
    __slots__ = ("account", "match", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    match: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., match: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class DeleteImportResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetAnalysisRequest(_message.Message):
    __slots__ = ("match", "account", "order")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    match: str
    account: str
    order: bool
    def __init__(self, match: _Optional[str] = ..., account: _Optional[str] = ..., order: _Optional[bool] = ...) -> None: ...

class GetAnalysisResponse(_message.Message):
    __slots__ = ("match", "game", "state", "percent", "ahead", "left_today", "report_json", "seats", "retry_delay")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PERCENT_FIELD_NUMBER: _ClassVar[int]
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    LEFT_TODAY_FIELD_NUMBER: _ClassVar[int]
    REPORT_JSON_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RETRY_DELAY_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: str
    state: str
    percent: int
    ahead: int
    left_today: int
    report_json: bytes
    seats: _containers.RepeatedCompositeFieldContainer[SeatPlayer]
    retry_delay: _duration_pb2.Duration
    def __init__(self, match: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[str] = ..., percent: _Optional[int] = ..., ahead: _Optional[int] = ..., left_today: _Optional[int] = ..., report_json: _Optional[bytes] = ..., seats: _Optional[_Iterable[_Union[SeatPlayer, _Mapping]]] = ..., retry_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class GetSharedMatchRequest(_message.Message):
    __slots__ = ("link",)
    LINK_FIELD_NUMBER: _ClassVar[int]
    link: str
    def __init__(self, link: _Optional[str] = ...) -> None: ...

class SharedSeat(_message.Message):
    __slots__ = ("computer", "name", "former")
    COMPUTER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FORMER_FIELD_NUMBER: _ClassVar[int]
    computer: bool
    name: str
    former: bool
    def __init__(self, computer: _Optional[bool] = ..., name: _Optional[str] = ..., former: _Optional[bool] = ...) -> None: ...

class SharedHand(_message.Message):
    __slots__ = ("number", "events")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    number: int
    events: int
    def __init__(self, number: _Optional[int] = ..., events: _Optional[int] = ...) -> None: ...

class SharedMoment(_message.Message):
    __slots__ = ("hand", "position")
    HAND_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    hand: int
    position: int
    def __init__(self, hand: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class GetSharedMatchResponse(_message.Message):
    __slots__ = ("game", "title", "options", "seats", "sides", "hands", "ended_on", "outcome", "winners", "points", "corrected", "moment", "pictures")
    GAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    ENDED_ON_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CORRECTED_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    PICTURES_FIELD_NUMBER: _ClassVar[int]
    game: str
    title: str
    options: _struct_pb2.Struct
    seats: _containers.RepeatedCompositeFieldContainer[SharedSeat]
    sides: _containers.RepeatedCompositeFieldContainer[Side]
    hands: _containers.RepeatedCompositeFieldContainer[SharedHand]
    ended_on: str
    outcome: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    corrected: bool
    moment: SharedMoment
    pictures: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[str] = ..., title: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SharedSeat, _Mapping]]] = ..., sides: _Optional[_Iterable[_Union[Side, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[SharedHand, _Mapping]]] = ..., ended_on: _Optional[str] = ..., outcome: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., corrected: _Optional[bool] = ..., moment: _Optional[_Union[SharedMoment, _Mapping]] = ..., pictures: _Optional[_Iterable[str]] = ...) -> None: ...

class GetProblemRequest(_message.Message):
    __slots__ = ("game", "day")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ...) -> None: ...

class GetProblemResponse(_message.Message):
    __slots__ = ("game", "day", "seat", "view", "options", "source", "unit", "seats")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    seat: int
    view: _struct_pb2.Struct
    options: int
    source: str
    unit: str
    seats: int
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ..., seat: _Optional[int] = ..., view: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., options: _Optional[int] = ..., source: _Optional[str] = ..., unit: _Optional[str] = ..., seats: _Optional[int] = ...) -> None: ...

class GetProblemOutcomeRequest(_message.Message):
    __slots__ = ("game", "day")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ...) -> None: ...

class PlayShare(_message.Message):
    __slots__ = ("move", "answers", "right", "loss")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    move: _struct_pb2.Struct
    answers: int
    right: bool
    loss: float
    def __init__(self, move: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., answers: _Optional[int] = ..., right: _Optional[bool] = ..., loss: _Optional[float] = ...) -> None: ...

class GetProblemOutcomeResponse(_message.Message):
    __slots__ = ("game", "day", "unit", "best", "reason", "plays", "answers")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    unit: str
    best: _containers.RepeatedCompositeFieldContainer[MoveWorth]
    reason: MoveReason
    plays: _containers.RepeatedCompositeFieldContainer[PlayShare]
    answers: int
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ..., unit: _Optional[str] = ..., best: _Optional[_Iterable[_Union[MoveWorth, _Mapping]]] = ..., reason: _Optional[_Union[MoveReason, _Mapping]] = ..., plays: _Optional[_Iterable[_Union[PlayShare, _Mapping]]] = ..., answers: _Optional[int] = ...) -> None: ...

class CheckSolutionRequest(_message.Message):
    __slots__ = ("game", "day", "move")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    game: str
    day: str
    move: _struct_pb2.Struct
    def __init__(self, game: _Optional[str] = ..., day: _Optional[str] = ..., move: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class MoveWorth(_message.Message):
    __slots__ = ("move", "value", "chances")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CHANCES_FIELD_NUMBER: _ClassVar[int]
    move: _struct_pb2.Struct
    value: float
    chances: Chances
    def __init__(self, move: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., value: _Optional[float] = ..., chances: _Optional[_Union[Chances, _Mapping]] = ...) -> None: ...

class MoveReason(_message.Message):
    __slots__ = ("code", "data")
    CODE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    code: str
    data: _struct_pb2.Struct
    def __init__(self, code: _Optional[str] = ..., data: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class Chances(_message.Message):
    __slots__ = ("win", "double_win", "double_loss")
    WIN_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_WIN_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_LOSS_FIELD_NUMBER: _ClassVar[int]
    win: float
    double_win: float
    double_loss: float
    def __init__(self, win: _Optional[float] = ..., double_win: _Optional[float] = ..., double_loss: _Optional[float] = ...) -> None: ...

class CheckSolutionResponse(_message.Message):
    __slots__ = ("right", "loss", "best", "reason")
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    right: bool
    loss: float
    best: _containers.RepeatedCompositeFieldContainer[MoveWorth]
    reason: MoveReason
    def __init__(self, right: _Optional[bool] = ..., loss: _Optional[float] = ..., best: _Optional[_Iterable[_Union[MoveWorth, _Mapping]]] = ..., reason: _Optional[_Union[MoveReason, _Mapping]] = ...) -> None: ...

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

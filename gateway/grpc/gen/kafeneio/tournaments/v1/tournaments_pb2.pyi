import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Competition(_message.Message):
    __slots__ = ("id", "name", "game", "state", "opens_at_ms", "starts_at_ms", "ends_at_ms", "price_chips", "players", "kind", "entrants", "entries", "games_running", "games_counted", "waiting", "prize_mode", "pool_chips", "seq", "open_time", "start_time", "end_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    OPENS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    STARTS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENDS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    PRICE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    GAMES_RUNNING_FIELD_NUMBER: _ClassVar[int]
    GAMES_COUNTED_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    PRIZE_MODE_FIELD_NUMBER: _ClassVar[int]
    POOL_CHIPS_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    game: str
    state: str
    opens_at_ms: int
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int
    players: int
    kind: str
    entrants: int
    entries: int
    games_running: int
    games_counted: int
    waiting: int
    prize_mode: str
    pool_chips: int
    seq: int
    open_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[str] = ..., opens_at_ms: _Optional[int] = ..., starts_at_ms: _Optional[int] = ..., ends_at_ms: _Optional[int] = ..., price_chips: _Optional[int] = ..., players: _Optional[int] = ..., kind: _Optional[str] = ..., entrants: _Optional[int] = ..., entries: _Optional[int] = ..., games_running: _Optional[int] = ..., games_counted: _Optional[int] = ..., waiting: _Optional[int] = ..., prize_mode: _Optional[str] = ..., pool_chips: _Optional[int] = ..., seq: _Optional[int] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListCompetitionsRequest(_message.Message):
    __slots__ = ("states", "page_size", "page_token")
    STATES_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    states: _containers.RepeatedScalarFieldContainer[str]
    page_size: int
    page_token: str
    def __init__(self, states: _Optional[_Iterable[str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListCompetitionsResponse(_message.Message):
    __slots__ = ("competitions", "next_page_token")
    COMPETITIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    competitions: _containers.RepeatedCompositeFieldContainer[Competition]
    next_page_token: str
    def __init__(self, competitions: _Optional[_Iterable[_Union[Competition, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetCompetitionRequest(_message.Message):
    __slots__ = ("competition",)
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    competition: str
    def __init__(self, competition: _Optional[str] = ...) -> None: ...

class GetCompetitionResponse(_message.Message):
    __slots__ = ("competition",)
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    competition: Competition
    def __init__(self, competition: _Optional[_Union[Competition, _Mapping]] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("competition", "offset", "page_size", "page_token")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    competition: str
    offset: int
    page_size: int
    page_token: str
    def __init__(self, competition: _Optional[str] = ..., offset: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("place", "account", "name", "points", "margin", "games", "prize_chips")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PRIZE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    place: int
    account: str
    name: str
    points: int
    margin: int
    games: int
    prize_chips: int
    def __init__(self, place: _Optional[int] = ..., account: _Optional[str] = ..., name: _Optional[str] = ..., points: _Optional[int] = ..., margin: _Optional[int] = ..., games: _Optional[int] = ..., prize_chips: _Optional[int] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("standings", "total", "final", "next_page_token")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    total: int
    final: bool
    next_page_token: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., total: _Optional[int] = ..., final: _Optional[bool] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("competition", "running", "account", "before_ms", "before_table", "page_size", "page_token")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_MS_FIELD_NUMBER: _ClassVar[int]
    BEFORE_TABLE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    competition: str
    running: bool
    account: str
    before_ms: int
    before_table: str
    page_size: int
    page_token: str
    def __init__(self, competition: _Optional[str] = ..., running: _Optional[bool] = ..., account: _Optional[str] = ..., before_ms: _Optional[int] = ..., before_table: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class GamePlayer(_message.Message):
    __slots__ = ("seat", "account", "points", "margin", "counted")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    account: str
    points: int
    margin: int
    counted: bool
    def __init__(self, seat: _Optional[int] = ..., account: _Optional[str] = ..., points: _Optional[int] = ..., margin: _Optional[int] = ..., counted: _Optional[bool] = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("table", "match", "state", "called_at_ms", "players", "call_time")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CALLED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    CALL_TIME_FIELD_NUMBER: _ClassVar[int]
    table: str
    match: str
    state: str
    called_at_ms: int
    players: _containers.RepeatedCompositeFieldContainer[GamePlayer]
    call_time: _timestamp_pb2.Timestamp
    def __init__(self, table: _Optional[str] = ..., match: _Optional[str] = ..., state: _Optional[str] = ..., called_at_ms: _Optional[int] = ..., players: _Optional[_Iterable[_Union[GamePlayer, _Mapping]]] = ..., call_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_before_ms", "next_before_table", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_BEFORE_MS_FIELD_NUMBER: _ClassVar[int]
    NEXT_BEFORE_TABLE_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    next_before_ms: int
    next_before_table: str
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., next_before_ms: _Optional[int] = ..., next_before_table: _Optional[str] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchCompetitionRequest(_message.Message):
    __slots__ = ("competition", "after_seq")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    AFTER_SEQ_FIELD_NUMBER: _ClassVar[int]
    competition: str
    after_seq: int
    def __init__(self, competition: _Optional[str] = ..., after_seq: _Optional[int] = ...) -> None: ...

class WatchCompetitionResponse(_message.Message):
    __slots__ = ("competition",)
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    competition: Competition
    def __init__(self, competition: _Optional[_Union[Competition, _Mapping]] = ...) -> None: ...

class EnterRequest(_message.Message):
    __slots__ = ("competition", "account", "key", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    key: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., key: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class EnterResponse(_message.Message):
    __slots__ = ("number", "state")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    number: int
    state: str
    def __init__(self, number: _Optional[int] = ..., state: _Optional[str] = ...) -> None: ...

class WithdrawRequest(_message.Message):
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class WithdrawResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AskGameRequest(_message.Message):
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class AskGameResponse(_message.Message):
    __slots__ = ("since_ms", "expected_ms", "since_time", "expected_wait")
    SINCE_MS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_MS_FIELD_NUMBER: _ClassVar[int]
    SINCE_TIME_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_WAIT_FIELD_NUMBER: _ClassVar[int]
    since_ms: int
    expected_ms: int
    since_time: _timestamp_pb2.Timestamp
    expected_wait: _duration_pb2.Duration
    def __init__(self, since_ms: _Optional[int] = ..., expected_ms: _Optional[int] = ..., since_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expected_wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class StopWaitingRequest(_message.Message):
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class StopWaitingResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Plan(_message.Message):
    __slots__ = ("name", "game", "options_json", "players", "opens_at_ms", "starts_at_ms", "ends_at_ms", "price_chips", "games_per_entry", "kind", "x", "max_entries", "min_entrants", "prize_mode", "prizes", "shares_bps", "guarantee_chips", "pool_bps", "open_time", "start_time", "end_time")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPENS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    STARTS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENDS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    PRICE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    GAMES_PER_ENTRY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    MAX_ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MIN_ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    PRIZE_MODE_FIELD_NUMBER: _ClassVar[int]
    PRIZES_FIELD_NUMBER: _ClassVar[int]
    SHARES_BPS_FIELD_NUMBER: _ClassVar[int]
    GUARANTEE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    POOL_BPS_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    name: str
    game: str
    options_json: str
    players: int
    opens_at_ms: int
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int
    games_per_entry: int
    kind: str
    x: int
    max_entries: int
    min_entrants: int
    prize_mode: str
    prizes: _containers.RepeatedScalarFieldContainer[int]
    shares_bps: _containers.RepeatedScalarFieldContainer[int]
    guarantee_chips: int
    pool_bps: int
    open_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., options_json: _Optional[str] = ..., players: _Optional[int] = ..., opens_at_ms: _Optional[int] = ..., starts_at_ms: _Optional[int] = ..., ends_at_ms: _Optional[int] = ..., price_chips: _Optional[int] = ..., games_per_entry: _Optional[int] = ..., kind: _Optional[str] = ..., x: _Optional[int] = ..., max_entries: _Optional[int] = ..., min_entrants: _Optional[int] = ..., prize_mode: _Optional[str] = ..., prizes: _Optional[_Iterable[int]] = ..., shares_bps: _Optional[_Iterable[int]] = ..., guarantee_chips: _Optional[int] = ..., pool_bps: _Optional[int] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class PlanCard(_message.Message):
    __slots__ = ("id", "state", "plan", "pool_chips", "prizes_chips", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    POOL_CHIPS_FIELD_NUMBER: _ClassVar[int]
    PRIZES_CHIPS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    state: str
    plan: Plan
    pool_chips: int
    prizes_chips: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    def __init__(self, id: _Optional[str] = ..., state: _Optional[str] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ..., pool_chips: _Optional[int] = ..., prizes_chips: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ...) -> None: ...

class SaveRequest(_message.Message):
    __slots__ = ("account", "competition", "plan", "preview", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    PREVIEW_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    competition: str
    plan: Plan
    preview: bool
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., competition: _Optional[str] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ..., preview: _Optional[bool] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class SaveResponse(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PlanCard
    def __init__(self, card: _Optional[_Union[PlanCard, _Mapping]] = ...) -> None: ...

class PublishRequest(_message.Message):
    __slots__ = ("account", "request_id", "competition", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    competition: str
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., competition: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class PublishResponse(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PlanCard
    def __init__(self, card: _Optional[_Union[PlanCard, _Mapping]] = ...) -> None: ...

class CancelRequest(_message.Message):
    __slots__ = ("account", "request_id", "competition", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    competition: str
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., competition: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CancelResponse(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PlanCard
    def __init__(self, card: _Optional[_Union[PlanCard, _Mapping]] = ...) -> None: ...

class DisqualifyRequest(_message.Message):
    __slots__ = ("account", "request_id", "competition", "player", "reason", "undo")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    competition: str
    player: str
    reason: str
    undo: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., competition: _Optional[str] = ..., player: _Optional[str] = ..., reason: _Optional[str] = ..., undo: _Optional[bool] = ...) -> None: ...

class DisqualifyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CorrectRequest(_message.Message):
    __slots__ = ("account", "request_id", "competition", "table", "winner", "nobody", "reason", "points", "departed", "own_mistake")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    NOBODY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    OWN_MISTAKE_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    competition: str
    table: str
    winner: int
    nobody: str
    reason: str
    points: _containers.RepeatedScalarFieldContainer[int]
    departed: _containers.RepeatedScalarFieldContainer[int]
    own_mistake: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., competition: _Optional[str] = ..., table: _Optional[str] = ..., winner: _Optional[int] = ..., nobody: _Optional[str] = ..., reason: _Optional[str] = ..., points: _Optional[_Iterable[int]] = ..., departed: _Optional[_Iterable[int]] = ..., own_mistake: _Optional[bool] = ...) -> None: ...

class CorrectResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

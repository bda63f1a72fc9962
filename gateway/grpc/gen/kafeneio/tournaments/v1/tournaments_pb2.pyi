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
    __slots__ = ("id", "name", "game", "state", "open_time", "start_time", "end_time", "price_chips", "players", "kind", "entrants", "entries", "games_running", "games_counted", "waiting", "prize_mode", "pool_chips", "seq", "made_by", "maker", "audience", "places")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
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
    MADE_BY_FIELD_NUMBER: _ClassVar[int]
    MAKER_FIELD_NUMBER: _ClassVar[int]
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    game: str
    state: str
    open_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
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
    made_by: str
    maker: str
    audience: str
    places: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[str] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., price_chips: _Optional[int] = ..., players: _Optional[int] = ..., kind: _Optional[str] = ..., entrants: _Optional[int] = ..., entries: _Optional[int] = ..., games_running: _Optional[int] = ..., games_counted: _Optional[int] = ..., waiting: _Optional[int] = ..., prize_mode: _Optional[str] = ..., pool_chips: _Optional[int] = ..., seq: _Optional[int] = ..., made_by: _Optional[str] = ..., maker: _Optional[str] = ..., audience: _Optional[str] = ..., places: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("competition", "page_size", "page_token")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    competition: str
    page_size: int
    page_token: str
    def __init__(self, competition: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("competition", "running", "account", "page_size", "page_token")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    competition: str
    running: bool
    account: str
    page_size: int
    page_token: str
    def __init__(self, competition: _Optional[str] = ..., running: _Optional[bool] = ..., account: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("table", "match", "state", "call_time", "players")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CALL_TIME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    table: str
    match: str
    state: str
    call_time: _timestamp_pb2.Timestamp
    players: _containers.RepeatedCompositeFieldContainer[GamePlayer]
    def __init__(self, table: _Optional[str] = ..., match: _Optional[str] = ..., state: _Optional[str] = ..., call_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., players: _Optional[_Iterable[_Union[GamePlayer, _Mapping]]] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("since_time", "expected_wait")
    SINCE_TIME_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_WAIT_FIELD_NUMBER: _ClassVar[int]
    since_time: _timestamp_pb2.Timestamp
    expected_wait: _duration_pb2.Duration
    def __init__(self, since_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expected_wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("name", "game", "options_json", "players", "open_time", "start_time", "end_time", "price_chips", "games_per_entry", "kind", "x", "max_entries", "min_entrants", "prize_mode", "prizes", "shares_bps", "guarantee_chips", "pool_bps")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
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
    name: str
    game: str
    options_json: str
    players: int
    open_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
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
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., options_json: _Optional[str] = ..., players: _Optional[int] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., price_chips: _Optional[int] = ..., games_per_entry: _Optional[int] = ..., kind: _Optional[str] = ..., x: _Optional[int] = ..., max_entries: _Optional[int] = ..., min_entrants: _Optional[int] = ..., prize_mode: _Optional[str] = ..., prizes: _Optional[_Iterable[int]] = ..., shares_bps: _Optional[_Iterable[int]] = ..., guarantee_chips: _Optional[int] = ..., pool_bps: _Optional[int] = ...) -> None: ...

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

class CalendarLine(_message.Message):
    __slots__ = ("id", "name", "game", "state", "open_time", "start_time", "end_time", "price_chips", "change_time", "maker")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    PRICE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    CHANGE_TIME_FIELD_NUMBER: _ClassVar[int]
    MAKER_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    game: str
    state: str
    open_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    price_chips: int
    change_time: _timestamp_pb2.Timestamp
    maker: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[str] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., price_chips: _Optional[int] = ..., change_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., maker: _Optional[str] = ...) -> None: ...

class GetCalendarRequest(_message.Message):
    __slots__ = ("past_days", "ahead_days")
    PAST_DAYS_FIELD_NUMBER: _ClassVar[int]
    AHEAD_DAYS_FIELD_NUMBER: _ClassVar[int]
    past_days: int
    ahead_days: int
    def __init__(self, past_days: _Optional[int] = ..., ahead_days: _Optional[int] = ...) -> None: ...

class GetCalendarResponse(_message.Message):
    __slots__ = ("lines", "as_of_time")
    LINES_FIELD_NUMBER: _ClassVar[int]
    AS_OF_TIME_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[CalendarLine]
    as_of_time: _timestamp_pb2.Timestamp
    def __init__(self, lines: _Optional[_Iterable[_Union[CalendarLine, _Mapping]]] = ..., as_of_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListPastCompetitionsRequest(_message.Message):
    __slots__ = ("page_size",)
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    def __init__(self, page_size: _Optional[int] = ...) -> None: ...

class Winner(_message.Message):
    __slots__ = ("account", "name", "place")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    place: int
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., place: _Optional[int] = ...) -> None: ...

class PastCompetition(_message.Message):
    __slots__ = ("competition", "winners")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    competition: Competition
    winners: _containers.RepeatedCompositeFieldContainer[Winner]
    def __init__(self, competition: _Optional[_Union[Competition, _Mapping]] = ..., winners: _Optional[_Iterable[_Union[Winner, _Mapping]]] = ...) -> None: ...

class ListPastCompetitionsResponse(_message.Message):
    __slots__ = ("past",)
    PAST_FIELD_NUMBER: _ClassVar[int]
    past: _containers.RepeatedCompositeFieldContainer[PastCompetition]
    def __init__(self, past: _Optional[_Iterable[_Union[PastCompetition, _Mapping]]] = ...) -> None: ...

class ListOwnCompetitionsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class OwnCompetition(_message.Message):
    __slots__ = ("competition", "place")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    competition: Competition
    place: int
    def __init__(self, competition: _Optional[_Union[Competition, _Mapping]] = ..., place: _Optional[int] = ...) -> None: ...

class ListOwnCompetitionsResponse(_message.Message):
    __slots__ = ("competitions",)
    COMPETITIONS_FIELD_NUMBER: _ClassVar[int]
    competitions: _containers.RepeatedCompositeFieldContainer[OwnCompetition]
    def __init__(self, competitions: _Optional[_Iterable[_Union[OwnCompetition, _Mapping]]] = ...) -> None: ...

class AnnouncedCompetition(_message.Message):
    __slots__ = ("competition", "name", "start_time", "entrants")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    competition: str
    name: str
    start_time: _timestamp_pb2.Timestamp
    entrants: int
    def __init__(self, competition: _Optional[str] = ..., name: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., entrants: _Optional[int] = ...) -> None: ...

class Series(_message.Message):
    __slots__ = ("id", "plan", "every", "lead", "active", "made", "next_open_time", "rule", "zone", "announced", "called_off")
    ID_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    EVERY_FIELD_NUMBER: _ClassVar[int]
    LEAD_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    NEXT_OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    CALLED_OFF_FIELD_NUMBER: _ClassVar[int]
    id: str
    plan: Plan
    every: str
    lead: _duration_pb2.Duration
    active: bool
    made: int
    next_open_time: _timestamp_pb2.Timestamp
    rule: str
    zone: str
    announced: _containers.RepeatedCompositeFieldContainer[AnnouncedCompetition]
    called_off: _containers.RepeatedCompositeFieldContainer[AnnouncedCompetition]
    def __init__(self, id: _Optional[str] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ..., every: _Optional[str] = ..., lead: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., active: _Optional[bool] = ..., made: _Optional[int] = ..., next_open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., rule: _Optional[str] = ..., zone: _Optional[str] = ..., announced: _Optional[_Iterable[_Union[AnnouncedCompetition, _Mapping]]] = ..., called_off: _Optional[_Iterable[_Union[AnnouncedCompetition, _Mapping]]] = ...) -> None: ...

class SaveSeriesRequest(_message.Message):
    __slots__ = ("account", "series", "plan", "rule", "zone", "lead", "stopped", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    SERIES_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    LEAD_FIELD_NUMBER: _ClassVar[int]
    STOPPED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    series: str
    plan: Plan
    rule: str
    zone: str
    lead: _duration_pb2.Duration
    stopped: bool
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., series: _Optional[str] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ..., rule: _Optional[str] = ..., zone: _Optional[str] = ..., lead: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., stopped: _Optional[bool] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class SaveSeriesResponse(_message.Message):
    __slots__ = ("series",)
    SERIES_FIELD_NUMBER: _ClassVar[int]
    series: Series
    def __init__(self, series: _Optional[_Union[Series, _Mapping]] = ...) -> None: ...

class ListSeriesRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListSeriesResponse(_message.Message):
    __slots__ = ("series",)
    SERIES_FIELD_NUMBER: _ClassVar[int]
    series: _containers.RepeatedCompositeFieldContainer[Series]
    def __init__(self, series: _Optional[_Iterable[_Union[Series, _Mapping]]] = ...) -> None: ...

class MakeCompetitionRequest(_message.Message):
    __slots__ = ("account", "request_id", "name", "game", "options_json", "players", "start_time", "minutes", "games", "places", "audience", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    MINUTES_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    name: str
    game: str
    options_json: str
    players: int
    start_time: _timestamp_pb2.Timestamp
    minutes: int
    games: int
    places: int
    audience: str
    company: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., options_json: _Optional[str] = ..., players: _Optional[int] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., minutes: _Optional[int] = ..., games: _Optional[int] = ..., places: _Optional[int] = ..., audience: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class MakeCompetitionResponse(_message.Message):
    __slots__ = ("competition",)
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    competition: str
    def __init__(self, competition: _Optional[str] = ...) -> None: ...

class StartCompetitionRequest(_message.Message):
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class StartCompetitionResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CallOffCompetitionRequest(_message.Message):
    __slots__ = ("competition", "account", "request_id")
    COMPETITION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    competition: str
    account: str
    request_id: str
    def __init__(self, competition: _Optional[str] = ..., account: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class CallOffCompetitionResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListInvitedCompetitionsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListInvitedCompetitionsResponse(_message.Message):
    __slots__ = ("competitions",)
    COMPETITIONS_FIELD_NUMBER: _ClassVar[int]
    competitions: _containers.RepeatedCompositeFieldContainer[Competition]
    def __init__(self, competitions: _Optional[_Iterable[_Union[Competition, _Mapping]]] = ...) -> None: ...

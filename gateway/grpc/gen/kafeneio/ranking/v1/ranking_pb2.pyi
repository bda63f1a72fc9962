import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PeriodState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PERIOD_STATE_UNSPECIFIED: _ClassVar[PeriodState]
    PERIOD_STATE_OPEN: _ClassVar[PeriodState]
    PERIOD_STATE_CLOSING: _ClassVar[PeriodState]
    PERIOD_STATE_PAID: _ClassVar[PeriodState]

class PrizeState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIZE_STATE_UNSPECIFIED: _ClassVar[PrizeState]
    PRIZE_STATE_REVIEW: _ClassVar[PrizeState]
    PRIZE_STATE_ORDERED: _ClassVar[PrizeState]
    PRIZE_STATE_PAID: _ClassVar[PrizeState]
    PRIZE_STATE_REFUSED: _ClassVar[PrizeState]

class BoardRepeat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOARD_REPEAT_UNSPECIFIED: _ClassVar[BoardRepeat]
    BOARD_REPEAT_WEEKLY: _ClassVar[BoardRepeat]
    BOARD_REPEAT_MONTHLY: _ClassVar[BoardRepeat]
    BOARD_REPEAT_OWN: _ClassVar[BoardRepeat]
PERIOD_STATE_UNSPECIFIED: PeriodState
PERIOD_STATE_OPEN: PeriodState
PERIOD_STATE_CLOSING: PeriodState
PERIOD_STATE_PAID: PeriodState
PRIZE_STATE_UNSPECIFIED: PrizeState
PRIZE_STATE_REVIEW: PrizeState
PRIZE_STATE_ORDERED: PrizeState
PRIZE_STATE_PAID: PrizeState
PRIZE_STATE_REFUSED: PrizeState
BOARD_REPEAT_UNSPECIFIED: BoardRepeat
BOARD_REPEAT_WEEKLY: BoardRepeat
BOARD_REPEAT_MONTHLY: BoardRepeat
BOARD_REPEAT_OWN: BoardRepeat

class GetRatingRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class GetRatingResponse(_message.Message):
    __slots__ = ("account", "rating", "games", "peak", "pr", "quintile")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PEAK_FIELD_NUMBER: _ClassVar[int]
    PR_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    account: str
    rating: int
    games: int
    peak: int
    pr: int
    quintile: int
    def __init__(self, account: _Optional[str] = ..., rating: _Optional[int] = ..., games: _Optional[int] = ..., peak: _Optional[int] = ..., pr: _Optional[int] = ..., quintile: _Optional[int] = ...) -> None: ...

class BatchGetRatingsRequest(_message.Message):
    __slots__ = ("accounts",)
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    accounts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, accounts: _Optional[_Iterable[str]] = ...) -> None: ...

class BatchGetRatingsResponse(_message.Message):
    __slots__ = ("ratings",)
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    ratings: _containers.RepeatedCompositeFieldContainer[GetRatingResponse]
    def __init__(self, ratings: _Optional[_Iterable[_Union[GetRatingResponse, _Mapping]]] = ...) -> None: ...

class WatchRatingsRequest(_message.Message):
    __slots__ = ("accounts",)
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    accounts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, accounts: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchRatingsResponse(_message.Message):
    __slots__ = ("ratings",)
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    ratings: _containers.RepeatedCompositeFieldContainer[GetRatingResponse]
    def __init__(self, ratings: _Optional[_Iterable[_Union[GetRatingResponse, _Mapping]]] = ...) -> None: ...

class ListBoardsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListBoardsResponse(_message.Message):
    __slots__ = ("boards",)
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedCompositeFieldContainer[BoardPeriod]
    def __init__(self, boards: _Optional[_Iterable[_Union[BoardPeriod, _Mapping]]] = ...) -> None: ...

class BoardPeriod(_message.Message):
    __slots__ = ("board", "period", "games", "start_time", "end_time", "state", "min_games", "prizes_chips", "players", "bots", "title")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MIN_GAMES_FIELD_NUMBER: _ClassVar[int]
    PRIZES_CHIPS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    board: str
    period: str
    games: _containers.RepeatedScalarFieldContainer[str]
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    state: PeriodState
    min_games: int
    prizes_chips: _containers.RepeatedScalarFieldContainer[int]
    players: int
    bots: bool
    title: str
    def __init__(self, board: _Optional[str] = ..., period: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[PeriodState, str]] = ..., min_games: _Optional[int] = ..., prizes_chips: _Optional[_Iterable[int]] = ..., players: _Optional[int] = ..., bots: _Optional[bool] = ..., title: _Optional[str] = ...) -> None: ...

class BoardRow(_message.Message):
    __slots__ = ("place", "account", "name", "rating", "wins", "matches", "last_end_time", "prize_chips", "prize_state")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    LAST_END_TIME_FIELD_NUMBER: _ClassVar[int]
    PRIZE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    PRIZE_STATE_FIELD_NUMBER: _ClassVar[int]
    place: int
    account: str
    name: str
    rating: int
    wins: int
    matches: int
    last_end_time: _timestamp_pb2.Timestamp
    prize_chips: int
    prize_state: PrizeState
    def __init__(self, place: _Optional[int] = ..., account: _Optional[str] = ..., name: _Optional[str] = ..., rating: _Optional[int] = ..., wins: _Optional[int] = ..., matches: _Optional[int] = ..., last_end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., prize_chips: _Optional[int] = ..., prize_state: _Optional[_Union[PrizeState, str]] = ...) -> None: ...

class GetBoardRequest(_message.Message):
    __slots__ = ("board", "period", "account", "place", "page_size", "around", "page_token")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    AROUND_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    board: str
    period: str
    account: str
    place: int
    page_size: int
    around: bool
    page_token: str
    def __init__(self, board: _Optional[str] = ..., period: _Optional[str] = ..., account: _Optional[str] = ..., place: _Optional[int] = ..., page_size: _Optional[int] = ..., around: _Optional[bool] = ..., page_token: _Optional[str] = ...) -> None: ...

class GetBoardResponse(_message.Message):
    __slots__ = ("period", "rows", "own", "next_page_token")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    period: BoardPeriod
    rows: _containers.RepeatedCompositeFieldContainer[BoardRow]
    own: BoardRow
    next_page_token: str
    def __init__(self, period: _Optional[_Union[BoardPeriod, _Mapping]] = ..., rows: _Optional[_Iterable[_Union[BoardRow, _Mapping]]] = ..., own: _Optional[_Union[BoardRow, _Mapping]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListPastPeriodsRequest(_message.Message):
    __slots__ = ("board", "page_size", "page_token")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    board: str
    page_size: int
    page_token: str
    def __init__(self, board: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListPastPeriodsResponse(_message.Message):
    __slots__ = ("periods", "winners", "next_page_token")
    PERIODS_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    periods: _containers.RepeatedCompositeFieldContainer[BoardPeriod]
    winners: _containers.RepeatedCompositeFieldContainer[PeriodWinners]
    next_page_token: str
    def __init__(self, periods: _Optional[_Iterable[_Union[BoardPeriod, _Mapping]]] = ..., winners: _Optional[_Iterable[_Union[PeriodWinners, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PeriodWinners(_message.Message):
    __slots__ = ("period", "rows")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    period: str
    rows: _containers.RepeatedCompositeFieldContainer[BoardRow]
    def __init__(self, period: _Optional[str] = ..., rows: _Optional[_Iterable[_Union[BoardRow, _Mapping]]] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("standings",)
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("period", "row")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    period: BoardPeriod
    row: BoardRow
    def __init__(self, period: _Optional[_Union[BoardPeriod, _Mapping]] = ..., row: _Optional[_Union[BoardRow, _Mapping]] = ...) -> None: ...

class GetClassificationRequest(_message.Message):
    __slots__ = ("pr_max", "page_token", "page_size", "account", "around")
    PR_MAX_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    AROUND_FIELD_NUMBER: _ClassVar[int]
    pr_max: int
    page_token: str
    page_size: int
    account: str
    around: bool
    def __init__(self, pr_max: _Optional[int] = ..., page_token: _Optional[str] = ..., page_size: _Optional[int] = ..., account: _Optional[str] = ..., around: _Optional[bool] = ...) -> None: ...

class GetClassificationResponse(_message.Message):
    __slots__ = ("players", "population", "own", "bounds", "next_page_token")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    POPULATION_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[ClassifiedPlayer]
    population: int
    own: ClassifiedPlayer
    bounds: _containers.RepeatedCompositeFieldContainer[QuintileBound]
    next_page_token: str
    def __init__(self, players: _Optional[_Iterable[_Union[ClassifiedPlayer, _Mapping]]] = ..., population: _Optional[int] = ..., own: _Optional[_Union[ClassifiedPlayer, _Mapping]] = ..., bounds: _Optional[_Iterable[_Union[QuintileBound, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class QuintileBound(_message.Message):
    __slots__ = ("quintile", "pr_min")
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    PR_MIN_FIELD_NUMBER: _ClassVar[int]
    quintile: int
    pr_min: int
    def __init__(self, quintile: _Optional[int] = ..., pr_min: _Optional[int] = ...) -> None: ...

class ClassifiedPlayer(_message.Message):
    __slots__ = ("account", "name", "pr", "quintile", "matches", "place")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PR_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    pr: int
    quintile: int
    matches: int
    place: int
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., pr: _Optional[int] = ..., quintile: _Optional[int] = ..., matches: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class ListBadgesRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListBadgesResponse(_message.Message):
    __slots__ = ("account", "badges")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    BADGES_FIELD_NUMBER: _ClassVar[int]
    account: str
    badges: _containers.RepeatedCompositeFieldContainer[Badge]
    def __init__(self, account: _Optional[str] = ..., badges: _Optional[_Iterable[_Union[Badge, _Mapping]]] = ...) -> None: ...

class Badge(_message.Message):
    __slots__ = ("badge", "earn_time")
    BADGE_FIELD_NUMBER: _ClassVar[int]
    EARN_TIME_FIELD_NUMBER: _ClassVar[int]
    badge: str
    earn_time: _timestamp_pb2.Timestamp
    def __init__(self, badge: _Optional[str] = ..., earn_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GetStatisticsRequest(_message.Message):
    __slots__ = ("account", "game")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    account: str
    game: str
    def __init__(self, account: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class GetStatisticsResponse(_message.Message):
    __slots__ = ("account", "matches", "won", "lost", "tied", "elo", "pr", "quintile", "units_won", "units_lost", "points_for", "points_against", "net_chips", "elo_delta", "peak", "games")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    TIED_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    PR_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    UNITS_WON_FIELD_NUMBER: _ClassVar[int]
    UNITS_LOST_FIELD_NUMBER: _ClassVar[int]
    POINTS_FOR_FIELD_NUMBER: _ClassVar[int]
    POINTS_AGAINST_FIELD_NUMBER: _ClassVar[int]
    NET_CHIPS_FIELD_NUMBER: _ClassVar[int]
    ELO_DELTA_FIELD_NUMBER: _ClassVar[int]
    PEAK_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    account: str
    matches: int
    won: int
    lost: int
    tied: int
    elo: int
    pr: int
    quintile: int
    units_won: int
    units_lost: int
    points_for: int
    points_against: int
    net_chips: int
    elo_delta: int
    peak: int
    games: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, account: _Optional[str] = ..., matches: _Optional[int] = ..., won: _Optional[int] = ..., lost: _Optional[int] = ..., tied: _Optional[int] = ..., elo: _Optional[int] = ..., pr: _Optional[int] = ..., quintile: _Optional[int] = ..., units_won: _Optional[int] = ..., units_lost: _Optional[int] = ..., points_for: _Optional[int] = ..., points_against: _Optional[int] = ..., net_chips: _Optional[int] = ..., elo_delta: _Optional[int] = ..., peak: _Optional[int] = ..., games: _Optional[_Iterable[str]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("account", "game", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    game: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., game: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[RecordedMatch]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[RecordedMatch, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RecordedMatch(_message.Message):
    __slots__ = ("number", "match", "game", "table", "target", "end_time", "won", "units_won", "units_lost", "points_for", "points_against", "scoreless", "net_chips", "elo_delta", "elo_after", "pr_delta", "pr_after", "quintile_after", "corrected")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    UNITS_WON_FIELD_NUMBER: _ClassVar[int]
    UNITS_LOST_FIELD_NUMBER: _ClassVar[int]
    POINTS_FOR_FIELD_NUMBER: _ClassVar[int]
    POINTS_AGAINST_FIELD_NUMBER: _ClassVar[int]
    SCORELESS_FIELD_NUMBER: _ClassVar[int]
    NET_CHIPS_FIELD_NUMBER: _ClassVar[int]
    ELO_DELTA_FIELD_NUMBER: _ClassVar[int]
    ELO_AFTER_FIELD_NUMBER: _ClassVar[int]
    PR_DELTA_FIELD_NUMBER: _ClassVar[int]
    PR_AFTER_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_AFTER_FIELD_NUMBER: _ClassVar[int]
    CORRECTED_FIELD_NUMBER: _ClassVar[int]
    number: int
    match: str
    game: str
    table: str
    target: str
    end_time: _timestamp_pb2.Timestamp
    won: bool
    units_won: int
    units_lost: int
    points_for: int
    points_against: int
    scoreless: int
    net_chips: int
    elo_delta: int
    elo_after: int
    pr_delta: int
    pr_after: int
    quintile_after: int
    corrected: bool
    def __init__(self, number: _Optional[int] = ..., match: _Optional[str] = ..., game: _Optional[str] = ..., table: _Optional[str] = ..., target: _Optional[str] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., won: _Optional[bool] = ..., units_won: _Optional[int] = ..., units_lost: _Optional[int] = ..., points_for: _Optional[int] = ..., points_against: _Optional[int] = ..., scoreless: _Optional[int] = ..., net_chips: _Optional[int] = ..., elo_delta: _Optional[int] = ..., elo_after: _Optional[int] = ..., pr_delta: _Optional[int] = ..., pr_after: _Optional[int] = ..., quintile_after: _Optional[int] = ..., corrected: _Optional[bool] = ...) -> None: ...

class GetMatchHandsRequest(_message.Message):
    __slots__ = ("account", "match")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    account: str
    match: str
    def __init__(self, account: _Optional[str] = ..., match: _Optional[str] = ...) -> None: ...

class GetMatchHandsResponse(_message.Message):
    __slots__ = ("match", "seat", "hands")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    match: RecordedMatch
    seat: int
    hands: _containers.RepeatedCompositeFieldContainer[RecordedHand]
    def __init__(self, match: _Optional[_Union[RecordedMatch, _Mapping]] = ..., seat: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[RecordedHand, _Mapping]]] = ...) -> None: ...

class RecordedHand(_message.Message):
    __slots__ = ("number", "won", "points_for", "points_against", "differential", "deals")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    POINTS_FOR_FIELD_NUMBER: _ClassVar[int]
    POINTS_AGAINST_FIELD_NUMBER: _ClassVar[int]
    DIFFERENTIAL_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    number: int
    won: bool
    points_for: int
    points_against: int
    differential: int
    deals: _containers.RepeatedCompositeFieldContainer[SeatDeal]
    def __init__(self, number: _Optional[int] = ..., won: _Optional[bool] = ..., points_for: _Optional[int] = ..., points_against: _Optional[int] = ..., differential: _Optional[int] = ..., deals: _Optional[_Iterable[_Union[SeatDeal, _Mapping]]] = ...) -> None: ...

class SeatDeal(_message.Message):
    __slots__ = ("seat", "account", "name", "value", "doubles", "suit", "suit_count", "missing")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    DOUBLES_FIELD_NUMBER: _ClassVar[int]
    SUIT_FIELD_NUMBER: _ClassVar[int]
    SUIT_COUNT_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    account: str
    name: str
    value: int
    doubles: int
    suit: int
    suit_count: int
    missing: int
    def __init__(self, seat: _Optional[int] = ..., account: _Optional[str] = ..., name: _Optional[str] = ..., value: _Optional[int] = ..., doubles: _Optional[int] = ..., suit: _Optional[int] = ..., suit_count: _Optional[int] = ..., missing: _Optional[int] = ...) -> None: ...

class BoardDefinition(_message.Message):
    __slots__ = ("board", "repeat", "games", "min_games", "prizes_chips", "start_time", "end_time", "active", "title")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    REPEAT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MIN_GAMES_FIELD_NUMBER: _ClassVar[int]
    PRIZES_CHIPS_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    board: str
    repeat: BoardRepeat
    games: _containers.RepeatedScalarFieldContainer[str]
    min_games: int
    prizes_chips: _containers.RepeatedScalarFieldContainer[int]
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    active: bool
    title: str
    def __init__(self, board: _Optional[str] = ..., repeat: _Optional[_Union[BoardRepeat, str]] = ..., games: _Optional[_Iterable[str]] = ..., min_games: _Optional[int] = ..., prizes_chips: _Optional[_Iterable[int]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., active: _Optional[bool] = ..., title: _Optional[str] = ...) -> None: ...

class ListDefinitionsRequest(_message.Message):
    __slots__ = ("operator",)
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    operator: str
    def __init__(self, operator: _Optional[str] = ...) -> None: ...

class ListDefinitionsResponse(_message.Message):
    __slots__ = ("definitions",)
    DEFINITIONS_FIELD_NUMBER: _ClassVar[int]
    definitions: _containers.RepeatedCompositeFieldContainer[BoardDefinition]
    def __init__(self, definitions: _Optional[_Iterable[_Union[BoardDefinition, _Mapping]]] = ...) -> None: ...

class SaveBoardRequest(_message.Message):
    __slots__ = ("operator", "definition", "request_id", "reason", "fresh")
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    DEFINITION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    FRESH_FIELD_NUMBER: _ClassVar[int]
    operator: str
    definition: BoardDefinition
    request_id: str
    reason: str
    fresh: bool
    def __init__(self, operator: _Optional[str] = ..., definition: _Optional[_Union[BoardDefinition, _Mapping]] = ..., request_id: _Optional[str] = ..., reason: _Optional[str] = ..., fresh: _Optional[bool] = ...) -> None: ...

class SaveBoardResponse(_message.Message):
    __slots__ = ("definition", "order", "placed")
    DEFINITION_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    definition: BoardDefinition
    order: str
    placed: bool
    def __init__(self, definition: _Optional[_Union[BoardDefinition, _Mapping]] = ..., order: _Optional[str] = ..., placed: _Optional[bool] = ...) -> None: ...

class CloseBoardRequest(_message.Message):
    __slots__ = ("operator", "board", "period", "request_id", "reason")
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    operator: str
    board: str
    period: str
    request_id: str
    reason: str
    def __init__(self, operator: _Optional[str] = ..., board: _Optional[str] = ..., period: _Optional[str] = ..., request_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CloseBoardResponse(_message.Message):
    __slots__ = ("period", "order", "placed")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    period: BoardPeriod
    order: str
    placed: bool
    def __init__(self, period: _Optional[_Union[BoardPeriod, _Mapping]] = ..., order: _Optional[str] = ..., placed: _Optional[bool] = ...) -> None: ...

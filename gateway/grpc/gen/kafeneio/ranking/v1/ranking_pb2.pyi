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
PERIOD_STATE_UNSPECIFIED: PeriodState
PERIOD_STATE_OPEN: PeriodState
PERIOD_STATE_CLOSING: PeriodState
PERIOD_STATE_PAID: PeriodState

class GetRatingRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class GetRatingResponse(_message.Message):
    __slots__ = ("account", "rating", "games", "peak")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PEAK_FIELD_NUMBER: _ClassVar[int]
    account: str
    rating: int
    games: int
    peak: int
    def __init__(self, account: _Optional[str] = ..., rating: _Optional[int] = ..., games: _Optional[int] = ..., peak: _Optional[int] = ...) -> None: ...

class ListBoardsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListBoardsResponse(_message.Message):
    __slots__ = ("boards",)
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedCompositeFieldContainer[BoardPeriod]
    def __init__(self, boards: _Optional[_Iterable[_Union[BoardPeriod, _Mapping]]] = ...) -> None: ...

class BoardPeriod(_message.Message):
    __slots__ = ("board", "period", "games", "starts_at_ms", "ends_at_ms", "state", "min_games", "prizes_chips", "players")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    STARTS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENDS_AT_MS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MIN_GAMES_FIELD_NUMBER: _ClassVar[int]
    PRIZES_CHIPS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    board: str
    period: str
    games: _containers.RepeatedScalarFieldContainer[str]
    starts_at_ms: int
    ends_at_ms: int
    state: PeriodState
    min_games: int
    prizes_chips: _containers.RepeatedScalarFieldContainer[int]
    players: int
    def __init__(self, board: _Optional[str] = ..., period: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., starts_at_ms: _Optional[int] = ..., ends_at_ms: _Optional[int] = ..., state: _Optional[_Union[PeriodState, str]] = ..., min_games: _Optional[int] = ..., prizes_chips: _Optional[_Iterable[int]] = ..., players: _Optional[int] = ...) -> None: ...

class BoardRow(_message.Message):
    __slots__ = ("place", "account", "name", "rating", "wins", "matches", "last_end_ms", "prize_chips")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    LAST_END_MS_FIELD_NUMBER: _ClassVar[int]
    PRIZE_CHIPS_FIELD_NUMBER: _ClassVar[int]
    place: int
    account: str
    name: str
    rating: int
    wins: int
    matches: int
    last_end_ms: int
    prize_chips: int
    def __init__(self, place: _Optional[int] = ..., account: _Optional[str] = ..., name: _Optional[str] = ..., rating: _Optional[int] = ..., wins: _Optional[int] = ..., matches: _Optional[int] = ..., last_end_ms: _Optional[int] = ..., prize_chips: _Optional[int] = ...) -> None: ...

class GetBoardRequest(_message.Message):
    __slots__ = ("board", "period", "account", "place", "limit", "around")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    AROUND_FIELD_NUMBER: _ClassVar[int]
    board: str
    period: str
    account: str
    place: int
    limit: int
    around: bool
    def __init__(self, board: _Optional[str] = ..., period: _Optional[str] = ..., account: _Optional[str] = ..., place: _Optional[int] = ..., limit: _Optional[int] = ..., around: _Optional[bool] = ...) -> None: ...

class GetBoardResponse(_message.Message):
    __slots__ = ("period", "rows", "own")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    period: BoardPeriod
    rows: _containers.RepeatedCompositeFieldContainer[BoardRow]
    own: BoardRow
    def __init__(self, period: _Optional[_Union[BoardPeriod, _Mapping]] = ..., rows: _Optional[_Iterable[_Union[BoardRow, _Mapping]]] = ..., own: _Optional[_Union[BoardRow, _Mapping]] = ...) -> None: ...

class ListPastPeriodsRequest(_message.Message):
    __slots__ = ("board", "before_ms", "limit")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    BEFORE_MS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    board: str
    before_ms: int
    limit: int
    def __init__(self, board: _Optional[str] = ..., before_ms: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListPastPeriodsResponse(_message.Message):
    __slots__ = ("periods",)
    PERIODS_FIELD_NUMBER: _ClassVar[int]
    periods: _containers.RepeatedCompositeFieldContainer[BoardPeriod]
    def __init__(self, periods: _Optional[_Iterable[_Union[BoardPeriod, _Mapping]]] = ...) -> None: ...

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
    __slots__ = ("pr_max", "after", "limit")
    PR_MAX_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    pr_max: int
    after: str
    limit: int
    def __init__(self, pr_max: _Optional[int] = ..., after: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class GetClassificationResponse(_message.Message):
    __slots__ = ("players", "population")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    POPULATION_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[ClassifiedPlayer]
    population: int
    def __init__(self, players: _Optional[_Iterable[_Union[ClassifiedPlayer, _Mapping]]] = ..., population: _Optional[int] = ...) -> None: ...

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

class GetStatisticsRequest(_message.Message):
    __slots__ = ("account", "game")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    account: str
    game: str
    def __init__(self, account: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class GetStatisticsResponse(_message.Message):
    __slots__ = ("account", "matches", "won", "lost", "tied", "elo", "pr", "quintile")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    TIED_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    PR_FIELD_NUMBER: _ClassVar[int]
    QUINTILE_FIELD_NUMBER: _ClassVar[int]
    account: str
    matches: int
    won: int
    lost: int
    tied: int
    elo: int
    pr: int
    quintile: int
    def __init__(self, account: _Optional[str] = ..., matches: _Optional[int] = ..., won: _Optional[int] = ..., lost: _Optional[int] = ..., tied: _Optional[int] = ..., elo: _Optional[int] = ..., pr: _Optional[int] = ..., quintile: _Optional[int] = ...) -> None: ...

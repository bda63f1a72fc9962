"""Recordings of matches, replays, and the Academy: what tables is asked about matches that have ended.

Whoever asks for a recording says who they are (`account`) and which roles they were given (`roles`); tables decides
whether they may see it (services/tables/RULES.md §12): `recording_unknown`, `recording_forbidden`.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Message, Request, SafeInt
from services.contracts.staff_roles import OVERSEERS
from services.contracts.tables.commands import SeatPlayer

A = TypeVar("A")

PAGE_MAX = 50
"""Recordings in an answer."""
POSITIONS_MAX = 50
"""Positions of a replay in an answer."""
STEPS_MAX = 1_000
"""Steps of a study."""
STEP_BYTES_MAX = 1_024
"""A step as JSON."""

NAME_LENGTH_MAX = 64
"""An id, a cursor."""

Name = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH_MAX)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class RecordedEvent(Message, frozen=True):
    """One thing that happened. `t_ms` counts from the match's start; `seat` is None where nobody acted.

    `kind`: `drawn` (`purpose`, `draw`, `n`, `values`, and where the stream stands after it: `position`), `moved`
    (`move`), `elapsed` (`number`), `departed` (`reason`, and whether the game was given it: `applied`), or what else
    the table showed everybody (`timeout` …). Of a house-banked table also `sat` (`name`, `account`), `lost` and
    `returned` (`present`), `banked` (`kind`; seats: `refused`, `purses`), `cancelled`
    (`shoe_damaged`).
    """

    seq: int
    t_ms: int
    hand: int
    seat: int | None
    kind: str
    data: dict[str, Any]


class RecordedHand(Message, frozen=True):
    """A hand: the key that names its chance, how many events it has, and how it was scored, if it was. `start`: of an
    import, the game's state in which the hand begins; None: it goes on from what was before."""

    number: int
    deal_key: str
    events: int
    result: dict[str, Any] | None
    start: Any = None


class RecordedDeparture(Message, frozen=True):
    """A seat whose player left for good, and why (`tables.events.Departure`); `replaced`: by a computer player."""

    seat: int
    reason: str
    first_round_done: bool
    replaced: bool = False


class Correction(Message, frozen=True):
    """The result that an operator has put in the place of the one that was played; it counts everywhere."""

    revision: int
    outcome: str
    winners: list[int]
    at_ms: int


class Recording(Message, frozen=True):
    """A stored match: everything that is needed to replay it and to prove its chance. The same JSON is the file that
    `kafeneio verify` reads."""

    format: int
    """1; goes up when an old reader would misread it."""
    match: str
    number: int
    game: str
    rules: int
    options: dict[str, Any]
    stake_chips: int
    practice: bool
    table: str
    name: str
    """The table's."""
    seats: list[SeatPlayer]
    sides: list[list[int]]
    started_at_ms: int
    ended_at_ms: int
    commit: str
    root: str
    seeds: list[str]
    hands: list[RecordedHand]
    events: list[RecordedEvent]
    outcome: str
    result: dict[str, Any]
    """`reason`, `winners`, `places`, `points`; where somebody left for good `departed` (`RecordedDeparture`)."""
    payouts: list[int] | None
    """By seat; None where the wallet has not answered while the table was there."""
    rake_chips: int | None
    clock_factor: int = 1
    """By how much the game's clock was lengthened."""
    guests: list[str] = []
    """A shoe's: the accounts of all who sat at its table; `seats` are those who sat there at its beginning."""
    start: Any = None
    """A shoe's: the game's state before its cards. None: a match begins as its options say."""
    competition: str | None = None
    """The competition whose game this was; everybody may see it."""
    corrected: Correction | None = None
    """`outcome` and `result` are what was played, which its events prove; this is what counts."""
    imported: bool = False
    """It is the text of another program, which its reader has brought: nothing in it is proved (§24)."""


class RecordingLine(Message, frozen=True):
    """A recording in a list."""

    match: str
    number: int
    game: str
    options: dict[str, Any]
    stake_chips: int
    seats: list[SeatPlayer]
    started_at_ms: int
    ended_at_ms: int
    outcome: str
    winners: list[int]
    points: list[int]
    """Those of the result that counts, as `outcome`; `points` are as they were played."""
    reason: str = ""
    departed: list[RecordedDeparture] = []
    corrected: Correction | None = None


class Recordings(Message, frozen=True):
    """A page of recordings, newest first. `next` asks for the one after it (`before`); None: that was all."""

    recordings: list[RecordingLine]
    next: str | None


RECORD_MATCHES_MAX = 300
"""Matches that the figures of a player's card are made of."""


class GameTotals(Message, frozen=True):
    """A player's recorded matches of a game. `streak`: wins in a row up to now, below 0 losses in a row."""

    game: str
    matches: int
    won: int
    lost: int
    tied: int
    streak: int
    best_streak: int
    last_at_ms: int


class Totals(Message, frozen=True):
    """By game, the most played first; house-banked games are not counted."""

    games: list[GameTotals]


class GetTotals(Request[Totals], frozen=True, kw_only=True):
    """The matches of an account in numbers."""

    answer: ClassVar[type] = Totals
    account: Name


class PlayerRecord(Message, frozen=True):
    """A player's newest recorded matches by game, and the viewer's newest ones against the player, from the viewer's
    side. Of each at most `RECORD_MATCHES_MAX`; house-banked games and practice are not counted."""

    games: list[GameTotals]
    together: list[GameTotals]


class GetRecord(Request[PlayerRecord], frozen=True, kw_only=True):
    """How a player has fared at each game, and against the viewer. Nobody has played against themselves."""

    answer: ClassVar[type] = PlayerRecord
    viewer: Name
    player: Name


class ListRecordings(Request[Recordings], frozen=True, kw_only=True):
    """The recordings of an account's matches: of all, or of a game, against an opponent's account (partners do not
    count), with a result for the account (the one that counts), that ended from a moment on and before another one.

    A page may be shorter than its limit, or empty, and not be the last (services/tables/RULES.md §12)."""

    answer: ClassVar[type] = Recordings
    refusals = ("cursor_invalid",)
    account: Name
    game: Name | None = None
    opponent: Name | None = None
    result: Literal["won", "lost", "tied"] | None = None
    from_ms: Moment | None = None
    until_ms: Moment | None = None
    before: Name | None = None
    limit: Limit = 20


EXPORT_AFTER_MS = 60_000
"""A match is in an export so long after its end: until then the wallet may not have answered, and one that ended
earlier may not be written yet."""


class RecordingPlace(Message, frozen=True):
    """A match that is kept, and the cursor after it."""

    match: Name
    cursor: Name


class RecordingPlaces(Message, frozen=True):
    """Some matches of an account in the order of their ends. `more`: others come after the last cursor."""

    places: list[RecordingPlace]
    more: bool


class ListPlaces(Request[RecordingPlaces], frozen=True, kw_only=True):
    """The matches of an account from its first one on, or from a cursor on, for an export of all."""

    answer: ClassVar[type] = RecordingPlaces
    refusals = ("cursor_invalid",)
    account: Name
    after: Name | None = None
    limit: Limit = PAGE_MAX


class FindMatches(Request[Recordings], frozen=True, kw_only=True):
    """Matches that have ended, newest first, for operators: of an account, at a table, one by its id, of a game, that
    began within some time. Matches that left no recording too, unless they are looked for by an account. `roles`: of
    who asks."""

    answer: ClassVar[type] = Recordings
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden", "cursor_invalid")
    roles: list[str]
    of: Name | None = None
    table: Name | None = None
    match: Name | None = None
    game: Name | None = None
    from_ms: Moment | None = None
    until_ms: Moment | None = None
    before: Name | None = None
    limit: Limit = 20


class AboutRecording(Request[A], frozen=True, kw_only=True):
    """A request about one recording."""

    refusals: ClassVar[tuple[str, ...]] = (
        "recording_unknown",
        "recording_forbidden",
        "rules_missing",  # no engine here knows the rules that it was played by
    )

    match: Name
    account: Name
    roles: list[str] = []


class GetRecording(AboutRecording[Recording], frozen=True, kw_only=True):
    """All of it."""

    answer: ClassVar[type] = Recording


class MatchText(Message, frozen=True):
    """A match as the text that other programs of its game read, and the name of a file for it."""

    match: str
    file: str
    text: str


class GetMatchText(AboutRecording[MatchText], frozen=True, kw_only=True):
    """A recorded match for other programs."""

    answer: ClassVar[type] = MatchText
    refusals = (
        *AboutRecording.refusals,
        "text_unavailable",  # its game has no such form, or nothing in this match can be written in it
    )


class Position(Message, frozen=True):
    """A hand after its first `position` events, all hands open. `kind` and `data`: the last event as viewers get it;
    None at position 0. `due`: seats that owe a decision."""

    position: int
    t_ms: int
    seat: int | None
    kind: str | None
    data: dict[str, Any] | None
    due: list[int]
    points: list[int]
    view: Any


class Replay(Message, frozen=True):
    """Some positions of a hand in order; the hand has positions 0 … `events`."""

    hand: int
    events: int
    positions: list[Position]


class ReplayHand(AboutRecording[Replay], frozen=True, kw_only=True):
    """Positions of a hand from `first` on."""

    answer: ClassVar[type] = Replay
    refusals = (
        *AboutRecording.refusals,
        "position_unknown",  # there is no such hand or position
    )
    hand: Count
    first: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=POSITIONS_MAX)] = POSITIONS_MAX


# --- the Academy -------------------------------------------------------------------------------------------------


class MoveStep(Message, frozen=True, tag_field="do", tag="move"):
    """A seat's move, as the game reads it."""

    seat: SafeInt
    move: dict[str, Any]


class DiceStep(Message, frozen=True, tag_field="do", tag="dice"):
    """Dice set by hand, in place of the next roll."""

    values: Annotated[list[SafeInt], msgspec.Meta(min_length=1, max_length=8)]


class WaitStep(Message, frozen=True, tag_field="do", tag="wait"):
    """Let a pause pass in which a player could have acted."""


Step = MoveStep | DiceStep | WaitStep
Steps = Annotated[list[Step], msgspec.Meta(max_length=STEPS_MAX)]


class Visible(Message, frozen=True):
    """The table as a seat sees it. `number`: the decision it owes; None: it may act, and need not."""

    seat: int
    number: int | None
    view: Any


class Told(Message, frozen=True):
    """An event, with all hands visible."""

    kind: str
    data: dict[str, Any]


class HandEnd(Message, frozen=True):
    """The end of a hand: its score, and the result of the match if it ended with it."""

    hand: dict[str, Any] | None
    result: dict[str, Any] | None


class Study(Message, frozen=True):
    """A hand continued from a position. `told`: the events of the last step; `rolled`: the first dice since it that
    were not set by hand: a `dice` step added now sets them; `pausing`: a `wait` step is possible; `original`: how
    the hand ended then; `simulated`: how it ended now, None while it has not."""

    match: str
    hand: int
    position: int
    steps: int
    view: Any
    sights: list[Visible]
    told: list[Told]
    rolled: list[int] | None
    pausing: bool
    over: bool
    original: HandEnd
    simulated: HandEnd | None


class AboutStudy(AboutRecording[A], frozen=True, kw_only=True):
    """A hand of a recording, where one leaves it, and what one does then. Moves may also be refused as the game refuses
    them; the detail names the `step`."""

    refusals: ClassVar[tuple[str, ...]] = (
        *AboutRecording.refusals, "fork_position", "hand_over", "dice_not_due", "dice_invalid", "wait_not_due",
        "step_too_long",
    )  # fmt: skip

    hand: Count
    position: Count
    steps: Steps = []


class StudyHand(AboutStudy[Study], frozen=True, kw_only=True):
    """Continue from a position. Nothing is stored between two requests: to undo, leave steps out."""

    answer: ClassVar[type] = Study


class Branch(Message, frozen=True):
    """A saved study, with its match: the game, the time of its end, the players."""

    branch: str
    match: str
    game: str
    ended_at_ms: int
    players: list[str]
    hand: int
    position: int
    steps: list[Step]
    saved_at_ms: int


class Branches(Message, frozen=True):
    """All branches of a player, newest first, and how many may be kept."""

    branches: list[Branch]
    limit: int


class ListBranches(Request[Branches], frozen=True, kw_only=True):
    """What a player has kept, of one match or of all."""

    answer: ClassVar[type] = Branches
    account: Name
    match: Name | None = None


class SaveBranch(AboutStudy[Branch], frozen=True, kw_only=True):
    """Keep a study under an id of the sender's making; sent again, it is answered as the first time."""

    answer: ClassVar[type] = Branch
    refusals = (
        *AboutStudy.refusals,
        "branch_invalid",  # the id
        "simulation_limit",
    )
    branch: Name


class DeleteBranch(Request[Done], frozen=True, kw_only=True):
    """Forget a study; one that is not there is forgotten already."""

    answer: ClassVar[type] = Done
    account: Name
    branch: Name

"""What a game is: the one interface between a table and the rules of every game.

A game is pure and deterministic. It never asks for the time, for chance or for money: it says what it waits for
(`next`), and is given what happened (`apply`). The table does the rest (services/tables/transitions/advance.py).

States, moves and options are frozen msgspec Structs; a state is encoded as JSON for snapshots and must survive it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from games.appraisal import Analysis
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.kernel.strength import STRONG, Strength

__all__ = [
    "HOUSE_BANKED",
    "HOUSE_OPTIONS",
    "PLATFORM_OPTIONS",
    "Action",
    "Bank",
    "Banked",
    "Bot",
    "Cancelled",
    "ClockClass",
    "Decide",
    "Draw",
    "Drawn",
    "Due",
    "Elapsed",
    "Game",
    "GameEvent",
    "Guest",
    "Hand",
    "Leave",
    "Left",
    "MatchHead",
    "MatchText",
    "Moment",
    "Next",
    "Over",
    "Progress",
    "Purse",
    "ReadHand",
    "ReadMatch",
    "Result",
    "Rng",
    "TableDefaults",
    "Unreadable",
    "Viewer",
    "Wait",
]  # fmt: skip

ClockClass = Literal["normal", "single", "block"]
"""The turn's class, shown to its seat alone; tables/table/card_clock.py turns policy and class into limits."""


class Struct(msgspec.Struct, frozen=True):
    """The base of everything below: immutable and comparable."""


# --- what a game waits for -------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, tag="draw"):
    """Chance from the fair stream, answered by `Drawn`.

    `hand` (1, 2 …) names the deal key: every deal has its own, cancelled ones too. The same hand and purpose
    again means that the stream goes on. `n` is the number of pieces (shuffle), an exclusive bound (below), or the
    number of dice (dice). "shoe" asks for a new id, commitment and seeds first, every time; its hand is 1. At a
    house-banked table there is no other chance before the first shoe.
    """

    hand: int
    purpose: Literal["leader", "deal", "dice", "shoe"]
    kind: Literal["shuffle", "below", "dice"]
    n: int


class Due(Struct, frozen=True):
    """A decision that a seat owes. A new number brings a fresh clock; a kept one lets it run on."""

    seat: Seat
    number: int
    clock: ClockClass = "normal"


class Decide(Struct, frozen=True, tag="decide"):
    """Waiting for people. Several `due` are sealed decisions, each with its own clock; `may`: seats with an
    optional move and no clock (bombs, resigning)."""

    due: tuple[Due, ...]
    may: frozenset[Seat] = frozenset()


class Wait(Struct, frozen=True, tag="wait"):
    """A window of `ms` milliseconds timed by the server; it ends as `Elapsed(number)` or by a move."""

    number: int
    ms: int
    may: frozenset[Seat] = frozenset()


class Bank(Struct, frozen=True, tag="bank"):
    """House-banked games: chips to hold or to pay per seat; the wallet's answer is applied as `Banked`.

    `hold`: what each seat has laid, all above 0. `pay`: what each seat whose bets are held gets back, its stake
    included; one left out gets nothing, a refund is exactly what was held. `round` goes up with each hold. Until the
    answer comes, which may take long, guests still sit down, are lost and come back; nobody may move, who wants to go
    leaves (`Left`).
    """

    round: int
    kind: Literal["hold", "pay"]
    chips: dict[Seat, int]


class Result(Struct, frozen=True):
    """How a match ended.

    `places` by seat, equal results share a place: the 1s win, nothing but 1s is a tie. `points` by side, final.
    `reason` is a word of the game's sheet. `named`: the side that a `rating_tiebreak` names.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    named: int | None = None


class Over(Struct, frozen=True, tag="over"):
    """The match has ended."""

    result: Result


Next = Draw | Decide | Wait | Bank | Over


# --- what a game is given ---------------------------------------------------------------------------------------


class Purse(Struct, frozen=True):
    """What a seat of a house-banked table may spend: chips, and its own limits by error code."""

    chips: int
    caps: dict[str, int]


class Drawn(Struct, frozen=True, tag="drawn"):
    """The chance asked for: a permutation, one number, or dice."""

    values: tuple[int, ...]


class Elapsed(Struct, frozen=True, tag="elapsed"):
    """The window with this number has ended."""

    number: int


class Left(Struct, frozen=True, tag="left"):
    """The seat has left for good and the leave policy made it the game's affair.

    House-banked: the guest goes or must go, at any moment. What is held of theirs stands and is paid; the seat is not
    `active` any more as soon as nothing is.
    """

    seat: Seat


class Banked(Struct, frozen=True, tag="banked"):
    """The wallet's answer: which seats were refused (seat → code; nothing of theirs is held) and the purses now."""

    refused: dict[Seat, str]
    purses: dict[Seat, Purse]


class Guest(Struct, frozen=True, tag="guest"):
    """House-banked: somebody sat down on a free seat, was lost or came back (`present`), or has another purse now.

    A guest sits as long as the seat is `active`: the table frees a seat that is not, and seats nobody on one that is.
    """

    seat: Seat
    present: bool
    purse: Purse


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """House-banked: the round whose bets are held was annulled by an operator; all of them are to be paid back.

    `shoe_damaged`: the shoe is missing or does not match its commitment, and must be replaced before the next round.
    """

    shoe_damaged: bool = False


Action = Drawn | Elapsed | Left | Banked | Guest | Cancelled
"""What happens beside moves; applied with actor None."""


class Leave(Struct, frozen=True):
    """A seat's wish to leave for good (`leave` and its other names): the table's affair, never a game's."""


class Unreadable(Struct, frozen=True):
    """A move that could not be read; `check` refuses it with a code of the game's RULES.md, in the order there."""

    move: str
    params: dict[str, Any] = {}


# --- what a game returns -----------------------------------------------------------------------------------------


class Hand(Struct, frozen=True):
    """A hand as scored: its number, the side that won it (None: nobody), points by side, and the data that the game's
    RULES.md names."""

    number: int
    side: int | None
    points: tuple[int, ...]
    data: dict[str, Any] = {}


class Progress(Struct, frozen=True):
    """Where a match stands. Seats not `active` (eliminated, stood up, free) owe nothing and leave free."""

    hand: int
    active: frozenset[Seat]
    first_round_done: bool
    points: tuple[int, ...]
    hands: tuple[Hand, ...]


class GameEvent(Struct, frozen=True):
    """An event as one viewer may see it: a kind and plain data."""

    kind: str
    data: dict[str, Any]


class Rng(Protocol):
    """Chance for computer players, made by the table so that a match can be played again."""

    def below(self, n: int) -> int:
        """A number 0 … n − 1."""
        ...


# --- what a game asks of its tables ----------------------------------------------------------------------------


class TableDefaults(Struct, frozen=True):
    """How a game's tables are kept where the operator does not choose otherwise (services/tables/RULES.md §8, §12).

    `clock`, `returning` and `leave` are words of §8; `recorded`: the outcomes of which a recording is kept. A family
    whose games are kept in another way has it in its `TABLES`, by game id.
    """

    clock: str = "move_clock"
    returning: str = "budget"
    leave: str = "forfeit"
    recorded: frozenset[str] = frozenset({"won", "tied", "forfeited", "conceded"})


HOUSE_BANKED = TableDefaults(clock="round_clock", returning="none", leave="none", recorded=frozenset({"played"}))
"""House-banked games, unless their family's `TABLES` says otherwise."""


HOUSE_OPTIONS = (
    "house_min_main",
    "house_min_side",
    "house_max_round",
    "house_max_side",
    "shoe_packs",
    "shoe_cut_percent",
)
"""What house-banked games are given: the limits on bets (services/wallet/RULES.md §6), and the packs of a shoe."""
PLATFORM_OPTIONS = frozenset({"ratings", "on_timeout", *HOUSE_OPTIONS})
"""The platform's part of a game's options: what no organizer chooses, frozen with the beginning of a match."""


V_in = TypeVar("V_in", contravariant=True)
M_out = TypeVar("M_out", covariant=True)


class Bot(Protocol[V_in, M_out]):
    """A computer player: a pure function of what its seat may know, so that a match can be played again."""

    def __call__(
        self, view: V_in, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
    ) -> M_out | None:
        """The move of the view's seat; None only where it merely `may` move.

        `history`: the events of the running hand as this seat saw them, oldest first. It may be shorter than the hand,
        or empty, where the computer player took a seat over; then the view has to do. `scale`: the share of its usual
        work that it may do, 1, 1/2, 1/4 or 1/8; less where many wait. The same arguments give the same move on every
        machine: no clock, no number of cores, no order of a set has a part in it.
        """
        ...


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  the options of a game; the letter the interface is known by
V = TypeVar("V")
M = TypeVar("M")


class Moment(NamedTuple, Generic[S, M]):
    """What the game was given in a match that is played again: the state before, actor, action, the state after."""

    before: S
    actor: Seat | None
    action: M | Action
    after: S


class MatchHead(Struct, frozen=True):
    """What a match's text says besides its moments; the names are by seat."""

    match: str
    day: str
    """Of its start, in UTC: `2026-11-29`."""
    names: tuple[str, ...]


class ReadHand(NamedTuple, Generic[S, M]):
    """A hand in a text: the state in which it begins, and what the game is given from there on, in order.
    `ended`: how it was scored; None: the text does not say."""

    start: S
    given: tuple[tuple[Seat | None, M | Action], ...]
    ended: Hand | None


class ReadMatch(NamedTuple, Generic[S, M]):
    """What a text says of a match: names and points by seat, hands in order, each of which is played from a state of
    its own. `options`: as a recording has them; `winner`: of the match, None: no one, or the text does not say."""

    names: tuple[str, ...]
    options: dict[str, Any]
    hands: tuple[ReadHand[S, M], ...]
    points: tuple[int, ...]
    winner: Seat | None


@dataclass(frozen=True, kw_only=True)
class MatchText(Generic[S, M]):
    """How matches of this game are written as text for other programs, and read from it."""

    ending: str
    """Of the file's name, without the dot."""
    write: Callable[[MatchHead, Sequence[Moment[S, M]]], str | None]
    """The text; None: nothing of this match can be written in that form."""
    read: Callable[[str], ReadMatch[S, M] | Refusal]
    """A text of that form, whatever program wrote it; a code of the game's RULES.md says what is wrong with it. Every
    action fits where it is given."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, O, V, M]):
    """The rules of one game id, put together by its family in `GAMES`. Every function is pure; states are never changed
    in place.

    The laws in tests/games/test_laws.py hold for every registered game.
    """

    id: str
    """The game's id (`tavli`, `mpirimpa_pro`); permanent: it is in journals, databases and on the wire."""
    house_banked: bool = False
    rules: int = 1
    """Goes up when an old log would play differently; the old engine stays while a recording names it."""

    state_type: type[S]
    options_type: type[O]
    view_type: type[V]
    """A frozen msgspec Struct: the browser's types are generated from its JSON Schema."""
    event_types: Mapping[str, type]
    """Kind → the Struct of its data, for the JSON Schema that authors of clients are served."""
    move_type: Any
    """One Struct or a union of tagged ones; journals and browsers read moves by it."""

    options: Callable[[Mapping[str, Any], Mapping[str, Any]], O | Refusal]
    """The organizer's wishes and the platform's settings (ratings, on_timeout; of house-banked games HOUSE_OPTIONS) as
    options with defaults filled in; a setting that is not there stands as it was before it was one. Anything else is
    `options_invalid`."""
    sides: Callable[[O], tuple[tuple[Seat, ...], ...]]
    """The seats of each side."""
    start: Callable[[O], S]
    """The state before any chance."""
    next: Callable[[S], Next]
    """What the game waits for."""

    parse: Callable[[Mapping[str, Any]], M | Leave | Unreadable]
    """A move from plain data `{"move": name, …parameters}`. Never refuses and never raises."""
    write: Callable[[M], dict[str, Any]]
    """The inverse of `parse`."""
    check: Callable[[S, Seat, M | Unreadable], Refusal | None]
    """Why the seat may not make the move: a code of the game's RULES.md, in the order there. None: it may."""
    legal: Callable[[S, Seat], Iterator[M]]
    """Every move that the seat may make now, lazily."""
    apply: Callable[[S, Seat | None, M | Action], S]
    """The state after a checked move (actor: its seat) or another action (actor None)."""
    progress: Callable[[S], Progress]
    """Where the match stands, at any moment."""

    view: Callable[[S, Viewer], V]
    """What the viewer may see, made for them from nothing."""
    event: Callable[[S, Seat | None, M | Action, S, Viewer], GameEvent | None]
    """The event as the viewer may see it: the state before, actor, action, the state after, viewer. None: they learn
    only that something happened."""
    bot: "Bot[V, M]"
    """The computer player of this game."""
    bot_history: bool = False
    """Whether it wants the history of the hand; where it does not, tables keep none and it gets an empty one."""
    timed_out: Callable[[S, Seat], tuple[M, ...]]
    """What the server plays for a seat whose time ran out: often nothing."""
    analysis: Analysis | None = None
    """How its matches are analysed, and its computer player's choices explained; None: they are not."""
    text: MatchText[S, M] | None = None
    """The text form that other programs read; None: there is none, and the recording is the only form."""


AnyGame = Game[Any, Any, Any, Any]

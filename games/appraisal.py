"""What a game says of matches that have ended: which moves were mistakes, and what was luck.

A game that can be analysed has an `Analysis` (api.py), which its family writes in `analysis.py`; the report that people
see is made of it by services/tables/analysis. Everything is seen from side 0 where nothing else is said.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from services.kernel.seats import Seat


class Played(msgspec.Struct, frozen=True):
    """Something that happened in a recorded match, with the states around it. `position`: how many events of its hand
    came before it. `action`: a move (actor: its seat) or another action."""

    seq: int
    t_ms: int
    hand: int
    position: int
    actor: Seat | None
    action: Any
    before: Any
    after: Any


class Reason(msgspec.Struct, frozen=True):
    """Why a move is good: a code of the game's RULES.md with its data; `best`: there is nothing simpler to say."""

    code: str = "best"
    data: dict[str, Any] = {}


class Valued(msgspec.Struct, frozen=True):
    """A move and what it is worth to its seat, in points of a hand; None: to play on instead of resigning.

    `chances`: to win, to win double, to lose double, where a game has them.
    """

    move: Any
    value: float
    chances: tuple[float, float, float] | None = None


class Judged(msgspec.Struct, frozen=True):
    """A decision of a seat that had a choice. `best`: at most three moves, the best first; `made`: the one made;
    `options`: how many different ones there were; `match_loss`: what it cost in the analysis' unit of the match;
    `deep`: whether the values are from a longer computation."""

    of: Played
    kind: str
    made: Valued
    best: tuple[Valued, ...]
    options: int
    match_loss: float
    reason: Reason = Reason()
    deep: bool = False


class Chanced(msgspec.Struct, frozen=True):
    """What a roll or a deal gave side 0, in the unit of the match."""

    of: Played
    kind: Literal["roll", "opening", "start", "deal"]
    luck: float
    seat: Seat | None = None
    values: tuple[int, ...] = ()


class Appraisal(msgspec.Struct, frozen=True):
    """All that a game says of a match of two sides, in the order of its events.

    `curve`: events with the chance of side 0 to win the match after them. `conceded`: what leaving before the end
    changed for side 0, in the unit of the match.
    """

    judged: tuple[Judged, ...]
    chanced: tuple[Chanced, ...]
    curve: tuple[tuple[Played, float], ...]
    conceded: float = 0.0


Note = Callable[[float], None]
"""Takes how much of a computation is done: 0 … 1."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Analysis:
    """How matches of a game are analysed, and its computer player's choices explained (services/tables/RULES.md §19,
    §20). Pure and deterministic as all of a game; it works in counts, never by a clock."""

    evaluator: str
    """Names the evaluation with its version: another one may judge differently."""
    match_unit: Literal["points", "chance"]
    """`chance`: of winning the match; `points`: of the sides. Single moves are valued in points of a hand."""
    marks: tuple[float, float, float]
    """From which loss on a move is doubtful, bad, very bad."""
    ratings: tuple[float, float, float, float, float]
    """Up to which mean error somebody plays as a master, expert, strong, club or casual player."""
    appraise: Callable[[Sequence[Played], Note], Appraisal]
    """Judges a whole match; takes seconds."""
    reason: Callable[[Any, Any, Sequence[Any]], Reason]
    """Why a move is good, from the view of its seat and the events of the hand that it saw; takes milliseconds."""
    fits: Callable[[Any], bool] = lambda _options: True
    """Whether matches with these options are analysed."""

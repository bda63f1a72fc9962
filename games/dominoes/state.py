"""Options and state of a match (RULES.md §2, §3)."""

from typing import Literal

import msgspec

from games.api import ClockClass, Hand
from games.dominoes import run_out
from games.dominoes.scoring import Ending, Entry, Scoring, Side, ToPips
from services.kernel.seats import Seat

Target = Literal[100, 200, "runout"]
Phase = Literal["hand", "hand_over", "match_over"]

SCORING: dict[Target, Scoring] = {
    100: ToPips(100, counts_all=False),
    200: ToPips(200, counts_all=True),
    "runout": run_out,
}
"""Target → how its hands and its match are decided."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses: pips to reach, or a Run Out Match."""

    target: Target = 100


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. Hands are masks (tiles.py), the chain is of laid tiles (chain.py)."""

    target: Target
    hand_number: int = 1
    leader: Seat | None = None
    """The leader of the hand; None until the first one is drawn."""
    turn: Seat | None = None
    """None unless a seat owes a tile."""
    number: int = 1
    """Of the tile that is owed, or of the pause that runs: grows with each of them through the whole match."""
    dealt: tuple[int, ...] = ()
    """By seat, as the hand began; empty until it is dealt."""
    hands: tuple[int, ...] = ()
    """By seat, what is left."""
    chain: tuple[int, ...] = ()
    passed: tuple[Seat, ...] = ()
    """The seats skipped since the last lay, in turn order."""
    lacks: tuple[int, ...] = (0, 0, 0, 0)
    """By seat, as bits: the values on which it was skipped in this hand."""
    last_lay: Seat | None = None
    """Who laid last in this hand."""
    clock: ClockClass | None = None
    """The class of the turn, the turn's own seat's affair."""
    ended: Ending | None = None
    """How the hand ended; None while it is played."""
    totals: tuple[int, int] = (0, 0)
    """Pips, or hands won, by side; the winners' final pips are exactly the target."""
    entries: tuple[Entry, ...] = ()
    """What the scoreboard says of each scored hand."""
    scored: tuple[Hand, ...] = ()
    winner: Side | None = None
    """The side that has won the match."""
    left: Seat | None = None
    """The seat whose leaving decided the match."""
    first: int = 0
    """Which tile of the chain was the first one laid, from the `up_left` end."""

    @property
    def phase(self) -> Phase:
        """The phase's name in the rules."""
        if self.winner is not None:
            return "match_over"
        return "hand_over" if self.ended else "hand"

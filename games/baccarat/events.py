"""Events: the same for everybody (RULES.md §12)."""

from typing import Any, Literal

import msgspec

from games import api
from games.api import GameEvent
from games.baccarat import seats
from games.baccarat.cards import TEXTS
from games.baccarat.moves import Bet, Done, Move, Repeat, StandUp
from games.baccarat.state import Entry, State
from games.baccarat.third_card import laid_out
from games.toolkit.event_data import UNSET, EventData, UnsetType
from services.kernel.seats import Seat, Viewer


def event(before: State, actor: Seat | None, action: Move | api.Action, after: State, viewer: Viewer) -> GameEvent:
    """The event: `bet`, `done`, `stand_up`, `guest`, `shoe`, `betting`, `closed`, `held`, `card`, `result`, `paid`,
    `idle`, `shuffling` or `dummy`; with the phase it led to."""
    kind, data = _of_action(before, actor, action, after)
    return GameEvent(kind, {"phase": after.phase, "round": after.round, **data})


def _of_action(
    before: State, actor: Seat | None, action: Move | api.Action, after: State
) -> tuple[str, dict[str, Any]]:
    match action:
        case Bet() | Repeat():
            return "bet", {"seat": actor, "stakes": _stakes_of(after, actor)}
        case Done():
            return "done", {"seat": actor}
        case StandUp():
            return "stand_up", {"seat": actor}
        case api.Left(seat):
            return "stand_up", {"seat": seat}
        case api.Guest(seat, present):
            return "guest", {"seat": seat, "present": present}
        case api.Drawn():
            return "shoe", {"first_card": TEXTS[after.shoe[0]], "burnt": after.gone, "remaining": after.remaining}
        case api.Banked() if before.bank == "hold":
            return "held", {"stakes": {str(seat): guest.stakes for seat, guest in seats.with_stakes(after).items()}}
        case api.Banked():
            return "paid", {"credited": {str(seat): guest.credited for seat, guest in seats.with_stakes(after).items()}}
        case api.Elapsed():
            return _of_time(before, after)
    return "dummy", {}


def _stakes_of(state: State, seat: Seat | None) -> dict[str, int]:
    guest = state.guests[seat] if seat is not None else None
    return guest.stakes if guest else {}


def _of_time(before: State, after: State) -> tuple[str, dict[str, Any]]:
    """A window has ended."""
    if after.laid > before.laid:
        return "card", _last_card(after)
    if after.phase == "settling":
        return "result", _entry(after.outcome)
    return after.phase, {}


def _last_card(state: State) -> dict[str, Any]:
    found = state.dealt
    card = laid_out(found.player, found.banker)[state.laid - 1]
    place = state.laid - 1
    hand = "player" if place in (0, 2) or (place == 4 and len(found.player) == 3) else "banker"
    return {"hand": hand, "card": TEXTS[card]}


def _entry(found: Entry) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(found)
    return data | {"totals": list(found.totals)} if found.totals else data


# --- the data of each kind ---


Stakes = dict[str, int]
"""Box → chips."""


class InPhase(EventData, frozen=True):
    """The phase and round to which the event led; alone where a window began: `betting`, `closed`, `idle`,
    `shuffling`, and `dummy` for an annulled round."""

    phase: str
    round: int


class OfSeat(InPhase, frozen=True):
    """A guest has pressed Done, or has stood up."""

    seat: Seat


class BetLaid(InPhase, frozen=True):
    """What a guest has on the boxes now."""

    seat: Seat
    stakes: Stakes


class GuestChanged(InPhase, frozen=True):
    """A guest sat down, was lost or came back."""

    seat: Seat
    present: bool


class ShoeOpened(InPhase, frozen=True):
    """A new shoe: its first card, shown, how many cards were burnt for it, and how many remain."""

    first_card: str
    burnt: int
    remaining: int


class BetsHeld(InPhase, frozen=True):
    """The bank holds the stakes by seat."""

    stakes: dict[str, Stakes]


class BetsPaid(InPhase, frozen=True):
    """What the bank has credited by seat and box."""

    credited: dict[str, Stakes]


class CardDealt(InPhase, frozen=True):
    """The next card of a hand."""

    hand: Literal["player", "banker"]
    card: str


class RoundDecided(InPhase, frozen=True):
    """The result: who won with which totals, and what side bets look at."""

    winner: Literal["player", "banker", "tie", "dummy"]
    totals: list[int] | UnsetType = UNSET
    player_pair: bool | UnsetType = UNSET
    banker_pair: bool | UnsetType = UNSET
    natural: bool | UnsetType = UNSET
    six: int | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "guest": GuestChanged,
    "stand_up": OfSeat,
    "done": OfSeat,
    "bet": BetLaid,
    "shoe": ShoeOpened,
    "betting": InPhase,
    "closed": InPhase,
    "held": BetsHeld,
    "card": CardDealt,
    "result": RoundDecided,
    "paid": BetsPaid,
    "idle": InPhase,
    "shuffling": InPhase,
    "dummy": InPhase,
}

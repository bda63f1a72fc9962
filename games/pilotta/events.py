"""Events: the same for everybody, but cards for their holder alone (RULES.md §13)."""

from typing import Any

from games.api import Action, Drawn, Elapsed, GameEvent, Left
from games.pilotta.calls import text
from games.pilotta.cards import BY_TEXT, TEXTS
from games.pilotta.declarations import KING_AND_QUEEN
from games.pilotta.hand_record import by_seat
from games.pilotta.moves import Declare, Move, Play
from games.pilotta.state import State
from games.pilotta.view import belote, compared, declarations
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat, Viewer


def event(before: State, actor: int | None, action: Move | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event as the viewer may see it: `leader`, `deal`, `call`, `declare`, `play`, `hand` (the next one) or
    `left`."""
    if isinstance(action, Play):
        return GameEvent("play", _play(before, action, after))
    if isinstance(action, Declare):
        seat = before.turn or 0
        return GameEvent("declare", {"seat": seat, "points": after.declared[seat]})
    if isinstance(action, Drawn):
        return _drawn(before, after, viewer)
    if isinstance(action, Elapsed):
        return GameEvent("hand", {"hand_number": after.hand_number, "dealer": after.dealer})
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    if isinstance(action, Move):
        return GameEvent("call", _call(before, action, after, viewer))
    raise ValueError(f"pilotta asks for nothing that is answered by {action}")


def _drawn(before: State, after: State, viewer: Viewer) -> GameEvent:
    """The first leader; or a deal, with the viewer's cards and what is turned up."""
    if before.dealer is None:
        return GameEvent("leader", {"seat": ((after.dealer or 0) + 1) % len(after.ratings), "dealer": after.dealer})
    data: dict[str, Any] = {"hand_number": after.hand_number, "dealer": after.dealer, "hands": _hands(after, viewer)}
    if after.turn_up is not None:
        data["turn_up"] = TEXTS[after.turn_up]
    return GameEvent("deal", data)


def _hands(state: State, viewer: Viewer) -> dict[str, list[str]]:
    """The hands that the viewer may see."""
    hands = by_seat(state.hands, state.trump)
    return {seat: list(cards) for seat, cards in hands.items() if viewer == "open" or seat == str(viewer)}


def _call(before: State, move: Move, after: State, viewer: Viewer) -> dict[str, Any]:
    """Seat and call; `redeal` where it cancelled the deal, `hands` where it brought the last cards."""
    data: dict[str, Any] = {"seat": before.turn, "call": text(move), "phase": after.phase, "turn": after.turn}
    if after.phase == "deal":
        data["redeal"] = True
    elif after.dealt != before.dealt:
        data["hands"] = _hands(after, viewer)
    if after.swapped is not None and before.swapped is None and after.turn_up is not None:
        data |= {"turn_up": TEXTS[after.turn_up], "swapped": TEXTS[after.swapped]}
    return data


def _play(before: State, move: Play, after: State) -> dict[str, Any]:
    """Seat and card; `said` with king or queen of trumps, `winner` of a trick that it ended, what trick 1 showed of
    declarations, and `units` of a hand that it ended."""
    data: dict[str, Any] = {"seat": before.turn, "card": move.card, "turn": after.turn}
    pair = 0 if before.trump is None else KING_AND_QUEEN << 8 * before.trump
    now = belote(after) if pair >> BY_TEXT[move.card] & 1 else None
    if now is not None and now.seat == before.turn:
        data["said"] = now.said
    if len(after.tricks) > len(before.tricks):
        data["winner"] = after.lead
        if len(after.tricks) == 1 and any(after.declared):
            found = compared(after)
            cards = {str(each.seat): list(each.cards) for each in declarations(after) if each.counts}
            data |= {"declarations_by": found.team, "declaration_points": list(found.points), "declared_cards": cards}
    if len(after.scored) > len(before.scored):
        data |= {"units": list(after.scored[-1].points), "totals": list(after.totals)}
    return data


# --- the data of each kind ---


class Leader(EventData, frozen=True):
    """Who leads and who deals the first hand."""

    seat: Seat
    dealer: Seat


class Deal(EventData, frozen=True):
    """Cards are dealt. `hands`: seat → cards, of the seats whose cards the viewer may see; `turn_up`: in classic."""

    hand_number: int
    dealer: Seat
    hands: dict[str, list[str]]
    turn_up: str | UnsetType = UNSET


class Called(EventData, frozen=True):
    """A call, in the words of the moves. `redeal`: it cancelled the deal; `hands`: it brought the last cards;
    `turn_up` and `swapped`: the seven was swapped for the turned card."""

    seat: Seat
    call: str
    phase: str
    turn: Seat | None
    redeal: bool | UnsetType = UNSET
    hands: dict[str, list[str]] | UnsetType = UNSET
    turn_up: str | UnsetType = UNSET
    swapped: str | UnsetType = UNSET


class Declared(EventData, frozen=True):
    """A seat declares so many points."""

    seat: Seat
    points: int


class Played(EventData, frozen=True):
    """A card. `said`: belote or rebelote; `winner`: of the trick that it ended; what the first trick showed of
    declarations; `units` and `totals` by team: of the hand that it ended."""

    seat: Seat
    card: str
    turn: Seat | None
    said: str | UnsetType = UNSET
    winner: Seat | UnsetType = UNSET
    declarations_by: int | UnsetType | None = UNSET
    declaration_points: list[int] | UnsetType = UNSET
    declared_cards: dict[str, list[str]] | UnsetType = UNSET
    units: list[int] | UnsetType = UNSET
    totals: list[int] | UnsetType = UNSET


class NextHand(EventData, frozen=True):
    """The pause after a hand is over; the deal follows."""

    hand_number: int
    dealer: Seat


EVENTS: dict[str, type] = {
    "leader": Leader,
    "deal": Deal,
    "call": Called,
    "declare": Declared,
    "play": Played,
    "hand": NextHand,
    "left": SeatLeft,
}

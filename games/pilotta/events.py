"""Events: the same for everybody, but cards for their holder alone (RULES.md §13)."""

from typing import Any

from games.api import Action, Drawn, Elapsed, GameEvent, Left
from games.pilotta.calls import text
from games.pilotta.cards import BY_TEXT, TEXTS
from games.pilotta.declarations import KING_AND_QUEEN
from games.pilotta.hand_record import by_seat
from games.pilotta.moves import Declare, Move, Play
from games.pilotta.state import State
from games.pilotta.view_parts import belote, compared, declarations
from services.kernel.seats import Viewer


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

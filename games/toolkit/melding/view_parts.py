"""Parts of views and events: what may be done now, the move made last, hands, events.

Both sheets, for one: games/buraco/RULES.md §10.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from games.api import Drawn, GameEvent, Left
from games.toolkit.double_deck import TEXT, sorted_texts, texts
from games.toolkit.meld_moves import DrawStock
from games.toolkit.meld_table import side_of
from games.toolkit.melding.refusals import PILE_EMPTY, STOCK_EMPTY, UNKNOWN_MELD, phase_refusal
from games.toolkit.melding.state import Playing, State
from games.toolkit.melding.turns import barred_face
from services.kernel.seats import Seat, Viewer

MoveName = Literal["draw", "take_pile", "meld", "lay_off", "discard"]


class Now(msgspec.Struct, frozen=True):
    """What the viewer's seat may do now: for each move the code with which every such move is refused, or None."""

    draw: str | None
    take_pile: str | None
    meld: str | None
    lay_off: str | None
    discard: str | None
    keep: int
    """How many cards must be left after a meld or lay-off that does not make the first meld of seven that is asked for:
    2, 1 or 0."""
    keep_error: str | None
    """The code with which fewer are refused."""
    barred: str | None
    """The face that may not be discarded in this turn."""


class LastMoveView(msgspec.Struct, frozen=True):
    """The move made last."""

    seat: Seat
    move: MoveName
    cards: tuple[str, ...]
    """The pile that was taken, cards laid, the discard; of a stock draw none."""
    melds: tuple[int, ...]
    """The melds that were laid or got cards."""
    pot: Literal["direct", "indirect"] | None
    """How the move took the pot."""


def hands_open(state: Playing) -> dict[str, tuple[str, ...]]:
    """Seat → its cards."""
    return {str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)}


def drawn_card(state: Playing, viewer: Viewer) -> str | None:
    """The card drawn from the stock in this turn, for who may see it."""
    return TEXT[state.drawn] if state.drawn is not None and viewer in (state.turn, "open") else None


def last_move(state: Playing) -> LastMoveView | None:
    """The move made last, as all saw it."""
    last = state.last_move
    return None if last is None else LastMoveView(last.seat, last.move, texts(last.cards), last.melds, last.pot)


def now(state: Playing, seat: Seat, keep: int, keep_error: str | None) -> Now:
    """Why each kind of move is refused to a seat, and what it has to keep."""
    to_draw, to_play = _why_not(state, seat, "draw"), _why_not(state, seat, "meld")
    own = any(each.side == side_of(seat) for each in state.table)
    return Now(
        draw=to_draw or (None if state.stock else STOCK_EMPTY.error),
        take_pile=to_draw or (None if state.pile else PILE_EMPTY.error),
        meld=to_play,
        lay_off=to_play or (None if own else UNKNOWN_MELD.error),
        discard=to_play,
        keep=keep,
        keep_error=keep_error,
        barred=barred_face(state) if seat == state.turn else None,
    )


def _why_not(state: Playing, seat: Seat, name: str) -> str | None:
    refused = phase_refusal(state, seat, name)
    return refused.error if refused else None


# --- events ---


def event_beside_moves(game: str, action: object, before: Playing, after: Playing, viewer: Viewer) -> GameEvent:
    """The events of chance and of leaving: `leader`, `deal` with the viewer's own hand, `left`."""
    if isinstance(action, Drawn):
        if before.starter is None:
            return GameEvent("leader", {"seat": after.starter})
        own = list(sorted_texts(after.hands[viewer])) if isinstance(viewer, int) else None
        return GameEvent("deal", {"hand_number": after.hand_number, "starter": after.starter, "own_hand": own})
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    raise ValueError(f"{game} asks for nothing that is answered by {action}")


Own = Callable[[State, Any, State], dict[str, Any]]
"""What a family shows of a move, from the states before and after it; of a stock draw nothing."""


def move_event(before: State, seat: Seat, move: Any, after: State, viewer: Viewer, own: Own[State]) -> GameEvent:
    """A move by its name, with the hand as it was counted if that ended it."""
    data: dict[str, Any] = {"seat": seat}
    if isinstance(move, DrawStock):
        data["card"] = TEXT[before.stock[0]] if viewer in (seat, "open") else None
    else:
        data |= own(before, move, after)
    data |= _pot_told(seat, after, viewer)
    if after.ended:
        data["hand"] = after.scored[-1].data
    return GameEvent(move.__struct_config__.tag, data)


def _pot_told(seat: Seat, after: Playing, viewer: Viewer) -> dict[str, Any]:
    """How the move took a pot, if it did: to all; with the hand now held to its holder."""
    pot = after.last_move.pot if after.last_move else None
    if pot is None:
        return {}
    own = list(sorted_texts(after.hands[seat])) if viewer in (seat, "open") else None
    return {"pot": pot, "own_hand": own}

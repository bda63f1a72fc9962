"""Events, for each viewer as they may see them (RULES.md §16)."""

from typing import Any, Literal

from games.api import Action, Drawn, Elapsed, GameEvent, Left
from games.tichu import scoring
from games.tichu.cards import DECK, RANK_TEXT, hand_texts
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.state import Call, State, Tally, received
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat, Viewer


def event(before: State, actor: Seat | None, action: Move | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """`deal`, `decided`, `grand`, `given`, `exchanged`, `call`, `play`, `pass`, `trick`, `dragon` or `left`.

    Whatever ends the hand has it in `hand`, as it was scored.
    """
    if isinstance(action, Drawn):
        return GameEvent("deal", {"hand_number": after.hand_number, "hands": _hands(after, viewer)})
    if isinstance(action, Elapsed):
        return GameEvent("trick", _trick(before, after))
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    if isinstance(action, Play):
        return GameEvent("play", _play(before, actor, action, after))
    if isinstance(action, Pass):
        return GameEvent("pass", {"seat": actor} | _after_pass(before, after))
    if isinstance(action, CallTichu):
        return GameEvent("call", {"seat": actor, "call": "tichu"})
    if isinstance(action, GiveDragon):
        return GameEvent("dragon", {"seat": actor, "to": action.to, "turn": after.turn} | _hand(before, after))
    if isinstance(action, GrandTichu):
        return _decided(actor, action, after, viewer)
    if isinstance(action, Exchange):
        return _given(actor, action, after, viewer)
    raise ValueError(f"tichu asks for nothing that is answered by {action}")


def _seen(viewer: Viewer) -> tuple[Seat, ...]:
    return (viewer,) if isinstance(viewer, int) else tuple(range(4)) if viewer == "open" else ()


def _hands(state: State, viewer: Viewer) -> dict[str, list[str]]:
    """The hands that the viewer sees."""
    return {str(seat): list(hand_texts(state.hands[seat])) for seat in _seen(viewer)}


def _decided(seat: Seat | None, move: GrandTichu, after: State, viewer: Viewer) -> GameEvent:
    """That a seat has decided, what only to itself; the fourth decision reveals all, and six cards more."""
    if after.phase == "exchange":
        return GameEvent("grand", {"seat": seat, "calls": list(after.calls), "hands": _hands(after, viewer)})
    return GameEvent("decided", {"seat": seat} | ({"call": move.call} if seat in _seen(viewer) else {}))


def _given(seat: Seat | None, move: Exchange, after: State, viewer: Viewer) -> GameEvent:
    """That a seat has given, what only to itself; after the fourth gift cards have changed hands."""
    if after.phase == "exchange":
        cards = {"next": move.next, "partner": move.partner, "prev": move.prev}
        return GameEvent("given", {"seat": seat} | (cards if seat in _seen(viewer) else {}))
    received = {str(each): _received(after, each) for each in _seen(viewer)}
    return GameEvent(
        "exchanged", {"seat": seat, "turn": after.turn, "received": received, "hands": _hands(after, viewer)}
    )


def _received(state: State, seat: Seat) -> dict[str, str]:
    """What a seat got, by where it came from."""
    cards = received(state.gifts, seat) or ()
    return {name: DECK[card] for name, card in zip(("next", "partner", "prev"), cards, strict=False)}


def _play(before: State, seat: Seat | None, move: Play, after: State) -> dict[str, Any]:
    """A play: what it is, whose turn it is then, whether the seat is out, and what became of the wish."""
    data: dict[str, Any] = {"seat": seat, "cards": list(move.cards)}
    laid = after.plays[-1] if after.plays else None
    ended = len(after.tallies) > len(before.tallies)
    if ended and after.last_trick is not before.last_trick and after.last_trick is not None:
        laid = after.last_trick.plays[-1]
    if laid is None:
        data |= {"type": "dog", "rank": None, "phx_as": None}
    else:
        data |= {"type": laid.kind, "rank": laid.strength / 2, "phx_as": RANK_TEXT.get(laid.phoenix)}
    is_out = seat is not None and not ended and not after.hands[seat]
    place = 1 + len(before.out) if ended or is_out else None
    data |= {"wish": move.wish, "wish_done": bool(before.wish and (ended or not after.wish)), "place": place}
    return data | {"turn": after.turn} | _hand(before, after)


def _after_pass(before: State, after: State) -> dict[str, Any]:
    """Whose turn it is; whether the trick may still be bombed, or was taken at once."""
    if after.phase == "play" and after.plays:
        return {"turn": after.turn, "window": False}
    if after.phase == "window":
        return {"turn": None, "window": True}
    return {"turn": after.turn, "window": False, "trick": _trick(before, after)}


def _trick(before: State, after: State) -> dict[str, Any]:
    """A complete trick: who won it, and whether it must be given away."""
    top = before.plays[-1]
    return {"owner": top.seat, "dragon": after.phase == "dragon", "turn": after.turn} | _hand(before, after)


def _hand(before: State, after: State) -> dict[str, Any]:
    """The hand as scored, if this ended it."""
    if len(after.tallies) == len(before.tallies):
        return {}
    return {"hand": scoring.plain(after.tallies[-1])}


# --- the data of each kind ---


class Deal(EventData, frozen=True):
    """Eight cards are dealt. `hands`: seat → cards, of the seats whose cards the viewer may see."""

    hand_number: int
    hands: dict[str, list[str]]


class Decided(EventData, frozen=True):
    """A seat has decided on Grand Tichu; `call`: what, to itself alone."""

    seat: Seat
    call: bool | UnsetType = UNSET


class GrandRevealed(EventData, frozen=True):
    """The last seat has decided: all calls by seat, and six cards more."""

    seat: Seat
    calls: list[Call | None]
    hands: dict[str, list[str]]


class Given(EventData, frozen=True):
    """A seat has chosen three cards to give; which, to itself alone."""

    seat: Seat
    next: str | UnsetType = UNSET
    partner: str | UnsetType = UNSET
    prev: str | UnsetType = UNSET


class Exchanged(EventData, frozen=True):
    """The last seat has given, and cards have changed hands. `received`: seat → cards by where they came from."""

    seat: Seat
    turn: Seat
    received: dict[str, dict[str, str]]
    hands: dict[str, list[str]]


class TichuCalled(EventData, frozen=True):
    """A seat calls Tichu."""

    seat: Seat
    call: Literal["tichu"]


class Played(EventData, frozen=True):
    """A play: its type and rank, what the Phoenix stands for, the wish and whether it is over, as which number the
    seat is out, whose turn it is; `hand`: as it was scored, if this ended it."""

    seat: Seat
    cards: list[str]
    type: str
    rank: float | None
    phx_as: str | None
    wish: str | None
    wish_done: bool
    place: int | None
    turn: Seat | None
    hand: Tally | UnsetType = UNSET


class TrickTaken(EventData, frozen=True):
    """A trick and whose it is; `dragon`: won with the Dragon, so that it will be given away."""

    owner: Seat
    dragon: bool
    turn: Seat
    hand: Tally | UnsetType = UNSET


class TrickInPass(EventData, frozen=True):
    """The trick that a pass has ended."""

    owner: Seat
    dragon: bool
    turn: Seat


class Passed(EventData, frozen=True):
    """A pass. `window`: it opens the window for bombs; `trick`: it ends the trick."""

    seat: Seat
    turn: Seat | None
    window: bool
    trick: TrickInPass | UnsetType = UNSET
    hand: Tally | UnsetType = UNSET


class DragonGiven(EventData, frozen=True):
    """The trick that the Dragon won goes to an opponent."""

    seat: Seat
    to: Seat
    turn: Seat | None
    hand: Tally | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "deal": Deal,
    "decided": Decided,
    "grand": GrandRevealed,
    "given": Given,
    "exchanged": Exchanged,
    "call": TichuCalled,
    "play": Played,
    "pass": Passed,
    "trick": TrickTaken,
    "dragon": DragonGiven,
    "left": SeatLeft,
}

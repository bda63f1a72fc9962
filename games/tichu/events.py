"""Events, for each viewer as they may see them (RULES.md §16)."""

from typing import Any

from games.api import Action, Drawn, Elapsed, GameEvent, Left
from games.tichu import exchange, hand_record
from games.tichu.cards import DECK, RANK_TEXT, hand_texts
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.state import State
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
    cards = exchange.received(state.gifts, seat) or ()
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
    return {"hand": hand_record.plain(after.tallies[-1])}

"""What a move, a departure or a period that ran out does to a moment of a match (RULES.md §11, §14)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from services.kernel.plain import Malformed
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.tables.games.api import Action, Drawn, Leave, Left
from services.tables.games.koumkan import automatic, moves, rules, situations
from services.tables.games.koumkan import view as eyes
from services.tables.games.koumkan.moves import DrawCard, Move
from services.tables.games.koumkan.state import State, active_seats
from services.tables.games.toolkit.situation import SeatRecord, Situation

TIMEOUT = "timeout"
TOLD = (
    *("legal", "hand_sizes", "discard_top", "discard_count", "hand_end", "out_seat", "counts"),
    *("match_end", "winner", "places", "auto"),
)
"""What an answer tells beside the moment; passed over when the answer is given as the next moment."""


class Acted(NamedTuple):
    """What happened: the moments before and after, the last step, the moves that the server made."""

    before: Situation
    after: Situation
    actor: Seat | None = None
    action: Move | Action | None = None
    """None: a period that ran out without anything being played."""
    earlier: State | None = None
    """The state before the last step."""
    auto: tuple[dict[str, Any], ...] | None = None
    void: bool = False
    """Whether somebody left before everybody had completed a turn."""


def acted(moment: Situation, raw: Mapping[str, Any], removes: Callable[[int], bool]) -> Acted | Refusal:
    """The moment after a move in plain form with its `seat`; `timeout`: the clock period of the seat ran out.

    `removes` tells whether so many timeouts remove a player. Discards that became the stock lie in their old order.
    """
    seat, state = raw.get("seat"), moment.state
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        raise Malformed("seat")
    if raw.get("move") == TIMEOUT:
        return _timed_out(moment, seat, removes)
    move = moves.parse({name: value for name, value in raw.items() if name != "seat"})
    if isinstance(move, Leave):
        return rules.MATCH_OVER if state.phase == "match_over" else _departed(moment, seat)
    refused = rules.check(state, seat, move)
    if refused is not None or not isinstance(move, Move):
        return refused or rules.UNKNOWN_MOVE
    after = msgspec.structs.replace(moment, state=_settled(rules.apply(state, seat, move)))
    return Acted(moment, after, seat, move, state)


def _settled(state: State) -> State:
    """The state with the discards in their old order where chance would shuffle them."""
    if state.phase != "reshuffle":
        return state
    return rules.apply(state, None, Drawn(tuple(range(len(state.stock)))))


def _timed_out(moment: Situation, seat: Seat, removes: Callable[[int], bool]) -> Acted | Refusal:
    """One timeout more: it removes the player, or the server plays what the operator has set."""
    state: State = moment.state
    if state.phase == "match_over":
        return rules.MATCH_OVER
    if state.phase not in ("draw", "play") or seat != state.turn:
        return rules.NOT_YOUR_TURN
    later = _with_record(moment, seat, timeouts=moment.seats[seat].timeouts + 1)
    if removes(later.seats[seat].timeouts):
        return _departed(later, seat)._replace(before=moment)
    played = automatic.timed_out(state, seat)
    done = Acted(moment, later, auto=tuple(moves.write(move) for move in played))
    for move in played:
        before: State = done.after.state
        after = msgspec.structs.replace(done.after, state=_settled(rules.apply(before, seat, move)))
        done = done._replace(after=after, actor=seat, action=move, earlier=before)
    return done


def _departed(moment: Situation, seat: Seat) -> Acted:
    """The seat has gone for good: before everybody had completed a turn the match is void, after that it is out."""
    state: State = moment.state
    gone = Left(seat)
    void = seat in active_seats(state) and not rules.first_round_done(state)
    after: State = _settled(rules.apply(state, None, gone))
    if void:
        after = msgspec.structs.replace(after, phase="match_over", turn=None)
    later = msgspec.structs.replace(_with_record(moment, seat, removed=True), state=after)
    return Acted(moment, later, None, gone, state, void=void)


def _with_record(moment: Situation, seat: Seat, **changes: Any) -> Situation:
    records = list(moment.seats)
    changed: SeatRecord = msgspec.structs.replace(records[seat], **changes)
    records[seat] = changed
    return msgspec.structs.replace(moment, seats=tuple(records))


# --- answers ---


def untold(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A moment as plain data, without what an answer tells beside it."""
    return {name: value for name, value in answer.items() if name not in TOLD}


def answer(done: Acted) -> dict[str, Any]:
    """The moment in the names of the rules, and what ended."""
    before, after = done.before.state, done.after.state
    counted = after.scored[-1].data if len(after.scored) > len(before.scored) and not done.void else None
    found: dict[str, Any] = {
        "legal": True,
        **situations.write(done.after),
        "hand_sizes": [len(hand) for hand in after.hands],
        "stock_count": len(after.stock),
        **_pile(after),
        "hand_end": counted and counted["end"],
        "out_seat": counted and counted["out_seat"],
        "counts": counted and counted["counts"],
        **_match_end(done),
    }
    return found if done.auto is None else found | {"auto": list(done.auto)}


def _pile(state: State) -> dict[str, Any]:
    seen = eyes.view(state, "public")
    return {"discard_top": seen.discard_top, "discard_count": seen.discard_count}


def _match_end(done: Acted) -> dict[str, Any]:
    state: State = done.after.state
    if state.phase != "match_over":
        return {"match_end": None, "winner": None}
    if done.void:
        return {"match_end": "void", "winner": None}
    return {
        "match_end": rules.result(state).reason,
        "winner": rules.winner(state),
        "places": list(rules.result(state).places),
    }


def seen(moment: Situation, seat: Seat | None) -> dict[str, Any]:
    """What a seat, or a spectator, sees, with everybody's timeouts; Malformed for a seat that does not exist."""
    if seat is not None and seat >= len(moment.seats):
        raise Malformed("seat")
    found: dict[str, Any] = msgspec.to_builtins(eyes.view(moment.state, "public" if seat is None else seat))
    return found | {"timeouts": {str(each): record.timeouts for each, record in enumerate(moment.seats)}}


def event(done: Acted, seat: Seat | None) -> dict[str, Any] | None:
    """What a seat, or a spectator, is told of the last step."""
    if done.action is None or done.earlier is None:
        return None
    viewer: Viewer = "public" if seat is None else seat
    told = eyes.told(done.earlier, done.actor, done.action, done.after.state, viewer)
    return None if told is None else {"kind": told.kind, **told.data}


def event_card(done: Acted) -> str | None:
    """The card that everybody hears of: one drawn from the discard pile."""
    told = event(done, None)
    drew = isinstance(done.action, DrawCard) and told is not None
    return told["card"] if drew and told is not None else None

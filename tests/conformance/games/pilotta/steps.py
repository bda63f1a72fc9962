"""A move made at a moment that is given as plain data (RULES.md §16)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.tables.games.api import Leave
from services.tables.games.pilotta import moves, rules
from services.tables.games.pilotta.state import State, Variant
from services.tables.games.toolkit.plain import in_order
from tests.conformance import moments
from tests.conformance.plain_edge import Malformed
from tests.conformance.toolkit.situation import SeatRecord, Situation

OPTIONS = ("variant", "target", "ratings")
ENDED = ("hand_over", "made", "exact", "units", "redeal")
"""What is told of a hand or deal that has ended beside the state's names, and passed over in a state."""
ID = "pilotta"


def applied(data: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """The state after the move, or why it is refused; Malformed for a state that cannot be."""
    options = {name: data[name] for name in OPTIONS if data.get(name) is not None}
    found = _situation(data, options)
    seat, wish = move.get("seat"), moves.parse(move)
    if type(seat) is not int or seat not in range(len(found.seats)):
        raise Malformed("seat")
    before: State = found.state
    after = _left(found, seat) if isinstance(wish, Leave) else _moved(found, seat, wish)
    if isinstance(after, Refusal):
        return after
    written = moments.situation_data(after)
    hands = {"hands": _as_told(written["hands"], data.get("hands"))}
    return options | written | hands | _ended(before, after.state)


def _moved(found: Situation, seat: int, wish: moves.Move | moves.Unreadable) -> Situation | Refusal:
    """The moment after the move, or why it is refused."""
    refused = rules.check(found.state, seat, wish)
    if refused:
        return refused
    assert not isinstance(wish, moves.Unreadable)
    return msgspec.structs.replace(found, state=rules.apply(found.state, seat, wish))


def _as_told(hands: dict[str, list[str]], told: Any) -> dict[str, list[str]]:
    """The hands with their cards in the order in which they were told, new ones after them."""
    by_seat = dict(enumerate(told)) if isinstance(told, list | tuple) else told or {}
    cards_told = [card for cards in by_seat.values() for card in cards]
    return {seat: in_order(cards, cards_told) for seat, cards in hands.items()}


def _situation(data: Mapping[str, Any], options: dict[str, Any]) -> Situation:
    """The state in the variant that it names, or the first that it fits; Malformed, as the likeliest says, if there is
    none."""
    rest = {name: value for name, value in data.items() if name not in (*OPTIONS, *ENDED)}
    variants = (options["variant"],) if "variant" in options else _variants(data)
    refusals = []
    for variant in variants:
        found = moments.situation(ID, options | {"variant": variant}, rest)
        if not isinstance(found, Refusal):
            return found
        refusals.append(found)
    raise Malformed(f"{refusals[0].error}: {refusals[0].detail}")


def _variants(data: Mapping[str, Any]) -> tuple[Variant, ...]:
    """The variants that a state which does not name one may be of, the likeliest first; hands may be left out, so two
    of them need not be all."""
    hands = data.get("hands")
    two = isinstance(hands, list | tuple | dict) and len(hands) == 2 and data.get("value") is None
    four: tuple[Variant, ...] = ("palatisti", "classic")
    if data.get("turn_up") is not None:
        four = ("classic", "palatisti")
    return ("classic2", *four) if two else four


def _ended(before: State, after: State) -> dict[str, Any]:
    """What a move brought to an end."""
    if len(after.scored) > len(before.scored):
        hand = after.scored[-1]
        return {"hand_over": True, "made": hand.data["made"], "exact": hand.data["exact"], "units": list(hand.points)}
    return {"redeal": True} if after.phase == "deal" and before.phase != "deal" else {}


def _left(found: Situation, seat: int) -> Situation | Refusal:
    """The moment when the seat is gone for good; a computer player plays on."""
    if found.state.phase == "match_over":
        return rules.MATCH_OVER
    seats = tuple(
        SeatRecord(record.timeouts, True) if place == seat else record for place, record in enumerate(found.seats)
    )
    return msgspec.structs.replace(found, seats=seats)

"""The answer of `apply` in the form of its question (RULES.md §19): cards in order, seats by name or in a list."""

from collections.abc import Iterable, Mapping
from typing import Any

from services.kernel.seats import Seat
from services.tables.games.toolkit.plain import in_order
from tests.conformance.by_seat import in_form

BY_SEAT = ("hands", "calls", "piles", "timeouts", "decided", "gifts", "given")


def as_asked(data: dict[str, Any], state: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any]:
    """`data` in the rules' state names, with cards as `state` (which was read) and the move have them; what is by seat
    and was not given has the form of the hands."""
    ordered = data | _in_order(data, state, move)
    given = {name: state.get(name) or state.get("hands") for name in BY_SEAT}
    return {name: in_form(given.get(name), value) for name, value in ordered.items()}


def _in_order(data: Mapping[str, Any], state: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any]:
    """Cards stay where they were, new ones come behind: in a hand those that were given, on a pile the trick's."""
    top = (state.get("trick") or {}).get("cards", ())
    played = move.get("cards") if isinstance(move.get("cards"), list | tuple) else ()
    laid = [card for card in (*state.get("trick_cards", ()), *top, *(played or ())) if isinstance(card, str)]
    return {
        "hands": {seat: in_order(cards, _given(state, "hands", seat)) for seat, cards in data["hands"].items()},
        "piles": {
            seat: in_order(cards, [*_given(state, "piles", seat), *laid]) for seat, cards in data["piles"].items()
        },
        "trick": data["trick"] and {**data["trick"], "cards": in_order(data["trick"]["cards"], laid)},
        "trick_cards": in_order(data["trick_cards"], laid),
    }


def _given(state: Mapping[str, Any], name: str, seat: str) -> Iterable[str]:
    """The cards that the question has for a seat."""
    by_seat = state.get(name, ())
    items: Mapping[Seat | str, Any] = by_seat if isinstance(by_seat, Mapping) else dict(enumerate(by_seat))
    found: Iterable[str] = items.get(seat, items.get(int(seat), ()))
    return found

"""The answer of `apply` in the form of its question (RULES.md §19): cards in order, seats by name or in a list."""

from collections.abc import Mapping
from typing import Any

from games.toolkit.plain import in_order
from tests.conformance.forms import by_number, in_form

BY_SEAT = ("hands", "calls", "piles", "timeouts", "decided", "gifts", "given")


def as_asked(data: dict[str, Any], state: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any]:
    """`data` in the rules' state names, with cards as `state` (which was read) and the move have them: those that were
    there stay in their order, new ones come behind. What is by seat and was not given has the form of the hands."""
    played = move.get("cards")
    top = state.get("trick") or {}
    laid = [
        *(state.get("trick_cards") or ()),
        *top.get("cards", ()),
        *(played if isinstance(played, list | tuple) else ()),
    ]
    laid = [card for card in laid if isinstance(card, str)]
    hands, piles = _by_seat(state, "hands"), _by_seat(state, "piles")
    ordered = data | {
        "hands": {seat: in_order(cards, hands.get(seat) or ()) for seat, cards in data["hands"].items()},
        "piles": {seat: in_order(cards, [*(piles.get(seat) or ()), *laid]) for seat, cards in data["piles"].items()},
        "trick": data["trick"] and {**data["trick"], "cards": in_order(data["trick"]["cards"], laid)},
        "trick_cards": in_order(data["trick_cards"], laid),
    }
    given = {name: state.get(name) or state.get("hands") for name in BY_SEAT}
    return {name: in_form(given.get(name), value) for name, value in ordered.items()}


def _by_seat(state: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the question has for each seat."""
    given = state.get(name) or {}
    return {str(seat): each for seat, each in given.items()} if isinstance(given, Mapping) else by_number(given)

"""A move made at a moment that is given as plain data (RULES.md §16)."""

from collections.abc import Mapping
from typing import Any

from games.pilotta.state import State, Variant
from games.toolkit.plain import in_order
from services.kernel.refusal import Refusal
from tests.conformance import moments
from tests.conformance.forms import unwrap
from tests.conformance.table_play import run
from tests.conformance.toolkit.situation import Situation

OPTIONS = ("variant", "target", "ratings")


def applied(data: Mapping[str, Any], move: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The state after the move. Refused: the move, or the state."""
    named = {name: data[name] for name in OPTIONS if data.get(name) is not None}
    found = unwrap(_situation(data, {**options, **named}))
    played = unwrap(run(found, move.get("seat"), {name: move[name] for name in move if name != "seat"}))
    written = moments.situation_data(played.after)
    hands = {"hands": _in_order(written["hands"], data.get("hands"))}
    return named | written | hands | _ended(found.state, played.after.state)


def _in_order(hands: Any, given: Any) -> Any:
    """The hands with their cards in the order in which they were given, new ones after them."""
    by_seat = given.values() if isinstance(given, Mapping) else given or ()
    known_cards = [card for cards in by_seat for card in cards or ()]
    if isinstance(hands, list):
        return [in_order(cards, known_cards) for cards in hands]
    return {seat: in_order(cards, known_cards) for seat, cards in hands.items()}


def _situation(data: Mapping[str, Any], options: dict[str, Any]) -> Situation | Refusal:
    """The state in the variant that it names, or the first that it fits; or the refusal of the likeliest."""
    rest = {name: value for name, value in data.items() if name not in OPTIONS}
    variants = (options["variant"],) if "variant" in options else _variants(data)
    found = [moments.situation("pilotta", options | {"variant": variant}, rest) for variant in variants]
    return next((each for each in found if not isinstance(each, Refusal)), found[0])


def _variants(data: Mapping[str, Any]) -> tuple[Variant, ...]:
    """The variants that a state which does not name one may be of, the likeliest first; hands may be left out, so two
    of them need not be all."""
    hands = data.get("hands")
    two = isinstance(hands, list | tuple | dict) and len(hands) == 2 and data.get("value") is None
    four: tuple[Variant, ...] = ("palatisti", "classic") if data.get("turn_up") is None else ("classic", "palatisti")
    return ("classic2", *four) if two else four


def _ended(before: State, after: State) -> dict[str, Any]:
    """What a move brought to an end."""
    if len(after.scored) > len(before.scored):
        hand = after.scored[-1]
        return {"hand_over": True, "made": hand.data["made"], "exact": hand.data["exact"], "units": list(hand.points)}
    return {"redeal": True} if after.phase == "deal" and before.phase != "deal" else {}

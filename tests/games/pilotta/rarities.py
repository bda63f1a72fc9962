"""How often rare cases occurred in random matches, so that a cross-check can print what it has compared."""

from collections.abc import Iterator
from typing import Any

from tests.games.pilotta import reference
from tests.games.pilotta import reference_match as slow
from tests.games.pilotta.reference import Match, Move

COUNTED = ("contra", "recontra", "choose", "declare")


def of_move(match: Match, move: Move) -> Iterator[str]:
    """What a move is an example of, before it is made."""
    name = move["move"]
    if name in COUNTED:
        yield name
    if move.get("swap_seven"):
        yield "swap_seven"
    if name == "declare":
        best = reference.best_combination(match["hands"][match["turn"]], match["trump"]) or {}
        yield f"{best['kind']} of {best['points']}"
    last = name == "pass" and len(match["calls"]) == match["seats"] - 1
    if last and match["phase"] in ("auction", "round2") and slow.last_bid(match) is None:
        yield "cancelled deal"
    if name == "play" and match["trick"]:
        yield from _of_card(match, move["card"])


def _of_card(match: Match, card: str) -> Iterator[str]:
    hand, trick, trump = match["hands"][match["turn"]], match["trick"], match["trump"]
    yield from sorted({code for each in hand if (code := reference.card_refusal(hand, trick, trump, each))})
    led = trick[0][1]
    laid = [reference.strength(each, led, trump) for each in trick if each[1] == trump]
    if card[1] == trump != led and laid and reference.strength(card, led, trump) < max(laid):
        yield "forced under-trump"


def of_score(match: Match, score: dict[str, Any]) -> list[str]:
    """What a scored hand is an example of."""
    return [name for name, true in {**_contract(score), **_points(score), **_said(match, score)}.items() if true]


def _contract(score: dict[str, Any]) -> dict[str, bool]:
    capot = score["value"] == "capot"
    return {
        "made": score["made"],
        "failed": not score["made"],
        "capot made": capot and score["made"],
        "capot failed": capot and not score["made"],
        "all tricks by takers": score["all_tricks_by"] == score["taker_team"],
        "all tricks by defenders": score["all_tricks_by"] == 1 - score["taker_team"],
    }


def _points(score: dict[str, Any]) -> dict[str, bool]:
    points = score["trick_points"]
    left = [each % 10 for each in points]
    return {
        "remainders 6 and 6": score["made"] and left == [6, 6],
        "both remainders from 5": score["made"] and min(left) >= 5,
        "equal trick points": points[0] == points[1],
    }


def _said(match: Match, score: dict[str, Any]) -> dict[str, bool]:
    declared, taker = score["declaration_points"], score["taker_team"]
    said = [each["points"] for each in match["combos"].values()]
    return {
        "lost belote": not score["made"] and score["belote"][taker] > 0,
        "lost declarations": not score["made"] and declared[taker] > 0,
        "equal declarations": len(said) > 1 and declared == [0, 0],
        "partners' declarations scored": len(said) > 1 and sum(said) == max(declared),
        "equal totals at the target": match["totals"][0] == match["totals"][1] >= match["target"],
    }

"""Help while choosing cards, from the view alone (RULES.md §18)."""

from collections.abc import Mapping
from typing import Any

from games.tichu.cards import MAHJONG, OF_RANK, RANK_TEXT, hand_texts
from games.tichu.checks import holding, play_refusal
from games.tichu.combos import Combo, as_played, readings
from games.tichu.computer import answers, thinking
from games.tichu.computer.partition import cards_for, plan
from games.tichu.legal_plays import plays
from games.tichu.moves import Play, parse
from games.tichu.state_from_view import hand_of, top_of, wish_of
from games.tichu.view import View

HINTS_MAX = 40


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What chosen `cards` are: `type` (or null), `length`, `readings` (`rank`, `phx_as`), `bomb`, `wish` (whether one
    may be made), and the code with which playing them now would be refused, or null. With `hints` instead: `plays`."""
    hand = hand_of(view)
    if not hand or view.phase not in ("play", "window"):
        return {}
    if draft.get("hints") is True:
        return {"plays": [list(hand_texts(mask)) for mask in hints(view, hand)]}
    move = parse({**draft, "move": "play"})
    return _of_play(view, hand, move) if isinstance(move, Play) else {}


def _of_play(view: View, hand: int, move: Play) -> dict[str, Any]:
    mask, top = holding(hand, move.cards), top_of(view)
    if isinstance(mask, str):
        return {"type": None, "length": 0, "readings": [], "bomb": False, "wish": False, "error": mask}
    found = [as_played(mask, combo, top) for combo in readings(mask)]
    return {
        "type": found[0].kind if found else None,
        "length": mask.bit_count(),
        "readings": [_reading(combo) for combo in found],
        "bomb": bool(found) and found[0].is_bomb,
        "wish": bool(found and mask & MAHJONG),
        "error": play_refusal(hand, mask, top, move, wish_of(view), in_turn=view.turn == view.seat),
    }


def _reading(combo: Combo) -> dict[str, Any]:
    return {"rank": combo.strength / 2, "phx_as": RANK_TEXT.get(combo.phoenix)}


def hints(view: View, hand: int) -> list[int]:
    """Plays to choose from, in turn: the parts of a good partition to lead, or what differs in more than suits to
    follow, the weakest first."""
    if view.turn != view.seat:
        return []
    top = top_of(view)
    if top is not None:
        return answers.distinct(hand, top, OF_RANK[wish_of(view)] if view.duty else 0)[:HINTS_MAX]
    if view.duty:
        first = thinking.demanded(hand, wish_of(view))
        return [first, *(mask for mask in plays(hand, None, OF_RANK[wish_of(view)]) if mask != first)][:HINTS_MAX]
    return [cards_for(part, hand) for part in plan(hand).parts]

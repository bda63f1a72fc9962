"""Moments of a match as plain data: the inverse of `moments.py`, in parts between which families put theirs."""

from typing import Any

import msgspec

from services.tables.games.toolkit.double_deck import TEXT, sorted_texts, texts
from services.tables.games.toolkit.meld_table import LastMove
from services.tables.games.toolkit.melding.state import Playing
from tests.conformance.toolkit.situation import Situation, removed_seats, timeouts_data


def turn_and_table(state: Playing) -> dict[str, Any]:
    """Whose turn it is, the hands, the melds, and which pots are taken."""
    return {
        "to_move": state.turn,
        "phase": state.phase,
        "hands": {str(seat): list(sorted_texts(hand)) for seat, hand in enumerate(state.hands)},
        "table": [
            [{"id": each.id, "cards": list(texts(each.meld.cards))} for each in state.table if each.side == side]
            for side in (0, 1)
        ],
        "pot_taken": [pot != "waiting" for pot in state.pot],
    }


def piles(state: Playing) -> dict[str, Any]:
    """The pots, the pile and the stock."""
    return {
        "pots": [list(sorted_texts(pot)) for pot in state.pots],
        "pile": list(texts(state.pile)),
        "stock": list(texts(state.stock)),
    }


def match(state: Playing, moment: Situation) -> dict[str, Any]:
    """The rest that the rules name, and what they do not, where there is something to tell."""
    data: dict[str, Any] = {
        "timeouts": timeouts_data(moment.seats),
        "drawn": None if state.drawn is None else TEXT[state.drawn],
        "first_round_done": len(state.turned) == state.terms.seats,
        "hand_number": state.hand_number,
        "starter": state.starter,
        "totals": list(state.totals),
    }
    return data | {name: value for name, value in _beside(state, moment).items() if value}


def _beside(state: Playing, moment: Situation) -> dict[str, Any]:
    return {
        "pot": list(state.pot) if state.pot != ("waiting", "waiting") else None,
        "barred": state.barred,
        "busy": state.busy,
        "quiet_turns": state.quiet_turns,
        "turned": list(state.turned),
        "ended": state.ended,
        "records": msgspec.to_builtins(state.scored),
        "last_move": _last_move(state.last_move),
        "number": state.number,
        "removed": list(removed_seats(moment.seats)),
    }


def _last_move(last: LastMove | None) -> dict[str, Any] | None:
    if last is None:
        return None
    told = {"seat": last.seat, "move": last.move, "cards": list(texts(last.cards)), "melds": list(last.melds)}
    return told | ({"pot": last.pot} if last.pot else {})

"""Help while choosing: how drafted cards will lie, from the view alone (RULES.md §13).

A draft is a move in plain form, or a selection: `{"cards": […]}`.
"""

from collections.abc import Mapping
from typing import Any

from games.buraco import moves
from games.buraco.rules import RULES
from games.buraco.state import State
from games.buraco.view import View, state_of
from games.buraco.view_parts import shown
from games.toolkit.meld_moves import parse_cards
from services.kernel.seats import Seat
from tests.conformance.toolkit.melding.drafts import Answer, Drafts, to_play


class _Drafts(Drafts[State]):
    def after(self, before: State, after: State, seat: Seat) -> Answer:
        return super().after(before, after, seat) | {"beats": after.ended == "closed"}


_DRAFTS = _Drafts(RULES, lambda lying, state: shown(lying))


def preview(view: View, draft: Mapping[str, Any]) -> Answer:
    """For a seat with cards: of a move `error`, `melds` (laid or changed), `own_hand`, `takes_pot` and `beats` after
    it; of a selection `meld`, `lay_offs` and `discard`; empty for all other viewers and drafts."""
    if view.seat is None or not view.hand_counts or view.phase == "match_over":
        return {}
    state = state_of(view, view.seat)
    if "move" in draft:
        return _DRAFTS.move(state, view.seat, moves.parse(draft))
    cards = parse_cards(draft.get("cards"))
    return {} if cards is None else _DRAFTS.selection(to_play(state, view.seat), view.seat, cards)

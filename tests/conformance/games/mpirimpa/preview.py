"""Help while choosing: how drafted cards will lie, from the view alone (RULES.md §13).

A draft is a move in plain form, or a selection: `{"cards": […]}`. With `"taking": true` the pile is thought in hand
and `plays` (plain melds and lay-offs) carried out first: the two-step gesture of Pro.
"""

from collections.abc import Mapping
from typing import Any

from games.mpirimpa import moves, plays
from games.mpirimpa.rules import RULES
from games.mpirimpa.state import State
from games.mpirimpa.view import View, state_of
from games.mpirimpa.view_parts import shown
from games.toolkit.double_deck import taken
from games.toolkit.melding.plays import CARD_NOT_IN_HAND
from games.toolkit.melding.refusals import PILE_EMPTY, phase_refusal
from games.toolkit.melding.turns import with_pile
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from tests.conformance.toolkit.melding.drafts import Answer, Drafts, to_play

_DRAFTS: Drafts[State] = Drafts(RULES, lambda lying, state: shown(lying, state.trump))


def preview(view: View, draft: Mapping[str, Any]) -> Answer:
    """For a seat with cards: of a move `error`, `melds` (laid or changed), `own_hand` and `takes_pot` after it; of a
    selection `meld` and `lay_offs`; empty for all other viewers and drafts."""
    if view.seat is None or not view.hand_counts or view.phase == "match_over":
        return {}
    state = state_of(view, view.seat)
    if draft.get("taking") is True:
        return _taking(state, view.seat, draft)
    if "move" in draft:
        move = moves.parse(draft) if state.terms.pro else moves.parse_plain(draft)
        return _DRAFTS.move(state, view.seat, move)
    cards = moves.parse_cards(draft.get("cards"))
    return {} if cards is None else _DRAFTS.selection(to_play(state, view.seat), view.seat, cards)


def _taking(state: State, seat: Seat, draft: Mapping[str, Any]) -> Answer:
    """The pile in hand and the plays so far: `own_hand`, `melds` laid or changed, `justified`, and what now stands
    against sending it (`error`, with `play`, the index of a play that is refused); of selected `cards` as above."""
    drafted, pile = moves.parse_plays(draft.get("plays")), state.pile
    if drafted is None or not pile:
        return {"error": plays.PILE_NOT_JUSTIFIED if pile else PILE_EMPTY.error}
    refused: Refusal | None = phase_refusal(state, seat, "take_pile")
    now = with_pile(to_play(state, seat), seat)
    for index, play in enumerate(drafted):
        after = plays.played(now, seat, play) if now.pot == state.pot else CARD_NOT_IN_HAND
        if isinstance(after, str):
            return _DRAFTS.after(state, now, seat) | {"error": after, "play": index}
        now = after
    justified = not state.terms.pro or plays.is_justified(pile, drafted)
    error = refused.error if refused else None if justified else plays.PILE_NOT_JUSTIFIED
    answer = _DRAFTS.after(state, now, seat) | {"error": error, "justified": justified}
    cards = moves.parse_cards(draft.get("cards"))
    if cards and taken(now.hands[seat], cards) is not None:
        answer["selection"] = _DRAFTS.selection(now, seat, cards)
    return answer

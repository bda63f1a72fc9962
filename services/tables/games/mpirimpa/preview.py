"""Help while choosing: how drafted cards will lie, from the view alone (RULES.md §13).

A draft is a move in plain form, or a selection: `{"cards": […]}`. With `"taking": true` the pile is thought in hand
and `plays` (plain melds and lay-offs) carried out first: the two-step gesture of Pro.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import Leave, Unreadable
from services.tables.games.mpirimpa import moves, plays
from services.tables.games.mpirimpa.moves import LayMeld, LayOff, Play
from services.tables.games.mpirimpa.rules import RULES
from services.tables.games.mpirimpa.shown import shown
from services.tables.games.mpirimpa.sight import state_of
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.mpirimpa.view import View
from services.tables.games.toolkit.double_deck import sorted_texts, taken
from services.tables.games.toolkit.lay_offs import ANY_END
from services.tables.games.toolkit.melding.refusals import PILE_EMPTY, phase_refusal
from services.tables.games.toolkit.plain import plain

Answer = dict[str, Any]


def preview(view: View, draft: Mapping[str, Any]) -> Answer:
    """For a seat with cards: of a move `error`, `melds` (laid or changed), `own_hand` and `takes_pot` after it; of a
    selection `meld` and `lay_offs`; nothing for anybody else, or for what is neither."""
    if view.seat is None or not view.hand_counts or view.phase == "match_over":
        return {}
    state = state_of(view, view.seat)
    if draft.get("taking") is True:
        return _taking(state, view.seat, draft)
    if "move" in draft:
        return _move(state, view.seat, draft)
    cards = moves.parse_cards(draft.get("cards"))
    return {} if cards is None else _selection(_to_play(state, view.seat), view.seat, cards)


def _to_play(state: State, seat: Seat) -> State:
    """As if the seat were to play: how cards will lie does not depend on the turn."""
    return msgspec.structs.replace(state, turn=seat, phase="play")


def _move(state: State, seat: Seat, draft: Mapping[str, Any]) -> Answer:
    """What a move would do, and the code with which it would be refused now."""
    move = moves.parse(draft) if state.terms.pro else moves.parse_plain(draft)
    if isinstance(move, Leave):
        return {}
    refused = RULES.check(state, seat, move)
    answer: Answer = {"error": refused.error if refused else None}
    if isinstance(move, Unreadable) or not isinstance(move, Play):
        return answer
    after = plays.played(_to_play(state, seat), seat, move)
    return answer if isinstance(after, str) else answer | _after(state, after, seat)


def _after(before: State, after: State, seat: Seat) -> Answer:
    """The melds that differ, and the hand; the cards of a pot that is taken are not known."""
    melds = [shown(each, after.trump) for each in after.table if each not in before.table]
    takes_pot = after.pot != before.pot
    hand = sorted_texts(after.hands[seat])
    return {"melds": plain(melds), "own_hand": list(hand), "takes_pot": takes_pot}


def _selection(state: State, seat: Seat, cards: tuple[str, ...]) -> Answer:
    """`meld`: the cards as a new meld, `{error}` or `{meld}`; `lay_offs`: every own meld that takes them, with the
    `end` to name where that makes a difference; `discard`: the code for a single card."""
    found: list[Answer] = []
    for lying in state.table:
        if lying.side == side_of(seat) and cards:
            found += _lay_offs(state, seat, lying.id, cards)
    answer: Answer = {"meld": _play(state, seat, LayMeld(cards)), "lay_offs": found}
    if len(cards) == 1:
        refused = RULES.check(state, seat, moves.DiscardCard(cards[0]))
        answer["discard"] = refused.error if refused else None
    return answer


def _play(state: State, seat: Seat, play: Play) -> Answer:
    after = plays.played(state, seat, play)
    if isinstance(after, str):
        return {"error": after}
    (changed,) = (shown(each, after.trump) for each in after.table if each not in state.table)
    return {"meld": plain(changed)}


def _lay_offs(state: State, seat: Seat, number: int, cards: tuple[str, ...]) -> list[Answer]:
    """The different results on one meld; `end` is named where it differs from what happens without."""
    found: list[Answer] = []
    for end in ANY_END:
        answer = _play(state, seat, LayOff(number, cards, end))
        if "meld" in answer and all(each["meld"] != answer["meld"] for each in found):
            found.append(answer | {"end": end})
    return found


def _taking(state: State, seat: Seat, draft: Mapping[str, Any]) -> Answer:
    """The pile in hand and the plays so far: `own_hand`, `melds` laid or changed, `justified`, and what now stands
    against sending it (`error`, with `play`, the index of a play that is refused); of selected `cards` as above."""
    drafted, pile = moves.parse_plays(draft.get("plays")), state.pile
    if drafted is None or not pile:
        return {"error": plays.PILE_NOT_JUSTIFIED if pile else PILE_EMPTY.error}
    refused: Refusal | None = phase_refusal(state, seat, "take_pile")
    now = plays.with_pile(_to_play(state, seat), seat)
    for index, play in enumerate(drafted):
        after = plays.played(now, seat, play) if now.pot == state.pot else plays.CARD_NOT_IN_HAND
        if isinstance(after, str):
            return _after(state, now, seat) | {"error": after, "play": index}
        now = after
    justified = not state.terms.pro or plays.is_justified(pile, drafted)
    error = refused.error if refused else None if justified else plays.PILE_NOT_JUSTIFIED
    answer = _after(state, now, seat) | {"error": error, "justified": justified}
    cards = moves.parse_cards(draft.get("cards"))
    if cards and taken(now.hands[seat], cards) is not None:
        answer["selection"] = _selection(now, seat, cards)
    return answer

"""Help while choosing: how drafted cards will lie, from the view alone (RULES.md §13).

A draft is a move in plain form, or a selection: `{"cards": […]}`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.seats import Seat
from services.tables.games.api import Leave
from services.tables.games.buraco import moves, plays
from services.tables.games.buraco.rules import RULES
from services.tables.games.buraco.shown import shown
from services.tables.games.buraco.sight import state_of
from services.tables.games.buraco.state import State
from services.tables.games.buraco.view import View
from services.tables.games.toolkit.double_deck import sorted_texts
from services.tables.games.toolkit.lay_offs import ANY_END
from services.tables.games.toolkit.meld_moves import DiscardCard, LayMeld, LayOff, Play, parse_cards
from services.tables.games.toolkit.meld_table import side_of
from services.tables.games.toolkit.plain import plain

Answer = dict[str, Any]


def preview(view: View, draft: Mapping[str, Any]) -> Answer:
    """For a seat with cards: of a move `error`, `melds` (laid or changed), `own_hand`, `takes_pot` and `beats` after
    it; of a selection `meld`, `lay_offs` and `discard`; nothing for anybody else, or for what is neither."""
    if view.seat is None or not view.hand_counts or view.phase == "match_over":
        return {}
    state = state_of(view, view.seat)
    if "move" in draft:
        return _move(state, view.seat, draft)
    cards = parse_cards(draft.get("cards"))
    return {} if cards is None else _selection(_to_play(state, view.seat), view.seat, cards)


def _to_play(state: State, seat: Seat) -> State:
    """As if the seat were to play: how cards will lie does not depend on the turn."""
    return msgspec.structs.replace(state, turn=seat, phase="play")


def _move(state: State, seat: Seat, draft: Mapping[str, Any]) -> Answer:
    """What a move would do, and the code with which it would be refused now."""
    move = moves.parse(draft)
    if isinstance(move, Leave):
        return {}
    refused = RULES.check(state, seat, move)
    answer: Answer = {"error": refused.error if refused else None}
    if not isinstance(move, Play):
        return answer
    after = plays.played(_to_play(state, seat), seat, move)
    return answer if isinstance(after, str) else answer | _after(state, after, seat)


def _after(before: State, after: State, seat: Seat) -> Answer:
    """The melds that differ, and the hand; the cards of a pot that is taken are not known."""
    return {
        "melds": plain([shown(each) for each in after.table if each not in before.table]),
        "own_hand": list(sorted_texts(after.hands[seat])),
        "takes_pot": after.pot != before.pot,
        "beats": after.ended == "closed",
    }


def _selection(state: State, seat: Seat, cards: tuple[str, ...]) -> Answer:
    """`meld`: the cards as a new meld, `{error}` or `{meld}`; `lay_offs`: every own meld that takes them, with the
    `end` to name where that makes a difference; `discard`: the code for a single card."""
    found: list[Answer] = []
    for lying in state.table:
        if lying.side == side_of(seat) and cards:
            found += _lay_offs(state, seat, lying.id, cards)
    answer: Answer = {"meld": _play(state, seat, LayMeld(cards)), "lay_offs": found}
    if len(cards) == 1:
        refused = RULES.check(state, seat, DiscardCard(cards[0]))
        answer["discard"] = refused.error if refused else None
    return answer


def _play(state: State, seat: Seat, play: Play) -> Answer:
    after = plays.played(state, seat, play)
    if isinstance(after, str):
        return {"error": after}
    (changed,) = (shown(each) for each in after.table if each not in state.table)
    return {"meld": plain(changed)}


def _lay_offs(state: State, seat: Seat, number: int, cards: tuple[str, ...]) -> list[Answer]:
    """The different results on one meld; `end` is named where it differs from what happens without."""
    found: list[Answer] = []
    for end in ANY_END:
        answer = _play(state, seat, LayOff(number, cards, end))
        if "meld" in answer and all(each["meld"] != answer["meld"] for each in found):
            found.append(answer | {"end": end})
    return found

"""Help while choosing: how drafted cards will lie, from the view alone (RULES.md §13).

A draft is a move in plain form, or a selection: `{"cards": […]}`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave
from games.koumkan import moves, plays, rules
from games.koumkan.hand_splits import HAND_MAX, Splitter
from games.koumkan.meld_rules import kinds_of, wild_cards
from games.koumkan.moves import DiscardCard, LayMeld, LayOff, Move, SwapJoker
from games.koumkan.state import State
from games.koumkan.view import View, state_of
from games.koumkan.view_parts import melds_shown, shown
from games.toolkit.double_deck import Card, sorted_texts, taken
from games.toolkit.melds import End, Kind
from games.toolkit.plain import plain
from services.kernel.seats import Seat

ENDS: tuple[End | None, ...] = (None, "low", "high")
KINDS: tuple[Kind, ...] = ("run", "group")
Answer = dict[str, Any]


def preview(view: View, draft: Mapping[str, Any]) -> Answer:
    """For a seat with cards: of a move `error`, and the `meld` and `own_hand` after it; of a selection `kinds`,
    `melds`, `lay_offs`, `swaps`, `discard` and `after`; empty for all other viewers and drafts."""
    if view.seat is None or not view.own_hand or view.phase == "match_over":
        return {}
    state = state_of(view, view.seat)
    if "move" in draft:
        return _move(state, view.seat, draft)
    faces = moves.parse_cards(draft.get("cards"))
    cards = taken(state.hands[view.seat], faces) if faces else None
    return {} if not faces or not cards else _selection(state, view.seat, faces, cards)


def _move(state: State, seat: Seat, draft: Mapping[str, Any]) -> Answer:
    """What a move would do, and the code with which it would be refused now."""
    move = moves.parse(draft)
    if isinstance(move, Leave):
        return {}
    refused = rules.check(state, seat, move)
    answer: Answer = {"error": refused.error if refused else None}
    return answer | _played(state, seat, move) if isinstance(move, LayMeld | LayOff | SwapJoker) else answer


def _played(state: State, seat: Seat, move: Move) -> Answer:
    """The meld and the hand after a play, as if the seat were to play: how cards lie does not depend on the turn."""
    now = msgspec.structs.replace(state, turn=seat, phase="play")
    if not isinstance(move, LayMeld | LayOff | SwapJoker) or rules.check(now, seat, move):
        return {}
    after = rules.apply(now, seat, move)
    changed = [shown(each) for each in after.table if each not in now.table]
    return {"meld": plain(changed[0]), "own_hand": list(sorted_texts(after.hands[seat]))}


def _selection(state: State, seat: Seat, faces: tuple[str, ...], cards: tuple[Card, ...]) -> Answer:
    """What selected cards can become: `kinds` as a set; in koum-kan `melds` by kind, `lay_offs` with the `end` to name
    where that makes a difference, `swaps`; of a single card `discard`, its code, and elsewhere `after`, the best split
    of what is left."""
    wild = wild_cards(state.terms.game, state.indicator)
    answer: Answer = {"kinds": list(kinds_of(cards, wild))}
    if state.terms.game == "koumkan":
        answer |= _on_the_table(state, seat, faces)
    if len(faces) == 1:
        refused = rules.check(state, seat, DiscardCard(faces[0]))
        answer["discard"] = refused.error if refused else None
        if state.terms.game != "koumkan" and len(state.hands[seat]) <= HAND_MAX:
            split = Splitter(state.terms.game, wild, state.hands[seat]).best(cards[0])
            melds, left = plain(melds_shown(split.melds)), list(sorted_texts(split.left))
            answer["after"] = {"deadwood": split.deadwood, "melds": melds, "left": left}
    return answer


def _on_the_table(state: State, seat: Seat, faces: tuple[str, ...]) -> Answer:
    lay_offs: list[Answer] = []
    for lying in state.table:
        found: list[Answer] = []
        for end in ENDS:
            answer = _played(state, seat, LayOff(lying.id, faces, end))
            if answer and all(each["meld"] != answer["meld"] for each in found):
                found.append(answer | {"end": end})
        lay_offs += found
    swaps = [_played(state, seat, SwapJoker(lying.id, faces[0])) for lying in state.table if len(faces) == 1]
    tried = {kind: _played(state, seat, LayMeld(faces, kind)) for kind in KINDS}
    melds = [{"kind": kind, **found} for kind, found in tried.items() if found]
    return {
        "melds": melds,
        "error": _meld_error(state, seat, faces),
        "lay_offs": lay_offs,
        "swaps": [s for s in swaps if s],
    }


def _meld_error(state: State, seat: Seat, faces: tuple[str, ...]) -> str | None:
    """Why the cards are no new meld."""
    found = plays.melded(state, seat, LayMeld(faces))
    return found if isinstance(found, str) else None

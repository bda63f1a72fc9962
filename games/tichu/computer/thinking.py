"""Which plays are looked at, among them leads by rules of thumb, and which one is made (RULES.md §17)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent
from games.tichu.cards import ACE, DECK, DOG, MAHJONG, OF_RANK, RANK_OF, mask_of_texts, points
from games.tichu.combos import Combo, as_played, readings
from games.tichu.computer import answers
from games.tichu.computer.cuts import cut_of, key_of
from games.tichu.computer.knowledge import knowledge_of
from games.tichu.computer.partition import Part, cards_for, plan
from games.tichu.computer.search import PASS, Candidate, Estimate, Position, estimates
from games.tichu.legal_plays import plays
from games.tichu.state_from_view import hand_of, opponents, top_of, wish_of
from games.tichu.view import View
from games.toolkit.seeded import Seeded
from services.kernel.strength import Strength

NATURAL_TEXTS = frozenset(DECK[:52])
ANSWERS_MAX, LEADS_MAX, BOMBS_MAX = 5, 7, 3
"""So many plays are looked at, the best by rules of thumb."""
SURE = 0.4
"""A part that costs no more probably wins its trick."""
HOPELESS = 3.0
"""A hand that costs more is left to the partner, if the Dog is there."""
LENGTH, HEIGHT = 0.12, 0.02


class Care(NamedTuple):
    """How a strength thinks."""

    rounds: tuple[int, ...]
    """Worlds for each round; after each the worse half of the plays is given up."""
    noise: float
    """By how many points of a hand it is wrong about a play."""
    call_noise: float
    """By how much it is wrong about its chance to be out first."""

    def scaled(self, scale: float) -> "Care":
        """With a share of the work."""
        return self._replace(rounds=tuple(max(1, int(worlds * scale)) for worlds in self.rounds))


CARES: dict[Strength, Care] = {
    "strong": Care((10, 14, 20), 0.0, 0.0),
    "medium": Care((4, 4, 4), 25.0, 0.1),
    "easy": Care((4, 4), 80.0, 0.2),
}


def play(view: View, history: Sequence[GameEvent], chance: Seeded, care: Care) -> Candidate:
    """The lead, the answer or the pass of the seat in turn."""
    hand, top = hand_of(view), top_of(view)
    if top is not None and not view.can_play:
        return PASS
    candidates = lead_candidates(view, hand) if top is None else answer_candidates(view, hand, top)
    last = next((each for each in candidates if each.mask == hand), None)
    if last is not None:
        return last
    if len(candidates) == 1:
        return candidates[0]
    return _best(rated(view, history, candidates, chance, care.rounds), chance, care.noise)


def bomb(view: View, history: Sequence[GameEvent], chance: Seeded, care: Care) -> Candidate:
    """A bomb out of turn, or none."""
    top = top_of(view)
    masks = [mask_of_texts(cards) or 0 for cards in view.bombs[:BOMBS_MAX]]
    candidates = [PASS, *(candidate_of(mask, top) for mask in masks)]
    return _best(rated(view, history, candidates, chance, care.rounds), chance, care.noise)


def rated(
    view: View, history: Sequence[GameEvent], candidates: Sequence[Candidate], chance: Seeded, rounds: Sequence[int]
) -> list[Estimate]:
    """What each candidate brings, the best first."""
    return estimates(knowledge_of(view, history), position_of(view), candidates, rounds, chance)


def _best(found: Sequence[Estimate], chance: Seeded, noise: float) -> Candidate:
    """The best one, as far as who is wrong by so much sees it."""
    if not noise:
        return found[0].candidate
    errors = [noise * chance.bell() for _ in found]
    return max(zip(found, errors, strict=True), key=lambda each: round(each[0].mean + each[1], 5))[0].candidate


def position_of(view: View) -> Position:
    """The public part of a view in play or in the window for bombs."""
    top = top_of(view)
    trick = sum(points(mask_of_texts(play.cards) or 0) for play in view.plays)
    turn = view.turn
    if turn is None:
        turn = view.seat or 0
    if top is None:
        return Position(turn, 0, 0, 0, 0, 0, wish_of(view), view.out)
    return Position(
        turn,
        key_of(top.kind, top.length),
        top.strength,
        view.plays[-1].seat,
        len(view.passed),
        trick,
        wish_of(view),
        view.out,
        view.phase == "window",
    )


def answer_candidates(view: View, hand: int, top: Combo) -> list[Candidate]:
    """A pass if it is allowed, and the answers that rules of thumb like best."""
    need = OF_RANK[wish_of(view)] if view.duty else 0
    rated = sorted(
        (-round(answers.worth(view, hand, mask, top), 5), mask.bit_count(), mask)
        for mask in answers.distinct(hand, top, need)
    )
    found = [candidate_of(mask, top, wish_for(view)) for _, _, mask in rated[:ANSWERS_MAX]]
    return [*([] if view.duty else [PASS]), *found]


def lead_candidates(view: View, hand: int) -> list[Candidate]:
    """The pieces of the cut hand, low singles and pairs of broken ones; what the wish demands."""
    if view.duty:
        need = OF_RANK[wish_of(view)]
        pieces = [piece.mask for piece in cut_of(hand).pieces if piece.mask & need]
        one = next(mask for mask in plays(hand, None, need))
        return [
            candidate_of(mask, None, wish_for(view))
            for mask in dict.fromkeys((*pieces, demanded(hand, wish_of(view)), one))
        ]
    cut = cut_of(hand)
    masks = [lead(view, hand)]
    masks += [piece.mask for piece in sorted(cut.pieces, key=lambda piece: (-round(piece.promise, 5), piece.mask))]
    return [candidate_of(mask, None, wish_for(view)) for mask in list(dict.fromkeys(masks))[:LEADS_MAX]]


def candidate_of(mask: int, top: Combo | None, wish: int = 0) -> Candidate:
    """A play as it would lie on the top; `wish`: the rank named with the Mah Jong."""
    combo = as_played(mask, readings(mask)[0], top)
    return Candidate(mask, key_of(combo.kind, combo.length), combo.strength, wish if mask & MAHJONG else 0)


def wish_for(view: View) -> int:
    """The rank given to the next seat, if it was a natural card's; else the ace."""
    given = view.given.get(str(view.seat))
    return RANK_OF.get(given.next[0], ACE) if given is not None and given.next in NATURAL_TEXTS else ACE


def lead(view: View, hand: int) -> int:
    """The cards to lead: those of a part, or what the wish demands."""
    seat = view.seat or 0
    if view.duty:
        return demanded(hand, wish_of(view))
    partner = (seat + 2) % 4
    found = plan(hand)
    if hand & DOG and view.counts[partner] and (view.calls[partner] is not None or found.cost > HOPELESS):
        return DOG
    return cards_for(_chosen(view, found.parts), hand)


def demanded(hand: int, wish: int) -> int:
    """The lead with a card of the wished rank that leaves the best hand."""
    of_plan = [cards_for(part, hand) for part in plan(hand).parts]
    members = [mask for mask in of_plan if mask & OF_RANK[wish]] or [next(plays(hand, None, OF_RANK[wish]))]
    return min(members, key=lambda mask: plan(hand & ~mask).cost)


def _chosen(view: View, parts: tuple[Part, ...]) -> Part:
    """Of two or more parts, what is sure to win if only one other is not; else the longest low one, bombs last."""
    unsure = [part for part in parts if part.cost > SURE]
    sure = [part for part in parts if part.cost <= SURE]
    if len(unsure) <= 1 and sure:
        plain = [part for part in sure if part.cost >= 0]
        return min(plain or sure, key=lambda part: (part.cost, -part.length))
    return max(parts, key=lambda part: _promise(view, part))


def _promise(view: View, part: Part) -> float:
    """How good a lead is: gets rid of losers, of many cards, and is not what an opponent waits for."""
    promise = part.cost + LENGTH * part.length - HEIGHT * part.high
    for opponent in opponents(view.seat or 0):
        if 0 < view.counts[opponent] == part.length:
            promise -= 2 * part.cost
    return promise

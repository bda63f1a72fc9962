"""What the computer player leads."""

from bench.computers.frozen.tichu.bot_partition import Part, cards_for, plan
from games.tichu.cards import DOG, OF_RANK
from games.tichu.legal_plays import plays
from games.tichu.state_from_view import opponents, wish_of
from games.tichu.view import View

SURE = 0.4
"""A part that costs no more probably wins its trick."""
HOPELESS = 3.0
"""A hand that costs more is left to the partner, if the Dog is there."""
LENGTH, HEIGHT = 0.12, 0.02


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

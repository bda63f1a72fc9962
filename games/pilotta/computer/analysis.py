"""Appraisals for the analysis of finished matches: what each call and card was worth, and the luck of a deal.

Units: exact points of the hand (RULES.md §9; ten are a unit) by which the team of the seat that is asked ends ahead, or
team 0 for a deal. A decision is appraised from the seat's own view and history, never from hidden cards.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import Decide, Drawn, GameEvent
from games.pilotta import bot, events, rules, view
from games.pilotta.cards import Card
from games.pilotta.computer import auction, cards
from games.pilotta.computer.knowledge import knowledge
from games.pilotta.moves import PLAYS, Move
from games.pilotta.state import Options, State, Variant, seats_of
from games.pilotta.view import View
from games.toolkit.search.chance import Source
from games.toolkit.seeded import Seeded
from services.kernel.seats import Seat

PLAYOUTS = 20_000
"""Of one card: four times as many as a strong computer player has."""
WORLDS = 960
"""Of one call."""
LUCK_LEVEL = bot.Level(400, 80, 0, 0)
"""How the four equal players of a deal play."""


class Appraised(NamedTuple):
    """A move that the seat could have made."""

    move: Move
    points: float
    """By how many its team could expect to end the hand ahead after it."""


def appraised(seen: View, history: Sequence[GameEvent], seed: int, scale: float = 1.0) -> list[Appraised]:
    """The moves of the seat on turn, the best first: every card, or a pass and each call worth looking at. The loss of
    a move is the first one's points less its own; a call that is not in the list was not worth looking at.

    `scale`: how many times the usual work. Announcing is not appraised: it never costs anything.
    """
    assert seen.seat is not None and seen.seat == seen.turn
    source = Source(seed)
    if seen.phase != "tricks":
        found = [Appraised(*each) for each in auction.expected(seen, round(scale * WORLDS), source)]
    else:
        known = knowledge(seen, history)
        each_card = cards.expected(seen, known, round(scale * PLAYOUTS), source)
        found = [Appraised(PLAYS[card], points) for card, points in each_card]
    return sorted(found, key=lambda each: -round(each.points, 5))


def luck(variant: Variant, deck: Sequence[Card], dealer: Seat, seed: int, times: int = 4) -> float:
    """The points by which team 0 ends a deal ahead, on average, when four equal computer players have it: its luck, for
    team 1 the negative. Equal players bring the same with hands and lead exchanged, so one way is enough.

    `deck`: the shuffle, as it was drawn; `times`: so often it is played. Costs about half a second each time.
    """
    return sum(_played(variant, deck, dealer, seed + number) for number in range(times)) / times


def _played(variant: Variant, deck: Sequence[Card], dealer: Seat, seed: int) -> int:
    chance, seats = Seeded(seed), seats_of(variant)
    state: State = rules.start(Options(variant=variant, ratings=(1500,) * seats))
    state = rules.apply(state, None, Drawn(((dealer + 1) % seats,)))
    seen: list[list[GameEvent]] = [[] for _ in range(seats)]
    actor: Seat | None = None
    action: Move | Drawn = Drawn(tuple(deck))
    while True:
        after = rules.apply(state, actor, action)
        for seat in range(seats):
            event = events.event(state, actor, action, after, seat)
            seen[seat] += [] if event is None else [event]
        state, waits = after, rules.next_(after)
        if not isinstance(waits, Decide):
            exact: Sequence[int] = state.scored[0].data["exact"] if state.scored else (0, 0)
            return exact[0] - exact[1]
        actor = waits.due[0].seat
        action = bot.chosen(view.view(state, actor), chance, LUCK_LEVEL, seen[actor])

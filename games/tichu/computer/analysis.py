"""A decision as an analysis shows it: what every play that was worth a look would have brought (RULES.md §17)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import Action, Decide, Drawn, Elapsed, GameEvent
from games.tichu import bot, events, rules
from games.tichu import view as views
from games.tichu.cards import RANK_TEXT, texts
from games.tichu.computer import thinking
from games.tichu.moves import Move, Pass, Play
from games.tichu.state import Options, State
from games.tichu.state_from_view import hand_of, top_of
from games.tichu.view import View
from games.toolkit.seeded import Seeded
from services.kernel.seats import Seat

ROUNDS = (120,)
LUCK_CARE = thinking.Care((1,), 10.0, 0.05)
"""How the four equal players of a deal play."""


class Rated(NamedTuple):
    """A move of the seat in turn."""

    move: Move
    points: float
    """Expected points of the seat's team less those of the other, of this hand, calls included: −400 … 400 or more."""
    first: float
    """How likely the seat is out first, 0 … 1."""
    worlds: int
    """How many playouts that is the mean of; their standard deviation is about 130 points."""


def rated_moves(view: View, history: Sequence[GameEvent], seed: int, rounds: Sequence[int] = ROUNDS) -> list[Rated]:
    """The plays that are looked at, the best first, all in the same worlds; what the seat knows alone is used.

    `view`: of a seat in turn in `play`, else nothing is found; `history`: the events of the hand as that seat saw them;
    `rounds`: worlds for each round, after which the worse half is given up. The same arguments give the same numbers.
    """
    if view.phase != "play" or view.turn is None or view.turn != view.seat:
        return []
    hand, top = hand_of(view), top_of(view)
    candidates = thinking.lead_candidates(view, hand) if top is None else thinking.answer_candidates(view, hand, top)
    found = thinking.rated(view, history, candidates, Seeded(seed), rounds)
    return [Rated(move_of(each.candidate), each.mean, each.first, each.playouts) for each in found]


def luck(order: Sequence[int], seed: int, times: int) -> float:
    """The points by which team 0 ends a deal ahead, on average, when four equal computer players have it: its luck, for
    team 1 the negative. `order`: the cards as they were drawn; `times`: so often it is played, an eighth of a second
    each, with a standard deviation of about 150 points."""
    return sum(_played(order, Seeded(seed + number)) for number in range(times)) / times


def _played(order: Sequence[int], chance: Seeded) -> int:
    state: State = rules.start(Options())
    seen: list[list[GameEvent]] = [[] for _ in range(4)]
    actor: Seat | None = None
    action: Move | Action = Drawn(tuple(order))
    while True:
        after = rules.apply(state, actor, action)
        for seat in range(4):
            event = events.event(state, actor, action, after, seat)
            seen[seat] += [] if event is None else [event]
        state = after
        if state.tallies:
            one, other = state.tallies[0].points
            return one - other
        actor, action = _next_action(state, seen, chance)


def _next_action(
    state: State, seen: Sequence[Sequence[GameEvent]], chance: Seeded
) -> tuple[Seat | None, Move | Action]:
    """What the computers do next: a seat that owes a decision, or a bomb in the window, which else runs out."""
    waits = rules.next_(state)
    asked = [due.seat for due in waits.due] if isinstance(waits, Decide) else sorted(rules.may_move(state))
    for seat in asked:
        move = bot.careful(views.view(state, seat), chance, LUCK_CARE, seen[seat])
        if move is not None:
            return seat, move
    return None, Elapsed(state.number)


def move_of(candidate: thinking.Candidate) -> Move:
    """A candidate as its seat would make it."""
    return Play(texts(candidate.mask), wish=RANK_TEXT.get(candidate.wish)) if candidate.mask else Pass()

"""The computer player: determinized Monte Carlo for calls and cards, from what its seat knows (RULES.md §14)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent, Rng
from games.pilotta.cards import BY_TEXT, SUIT_BY_TEXT, Card
from games.pilotta.computer.knowledge import knowledge
from games.pilotta.deal import FIRST_PACKETS
from games.pilotta.moves import DECLARE, PASS, PLAYS, Bid, Choose, Move
from games.pilotta.view import View
from services.kernel.strength import STRONG, Strength


class Level(NamedTuple):
    """What a strength looks at, and how well it sees."""

    playouts: int
    """Of a card."""
    worlds: int
    """Of a call."""
    noise: float
    """The standard deviation of its errors with cards, in points of the hand."""
    optimism: float
    """That of its errors with each suit as trumps, when it calls."""

    def scaled(self, scale: float) -> "Level":
        """With a share of the work."""
        return self._replace(playouts=max(1, int(self.playouts * scale)), worlds=max(1, int(self.worlds * scale)))


LEVELS: dict[Strength, Level] = {
    "strong": Level(5_000, 600, 0, 0),
    "medium": Level(300, 80, 50, 70),
    "easy": Level(150, 50, 55, 80),
}


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The move of the view's seat; None when it is not on turn."""
    if view.seat is None or view.seat != view.turn:
        return None
    return chosen(view, rng, LEVELS[strength].scaled(scale), history)


def chosen(view: View, rng: Rng, level: Level, history: Sequence[GameEvent]) -> Move:
    """The move of the seat on turn at a level."""
    if "declare" in view.moves:
        return DECLARE
    if view.phase != "tricks":
        return call(view, level, rng) if all_dealt(view) else PASS
    if len(view.legal) == 1 or not all_dealt(view):
        return PLAYS[BY_TEXT[view.legal[0]]]
    return PLAYS[card(view, history, level, rng)]


def all_dealt(view: View) -> bool:
    """Whether every seat has its cards: a moment may be written down with those alone that matter."""
    seats = len(view.counts)
    if view.phase != "tricks":
        return set(view.counts) == {sum(FIRST_PACKETS[view.variant])}
    played = [(seat - (view.lead or 0)) % seats < len(view.trick) for seat in range(seats)]
    left = view.tricks_in_all - sum(view.tricks_won)
    return all(count + own == left for count, own in zip(view.counts, played, strict=True))


# Both import what needs numpy where it is used: it takes longer to import than all games together, and only processes
# in which a computer thinks need it.


def call(view: View, level: Level, rng: Rng) -> Move:
    """The call that promises most to a level."""
    from games.pilotta.computer.auction import expected
    from games.toolkit.search.chance import source_of
    from games.toolkit.search.choice import best

    source = source_of(rng)
    errors = [level.optimism * float(error) for error in source.bell(4)] if level.optimism else [0.0] * 4
    found = expected(view, level.worlds, source, errors)
    return found[best([worth + error_of(move, errors) for move, worth in found])][0]


def error_of(move: Move, errors: Sequence[float]) -> float:
    """The error with a call: one for all calls of a suit, one for the turn-up and for doubling, none for a pass."""
    if move == PASS:
        return 0.0
    return errors[SUIT_BY_TEXT[move.suit] if isinstance(move, Bid | Choose) else 0]


def card(view: View, history: Sequence[GameEvent], level: Level, rng: Rng) -> Card:
    """The card that promises most to a level."""
    from games.pilotta.computer.cards import expected
    from games.toolkit.search.chance import source_of
    from games.toolkit.search.choice import best, noisy

    source = source_of(rng)
    found = expected(view, knowledge(view, history), level.playouts, source)
    worths = [worth for _, worth in found]
    return found[best(noisy(worths, level.noise, source) if level.noise else worths)][0]

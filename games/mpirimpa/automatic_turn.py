"""The automatic turn: what the server plays for a seat whose time ran out (RULES.md §11)."""

from games.mpirimpa.meld_rules import POINTS, WILD
from games.mpirimpa.moves import Move
from games.mpirimpa.state import State
from games.toolkit.double_deck import JOKERS_SET, RANK, SUIT, Card
from games.toolkit.melding import automatic_turn
from services.kernel.seats import Seat


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    return automatic_turn.timed_out(state, seat, choice)


def choice(able: list[Card], drawn: Card | None) -> Card:
    """The card just drawn if it is natural, else the natural card of most points, else a 2, else a joker."""
    if drawn is not None and drawn in able and drawn not in WILD:
        return drawn
    natural = [card for card in able if card not in WILD]
    if natural:
        return max(natural, key=lambda card: (POINTS[card], RANK[card], SUIT[card]))
    return min(able, key=lambda card: (card in JOKERS_SET, SUIT[card]))

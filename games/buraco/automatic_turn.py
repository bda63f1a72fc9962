"""The automatic turn: what the server plays for a seat whose time ran out (RULES.md §11)."""

from games.buraco.meld_rules import POINTS
from games.buraco.moves import Move
from games.buraco.state import State
from games.toolkit.double_deck import FACE, RANK, SUIT, TWOS, Card
from games.toolkit.melding import automatic_turn
from services.kernel.seats import Seat


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    return automatic_turn.timed_out(state, seat, choice)


def choice(able: list[Card], drawn: Card | None) -> Card:
    """The card just drawn if it is no 2 and one of its face is held, else the natural card of most points, else a 2."""
    if drawn is not None and drawn not in TWOS and any(FACE[card] == FACE[drawn] for card in able):
        return drawn
    natural = [card for card in able if card not in TWOS]
    if natural:
        return max(natural, key=lambda card: (POINTS[card], RANK[card], SUIT[card]))
    return min(able, key=lambda card: SUIT[card])

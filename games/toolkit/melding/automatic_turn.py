"""What the server plays for a seat whose time ran out (games/buraco/RULES.md §11)."""

from collections.abc import Callable

from games.toolkit.double_deck import TEXT, Card
from games.toolkit.meld_moves import DiscardCard, DrawStock
from games.toolkit.melding import turns
from games.toolkit.melding.state import Playing, State
from services.kernel.seats import Seat

Choice = Callable[[list[Card], Card | None], Card]
"""A family's rule: which of the cards that may go is discarded, by the card just drawn."""


def timed_out(state: State, seat: Seat, choice: Choice) -> tuple[DrawStock | DiscardCard, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    if state.terms.on_timeout == "wait" or seat != state.turn:
        return ()
    if state.phase == "play":
        return _discard(state, seat, choice)
    return (DrawStock(), *_discard(turns.drawn(state, seat), seat, choice)) if state.stock else ()


def _discard(state: Playing, seat: Seat, choice: Choice) -> tuple[DiscardCard, ...]:
    barred = turns.barred_face(state)
    able = [card for card in state.hands[seat] if TEXT[card] != barred]
    return (DiscardCard(TEXT[choice(able, state.drawn)]),) if able else ()

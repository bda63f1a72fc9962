"""What a seat may expect of the cards it has not seen, and what others hold as far as it was seen: for discards.

Both sheets, for one: games/buraco/RULES.md §12.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.api import GameEvent
from games.toolkit.double_deck import COPIES, FACE, FACE_TEXTS, RANK, SUIT, Card
from games.toolkit.melding.state import Playing
from services.kernel.seats import Seat

PLAYS = ("meld", "lay_off", "discard")
ONE_SHORT = 1.0
"""Of each card that may still come and makes a run with the card and another one."""
TWO_SHORT = 0.12
"""Of each pair of cards that may still come and make a run with the card."""
MADE = 4.0
"""Of two cards that make a run with the card already."""
COPY_SHARE = 0.4
"""How much of it a second copy is worth."""


def held_by(history: Sequence[GameEvent], seats: int) -> tuple[Counter[str], ...]:
    """By seat, the cards of the pile that it took in this hand and that have not left its hand since."""
    held: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event in history:
        data = event.data
        if event.kind == "deal":
            held = [Counter() for _ in range(seats)]
        elif event.kind == "take_pile":
            held[data["seat"]].update(data["cards"])
            held[data["seat"]] -= Counter(card for meld in data.get("melds", ()) for card in meld["cards"])
        elif event.kind in PLAYS:
            held[data["seat"]] -= Counter(_left(data))
        if data.get("pot"):
            held[data["seat"]].clear()
    return tuple(held)


def _left(data: dict[str, Any]) -> Iterable[str]:
    return data["cards"] if "cards" in data else (data["card"],)


class Outlook:
    """Runs that may still come, from one seat's place."""

    def __init__(self, state: Playing, seat: Seat, history: Sequence[GameEvent], wild: frozenset[Card]) -> None:
        seats = state.terms.seats
        held = held_by(history, seats)
        own = state.hands[seat]
        self.own = Counter(FACE[card] for card in own if card not in wild)
        next_seat = (seat + 1) % seats
        self.next = Counter({FACE[COPIES[text][0]]: count for text, count in held[next_seat].items()})
        lying = [card for each in state.table for card in each.meld.cards]
        seen = Counter(FACE[card] for card in (*own, *state.pile, *lying))
        for other in range(seats):
            if other != seat:
                seen.update(Counter({FACE[COPIES[text][0]]: count for text, count in held[other].items()}))
        self.coming = [max(0, len(COPIES[text]) - seen[face]) for face, text in enumerate(FACE_TEXTS)]

    def kept(self, card: Card) -> float:
        """What a natural card may still do for the hand."""
        worth = self._runs(card, self.own)
        return worth * COPY_SHARE if self.own[FACE[card]] > 1 else worth

    def given(self, card: Card) -> float:
        """What a natural card may do for the next seat, as far as its cards are known."""
        return self._runs(card, self.next)

    def _runs(self, card: Card, held: Counter[int]) -> float:
        suit, found = SUIT[card] * 13, 0.0
        for place in (1, 14) if RANK[card] == 1 else (RANK[card],):
            for first in range(max(1, place - 2), min(12, place) + 1):
                one, other = (suit + (each - 1) % 13 for each in range(first, first + 3) if each != place)
                if held[one] and held[other]:
                    found += MADE
                elif held[one] or held[other]:
                    found += ONE_SHORT * self.coming[other if held[one] else one]
                else:
                    found += TWO_SHORT * self.coming[one] * self.coming[other]
        return found

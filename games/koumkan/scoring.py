"""What a hand costs, who is out of the match, and who has won it (RULES.md §8, §9)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.koumkan.hand_splits import Split, Splitter
from games.koumkan.meld_rules import points_of, wild_cards
from games.koumkan.state import GameId
from games.toolkit.double_deck import Card
from services.kernel.ratings import ELO_START
from services.kernel.seats import Seat


def counted_hand(game: GameId, indicator: Card | None, hand: Sequence[Card]) -> Split:
    """What a hand costs whoever is not out: in koum-kan all of it, in the others its smallest deadwood."""
    wild = wild_cards(game, indicator)
    if game == "koumkan":
        return Split(sum(points_of(game, wild, card) for card in hand), (), tuple(hand))
    return Splitter(game, wild, hand).best()


class Fallen(NamedTuple):
    """Who is eliminated by a hand, and whether that ends the match."""

    groups: tuple[tuple[Seat, ...], ...]
    """Worst first; those together share their place."""
    active: tuple[Seat, ...]
    winner: Seat | None = None
    """The last one below the target, or of those who fell together the one with the lowest total, then rating."""
    tie: bool = False
    """Whether the lowest total was equal, and ratings had to be looked at."""
    draw: bool = False
    """Whether the lowest ratings were equal too."""


def fallen(totals: Sequence[int], active: Sequence[Seat], target_score: int, ratings: Sequence[int]) -> Fallen:
    """What totals come to after a hand of the active seats."""
    gone = [seat for seat in active if totals[seat] >= target_score]
    groups = places_by({seat: totals[seat] for seat in gone})
    staying = tuple(seat for seat in active if totals[seat] < target_score)
    if staying:
        return Fallen(groups, staying, staying[0] if len(staying) == 1 else None)
    best = groups[-1] if groups else ()
    rated = places_by({seat: ratings[seat] if ratings else ELO_START for seat in best})
    draw = bool(rated) and len(rated[-1]) > 1
    return Fallen(groups, (), None if draw or not rated else rated[-1][0], len(best) > 1, draw)


def places_by(worth: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
    """Seats with equal numbers together, the highest number (the worst) first."""
    numbers = sorted(set(worth.values()), reverse=True)
    return tuple(tuple(sorted(seat for seat in worth if worth[seat] == number)) for number in numbers)

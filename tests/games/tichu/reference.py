"""Tichu's combinations once more, slow and plain, from the rules in words alone: every subset of a hand is looked at.

Cards are texts, a hand is a list of them. A reading is `(type, length, rank, phx_as)`; ranks are floats.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"


class Reading(NamedTuple):
    """What a set of cards may be."""

    type: str
    length: int
    rank: float
    phx_as: str | None


class Combination(NamedTuple):
    """A set of cards of a hand with all that it may be."""

    cards: frozenset[str]
    readings: tuple[Reading, ...]


def value(letter: str) -> int:
    """The letter's rank, 2 … 14."""
    return RANKS.index(letter) + 2


def is_natural(card: str) -> bool:
    """Whether it is none of the four specials."""
    return card not in ("MJ", "DOG", "PHX", "DRG")


def readings(cards: tuple[str, ...], top: Reading | None) -> tuple[Reading, ...]:
    """Everything that the cards may be when they are played on the top, or led."""
    if len(cards) == 1:
        return (single(cards[0], top),)
    if "DOG" in cards or "DRG" in cards:
        return ()
    if "PHX" not in cards:
        found = fixed([(1, "") if card == "MJ" else (value(card[0]), card[1]) for card in cards])
        return () if found is None else (Reading(found[0], len(cards), found[1], None),)
    others = [(1, "") if card == "MJ" else (value(card[0]), card[1]) for card in cards if card != "PHX"]
    possible = ((letter, fixed([*others, (value(letter), "wild")])) for letter in RANKS)
    fitting = [(letter, found) for letter, found in possible if found is not None and not found[0].startswith("bomb")]
    return tuple(Reading(found[0], len(cards), found[1], letter) for letter, found in fitting)


def single(card: str, top: Reading | None) -> Reading:
    """A card alone."""
    if card == "DOG":
        return Reading("dog", 1, 0, None)
    if card == "PHX":
        on_single = top is not None and top.type == "single"
        return Reading("single", 1, min(top.rank, 14) + 0.5 if on_single and top else 1.5, None)
    special = {"MJ": 1, "DRG": 15}
    return Reading("single", 1, special.get(card) or value(card[0]), None)


def fixed(cards: list[tuple[int, str]]) -> tuple[str, int] | None:
    """Type and rank of two or more cards whose ranks are known."""
    ranks = sorted(rank for rank, _ in cards)
    suits = {suit for _, suit in cards}
    counts = Counter(ranks)
    size = len(ranks)
    if len(counts) == 1 and ranks[0] > 1:
        if size == 4:
            return None if "wild" in suits else ("bomb_four", ranks[0])
        return {2: ("pair", ranks[0]), 3: ("triple", ranks[0])}.get(size)
    if size == 5 and sorted(counts.values()) == [2, 3] and 1 not in counts:
        return "full_house", next(rank for rank in counts if counts[rank] == 3)
    low, high = ranks[0], ranks[-1]
    if size >= 4 and set(counts.values()) == {2} and high - low == len(counts) - 1 and low > 1:
        return "stairs", high
    if size >= 5 and set(counts.values()) == {1} and high - low == size - 1:
        natural = low > 1 and "wild" not in suits
        return ("bomb_straight" if natural and len(suits) == 1 else "straight"), high
    return None


def beats(reading: Reading, top: Reading) -> bool:
    """Whether it goes on the top."""
    if reading.type.startswith("bomb"):
        return not top.type.startswith("bomb") or bomb_order(reading) > bomb_order(top)
    same = reading.type == top.type and reading.length == top.length
    return same and reading.rank > top.rank


def bomb_order(reading: Reading) -> tuple[bool, int, float]:
    """Fours, then straights by length, then by rank."""
    return reading.type == "bomb_straight", reading.length, reading.rank


def subsets(hand: list[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of cards."""
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def combinations_of(hand: list[str]) -> list[Combination]:
    """Every combination in a hand, as it is led."""
    found = ((cards, readings(cards, None)) for cards in subsets(hand))
    return [Combination(frozenset(cards), read) for cards, read in found if read]


def allowed(found: list[Combination], top: Reading | None) -> list[Combination]:
    """Those that may be led, or of which some reading beats the top."""
    if top is None:
        return found
    on_top = (each._replace(readings=readings(tuple(each.cards), top)) for each in found if each.cards != {"DOG"})
    return [each for each in on_top if any(beats(reading, top) for reading in each.readings)]


def duty(may: list[Combination], wish: str | None) -> list[Combination]:
    """Those that hold a natural card of the wished rank."""
    return [each for each in may if any(is_natural(card) and card[0] == wish for card in each.cards)]


def refusal(
    cards: tuple[str, ...], phx_as: str | None, top: Reading | None, may: list[Combination], wish: str | None
) -> str | None:
    """The code for cards in hand, played in turn; `may`: what is `allowed`."""
    read = readings(cards, top)
    if not read:
        return "not_a_combination"
    named = [reading for reading in read if phx_as is None or (phx_as == reading.phx_as)]
    if not named:
        return "bad_phoenix_value"
    best = max(named, key=lambda reading: reading.rank)
    if top is not None and best.type == "dog":
        return "dog_only_on_lead"
    if top is not None and not beats(best, top):
        bomb = best.type.startswith("bomb") or top.type.startswith("bomb")
        same = (best.type, best.length) == (top.type, top.length)
        return "too_low" if bomb or same else "wrong_combination"
    bound = {each.cards for each in duty(may, wish)}
    return "must_fulfil_wish" if bound and frozenset(cards) not in bound else None

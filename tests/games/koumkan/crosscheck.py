"""The engine's smallest deadwood against the slow reading of reference.py, over random hands.

By hand: `python -m tests.games.koumkan.crosscheck --hands 20000 --seed 1`; it also prints the engine's slowest hand.
"""

import argparse
import gc
import random
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from games.koumkan.hand_splits import Splitter, is_complete
from games.koumkan.meld_rules import wild_cards
from games.toolkit.double_deck import CARDS, RANK, SUIT, TEXT, Card, texts, without
from tests.games.koumkan import reference

GAMES = ("koumkan", "thanasis", "dynamitis")


class Tried(NamedTuple):
    """A hand, what differs (None: nothing), and the processor time that the engine took."""

    hand: tuple[str, ...]
    difference: str | None
    took_ms: float


def some_hand(chance: random.Random, indicator: Card, wild: frozenset[Card]) -> tuple[Card, ...]:
    """Ten or eleven cards: any, or of few suits and ranks, with any number of wild ones, so that much can be melded."""
    count = chance.choice((10, 10, 11))
    deck = [card for card in CARDS if card != indicator]
    kind = chance.randrange(4)
    if kind == 0:
        return tuple(chance.sample(deck, count))
    suits = chance.sample(range(4), 1 if kind == 1 else 2)
    ranks = range(1, 14) if kind < 3 else range(chance.randint(1, 9), 14)
    near = [card for card in deck if card not in wild and SUIT[card] in suits and RANK[card] in ranks]
    wanted = min(count, len([card for card in deck if card in wild]), chance.choice((0, 1, 1, 2, 2, 3, 4, 5, 7, 9)))
    natural = chance.sample(near, min(len(near), count - wanted))
    rest = [card for card in deck if card in wild]
    return (*natural, *chance.sample(rest, min(len(rest), count - len(natural))))


def tried(chance: random.Random) -> Tried:
    """One random hand in a random game."""
    game = chance.choice(GAMES)
    indicator = chance.choice([card for card in CARDS if RANK[card] > 2])
    face = None if game == "koumkan" else TEXT[indicator]
    wild = wild_cards(game, indicator)
    hand = some_hand(chance, indicator, wild)
    began_s = time.process_time()
    splitter = Splitter(game, wild, hand)
    found = splitter.best()
    took_ms = (time.process_time() - began_s) * 1000
    expected = reference.smallest_deadwood(list(texts(hand)), game, face)
    if found.deadwood != expected:
        problem = f"{game}, indicator {face}, {' '.join(texts(hand))}: {found.deadwood}, not {expected}"
    else:
        problem = _wrong_split(game, face, hand, splitter) or _wrong_discard(game, face, hand, splitter, chance)
    return Tried(texts(hand), problem, took_ms)


def _wrong_split(game: str, indicator: str | None, hand: tuple[Card, ...], splitter: Splitter) -> str | None:
    """Why the melds shown are none, are not of the hand, or leave another sum."""
    found = splitter.best()
    shown = [card for meld in found.melds for card in meld.cards]
    left = sum(reference.points(TEXT[card], game, indicator) for card in found.left)
    melds = [
        (tuple(sorted(face for face in faces if not reference.is_wild(face, game, indicator))), len(faces))
        for faces in (texts(meld.cards) for meld in found.melds)
    ]
    whole = sorted((*shown, *found.left)) == sorted(hand) and left == found.deadwood
    fits = whole and all(reference.is_meld(naturals, count - len(naturals)) for naturals, count in melds)
    return None if fits else f"{game}, indicator {indicator}, {' '.join(texts(hand))}: {found}"


def _wrong_discard(
    game: str, indicator: str | None, hand: tuple[Card, ...], splitter: Splitter, chance: random.Random
) -> str | None:
    """What differs when a card is left out."""
    gone = chance.choice(hand)
    rest = without(hand, (gone,))
    expected = reference.smallest_deadwood(list(texts(rest)), game, indicator)
    wild = splitter.wild_set
    if splitter.deadwood(gone) == expected and is_complete(rest, wild) == (expected == 0):
        return None
    return f"{game}, indicator {indicator}, {' '.join(texts(hand))} without {TEXT[gone]}: not {expected}"


def all_tried(hands: int, seed: int) -> Iterator[Tried]:
    """So many hands from a seed."""
    chance = random.Random(seed)
    for _ in range(hands):
        yield tried(chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    gc.disable()  # what it collects here is not the engine's, and would be counted as its time
    wrong, slowest = [], Tried((), None, 0.0)
    for each in all_tried(chosen.hands, chosen.seed):
        slowest = max(slowest, each, key=lambda hand: hand.took_ms)
        wrong += [each.difference] if each.difference else []
    told = f"{chosen.hands} hands, {len(wrong)} differences; slowest {slowest.took_ms:.2f} ms: {' '.join(slowest.hand)}"
    sys.stdout.write("\n".join([*wrong[:20], told, ""]))
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""The engine against the slow rules of reference.py: readings, plays that are found, the wish's duty, refusals.

By hand: `python -m tests.games.tichu.crosscheck --hands 20000 --max-cards 9`.
"""

import argparse
import random
import sys
from collections.abc import Iterator

from games.tichu.cards import CARD_OF, DECK, OF_RANK, RANK_OF, texts
from games.tichu.checks import play_refusal
from games.tichu.combos import Combo, Kind, readings
from games.tichu.legal_plays import has_duty, plays
from games.tichu.moves import Play
from tests.games.tichu import reference
from tests.games.tichu.reference import Combination, Reading

TOPS = 3
"""Tops that each hand is tried on, beside the lead."""
WILD_PLAYS = 6


def some_hand(chance: random.Random, count: int) -> list[str]:
    """Cards of few ranks or few suits, so that there is something in them; with specials more often than not."""
    low = chance.randint(2, 11)
    ranks = range(low, low + chance.choice((3, 5, 8, 13)))
    suits = chance.choice(("jspt", "jspt", "js", "p"))
    deck = [rank + suit for rank in RANK_OF for suit in suits if RANK_OF[rank] in ranks]
    deck += [card for card in DECK[52:] if chance.random() < 0.4]
    chance.shuffle(deck)
    hand = deck[:count]
    others = [card for card in DECK if card not in hand]
    return hand + chance.sample(others, count - len(hand))


def some_top(chance: random.Random, hand: list[str]) -> Reading:
    """What somebody else might have played, every type as likely."""
    others = [card for card in some_hand(chance, 12) if card not in hand][:8] or ["2j" if "2j" not in hand else "2s"]
    found = [reading for each in reference.combinations_of(others) for reading in each.readings]
    found = [reading for reading in found if reading.type != "dog"] or [Reading("single", 1, 2, None)]
    kind = chance.choice(sorted({reading.type for reading in found}))
    top = chance.choice([reading for reading in found if reading.type == kind])
    alone = kind == "single" and top.rank == 1.5 and "MJ" not in hand and chance.random() < 0.7
    return top._replace(rank=chance.randint(1, 14) + 0.5) if alone else top


def engine_top(top: Reading | None) -> Combo | None:
    """The top as the engine holds it."""
    if top is None:
        return None
    kind: Kind = top.type  # type: ignore[assignment]
    return Combo(kind, top.length, int(2 * top.rank), RANK_OF.get(top.phx_as or "", 0))


def compare_readings(hand: list[str], found: list[Combination], chance: random.Random) -> str | None:
    """How the readings of a hand's combinations, and of some other sets, differ."""
    sets = {each.cards: each.readings for each in found}
    for _ in range(WILD_PLAYS):
        other = frozenset(chance.sample(hand, chance.randint(1, len(hand))))
        sets.setdefault(other, ())
    for cards, expected in sets.items():
        mask = sum(1 << CARD_OF[card] for card in cards)
        read = {(each.kind, each.length, each.strength / 2, each.phoenix) for each in readings(mask)}
        if read != {(each.type, each.length, each.rank, RANK_OF.get(each.phx_as or "", 0)) for each in expected}:
            return f"{sorted(cards)}: {read}, not {expected}"
    return None


def compare_plays(hand: list[str], top: Reading | None, may: list[Combination], wish: str | None) -> str | None:
    """How the plays that are found, and the duty, differ."""
    mask, known = sum(1 << CARD_OF[card] for card in hand), engine_top(top)
    rank = RANK_OF.get(wish or "", 0)
    bound = reference.duty(may, wish)
    if has_duty(mask, known, rank) != bool(bound):
        return f"duty: {bool(bound)} expected"
    listed = [frozenset(texts(play)) for play in plays(mask, known, OF_RANK[rank] if bound else 0)]
    expected = {each.cards for each in (bound or may)}
    if len(set(listed)) < len(listed):
        return "a set is found twice"
    return f"plays: {[sorted(each) for each in set(listed) ^ expected]}" if set(listed) != expected else None


def compare_refusals(
    hand: list[str], top: Reading | None, may: list[Combination], wish: str | None, chance: random.Random
) -> str | None:
    """How the refusals of some plays differ."""
    mask, known = sum(1 << CARD_OF[card] for card in hand), engine_top(top)
    for number in range(WILD_PLAYS):
        cards = tuple(chance.sample(hand, chance.randint(1, min(len(hand), 7))))
        if number % 2 and may:
            cards = tuple(sorted(chance.choice(may).cards))
        phx_as = chance.choice([None, None, *RANK_OF]) if "PHX" in cards else None
        play = sum(1 << CARD_OF[card] for card in cards)
        rank = RANK_OF.get(wish or "", 0)
        found = play_refusal(mask, play, known, Play(cards, phx_as), rank, in_turn=True)
        expected = reference.refusal(cards, phx_as, top, may, wish)
        if found != expected:
            return f"{cards} as {phx_as}: {found}, not {expected}"
    return None


def compare(hand: list[str], chance: random.Random) -> str | None:
    """How engine and reference differ on a hand; None if they do not."""
    found = reference.combinations_of(hand)
    problem = compare_readings(hand, found, chance)
    for number in range(TOPS + 1):
        top = some_top(chance, hand) if number else None
        naturals = [card[0] for card in hand if reference.is_natural(card)]
        wish = chance.choice(naturals) if naturals and chance.random() < 0.6 else None
        may = reference.allowed(found, top)
        problem = problem or compare_plays(hand, top, may, wish) or compare_refusals(hand, top, may, wish, chance)
        if problem:
            return f"{hand} on {top}, wish {wish}: {problem}"
    return None


def differences(hands: int, max_cards: int, seed: int, min_cards: int = 1) -> Iterator[str | None]:
    """For each hand what differs, None where nothing does."""
    chance = random.Random(seed)
    for _ in range(hands):
        yield compare(some_hand(chance, chance.randint(min_cards, max_cards)), chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--max-cards", type=int, default=9)
    parser.add_argument("--min-cards", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wrong = 0
    for number, found in enumerate(differences(chosen.hands, chosen.max_cards, chosen.seed, chosen.min_cards), 1):
        if found:
            wrong += 1
            sys.stdout.write(f"{found}\n")
        if number % 5_000 == 0 or number == chosen.hands:
            sys.stdout.write(f"{number} hands, {wrong} differences\n")
            sys.stdout.flush()
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

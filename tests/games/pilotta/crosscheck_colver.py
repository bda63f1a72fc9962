"""Legal cards, winners of tricks and card points against the package `colver`, an engine for Belote Contree.

The package is no part of the project. By hand, with an interpreter that has it in an environment of its own and sees
the project's packages beside them (README.md): `python -m tests.games.pilotta.crosscheck_colver --positions 50000`.

Rules differ where RULES.md §17 (D8) decides so: there nobody has to trump a trick that the partner holds, nor to put a
lower trump under a higher one. All tricks count 252 there.
"""

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.pilotta.cards import BY_TEXT, SUIT_MASKS, TEXTS, TRUMP_ABOVE, cards_of, mask_of
from games.pilotta.state import Trick
from games.pilotta.tricks import best_place, legal_cards, trick_points

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
PLAYING = 1
ALL_TRICKS = {162: 252}


class Found(NamedTuple):
    """A position that both have looked at: in which rule they differ, if they do, and what is wrong."""

    relief: str | None
    problem: str | None = None


def card_numbers(env: Any) -> dict[int, int]:
    """Its card → ours."""
    names = {number: env.card_name(number) for number in range(32)}
    return {number: BY_TEXT[name[:-1].replace("10", "T") + SUITS[name[-1]]] for number, name in names.items()}


def compared(seed: int) -> Iterator[Found]:
    """Every position of random hands in both engines, and what each hand came to."""
    env_type = importlib.import_module("colver").Env
    ours = card_numbers(env_type)
    theirs = {own: number for number, own in ours.items()}
    chance = random.Random(seed)
    while True:
        yield from _hand(env_type, ours, theirs, chance)


def _hand(env_type: Any, ours: dict[int, int], theirs: dict[int, int], chance: random.Random) -> Iterator[Found]:
    deck, trump, dealer = chance.sample(range(32), 32), chance.randrange(4), chance.randrange(4)
    hands = [mask_of(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    env = env_type.deal_with_hands(dealer, [sorted(theirs[card] for card in cards_of(hand)) for hand in hands])
    _bid(env, "cdhs"[trump])
    lead, tricks = env.current_player(), []
    while any(hands):
        trick: tuple[int, ...] = ()
        for step in range(4):
            seat = (lead + step) % 4
            yield _compare(env, ours, hands[seat], trick, trump, seat)
            card = chance.choice(list(cards_of(legal_cards(hands[seat], trick, trump))))
            hands[seat] ^= 1 << card
            trick = (*trick, card)
            env.step(theirs[card])
        tricks.append(Trick(lead, trick))
        lead = (lead + best_place(trick, trump)) % 4
        if any(hands) and lead != env.current_player():
            yield Found(None, f"{tricks[-1]}: won by {lead}, not {env.current_player()}")
    points = trick_points(tricks, trump, 4)
    if tuple(env.get_points()) not in (points, tuple(ALL_TRICKS.get(each, 0) for each in points)):
        yield Found(None, f"{tricks}: {points}, not {env.get_points()}")


def _bid(env: Any, trump: str) -> None:
    """80 in a suit, and passes."""
    actions = {env.action_name(action, 0): action for action in env.legal_actions()}
    env.step(next(action for name, action in actions.items() if name[:-1] == "80" and SUITS[name[-1]] == trump))
    while env.phase() != PLAYING:
        env.step(actions["Pass"])


def _compare(env: Any, ours: dict[int, int], hand: int, trick: tuple[int, ...], trump: int, seat: int) -> Found:
    own, other = legal_cards(hand, trick, trump), mask_of(ours[action] for action in env.legal_actions())
    if own == other:
        return Found(None)
    relief = _relief(hand, trick, trump)
    if relief and other == hand:
        return Found(relief)
    shown = [[TEXTS[card] for card in cards_of(mask)] for mask in (hand, own, other)]
    return Found(None, f"seat {seat}, trumps {'cdhs'[trump]}, {[TEXTS[card] for card in trick]}: {shown}")


def _relief(hand: int, trick: tuple[int, ...], trump: int) -> str | None:
    """The rule by which a seat that must trump here may play anything there."""
    led, trumps = trick[0] >> 3, hand & SUIT_MASKS[trump]
    if led == trump or hand & SUIT_MASKS[led] or not trumps:
        return None
    best = best_place(trick, trump)
    if len(trick) >= 2 and best == len(trick) - 2:
        return "the partner holds the trick"
    return "all own trumps are lower" if trick[best] >> 3 == trump and not trumps & TRUMP_ABOVE[trick[best]] else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found = list(islice(compared(chosen.seed), chosen.positions))
    for problem in (each.problem for each in found if each.problem):
        sys.stdout.write(f"{problem}\n")
    for relief, count in Counter(each.relief for each in found if each.relief).items():
        sys.stdout.write(f"{count} differ where {relief}\n")
    wrong = sum(each.problem is not None for each in found)
    sys.stdout.write(f"{chosen.positions} positions, {wrong} differ elsewhere\n")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""Positions of tavli for tests: of random games, and thrown together."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.tavli import GAMES
from games.tavli import position as positions
from games.tavli.position import Plain, Position, board_of, position_of
from games.tavli.turns import Turn, dice_to_play, most_dice
from games.tavli.variant import Variant
from games.tavli.variants import VARIANTS

(game,) = GAMES
NAMES = ("portes", "plakoto", "fevga")
BY_NAME: Mapping[str, Variant] = {str(name): rules for name, rules in VARIANTS.items()}
Dice = tuple[int, int]


def position(variant: str, own: dict[Any, int], enemy: dict[Any, int], *, pinned: Any = ((), ())) -> Position:
    """Seat 0 and seat 1 by their own numbers, without `off`: those left over are off."""
    checkers: Any = tuple(
        {"off": 15 - sum(side.values())} | {str(key): n for key, n in side.items()} for side in (own, enemy)
    )
    pins: Any = tuple(map(tuple, pinned))
    found = positions.read(BY_NAME[variant], Plain(checkers, pins))
    assert found is not None
    return found


def turn(variant: str, place: Position, dice: Dice, seat: int = 0) -> Turn:
    """A roll to be played."""
    rules = BY_NAME[variant]
    board = board_of(rules, place, seat)
    left = dice_to_play(dice)
    return Turn(rules, board, left, most_dice(rules, board, left))


def a_roll(chance: random.Random) -> Dice:
    return chance.randint(1, 6), chance.randint(1, 6)


def of_random_games(variant: str, seed: int) -> Iterator[tuple[Position, int, Dice]]:
    """Every position, seat and roll of game after game in which both seats play anything legal."""
    rules, chance = BY_NAME[variant], random.Random(f"{variant} {seed}")
    while True:
        place, seat = positions.at_start(rules), chance.randrange(2)
        while True:
            dice = a_roll(chance)
            yield place, seat, dice
            board = board_of(rules, place, seat)
            results = list(Turn(rules, board, dice_to_play(dice)).results) or [board]
            board = chance.choice(results)
            place = position_of(rules, board, seat)
            if rules.outcome(board) is not None:
                break
            seat = 1 - seat


def thrown(variant: str, seed: int) -> Iterator[tuple[Position, int, Dice]]:
    """Positions as no game may ever bring them: crowded, at home, behind primes, with many pins."""
    chance = random.Random(f"thrown {variant} {seed}")
    while True:
        found = _throw(variant, chance)
        if found is not None:
            yield found, chance.randrange(2), a_roll(chance)


def _throw(variant: str, chance: random.Random) -> Position | None:
    spread = chance.choice([1, 2, 2, 3, 5])
    sides = [_side(variant, chance, *chance.choice(REGIONS), spread) for _ in (0, 1)]
    rules = BY_NAME[variant]
    facing = (lambda point: 25 - point) if variant != "fevga" else (lambda point: (point + 11) % 24 + 1)
    pinned: tuple[list[int], list[int]] = ([], [])
    for point in range(1, 25):
        mine, theirs = sides[0].get(point, 0), sides[1].get(facing(point), 0)
        if not mine or not theirs:
            continue
        loser = chance.choice([0, 1])
        at = point if loser == 0 else facing(point)
        keep = 1 if variant == "plakoto" else 0
        sides[loser]["off"] = sides[loser].get("off", 0) + sides[loser][at] - keep
        sides[loser][at] = keep
        if keep:
            pinned[loser].append(at)
    return positions.read(rules, Plain((sides[0], sides[1]), (tuple(sorted(pinned[0])), tuple(sorted(pinned[1])))))


REGIONS = [(1, 6), (1, 6), (1, 12), (1, 24), (1, 24), (12, 24), (18, 24)]
"""Where a seat's checkers are thrown: own points from, to."""


def _side(variant: str, chance: random.Random, lowest: int, highest: int, spread: int) -> dict[Any, int]:
    side: dict[Any, int] = {}
    left = 15
    while left:
        place: Any = chance.randint(lowest, highest)
        if chance.random() < 0.1:
            place = "bar" if variant == "portes" and highest == 24 else "off"
        some = min(left, chance.randint(1, spread))
        side[place] = side.get(place, 0) + some
        left -= some
    return side

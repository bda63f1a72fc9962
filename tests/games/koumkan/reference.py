"""The smallest deadwood read slowly from the rules: every choice of cards for every meld, wild cards by their faces.

It shares nothing with the engine: cards are texts, a meld is tried by putting cards on places and suits.
"""

from functools import cache
from itertools import combinations

RANKS, SUITS = "A23456789TJQK", "cdhs"


def is_wild(face: str, game: str, indicator: str | None) -> bool:
    """Whether a card stands for any other."""
    if face == "X" or (game == "dynamitis" and face[0] == "2"):
        return True
    return game != "koumkan" and indicator is not None and face[0] == indicator[0]


def points(face: str, game: str, indicator: str | None) -> int:
    """What a card costs."""
    if is_wild(face, game, indicator):
        return 25
    if face[0] == "A":
        return 10 if game == "koumkan" else 1
    return 10 if face[0] in "TJQK" else int(face[0])


@cache
def is_meld(naturals: tuple[str, ...], wild: int) -> bool:
    """Whether cards and so many wild ones are a run or a group."""
    return bool(naturals) and len(naturals) + wild >= 3 and (_run(naturals, wild) or _group(naturals, wild))


def _run(naturals: tuple[str, ...], wild: int) -> bool:
    """Some row of places of one suit holds every natural card, and as many wild ones as are left over."""
    count = len(naturals) + wild
    for suit in SUITS:
        for lo in range(14 - count):
            places = [rank + suit for rank in RANKS[lo : lo + count]]
            if all(face in places for face in naturals) and len(set(naturals)) == len(naturals):
                return True
    return False


def _group(naturals: tuple[str, ...], wild: int) -> bool:
    """Some rank's four suits hold every natural card, and the wild ones find room."""
    for rank in RANKS:
        suits = [rank + suit for suit in SUITS]
        if all(face in suits for face in naturals) and len(set(naturals)) == len(naturals):
            return len(naturals) + wild <= 4
    return False


def smallest_deadwood(hand: list[str], game: str, indicator: str | None) -> int:
    """The least that can be left of a hand."""
    _least.cache_clear()
    naturals = tuple(sorted(face for face in hand if not is_wild(face, game, indicator)))
    return _least(naturals, len(hand) - len(naturals), game, indicator)


@cache
def _least(naturals: tuple[str, ...], wild: int, game: str, indicator: str | None) -> int:
    """The first natural card is left, or lies in a meld with any of the others and any number of wild cards."""
    if not naturals:
        return 25 * wild
    first, others = naturals[0], naturals[1:]
    best = points(first, game, indicator) + _least(others, wild, game, indicator)
    for count in range(len(others) + 1):
        for chosen in combinations(range(len(others)), count):
            with_first = (first, *(others[index] for index in chosen))
            if not _may_meet(with_first):
                continue
            rest = tuple(face for index, face in enumerate(others) if index not in chosen)
            for used in range(wild + 1):
                if is_meld(with_first, used):
                    best = min(best, _least(rest, wild - used, game, indicator))
    return best


@cache
def _may_meet(naturals: tuple[str, ...]) -> bool:
    """Whether cards are of one suit or of one rank."""
    return len({face[1] for face in naturals}) == 1 or len({face[0] for face in naturals}) == 1

"""The rules of cards and points once more, slow and in words, as the tests' measure (RULES.md §8, §9).

Cards are codes, nothing is shared with the engine.
"""

from fractions import Fraction
from typing import Any

TRUMP = "J9ATKQ87"
PLAIN = "ATKQJ987"
NATURAL = "AKQJT987"
CARRES = "J9ATKQ87"
SUITS = "cdhs"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def stronger(one: str, other: str, led: str, trump: str) -> bool:
    """Whether a card beats another one in a trick of this suit."""
    if one[1] == trump and other[1] == trump:
        return TRUMP.index(one[0]) < TRUMP.index(other[0])
    if trump in (one[1], other[1]):
        return one[1] == trump
    if one[1] == led and other[1] == led:
        return PLAIN.index(one[0]) < PLAIN.index(other[0])
    return one[1] == led


def winning(trick: list[str], trump: str) -> int:
    """The place of the card that nothing else in the trick beats."""
    led = trick[0][1]
    for place, card in enumerate(trick):
        if not any(stronger(other, card, led, trump) for other in trick if other != card):
            return place
    raise AssertionError(trick)


def refusal(hand: list[str], trick: list[str], trump: str, card: str) -> str | None:
    """Why a card of the hand may not be played; None if it may."""
    if not trick:
        return None
    led = trick[0][1]
    if any(own[1] == led for own in hand):
        if card[1] != led:
            return "must_follow_suit"
        return too_low(hand, trick, trump, card) if led == trump else None
    if any(own[1] == trump for own in hand):
        if card[1] != trump:
            return "must_trump"
        return too_low(hand, trick, trump, card)
    return None


def too_low(hand: list[str], trick: list[str], trump: str, card: str) -> str | None:
    """Whether a trump lies below one in the trick while the hand has one above all of them."""
    lying = [TRUMP.index(each[0]) for each in trick if each[1] == trump]
    if not lying or TRUMP.index(card[0]) < min(lying):
        return None
    higher = [own for own in hand if own[1] == trump and TRUMP.index(own[0]) < min(lying)]
    return "must_overtrump" if higher else None


def legal(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """The cards of the hand that may be played."""
    return {card for card in hand if refusal(hand, trick, trump, card) is None}


def points(card: str, trump: str) -> int:
    """What a card counts."""
    if card[1] == trump and card[0] in "J9":
        return {"J": 20, "9": 14}[card[0]]
    return {"J": 2, "9": 0}.get(card[0], POINTS.get(card[0], 0))


# --- declarations ---


def all_declarations(hand: list[str], trump: str) -> list[tuple[Any, int]]:
    """Everything that a hand could say, with a rank to compare it by: lower is better."""
    found: list[tuple[Any, int]] = []
    for place, rank in enumerate(CARRES):
        if all(rank + suit in hand for suit in SUITS):
            found.append(((0, place), {"J": 200, "9": 150}.get(rank, 100)))
    for suit in SUITS:
        for top in range(8):
            for end in range(top + 3, 9):
                if all(rank + suit in hand for rank in NATURAL[top:end]):
                    length = end - top
                    worth = 20 if length == 3 else 50 if length == 4 else 100
                    found.append(((1, -length, top, suit != trump), worth))
    return found


def best(hand: list[str], trump: str) -> tuple[Any, int] | None:
    """The best of them."""
    return min(all_declarations(hand, trump), default=None)


def compared(hands: list[list[str]], trump: str) -> tuple[int, int]:
    """Points of each team when every seat has announced its best."""
    said = [best(hand, trump) for hand in hands]
    tops = [min((each[0] for each in said[team::2] if each), default=None) for team in (0, 1)]
    if tops[0] == tops[1]:
        return 0, 0
    team = 0 if tops[1] is None or (tops[0] is not None and tops[0] < tops[1]) else 1
    total = sum(each[1] for each in said[team::2] if each)
    return (total, 0) if team == 0 else (0, total)


# --- the score of a hand ---


def score(data: dict[str, Any]) -> dict[str, Any]:
    """`made`, `exact`, `units` of the inputs of `score_hand`, read from the table."""
    taker, other = data["taker_team"], 1 - data["taker_team"]
    tp, all_by = list(data["trick_points"]), data["all_tricks_by"]
    if all_by is not None:
        tp = [250 if team == all_by else 0 for team in (0, 1)]
    rest = [data["declaration_points"][team] + data["belote"][team] for team in (0, 1)]
    value = {None: 0, "capot": 250}.get(data["value"], data["value"]) * data["multiplier"]
    total = [tp[team] + rest[team] for team in (0, 1)]
    if data["value"] is None:
        made = total[taker] > total[other]
    elif data["value"] == "capot":
        made = all_by == taker
    else:
        made = total[taker] >= data["value"]
    exact, units = [0, 0], [0, 0]
    if not made:
        exact[other] = sum(total) + value
        units[other] = _half_up(sum(tp)) + (sum(rest) + value) // 10
        return {"made": False, "exact": exact, "units": units}
    exact[taker], exact[other] = total[taker] + value, total[other]
    tens = rounded(tp, taker)
    for team in (0, 1):
        units[team] = tens[team] + (rest[team] + (value if team == taker else 0)) // 10
    return {"made": True, "exact": exact, "units": units}


def rounded(tp: list[int], taker: int) -> list[int]:
    """Both to the nearest ten, fives up; where both would go up, only the better of them does."""
    near = [_half_up(points) for points in tp]
    if all(Fraction(points, 10) < tens for points, tens in zip(tp, near, strict=True)):
        ups = sorted((0, 1), key=lambda team: (-(tp[team] % 10), -tp[team], team != taker))
        near[ups[1]] -= 1
    return near


def _half_up(points: int) -> int:
    return int(Fraction(points, 10) + Fraction(1, 2))

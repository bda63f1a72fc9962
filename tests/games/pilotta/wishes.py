"""Packs and moves for random matches in which what is rare happens: the cross-check's chance."""

import random

from tests.games.pilotta import reference
from tests.games.pilotta.reference import Match, Move


def deck(chance: random.Random, match: Match) -> list[int]:
    """A pack well shuffled or badly: where cards that belong together lie together, runs and carres are dealt."""
    order = list(range(32))
    kind = chance.randrange(4)
    if kind >= 2:
        chance.shuffle(order)
        return order
    if kind == 0:
        order.sort(key=lambda card: card % 8)
    _stack(order, chance, match)
    for _ in range(chance.randrange(12)):
        one, other = chance.sample(range(32), 2)
        order[one], order[other] = order[other], order[one]
    return order


def _stack(order: list[int], chance: random.Random, match: Match) -> None:
    """Cards that follow each other go to one hand."""
    blocks = [order[start : start + 8] for start in range(0, 32, 8)]
    chance.shuffle(blocks)
    plan = reference.dealt(match, [str(place) for place in range(32)])
    beside = [plan["turn_up"], *plan["stock"]] if plan["turn_up"] else []
    places = [int(place) for hand in (*plan["hands"].values(), beside) for place in hand]
    cards = [card for block in blocks for card in block]
    for place, card in zip(places, cards, strict=True):
        order[place] = card


def move(chance: random.Random, match: Match, moves: list[Move], mood: str) -> Move:
    """One of the legal moves; `mood`: whether the seat plays high, low or any cards."""
    by_name: dict[str, list[Move]] = {}
    for each in moves:
        by_name.setdefault(each["move"], []).append(each)
    if "play" in by_name and not ("declare" in by_name and chance.random() < 0.85):
        return _card(chance, match, by_name["play"], mood)
    name = chance.choice(sorted(by_name))
    return _bid(chance, match, by_name["bid"]) if name == "bid" else chance.choice(by_name[name])


def _bid(chance: random.Random, match: Match, bids: list[Move]) -> Move:
    """Low in the longest suit mostly; now and then all tricks."""
    hand = match["hands"][match["turn"]]
    suit = max(reference.SUITS, key=lambda each: sum(card[1] == each for card in hand))
    longest = [bid for bid in bids if bid["suit"] == suit]
    if chance.random() < 0.1:
        return longest[-1]
    return longest[0] if chance.random() < 0.8 else chance.choice(bids)


def _card(chance: random.Random, match: Match, plays: list[Move], mood: str) -> Move:
    if mood == "any":
        return chance.choice(plays)
    led = match["trick"][0][1] if match["trick"] else ""
    order = sorted(plays, key=lambda play: reference.strength(play["card"], led, match["trump"]))
    return order[-1] if mood == "high" else order[0]

"""Pilotta read slowly from the rules: cards are texts, a match is one dictionary in the rules' state names.

It shares nothing with the engine. Sections in brackets are those of RULES.md; moves are in reference_match.py.
"""

from itertools import groupby
from typing import Any

Match = dict[str, Any]
Move = dict[str, Any]

SUITS, RANKS = "cdhs", "789TJQKA"
TRUMP, PLAIN, NATURAL = "J9ATKQ87", "ATKQJ987", "AKQJT987"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = TRUMP_POINTS | {"J": 2, "9": 0}
DECK = [rank + suit for suit in SUITS for rank in RANKS]
PHASES = {
    "bid": {"auction"},
    "pass": {"auction", "contra", "recontra", "round1", "round2"},
    "contra": {"contra"},
    "recontra": {"recontra"},
    "take": {"round1"},
    "choose": {"round2"},
    "declare": {"tricks"},
    "play": {"tricks"},
}


def seats_of(variant: str) -> int:
    """How many play (§1)."""
    return 2 if variant == "classic2" else 4


def started(variant: str, target: int, ratings: list[int], leader: int) -> Match:
    """A match before its first deal: the drawn seat will be forehand (§1)."""
    seats = seats_of(variant)
    return {
        "variant": variant, "target": target, "ratings": ratings, "seats": seats, "dealer": (leader - 1) % seats,
        "phase": "deal", "turn": None, "calls": [], "declared": {}, "totals": [0, 0], "hands_scored": [],
        "result": None,
    }  # fmt: skip


def dealt(match: Match, deck: list[str]) -> Match:
    """The first cards of a hand (§4)."""
    packets = {"palatisti": (3, 2, 3), "classic": (3, 2), "classic2": (3, 3)}[match["variant"]]
    order = [(match["dealer"] + 1 + step) % match["seats"] for step in range(match["seats"])]
    deck, hands = list(deck), {seat: [] for seat in order}
    for count in packets:
        for seat in order:
            hands[seat], deck = hands[seat] + deck[:count], deck[count:]
    auction = match["variant"] == "palatisti"
    return match | {
        "hands": hands, "turn_up": None if auction else deck[0], "stock": deck[1:], "calls": [],
        "phase": "auction" if auction else "round1", "turn": order[0], "trump": None, "taker": None, "value": None,
        "multiplier": 1, "trick": [], "lead": None, "tricks": [], "declared": {}, "combos": {}, "belote_of": None,
        "said": [], "swapped": None,
    }  # fmt: skip


# --- combinations (§8) -----------------------------------------------------------------------------------------


def combinations_of(hand: list[str], trump: str) -> list[dict[str, Any]]:
    """Every carre and every full run of a hand, each with the key it is ranked by."""
    found = []
    for rank in RANKS:
        if all(rank + suit in hand for suit in SUITS):
            points = {"J": 200, "9": 150}.get(rank, 100)
            cards = [rank + suit for suit in SUITS]
            key = (1, 7 - TRUMP.index(rank), 0, 0)
            found.append({"kind": "carre", "rank": rank, "points": points, "cards": cards, "key": key})
    for suit in SUITS:
        for run in runs(hand, suit):
            points = {3: 20, 4: 50}.get(len(run), 100)
            key = (0, len(run), 7 - NATURAL.index(run[0][0]), int(suit == trump))
            found.append({"kind": "sequence", "suit": suit, "length": len(run), "top": run[0][0], "points": points,
                          "cards": run, "key": key})  # fmt: skip
    return found


def runs(hand: list[str], suit: str) -> list[list[str]]:
    """The unbroken runs of three and more in a suit, highest card first."""
    held = [rank + suit in hand for rank in NATURAL]
    found = []
    for has, group in groupby(range(8), key=lambda place: held[place]):
        places = list(group)
        if has and len(places) >= 3:
            found.append([NATURAL[place] + suit for place in places])
    return found


def best_combination(hand: list[str], trump: str) -> dict[str, Any] | None:
    """The highest; of two equal ones that of the first suit."""
    best = None
    for each in combinations_of(hand, trump):
        if best is None or each["key"] > best["key"]:
            best = each
    return best


def declarations_scored(combos: dict[int, dict[str, Any]]) -> tuple[int | None, list[int]]:
    """The team that scores, and the points of both."""
    best = [max((each["key"] for seat, each in combos.items() if seat % 2 == team), default=None) for team in (0, 1)]
    if best[0] == best[1]:
        return None, [0, 0]
    team = 0 if best[1] is None or (best[0] is not None and best[0] > best[1]) else 1
    sums = [0, 0]
    sums[team] = sum(each["points"] for seat, each in combos.items() if seat % 2 == team)
    return team, sums


# --- tricks (§8) -----------------------------------------------------------------------------------------------


def strength(card: str, led: str, trump: str) -> int:
    """How high a card stands in a trick; 0: it cannot win."""
    if card[1] == trump:
        return 100 - TRUMP.index(card[0])
    return 50 - PLAIN.index(card[0]) if card[1] == led else 0


def winner_of(cards: list[str], lead: int, trump: str, seats: int) -> int:
    """The seat whose card is the highest."""
    powers = [strength(card, cards[0][1], trump) for card in cards]
    return (lead + powers.index(max(powers))) % seats


def card_points(card: str, trump: str) -> int:
    """What a card counts (§2)."""
    return (TRUMP_POINTS if card[1] == trump else PLAIN_POINTS)[card[0]]


def card_refusal(hand: list[str], trick: list[str], trump: str, card: str) -> str | None:
    """Why a card may not be played."""
    if card not in hand:
        return "card_not_in_hand"
    if not trick:
        return None
    led = trick[0][1]
    trumps = [each for each in hand if each[1] == trump]
    laid = [strength(each, led, trump) for each in trick if each[1] == trump]
    higher = [each for each in trumps if strength(each, led, trump) > max(laid, default=0)]
    if led != trump and any(each[1] == led for each in hand):
        return None if card[1] == led else "must_follow_suit"
    if not trumps or card in higher:
        return None
    if card[1] != trump:
        return "must_follow_suit" if led == trump else "must_trump"
    return "must_overtrump" if higher else None


# --- scores (§9) -----------------------------------------------------------------------------------------------


def in_tens(points: list[int], taker: int) -> list[int]:
    """Trick points of a made hand in tens: at most one team rounds up."""
    up = [team for team in (0, 1) if points[team] % 10 >= 5]
    if len(up) == 2:
        remainders = [points[0] % 10, points[1] % 10]
        if remainders[0] != remainders[1]:
            up = [remainders.index(max(remainders))]
        elif points[0] != points[1]:
            up = [points.index(max(points))]
        else:
            up = [taker]
    return [points[team] // 10 + (team in up) for team in (0, 1)]


def score(hand: dict[str, Any]) -> dict[str, Any]:
    """`score_hand`: `variant`, `taker_team`, `trick_points`, `all_tricks_by`, declarations, belote, value."""
    taker, sweep = hand["taker_team"], hand["all_tricks_by"]
    tricks = list(hand["trick_points"]) if sweep is None else [250 * (team == sweep) for team in (0, 1)]
    bonus = [hand["declaration_points"][team] + hand["belote"][team] for team in (0, 1)]
    total = [tricks[team] + bonus[team] for team in (0, 1)]
    worth = 0
    if hand["variant"] == "palatisti":
        worth = (250 if hand["value"] == "capot" else hand["value"]) * hand["multiplier"]
    if hand["variant"] != "palatisti":
        made = total[taker] > total[1 - taker]
    elif hand["value"] == "capot":
        made = sweep == taker
    else:
        made = total[taker] >= hand["value"]
    if made:
        exact, tens = total, [a + b // 10 for a, b in zip(in_tens(tricks, taker), bonus, strict=True)]
        exact[taker] += worth
        tens[taker] += worth // 10
        return {"made": True, "exact": exact, "units": tens}
    exact, tens, others = [0, 0], [0, 0], 1 - taker
    exact[others] = sum(total) + worth
    tens[others] = (sum(tricks) + 5) // 10 + (sum(bonus) + worth) // 10
    return {"made": False, "exact": exact, "units": tens}


def ending(totals: list[int], target: int, ratings: list[int]) -> dict[str, Any]:
    """`match_end` (§10)."""
    if max(totals) < target:
        return {"over": False}
    if totals[0] != totals[1]:
        return {"over": True, "winner": totals.index(max(totals)), "reason": "score", "rating_factor": 1}
    sums = [sum(ratings[0::2]), sum(ratings[1::2])]
    if sums[0] == sums[1]:
        return {"over": False}
    return {"over": True, "winner": sums.index(min(sums)), "reason": "rating_tiebreak", "rating_factor": 0.5}

"""The rules of baccarat read slowly from RULES.md: cards are texts, a round is dealt card by card, chips box by box.

It shares nothing with the engine: at each card it asks again which hand is to have one.
"""

from typing import Any

RANKS, SUITS = "A23456789TJQK", "cdhs"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}
SIDE_BOXES = ["tie", "player_pair", "banker_pair", "fortune_six"]
BANKER_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
OWN_LIMITS = ("loss_limit", "own_stake_limit", "session_limit")


def total(hand: list[str]) -> int:
    """The last digit of the sum."""
    return sum(VALUES[card[0]] for card in hand) % 10


def next_hand(player: list[str], banker: list[str]) -> str | None:
    """The hand that has the next card; None when the round is whole."""
    if len(banker) < 2:
        return "player" if len(player) == len(banker) else "banker"
    if total(player[:2]) >= 8 or total(banker[:2]) >= 8 or len(banker) == 3:
        return None
    if len(player) == 2 and total(player) <= 5:
        return "player"
    if len(player) == 2:
        return "banker" if total(banker) <= 5 else None
    drawn = str(VALUES[player[2][0]])
    return "banker" if drawn in BANKER_DRAWS.get(total(banker), "0123456789") else None


def deal(cards: list[str]) -> dict[str, Any]:
    """A whole round from the head of the shoe."""
    hands: dict[str, list[str]] = {"player": [], "banker": []}
    used = 0
    while (hand := next_hand(hands["player"], hands["banker"])) is not None:
        hands[hand].append(cards[used])
        used += 1
    return told(hands["player"], hands["banker"])


def told(player: list[str], banker: list[str]) -> dict[str, Any]:
    """What a whole round came to."""
    own, other = total(player), total(banker)
    winner = "tie" if own == other else "player" if own > other else "banker"
    return {
        "player": player,
        "banker": banker,
        "totals": [own, other],
        "winner": winner,
        "natural": max(total(player[:2]), total(banker[:2])) >= 8,
        "pairs": [hand[0][0] == hand[1][0] for hand in (player, banker)],
        "six": len(banker) if winner == "banker" and other == 6 else None,
        "used": len(player) + len(banker),
    }


def boxes(variant: str) -> list[str]:
    """The boxes of a variant."""
    return ["player", "banker", *(SIDE_BOXES if variant == "fortune_six" else SIDE_BOXES[:3])]


def winnings(variant: str, box: str, chips: int, result: dict[str, Any]) -> int | None:
    """What a box wins on top of its stake, 0 where only the stake comes back; None: it loses."""
    winner, six = result["winner"], result["six"]
    if box in ("player", "banker"):
        if winner == "tie":
            return 0
        if winner != box:
            return None
        if box == "player":
            return chips
        return chips * 95 // 100 if variant == "commission" else chips // 2 if six else chips
    if box == "tie":
        return 8 * chips if winner == "tie" else None
    if box == "fortune_six":
        return {2: 12, 3: 20}[six] * chips if six else None
    return 11 * chips if result["pairs"][0 if box == "player_pair" else 1] else None


def settled(variant: str, stakes: dict[str, int], result: Any) -> dict[str, int]:
    """Box → chips credited; `result` may be "dummy"."""
    if result == "dummy":
        return dict(stakes)
    won = {box: winnings(variant, box, chips, result) for box, chips in stakes.items()}
    return {box: 0 if more is None else stakes[box] + more for box, more in won.items()}


def bet_refusal(variant: str, stakes: Any, chips: int, caps: dict[str, int], side_max: int | None = None) -> str | None:
    """Why a set may not be laid by a guest with so many chips and these limits of their own."""
    if not isinstance(stakes, dict):
        return "bad_parameters"
    if not stakes:
        return None
    if any(box not in boxes(variant) for box in stakes):
        return "unknown_box"
    if any(type(each) is not int or each < 1 for each in stakes.values()):
        return "amount_invalid"
    together = sum(stakes.values())
    if together < 200 or any(each < (20 if box in SIDE_BOXES else 200) for box, each in stakes.items()):
        return "bet_below_minimum"
    too_much = [box for box in SIDE_BOXES if side_max is not None and stakes.get(box, 0) > side_max]
    if together > 100_000 or too_much:
        return "bet_above_maximum"
    if together > chips:
        return "insufficient_chips"
    return next((code for code in OWN_LIMITS if together > caps.get(code, together)), None)


def after_round(remaining: int, used: int, last_round: bool, cut: int) -> dict[str, Any]:
    """A shoe after a round."""
    left = remaining - used
    return {"remaining": left, "last_round": left <= cut and not last_round, "new_shoe": last_round}

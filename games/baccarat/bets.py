"""Which sets of stakes may be laid (RULES.md §3, §6)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import Purse
from games.baccarat.payouts import BOXES, MAIN_BOXES, Stakes, Variant
from services.kernel.refusal import Refusal

OWN_LIMITS = ("self_excluded", "loss_limit", "own_stake_limit", "session_limit")
"""The codes of a guest's own limits in the order in which they are asked."""

UNKNOWN_BOX = Refusal("unknown_box")
AMOUNT_INVALID = Refusal("amount_invalid")
BELOW_MINIMUM = Refusal("bet_below_minimum")
ABOVE_MAXIMUM = Refusal("bet_above_maximum")
INSUFFICIENT_CHIPS = Refusal("insufficient_chips")


class Limits(msgspec.Struct, frozen=True):
    """Settings of the platform; a guest's total in a round begins at the main minimum."""

    main_min_chips: int = 200
    side_min_chips: int = 20
    round_max_chips: int = 100_000
    side_max_chips: int | None = None
    """The most that one side box takes; None: as much as the round. So it is at tables from before there was a cap."""

    def minimum(self, box: str) -> int:
        """The least a box takes if it is used."""
        return self.main_min_chips if box in MAIN_BOXES else self.side_min_chips

    def maximum(self, box: str) -> int:
        """The most a box takes."""
        if box in MAIN_BOXES or self.side_max_chips is None:
            return self.round_max_chips
        return min(self.side_max_chips, self.round_max_chips)


def refusal(variant: Variant, stakes: Mapping[str, Any], limits: Limits, purse: Purse) -> Refusal | None:
    """Why a guest with this purse may not lay the set, first hit: `unknown_box`, `amount_invalid`,
    `bet_below_minimum`, `bet_above_maximum`, `insufficient_chips`, then the codes of the guest's own limits."""
    if not stakes:
        return None
    if not stakes.keys() <= set(BOXES[variant]):
        return UNKNOWN_BOX
    if not all(type(chips) is int and chips > 0 for chips in stakes.values()):
        return AMOUNT_INVALID
    total = sum(stakes.values())
    if total < limits.main_min_chips or any(chips < limits.minimum(box) for box, chips in stakes.items()):
        return BELOW_MINIMUM
    if total > limits.round_max_chips or any(chips > limits.maximum(box) for box, chips in stakes.items()):
        return ABOVE_MAXIMUM
    return INSUFFICIENT_CHIPS if total > purse.chips else own_limit(purse, total)


def own_limit(purse: Purse, total: int) -> Refusal | None:
    """The first of the guest's own limits that the total passes."""
    codes = (*OWN_LIMITS, *sorted(purse.caps.keys() - set(OWN_LIMITS)))
    return next((Refusal(code) for code in codes if total > purse.caps.get(code, total)), None)


def in_order(variant: Variant, stakes: Mapping[str, int]) -> Stakes:
    """The set with its boxes in the table's order."""
    return {box: stakes[box] for box in BOXES[variant] if box in stakes}


def every_set(variant: Variant, limits: Limits, purse: Purse) -> Iterator[Stakes]:
    """Every set of stakes that may be laid, lazily: chips of the table, then any amount on one box, then mixtures."""
    most = min(purse.chips, limits.round_max_chips, *purse.caps.values())
    boxes: tuple[str, ...] = BOXES[variant]
    first = [each for each in _of_chips(boxes, limits) if sum(each.values()) <= most]
    yield from first
    least = limits.main_min_chips
    for box in boxes:
        alone = range(least, min(most, limits.maximum(box)) + 1)
        yield from ({box: chips} for chips in alone if {box: chips} not in first)
    for total in range(least, most + 1):
        yield from (each for each in _sums(boxes, total, limits) if len(each) > 1 and each not in first)


def _of_chips(boxes: tuple[str, ...], limits: Limits) -> Iterator[Stakes]:
    """Some sets that people lay."""
    main, side = limits.main_min_chips, limits.side_min_chips
    for main_box in boxes[:2]:
        yield from ({main_box: chips} for chips in (main, 2 * main, 5 * main))
        yield from ({main_box: main, box: side} for box in boxes[2:])
    yield {boxes[0]: main, boxes[1]: 2 * main}


def _sums(boxes: tuple[str, ...], total: int, limits: Limits) -> Iterator[Stakes]:
    """Every way to lay exactly so many chips on these boxes."""
    if not total:
        yield {}
        return
    if not boxes:
        return
    box, others = boxes[0], boxes[1:]
    if not others:  # all that is left lies here
        if limits.minimum(box) <= total <= limits.maximum(box):
            yield {box: total}
        return
    for chips in (0, *range(limits.minimum(box), min(total, limits.maximum(box)) + 1)):
        here = {box: chips} if chips else {}
        yield from (here | rest for rest in _sums(others, total - chips, limits))

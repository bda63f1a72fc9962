"""The results of all rolls on many positions at once: what games/tavli/turns.py finds one by one.

A step is a bit operation on the sets of points of every position together; a roll is at most four such steps. The plays
that are offered and made are those of turns.py; these here are only looked at.
"""

from typing import Any, NamedTuple

import numpy as np

from games.tavli.computer.inputs import BAR, LENGTH, PINNED, SIDE, Flags, Numbers, Rows, mask_of
from games.tavli.computer.masks import BAR as BAR_BIT
from games.tavli.computer.masks import BOARD, START_QUADRANT, highest, mirrored, popcount, rotated
from games.tavli.state import VariantName

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36
"""How likely each of the 21 rolls is."""
_WORDS = LENGTH // 4
_MIX = np.array([0x9E3779B97F4A7C15 * (2 * word + 1) ** 7 % 2**64 | 1 for word in range(_WORDS)], np.uint64)
_GROUP_MIX = np.uint64(0xD6E8FEB86659FD93)
Fingerprints = np.ndarray[Any, np.dtype[np.uint64]]


class Results(NamedTuple):
    """Positions after a roll, still seen by the seat that has moved."""

    rows: Rows
    group: Numbers
    """For each: number of the position it comes from × number of rolls + number of the roll; ascending. Where a roll
    has no legal step the position itself is the only result."""


def turned(rows: Rows) -> Rows:
    """The positions for the other seat."""
    return np.concatenate([rows[:, SIDE:], rows[:, :SIDE]], axis=1)


def sources(name: VariantName, rows: Rows, dice: Numbers) -> Numbers:
    """For each position and its die the set of points from which a checker may be moved."""
    own, enemy = rows[:, :SIDE], rows[:, SIDE:]
    there = mask_of(own > 0)
    if name == "fevga":
        return _fevga_sources(own, there, rotated(mask_of(enemy > 0)), dice)
    blocked = mirrored(mask_of((enemy > 1) & (enemy < PINNED)) & BOARD)
    movable = there
    if name == "portes":
        entering = there >= BAR_BIT
        movable = np.where(entering, BAR_BIT, there)
    else:
        held = mask_of(own == PINNED)
        blocked, movable = blocked | held, there & ~held
    return movable & (BOARD & ~blocked) << dice | movable & _leaving(there, dice)


def _leaving(there: Numbers, dice: Numbers) -> Numbers:
    """The point from which a die bears off, with all checkers at home."""
    top = highest(there)
    exact = there & (np.int64(1) << dice)
    higher = there >> dice
    found = np.where(higher != 0, exact, np.int64(1) << top)
    return np.where(top <= HOME_TOP, found, 0) & ~1


HOME_TOP = 6


def _fevga_sources(own: Rows, there: Numbers, blocked: Numbers, dice: Numbers) -> Numbers:
    passed = (there & PASSED != 0) | (own[:, 0] > 0)
    movable = np.where(passed, there, there & -there)
    found = movable & (BOARD & ~blocked) << dice | movable & _leaving(there, dice)
    start = there & START_QUADRANT
    near = np.nonzero(popcount(start) >= START_POINTS - 1)[0]
    if len(near):
        missing = START_QUADRANT & ~start[near]
        alone = mask_of(own[near] == 1)
        fills = np.where(missing == 0, ~(alone & START_QUADRANT), missing << dice[near] & ~(alone & START_QUADRANT))
        found[near] &= ~fills
    return found


PASSED = 0xFFE
START_POINTS = 6


def stepped(name: VariantName, rows: Rows, dice: Numbers) -> tuple[Rows, Numbers]:
    """Every position one legal step further, and which of `rows` each comes from."""
    masks = sources(name, rows, dice).astype(np.uint32)
    flags = np.unpackbits(masks.view(np.uint8).reshape(len(rows), 4), axis=1, bitorder="little")
    came, points = np.nonzero(flags)
    after = rows[came]
    each = np.arange(len(came))
    targets = np.maximum(points - dice[came], 0)
    after[each, points] -= 1
    after[each, targets] += 1
    if name != "fevga":
        _met(name, after, each, points, targets)
    return after, came


def _met(name: VariantName, after: Rows, each: Numbers, points: Numbers, targets: Numbers) -> None:
    """What a step does to the enemy's checkers: hit, pinned, set free."""
    facing = np.where(targets > 0, SIDE + BAR - targets, 0)
    met = np.nonzero((targets > 0) & (after[each, facing] == 1))[0]
    if name == "portes":
        after[met, facing[met]] = 0
        after[met, SIDE + BAR] += 1
        return
    after[met, facing[met]] = PINNED
    left = np.nonzero((after[each, points] == 0) & (after[each, SIDE + BAR - points] == PINNED))[0]
    after[left, SIDE + BAR - points[left]] = 1


def fingerprints(rows: Rows, group: Numbers) -> Fingerprints:
    """A number for each position of a group, different for different ones."""
    words = np.ascontiguousarray(rows).view(np.uint32).astype(np.uint64)
    mixed: Fingerprints = (words * _MIX).sum(axis=1, dtype=np.uint64)
    mixed ^= mixed >> np.uint64(29)
    mixed += group.astype(np.uint64) * _GROUP_MIX
    return mixed


def _different(rows: Rows, group: Numbers) -> Numbers:
    """Which positions to keep so that each is there once in its group."""
    _, first = np.unique(fingerprints(rows, group), return_index=True)
    return np.sort(first)


def results(name: VariantName, rows: Rows, rolls: list[tuple[int, int]]) -> Results:
    """The different results of each roll on each position (RULES.md §7, §10 3)."""
    number = len(rolls)
    groups = np.arange(len(rows) * number)
    dice = np.array(rolls, np.int64)
    found = [Results(rows[groups // number], groups)]
    same = np.nonzero(dice[:, 0] == dice[:, 1])[0]
    differ = np.nonzero(dice[:, 0] != dice[:, 1])[0]
    if len(differ):
        found += _two_dice(name, rows, dice, differ)
    if len(same):
        found += _doubles(name, rows, dice, same)
    best = _deepest(found, len(groups))
    return _opening(name, rows, best, number) if name == "fevga" else best


def _two_dice(name: VariantName, rows: Rows, dice: Numbers, which: Numbers) -> list[Results]:
    """With the lower die alone, with the higher alone, with both: the last that is there counts."""
    number = len(dice)
    faces = np.unique(dice[which])
    origin = np.repeat(np.arange(len(rows)), len(faces))
    used = np.tile(faces, len(rows))
    one, came = stepped(name, rows[origin], used)
    origin, used = origin[came], used[came]
    wheres: list[list[Numbers]] = [[], []]
    groups: list[list[Numbers]] = [[], []]
    others: list[list[Numbers]] = [[], []]
    for roll in which:
        low, high = sorted(dice[roll].tolist())
        for place, (die, other) in enumerate(((low, high), (high, low))):
            where = np.nonzero(used == die)[0]
            wheres[place].append(where)
            groups[place].append(origin[where] * number + roll)
            others[place].append(np.full(len(where), other))
    alone = [Results(one[np.concatenate(wheres[place])], np.concatenate(groups[place])) for place in (0, 1)]
    second = np.concatenate([*others[0], *others[1]])
    two, came = stepped(name, np.concatenate([part.rows for part in alone]), second)
    group = np.concatenate([part.group for part in alone])[came]
    keep = _different(two, group)
    return [*alone, Results(two[keep], group[keep])]


def _doubles(name: VariantName, rows: Rows, dice: Numbers, which: Numbers) -> list[Results]:
    """With one, two, three and four steps of the same die."""
    number = len(dice)
    now = np.repeat(rows, len(which), axis=0)
    used = np.tile(dice[which, 0], len(rows))
    group = (np.arange(len(rows))[:, None] * number + which[None, :]).ravel()
    found = []
    for _ in range(4):
        now, came = stepped(name, now, used)
        used, group = used[came], group[came]
        keep = _different(now, group)
        now, used, group = now[keep], used[keep], group[keep]
        found.append(Results(now, group))
        if not len(now):
            break
    return found


def _deepest(found: list[Results], groups: int) -> Results:
    """For each group the results of the last part that has any."""
    deepest = np.zeros(groups, np.int64)
    for depth, part in enumerate(found):
        deepest[part.group] = depth
    kept = [
        Results(part.rows[where], part.group[where])
        for depth, part in enumerate(found)
        if len(where := np.nonzero(deepest[part.group] == depth)[0])
    ]
    rows, group = np.concatenate([part.rows for part in kept]), np.concatenate([part.group for part in kept])
    order = np.argsort(group, kind="stable")
    return Results(rows[order], group[order])


def sealed(name: VariantName, rows: Rows) -> Flags:
    """Fevga: the seat about to roll has a checker in play and no die plays."""
    stuck = rows[:, 0] < 15
    for die in range(1, 7):
        where = np.nonzero(stuck)[0]
        if len(where):
            stuck[where] = sources(name, rows[where], np.full(len(where), die)) == 0
    return stuck


def _opening(name: VariantName, rows: Rows, found: Results, number: int) -> Results:
    """Where the other seat was sealed, only the results that open it, if there are any."""
    before = sealed(name, turned(rows))
    if not before.any():
        return found
    bound = before[found.group // number]
    opens = np.ones(len(found.rows), np.bool_)
    opens[bound] = ~sealed(name, turned(found.rows[bound]))
    can = np.zeros(len(rows) * number, np.bool_)
    can[found.group[opens]] = True
    keep = opens | ~can[found.group]
    return Results(found.rows[keep], found.group[keep])

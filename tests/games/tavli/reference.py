"""The rules of a turn once more, slowly and in another manner, to judge the engine by.

A board is a dict of lists: for each seat where each of its 15 checkers stands, by its own numbers ("bar" 25, "off" 0),
and the pinned points. Every order of the dice and every checker is tried; nothing is shared with the engine.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

BAR, OFF = 25, 0


class Table:
    """Where every checker is, and whose turn it is to move."""

    def __init__(self, variant: str, places: list[list[int]], pinned: list[set[int]], seat: int) -> None:
        self.variant = variant
        self.places = [sorted(each) for each in places]
        self.pinned = [set(each) for each in pinned]
        self.seat = seat

    def other_number(self, point: int) -> int:
        """How the opponent calls my point."""
        if self.variant == "fevga":
            return point + 12 if point <= 12 else point - 12
        return 25 - point

    def mine(self) -> list[int]:
        return self.places[self.seat]

    def theirs_on(self, point: int) -> int:
        """How many enemy checkers stand on my point."""
        return self.places[1 - self.seat].count(self.other_number(point))

    def key(self) -> Any:
        return (*map(tuple, self.places), *(tuple(sorted(each)) for each in self.pinned))

    def after(self, source: int, target: int) -> "Table":
        """The table when my checker has gone from source to target; who is there is hit or pinned."""
        new = Table(self.variant, self.places, self.pinned, self.seat)
        new.mine().remove(source)
        new.mine().append(target)
        new.mine().sort()
        them = 1 - self.seat
        if target != OFF and self.variant == "portes" and self.theirs_on(target) == 1:
            new.places[them].remove(self.other_number(target))
            new.places[them].append(BAR)
            new.places[them].sort()
        if self.variant == "plakoto":
            if target != OFF and self.theirs_on(target) == 1:
                new.pinned[them].add(self.other_number(target))
            if source not in new.mine():
                new.pinned[them].discard(self.other_number(source))
        return new

    def swapped(self) -> "Table":
        return Table(self.variant, self.places, self.pinned, 1 - self.seat)


def objection(table: Table, source: int, die: int, off: bool | None = None) -> str | None:
    """Why the checker on `source` may not use this die; `off`: whether it is sent off."""
    mine = table.mine()
    off = source - die <= 0 if off is None else off
    if table.variant == "plakoto" and source in table.pinned[table.seat]:
        return "checker_pinned"
    if table.variant == "fevga" and min(mine) > 11 and source != min(mine):
        return "first_checker_first"
    return _leaving(mine, source, die) if off else _landing(table, source, source - die)


def _leaving(mine: list[int], source: int, die: int) -> str | None:
    if any(place > 6 for place in mine):
        return "not_all_home"
    if die > source and any(place > source for place in mine):
        return "higher_checker_exists"
    return None


def _landing(table: Table, source: int, target: int) -> str | None:
    enemies = table.theirs_on(target)
    if table.variant == "fevga":
        if enemies:
            return "point_blocked"
        if set(range(19, 25)) <= set(table.after(source, target).mine()):
            return "start_prime_forbidden"
    elif enemies >= 2 or target in table.pinned[table.seat]:
        return "point_blocked"
    return None


def steps(table: Table, die: int) -> Iterator[tuple[int, int]]:
    """Every legal step with one die."""
    mine = table.mine()
    for source in sorted(set(mine) - {OFF}):
        if BAR in mine and source != BAR:
            continue
        if objection(table, source, die) is None:
            yield source, max(source - die, OFF)


def after_each(table: Table, order: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], dict[Any, Table]]]:
    """All tables that there can be after none, one, two … dice, used in this order; and the dice used."""
    tables = {table.key(): table}
    for count in range(len(order) + 1):
        yield order[:count], tables
        if count < len(order):
            reached = [now.after(*step) for now in tables.values() for step in steps(now, order[count])]
            tables = {now.key(): now for now in reached}


def rolled(dice: tuple[int, int]) -> tuple[int, ...]:
    return dice * 2 if dice[0] == dice[1] else dice


def is_sealed(table: Table) -> bool:
    """Whether the seat whose turn it is has no step with any die."""
    return any(table.mine()) and not any(list(steps(table, die)) for die in range(1, 7))


def legal(table: Table, dice: tuple[int, int]) -> tuple[int, dict[Any, Table]]:
    """The most dice that can be used, and all tables that legal plays lead to."""
    found = [reached for order in set(permutations(rolled(dice))) for reached in after_each(table, order)]
    most = max(len(used) for used, tables in found if tables)
    if most == 0:
        return 0, {}
    best = [(used, tables) for used, tables in found if len(used) == most and tables]
    if most == 1 and any(used == (max(dice),) for used, _ in best):
        best = [(used, tables) for used, tables in best if used == (max(dice),)]
    return most, opened(table, {key: end for _, tables in best for key, end in tables.items()})


def opened(table: Table, ends: dict[Any, Table]) -> dict[Any, Table]:
    """Fevga: if the opponent is sealed, the ends in which it is not, if there are any."""
    if table.variant != "fevga" or not is_sealed(table.swapped()):
        return ends
    return {key: end for key, end in ends.items() if not is_sealed(end.swapped())} or ends


def refusal(
    table: Table, dice: tuple[int, int], play: list[tuple[int, int]], found: tuple[int, dict[Any, Table]]
) -> str | None:
    """The code with which a play is refused, by the order of the rules; None if it is legal. `found`: by `legal`."""
    now, left = table, list(rolled(dice))
    for source, target in play:
        if source not in now.mine():
            return "no_checker_there"
        if BAR in now.mine() and source != BAR:
            return "must_enter_from_bar"
        fitting = [die for die in left if die == source - target or (target == OFF and die > source)]
        if not fitting:
            return "no_matching_die"
        die = min(fitting)
        if problem := objection(now, source, die, target == OFF):
            return problem
        left.remove(die)
        now = now.after(source, target)
    most, ends = found
    if len(play) < most:
        return "must_use_more_dice"
    if now.key() in ends:
        return None
    if most == 1 and dice[0] != dice[1] and not _by_higher_die(table, dice, now):
        return "must_use_higher_die"
    return "must_open_prime"


def _by_higher_die(table: Table, dice: tuple[int, int], end: Table) -> bool:
    """Whether the higher die cannot be used, or leads to the same."""
    ends = [table.after(*step).key() for step in steps(table, max(dice))]
    return not ends or end.key() in ends

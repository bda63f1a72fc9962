"""The pairing of waiting players (RULES.md §5)."""

import heapq
from collections.abc import Callable, Iterator, Sequence

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.persons.identity import PersonKeys, may_be_one_household, may_be_same_person, with_device
from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import Definition, State

Related = Callable[[PersonKeys, PersonKeys], bool]
"""Whether the people behind two accounts belong together."""


class Waiting(msgspec.Struct, frozen=True):
    """A player who waits for a game.

    `points`: of the counted games so far. `last_opponents`: those of the game before. `device`: empty if unknown;
    `keys`: of the person behind the account. Two accounts that may be one person's never sit at one table.
    """

    player: str
    since_ms: TimeMs
    points: int
    elo: int
    last_opponents: frozenset[str] = frozenset()
    device: str = ""
    keys: PersonKeys = PersonKeys()

    @property
    def person(self) -> PersonKeys:
        """The keys with the device of now."""
        return with_device(self.keys, self.device)


def pair(
    waiting: Sequence[Waiting], seats: int, in_pairs: bool = False, households_apart: bool = False
) -> list[tuple[str, ...]]:
    """The games that can begin, each as its players by seat; players in none keep waiting.

    The longest-waiting gets the nearest in points, then the longest-waiting; who met in the game before, or shares a
    network, only if too few others wait. `in_pairs`: Elo order 1 + 4 against 2 + 3. `households_apart`: who shares a
    network never meets. Each game costs the same, however many wait.
    """
    room = _Room(waiting)
    games = []
    for first in sorted(waiting, key=_longest):
        if first not in room:
            continue
        group = _group(first, room, seats, may_be_one_household if households_apart else may_be_same_person)
        if group is None:
            continue
        for one in group:
            room.remove(one)
        games.append(_seated(group, in_pairs))
    return games


class _Room:
    """The waiting players, by points; within the same points the longest-waiting first."""

    def __init__(self, waiting: Sequence[Waiting]) -> None:
        self._by_points: dict[int, dict[str, Waiting]] = {}
        for one in sorted(waiting, key=_longest):
            self._by_points.setdefault(one.points, {})[one.player] = one

    def __contains__(self, one: Waiting) -> bool:
        return one.player in self._by_points.get(one.points, {})

    def remove(self, one: Waiting) -> None:
        bucket = self._by_points[one.points]
        del bucket[one.player]
        if not bucket:
            del self._by_points[one.points]

    def nearest(self, first: Waiting) -> Iterator[Waiting]:
        """Everybody else: nearest in points to `first`, then longest waiting."""
        distances: dict[int, list[dict[str, Waiting]]] = {}
        for points, bucket in self._by_points.items():
            distances.setdefault(abs(points - first.points), []).append(bucket)
        for distance in sorted(distances):
            for one in heapq.merge(*(bucket.values() for bucket in distances[distance]), key=_longest):
                if one.player != first.player:
                    yield one


def _group(first: Waiting, room: _Room, seats: int, kept_apart: Related) -> list[Waiting] | None:
    """The players of one game; None: too few of those who wait may sit with `first`."""
    group, met = [first], []

    def may_join(other: Waiting) -> bool:
        return not any(kept_apart(one.person, other.person) for one in group)

    for other in room.nearest(first):
        if len(group) == seats:
            break
        if any(_should_not_meet(one, other) for one in group):
            met.append(other)
        elif may_join(other):
            group.append(other)
    for other in met:
        if len(group) < seats and may_join(other):
            group.append(other)
    return group if len(group) == seats else None


def _should_not_meet(one: Waiting, other: Waiting) -> bool:
    have_met = other.player in one.last_opponents or one.player in other.last_opponents
    return have_met or may_be_one_household(one.person, other.person)


def _longest(one: Waiting) -> tuple[TimeMs, str]:
    return one.since_ms, one.player


def _seated(group: Sequence[Waiting], in_pairs: bool) -> tuple[str, ...]:
    if not in_pairs or len(group) != 4:
        return tuple(one.player for one in group)
    first, second, third, fourth = sorted(group, key=lambda one: (-one.elo, one.since_ms, one.player))
    return first.player, second.player, fourth.player, third.player


def games_left(definition: Definition, entries: int, used: int) -> int:
    """The number of games that a player may still ask for; `used`: finished and running ones, not those given back."""
    return max(0, entries * definition.games_per_entry - used)


def check_game(definition: Definition, state: State, now_ms: TimeMs, left: int, seated: bool) -> Refusal | None:
    """Whether a player may wait for a game: `no_games_left`, `competition_not_running`, `already_seated`."""
    if left < 1:
        return Refusal("no_games_left")
    if state != "running" or now_ms >= definition.ends_at_ms:
        return Refusal("competition_not_running")
    return Refusal("already_seated") if seated else None

"""Chooses which of the players who look for a game play together (RULES.md §9). Pure: times and ratings are arguments.

The law: a set of players who may all play with each other, and who all look for the same game, options and stake, does
not stay together in the queue for longer than `any_s` after the last of them has come.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from services.kernel.clock import TimeMs

STEPS_MAX = 5_000
"""Combinations that are tried for one player and one wish; bounds the work where many players bar each other."""


class MatchingSettings(msgspec.Struct, frozen=True):
    """The operator's settings: the first difference of Elo points, the increase a second, and the seconds until any
    rating will do."""

    width_elo: int = 100
    widen_elo_s: int = 10
    any_s: int = 60


class Wish(msgspec.Struct, frozen=True):
    """A kind of table that a player would sit at. `options` is canonical JSON, so that equal options are equal text."""

    game: str
    options: str
    stake_chips: int
    seats: int


class Seeker(msgspec.Struct, frozen=True):
    """A player who looks for a game."""

    account: str
    elo: int
    wishes: tuple[Wish, ...]
    since_ms: TimeMs
    barred: frozenset[str] = frozenset()
    """Accounts with whom this player cannot be seated: either has blocked the other, or the wallet has refused them."""


class Party(msgspec.Struct, frozen=True):
    """Players for one table, in the order of their seats."""

    wish: Wish
    seats: tuple[Seeker, ...]

    @property
    def accounts(self) -> list[str]:
        """Who sits where."""
        return [each.account for each in self.seats]


DEFAULTS = MatchingSettings()


def width_elo(waited_ms: int, settings: MatchingSettings = DEFAULTS) -> int | None:
    """How far from the own rating others may be after this wait; None: any rating will do."""
    if waited_ms >= settings.any_s * 1000:
        return None
    return settings.width_elo + settings.widen_elo_s * max(waited_ms, 0) // 1000


def may_play(one: Seeker, other: Seeker, now_ms: TimeMs, settings: MatchingSettings = DEFAULTS) -> bool:
    """Whether two players may sit at one table now: neither bars the other, and the distance of their ratings fits
    both."""
    if one.account == other.account or other.account in one.barred or one.account in other.barred:
        return False
    distance = abs(one.elo - other.elo)
    widths = (width_elo(now_ms - each.since_ms, settings) for each in (one, other))
    return all(width is None or distance <= width for width in widths)


def find_parties(seekers: Collection[Seeker], now_ms: TimeMs, settings: MatchingSettings = DEFAULTS) -> list[Party]:
    """Tables that can be filled now; nobody is in two of them.

    Those who have waited longest choose first, and get the party with the smallest spread of ratings. Afterwards no
    party is left among those who remain.
    """
    in_order = sorted(seekers, key=lambda each: (each.since_ms, each.account))
    by_wish: dict[Wish, list[Seeker]] = {}
    for seeker in in_order:
        for wish in seeker.wishes:
            by_wish.setdefault(wish, []).append(seeker)
    placed: set[str] = set()
    parties = []
    for seeker in in_order:
        if seeker.account in placed:
            continue
        free = {wish: [each for each in by_wish[wish] if each.account not in placed] for wish in seeker.wishes}
        party = _best_party(seeker, free, now_ms, settings)
        if party is not None:
            placed.update(party.accounts)
            parties.append(party)
    return parties


def in_seats(players: Sequence[Seeker]) -> tuple[Seeker, ...]:
    """Who sits where. Of four the strongest sits opposite the weakest: partnerships are as even as they can be."""
    if len(players) != 4:
        return tuple(sorted(players, key=lambda each: (each.since_ms, each.account)))
    first, second, third, fourth = sorted(players, key=lambda each: (-each.elo, each.since_ms, each.account))
    return (first, second, fourth, third)


def _best_party(
    seeker: Seeker, free: dict[Wish, list[Seeker]], now_ms: TimeMs, settings: MatchingSettings
) -> Party | None:
    found = []
    for wish in seeker.wishes:
        others = [each for each in free[wish] if may_play(seeker, each, now_ms, settings)]
        others.sort(key=lambda each: (abs(each.elo - seeker.elo), each.since_ms, each.account))
        players = _complete([seeker], others, wish.seats, now_ms, settings, iter(range(STEPS_MAX)))
        if players is not None:
            found.append(Party(wish, in_seats(players)))
    return min(found, key=_spread_elo, default=None)


def _spread_elo(party: Party) -> int:
    ratings = [each.elo for each in party.seats]
    return max(ratings) - min(ratings)


def _complete(
    chosen: list[Seeker],
    others: Sequence[Seeker],
    seats: int,
    now_ms: TimeMs,
    settings: MatchingSettings,
    steps: Iterator[int],
) -> list[Seeker] | None:
    """The chosen players and as many of the others, the first ones if that works, as the table has seats.

    All of `others` may play with all of `chosen`. None where no such party exists, or `steps` are used up.
    """
    if len(chosen) == seats:
        return chosen
    for at, other in enumerate(others):
        if len(chosen) + len(others) - at < seats or next(steps, None) is None:
            return None
        left = [each for each in others[at + 1 :] if may_play(other, each, now_ms, settings)]
        found = _complete([*chosen, other], left, seats, now_ms, settings, steps)
        if found is not None:
            return found
    return None

"""Which badges deeds have earned, and which deeds must be kept for that (RULES.md §9). Pure.

Everything follows from the set of deeds: in which order they came, and how often, changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple, get_args

import msgspec

from services.contracts.ranking.badges import BadgeId
from services.kernel.clock import DAY_MS, TimeMs

BADGES: tuple[BadgeId, ...] = get_args(BadgeId)
NEEDED: Mapping[BadgeId, int] = {"people": 10, "stayed": 100, "problems": 30}
"""How many deeds a badge needs, where it is more than one."""
COUNTED = frozenset({"won", "tied", "forfeited", "conceded"})
"""How a match ends that counts."""
SETTLED_MS = 60 * DAY_MS
"""What is older is settled: corrections change no deeds of it, and of its deeds those alone are kept that badges need.
The windows of corrections are shorter."""


class Deed(msgspec.Struct, frozen=True, array_like=True):
    """Something that was done. `name`: the badge for which it counts; `key`: deeds of one key count once for it (an
    opponent, a day), none: each counts; `when`: who has won the match, or stayed to its end, has done it."""

    name: str
    key: str = ""
    when: Literal["", "won", "stayed"] = ""


class MatchDeeds(msgspec.Struct, frozen=True):
    """What a match, or a problem of the day, says of an account. `source`: its id; the three facts are those of its
    newest result."""

    account: str
    source: str
    at_ms: TimeMs
    counts: bool
    won: bool
    stayed: bool
    deeds: tuple[Deed, ...]

    def done(self) -> Iterable[Deed]:
        """The deeds that count."""
        facts = {"": True, "won": self.won, "stayed": self.stayed}
        return (deed for deed in self.deeds if self.counts and facts[deed.when])


class Moment(NamedTuple):
    """When something was done, and in what."""

    at_ms: TimeMs
    source: str


def needed(badge: BadgeId) -> int:
    """How many deeds a badge needs."""
    return NEEDED.get(badge, 1)


def progress(found: Iterable[MatchDeeds]) -> dict[str, list[Moment]]:
    """Badge → when each deed that counts for it was first done, the earliest first."""
    first: dict[str, dict[str, Moment]] = {}
    for each in found:
        moment = Moment(each.at_ms, each.source)
        for deed in each.done():
            by_key = first.setdefault(deed.name, {})
            key = deed.key or each.source
            by_key[key] = min(moment, by_key.get(key, moment))
    return {name: sorted(by_key.values()) for name, by_key in first.items()}


def earned(done: Mapping[str, list[Moment]]) -> dict[BadgeId, Moment]:
    """The badges that this progress has earned, with the deed that completed each."""
    return {badge: done[badge][needed(badge) - 1] for badge in BADGES if len(done.get(badge, ())) >= needed(badge)}


def superfluous(found: Collection[MatchDeeds], settled_ms: TimeMs) -> set[str]:
    """The sources before this moment without which badges would be the same, whatever comes after it."""
    old = [each for each in found if each.at_ms < settled_ms]
    done = progress(old)
    kept = {moment.source for badge in BADGES for moment in done.get(badge, ())[: needed(badge)]}
    return {each.source for each in old} - kept

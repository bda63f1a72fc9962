"""Which matches count for ratings and boards, and who may have a prize, by the persons behind the accounts (RULES.md
§1, §2)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.persons.identity import households, may_be_one_household, may_be_same_person
from services.kernel.persons.known import Known
from services.ranking.boards.rules import BoardSettings

Unrated = Literal["", "same_person", "pair_limit", "guest", "clock", "bot"]


class Meeting(msgspec.Struct, frozen=True):
    """A match that counts on a board, seen by a player: against whom, and when it ended."""

    match: str
    opponent: str
    ended_at_ms: TimeMs


def why_unrated(
    accounts: Sequence[str], known: Mapping[str, Known], ended_at_ms: TimeMs, friendly_met: Iterable[int], most: int
) -> Unrated:
    """Why a match changes no ratings: two of its seats may be one person, by what was known of them when it ended; or
    two have had so many rated friendly matches that day (`friendly_met`, of every two of a friendly one)."""
    keys = [known.get(account, Known()).keys_at(ended_at_ms) for account in accounts]
    if any(may_be_same_person(one, other) for one, other in combinations(keys, 2)):
        return "same_person"
    return "pair_limit" if any(count >= most for count in friendly_met) else ""


def are_connected(one: str, other: str, known: Mapping[str, Known]) -> bool:
    """Whether two accounts may act for one another."""
    return may_be_one_household(known.get(one, Known()).keys, known.get(other, Known()).keys)


def households_of(accounts: Iterable[str], known: Mapping[str, Known]) -> list[list[str]]:
    """These accounts by household."""
    return households({account: known.get(account, Known()).keys for account in accounts})


def must_not_count(
    account: str, meetings: Sequence[Meeting], known: Mapping[str, Known], settings: BoardSettings
) -> set[str]:
    """Counted matches of a player that must not count: against the own household, and against another one beyond
    `pair_max`, of which the earliest stay."""
    own = {each.opponent for each in meetings if are_connected(account, each.opponent, known)}
    found = {each.match for each in meetings if each.opponent in own}
    for household in households_of({each.opponent for each in meetings} - own, known):
        members = set(household)
        matches = {each.match: each.ended_at_ms for each in meetings if each.opponent in members}
        ordered = sorted(matches, key=lambda match: (matches[match], match))
        found.update(ordered[settings.pair_max :])
    return found


def unproven(meetings: Sequence[Meeting], known: Mapping[str, Known], settings: BoardSettings) -> set[str]:
    """Matches in which an opponent was not an established account when they ended: nothing is won by them."""
    return {
        each.match
        for each in meetings
        if not known.get(each.opponent, Known()).is_established(
            each.ended_at_ms, settings.min_age_ms, settings.need_email
        )
    }


def met_enough(meetings: Sequence[Meeting], known: Mapping[str, Known], needed: int) -> bool:
    """Whether a player has met enough households for a prize. `meetings`: those that count and are proven; `known`: of
    the opponents."""
    return len(households_of({each.opponent for each in meetings}, known)) >= needed

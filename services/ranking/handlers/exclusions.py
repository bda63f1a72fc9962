"""Who is kept out of prizes and the classification, as other services tell it (RULES.md §2, §3)."""

from collections.abc import Sequence

from services.contracts.moderation import Suspended
from services.contracts.outside import SelfExcluded
from services.plumbing.database import Work
from services.ranking import store
from services.ranking.handlers import classification
from services.ranking.settings import RankingSettings
from services.ranking.store import boards, people, records
from services.ranking.store import classification as classified
from services.ranking.store.people import ALWAYS_MS


def suspended(work: Work, events: Sequence[Suspended]) -> None:
    """Accounts are kept out until a moment; of two suspensions the one that began later counts."""
    for event in sorted(events, key=lambda each: (each.account, each.from_ms)):
        row = people.lock(work, event.account)
        if event.from_ms >= row.suspended_from_ms:
            people.write(work, event.account, suspended_from_ms=event.from_ms, suspended_until_ms=event.until_ms)


def excluded(work: Work, events: Sequence[SelfExcluded]) -> None:
    """Players have shut the games for chips to themselves, for a while or without an end."""
    for event in sorted(events, key=lambda each: (each.account, each.at_ms)):
        row = people.lock(work, event.account)
        if event.at_ms >= row.excluded_at_ms:
            until_ms = ALWAYS_MS if event.until_ms is None else event.until_ms
            people.write(work, event.account, excluded_at_ms=event.at_ms, excluded_until_ms=until_ms)


def set_blocked(work: Work, settings: RankingSettings, account: str, blocked: bool) -> None:
    """An account is out for good, or has been let in again: no prize, no place in the population of quintiles."""
    _lock_rating(work, settings, account)
    people.lock(work, account)
    people.write(work, account, blocked=int(blocked))
    classification.set_blocked(work, account, blocked)


def erase(work: Work, settings: RankingSettings, account: str) -> None:
    """An account is gone: its rating, PR and statistics go, its places on boards stay without a name."""
    _lock_rating(work, settings, account)
    name = people.lock(work, account).name
    people.write(work, account, closed=1, name="")
    boards.rename(work, account, "")
    classification.set_blocked(work, account, blocked=True)
    classified.erase(work, account)
    records.erase(work, account, name)
    store.erase(work, account)


def _lock_rating(work: Work, settings: RankingSettings, account: str) -> None:
    """Whoever changes an account's places has its rating locked; one without a rating has no places."""
    if store.read_ratings(work, [account]):
        store.lock_ratings(work, [account], settings.elo_start)

"""Accounts that are kept out of prizes and the classification, and the data of one account (RULES.md §2, §3)."""

from collections.abc import Collection, Sequence
from typing import Any

from services.contracts.moderation.events import StandingChanged
from services.contracts.wallet.limits import SelfExcluded
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.platform.process.json import encode_text
from services.ranking import player_rows as people
from services.ranking.badges import rows as badges
from services.ranking.boards import board_rows as boards
from services.ranking.classification import classification_rows as classified
from services.ranking.classification import use_cases as classification
from services.ranking.days import rows as days
from services.ranking.elo import rating_rows
from services.ranking.player_rows import ALWAYS_MS
from services.ranking.settings import RankingSettings
from services.ranking.statistics import record_rows as records


def standing_changed(work: Work, settings: RankingSettings, events: Sequence[StandingChanged]) -> None:
    """Accounts are suspended, blocked, or let in again; of two events the one with the greater `seq` counts."""
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        _lock_rating(work, settings, event.account)
        if event.seq <= people.lock(work, event.account).standing_seq:
            continue
        people.write(
            work,
            event.account,
            standing_seq=event.seq,
            suspensions=encode_text(event.suspensions),
            blocked=int(event.blocked),
        )
        classification.set_blocked(work, event.account, event.blocked)


def excluded(work: Work, events: Sequence[SelfExcluded]) -> None:
    """Players have shut the games for chips to themselves, for a while or without an end."""
    for event in sorted(events, key=lambda each: (each.account, each.at_ms)):
        row = people.lock(work, event.account)
        if event.at_ms >= row.excluded_at_ms:
            until_ms = ALWAYS_MS if event.until_ms is None else event.until_ms
            people.write(work, event.account, excluded_at_ms=event.at_ms, excluded_until_ms=until_ms)


def erase(work: Work, settings: RankingSettings, account: str) -> None:
    """An account is gone: its rating, PR and statistics go, its places on boards stay without a name."""
    _lock_rating(work, settings, account)
    name = people.lock(work, account).name
    people.write(work, account, closed=1, name="")
    boards.rename(work, account, "", erased=True)
    classification.set_blocked(work, account, blocked=True)
    classified.erase(work, account)
    records.erase(work, account, name)
    rating_rows.erase(work, account)
    days.erase(work, account)
    badges.erase(work, account)
    person_facts.erase(work, account)


def erase_again(work: Work, settings: RankingSettings, accounts: Collection[str]) -> None:
    """A match or a correction has come after the erasure of some of its players: nothing of theirs stays."""
    for account, row in sorted(people.read(work, accounts).items()):
        if row.closed:
            erase(work, settings, account)


def _lock_rating(work: Work, settings: RankingSettings, account: str) -> None:
    """Whoever changes an account's places has its rating locked; one without a rating has no places."""
    if rating_rows.read_ratings(work, [account]):
        rating_rows.lock_ratings(work, [account], settings.elo_start)


_RECORDED_MAX = 1_000


def collect(work: Work, account: str) -> dict[str, Any]:
    """Its ratings, the matches that moved them, PR, places on boards, and the recorded matches."""
    moved = [
        {"match": match, "at_ms": at_ms, "rating": change.rating, "delta": change.delta, "label": change.label}
        for match, at_ms, changes in rating_rows.matches_of(work, account)
        for change in changes
        if change.account == account
    ]
    return {
        "ratings": list(rating_rows.read_ratings(work, [account]).values()),
        "rated_matches": moved,
        "classification": list(classified.read(work, [account]).values()),
        "boards": boards.rows_for_export(work, account),
        "days": days.collect(work, account),
        "badges": badges.collect(work, account),
        "recorded_matches": [
            {"number": each.number, "match": each.match, "seat": each.seat, "standing": each.standing}
            for each in records.list_of(work, account, None, _RECORDED_MAX)
        ],
    }

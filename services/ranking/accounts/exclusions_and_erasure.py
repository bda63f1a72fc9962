"""Who is kept out of prizes and the classification, as other services report it (RULES.md §2, §3)."""

from collections.abc import Collection, Sequence

from services.contracts.moderation.events import StandingChanged
from services.contracts.wallet.public_ledger import SelfExcluded
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.platform.process.json import encode_text
from services.ranking import player_rows as people
from services.ranking.boards import board_rows as boards
from services.ranking.classification import classification_rows as classified
from services.ranking.classification import use_cases as classification
from services.ranking.elo import rows as store
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
    store.erase(work, account)
    person_facts.erase(work, account)


def erase_again(work: Work, settings: RankingSettings, accounts: Collection[str]) -> None:
    """A match or a correction has come after the erasure of some of its players: nothing of theirs stays."""
    for account, row in sorted(people.read(work, accounts).items()):
        if row.closed:
            erase(work, settings, account)


def _lock_rating(work: Work, settings: RankingSettings, account: str) -> None:
    """Whoever changes an account's places has its rating locked; one without a rating has no places."""
    if store.read_ratings(work, [account]):
        store.lock_ratings(work, [account], settings.elo_start)

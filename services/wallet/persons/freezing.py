"""Chips of an account that is blocked for good: they stay, and nothing goes out (services/moderation/RULES.md §4)."""

from collections.abc import Sequence

import msgspec

from services.contracts.moderation.events import StandingChanged
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person


def standings_changed(work: Work, events: Sequence[StandingChanged]) -> None:
    """Of two events about an account the one with the greater `seq` counts."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.seq)}
    for account, event in sorted(newest.items()):
        people.add(work, [Person(account)])
        person = people.lock_known(work, account)
        if person is None or event.seq <= person.standing_seq:
            continue
        people.save(work, msgspec.structs.replace(person, frozen=event.blocked, standing_seq=event.seq))
        if event.blocked != person.frozen:
            metrics.frozen.labels("frozen" if event.blocked else "released").inc()

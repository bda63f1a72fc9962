"""Notifying clients of what a unit of work has changed, once it is committed."""

from collections.abc import Collection, Sequence
from functools import partial

from services.contracts.client.frames import CompetitionNewsFrame
from services.contracts.tournaments.events import CompetitionSoon
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.ports import Ports

_REMINDED_AT_ONCE = 500
"""The most accounts in an event."""


def changed(work: Work, ports: Ports, before: Competition, after: Competition | None = None) -> Competition:
    """Store a locked competition under its next number, and notify all clients. Without `after` something that
    belongs to it has changed: entries, games."""
    saved = competitions.save(work, before, after or before)
    work.after(partial(ports.push.changed, saved.id))
    return saved


def notify_accounts(
    work: Work, ports: Ports, accounts: Collection[str], one: Competition, news: str, error: str | None = None
) -> None:
    """Notify some players (`frames.CompetitionNewsFrame`)."""
    if accounts:
        frame = CompetitionNewsFrame(competition=one.id, name=one.name, news=news, error=error)
        work.after(partial(ports.push.frame, sorted(accounts), frame))


def remind(work: Work, ports: Ports, accounts: Sequence[str], one: Competition) -> None:
    """Remind entrants that a competition starts soon: those who are connected by a frame, and everybody by an event."""
    notify_accounts(work, ports, accounts, one, "starting")
    for first in range(0, len(accounts), _REMINDED_AT_ONCE):
        some = list(accounts[first : first + _REMINDED_AT_ONCE])
        starts_at_ms = one.definition.starts_at_ms
        work.publish(CompetitionSoon(competition=one.id, name=one.name, starts_at_ms=starts_at_ms, accounts=some))
    work.after(lambda: metrics.reminded.inc(len(accounts)))

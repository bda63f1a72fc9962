"""Feeds made and ended by their accounts (RULES.md §10)."""

import hashlib
import secrets

from services.contracts.base import Done
from services.contracts.tournaments import calendar as contract
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.feeds import rows as stored
from services.tournaments.ports import Ports

_TOKEN_BYTES = 24
"""192 bits of chance: an address that is not guessed."""


def get(work: Work, _ports: Ports, request: contract.GetCalendarFeed) -> contract.CalendarFeed:
    """Whether the account has a feed."""
    return contract.CalendarFeed(made_at_ms=stored.made_at(work, request.account))


def make(work: Work, _ports: Ports, request: contract.MakeCalendarFeed) -> contract.CalendarFeed:
    """Make a feed; the one before ends."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    stored.save(work, request.account, hash_of(token))
    work.after(metrics.feeds_changed.labels("made").inc)
    return contract.CalendarFeed(made_at_ms=work.now_ms, token=token)


def end(work: Work, _ports: Ports, request: contract.EndCalendarFeed) -> Done:
    """End the account's feed."""
    stored.delete(work, request.account)
    work.after(metrics.feeds_changed.labels("ended").inc)
    return Done()


def hash_of(token: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()

"""Competitions that come again: a template, and the competition of each of its dates (RULES.md §8)."""

from collections.abc import Collection, Iterator
from datetime import date
from hashlib import sha256
from itertools import count

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.tournaments.competitions.rules import Definition
from services.tournaments.plans.recurrence import Recurrence, Start, starts

_ID_MAX = 44
"""The part of a template's id that is in those of its competitions, which have 64 characters at most."""
_HASH = 8


class Template(msgspec.Struct, frozen=True):
    """A competition that is announced again and again. `definition` has the times of the first one.

    `lead_ms`: how long before `opens_at` each is announced.
    """

    id: str
    name: str
    definition: Definition
    recurrence: Recurrence
    lead_ms: int = DAY_MS
    made: int = 0
    """The number of competitions that were announced."""
    active: bool = True
    in_pairs: bool = False
    saved_at_ms: TimeMs = 0
    """When it was last changed; 0: by an earlier release."""


def next_start(template: Template, now_ms: TimeMs, taken: Collection[date] = ()) -> Start | None:
    """The next start whose date has no competition yet; None: the rule has come to its end."""
    following = starts(template.recurrence, template.definition.starts_at_ms, now_ms)
    return next((start for start in following if start.date not in taken), None)


def definition_at(template: Template, start: Start) -> Definition:
    """The competition that starts then: the first one's definition with its times moved."""
    first = template.definition
    shift_ms = start.at_ms - first.starts_at_ms
    return msgspec.structs.replace(
        first,
        opens_at_ms=first.opens_at_ms + shift_ms,
        starts_at_ms=start.at_ms,
        ends_at_ms=first.ends_at_ms + shift_ms,
    )


def announced_at_ms(template: Template, start: Start) -> TimeMs:
    """When the competition of this start is to be announced."""
    return definition_at(template, start).opens_at_ms - template.lead_ms


def competition_ids(template: str, day: date) -> Iterator[str]:
    """Ids for the competition of that date, the best first; further ones for where an id is taken."""
    if len(template) > _ID_MAX:
        template = f"{template[: _ID_MAX - _HASH - 1]}-{sha256(template.encode()).hexdigest()[:_HASH]}"
    yield f"{template}-{day:%Y%m%d}"
    for number in count(2):
        yield f"{template}-{day:%Y%m%d}-{number}"


def is_same(before: Template, after: Template) -> bool:
    """Whether nothing was changed."""
    return before == msgspec.structs.replace(after, made=before.made, saved_at_ms=before.saved_at_ms)

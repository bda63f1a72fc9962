"""Repeated competitions: a template, and the times of the next one (RULES.md §8)."""

from typing import Literal

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.tournaments.competitions.rules import Definition

Every = Literal["daily", "weekly"]

_MINUTE_MS = 60_000
_TEMPLATE_ID_MAX = 50
"""The part of a template's id that is in those of its competitions, which have 64 characters at most."""
PERIOD_MS: dict[Every, int] = {"daily": DAY_MS, "weekly": 7 * DAY_MS}


class Template(msgspec.Struct, frozen=True):
    """A competition that is announced again and again. `definition` has the times of the first one.

    `lead_ms`: how long before `opens_at` each is announced.
    """

    id: str
    name: str
    every: Every
    definition: Definition
    lead_ms: int = DAY_MS
    made: int = 0
    """The number of competitions that were announced."""
    active: bool = True


def next_announced_at_ms(template: Template) -> TimeMs:
    """When the next competition of the template is to be announced."""
    return _definition(template, template.made).opens_at_ms - template.lead_ms


def next_definition(template: Template) -> Definition:
    """The next competition: the first one's, moved by whole periods. Times are UTC: a day is 24 hours."""
    return _definition(template, template.made)


def competition_id(template: str, definition: Definition) -> str:
    """The id of the competition of a template that opens then: announcing it again changes nothing."""
    return f"{template[:_TEMPLATE_ID_MAX]}-{definition.opens_at_ms // _MINUTE_MS}"


def changed(before: Template, after: Template) -> Template:
    """A template as an operator has changed it: with other times or another interval it starts counting again."""
    first, now = before.definition, after.definition
    same = (before.every, first.opens_at_ms, first.starts_at_ms) == (after.every, now.opens_at_ms, now.starts_at_ms)
    return msgspec.structs.replace(after, made=before.made if same else 0)


def caught_up(template: Template, now_ms: TimeMs) -> Template:
    """The template without the competitions whose start has passed, because nothing ran meanwhile."""
    made = template.made
    while _definition(template, made).starts_at_ms <= now_ms:
        made += 1
    return msgspec.structs.replace(template, made=made)


def _definition(template: Template, number: int) -> Definition:
    first, shift_ms = template.definition, number * PERIOD_MS[template.every]
    return msgspec.structs.replace(
        first,
        opens_at_ms=first.opens_at_ms + shift_ms,
        starts_at_ms=first.starts_at_ms + shift_ms,
        ends_at_ms=first.ends_at_ms + shift_ms,
    )

"""Messages from the Administrator: their limits, who may send them, and their states for the reader (RULES.md §8)."""

from collections.abc import Collection
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import fits
from services.moderation.staff import roles
from services.moderation.staff.roles import Role

Kind = Literal["notice", "warning", "decision"]

SUBJECT_LENGTH_MAX = 100
BODY_LENGTH_MAX = 2000


class Letter(msgspec.Struct, frozen=True):
    """A message as one account has it. `to` None: it went to everybody."""

    id: str
    to: str | None
    kind: Kind
    subject: str
    body: str
    created_at_ms: TimeMs
    read_at_ms: TimeMs | None = None
    ack_at_ms: TimeMs | None = None
    code: str | None = None
    """The code of the platform's own notices; `params`: the values for their texts."""
    params: dict[str, str | int] = {}


def check(sender: Collection[Role], to: str | None, subject: str, body: str) -> Refusal | None:
    """`forbidden` for who may not send it, `message_invalid` for a subject or body that is empty or too long."""
    refusal = roles.check(sender, "message" if to is not None else "message_all")
    if refusal is not None:
        return refusal
    wrong = [
        name
        for name, text, length_max in (("subject", subject, SUBJECT_LENGTH_MAX), ("body", body, BODY_LENGTH_MAX))
        if not fits(text, 1, length_max)
    ]
    return Refusal("message_invalid", {"fields": wrong}) if wrong else None


def read(letter: Letter, now_ms: TimeMs) -> Letter:
    """Mark a message as opened; the first time counts."""
    return letter if letter.read_at_ms is not None else msgspec.structs.replace(letter, read_at_ms=now_ms)


def acknowledge(letter: Letter, now_ms: TimeMs) -> Letter | Refusal:
    """Mark a message as acknowledged, and so also as read. `already_acknowledged` the second time."""
    if letter.ack_at_ms is not None:
        return Refusal("already_acknowledged")
    return msgspec.structs.replace(read(letter, now_ms), ack_at_ms=now_ms)

"""Texts of mails, in the language of the account (RULES.md §8). Plain text, one link at most."""

from datetime import UTC, datetime
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.languages import ENGLISH, LANGUAGES, read

Letter = Literal[
    "confirm", "change", "changed", "password", "password_changed", "new_device", "second_factor",
    "passkey", "passkey_closed", "provider", "token", "program",
]  # fmt: skip


class Mail(msgspec.Struct, frozen=True):
    """A mail as it is sent."""

    to: str
    subject: str
    body: str
    unsubscribe: str = ""
    """Where a mail program ends such mails with one press (RFC 8058); empty: it is none that one could do without."""
    until_ms: TimeMs | None = None
    """Not sent any more from then on."""


def write(letter: Letter, language: str, to: str, **values: str) -> Mail:
    """A mail. `values`: `name` always; `link` for `confirm`, `change`, `password`; `network`, `at` for
    `new_device`; `provider` for `provider`; `program` for `program`."""
    words = _WORDS.get(language, _WORDS[ENGLISH])
    text = words.letters[letter]
    return Mail(to, text.subject, "\n\n".join((words.greeting.format(**values), text.body.format(**values), words.end)))


def write_notice(language: str, to: str, title: str, text: str, **values: str) -> Mail:
    """A mail about a notice. `values`: `name`, `link` to what it is about, `end` to get no more of them."""
    words = _WORDS.get(language, _WORDS[ENGLISH])
    body = (words.greeting.format(**values), f"{text}\n{values['link']}", words.end, words.notice.format(**values))
    return Mail(to, title, "\n\n".join(body))


def moment(at_ms: TimeMs) -> str:
    """A moment as mails name it, in UTC: `2027-03-10 18:00`."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subject: str
    body: str


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mails.json` of a language's folder."""

    greeting: str
    end: str
    notice: str
    letters: dict[Letter, _Text]


_WORDS = {language: read(language, "mails", _Words) for language in LANGUAGES}

"""The posted versions of the terms and rules (RULES.md §1)."""

from collections.abc import Collection

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.languages import LANGUAGES, read
from services.kernel.refusal import Refusal

CHANGES_LENGTH_MAX = 2_000
REQUIRED = ("el", "en", "es")
"""The languages of operators: in the others a version is described in English where its own words are missing."""


class Posted(msgspec.Struct, frozen=True):
    """One version: its number, when it was posted, and what it changed, by language."""

    version: int
    posted_at_ms: TimeMs
    changes: dict[str, str]


FIRST = Posted(
    1,
    1_767_225_600_000,
    {language: read(language, "terms", dict[str, str])["first"] for language in LANGUAGES},
)
"""The terms that applied when the platform opened."""


def history(later: Collection[Posted]) -> list[Posted]:
    """Every version, newest first."""
    return sorted([FIRST, *later], key=lambda each: each.version, reverse=True)


def check_accepted(accepted: int | None, posted: int) -> Refusal | None:
    """Check an accepted version: `terms_changed` if it is not the posted one. None: the posted one is accepted,
    whichever it is."""
    return None if accepted in (None, posted) else Refusal("terms_changed", {"version": posted})


def read_changes(changes: dict[str, str]) -> dict[str, str] | Refusal:
    """The description of a new version, by language; `bad_request` (detail: the language) where one that is required
    is missing, or one is too long."""
    said = {language: " ".join(changes.get(language, "").split()) for language in LANGUAGES}
    for language, text in said.items():
        if len(text) > CHANGES_LENGTH_MAX or (language in REQUIRED and not text):
            return Refusal("bad_request", {"language": language})
    return {language: text for language, text in said.items() if text}

"""The posted versions of the terms and rules (RULES.md §1)."""

from collections.abc import Collection
from typing import get_args

import msgspec

from services.contracts.lobby.accounts import Language
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

CHANGES_LENGTH_MAX = 2_000
LANGUAGES: tuple[str, ...] = get_args(Language)


class Posted(msgspec.Struct, frozen=True):
    """One version: its number, when it was posted, and what it changed, by language."""

    version: int
    posted_at_ms: TimeMs
    changes: dict[str, str]


FIRST = Posted(
    1,
    1_767_225_600_000,
    {
        "el": "Η πρώτη έκδοση των όρων, των κανόνων και των ρυθμίσεων.",
        "en": "The first version of the terms, the rules and the settings.",
        "es": "La primera versión de las condiciones, las reglas y los ajustes.",
    },
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
    """The description of a new version in every language; `bad_request` (detail: the language)."""
    said = {language: " ".join(changes.get(language, "").split()) for language in LANGUAGES}
    for language, text in said.items():
        if not 0 < len(text) <= CHANGES_LENGTH_MAX:
            return Refusal("bad_request", {"language": language})
    return said

"""Matches from other programs: what tables is asked about texts that a player has brought (services/tables/RULES.md
§24). An import is read, replayed and played on by the requests of recordings.py, with its id as the match's."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Done, Message, Request
from services.contracts.tables.recordings import Name

TEXT_BYTES_MAX = 64_000
"""A text in UTF-8; longer ones are `import_too_long`."""
TEXT_LENGTH_MAX = 131_072
"""Characters; what is longer still never gets as far as being read."""


class ImportedMatch(Message, frozen=True):
    """A match from another program: its players by seat, and how many games its text has."""

    match: str
    game: str
    players: list[str]
    games: int
    imported_at_ms: int


class ImportMatch(Request[ImportedMatch], frozen=True, kw_only=True):
    """Keep a match that was played elsewhere, from its text. The same text again is the same import."""

    answer: ClassVar[type] = ImportedMatch
    refusals = (
        "game_unknown",
        "text_unavailable",  # no text of this game is read
        "import_invalid",  # no text, or no match in it
        "import_too_long",
        "import_unreadable",
        "import_cube",
        "import_illegal_move",
        "import_limit",
        "rules_missing",
    )

    account: Name
    game: Name = "tavli"
    text: Annotated[str, msgspec.Meta(max_length=TEXT_LENGTH_MAX)]


class ImportedMatches(Message, frozen=True):
    """All imports of an account, newest first, and how many may be kept."""

    imports: list[ImportedMatch]
    limit: int


class ListImports(Request[ImportedMatches], frozen=True, kw_only=True):
    """The matches from other programs that an account has."""

    answer: ClassVar[type] = ImportedMatches
    account: Name


class DeleteImport(Request[Done], frozen=True, kw_only=True):
    """Delete one, and the studies that were kept of it; one that is not there is deleted already."""

    answer: ClassVar[type] = Done
    account: Name
    match: Name

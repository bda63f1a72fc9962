"""The texts that players have brought (RULES.md §24)."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.contracts.base import Done
from services.contracts.tables.imports import DeleteImport, ImportedMatch, ImportedMatches, ListImports
from services.contracts.tables.recordings import MatchText, Recording
from services.kernel.refusal import Refusal
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.imports.rules import Imported, file_of
from services.tables.schema import branches, imports
from services.tables.settings import TablesSettings

_c = imports.c


UNKNOWN = Refusal("recording_unknown")


def keep_match(
    work: Work, settings: TablesSettings, account: str, read: tuple[Imported, Recording]
) -> ImportedMatch | Refusal:
    """Keep what was read of a text, once; `import_limit`.

    Each takes one of an account's places, so that two at the same time cannot both be the last.
    """
    imported, recording = read
    limit = settings.imports_limit
    while True:
        known = _find(work, account, imported.match)
        if known is not None:
            return _line(known)
        taken = set(work.execute(sa.select(_c.place).where(_c.account == account)).scalars())
        free = next((place for place in range(limit) if place not in taken), None)
        if free is None:
            return Refusal("import_limit", {"limit": limit})
        row = {
            "account": account,
            "place": free,
            "match_id": imported.match,
            "game": imported.game,
            "rules": imported.rules,
            "players": encode_text([seat.name for seat in recording.seats]),
            "games": len(recording.hands),
            "text": imported.text,
            "imported_at_ms": work.now_ms,
        }
        insert = postgresql.insert if work.connection.dialect.name == "postgresql" else sqlite.insert
        work.execute(insert(imports).values(row).on_conflict_do_nothing())


def find_import(work: Work, account: str, match: str) -> Imported | Refusal:
    """An account's import; `recording_unknown` for all others."""
    row = _find(work, account, match)
    return UNKNOWN if row is None else Imported(row.match_id, row.game, row.rules, row.text, row.imported_at_ms)


def get_text(work: Work, account: str, match: str) -> MatchText | Refusal:
    """The text as it was brought; `recording_unknown`."""
    found = find_import(work, account, match)
    return found if isinstance(found, Refusal) else MatchText(match, file_of(found), found.text)


def list_imports(work: Work, settings: TablesSettings, request: ListImports) -> ImportedMatches:
    """An account's imports, newest first."""
    columns = (_c.match_id, _c.game, _c.players, _c.games, _c.imported_at_ms)
    own = sa.select(*columns).where(_c.account == storable(request.account))
    rows = work.execute(own.order_by(_c.imported_at_ms.desc(), _c.match_id))
    return ImportedMatches(imports=[_line(row) for row in rows], limit=settings.imports_limit)


def delete_import(work: Work, request: DeleteImport) -> Done:
    """Delete an account's import, and its branches of it. The import goes first: whoever keeps a branch of it waits for
    its row, and then finds none."""
    account, match = storable(request.account), storable(request.match)
    work.execute(imports.delete().where(_c.account == account, _c.match_id == match))
    work.execute(branches.delete().where(branches.c.account == account, branches.c.match_id == match))
    return Done()


def collect(work: Work, account: str) -> list[dict[str, Any]]:
    """All imports of an account with their texts, for its export."""
    own = sa.select(_c.match_id, _c.game, _c.text, _c.imported_at_ms).where(_c.account == account)
    return [dict(row._mapping) for row in work.execute(own.order_by(_c.imported_at_ms, _c.match_id))]


def erase(work: Work, account: str) -> None:
    """Delete an account's imports."""
    work.execute(imports.delete().where(_c.account == account))


def _find(work: Work, account: str, match: str) -> Any:
    own = sa.select(imports).where(_c.account == storable(account), _c.match_id == storable(match))
    return work.execute(own).one_or_none()


def _line(row: Any) -> ImportedMatch:
    return ImportedMatch(
        match=row.match_id,
        game=row.game,
        players=msgspec.json.decode(row.players, type=list[str]),
        games=row.games,
        imported_at_ms=row.imported_at_ms,
    )

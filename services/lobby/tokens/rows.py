"""Personal tokens as stored, and their table, which is of the lobby's schema (RULES.md §12)."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.schema import metadata
from services.lobby.tokens.rules import PersonalToken
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

personal_tokens = sa.Table(
    "personal_tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("token_hash", sa.Text, nullable=False, unique=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Column("revoked_at_ms", sa.BigInteger),
    sa.Column("program", sa.Text),
    sa.Column("grant_id", sa.Text),
    sa.Index("personal_tokens_by_owner", "owner"),
    sa.Index("personal_tokens_by_account", "account"),
    sa.Index("personal_tokens_by_expiry", "expires_at_ms"),
    sa.Index("personal_tokens_by_program", "program", postgresql_where=sa.text("program IS NOT NULL")),
)
"""rules.PersonalToken; `scopes` with spaces between them."""

_t = personal_tokens.c


def add(work: Work, token: PersonalToken) -> None:
    """Store a new token."""
    values = {field: getattr(token, field) for field in PersonalToken.__struct_fields__}
    work.execute(personal_tokens.insert().values(values | {"scopes": " ".join(token.scopes)}))


def find_by_hash(work: Work, token_hash: str) -> PersonalToken | None:
    """A token by the hash of its secret, whether it holds or not."""
    row = work.execute(sa.select(personal_tokens).where(_t.token_hash == token_hash)).one_or_none()
    return None if row is None else _token(row)


def find(work: Work, token: str) -> PersonalToken | None:
    """A token by its id."""
    row = work.execute(sa.select(personal_tokens).where(_t.id == storable(token))).one_or_none()
    return None if row is None else _token(row)


def list_of(work: Work, owner: str) -> list[PersonalToken]:
    """The tokens that an owner has made and that hold, newest first; without the access tokens of programs."""
    return _holding(work, _t.owner == owner, _t.program.is_(None))


def list_of_programs(
    work: Work, *, owner: str | None = None, program: str | None = None, grant_id: str | None = None
) -> list[PersonalToken]:
    """The access tokens of programs that hold, newest first: of an owner, of a program, of a consent."""
    named = ((_t.owner, owner), (_t.program, program), (_t.grant_id, grant_id))
    return _holding(work, _t.program.is_not(None), *(column == value for column, value in named if value is not None))


def uses_of_programs(work: Work, owner: str) -> dict[str, TimeMs]:
    """When programs last acted in the name of an owner, as far as their access tokens are still kept."""
    chosen = sa.select(_t.program, sa.func.max(_t.used_at_ms))
    chosen = chosen.where(_t.owner == owner, _t.program.is_not(None), _t.used_at_ms.is_not(None)).group_by(_t.program)
    return {str(row[0]): int(row[1]) for row in work.execute(chosen)}


def _holding(work: Work, *which: sa.ColumnElement[bool]) -> list[PersonalToken]:
    chosen = sa.select(personal_tokens).where(*which, _t.revoked_at_ms.is_(None), _t.expires_at_ms >= work.now_ms)
    return [_token(row) for row in work.execute(chosen.order_by(_t.made_at_ms.desc(), _t.id))]


def find_ended(work: Work, tokens: Collection[str]) -> set[str]:
    """Those of these tokens that hold no more, or are gone."""
    chosen = sa.select(_t.id).where(_t.id.in_(tokens), _t.revoked_at_ms.is_(None), _t.expires_at_ms >= work.now_ms)
    return set(tokens) - set(work.execute(chosen).scalars())


def note_use(work: Work, token: str) -> None:
    """Note that a token is used now."""
    work.execute(personal_tokens.update().where(_t.id == token).values(used_at_ms=work.now_ms))


def revoke(work: Work, tokens: Collection[str]) -> None:
    """These tokens hold no more."""
    open_still = sa.and_(_t.id.in_(tokens), _t.revoked_at_ms.is_(None))
    work.execute(personal_tokens.update().where(open_still).values(revoked_at_ms=work.now_ms))


def rows_of(work: Work, account: str) -> list[dict[str, Any]]:
    """An account's tokens for its export, without their secrets."""
    shown = [column for column in personal_tokens.columns if column.name not in ("token_hash", "owner")]
    chosen = sa.select(*shown).where(_t.owner == account).order_by(_t.made_at_ms, _t.id)
    return [dict(row._mapping) for row in work.execute(chosen)]


def erase(work: Work, account: str) -> None:
    """Delete the tokens that an account has made, or that act in its name."""
    work.execute(personal_tokens.delete().where(sa.or_(_t.owner == account, _t.account == account)))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete tokens that have held no more since then."""
    work.execute(personal_tokens.delete().where(sa.or_(_t.expires_at_ms < before_ms, _t.revoked_at_ms < before_ms)))


def _token(row: sa.Row[tuple[object, ...]]) -> PersonalToken:
    values = {field: getattr(row, field) for field in PersonalToken.__struct_fields__}
    return PersonalToken(**(values | {"scopes": tuple(str(row.scopes).split())}))

"""Programs, consents, codes and refresh tokens as stored, and their tables, which are of the lobby's schema (RULES.md
§29). Access tokens are personal tokens (tokens/rows.py)."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.programs.rules import Code, Grant, Program, RefreshToken
from services.lobby.schema import metadata
from services.lobby.tokens.rows import personal_tokens
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

programs = sa.Table(
    "programs",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("homepage", sa.Text, nullable=False),
    sa.Column("redirects", sa.Text, nullable=False),
    sa.Column("secret_hash", sa.Text),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Index("programs_by_owner", "owner"),
)
"""rules.Program; `redirects` with spaces between them."""

program_grants = sa.Table(
    "program_grants",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("program", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Index("program_grants_by_account", "account", "program"),
    sa.Index("program_grants_by_program", "program"),
    sa.Index("program_grants_by_expiry", "expires_at_ms"),
)
"""rules.Grant; `scopes` with spaces between them."""

program_codes = sa.Table(
    "program_codes",
    metadata,
    sa.Column("code_hash", sa.Text, primary_key=True),
    sa.Column("program", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("redirect", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("challenge", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("grant_id", sa.Text),
    sa.Index("program_codes_by_account", "account", "made_at_ms"),
    sa.Index("program_codes_by_time", "made_at_ms"),
)
"""rules.Code; `scopes` with spaces between them."""

program_refresh_tokens = sa.Table(
    "program_refresh_tokens",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("grant_id", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Index("program_refresh_tokens_by_grant", "grant_id"),
    sa.Index("program_refresh_tokens_by_time", "made_at_ms"),
)
"""rules.RefreshToken"""

_p, _g, _c, _r = programs.c, program_grants.c, program_codes.c, program_refresh_tokens.c


# --- programs ---


def add(work: Work, program: Program) -> None:
    """Store a new program."""
    work.execute(programs.insert().values(_values(program, "redirects")))


def find(work: Work, program: str) -> Program | None:
    """A program by its id."""
    row = work.execute(sa.select(programs).where(_p.id == storable(program))).one_or_none()
    return None if row is None else _program(row)


def list_of(work: Work, owner: str) -> list[Program]:
    """The programs that an account has registered, newest first."""
    rows = work.execute(sa.select(programs).where(_p.owner == owner).order_by(_p.made_at_ms.desc(), _p.id))
    return [_program(row) for row in rows]


def list_some(work: Work, ids: set[str]) -> dict[str, Program]:
    """Programs by their ids."""
    return {row.id: _program(row) for row in work.execute(sa.select(programs).where(_p.id.in_(ids)))}


def remove(work: Work, program: str) -> None:
    """Delete a program and all that was made for it, but its access tokens."""
    of_program = sa.select(_g.id).where(_g.program == program)
    work.execute(program_refresh_tokens.delete().where(_r.grant_id.in_(of_program)))
    work.execute(program_grants.delete().where(_g.program == program))
    work.execute(program_codes.delete().where(_c.program == program))
    work.execute(programs.delete().where(_p.id == program))


# --- consents ---


def add_grant(work: Work, grant: Grant) -> None:
    """Store a new consent."""
    work.execute(program_grants.insert().values(_values(grant, "scopes")))


def lock_grant(work: Work, grant_id: str) -> Grant | None:
    """A consent, locked until the end of the transaction."""
    row = work.execute(sa.select(program_grants).where(_g.id == grant_id).with_for_update()).one_or_none()
    return None if row is None else _grant(row)


def grants_of(work: Work, account: str, program: str | None = None) -> list[Grant]:
    """The consents of an account that hold, newest first; to one program, or to any."""
    chosen = sa.select(program_grants).where(
        _g.account == account, _g.ended_at_ms.is_(None), _g.expires_at_ms >= work.now_ms
    )
    if program is not None:
        chosen = chosen.where(_g.program == storable(program))
    return [_grant(row) for row in work.execute(chosen.order_by(_g.made_at_ms.desc(), _g.id))]


def note_use(work: Work, grant_id: str) -> None:
    """Tokens were renewed now."""
    work.execute(program_grants.update().where(_g.id == grant_id).values(used_at_ms=work.now_ms))


def end(work: Work, *, account: str | None = None, program: str | None = None, grant_id: str | None = None) -> int:
    """End consents that hold: of an account, to a program, or one; and codes that wait for the same. Returns how many
    ended. Their access tokens are ended by whoever calls this."""
    program = None if program is None else storable(program)
    named = ((_g.account, account), (_g.program, program), (_g.id, grant_id))
    chosen = [column == value for column, value in named if value is not None]
    ended = work.execute(
        program_grants.update().where(*chosen, _g.ended_at_ms.is_(None)).values(ended_at_ms=work.now_ms)
    )
    if account is not None:
        waiting = [_c.account == account, _c.grant_id.is_(None)]
        waiting += [] if program is None else [_c.program == program]
        work.execute(program_codes.delete().where(*waiting))
    return int(ended.rowcount)


# --- codes and refresh tokens ---


def add_code(work: Work, code: Code) -> None:
    """Store a new code."""
    work.execute(program_codes.insert().values(_values(code, "scopes")))


def lock_code(work: Work, code_hash: str) -> Code | None:
    """A code, locked until the end of the transaction: of two who show it one is the first."""
    row = work.execute(sa.select(program_codes).where(_c.code_hash == code_hash).with_for_update()).one_or_none()
    return None if row is None else Code(**(dict(row._mapping) | {"scopes": tuple(str(row.scopes).split())}))


def use_code(work: Work, code_hash: str, grant_id: str) -> None:
    """A code is used."""
    work.execute(program_codes.update().where(_c.code_hash == code_hash).values(grant_id=grant_id))


def count_codes(work: Work, account: str, since_ms: TimeMs) -> int:
    """How many codes were made for an account since then."""
    counted = sa.select(sa.func.count()).select_from(program_codes)
    return int(work.execute(counted.where(_c.account == account, _c.made_at_ms > since_ms)).scalar_one())


def add_refresh_token(work: Work, token: RefreshToken) -> None:
    """Store a new refresh token."""
    work.execute(program_refresh_tokens.insert().values(msgspec.structs.asdict(token)))


def lock_refresh_token(work: Work, token_hash: str) -> RefreshToken | None:
    """A refresh token, locked until the end of the transaction."""
    chosen = sa.select(program_refresh_tokens).where(_r.token_hash == token_hash).with_for_update()
    row = work.execute(chosen).one_or_none()
    return None if row is None else RefreshToken(**row._mapping)


def use_refresh_token(work: Work, token_hash: str) -> None:
    """A refresh token is used."""
    work.execute(program_refresh_tokens.update().where(_r.token_hash == token_hash).values(used_at_ms=work.now_ms))


# --- with the account ---


def rows_of(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """What an account has registered and allowed, for its export; without secrets."""
    shown = [column for column in programs.columns if column.name not in ("owner", "secret_hash")]
    allowed = [column for column in program_grants.columns if column.name != "account"]
    mine = sa.select(*shown).where(_p.owner == account).order_by(_p.made_at_ms, _p.id)
    given = sa.select(*allowed).where(_g.account == account).order_by(_g.made_at_ms, _g.id)
    found = {"registered": mine, "allowed": given}
    return {name: [dict(row._mapping) for row in work.execute(chosen)] for name, chosen in found.items()}


def erase(work: Work, account: str) -> None:
    """Delete an account's programs, with the tokens that others have let them have, and all that it has allowed."""
    for program in list_of(work, account):
        work.execute(personal_tokens.delete().where(personal_tokens.c.program == program.id))
        remove(work, program.id)
    allowed = sa.select(_g.id).where(_g.account == account)
    work.execute(program_refresh_tokens.delete().where(_r.grant_id.in_(allowed)))
    work.execute(program_grants.delete().where(_g.account == account))
    work.execute(program_codes.delete().where(_c.account == account))


def purge(work: Work, ended_before_ms: TimeMs, codes_before_ms: TimeMs, refresh_before_ms: TimeMs) -> None:
    """Delete consents that have held no more since then, older codes, and older refresh tokens."""
    work.execute(program_codes.delete().where(_c.made_at_ms < codes_before_ms))
    gone = sa.or_(_g.ended_at_ms < ended_before_ms, _g.expires_at_ms < ended_before_ms)
    of_gone = _r.grant_id.in_(sa.select(_g.id).where(gone))
    work.execute(program_refresh_tokens.delete().where(sa.or_(_r.made_at_ms < refresh_before_ms, of_gone)))
    work.execute(program_grants.delete().where(gone))


def _values(stored: msgspec.Struct, spaced: str) -> dict[str, Any]:
    values = msgspec.structs.asdict(stored)
    return values | {spaced: " ".join(values[spaced])}


def _program(row: Any) -> Program:
    return Program(**(dict(row._mapping) | {"redirects": tuple(str(row.redirects).split())}))


def _grant(row: Any) -> Grant:
    return Grant(**(dict(row._mapping) | {"scopes": tuple(str(row.scopes).split())}))

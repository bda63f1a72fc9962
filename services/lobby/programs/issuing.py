"""Consents and their tokens: made, renewed, ended (RULES.md §29)."""

from services.contracts.client.token_scopes import Scope
from services.kernel.ids import new_id
from services.lobby import metrics
from services.lobby.access import security_log_rows as security
from services.lobby.ports import Ports
from services.lobby.programs import rows as stored
from services.lobby.programs import rules
from services.lobby.programs.rules import Code, Grant, Program, RefreshToken
from services.lobby.sessions.use_cases import token_hash
from services.lobby.tokens import rows as stored_tokens
from services.lobby.tokens import use_cases as personal_tokens
from services.lobby.tokens.rules import PersonalToken
from services.platform.database.unit_of_work import Work


def add_grant(work: Work, ports: Ports, code: Code) -> Grant:
    """The consent that a code stands for, which is used now. Of an account's to the same program the oldest beyond so
    many end."""
    for old in stored.grants_of(work, code.account, code.program)[rules.GRANTS_MAX - 1 :]:
        end_grant(work, ports, old)
    made = Grant(
        id=new_id(),
        program=code.program,
        account=code.account,
        scopes=code.scopes,
        made_at_ms=work.now_ms,
        expires_at_ms=work.now_ms + rules.GRANT_MS,
    )
    stored.add_grant(work, made)
    stored.use_code(work, code.code_hash, made.id)
    return made


def add_pair(
    work: Work, ports: Ports, program: Program, grant: Grant, scopes: tuple[Scope, ...], access: str, refresh: str
) -> None:
    """Store an access token and the refresh token for the next. Of a consent one access token holds: the one before
    ends."""
    personal_tokens.end(work, ports, [each.id for each in stored_tokens.list_of_programs(work, grant_id=grant.id)])
    made = PersonalToken(
        id=new_id(),
        token_hash=token_hash(access),
        owner=grant.account,
        account=grant.account,
        name=program.name,
        scopes=scopes,
        made_at_ms=work.now_ms,
        expires_at_ms=work.now_ms + rules.ACCESS_MS,
        program=program.id,
        grant_id=grant.id,
    )
    stored_tokens.add(work, made)
    stored.add_refresh_token(work, RefreshToken(token_hash(refresh), grant.id, work.now_ms))
    stored.note_use(work, grant.id)


def end_access_token(work: Work, ports: Ports, token: PersonalToken) -> None:
    """One access token opens nothing any more."""
    personal_tokens.end(work, ports, [token.id])


def end_grant(work: Work, ports: Ports, grant: Grant) -> None:
    """A consent holds no more, nor what has come of it."""
    if stored.end(work, grant_id=grant.id):
        work.after(metrics.program_consents.labels("ended").inc)
    personal_tokens.end(work, ports, [each.id for each in stored_tokens.list_of_programs(work, grant_id=grant.id)])


def end_misused(work: Work, ports: Ports, grant_id: str) -> None:
    """What holds once was shown twice: whoever has it may not be the program, so the whole consent ends."""
    grant = stored.lock_grant(work, grant_id)
    if grant is None or grant.ended_at_ms is not None:
        return
    end_grant(work, ports, grant)
    security.note(work, "program_token_reused", grant.account, program=grant.program)
    work.after(metrics.program_tokens.labels("reused").inc)

"""Programs of an account: registered, listed, removed; and what it has allowed to programs (RULES.md §29)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import programs as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import network_of
from services.lobby.accounts import permissions
from services.lobby.conduct import exclusions
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.programs import rows as stored
from services.lobby.programs import rules
from services.lobby.programs.rules import Grant, Program
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import rows as stored_tokens
from services.lobby.tokens import use_cases as personal_tokens
from services.platform.database.unit_of_work import Work


def list_programs(work: Work, ports: Ports, request: contract.ListPrograms) -> contract.Programs | Refusal:
    """What the account has registered and what it has allowed, and the limits."""
    owner = own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    return contract.Programs(
        registered=[_line(each) for each in stored.list_of(work, owner.account)],
        allowed=_allowed(work, owner.account),
        programs_max=rules.PROGRAMS_MAX,
        redirects_max=rules.REDIRECTS_MAX,
    )


def register(work: Work, ports: Ports, request: contract.RegisterProgram) -> contract.NewProgram | Refusal:
    """Register a program. It opens nothing before somebody allows it, so no password is asked for."""
    owner = own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    if excluded := exclusions.check_last_events(work, owner.account):
        return excluded
    players.lock(work, [owner.account])
    name, homepage = rules.read_name(request.name), rules.read_home(request.homepage)
    redirects = rules.read_redirects(request.redirects)
    for read in (name, homepage, redirects):
        if isinstance(read, Refusal):
            return read
    assert isinstance(name, str) and isinstance(homepage, str) and isinstance(redirects, tuple), "not refused"
    if len(stored.list_of(work, owner.account)) >= rules.PROGRAMS_MAX:
        return Refusal("program_limit", {"max": rules.PROGRAMS_MAX})
    secret = f"{rules.SECRET_PREFIX}{sessions.new_token()}" if request.secret else None
    secret_hash = None if secret is None else sessions.token_hash(secret)
    made = Program(new_id(), owner.account, name, homepage, redirects, secret_hash, work.now_ms)
    stored.add(work, made)
    security.note(work, "program_registered", owner.account, network_of(request.address), program=made.id)
    work.after(metrics.programs.labels("registered").inc)
    return contract.NewProgram(line=_line(made), secret=secret)


def remove(work: Work, ports: Ports, request: contract.RemoveProgram) -> Done | Refusal:
    """Remove a program of the account's; what it was allowed ends."""
    owner = own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    program = stored.find(work, request.program)
    if program is None or program.owner != owner.account:
        return rules.UNKNOWN
    personal_tokens.end(work, ports, [each.id for each in stored_tokens.list_of_programs(work, program=program.id)])
    stored.remove(work, program.id)
    security.note(work, "program_removed", owner.account, network_of(request.address), program=program.id)
    work.after(metrics.programs.labels("removed").inc)
    return Done()


def end_allowance(work: Work, ports: Ports, request: contract.EndAllowance) -> Done | Refusal:
    """A program may act in the account's name no more."""
    owner = own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    if not (ended := stored.end(work, account=owner.account, program=request.program)):
        return rules.UNKNOWN
    held = stored_tokens.list_of_programs(work, owner=owner.account, program=request.program)
    personal_tokens.end(work, ports, [each.id for each in held])
    security.note(work, "program_ended", owner.account, network_of(request.address), program=request.program)
    work.after(lambda: metrics.program_consents.labels("ended").inc(ended))
    return Done()


def own(work: Work, ports: Ports, token: str) -> Player | Refusal:
    """The player of a session, whose account is a full one at home here."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    return permissions.check_home(found[1], ports, "own_account") or found[1]


def _line(program: Program) -> contract.ProgramLine:
    return contract.ProgramLine(
        program=program.id,
        name=program.name,
        homepage=program.homepage,
        redirects=list(program.redirects),
        secret=program.secret_hash is not None,
        made_at_ms=program.made_at_ms,
    )


def _allowed(work: Work, account: str) -> list[contract.AllowedLine]:
    """One line for each program, whatever number of consents it has."""
    by_program: dict[str, list[Grant]] = {}
    for grant in stored.grants_of(work, account):
        by_program.setdefault(grant.program, []).append(grant)
    known = stored.list_some(work, set(by_program))
    owners = {each.account: each.name for each in players.find_some(work, {each.owner for each in known.values()})}
    uses = stored_tokens.uses_of_programs(work, account)
    return [
        contract.AllowedLine(
            program=program.id,
            name=program.name,
            homepage=program.homepage,
            owner=owners.get(program.owner, ""),
            scopes=[each for each in rules.OFFERED if any(each in grant.scopes for grant in by_program[program.id])],
            allowed_at_ms=min(grant.made_at_ms for grant in by_program[program.id]),
            used_at_ms=uses.get(program.id),
        )
        for program in (known[each] for each in by_program if each in known)
    ]

"""Personal tokens of an account: made, listed, revoked, ended (RULES.md §12)."""

from collections.abc import Sequence

from services.contracts.base import Done
from services.contracts.client.token_scopes import PREFIX
from services.contracts.lobby.accounts import tokens as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as owners
from services.lobby.accounts import permissions
from services.lobby.bots import rows as bots
from services.lobby.bots.rules import UNKNOWN as UNKNOWN_BOT
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.programs import rows as grants
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import rows as stored
from services.lobby.tokens import rules
from services.lobby.tokens.rules import PersonalToken
from services.platform.database.unit_of_work import Work


def list_tokens(work: Work, ports: Ports, request: contract.ListTokens) -> contract.PersonalTokens | Refusal:
    """The tokens that hold, and the limits."""
    owner = _own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    limits = ports.settings.personal_tokens
    credentials = owners.find(work, owner.account)
    return contract.PersonalTokens(
        tokens=[line(each) for each in stored.list_of(work, owner.account)],
        tokens_max=limits.tokens_max,
        days_max=limits.days_max,
        password=credentials is not None and credentials.has_password,
    )


def make_token(ports: Ports, request: contract.MakeToken) -> contract.NewToken | Refusal:
    """Make a token. It is a way into the account, so it is checked who asks."""
    attempt = Attempt(purpose="token", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer: contract.NewToken | Refusal = ports.run(_make, request, passed.account)
    return answer


def _make(work: Work, ports: Ports, request: contract.MakeToken, owner: str) -> contract.NewToken | Refusal:
    limits = ports.settings.personal_tokens
    name = rules.read_name(request.name)
    if isinstance(name, Refusal):
        return name
    expires_at_ms = rules.expiry_ms(work.now_ms, request.days, limits)
    if isinstance(expires_at_ms, Refusal):
        return expires_at_ms
    bot = None if request.bot is None else bots.find(work, request.bot)
    if request.bot is not None and (bot is None or bot.owner != owner):
        return UNKNOWN_BOT
    scopes = rules.read_scopes(request.scopes, rules.FOR_PEOPLE if bot is None else rules.FOR_BOTS)
    if isinstance(scopes, Refusal):
        return scopes
    player = players.lock(work, [owner]).get(owner)
    if player is None:
        return Refusal("session_expired")
    if len(stored.list_of(work, owner)) >= limits.tokens_max:
        return Refusal("token_limit", {"max": limits.tokens_max})
    secret = f"{PREFIX}{sessions.new_token()}"
    made = PersonalToken(
        id=new_id(),
        token_hash=sessions.token_hash(secret),
        owner=owner,
        account=owner if bot is None else bot.account,
        name=name,
        scopes=scopes,
        made_at_ms=work.now_ms,
        expires_at_ms=expires_at_ms,
    )
    stored.add(work, made)
    security.note(work, "token_made", owner, network_of(request.address), token=made.id, scopes=" ".join(scopes))
    _report(work, ports, player)
    work.after(metrics.personal_tokens.labels("made").inc)
    return contract.NewToken(secret=secret, line=line(made))


def revoke_token(work: Work, ports: Ports, request: contract.RevokeToken) -> Done | Refusal:
    """End one token, and the connection that it has."""
    owner = _own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    token = stored.find(work, request.personal)
    if token is None or token.owner != owner.account or token.program or not token.holds(work.now_ms):
        return rules.UNKNOWN
    end(work, ports, [token.id])
    security.note(work, "token_revoked", owner.account, network_of(request.address), token=token.id)
    return Done()


def end_all(work: Work, ports: Ports, owner: str) -> None:
    """End all tokens that an account has made, and all consents to programs: somebody else may have come in."""
    consents = grants.end(work, account=owner)
    tokens = [each.id for each in (*stored.list_of(work, owner), *stored.list_of_programs(work, owner=owner))]
    if tokens or consents:
        end(work, ports, tokens)
        security.note(work, "tokens_ended", owner)


def sweep_tokens(ports: Ports) -> int:
    """End the connections of tokens that hold no more; returns how many were ended."""
    due = ports.run(_find_due)
    for token in due:
        ports.run(_end_sessions, [token])
    return len(due)


def line(token: PersonalToken) -> contract.TokenLine:
    """A token as its owner sees it."""
    return contract.TokenLine(
        id=token.id,
        name=token.name,
        scopes=list(token.scopes),
        made_at_ms=token.made_at_ms,
        expires_at_ms=token.expires_at_ms,
        used_at_ms=token.used_at_ms,
        bot=None if token.account == token.owner else token.account,
    )


def _find_due(work: Work, _ports: Ports) -> list[str]:
    open_by = {each.personal_token for each in stored_sessions.list_of_tokens(work) if each.personal_token}
    return sorted(stored.find_ended(work, open_by))


def end(work: Work, ports: Ports, tokens: Sequence[str]) -> None:
    """End tokens, and the connections that they have."""
    if not tokens:
        return
    _end_sessions(work, ports, tokens)
    stored.revoke(work, tokens)
    work.after(lambda: metrics.personal_tokens.labels("revoked").inc(len(tokens)))


def _end_sessions(work: Work, ports: Ports, tokens: Sequence[str]) -> None:
    for session in sorted(stored_sessions.list_of_tokens(work, tokens), key=lambda each: each.account):
        sessions.end(work, ports, session, "token", rules.INVALID.error)


def _own(work: Work, ports: Ports, token: str) -> Player | Refusal:
    """The player of a session, whose account is a full one at home here."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    return permissions.check_home(found[1], ports, "own_account") or found[1]


def _report(work: Work, ports: Ports, player: Player) -> None:
    """Write to the owner that there is a token more: it may not have been them."""
    owner = owners.find(work, player.account)
    if owner is not None:
        mailing.write(work, ports, "token", player, owner.email)

"""Who shows a personal token, and whether it opens what is asked (RULES.md §12)."""

from services.contracts.client import token_scopes
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.conduct import exclusions
from services.lobby.lists import lines
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as sessions
from services.lobby.tokens import rows as stored
from services.lobby.tokens.rules import INVALID, PersonalToken
from services.platform.database.unit_of_work import Work


def identify(work: Work, token_hash: str) -> PersonalToken | Refusal:
    """The token with this hash, whose use is noted. Refusals: `token_invalid`, `account_suspended`,
    `account_blocked`."""
    token = stored.find_by_hash(work, token_hash)
    if token is None or not token.holds(work.now_ms):
        return INVALID
    for account in dict.fromkeys((token.owner, token.account)):
        if excluded := exclusions.check_last_events(work, account):
            return excluded
    if token.is_use_new(work.now_ms):
        stored.note_use(work, token.id)
    return token


def who_is(work: Work, ports: Ports, token_hash: str, operation: str, named: str = "") -> accounts.Account | Refusal:
    """The account in whose name a token acts, if it opens the operation. `named`: the account that the request names.

    Refusals: those of `identify`, `scope_missing`, `actor_not_own`; `session_elsewhere` about what needs a connection,
    which a token does not get either while its owner has one; `session_expired` about a connection that is not open
    by it.
    """
    token = identify(work, token_hash)
    if isinstance(token, Refusal):
        return _counted(token)
    if refusal := token_scopes.check_operation(operation, token.scopes):
        return _counted(refusal)
    if named not in ("", token.account):
        return _counted(Refusal("actor_not_own", {"account": token.account}))
    if token_scopes.is_of_connection(operation) and _is_owner_here(work, token.account):
        return _counted(Refusal("session_elsewhere"))
    player = players.find(work, token.account)
    if player is None:
        return _counted(INVALID)
    if operation == token_scopes.CONNECTING and not sessions.list_of_tokens(work, [token.id]):
        return Refusal("session_expired")
    return lines.account(player, ports.visits.home_of(player.account), scopes=list(token.scopes))


def _is_owner_here(work: Work, account: str) -> bool:
    live = sessions.find_live(work, account)
    return live is not None and live.personal_token is None


def _counted(refusal: Refusal) -> Refusal:
    metrics.personal_tokens_refused.labels(refusal.error).inc()
    return refusal

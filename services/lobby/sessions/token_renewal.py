"""Tokens change while their sessions go on (RULES.md §1): with a new password, and when they have grown old.

The old token is valid for a moment longer, for requests on their way. Within it a client that has missed the new one
gets another. After a change of password the old one ends at once, for it may be somebody else's.
"""

from services.contracts.lobby.accounts import accounts as contract
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby.ports import Ports
from services.lobby.sessions import rows as stored
from services.lobby.sessions.rows import SessionRow
from services.lobby.sessions.use_cases import authenticate, new_token, token_hash
from services.platform.database.unit_of_work import Work


def renew_token(work: Work, ports: Ports, request: contract.RenewToken) -> contract.Token | Refusal:
    """A new token in exchange for the present one, or for the one before."""
    found = authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    token = _renew(work, ports, found[0], request.token)
    return Refusal("session_expired") if token is None else contract.Token(token=token)


def renew_old(work: Work, ports: Ports, session: SessionRow, token: str) -> str | None:
    """A new token for a session whose token is old, or whose client still has the one before; otherwise None."""
    is_old = work.now_ms - session.token_at_ms >= ports.settings.token_renew_h * HOUR_MS
    return _renew(work, ports, session, token) if is_old or token_hash(token) != session.token_hash else None


def renew_after_password(work: Work, account: str) -> str:
    """A new token for the account's live session; the old one ends at once, since a thief may have it."""
    token = new_token()
    live = stored.lock_live(work, [account])[account]
    stored.renew(work, live, token_hash(token), work.now_ms - 1, old_renews=False)
    return token


def _renew(work: Work, ports: Ports, session: SessionRow, token: str) -> str | None:
    """None: the token is an old one that gets no other."""
    live = stored.lock_live(work, [session.account]).get(session.account)
    if live is None or not live.was(session):
        return None
    fresh = new_token()
    if token_hash(token) == live.token_hash:
        stored.renew(work, live, token_hash(fresh), _hold_until_ms(work, ports), old_renews=True)
    elif live.old_renews:
        stored.renew_missed(work, live, token_hash(fresh))
    else:
        return None
    return fresh


def _hold_until_ms(work: Work, ports: Ports) -> int:
    return work.now_ms + ports.settings.token_overlap_s * 1000

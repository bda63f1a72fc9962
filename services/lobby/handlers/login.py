"""Logging in (RULES.md §1). A name that nobody has is answered as a wrong password is, and as late."""

import hashlib
from collections.abc import Mapping

import msgspec

from services.contracts import lobby as contract
from services.contracts.moderation import Conduct, GetConduct, Suspension
from services.contracts.ranking import GetRatings, Ratings
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import lockout, metrics
from services.lobby.accounts import username_key
from services.lobby.handlers import client_updates, sessions
from services.lobby.handlers.conduct import kept_out
from services.lobby.handlers.ports import Ports, Verdict
from services.lobby.store import accounts as stored
from services.lobby.store import players
from services.plumbing.database import Work


class Claimed(msgspec.Struct, frozen=True):
    """Who somebody says they are. `account` None: nobody has this name."""

    lockout_key: str
    account: str | None = None
    password_hash: str | None = None
    is_rated: bool = True
    """Whether we know a rating to show."""


def log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    """A new session for who knows the password."""
    answer = _log_in(ports, request)
    metrics.logins.labels(answer.error if isinstance(answer, Refusal) else "ok").inc()
    return answer


def _log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    claimed = ports.run(_look_up, request.username)
    if isinstance(claimed, Refusal):
        return claimed
    verdict = ports.passwords.check(request.password, claimed.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.is_right or claimed.account is None:
        return ports.run(_count_wrong, claimed)
    refusal = _ask_conduct(ports, claimed.account)
    answer = ports.run(_let_in, claimed, verdict, request, refusal)
    if not isinstance(answer, Refusal) and not claimed.is_rated:
        _ask_rating(ports, claimed.account)
    return answer


def _look_up(work: Work, _ports: Ports, name: str) -> Claimed | Refusal:
    """The account of a username or e-mail address, unless it is locked."""
    key = username_key(name)
    found = stored.find_by_email(work, name.strip().lower()) if "@" in name else stored.find_by_name_key(work, key)
    if found is None:
        claimed = Claimed("name:" + hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest())
    else:
        player = players.find(work, found.account)
        is_rated = player is not None and player.elo is not None
        claimed = Claimed(found.account, found.account, found.password_hash, is_rated)
    return lockout.check(stored.find_lockout(work, claimed.lockout_key), work.now_ms) or claimed


def _count_wrong(work: Work, _ports: Ports, claimed: Claimed) -> Refusal:
    """One more wrong password, unless the name has been locked meanwhile."""
    state = stored.lock_lockout(work, claimed.lockout_key)
    locked = lockout.check(state, work.now_ms)
    if locked is not None:
        return locked
    after, refusal = lockout.wrong(state, work.now_ms)
    stored.save_lockout(work, claimed.lockout_key, after)
    work.keep = True
    return refusal


def _let_in(
    work: Work, ports: Ports, claimed: Claimed, verdict: Verdict, request: contract.LogIn, kept_out: Refusal | None
) -> contract.Session | Refusal:
    """Guesses made side by side count as if made one after the other: a lock that fell meanwhile holds."""
    account = claimed.account or ""
    state = stored.lock_lockout(work, claimed.lockout_key)
    refusal = lockout.check(state, work.now_ms) or kept_out
    if refusal is not None:
        return refusal
    stored.delete_lockout(work, claimed.lockout_key)
    if verdict.fresh_hash is not None:
        stored.save_password(work, account, verdict.fresh_hash)
    return sessions.begin(work, ports, account, request.device, request.address)


def _ask_conduct(ports: Ports, account: str) -> Refusal | None:
    """`account_suspended` or `account_blocked`, if moderation says so in time."""
    answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
    if not isinstance(answer, Conduct):
        metrics.conduct_unanswered.inc()
        known: Refusal | None = ports.run(_known_conduct, account)
        return known
    now_ms = ports.database.clock.now_ms()
    return None if answer.suspension is None else _kept_out(answer.suspension, now_ms)


def _known_conduct(work: Work, _ports: Ports, account: str) -> Refusal | None:
    return kept_out(work, account)


def check_password(ports: Ports, name: str, password: str) -> str | Refusal:
    """The account of who knows its password, without a session; wrong ones count as at the login."""
    claimed = ports.run(_look_up, name)
    if isinstance(claimed, Refusal):
        return claimed
    verdict = ports.passwords.check(password, claimed.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.is_right or claimed.account is None:
        refusal: Refusal = ports.run(_count_wrong, claimed)
        return refusal
    account: str = claimed.account
    return account


def _kept_out(suspension: Suspension, now_ms: TimeMs) -> Refusal | None:
    if suspension.until_ms is None:
        return Refusal("account_blocked", {"reason": suspension.reason} | _appeal(suspension))
    if now_ms >= suspension.until_ms:
        return None
    detail = {"colour": suspension.colour, "from_ms": suspension.from_ms, "until_ms": suspension.until_ms}
    return Refusal("account_suspended", detail | {"reason": suspension.reason} | _appeal(suspension))


def _appeal(suspension: Suspension) -> dict[str, int]:
    """Until when one may appeal, if one may."""
    return {} if suspension.appeal_until_ms is None else {"appeal_until_ms": suspension.appeal_until_ms}


def _ask_rating(ports: Ports, account: str) -> None:
    """Ranking's events tell us ratings; where none has come yet, it is asked once."""
    answer = ports.rpc.call(GetRatings(accounts=[account]), timeout_ms=ports.settings.ratings_timeout_ms)
    if isinstance(answer, Ratings) and answer.ratings:
        ports.run(save_ratings, {each.account: (each.rating, each.seq) for each in answer.ratings})


_UNSEEN = ("absent", "playing")


def save_ratings(work: Work, ports: Ports, ratings: Mapping[str, tuple[int, int]]) -> None:
    """Keep ratings (account → rating, and how often it has changed) for the players list, unless a newer one is
    known; who is free is shown with the new one at once.

    Who plays is shown with it when the table is done: at a busy table every match would move everybody's list.
    """
    found = players.lock(work, ratings).values()
    changed = [
        (player, msgspec.structs.replace(player, elo=elo, rated_games=seq))
        for player in found
        for elo, seq in [ratings[player.account]]
        if seq >= player.rated_games and (elo, seq) != (player.elo, player.rated_games)
    ]
    players.save(work, [after for _, after in changed])
    seen = [(before, after) for before, after in changed if before.elo != after.elo and after.status not in _UNSEEN]
    client_updates.players(work, ports, [after.account for _, after in seen])

"""The login (RULES.md §1). An unknown name gets the same answer as a wrong password, after the same time."""

import hashlib
from collections.abc import Mapping

import msgspec

from services.contracts import lobby as contract
from services.contracts.moderation import Conduct, GetConduct, Suspension
from services.contracts.ranking import GetRatings, Ratings
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import letters, lockout, metrics
from services.lobby.accounts import username_key
from services.lobby.handlers import client_updates, factors, mailing, sessions
from services.lobby.handlers.conduct import kept_out
from services.lobby.handlers.ports import Ports, Verdict
from services.lobby.networks import household_key, network_of
from services.lobby.store import access, players, security
from services.lobby.store import accounts as stored
from services.lobby.store import conduct as stored_conduct
from services.lobby.store import sessions as stored_sessions
from services.plumbing.database import Work


class Claimed(msgspec.Struct, frozen=True):
    """A login before the password is checked. `account` None: the name is unknown. `network_key`: the key under
    which failures of the network count; None on a device on which the account has been used."""

    lockout_key: str
    network_key: str | None = None
    account: str | None = None
    password_hash: str | None = None
    is_rated: bool = True
    """Whether a rating is stored."""
    network: str = ""
    """The stored part of the network address (networks.network_of)."""


def log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    """Open a session for the right name and password."""
    answer = _log_in(ports, request)
    metrics.logins.labels(answer.error if isinstance(answer, Refusal) else "ok").inc()
    return answer


def _log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    claimed = ports.run(_look_up, request)
    if isinstance(claimed, Refusal):
        return claimed
    verdict = ports.passwords.check(request.password, claimed.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.is_right or claimed.account is None:
        return ports.run(_count_wrong, claimed)
    conduct = ask_conduct(ports, claimed.account)
    answer = ports.run(_let_in, claimed, verdict, request, conduct)
    if not isinstance(answer, Refusal) and not claimed.is_rated:
        _ask_rating(ports, claimed.account)
    return answer


def _look_up(work: Work, _ports: Ports, request: contract.LogIn) -> Claimed | Refusal:
    """The account of a username or e-mail address, unless it or the network is locked."""
    claimed = msgspec.structs.replace(_claimed(work, request), network=network_of(request.address))
    if claimed.network_key is not None:
        delayed = lockout.check_delay(stored.find_lockout(work, claimed.network_key), work.now_ms)
        if delayed is not None:
            return delayed
    return lockout.check(stored.find_lockout(work, claimed.lockout_key), work.now_ms) or claimed


def _claimed(work: Work, request: contract.LogIn) -> Claimed:
    """A login on a device on which the account has been used counts wrong passwords separately, so that others
    cannot lock its owner out there."""
    name = request.username
    key = username_key(name)
    household = household_key(request.address)
    network_key = f"login:{household}" if household else None
    found = stored.find_by_email(work, name.strip().lower()) if "@" in name else stored.find_by_name_key(work, key)
    if found is None:
        nobody = "name:" + hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
        return Claimed(nobody, network_key)
    player = players.find(work, found.account)
    is_rated = player is not None and player.elo is not None
    if access.is_known(work, found.account, request.device):
        own_key = f"{found.account}|{access.device_key(request.device)}"
        return Claimed(own_key, None, found.account, found.password_hash, is_rated)
    return Claimed(found.account, network_key, found.account, found.password_hash, is_rated)


def _count_wrong(work: Work, _ports: Ports, claimed: Claimed) -> Refusal:
    """Count a wrong password, unless the name has been locked meanwhile."""
    state = stored.lock_lockout(work, claimed.lockout_key)
    locked = lockout.check(state, work.now_ms)
    if locked is not None:
        return locked
    after, refusal = lockout.wrong(state, work.now_ms)
    stored.save_lockout(work, claimed.lockout_key, after)
    is_locked = after.locked_until_ms > work.now_ms
    security.note(work, "lockout" if is_locked else "login_failed", claimed.account or "", claimed.network)
    if claimed.network_key is not None:
        of_network = stored.lock_lockout(work, claimed.network_key)
        stored.save_lockout(work, claimed.network_key, lockout.delay(of_network, work.now_ms))
    work.keep = True
    return refusal


def _let_in(
    work: Work, ports: Ports, claimed: Claimed, verdict: Verdict, request: contract.LogIn, conduct: Conduct | None
) -> contract.Session | Refusal:
    """Open the session, unless the name has been locked meanwhile: simultaneous attempts count like successive ones."""
    account = claimed.account or ""
    state = stored.lock_lockout(work, claimed.lockout_key)
    refusal = lockout.check(state, work.now_ms) or refused_by(work, account, conduct)
    if refusal is not None:
        return refusal
    strong = _check_factor(work, claimed, request)
    if isinstance(strong, Refusal):
        return strong
    stored.delete_lockout(work, claimed.lockout_key)
    if verdict.fresh_hash is not None:
        stored.save_password(work, account, verdict.fresh_hash)
    is_new = access.note_device(work, account, request.device)
    security.note(work, "login", account, claimed.network, new_device=is_new, second_factor=strong)
    if is_new:
        _tell_new_device(work, ports, account, request)
    staff = bool(conduct.roles) if conduct is not None else bool(stored_conduct.roles_of(work, account))
    session = sessions.begin(work, ports, account, request.device, request.address, strong, staff)
    if conduct is None:
        stored_sessions.mark_unasked(work, account, unasked=True)
    return session


def _check_factor(work: Work, claimed: Claimed, request: contract.LogIn) -> bool | Refusal:
    """Whether a second factor was shown; False: the account has none. A wrong code counts like a wrong password."""
    account = claimed.account or ""
    factor = factors.active_factor(work, account)
    if factor is None:
        return False
    if not request.code:
        return Refusal("second_factor_needed")
    after = factors.take(work, claimed.lockout_key, factor, request.code)
    if isinstance(after, Refusal):
        return after
    access.save_factor(work, account, after)
    return True


def _tell_new_device(work: Work, ports: Ports, account: str, request: contract.LogIn) -> None:
    player, credentials = players.find(work, account), stored.find(work, account)
    if player is not None and credentials is not None:
        values = {"network": network_of(request.address) or "?", "at": letters.moment(work.now_ms)}
        mailing.write(work, ports, "new_device", player, credentials.email, **values)


def ask_conduct(ports: Ports, account: str) -> Conduct | None:
    """Moderation's verdict about the account; None if it does not answer in time."""
    answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
    if isinstance(answer, Conduct):
        return answer
    metrics.conduct_unanswered.inc()
    return None


def check_password(ports: Ports, name: str, password: str) -> str | Refusal:
    """The account with this name and password, without opening a session; wrong passwords count as at the login."""
    claimed = ports.run(_look_up, contract.LogIn(username=name, password=password))
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


def refused_by(work: Work, account: str, conduct: Conduct | None) -> Refusal | None:
    """Why the account is excluded: by moderation's answer or, without one, by its last events."""
    if conduct is None:
        return kept_out(work, account)
    return None if conduct.suspension is None else _kept_out(conduct.suspension, work.now_ms)


def _kept_out(suspension: Suspension, now_ms: TimeMs) -> Refusal | None:
    if suspension.until_ms is None:
        return Refusal("account_blocked", {"reason": suspension.reason} | _appeal(suspension))
    if now_ms >= suspension.until_ms:
        return None
    detail = {"colour": suspension.colour, "from_ms": suspension.from_ms, "until_ms": suspension.until_ms}
    return Refusal("account_suspended", detail | {"reason": suspension.reason} | _appeal(suspension))


def _appeal(suspension: Suspension) -> dict[str, int]:
    """Until when the player may appeal against the suspension, if they may."""
    return {} if suspension.appeal_until_ms is None else {"appeal_until_ms": suspension.appeal_until_ms}


def _ask_rating(ports: Ports, account: str) -> None:
    """Ask ranking once for the rating of an account; later ones come with ranking's events."""
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

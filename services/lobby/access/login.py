"""The login (RULES.md §1). An unknown name gets the same answer as a wrong password, after the same time."""

from collections.abc import Mapping

import msgspec

from services.contracts.lobby import requests as contract
from services.contracts.moderation.conduct_and_messages import Conduct, GetConduct, Suspension
from services.contracts.ranking.ratings import GetRatings, Ratings
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access.credential_checks import Attempt, Claimed
from services.lobby.access.networks import network_of
from services.lobby.access.security_log import rows as security
from services.lobby.accounts import credential_rows as stored
from services.lobby.conduct import rows as stored_conduct
from services.lobby.conduct.standings import kept_out
from services.lobby.lists import client_updates
from services.lobby.mails import letters
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports, Verdict
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work


def log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    """Open a session for the right name and password."""
    answer = _log_in(ports, request)
    metrics.logins.labels(answer.error if isinstance(answer, Refusal) else "ok").inc()
    return answer


def _log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    attempt = Attempt(
        purpose="login",
        password=request.password,
        code=request.code,
        device=request.device,
        address=request.address,
    )
    claimed = ports.run(credential_checks.claim_by_name, request.username, attempt)
    if isinstance(claimed, Refusal):
        return claimed
    verdict = credential_checks.verify(ports, claimed)
    if isinstance(verdict, Refusal):
        return verdict
    conduct = ask_conduct(ports, claimed.account)
    answer = ports.run(_let_in, claimed, verdict, request, conduct)
    if isinstance(answer, Refusal):
        return answer
    session, is_rated = answer
    if not is_rated:
        _ask_rating(ports, claimed.account)
    opened: contract.Session = session
    return opened


def _let_in(
    work: Work, ports: Ports, claimed: Claimed, verdict: Verdict, request: contract.LogIn, conduct: Conduct | None
) -> tuple[contract.Session, bool] | Refusal:
    """Open the session, unless the name has been locked meanwhile or the account is excluded. With it comes whether a
    rating is stored."""
    account = claimed.account or ""
    if locked := credential_checks.check_lock(work, claimed):
        return locked
    if excluded := refused_by(work, account, conduct):
        credential_checks.note(work, claimed, "login_refused", code=excluded.error)
        work.keep = True
        return excluded
    passed = credential_checks.accept(work, ports, claimed, verdict)
    if isinstance(passed, Refusal):
        return passed
    is_new = access.note_device(work, account, request.device)
    security.note(work, "login", account, claimed.network, new_device=is_new, second_factor=passed.with_factor)
    if is_new:
        _tell_new_device(work, ports, account, request)
    staff = bool(conduct.roles) if conduct is not None else bool(stored_conduct.roles_of(work, account))
    player = players.find(work, account)
    session = sessions.begin(work, ports, account, request.device, request.address, passed.with_factor, staff)
    if conduct is None:
        stored_sessions.mark_unasked(work, account, unasked=True)
    return session, player is not None and player.elo is not None


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
        if not player.is_erased
        if seq >= player.rated_games and (elo, seq) != (player.elo, player.rated_games)
    ]
    players.save(work, [after for _, after in changed])
    seen = [(before, after) for before, after in changed if before.elo != after.elo and after.status not in _UNSEEN]
    client_updates.players(work, ports, [after.account for _, after in seen])

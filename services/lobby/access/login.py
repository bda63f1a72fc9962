"""The login (RULES.md §1). An unknown name gets the same answer as a wrong password, after the same time."""

from services.contracts.lobby import accounts as contract
from services.contracts.moderation.conduct import Conduct
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt, Claimed
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as stored
from services.lobby.conduct import rows as stored_conduct
from services.lobby.conduct.standings import ask_conduct, refused_by
from services.lobby.mails import letters
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports, Verdict
from services.lobby.presence import player_rows as players
from services.lobby.presence.ratings import ask_rating
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
        ask_rating(ports, claimed.account)
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
        _send_new_device_mail(work, ports, account, request)
    staff = bool(conduct.roles) if conduct is not None else bool(stored_conduct.roles_of(work, account))
    player = players.find(work, account)
    session = sessions.begin(work, ports, account, request.device, request.address, passed.with_factor, staff)
    if conduct is None:
        stored_sessions.mark_conduct_recheck(work, account, is_needed=True)
    return session, player is not None and player.elo is not None


def _send_new_device_mail(work: Work, ports: Ports, account: str, request: contract.LogIn) -> None:
    player, credentials = players.find(work, account), stored.find(work, account)
    if player is not None and credentials is not None:
        values = {"network": network_of(request.address) or "?", "at": letters.moment(work.now_ms)}
        mailing.write(work, ports, "new_device", player, credentials.email, **values)

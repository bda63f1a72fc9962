"""Erasure of an account and of everything that identifies its owner (RULES.md §7)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from services.contracts.base import Done
from services.contracts.lobby.accounts import privacy as contract
from services.kernel.clock import TimeMs
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts import permissions
from services.lobby.bots import rows as bots
from services.lobby.companies import membership as companies
from services.lobby.ports import Ports, Visits
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.privacy import erasure_list
from services.lobby.privacy import rows as stored
from services.lobby.privacy.rows import Asked
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger

log = get_logger(__name__)

PLAYER = "player"
"""The value of `by` where the account's owner has requested the erasure."""
UNSEEN = "unseen"
"""The value of `by` where a guest or a visitor has not come for too long."""
_OWN = "lobby"
_RECEIPT_BYTES = 24


def erase_account(ports: Ports, request: contract.EraseAccount) -> contract.Erasure | Refusal:
    """Erase the account of a session. The password is checked again, except for guests and visitors, who have none
    here."""
    without_password = ports.run(_without_password, request.token)
    if without_password is not None:
        return _when_free(ports, without_password, PLAYER)
    attempt = Attempt(purpose="erasure", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    return _when_free(ports, passed.account, PLAYER)


def order_erasure(ports: Ports, request: contract.OrderErasure) -> contract.Erasure | Refusal:
    """Erase an account by order of an operator, for instance if its owner cannot log in. A repeated order of the
    same operator gets the same answer."""
    ordered: Asked | None = ports.run(_ordered, request.account, request.by)
    if ordered is not None:
        return _erasure(ordered)
    known = ports.run(_is_known, request.account)
    return _when_free(ports, request.account, request.by) if known else Refusal("player_unknown")


def erase_unseen(ports: Ports, accounts: Sequence[str], put_off: Callable[[Work, Ports, str], None]) -> int:
    """Erase accounts that their owners do not use any more; returns how many. `put_off` is called for each one that
    cannot be erased now, because a match of theirs runs."""
    done = 0
    for account in accounts:
        if isinstance(_when_free(ports, account, UNSEEN), Refusal):
            ports.run(put_off, account)
        else:
            done += 1
    return done


def erase_bot(ports: Ports, account: str) -> contract.Erasure | Refusal:
    """Erase a bot account; its owner was checked."""
    return _when_free(ports, account, PLAYER)


def get_erasure(work: Work, _ports: Ports, request: contract.GetErasure) -> contract.Erasure | Refusal:
    """The state of an erasure."""
    found = stored.find_erasure(work, request.receipt)
    return Refusal("erasure_unknown") if found is None else _erasure(found)


def erasures_answered(work: Work, _ports: Ports, events: Sequence[contract.ErasureAnswered]) -> None:
    """Services have erased their data."""
    for event in sorted(events, key=lambda each: (each.receipt, each.service)):
        stored.add_erased(work, event.receipt, event.service)
        stored.finish_erasure(work, event.receipt)


def _ordered(work: Work, _ports: Ports, account: str, by: str) -> Asked | None:
    """The erasure of an account that was erased before by order of the same operator."""
    return None if accounts.find(work, account) is not None else stored.find_ordered(work, account, by)


def _when_free(ports: Ports, account: str, by: str) -> contract.Erasure | Refusal:
    """Erase an account that has no seat and nothing pending, after its bots. Other services are asked before the unit
    of work that erases it."""
    for bot in ports.run(_bots_of, account):
        closed = _when_free(ports, bot, by)
        if isinstance(closed, Refusal):
            return closed
    timeout_ms = ports.settings.table_checks_timeout_ms
    for question in (contract.CheckMoneySettled(account=account), contract.CheckTablesLeft(account=account)):
        answer: Done | Refusal = ports.rpc.call(question, timeout_ms)
        if isinstance(answer, Refusal):
            return answer
    erasure: contract.Erasure | Refusal = ports.run(_erase, account, by)
    if not isinstance(erasure, Refusal) and ports.settings.erasures_folder:
        _list(ports, account, erasure)
    return erasure


def _list(ports: Ports, account: str, erasure: contract.Erasure) -> None:
    """List the erasure outside of the database too. If that fails, the erasure still counts and an operator is
    notified."""
    try:
        erasure_list.add(Path(ports.settings.erasures_folder), account, erasure.asked_at_ms)
    except OSError as error:
        metrics.erasures_unlisted.inc()
        log.error("erasure_not_listed", account=account, error=str(error))


def erase_again(work: Work, visits: Visits, account: str, at_ms: TimeMs, dry_run: bool) -> bool:
    """After a restore: erase an account that the database has again although it was erased at `at_ms`; whether it had.
    A visitor who has come again since then stays. Other services learn of it by the event.

    Its session and seat are of before the restore and mean nothing.
    """
    me = players.lock(work, [account]).get(account)
    visited_at_ms = visits.last_visit_ms(work, account)
    visited = visited_at_ms is not None and visited_at_ms <= at_ms
    if me is None or not (me.guest or visited or is_bot_account(account) or accounts.find(work, account) is not None):
        return False
    if dry_run:
        return True
    receipt = sessions.new_token(_RECEIPT_BYTES)
    _erase_rows(work, visits, me, receipt, "restore")
    return True


def _erase(work: Work, ports: Ports, account: str, by: str) -> contract.Erasure | Refusal:
    """Erase the account. Its session and invitations end first, because tables are locked before players."""
    live = stored_sessions.find_live(work, account)
    if live is not None:
        sessions.end(work, ports, live, "logged_out", "account_erased")
    me = players.lock(work, [account]).get(account)
    if me is None:
        return Refusal("player_unknown")
    if me.part is not None:
        return Refusal("account_seated")
    receipt = sessions.new_token(_RECEIPT_BYTES)
    _erase_rows(work, ports.visits, me, receipt, by)
    found = stored.find_erasure(work, receipt)
    assert found is not None, "it was just added"
    return _erasure(found)


def _erase_rows(work: Work, visits: Visits, me: Player, receipt: str, by: str) -> None:
    """Erase the lobby's own rows, and ask the other services to erase theirs."""
    account = me.account
    companies.leave_all(work, account)
    stored.erase(work, account, me.name)
    visits.erase(work, account)
    security.forget_networks(work, account)
    security.note(work, "erased", account, by=by)
    stored.add_erasure(work, account, receipt, by)
    stored.add_erased(work, receipt, _OWN)
    work.publish(contract.ErasureAsked(account=account, receipt=receipt))


def _without_password(work: Work, ports: Ports, token: str) -> str | None:
    """The account of the session with this token, if it has no password here: a guest's or a visitor's."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal) or permissions.check_home(found[1], ports, "own_account") is None:
        return None
    return found[1].account


def _bots_of(work: Work, _ports: Ports, account: str) -> list[str]:
    return [each.account for each in bots.list_of(work, account)]


def _is_known(work: Work, _ports: Ports, account: str) -> bool:
    return players.find(work, account) is not None


def _erasure(found: Asked) -> contract.Erasure:
    return contract.Erasure(
        receipt=found.id, asked_at_ms=found.asked_at_ms, done_at_ms=found.done_at_ms, waiting=found.waiting
    )

"""Erasure of an account and of everything that identifies its owner (RULES.md §7)."""

from collections.abc import Sequence
from pathlib import Path

from services.contracts import privacy as contract
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from services.lobby import erasure_list, metrics
from services.lobby.handlers import account_changes, sessions
from services.lobby.handlers.ports import Ports
from services.lobby.store import accounts, players, security
from services.lobby.store import privacy as stored
from services.lobby.store import sessions as stored_sessions
from services.lobby.store.privacy import Asked
from services.plumbing.database import Work
from services.plumbing.logs import get_logger

log = get_logger(__name__)

PLAYER = "player"
"""The value of `by` where the account's owner has requested the erasure."""
_OWN = "lobby"
_RECEIPT_BYTES = 24


def erase_account(ports: Ports, request: contract.EraseAccount) -> contract.Erasure | Refusal:
    """Erase the account of a session. The password is checked again, except for a guest account, which has none."""
    guest = ports.run(_guest_of, request.token)
    if guest is not None:
        return _when_free(ports, guest, PLAYER)
    asking = ports.run(account_changes.look_up, request.token)
    if isinstance(asking, Refusal):
        return asking
    verdict = ports.passwords.check(request.password, asking.credentials.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.is_right:
        refused: Refusal = ports.run(account_changes.count_wrong, asking)
        return refused
    return _when_free(ports, asking.credentials.account, PLAYER)


def order_erasure(ports: Ports, request: contract.OrderErasure) -> contract.Erasure | Refusal:
    """Erase an account by order of an operator, for instance if its owner cannot log in. A repeated order of the
    same operator gets the same answer."""
    ordered: Asked | None = ports.run(_ordered, request.account, request.by)
    if ordered is not None:
        return _erasure(ordered)
    known = ports.run(_is_known, request.account)
    return _when_free(ports, request.account, request.by) if known else Refusal("player_unknown")


def erase_unasked(ports: Ports, account: str, by: str) -> contract.Erasure | Refusal:
    """Erase an account that its owner does not use any more; `by`: why."""
    return _when_free(ports, account, by)


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
    """Erase an account that has no seat and nothing pending. Other services are asked before the unit of work that
    erases it."""
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


def erase_again(work: Work, account: str, dry_run: bool) -> bool:
    """After a restore: erase an account that the database has again; whether it had. Other services learn of it by the
    event.

    Its session and seat are of before the restore and mean nothing.
    """
    me = players.lock(work, [account]).get(account)
    if me is None or (accounts.find(work, account) is None and not me.guest):
        return False
    if dry_run:
        return True
    receipt = sessions.new_token(_RECEIPT_BYTES)
    stored.erase(work, account, me.name)
    security.forget_networks(work, account)
    security.note(work, "erased", account, by="restore")
    stored.add_erasure(work, account, receipt, "restore")
    stored.add_erased(work, receipt, _OWN)
    work.publish(contract.ErasureAsked(account=account, receipt=receipt))
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
    stored.erase(work, account, me.name)
    security.forget_networks(work, account)
    security.note(work, "erased", account, by=by)
    stored.add_erasure(work, account, receipt, by)
    stored.add_erased(work, receipt, _OWN)
    work.publish(contract.ErasureAsked(account=account, receipt=receipt))
    found = stored.find_erasure(work, receipt)
    assert found is not None, "it was just added"
    return _erasure(found)


def _guest_of(work: Work, ports: Ports, token: str) -> str | None:
    """The guest account of the session with this token, if it is one."""
    found = sessions.authenticate(work, ports, token)
    return None if isinstance(found, Refusal) or not found[1].guest else found[1].account


def _is_known(work: Work, _ports: Ports, account: str) -> bool:
    return players.find(work, account) is not None


def _erasure(found: Asked) -> contract.Erasure:
    return contract.Erasure(
        receipt=found.id, asked_at_ms=found.asked_at_ms, done_at_ms=found.done_at_ms, waiting=found.waiting
    )

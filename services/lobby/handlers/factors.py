"""The second factor: set up, checked at the login, switched off (RULES.md §8)."""

import segno

from services.contracts import access as contract
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from services.lobby import factors, lockout
from services.lobby.factors import Factor
from services.lobby.handlers import account_changes, mailing, sessions
from services.lobby.handlers.account_changes import Asking
from services.lobby.handlers.ports import Ports
from services.lobby.networks import network_of
from services.lobby.players import Player
from services.lobby.store import access, players, security
from services.lobby.store import accounts as stored
from services.lobby.store import sessions as stored_sessions
from services.plumbing.database import Work

OFF = Refusal("second_factor_off")
WRONG = Refusal("second_factor_wrong")


def begin_factor(ports: Ports, request: contract.BeginFactor) -> contract.FactorKey | Refusal:
    """Begin to set up a second factor. The password is checked again, so that another person with an open session
    cannot lock the owner out."""
    asking = ports.run(account_changes.look_up, request.token)
    if isinstance(asking, Refusal):
        return asking
    verdict = ports.passwords.check(request.password, asking.credentials.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.is_right:
        refused: Refusal = ports.run(account_changes.count_wrong, asking)
        return refused
    answer: contract.FactorKey | Refusal = ports.run(_begin, asking)
    return answer


def _begin(work: Work, _ports: Ports, asking: Asking) -> contract.FactorKey | Refusal:
    account = asking.credentials.account
    before, player = access.lock_factor(work, account), players.find(work, account)
    if player is None or (before is not None and before.active):
        return Refusal("second_factor_on")
    factor = factors.new_factor()
    access.save_factor(work, account, factor)
    uri = factors.uri_of(factor, player.name)
    rows = ["".join(map(str, row)) for row in segno.make(uri, micro=False, error="m").matrix]
    return contract.FactorKey(secret=factor.secret, uri=uri, qr=rows)


def confirm_factor(work: Work, ports: Ports, request: contract.ConfirmFactor) -> contract.RecoveryCodes | Refusal:
    """Switch the second factor on with its first code; this session counts as opened with it."""
    found = _found(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player, factor = found
    if factor is None or factor.active:
        return OFF
    after = take(work, player.account, factor, request.code)
    if isinstance(after, Refusal):
        return after
    active, codes = factors.activate(after)
    access.save_factor(work, player.account, active)
    stored_sessions.make_strong(work, player.account)
    security.note(work, "second_factor_on", player.account, network_of(request.address))
    _tell(work, ports, player)
    return contract.RecoveryCodes(codes=codes)


def end_factor(work: Work, ports: Ports, request: contract.EndFactor) -> Done | Refusal:
    """Switch the second factor off. It needs a code: a session alone is not enough."""
    found = _found(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player, factor = found
    if factor is None or not factor.active:
        return OFF
    after = take(work, player.account, factor, request.code)
    if isinstance(after, Refusal):
        return after
    access.drop_factor(work, player.account)
    security.note(work, "second_factor_off", player.account, network_of(request.address))
    _tell(work, ports, player)
    return Done()


def take(work: Work, lockout_key: str, factor: Factor, code: str) -> Factor | Refusal:
    """The factor after a code. A wrong one counts like a wrong password. Refusals: `login_locked`,
    `second_factor_wrong`."""
    state = stored.lock_lockout(work, lockout_key)
    if locked := lockout.check(state, work.now_ms):
        return locked
    after = factors.take(factor, code, work.now_ms)
    if after is not None:
        return after
    stored.save_lockout(work, lockout_key, lockout.wrong(state, work.now_ms)[0])
    work.keep = True
    return WRONG


def _found(work: Work, ports: Ports, token: str) -> tuple[Player, Factor | None] | Refusal:
    found = sessions.authenticate(work, ports, token)
    return found if isinstance(found, Refusal) else (found[1], access.lock_factor(work, found[1].account))


def _tell(work: Work, ports: Ports, player: Player) -> None:
    credentials = stored.find(work, player.account)
    if credentials is not None:
        mailing.write(work, ports, "second_factor", player, credentials.email)


def active_factor(work: Work, account: str) -> Factor | None:
    """The account's second factor if it is switched on, locked."""
    factor = access.lock_factor(work, account)
    return factor if factor is not None and factor.active else None


def recovery_left(factor: Factor | None) -> int:
    """How many recovery codes there are still."""
    return len(factor.recovery) if factor is not None else 0

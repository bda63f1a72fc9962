"""The second factor: set up, checked at the login, switched off (RULES.md §8)."""

import segno

from services.contracts.base import Done
from services.contracts.lobby.accounts import access as contract
from services.kernel.refusal import Refusal
from services.lobby.access import credential_checks
from services.lobby.access import factor_codes as factors
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt, Claimed
from services.lobby.access.factor_codes import Factor
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as stored
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.sessions import rows as stored_sessions
from services.platform.database.unit_of_work import Work

OFF = Refusal("second_factor_off")


def begin_factor(ports: Ports, request: contract.BeginFactor) -> contract.FactorKey | Refusal:
    """Begin to set up a second factor. The password is checked again, so that another person with an open session
    cannot lock the owner out."""
    attempt = Attempt(
        purpose="second_factor", password=request.password, device=request.device, address=request.address
    )
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer: contract.FactorKey | Refusal = ports.run(_begin, passed.account)
    return answer


def _begin(work: Work, _ports: Ports, account: str) -> contract.FactorKey | Refusal:
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
    found = _found(work, ports, request)
    if isinstance(found, Refusal):
        return found
    claimed, player, factor = found
    if factor is None or factor.active:
        return OFF
    after = credential_checks.take_code(work, claimed, factor)
    if isinstance(after, Refusal):
        return after
    active, codes = factors.activate(after)
    access.save_factor(work, player.account, active)
    stored_sessions.make_strong(work, player.account)
    security.note(work, "second_factor_on", player.account, network_of(request.address))
    _send_mail(work, ports, player)
    return contract.RecoveryCodes(codes=codes)


def end_factor(work: Work, ports: Ports, request: contract.EndFactor) -> Done | Refusal:
    """Switch the second factor off. It needs a code: a session alone is not enough."""
    found = _found(work, ports, request)
    if isinstance(found, Refusal):
        return found
    claimed, player, factor = found
    if factor is None or not factor.active:
        return OFF
    after = credential_checks.take_code(work, claimed, factor)
    if isinstance(after, Refusal):
        return after
    access.drop_factor(work, player.account)
    security.note(work, "second_factor_off", player.account, network_of(request.address))
    _send_mail(work, ports, player)
    return Done()


def _found(
    work: Work, ports: Ports, request: contract.ConfirmFactor | contract.EndFactor
) -> tuple[Claimed, Player, Factor | None] | Refusal:
    attempt = Attempt(purpose="second_factor", code=request.code, device=request.device, address=request.address)
    claimed = credential_checks.claim_own(work, ports, request.token, attempt)
    if isinstance(claimed, Refusal):
        return claimed
    account = claimed.account or ""
    player = players.find(work, account)
    assert player is not None, "the session's"
    return claimed, player, access.lock_factor(work, account)


def _send_mail(work: Work, ports: Ports, player: Player) -> None:
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

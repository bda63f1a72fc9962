"""The standing of an account (RULES.md §1, §4, §10)."""

from collections import Counter
from typing import get_args

from services.contracts.moderation import conduct as contract
from services.kernel.clock import DAY_MS
from services.moderation.appeals import appeal_rows
from services.moderation.appeals.use_cases import what_keeps_out
from services.moderation.cards.rules import CardSettings, Colour, is_expired
from services.moderation.messages import message_rows
from services.moderation.operator_settings import appeal_settings
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.suspensions import in_force
from services.moderation.staff import role_rows
from services.platform.database.unit_of_work import Work

COLOURS: tuple[Colour, ...] = get_args(Colour)


def get_conduct(work: Work, settings: CardSettings, request: contract.GetConduct) -> contract.Conduct:
    """Active cards by colour, roles, and the exclusion in force. Every account is known: most have no cards."""
    account = request.account
    if not account.isprintable():
        return contract.Conduct(account=account, cards=dict.fromkeys(COLOURS, 0), roles=[], suspension=None)
    return contract.Conduct(
        account=account,
        cards=_cards(work, settings, account),
        roles=list(role_rows.roles_of(work, account)),
        suspension=_kept_out(work, account),
        warnings=message_rows.open_warnings(work, account),
    )


def _cards(work: Work, settings: CardSettings, account: str) -> dict[str, int]:
    found = sanction_rows.active_cards(work, account)
    counted = Counter(colour for colour, at_ms in found if not is_expired(at_ms, work.now_ms, settings))
    return {colour: counted[colour] for colour in COLOURS}


def _kept_out(work: Work, account: str) -> contract.Suspension | None:
    """The block or, without one, the suspension in force."""
    block = sanction_rows.block_of(work, account)
    if block is not None:
        until_ms = _appeal_until_ms(work, account)
        return contract.Suspension(reason=block.reason, from_ms=block.from_ms, until_ms=None, appeal_until_ms=until_ms)
    running = in_force(sanction_rows.suspensions_of(work, account, work.now_ms), work.now_ms)
    if running is None:
        return None
    return contract.Suspension(
        reason=running.reason or running.cause,
        from_ms=running.from_ms,
        until_ms=running.until_ms,
        colour=running.cause,
        appeal_until_ms=_appeal_until_ms(work, account),
    )


def _appeal_until_ms(work: Work, account: str) -> int | None:
    """Until when the account may appeal; None if there is an appeal already, or it is too late."""
    found = what_keeps_out(work, account)
    if found is None or appeal_rows.is_appealed(work, found.of):
        return None
    until_ms = found.decided_at_ms + appeal_settings(work).appeal_days * DAY_MS
    return until_ms if work.now_ms <= until_ms else None

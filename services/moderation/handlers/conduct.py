"""How an account stands with the house (RULES.md §1, §4, §10)."""

from collections import Counter
from typing import get_args

from services.contracts import moderation as contract
from services.moderation import store
from services.moderation.cards import CardSettings, Colour, is_expired
from services.moderation.suspensions import in_force
from services.plumbing.database import Work

COLOURS: tuple[Colour, ...] = get_args(Colour)


def get_conduct(work: Work, settings: CardSettings, request: contract.GetConduct) -> contract.Conduct:
    """Active cards by colour, roles, and what keeps the account out now. Nobody is unknown: most have nothing."""
    account = request.account
    if not account.isprintable():
        return contract.Conduct(account=account, cards=dict.fromkeys(COLOURS, 0), roles=[], suspension=None)
    return contract.Conduct(
        account=account,
        cards=_cards(work, settings, account),
        roles=list(store.roles_of(work, account)),
        suspension=_kept_out(work, account),
    )


def _cards(work: Work, settings: CardSettings, account: str) -> dict[str, int]:
    found = store.active_cards(work, account)
    counted = Counter(colour for colour, at_ms in found if not is_expired(at_ms, work.now_ms, settings))
    return {colour: counted[colour] for colour in COLOURS}


def _kept_out(work: Work, account: str) -> contract.Suspension | None:
    """A block before any suspension: it has no end."""
    block = store.block_of(work, account)
    if block is not None:
        return contract.Suspension(reason=block.reason, from_ms=block.from_ms, until_ms=None)
    running = in_force(store.suspensions_of(work, account, work.now_ms), work.now_ms)
    if running is None:
        return None
    reason = running.reason or running.cause
    return contract.Suspension(reason=reason, from_ms=running.from_ms, until_ms=running.until_ms, colour=running.cause)

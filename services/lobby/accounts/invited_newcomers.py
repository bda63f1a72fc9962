"""New accounts with an invitation, which the wallet checks and rewards (services/wallet/RULES.md §7)."""

from services.contracts.lobby import requests as contract
from services.contracts.moderation.conduct_and_messages import Conduct, GetConduct
from services.contracts.wallet import shop_and_lotteries as economy
from services.kernel.persons import identity as persons
from services.kernel.refusal import Refusal
from services.lobby.access.networks import household_key
from services.lobby.accounts.rules import NewAccount
from services.lobby.ports import Ports

CHANNELS = frozenset({"facebook", "email", "whatsapp", "viber", "telegram", "twitter"})
CODE_LENGTH_MAX = 64
_OF_THE_INVITER = frozenset({"invite_capped", "inviter_inactive"})
"""Outcomes in which the inviter goes without, for reasons that are theirs alone; the newcomer gets the same chips."""


def reward(ports: Ports, request: contract.Register, account: contract.Account, new: NewAccount) -> str | None:
    """What the newcomer may learn of the invitation's outcome, which is nothing of the inviter's limits, exclusion or
    suspension; None while the wallet is away: the account exists, and the wallet opens its
    ledger account with the event."""
    answer = ports.rpc.call(
        economy.Welcome(
            account=account.account,
            device=request.device,
            created_at_ms=account.created_at_ms,
            email_key=persons.mailbox_key(new.email),
            network=household_key(request.address),
            person_key=persons.identity_key(new.username.key, new.birth_date),
            device_identity=persons.device_identity_key(request.device, new.birth_date),
            code=(request.code or "")[:CODE_LENGTH_MAX],
            channel=request.channel,
            inviter_state=_inviter_state(ports, request.code or ""),
        )
    )
    if isinstance(answer, Refusal):
        return None
    return "rewarded" if answer.invite_result in _OF_THE_INVITER else answer.invite_result


def _inviter_state(ports: Ports, code: str) -> str:
    """The inviter's standing; `active` if moderation cannot be asked."""
    found = ports.rpc.call(economy.FindInviter(code=code[:CODE_LENGTH_MAX]))
    if isinstance(found, Refusal) or found.account is None:
        return "active"
    conduct = ports.rpc.call(GetConduct(account=found.account))
    if not isinstance(conduct, Conduct) or conduct.suspension is None:
        return "active"
    return "blocked" if conduct.suspension.until_ms is None else "suspended"

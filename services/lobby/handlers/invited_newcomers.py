"""New accounts with an invitation, which the wallet checks and rewards (services/wallet/RULES.md §7)."""

from services.contracts import economy
from services.contracts import lobby as contract
from services.contracts.moderation import Conduct, GetConduct
from services.kernel.refusal import Refusal
from services.lobby import accounts
from services.lobby.accounts import NewAccount
from services.lobby.handlers.ports import Ports
from services.lobby.networks import household_key

CHANNELS = frozenset({"facebook", "email", "whatsapp", "viber", "telegram", "twitter"})
CODE_LENGTH_MAX = 64


def reward(ports: Ports, request: contract.Register, account: contract.Account, new: NewAccount) -> str | None:
    """The rewards of the invitation; None while the wallet is away: the account exists, and the wallet opens its
    ledger account with the event."""
    answer = ports.rpc.call(
        economy.Welcome(
            account=account.account,
            device=request.device,
            created_at_ms=account.created_at_ms,
            email_key=accounts.email_key(new.email),
            network=household_key(request.address),
            person_key=accounts.person_key(new.username.key, new.birth_date),
            code=(request.code or "")[:CODE_LENGTH_MAX],
            channel=request.channel,
            inviter_state=_inviter_state(ports, request.code or ""),
        )
    )
    return None if isinstance(answer, Refusal) else answer.invite_result


def _inviter_state(ports: Ports, code: str) -> str:
    """The inviter's standing; `active` if moderation cannot be asked."""
    found = ports.rpc.call(economy.FindInviter(code=code[:CODE_LENGTH_MAX]))
    if isinstance(found, Refusal) or found.account is None:
        return "active"
    conduct = ports.rpc.call(GetConduct(account=found.account))
    if not isinstance(conduct, Conduct) or conduct.suspension is None:
        return "active"
    return "blocked" if conduct.suspension.until_ms is None else "suspended"

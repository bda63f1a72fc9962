"""Players who logged in while moderation did not answer cannot play for chips until it has (RULES.md §1).

A login succeeds without moderation's answer, so that players can log in while it is away; for chips that is not enough.
"""

from collections.abc import Collection

from services.contracts.moderation.conduct_and_messages import Conduct, GetConduct
from services.kernel.refusal import Refusal
from services.lobby.ports import Ports
from services.lobby.sessions import rows as sessions
from services.platform.database.unit_of_work import Work

UNAVAILABLE = Refusal("service_unavailable", {"service": "moderation"})


def check_standing(ports: Ports, accounts: Collection[str]) -> Refusal | None:
    """Ask moderation again about players whose state is unknown. Refusals: `service_unavailable` while there is no
    answer; `account_suspended`, `account_blocked`, with the account."""
    for account in ports.run(_find, accounts):
        answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
        if not isinstance(answer, Conduct):
            return UNAVAILABLE
        if answer.suspension is not None:
            code = "account_blocked" if answer.suspension.until_ms is None else "account_suspended"
            return Refusal(code, {"account": account})
        ports.run(_asked, account)
    return None


def _find(work: Work, _ports: Ports, accounts: Collection[str]) -> list[str]:
    return sessions.find_unasked(work, accounts)


def _asked(work: Work, _ports: Ports, account: str) -> None:
    sessions.mark_unasked(work, account, unasked=False)

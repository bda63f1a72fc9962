"""Asking the wallet whether players may sit down for a stake.

It is only ever asked about players who want to sit down or to play themselves, and the answer is for them alone: an
answer about somebody else would let others find out balances, limits and exclusions by trying (RULES.md §6).
"""

from collections.abc import Collection

from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.conduct.standings import check_standing
from services.lobby.ports import Ports
from services.lobby.sessions import rows as sessions
from services.lobby.tables.open_table import TableRequest
from services.platform.database.unit_of_work import Work


def check_stake(
    ports: Ports, table: TableRequest, accounts: list[str], seated: Collection[str] = (), seats: int = 0
) -> Refusal | None:
    """Check a stake: `guest_forbidden` for guest accounts, otherwise the wallet's refusal. Called before the unit of
    work, never inside.

    `seated`: who sits there already; `seats`: of the table.
    """
    if table.stake and (refusal := ports.run(_check_guests, accounts) or check_standing(ports, accounts)):
        return refusal
    request = CheckStake(
        game=table.game,
        stake_chips=table.stake,
        accounts=accounts,
        practice=bool(table.bots),
        seated=sorted(seated),
        devices=ports.run(_find_devices, [*accounts, *seated]) if table.stake else {},
        seats=seats,
    )
    answer = ports.rpc.call(request, timeout_ms=ports.settings.table_checks_timeout_ms)
    return answer if isinstance(answer, Refusal) else None


def _check_guests(work: Work, _ports: Ports, accounts: Collection[str]) -> Refusal | None:
    guests = guest_accounts.find_some(work, accounts)
    return Refusal("guest_forbidden", {"account": guests[0]}) if guests else None


def _find_devices(work: Work, _ports: Ports, accounts: list[str]) -> dict[str, str]:
    return sessions.devices_of(work, accounts)

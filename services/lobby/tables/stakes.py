"""Asking the wallet whether players may sit down for a stake.

It is only ever asked about players who want to sit down or to play themselves, and the answer is for them alone: an
answer about somebody else would let others find out balances, limits and exclusions by trying (RULES.md §6).
"""

from collections.abc import Collection

from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby.accounts import permissions
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.conduct.standings import check_standing
from services.lobby.ports import Ports
from services.lobby.sessions import rows as sessions
from services.lobby.tables.open_table import TableRequest
from services.platform.database.unit_of_work import Work


def check_stake(
    ports: Ports,
    table: TableRequest,
    accounts: list[str],
    seated: Collection[str] = (),
    seats: int = 0,
    *,
    is_search: bool = False,
) -> Refusal | None:
    """Check a stake: `guest_forbidden` for guest accounts, `bot_forbidden` for bots, otherwise the wallet's refusal.
    Called before the unit of work, never inside.

    `seated`: who sits there already; `seats`: of the table; `is_search`: nobody sits down yet, so what
    the wallet has said a moment ago about a game without a stake is enough.
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
    if is_search:
        answer = ports.ask_known(request)
    else:
        answer = ports.rpc.call(request, timeout_ms=ports.settings.table_checks_timeout_ms)
    return answer if isinstance(answer, Refusal) else None


def _check_guests(work: Work, _ports: Ports, accounts: Collection[str]) -> Refusal | None:
    guests = guest_accounts.find_some(work, accounts)
    if guests:
        return permissions.refuse("stake", "guest", {"account": guests[0]})
    bots = [account for account in accounts if is_bot_account(account)]
    return permissions.refuse("stake", "bot", {"account": bots[0]}) if bots else None


def _find_devices(work: Work, _ports: Ports, accounts: list[str]) -> dict[str, str]:
    return sessions.devices_of(work, accounts)

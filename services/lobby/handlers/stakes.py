"""Asking the wallet whether players may sit down for a stake, and how much of its refusal those who ask may learn."""

from collections.abc import Collection

from services.contracts.wallet import CheckStake
from services.kernel.refusal import Refusal
from services.kernel.stake_refusals import PERSONAL, REFUSED
from services.lobby.handlers.ports import Ports
from services.lobby.handlers.unasked import check_standing
from services.lobby.store import guest_accounts, players, sessions
from services.lobby.tables import TableRequest
from services.plumbing.database import Work


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


def refusal_for(ports: Ports, asker: str, refusal: Refusal | None) -> Refusal | None:
    """The refusal as `asker` may learn it. One that is about another player has the `name` too; what is that player's
    own affair (services/wallet/RULES.md §11) is `stake_refused`."""
    if refusal is None or not isinstance(refusal.detail, dict):
        return refusal
    account = refusal.detail.get("account", asker)
    return refusal if account == asker else ports.run(_of_another, refusal, account)


def _of_another(work: Work, _ports: Ports, refusal: Refusal, account: str) -> Refusal:
    player = players.find(work, account)
    whose = {"account": account} | ({"name": player.name} if player else {})
    return Refusal(REFUSED, whose) if refusal.error in PERSONAL else Refusal(refusal.error, refusal.detail | whose)


def _check_guests(work: Work, _ports: Ports, accounts: Collection[str]) -> Refusal | None:
    guests = guest_accounts.find_some(work, accounts)
    return Refusal("guest_forbidden", {"account": guests[0]}) if guests else None


def _find_devices(work: Work, _ports: Ports, accounts: list[str]) -> dict[str, str]:
    return sessions.devices_of(work, accounts)

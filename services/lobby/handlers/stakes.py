"""Asking the wallet whether players may sit down for a stake."""

from services.contracts.wallet import CheckStake
from services.kernel.refusal import Refusal
from services.lobby.handlers.ports import Ports
from services.lobby.tables import TableRequest


def check_stake(ports: Ports, table: TableRequest, accounts: list[str]) -> Refusal | None:
    """The wallet's refusal, if it has one. Asked before the unit of work, never inside."""
    request = CheckStake(game=table.game, stake_chips=table.stake, accounts=accounts, practice=bool(table.bots))
    answer = ports.rpc.call(request, timeout_ms=ports.settings.table_checks_timeout_ms)
    return answer if isinstance(answer, Refusal) else None

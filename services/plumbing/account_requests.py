"""What an operator's shell asks about one account's data: `kafeneio account`."""

import time
from collections.abc import Callable
from typing import Any

from services.contracts import lobby, privacy
from services.kernel.refusal import Refusal

Ask = Callable[[Any], Any]
"""Asks a service and answers what it answers, or a refusal."""
_LOOK_S = 0.2


def order(ask: Ask, what: str, name: str, by: str, wait_s: float) -> privacy.ExportFile | privacy.Erasure | Refusal:
    """`export` or `erase` a player, as the shell says."""
    return export(ask, name, wait_s) if what == "export" else erase(ask, name, by, wait_s)


def export(ask: Ask, name: str, wait_s: float) -> privacy.ExportFile | Refusal:
    """Everything that is kept of a player: `player_unknown`, `export_not_ready` (a service has not answered)."""
    account = _account_of(ask, name)
    if isinstance(account, Refusal):
        return account
    asked = ask(privacy.AskExport(account=account))
    if isinstance(asked, Refusal):
        return asked
    file: privacy.ExportFile | Refusal = _until(
        lambda: ask(privacy.DownloadExport(account=account)), lambda answer: not isinstance(answer, Refusal), wait_s
    )
    return file


def erase(ask: Ask, name: str, by: str, wait_s: float) -> privacy.Erasure | Refusal:
    """Erase a player; the codes of `OrderErasure`. What has not answered in time does its part later."""
    account = _account_of(ask, name)
    if isinstance(account, Refusal):
        return account
    begun = ask(privacy.OrderErasure(account=account, by=by))
    if isinstance(begun, Refusal):
        return begun
    last: privacy.Erasure | Refusal = _until(
        lambda: ask(privacy.GetErasure(receipt=begun.receipt)), lambda answer: not is_unfinished(answer), wait_s
    )
    return last


def is_unfinished(answer: Any) -> bool:
    """A refusal, or an erasure for which somebody has still to do something."""
    return isinstance(answer, Refusal) or (isinstance(answer, privacy.Erasure) and answer.done_at_ms is None)


def _account_of(ask: Ask, name: str) -> str | Refusal:
    found = ask(lobby.GetPlayer(name=name))
    return found if isinstance(found, Refusal) else str(found.account)


def _until(ask: Callable[[], Any], enough: Callable[[Any], bool], wait_s: float) -> Any:
    deadline_s = time.monotonic() + wait_s
    answer = ask()
    while not enough(answer) and time.monotonic() < deadline_s:
        time.sleep(_LOOK_S)
        answer = ask()
    return answer

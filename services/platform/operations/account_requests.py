"""Requests of an operator's shell about one account's data: `kafeneio account`."""

import time
from collections.abc import Callable
from typing import Any

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import privacy
from services.kernel.refusal import Refusal

Ask = Callable[[Any], Any]
"""Sends a request to a service and returns its answer or a refusal."""
_LOOK_S = 0.2


def order(ask: Ask, what: str, name: str, by: str, wait_s: float) -> privacy.ExportFile | privacy.Erasure | Refusal:
    """`export` or `erase` the data of a player."""
    return export(ask, name, wait_s) if what == "export" else erase(ask, name, by, wait_s)


def export(ask: Ask, name: str, wait_s: float) -> privacy.ExportFile | Refusal:
    """Everything that is stored about a player. Codes: `player_unknown`, `export_not_ready` (an answer is missing)."""
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
    """Erase a player; the codes of `OrderErasure`. Services that have not answered in time do their part later."""
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
    """Whether it is a refusal, or an erasure for which some service still has work to do."""
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

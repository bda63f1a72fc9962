"""One account's data, gathered from every service (RULES.md §7)."""

from collections.abc import Sequence
from typing import Any

from services.contracts.client.frames import ExportReadyFrame
from services.contracts.lobby.accounts import privacy as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import network_of
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.lists import client_updates
from services.lobby.ports import Ports, Visits
from services.lobby.presence import player_rows as players
from services.lobby.privacy import rows as stored
from services.lobby.privacy.rows import Asked
from services.platform.database.unit_of_work import Work

_AGAIN_MS = 3_600_000
"""A request within this time of the last export returns that one."""
_OWN = "lobby"


def ask_export(work: Work, ports: Ports, request: contract.AskExport) -> contract.Export | Refusal:
    """Request the data of every service; the lobby's own part is stored at once. A repeated request with the same id
    gets the same answer."""
    if request.id is None:
        return _ask(work, ports, request)
    return once_per_id(work, request, lambda: _ask(work, ports, request))  # type: ignore[arg-type]  # it has an id


def _ask(work: Work, ports: Ports, request: contract.AskExport) -> contract.Export | Refusal:
    if players.find(work, request.account) is None:
        return Refusal("player_unknown")
    players.lock(work, [request.account])
    found = stored.find_export(work, request.account)
    if found is None or (found.done_at_ms is not None and found.done_at_ms <= work.now_ms - _AGAIN_MS):
        found = _begin(work, ports, request.account)
        security.note(work, "export_asked", request.account, network_of(request.address))
    return _export(found)


def get_export(work: Work, _ports: Ports, request: contract.GetExport) -> contract.Export | Refusal:
    """The state of the newest export."""
    found = stored.find_export(work, request.account)
    return Refusal("export_unknown") if found is None else _export(found)


def download_export(work: Work, _ports: Ports, request: contract.DownloadExport) -> contract.ExportFile | Refusal:
    """The data of the newest export."""
    found = stored.find_export(work, request.account)
    if found is None:
        return Refusal("export_unknown")
    if found.done_at_ms is None:
        return Refusal("export_not_ready", {"waiting": found.waiting})
    return contract.ExportFile(
        account=found.account,
        asked_at_ms=found.asked_at_ms,
        ready_at_ms=found.done_at_ms,
        data=stored.read_parts(work, found.id),
    )


def exports_answered(work: Work, ports: Ports, events: Sequence[contract.ExportAnswered]) -> None:
    """Parts of exports have arrived; owners of complete exports are notified."""
    for event in sorted(events, key=lambda each: (each.export, each.service)):
        stored.add_part(work, event.export, event.service, event.data)
    for export in sorted({event.export for event in events}):
        account = stored.finish_export(work, export)
        if account is not None:
            client_updates.frame(work, ports, (account,), ExportReadyFrame(export=export))


def _begin(work: Work, ports: Ports, account: str) -> Asked:
    export = new_id()
    stored.add_export(work, account, export)
    stored.add_part(work, export, _OWN, collect(work, ports.visits, account))
    work.publish(contract.ExportAsked(account=account, export=export))
    found = stored.find_export(work, account)
    assert found is not None, "it was just added"
    return found


def collect(work: Work, visits: Visits, account: str) -> dict[str, Any]:
    """The lobby's own part of an export."""
    return stored.rows_of(work, account) | {"visits": visits.rows_of(work, account)}


def _export(found: Asked) -> contract.Export:
    return contract.Export(
        export=found.id, asked_at_ms=found.asked_at_ms, ready_at_ms=found.done_at_ms, waiting=found.waiting
    )

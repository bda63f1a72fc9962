"""Messages between the wallets of cells: into the queue of the other cell, with the transaction (RULES.md §14)."""

from services.contracts.base import Envelope
from services.contracts.wallet.cells import CellMessage, CellMessageSent
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.database.unit_of_work import Work
from services.wallet.cells.rules import Cells


def send(work: Work, cells: Cells, receiver: str, message: CellMessage, trace: str | None = None) -> None:
    """Say something to another cell. `trace`: of the command that it goes back to; None: the unit of work's."""
    event = CellMessageSent(sender=cells.here, receiver=receiver, message=message)
    envelope = Envelope(new_id(), work.trace if trace is None else trace, work.now_ms, event)
    work.send(names.cell_queue(receiver), envelope)

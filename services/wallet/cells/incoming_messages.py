"""Messages from the wallets of other cells, each to its handler (RULES.md §14)."""

from collections.abc import Sequence

from services.contracts.wallet import cells as contract
from services.platform.database.unit_of_work import Work
from services.wallet.cells import away, statements, visitors
from services.wallet.cells.away import Impossible
from services.wallet.cells.rules import Cells
from services.wallet.settings import WalletSettings


def received(work: Work, settings: WalletSettings, cells: Cells, events: Sequence[contract.CellMessageSent]) -> None:
    """Other cells say something, in any order; matches are taken in the order of their ids, so that two processes
    never wait for each other.

    Raises:
        Impossible: it is not for this cell, or from one that is unknown, or cannot follow from what was agreed.
    """
    for event in sorted(events, key=lambda each: (each.sender, getattr(each.message, "match", ""))):
        if event.receiver != cells.here or event.sender not in cells.neighbours:
            raise Impossible(f"a message of {event.sender!r} for {event.receiver!r} came to {cells.here!r}")
        _receive(work, settings, cells, event.sender, event.message)


def _receive(work: Work, settings: WalletSettings, cells: Cells, sender: str, message: contract.CellMessage) -> None:
    match message:
        case contract.HoldAsked():
            away.hold(work, settings, cells, sender, message)
        case contract.HoldAnswered():
            visitors.answered(work, settings, cells, sender, message)
        case contract.HoldReleased():
            away.release(work, sender, message)
        case contract.StakesSettled():
            away.settle(work, sender, message)
        case contract.Statement():
            statements.compare(work, sender, message)

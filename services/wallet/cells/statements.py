"""Do two cells count the same for the same matches? Compared every minute (RULES.md §14).

The cell where the tables are states what it counts for matches that it closed some minutes ago; the home counts those
matches by the other's time. So a statement is exact however many messages are under way, unless one of them is older
than these minutes, which is worth knowing too.
"""

from functools import partial

import msgspec

from services.contracts.wallet.cells import Statement
from services.kernel.clock import DAY_MS
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger
from services.wallet import metrics
from services.wallet.cells import messages as cell_messages
from services.wallet.cells import statement_rows as statements
from services.wallet.cells.rules import Cells
from services.wallet.cells.statement_rows import Difference
from services.wallet.ledger.audit.auditor import CellLine, Report
from services.wallet.ledger.audit.use_cases import audit as audit_ledger

log = get_logger(__name__)

SETTLED_MS = 600_000
"""After so long every message about a closed match has arrived, unless it is stuck."""
WINDOW_MS = DAY_MS


def send(work: Work, cells: Cells) -> None:
    """State what is counted here to every other cell, and show by how much they differ from us."""
    until_ms = work.now_ms - SETTLED_MS
    for cell in sorted(cells.neighbours):
        counted = statements.count_visiting(work, cell, until_ms - WINDOW_MS, until_ms)
        statement = Statement(
            from_ms=until_ms - WINDOW_MS, until_ms=until_ms, matches=counted.matches, net_chips=counted.net_chips
        )
        cell_messages.send(work, cells, cell, statement)
    for found in statements.read(work):
        work.after(partial(_show, found, work.now_ms))


def compare(work: Work, sender: str, stated: Statement) -> None:
    """Compare another cell's statement with what is counted here."""
    own = statements.count_away(work, sender, stated.from_ms, stated.until_ms)
    found = Difference(stated.matches - own.matches, stated.net_chips - own.net_chips, sender, stated.until_ms)
    if found.matches or found.net_chips:
        log.error("cells_disagree", cell=sender, matches=found.matches, chips=found.net_chips)
    statements.keep(work, found)


def audit(work: Work) -> Report:
    """The audit of the whole ledger, with what each other cell counts otherwise than we do."""
    report = audit_ledger(work)
    balances = {each.cell: each.balance_chips for each in report.cells}
    found = {each.cell: each for each in statements.read(work)}
    nothing = Difference(0, 0, "", 0)
    lines = [
        CellLine(cell, balances.get(cell, 0), found.get(cell, nothing).net_chips, found.get(cell, nothing).matches)
        for cell in sorted({*found, *balances})
    ]
    agree = all(not each.difference_chips and not each.difference_matches for each in lines)
    return msgspec.structs.replace(report, cells=lines, sound=report.sound and agree)


def _show(found: Difference, now_ms: int) -> None:
    metrics.cell_difference_chips.labels(found.cell).set(found.net_chips)
    metrics.cell_difference_matches.labels(found.cell).set(found.matches)
    metrics.cell_statement_age_s.labels(found.cell).set((now_ms - SETTLED_MS - found.until_ms) / 1000)

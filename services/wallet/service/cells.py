"""The wallet's dealings with other cells (RULES.md §14), and what they change of matches. An installation without a
name enters none of it."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.contracts.wallet import cells as contract
from services.contracts.wallet.balances import CheckStake
from services.kernel.cells import is_cell
from services.kernel.refusal import Refusal
from services.platform.broker import names
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY, Base
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, SettingsError
from services.platform.process.tasks import spawn
from services.wallet.cells import away, statements, visitors
from services.wallet.cells.away import Impossible
from services.wallet.cells.rules import Cells
from services.wallet.corrections.match_corrections import Corrected, Order, correct_match
from services.wallet.settings import WalletSettings
from services.wallet.stakes import stake_checks
from services.wallet.stakes import use_cases as stakes

log = get_logger(__name__)

_OVERDUE_S = 1.0
"""How often a process looks for matches that wait for another cell too long."""


class Matches(NamedTuple):
    """What is done for matches with stakes."""

    check_stake: Callable[[Work, WalletSettings, CheckStake], Done | Refusal]
    hold: Callable[[Work, WalletSettings, Sequence[MatchAsked]], Any]
    settle: Callable[[Work, WalletSettings, Sequence[MatchFinished]], Any]
    correct: Callable[[Work, WalletSettings, Order], Corrected | Refusal]


def choose(common: CommonSettings) -> Matches:
    """By the name and not by neighbours: one may be taken out of the list while matches with its players run."""
    if not common.cell:
        return Matches(stake_checks.check_stake, stakes.hold, stakes.settle, correct_match)
    cells = cells_of(common)
    return Matches(
        partial(visitors.check_stake, cells),
        partial(visitors.hold, cells),
        partial(visitors.settle, cells),
        partial(correct_match, check=visitors.may_correct),
    )


def cells_of(common: CommonSettings) -> Cells:
    """This cell and its neighbours."""
    return Cells(common.cell, frozenset(common.cell_neighbours))


def check(common: CommonSettings) -> None:
    """Whether the neighbours are other cells of one that has a name.

    Raises:
        SettingsError: they are not.
    """
    wrong = [each for each in common.cell_neighbours if not is_cell(each) or each == common.cell]
    if wrong:
        raise SettingsError(f"KAFENEIO_CELL_NEIGHBOURS: {wrong[0]!r} is not the id of another cell")
    if common.cell_neighbours and not common.cell:
        raise SettingsError("KAFENEIO_CELL_NEIGHBOURS: this cell has no id itself, KAFENEIO_CELL")


def declare_queues(base: Base) -> None:
    """The queues for neighbours are declared here, so that messages wait there whether a bridge runs or not."""
    base.sends_to += [names.cell_queue(each) for each in base.settings.cell_neighbours]


def send_statements(base: Base) -> None:
    """State to every neighbour what is counted here."""
    base.database.run(statements.send, cells_of(base.settings))


class CellMessages:
    """A part of the wallet's service class: messages from the wallets of other cells."""

    app: Any

    @on_events(contract.CellMessageSent)
    def on_cell_message_sent(self, work: Work, events: Sequence[contract.CellMessageSent]) -> None:
        """Other cells ask for stakes, answer, release and settle, in any order; matches are taken in the order of their
        ids, so that two processes never wait for each other."""
        settings, cells = self.app.settings, cells_of(self.app.base.settings)
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


def give_up_overdue(base: Base) -> None:
    """Refuse the matches whose visitors' homes have not answered in time."""
    try:
        base.database.run(visitors.give_up_overdue, cells_of(base.settings))
    except Exception as error:  # noqa: BLE001 the next look comes within a second
        log.warning("overdue_not_given_up", error=f"{type(error).__name__}: {error}")


class Overdue(DependencyProvider):
    """Gives up matches whose visitors' homes do not answer, in every wallet process; none where there is one cell."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Look from now on."""
        if self._base().settings.cell_neighbours:
            spawn("cells-overdue", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _base(self) -> Base:
        base: Base = self.container.config[APP_KEY].base
        return base

    def _run(self) -> None:
        while not self._stopped.wait(_OVERDUE_S):
            give_up_overdue(self._base())

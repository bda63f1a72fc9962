"""Two cells, each with a wallet process of its own, and a bridge of which the test carries every message."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Envelope
from services.contracts.wallet import cells as contract
from services.contracts.wallet.balances import LedgerCheck
from services.kernel.clock import FakeClock
from services.platform.broker.names import cell_queue
from services.platform.process.settings import CommonSettings
from services.wallet.cells import visitors
from services.wallet.schema import accounts, house
from services.wallet.service.app import App
from services.wallet.service.cells import cells_of
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

Message = contract.CellMessageSent


class CellWallet(Wallet):
    """The wallet of one cell."""

    def __init__(self, url: str, cell: str, neighbours: Sequence[str], clock: FakeClock) -> None:
        super().__init__(url, WalletSettings(payment_provider="simulated"), clock)
        self.cell = cell
        self.base.settings = CommonSettings(cell=cell, cell_neighbours=list(neighbours))
        self.service.app = App(self.base, self.service.app.settings)

    def receive(self, *messages: Message, **how: Any) -> None:
        """The bridge has brought messages."""
        self.hear("on_cell_message_sent", *messages, **how)

    def look(self) -> tuple[list[Message], list[Any]]:
        """What it has said since the last look: to other cells, and else."""
        told = self.told()
        to_cells = [each for each in told if isinstance(each, Message)]
        return to_cells, [each for each in told if not isinstance(each, Message)]

    def give_up_overdue(self) -> int:
        """Its look at what has waited too long."""
        return self.database.run(visitors.give_up_overdue, cells_of(self.base.settings))

    def clearing(self, cell: str) -> int:
        """The balance of another cell's account."""
        return self.house(f"cell:{cell}")

    def chips_in_all(self) -> int:
        """Everything on players' accounts and in escrows."""
        with self.database.work() as work:
            return int(work.execute(sa.select(sa.func.coalesce(sa.func.sum(accounts.c.balance_chips), 0))).scalar_one())

    def issued(self) -> int:
        """What the platform's own accounts have given out, those of cells left out."""
        chosen = sa.select(sa.func.coalesce(sa.func.sum(house.c.chips), 0)).where(~house.c.account.startswith("cell:"))
        with self.database.work() as work:
            return -int(work.execute(chosen).scalar_one())

    def _read(self, row: Any) -> Any:
        if row.routing_key.startswith(cell_queue("")):
            event = msgspec.json.decode(row.body, type=Envelope[Message]).body
            assert row.routing_key == cell_queue(event.receiver)
            return event
        return super()._read(row)


class TwoCells:
    """`eu1`, where the table is, and `eu2`, where its visitors are at home."""

    def __init__(self, here_url: str, home_url: str) -> None:
        self.clock = FakeClock()
        self.here = CellWallet(here_url, "eu1", ["eu2"], self.clock)
        self.home = CellWallet(home_url, "eu2", ["eu1"], self.clock)
        self.here.registered("eu1~ana", "eu1~eva")
        self.home.registered("eu2~ben", "eu2~gil")
        for each in self.both:
            each.told()
        self.answers: list[Any] = []
        """The messages to the tables of this cell."""

    @property
    def both(self) -> tuple[CellWallet, CellWallet]:
        return self.here, self.home

    def carry(self, *, twice: bool = False, backwards: bool = False) -> int:
        """The bridge takes all that waits on either side over once; how many messages there were."""
        count = 0
        for sender, receiver in ((self.here, self.home), (self.home, self.here)):
            messages, told = sender.look()
            self.answers += told
            count += len(messages)
            order = messages[::-1] if backwards else messages
            for message in [*order, *order] if twice else order:
                receiver.receive(message)
        return count

    def settle_down(self, **how: bool) -> None:
        """Until nothing is under way."""
        while self.carry(**how):
            pass

    def answers_of(self, kind: type[Any]) -> list[Any]:
        """The messages of a kind to tables, which are then forgotten."""
        for each in self.both:
            messages, told = each.look()
            assert not messages
            self.answers += told
        found = [each for each in self.answers if isinstance(each, kind)]
        self.answers.clear()
        return found

    def assert_sound(self, open_escrows: int = 0) -> None:
        """Each ledger adds up, and the accounts for each other are mirrors."""
        for each, held in ((self.here, open_escrows), (self.home, 0)):
            check = each.check()
            assert isinstance(check, LedgerCheck), check
            assert (check.sum_chips, check.negative, check.open_escrows) == (0, [], held)
        assert self.here.clearing("eu2") + self.home.clearing("eu1") == 0
        assert sum(each.chips_in_all() for each in self.both) == sum(each.issued() for each in self.both)

    def close(self) -> None:
        for each in self.both:
            each.close()

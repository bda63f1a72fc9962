"""A house-banked table in the test's hands, with a wallet that replies when the test lets it."""

import itertools
from typing import Any

import pytest

from services.contracts.tables import commands
from services.contracts.tables.commands import PurseNow, SeatPlayer
from services.contracts.tables.rounds import RoundAsked, RoundEnded
from services.platform.database.unit_of_work import Database
from services.tables.settings import TablesSettings
from tests.games.housecard import SEATS, HouseCard, State
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.made_up_games import register

GAME = HouseCard.id
CHIPS = 5_000
_sittings = itertools.count(1)


class HouseTable(Seated):
    """Short words for what happens at it."""

    @property
    def state(self) -> State:
        found: State = self.now.match.state
        return found

    @property
    def guests(self) -> list[str | None]:
        """Accounts by seat."""
        return [seat.account for seat in self.now.seats]

    def sits(self, account: str, seat: int, chips: int = CHIPS, *, id: str | None = None, **caps: int) -> commands.Sit:
        """The lobby seats a guest, whose client then looks and sends its seed where one is wanted."""
        now_ms = self.desk.clock.now_ms()
        order = commands.Sit(
            self.id, "trace", now_ms, id or f"sitting-{next(_sittings)}", account, account.title(), seat,
            PurseNow(chips, caps),
        )  # fmt: skip
        self.desk.hear(order)
        if self.desk.table(self.id).seat_of(account) == seat:
            self.watch(account)
        return order

    def seeds(self) -> "HouseTable":
        """Every guest's client sends its seed."""
        for account in [each for each in self.guests if each]:
            self.seed(account, account[0].replace("o", "0")[0].encode().hex()[0] * 32)
        return self

    def bets(self, account: str, chips: int, **how: Any) -> list[Any]:
        return self.move(account, None, {"move": "bet", "chips": chips}, **how)

    def done(self, account: str) -> list[Any]:
        return self.move(account, None, {"move": "done"})

    def stands_up(self, account: str) -> list[Any]:
        return self.move(account, None, {"move": "stand_up"})

    def closes(self) -> Any:
        """The betting window ends; what the wallet is asked."""
        self.desk.pass_ms(10_100)
        return next(iter(self.desk.told(RoundAsked)), None)

    def shows(self) -> Any:
        """The cards have been seen; what the wallet is asked."""
        self.desk.pass_ms(1_100)
        return next(iter(self.desk.told(RoundEnded)), None)

    def held(self, asked: RoundAsked, chips: int = CHIPS, **refused: str) -> None:
        self._banked(asked.round, "hold", refused, dict.fromkeys(asked.guests, chips))

    def paid(self, ended: RoundEnded, chips: int = CHIPS) -> None:
        self._banked(ended.round, "pay", {}, dict.fromkeys(ended.guests, chips))

    def _banked(self, round: str, kind: Any, refused: dict[str, str], chips: dict[str, int]) -> None:
        purses = {account: PurseNow(each, {}) for account, each in chips.items()}
        at = (self.id, "trace-wallet", self.desk.clock.now_ms())
        self.desk.hear(commands.Banked(*at, round, kind, refused, purses))

    def plays(self, account: str = "ann", chips: int = 300) -> RoundEnded:
        """A whole round with one bet, up to the wallet's last answer."""
        self.bets(account, chips)
        self.held(self.closes())
        ended = self.shows()
        self.paid(ended)
        self.desk.pass_ms(1_100)
        return ended

    def annuls(self, round: int, id: str = "order-1", *, shoe_damaged: bool = False) -> None:
        at = (self.id, "trace", self.desk.clock.now_ms())
        self.desk.hear(commands.AnnulRound(*at, id, round, "the cards fell down", "operator", shoe_damaged))


def open_house(
    monkeypatch: pytest.MonkeyPatch, *, database: Database | None = None, options: Any = None, **changed: Any
) -> HouseTable:
    """A desk with one house-banked table at which nobody sits."""
    register(monkeypatch, HouseCard())
    desk = Desk(database, settings=TablesSettings(bot_processes=0, **changed), games=[GAME])
    desk.open(f"table-1@{GAME}", options=options or {}, seats=[SeatPlayer(name="")] * SEATS, organizer=-1, house=True)
    return HouseTable(desk, f"table-1@{GAME}")


def seated(monkeypatch: pytest.MonkeyPatch, **how: Any) -> HouseTable:
    """Ann and Bob sit there, the first shoe is shuffled, and bets are taken."""
    table = open_house(monkeypatch, **how)
    table.sits("ann", 0)
    table.sits("bob", 1)
    table.seeds()
    return table

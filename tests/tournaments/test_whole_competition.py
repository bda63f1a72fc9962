"""Whole competitions of eight: the real tournaments and wallet, every event delivered twice and in any order.

The lobby and the tables are stood in for. A called player may be away, because a gateway has died, and somebody leaves
a game (services/tournaments/RULES.md §5).
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as told
from tests.support.databases.migrated import Migrated
from tests.tournaments.platform import HOUR_MS, OPERATOR, Tournaments
from tests.wallet.competitions.test_competitions import Payer

EIGHT = [f"p{number}" for number in range(8)]
START_CHIPS = 5000
TO_WALLET = {
    told.RefundAsked: "on_refund_asked",
    told.PrizesAsked: "on_prizes_asked",
}
TO_TOURNAMENTS = {
    answers.EntriesRefunded: "on_entries_refunded",
    answers.PrizesPaid: "on_prizes_paid",
}


class Evening:
    """Both services, and what is under way between them."""

    def __init__(self, cup: Tournaments, wallet: Payer) -> None:
        self.cup, self.wallet = cup, wallet
        cup.others.pay = self.pay  # type: ignore[method-assign]
        self.chance = Random(8)
        self.calls: list[told.GameCalled] = []
        wallet.registered(*EIGHT)

    def pay(self, payment: answers.PayEntry) -> Any:
        """Ask the wallet twice: both replies are the same."""
        first, second = self.wallet.ask(payment), self.wallet.ask(payment)
        assert first == second
        return first

    def deliver(self) -> None:
        """Everything that is under way arrives, twice, in any order, until nothing is."""
        while True:
            asked, replies = self.cup.told(), self.wallet.told()
            self.calls += [each for each in asked if isinstance(each, told.GameCalled)]
            if not asked and not replies:
                return
            self._hand(self.wallet, TO_WALLET, asked)
            self._hand(self.cup, TO_TOURNAMENTS, replies)

    def _hand(self, service: Any, entrypoints: dict[Any, str], events: list[Any]) -> None:
        known = [each for each in events if type(each) in entrypoints] * 2
        self.chance.shuffle(known)
        for event in known:
            service.hear(entrypoints[type(event)], event)

    def begin(self, **plan: Any) -> None:
        """A competition that all eight have entered runs."""
        self.cup.announce(min_entrants=8, **plan)
        self.cup.tick()
        self.cup.known(*EIGHT)
        self.cup.enter(*EIGHT)
        self.deliver()
        self.cup.later(HOUR_MS)
        assert self.cup.state() == "running"

    def call(self, *accounts: str) -> list[told.GameCalled]:
        """They ask for a game; the games to which they are called."""
        self.calls = []
        self.cup.wait(*accounts)
        self.cup.pair()
        self.deliver()
        return self.calls

    def seat(self, called: told.GameCalled, *away: str) -> None:
        """The lobby seats them, or says who is not there."""
        about: dict[str, Any] = {"competition": "cup", "table": called.table}
        if away:
            missing = dict.fromkeys(away, "player_not_online")
            self.cup.hear("on_game_not_seated", answers.GameNotSeated(**about, missing=missing))
        else:
            self.cup.hear("on_game_seated", answers.GameSeated(**about))

    def end(self) -> dict[str, int]:
        """Time passes until all is settled and paid; chips of everybody."""
        for _ in range(3):
            self.cup.later(2 * HOUR_MS)
            self.deliver()
        assert self.wallet.sound() == 0
        return dict(zip(EIGHT, self.wallet.chips(*EIGHT), strict=True))


@pytest.fixture
def evening(tournaments: Tournaments, migrated: Migrated) -> Iterator[Evening]:
    wallet = Payer(migrated("wallet"))
    yield Evening(tournaments, wallet)
    wallet.close()


TWO = {"players": 2, "game": "tavli", "options": {"target": 5}}
FOUR = {"players": 4, "game": "pilotta", "options": {"target": 151}}
TOTAL = {"kind": "total", "games_per_entry": 2}
BEST = {"kind": "best_x", "x": 1, "games_per_entry": 2, "max_entries": 1}


@pytest.mark.parametrize("kind", [TOTAL, BEST], ids=["total", "best_x"])
@pytest.mark.parametrize("size", [TWO, FOUR], ids=["two", "four"])
def test_eight_play_two_rounds_one_is_called_in_vain_one_leaves_and_every_chip_is_paid(
    evening: Evening, size: dict[str, Any], kind: dict[str, Any]
) -> None:
    evening.begin(**size, **kind)
    cup, tables = evening.cup, 8 // size["players"]
    first, *others = evening.call(*EIGHT)
    evening.seat(first, first.seats[0])  # a gateway has died with its player
    waiting = [account for account in first.seats if cup.card(account).own.waiting_since_ms is not None]  # type: ignore[union-attr]
    again = evening.call(first.seats[0])
    for called in [*again, *others]:
        evening.seat(called)
        cup.finish(called)
        cup.finish(called)
    for number, called in enumerate(evening.call(*EIGHT)):
        evening.seat(called)
        left = {"left": [1], "outcome": "conceded"} if number == 0 and size is TWO else {}
        cup.finish(called, **left)
    evening.deliver()
    chips = evening.end()

    assert sorted(waiting) == sorted(first.seats[1:])
    assert (len(again), len(others)) == (1, tables - 1)
    card = cup.card()
    assert (cup.state(), card.competition.games_counted, card.paid_at_ms is not None) == ("settled", 2 * tables, True)
    won = {name: prize for _, name, _, _, prize in cup.standings()}
    assert sum(won.values()) == 8 * 1000 * 8000 // 10_000
    assert chips == {account: START_CHIPS - 1000 + won[account] for account in EIGHT}


def test_a_cancelled_competition_refunds_all_players(evening: Evening) -> None:
    evening.begin(**TWO, **TOTAL)
    called, *_ = evening.call(*EIGHT)
    evening.seat(called)
    evening.cup.ask(contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire"))
    evening.cup.finish(called)
    evening.deliver()

    assert evening.end() == dict.fromkeys(EIGHT, START_CHIPS)
    assert (evening.cup.state(), evening.cup.card().competition.games_counted) == ("cancelled", 0)

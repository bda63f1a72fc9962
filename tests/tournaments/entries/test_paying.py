"""An entry's way through tournaments and the wallet, both real: whatever is lost, late or repeated on the way, nobody
pays twice, and nobody pays without an entry or a refund (services/tournaments/RULES.md §5)."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.entries import EntriesRefunded, PayEntry
from services.contracts.tournaments.events import PrizesAsked, RefundAsked
from services.contracts.wallet import limits as economy
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from tests.support.databases.migrated import Migrated
from tests.tournaments.platform import HOUR_MS, OPERATOR, Tournaments
from tests.wallet.competitions.test_competitions import Payer

AWAY = Refusal("service_unavailable")
START_CHIPS = 5000
PRICE_CHIPS = 1000


class Died(Exception):
    """The tournaments process is no more."""


class Cup:
    """Both services, the questions that are lost between them, and those that come late."""

    def __init__(self, tournaments: Tournaments, wallet: Payer) -> None:
        self.tournaments, self.wallet = tournaments, wallet
        self.late: list[PayEntry] = []
        """Questions that the wallet gets when nobody waits for the answer any more."""
        self.how = "answered"
        tournaments.others.pay = self._pay  # type: ignore[method-assign]

    def _pay(self, payment: PayEntry) -> Any:
        if self.how == "asker dies before":
            raise Died
        if self.how == "question lost":
            return AWAY
        if self.how == "question late":
            self.late.append(payment)
            return AWAY
        answer = self.wallet.ask(payment)
        if self.how == "asker dies after":
            raise Died
        return AWAY if self.how == "answer lost" else answer

    def enter(self, id: str = "x") -> contract.CompetitionEntry | Refusal | None:
        """An entry is asked for; None: the process that was asked has died."""
        try:
            (found,) = self.tournaments.enter("ana", id=id)
        except Died:
            return None
        return found  # type: ignore[no-any-return]

    def questions_arrive(self) -> None:
        """Twice, as everything may."""
        for payment in self.late * 2:
            self.wallet.ask(payment)

    def events_arrive(self) -> None:
        """Every event of both, twice, until there are no more."""
        while found := [*self.tournaments.told_of(RefundAsked), *self.wallet.told_of(EntriesRefunded)]:
            for event in found * 2:
                if isinstance(event, RefundAsked):
                    self.wallet.hear("on_refund_asked", event)
                else:
                    self.tournaments.hear("on_entries_refunded", event)

    def state(self) -> str:
        """Of the entry."""
        with self.tournaments.database.work() as work:
            return str(work.connection.exec_driver_sql("SELECT state FROM entries").scalar_one())


@pytest.fixture
def cup(tournaments: Tournaments, migrated: Migrated) -> Iterator[Cup]:
    wallet = Payer(migrated("wallet"))
    wallet.registered("ana")
    tournaments.announce()
    tournaments.tick()
    tournaments.told()
    yield Cup(tournaments, wallet)
    wallet.close()


def _nothing(_cup: Cup) -> None:
    pass


def _withdraws(cup: Cup) -> None:
    assert cup.tournaments.ask(contract.Withdraw(account="ana", competition="cup")) == Done()


def _is_excluded(cup: Cup) -> None:
    cup.wallet.ask(economy.Exclude(account="ana", period="24h"))
    cup.tournaments.hear("on_self_excluded", SelfExcluded(account="ana", until_ms=None))


def _is_cancelled(cup: Cup) -> None:
    order = contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire")
    assert not isinstance(cup.tournaments.ask(order), Refusal)


def _enters_again(cup: Cup) -> None:
    before, cup.how = cup.how, "answered"
    cup.enter()
    cup.how = before


HOWS = ["answered", "question lost", "question late", "answer lost", "asker dies before", "asker dies after"]
MEANWHILE: dict[str, Callable[[Cup], None]] = {
    "nothing": _nothing,
    "withdrawn": _withdraws,
    "excluded": _is_excluded,
    "cancelled": _is_cancelled,
    "entered again": _enters_again,
}
ARRIVALS = {
    "questions, events": (Cup.questions_arrive, Cup.events_arrive),
    "events, questions": (Cup.events_arrive, Cup.questions_arrive),
}


@pytest.mark.parametrize("arrivals", list(ARRIVALS))
@pytest.mark.parametrize(("how", "meanwhile"), list(product(HOWS, MEANWHILE)))
def test_what_is_paid_is_an_entry_and_what_is_no_entry_goes_back(
    cup: Cup, how: str, meanwhile: str, arrivals: str
) -> None:
    cup.how = how
    cup.enter()
    MEANWHILE[meanwhile](cup)
    cup.how = "answered"
    for arrive in ARRIVALS[arrivals]:
        arrive(cup)
        cup.tournaments.ask_again()
    cup.events_arrive()
    cup.questions_arrive()

    kept = meanwhile in ("nothing", "entered again")
    assert cup.state() == ("paid" if kept else "refunded")
    assert cup.wallet.chips("ana") == [START_CHIPS - (PRICE_CHIPS if kept else 0)]
    assert cup.wallet.sound() == (1 if kept else 0)
    assert cup.tournaments.card().competition.entries == (1 if kept else 0)


def test_a_late_question_takes_nothing_after_another_was_refused(cup: Cup) -> None:
    cup.tournaments.save("dear", price_chips=START_CHIPS + 1)
    cup.tournaments.ask(contract.PublishCompetition(account=OPERATOR, competition="dear", reason="for a good reason"))
    cup.tournaments.tick()
    cup.how = "question late"
    cup.tournaments.enter("ana", competition="dear", id="x")
    cup.how = "answered"
    (refused,) = cup.tournaments.enter("ana", competition="dear", id="x")
    cup.wallet.prizes("fixed", 0, ana=PRICE_CHIPS)
    cup.questions_arrive()

    assert refused == Refusal("insufficient_chips", {"price_chips": START_CHIPS + 1})
    assert cup.wallet.chips("ana") == [START_CHIPS + PRICE_CHIPS]
    assert cup.state() == "refused"


def test_a_reply_that_cannot_be_written_down_is_asked_for_again(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tournaments process dies in the middle of the transaction that the answer is written in."""
    commit, commits = cup.tournaments.database._commit, 0

    def dies_at_the_second(work: Work) -> None:
        nonlocal commits
        commits += 1
        if commits == 2:
            raise Died
        commit(work)

    monkeypatch.setattr(cup.tournaments.database, "_commit", dies_at_the_second)
    assert cup.enter() is None
    assert (cup.state(), cup.wallet.chips("ana")) == ("asked", [START_CHIPS - PRICE_CHIPS])
    cup.tournaments.ask_again()

    assert (cup.state(), cup.wallet.chips("ana")) == ("paid", [START_CHIPS - PRICE_CHIPS])
    assert cup.enter() == contract.CompetitionEntry(competition="cup", number=1, state="paid")


def test_two_processes_ask_again_at_once(cup: Cup) -> None:
    """Both have read that the entry is unanswered before either has its answer."""
    cup.how = "question lost"
    cup.enter()
    cup.how, nested = "answered", []

    def pay(payment: PayEntry) -> Any:
        if not nested:
            nested.append(payment)
            cup.tournaments.ask_again()
        return cup.wallet.ask(payment)

    cup.tournaments.others.pay = pay  # type: ignore[method-assign]
    cup.tournaments.ask_again()

    assert cup.wallet.chips("ana") == [START_CHIPS - PRICE_CHIPS]
    assert cup.tournaments.heard.news == [("ana", "entered")]


def test_while_the_wallet_is_away_one_question_is_enough(cup: Cup) -> None:
    cup.how = "question lost"
    cup.tournaments.enter("ana", "ben", "eva")
    before = len(cup.tournaments.others.asked)
    cup.tournaments.ask_again()
    assert len(cup.tournaments.others.asked) == before + 1


def test_an_entry_in_doubt_is_settled_before_its_competition(cup: Cup) -> None:
    cup.how = "answer lost"
    cup.enter()
    cup.tournaments.later(HOUR_MS)
    cup.how = "answered"
    assert cup.tournaments.state() == "open"
    cup.tournaments.ask_again()
    cup.tournaments.later(1000)
    cup.events_arrive()

    assert (cup.tournaments.state(), cup.state()) == ("cancelled", "refunded")
    assert cup.wallet.chips("ana") == [START_CHIPS]
    assert cup.tournaments.told_of(PrizesAsked) == []

"""Entries, refunds, prizes and their corrections in the ledger (services/wallet/RULES.md §2, §5.3)."""

from collections.abc import Iterator

import pytest

from services.contracts.base import Done, topic_of
from services.contracts.lobby.accounts.privacy import CheckMoneySettled
from services.contracts.moderation.events import StandingChanged
from services.contracts.tournaments import events as competition_events
from services.contracts.tournaments.entries import EntriesRefunded, PayEntry, PrizesPaid
from services.contracts.wallet import limits as economy
from services.contracts.wallet.balances import GetBalance, LedgerCheck
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.wallet.competitions.use_cases import Unpaid
from tests.support.databases.migrated import Migrated
from tests.support.services.process import at_once
from tests.wallet.wallets import Wallet

ANSWERS = (EntriesRefunded, PrizesPaid)


class Payer(Wallet):
    """A wallet that is asked about competitions."""

    events = Wallet.events | {topic_of(kind): kind for kind in ANSWERS}

    def entry(self, account: str, number: int = 1, price: int = 1000) -> str | None:
        """Ask for an entry; answers why it was refused."""
        answer = self.ask(PayEntry(competition="cup", account=account, number=number, price_chips=price))
        return answer.error if isinstance(answer, Refusal) else None

    def prizes(self, mode: str, escrow: int, **prizes: int) -> None:
        """Ask for prizes."""
        self.hear(
            "on_prizes_asked",
            competition_events.PrizesAsked(
                competition="cup",
                mode=mode,  # type: ignore[arg-type]
                escrow_chips=escrow,
                prizes=[competition_events.Prize(account=account, chips=chips) for account, chips in prizes.items()],
            ),
        )

    def correct(self, revision: int, **deltas: int) -> PrizesPaid:
        """Ask for differences."""
        self.told()
        given = [competition_events.Prize(account=account, chips=chips) for account, chips in deltas.items()]
        self.hear(
            "on_prizes_corrected",
            competition_events.PrizesCorrected(competition="cup", revision=revision, deltas=given),
        )
        (answer,) = self.told_of(PrizesPaid)
        return answer  # type: ignore[no-any-return]

    def sound(self) -> int:
        """The ledger adds up; returns how many escrows hold something."""
        check = self.check()
        assert isinstance(check, LedgerCheck) and check.sum_chips == 0 and not check.negative, check
        return check.open_escrows


@pytest.fixture
def payer(migrated: Migrated) -> Iterator[Payer]:
    payer = Payer(migrated("wallet"))
    payer.registered("ana", "ben", "eva")
    yield payer
    payer.close()


def test_an_entry_goes_to_escrow_once_however_often_it_is_asked_for(payer: Payer) -> None:
    assert [payer.entry("ana"), payer.entry("ana"), payer.entry("ana", 2)] == [None, None, None]
    assert payer.chips("ana") == [3000]
    assert payer.sound() == 1


def test_an_entry_that_cannot_be_paid_moves_nothing(payer: Payer) -> None:
    payer.ask(economy.Exclude(account="ben", period="24h"))
    payer.ask(economy.SetLimit(account="eva", name="loss_day", value=999))
    errors = [payer.entry("ana", price=5001), payer.entry("ben"), payer.entry("eva"), payer.entry("zoe")]

    assert errors == ["insufficient_chips", "self_excluded", "loss_limit", "account_unknown"]
    assert payer.chips("ana", "ben", "eva") == [5000, 5000, 5000]
    assert payer.sound() == 0


def test_a_blocked_account_does_not_enter(payer: Payer) -> None:
    payer.hear("on_standing_changed", StandingChanged(account="ana", seq=1, blocked=True, suspensions=[]))
    assert (payer.entry("ana"), payer.entry("ana", price=0)) == ("account_blocked", "account_blocked")
    assert payer.chips("ana") == [5000]


def test_what_was_paid_is_not_refused_when_it_is_asked_for_again(payer: Payer) -> None:
    payer.entry("ana")
    payer.ask(economy.Exclude(account="ana", period="24h"))
    assert payer.entry("ana") is None
    assert payer.entry("ana", 2) == "self_excluded"


def test_an_entry_has_one_reply_for_ever(payer: Payer) -> None:
    """A question that comes late takes nothing where another was refused, even if it could be paid by now."""

    def ask(account: str, price: int) -> Done | Refusal:
        payment = PayEntry(competition="cup", account=account, number=1, price_chips=price)
        return payer.ask(payment)  # type: ignore[no-any-return]

    payer.ask(economy.Exclude(account="ben", period="24h"))
    first = [ask("ana", 5001), ask("ben", 0), ask("zoe", 0), ask("eva", 5000)]
    payer.entry("ben", number=2)
    payer.clock.advance(25 * HOUR_MS)
    payer.registered("zoe")
    payer.prizes("fixed", 5000, ana=9000)
    again = [ask("ana", 5001), ask("ben", 0), ask("zoe", 0), ask("eva", 5000)]

    assert again == first
    assert first[0] == Refusal("insufficient_chips", {"price_chips": 5001})
    assert [each.error for each in first[1:3]] == ["self_excluded", "account_unknown"]  # type: ignore[union-attr]
    assert first[3] == Done()
    assert payer.chips("ana", "ben", "zoe", "eva") == [14_000, 5000, 5000, 0]


@pytest.mark.real
def test_concurrent_questions_about_one_entry_have_one_reply(migrated_postgres: Migrated) -> None:
    url = migrated_postgres("wallet")
    pair = Payer(url), Payer(url)
    pair[0].registered("ana", "ben")
    found: list[Done | Refusal] = []

    def ask(payer: Payer) -> None:
        for number in range(1, 7):  # five can be paid
            payment = PayEntry(competition="cup", account="ana", number=number, price_chips=1000)
            found.append(payer.ask(payment))

    at_once(lambda: ask(pair[0]), lambda: ask(pair[1]))

    assert len([each for each in found if each == Done()]) == 10
    assert pair[0].chips("ana") == [0] and pair[0].sound() == 1
    for payer in pair:
        payer.close()


def test_refunds_come_back_once(payer: Payer) -> None:
    payer.entry("ana")
    payer.entry("ben")
    refund = competition_events.RefundAsked(competition="cup", price_chips=1000, entries=[("ana", 1), ("ben", 1)])
    for _ in range(2):
        payer.hear("on_refund_asked", refund)
        assert payer.told_of(EntriesRefunded)[0].entries == [("ana", 1), ("ben", 1)]
    assert payer.chips("ana", "ben") == [5000, 5000]
    assert payer.sound() == 0


def test_what_was_refunded_before_it_was_paid_is_never_paid(payer: Payer) -> None:
    payer.entry("ana", 2)
    given_back = competition_events.RefundAsked(competition="cup", price_chips=1000, entries=[("ana", 1), ("ana", 2)])
    for _ in range(2):
        payer.hear("on_refund_asked", given_back)
        assert payer.told_of(EntriesRefunded)[0].entries == [("ana", 1), ("ana", 2)]
    assert [payer.entry("ana"), payer.entry("ana", 2)] == ["entry_closed", None]
    assert payer.chips("ana") == [5000]
    assert payer.sound() == 0


def test_a_refund_that_the_escrow_does_not_hold_is_parked(payer: Payer) -> None:
    payer.entry("ana")
    payer.run("UPDATE competition_entries SET held_chips = 1001")
    payer.hear(
        "on_refund_asked", competition_events.RefundAsked(competition="cup", price_chips=1000, entries=[("ana", 1)])
    )
    assert len(payer.parked.bodies) == 1
    assert payer.chips("ana") == [4000]
    assert issubclass(Unpaid, Exception)


def test_a_free_entry_moves_nothing(payer: Payer) -> None:
    assert payer.entry("ana", price=0) is None
    payer.hear(
        "on_refund_asked", competition_events.RefundAsked(competition="cup", price_chips=0, entries=[("ana", 1)])
    )
    assert payer.told_of(EntriesRefunded) != []
    assert payer.chips("ana") == [5000]


def test_fixed_prizes_come_from_the_platform_which_gets_the_entries(payer: Payer) -> None:
    payer.entry("ana")
    payer.entry("ben")
    for _ in range(2):
        payer.prizes("fixed", 2000, ana=5000, ben=300)
    assert payer.chips("ana", "ben") == [9000, 4300]
    assert payer.house("house:prizes") == 2000 - 5300
    assert payer.sound() == 0


def test_what_is_refunded_is_held_until_then_though_the_rest_is_taken(payer: Payer) -> None:
    payer.entry("ana")
    payer.entry("ben")
    rest = competition_events.PrizesAsked(
        competition="cup", mode="growing", escrow_chips=1000, prizes=[], entries=[("ben", 1)]
    )
    payer.hear("on_prizes_asked", rest)
    assert payer.sound() == 1
    assert [payer.ask(CheckMoneySettled(account=each)) for each in ("ana", "ben")] == [Refusal("escrow_open"), Done()]
    payer.hear(
        "on_refund_asked", competition_events.RefundAsked(competition="cup", price_chips=1000, entries=[("ana", 1)])
    )
    assert payer.sound() == 0
    assert (payer.chips("ana", "ben"), payer.house("house:rake")) == ([5000, 4000], 1000)


def test_a_growing_pool_comes_from_escrow_and_leaves_the_rake(payer: Payer) -> None:
    for account in ("ana", "ben", "eva"):
        payer.entry(account)
    payer.prizes("growing", 3000, ana=1680, ben=720)
    assert payer.chips("ana", "ben", "eva") == [5680, 4720, 4000]
    assert (payer.house("house:rake"), payer.house("house:prizes")) == (600, 0)
    assert payer.sound() == 0


def test_a_guarantee_that_the_entries_do_not_reach_is_the_platforms(payer: Payer) -> None:
    payer.entry("ana")
    payer.entry("ben")
    payer.prizes("growing", 2000, ana=14_000, ben=6000)
    assert payer.chips("ana", "ben") == [18_000, 10_000]
    assert (payer.house("house:rake"), payer.house("house:prizes")) == (0, -18_000)
    assert payer.sound() == 0


def test_a_correction_moves_the_differences_and_leaves_no_debt(payer: Payer) -> None:
    payer.entry("ana")
    payer.entry("ben")
    payer.prizes("fixed", 2000, ana=5000)
    payer.entry("ana", 9, price=8900)  # spent elsewhere: 100 are left
    first = payer.correct(1, ana=-5000, ben=5000)
    again = payer.correct(1, ana=-5000, ben=5000)

    assert (first.revision, first.shortfalls, again.shortfalls) == (1, {"ana": 4900}, {})
    assert payer.chips("ana", "ben") == [100 - 100, 9000]
    assert payer.house("house:corrections") == -4900
    payer.sound()


def test_an_account_with_an_entry_that_is_held_cannot_be_erased(payer: Payer) -> None:
    payer.entry("ana")
    before = payer.ask(CheckMoneySettled(account="ana"))
    payer.prizes("fixed", 1000)
    assert (before, payer.ask(CheckMoneySettled(account="ana"))) == (Refusal("escrow_open"), Done())
    assert payer.ask(GetBalance(account="ana")).chips == 4000

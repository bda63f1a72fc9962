"""Several wallet processes at work on the same chips at the same moment (PostgreSQL)."""

from collections.abc import Callable, Iterator

import pytest

from services.contracts.tables.commands import Held, Settled
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.contracts.wallet.balances import LedgerCheck
from services.platform.process import metrics
from tests.support.databases.migrated import Migrated
from tests.support.services.process import at_once
from tests.wallet.wallets import Wallet, asked, finished, void

pytestmark = pytest.mark.real
ROUNDS = 20


@pytest.fixture
def pair(migrated_postgres: Migrated) -> Iterator[tuple[Wallet, Wallet]]:
    """Two wallet processes on one database, and four players with 5,000 chips each."""
    url = migrated_postgres("wallet")
    first, second = Wallet(url), Wallet(url)
    first.registered("ana", "ben", "eva", "gil")
    first.told()
    yield first, second
    first.close()
    second.close()


def deadlocks() -> float:
    return float(metrics.database_retries.labels("wallet", "deadlock")._value.get())


def assert_sound(pair: tuple[Wallet, Wallet], open_escrows: int = 0) -> None:
    check = pair[0].check()
    assert isinstance(check, LedgerCheck), check
    assert (check.sum_chips, check.negative, check.open_escrows) == (0, [], open_escrows)
    assert [wallet.parked.bodies for wallet in pair] == [[], []]


def test_two_holds_at_once_cannot_both_spend_the_same_chips(pair: tuple[Wallet, Wallet]) -> None:
    first, second = pair

    def hold(wallet: Wallet, side: str, other: str) -> Callable[[], None]:
        def each() -> None:
            for n in range(12):
                wallet.asked(asked(f"{side}{n}", "ana", other, stake=400))

        return each

    at_once(hold(first, "a", "ben"), hold(second, "b", "eva"))

    answers = first.told_of(Held)
    assert len(answers) == 24
    assert sorted(str(held.error) for held in answers) == ["None"] * 12 + ["insufficient_chips"] * 12
    assert {held.account for held in answers if held.error} == {"ana"}
    assert first.chips("ana") == [200]
    assert_sound(pair, open_escrows=12)


def test_a_hold_and_its_void_at_once_end_with_every_chip_back(pair: tuple[Wallet, Wallet]) -> None:
    first, second = pair
    matches = [f"m{n}" for n in range(ROUNDS)]

    def hold() -> None:
        for match in matches:
            first.asked(asked(match, "ana", "ben", stake=200))

    def end() -> None:
        for match in matches:
            second.finished(void(match, "ana", "ben", stake=200))

    at_once(hold, end)

    told = first.told()
    held = {each.match for each in told if isinstance(each, Held) and each.error is None}
    refused = {each.match for each in told if isinstance(each, Held) and each.error == "match_already_settled"}
    assert held | refused == set(matches)
    assert {each.match for each in told if isinstance(each, Settled)} == held
    assert first.chips("ana", "ben") == [5000, 5000]
    assert_sound(pair)


def test_the_same_events_received_by_two_processes_at_once_count_once(pair: tuple[Wallet, Wallet]) -> None:
    holds = [asked(f"m{n}", "ana", "ben", stake=200) for n in range(ROUNDS)]
    ends = [finished(f"m{n}", "ana", "ben", stake=200) for n in range(ROUNDS)]

    def hear(wallet: Wallet) -> Callable[[], None]:
        def each() -> None:
            for hold, end in zip(holds, ends, strict=True):
                wallet.asked(hold)
                wallet.finished(end)

        return each

    at_once(hear(pair[0]), hear(pair[1]))

    assert pair[0].chips("ana", "ben") == [5000 + 120 * ROUNDS, 5000 - 200 * ROUNDS]
    assert_sound(pair)


def test_two_registrations_from_one_device_at_once_are_both_counted(pair: tuple[Wallet, Wallet]) -> None:
    first, second = pair

    def register(wallet: Wallet, names: str) -> Callable[[], None]:
        def each() -> None:
            for name in names:
                wallet.registered(f"new-{name}", device="phone")

        return each

    at_once(register(first, "abcde"), register(second, "fghij"))

    chips = first.chips(*(f"new-{name}" for name in "abcdefghij"))
    assert sorted(chips) == [0] * 7 + [5000] * 3
    assert_sound(pair)


def test_one_account_registered_twice_at_once_is_welcomed_once(pair: tuple[Wallet, Wallet]) -> None:
    names = [f"new-{n}" for n in range(ROUNDS)]

    def register(wallet: Wallet) -> Callable[[], None]:
        def each() -> None:
            for name in names:
                wallet.registered(name, device=name)

        return each

    at_once(register(pair[0]), register(pair[1]))

    assert pair[0].chips(*names) == [5000] * ROUNDS
    assert pair[0].rows("devices") == ROUNDS
    assert_sound(pair)


def test_settlements_of_one_platform_account_at_once_never_deadlock(pair: tuple[Wallet, Wallet]) -> None:
    first, second = pair
    before = deadlocks()

    def play(wallet: Wallet, side: str, players: list[str]) -> Callable[[], None]:
        def both(n: int, seats: list[str]) -> tuple[MatchAsked, MatchFinished]:
            return asked(f"{side}{n}", *seats, stake=200), finished(f"{side}{n}", *seats, stake=200)

        def rounds() -> None:
            for n in range(ROUNDS):
                games = [both(2 * n, players[:2]), both(2 * n + 1, players[2:])]
                wallet.asked(*(hold for hold, _end in games))
                wallet.finished(*(end for _hold, end in reversed(games)))

        return rounds

    at_once(play(first, "a", ["ana", "ben", "eva", "gil"]), play(second, "b", ["gil", "eva", "ben", "ana"]))

    assert deadlocks() == before
    assert_sound(pair)

"""What a player has limited binds the person: another account, or a new one after an erasure, has what is left
(RULES.md §7, §10, §11)."""

from typing import Any

import pytest

from services.contracts.lobby.accounts.accounts import PersonKnown, Registered, SessionBegan, SessionEnded
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.wallet import limits, lotteries, payments
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.wallet.persons import person_key_rows as stored
from services.wallet.persons.person_key_rows import PersonKey
from tests.support.services.match_events import finished
from tests.wallet.wallets import Wallet, asked

DAY_MS = 86_400_000
HOUR_MS = 3_600_000
MINUTE_MS = 60_000
SAME = ({"email_key": "box"}, {"person_key": "ana 1990"}, {"device_identity": "phone 1990"})


def register(wallet: Wallet, *accounts: str, **keys: str) -> None:
    now_ms = wallet.clock.now_ms()
    for account in accounts:
        event = Registered(account=account, name=account, created_at_ms=now_ms, **({"device": ""} | keys))
        wallet.hear("on_registered", event)


def erase(wallet: Wallet, account: str) -> None:
    wallet.hear("on_erasure_asked", ErasureAsked(account=account, receipt="r"))


def limit(wallet: Wallet, account: str, name: str, value: int | None) -> None:
    assert not isinstance(wallet.ask(limits.SetLimit(account=account, name=name, value=value)), Refusal)


def limit_of(wallet: Wallet, account: str, name: str) -> limits.LimitLine:
    card = wallet.ask(limits.GetCare(account=account))
    return next(each for each in card.limits if each.name == name)


def buy(wallet: Wallet, account: str, pack: str) -> str | None:
    """Buy and pay a pack; the refusal's code."""
    answer = wallet.ask(payments.BeginPayment(account=account, id=pack, pack=pack, home="https://h"))
    if isinstance(answer, Refusal):
        return answer.error
    return getattr(wallet.ask(payments.ConfirmPayment(account=account, payment=answer.payment)), "error", None)


def sit_down(wallet: Wallet, account: str, **how: Any) -> str | None:
    answer = wallet.ask(CheckStake(game="tavli", stake_chips=500, accounts=[account], **how))
    return answer.error if isinstance(answer, Refusal) else None


@pytest.mark.parametrize("same", SAME, ids=lambda each: next(iter(each)))
def test_a_deposit_limit_leaves_what_is_left_of_it_after_an_erasure_and_a_new_registration(
    wallet: Wallet, same: dict[str, str]
) -> None:
    register(wallet, "ana", **same)
    limit(wallet, "ana", "deposit_month", 500)
    assert buy(wallet, "ana", "pack_5000") is None, "1.99 of 5.00"
    erase(wallet, "ana")

    register(wallet, "ana2", **same)

    assert buy(wallet, "ana2", "pack_15000") == "deposit_limit", "4.99"
    assert buy(wallet, "ana2", "pack_5000") is None
    line = limit_of(wallet, "ana2", "deposit_month")
    assert (line.value, line.used) == (500, 398)


@pytest.mark.parametrize("same", SAME, ids=lambda each: next(iter(each)))
def test_a_second_account_has_the_stricter_limit_and_waits_as_long_to_loosen_it(
    wallet: Wallet, same: dict[str, str]
) -> None:
    register(wallet, "ana", **same)
    limit(wallet, "ana", "stake", 400)
    limit(wallet, "ana", "stake", 600)  # after a week
    register(wallet, "ana2", **same)
    assert sit_down(wallet, "ana2") in ("own_stake_limit", "insufficient_chips")
    assert limit_of(wallet, "ana2", "stake").value == 400

    limit(wallet, "ana2", "stake", None)
    wallet.clock.advance(168 * HOUR_MS - 1)
    assert [limit_of(wallet, each, "stake").value for each in ("ana", "ana2")] == [400, 400]
    wallet.clock.advance(1)
    assert [limit_of(wallet, each, "stake").value for each in ("ana", "ana2")] == [None, None]


def test_a_limit_set_with_either_account_counts_for_both_and_another_person_has_none(wallet: Wallet) -> None:
    register(wallet, "ana", email_key="box")
    register(wallet, "ana2", email_key="box")
    register(wallet, "ben", email_key="bens")
    limit(wallet, "ana2", "loss_day", 300)
    lines = [limit_of(wallet, each, "loss_day").value for each in ("ana", "ana2", "ben")]
    assert (lines, sit_down(wallet, "ana"), sit_down(wallet, "ben")) == ([300, 300, None], "loss_limit", None)


def test_losses_of_an_erased_account_count_in_the_windows_of_its_person(wallet: Wallet) -> None:
    register(wallet, "gil")
    register(wallet, "ana", email_key="box")
    limit(wallet, "ana", "loss_day", 700)
    wallet.asked(asked("m", "ana", "gil"))
    wallet.finished(finished("m", "ana", "gil", winners=[1]))
    erase(wallet, "ana")
    register(wallet, "ana2", email_key="box")
    assert limit_of(wallet, "ana2", "loss_day").used == 500
    limit(wallet, "ana2", "loss_day", 600)
    assert buy(wallet, "ana2", "pack_5000") is None
    assert sit_down(wallet, "ana2") == "loss_limit"


def test_a_session_goes_on_in_the_persons_other_account(wallet: Wallet) -> None:
    register(wallet, "ana", "ana2", email_key="box")
    limit(wallet, "ana", "session", 60)
    start_ms = wallet.clock.now_ms()
    wallet.hear("on_session_began", SessionBegan(account="ana", at_ms=start_ms))
    wallet.hear("on_session_ended", SessionEnded(account="ana", at_ms=start_ms + 50 * MINUTE_MS))
    wallet.hear("on_session_began", SessionBegan(account="ana2", at_ms=start_ms + 51 * MINUTE_MS))
    wallet.clock.advance(62 * MINUTE_MS)
    answer = wallet.ask(lotteries.OpenTicket(account="ana2", lottery="free"))
    assert isinstance(answer, Refusal)
    assert answer.error == "session_limit"


def test_a_chain_of_accounts_leads_back_to_the_one_that_was_excluded(wallet: Wallet) -> None:
    register(wallet, "ana", email_key="box", device_identity="phone 1990")
    wallet.ask(limits.Exclude(account="ana", period="indefinite"))
    register(wallet, "ana2", email_key="second box", device_identity="phone 1990")
    erase(wallet, "ana2")
    register(wallet, "ana3", email_key="second box", device_identity="tablet 1990")
    answers = [wallet.ask(lotteries.OpenTicket(account=each, lottery="free")).error for each in ("ana", "ana3")]
    assert answers == ["self_excluded", "self_excluded"]


def test_a_device_alone_does_not_bind(wallet: Wallet) -> None:
    register(wallet, "ana", device="family phone", device_identity="phone 1990")
    wallet.ask(limits.Exclude(account="ana", period="indefinite"))
    register(wallet, "son", device="family phone", device_identity="phone 2004")
    assert sit_down(wallet, "son") is None


def test_a_person_gets_first_chips_once(wallet: Wallet) -> None:
    for number, same in enumerate(SAME):
        register(wallet, f"a{number}", **same)
        erase(wallet, f"a{number}")
        register(wallet, f"b{number}", **same)
    assert wallet.chips("a0", "a1", "a2") == [5_000] * 3
    assert wallet.chips("b0", "b1", "b2") == [0] * 3


def test_an_account_of_an_earlier_release_is_completed_from_the_lobbys_record(wallet: Wallet) -> None:
    wallet.hear("on_session_began", SessionBegan(account="ana", at_ms=1))
    register(wallet, "gil")
    wallet.run("UPDATE people SET created_at_ms = 0, email_key = '', person_key = ''")
    register(wallet, "old", person_key="ana 1990")
    wallet.ask(limits.Exclude(account="old", period="180d"))
    wallet.told()

    now_ms = wallet.clock.now_ms()
    keys = {"email_key": "box", "person_key": "ana 1990", "device_identity": "phone 1990"}
    for _ in range(2):
        known = PersonKnown(account="gil", device="phone", created_at_ms=now_ms, **keys)
        wallet.hear("on_person_known", known)

    assert sit_down(wallet, "gil") == "self_excluded"
    (told,) = wallet.told_of(limits.SelfExcluded)
    assert told.account == "gil"
    wallet.clock.advance(180 * DAY_MS)
    assert sit_down(wallet, "gil") is None


def test_a_new_account_is_known_as_new_whichever_event_comes_first(wallet: Wallet) -> None:
    now_ms = wallet.clock.now_ms()
    wallet.hear("on_session_began", SessionBegan(account="ana", at_ms=now_ms))
    register(wallet, "ana")
    assert buy(wallet, "ana", "pack_15000") is None
    answer = wallet.ask(CheckStake(game="tavli", stake_chips=6_000, accounts=["ana"]))
    assert answer.error == "new_account_stake"


def leave(wallet: Wallet, account: str, count: int, address: str = "home", **keys: str) -> list[str | None]:
    """Look at so many hands and leave; the answers to the holds."""
    wallet.hear("on_session_began", SessionBegan(account=account, at_ms=wallet.clock.now_ms(), address_key=address))
    seen = []
    for number in range(count):
        match = f"{account}{number}"
        wallet.asked(asked(match, account, "gil"))
        how = {"outcome": "void", "winners": [], "first_round_done": False, "departed": [0]}
        wallet.finished(finished(match, account, "gil", **how))
        seen.append(sit_down(wallet, account))
    return seen


def test_a_fresh_account_without_a_cookie_does_not_start_its_departures_anew(wallet: Wallet) -> None:
    register(wallet, "gil")
    register(wallet, "ana")
    assert leave(wallet, "ana", 3)[-1] == "early_leaver"
    register(wallet, "ana2")
    assert leave(wallet, "ana2", 0, "elsewhere") == []
    assert sit_down(wallet, "ana2") is None
    leave(wallet, "ana2", 0, "home")
    wallet.clock.advance(1)
    leave(wallet, "ana2", 0, "home")
    assert sit_down(wallet, "ana2") == "early_leaver"
    assert sit_down(wallet, "gil") is None


def test_an_account_that_is_not_new_is_not_blamed_for_its_network(wallet: Wallet) -> None:
    register(wallet, "gil", "eva")
    wallet.clock.advance(DAY_MS)
    register(wallet, "ana")
    leave(wallet, "ana", 3)
    leave(wallet, "eva", 0)
    assert sit_down(wallet, "eva") is None


@pytest.mark.parametrize("same", SAME, ids=lambda each: next(iter(each)))
def test_departures_are_the_persons(wallet: Wallet, same: dict[str, str]) -> None:
    register(wallet, "gil")
    register(wallet, "ana", **same)
    register(wallet, "ana2", **same)
    assert leave(wallet, "ana", 3)[-1] == "early_leaver"
    wallet.hear("on_session_began", SessionBegan(account="ana2", at_ms=wallet.clock.now_ms(), address_key="elsewhere"))
    assert buy(wallet, "ana2", "pack_5000") is None
    assert sit_down(wallet, "ana2") == "early_leaver"


def test_of_very_many_accounts_of_one_person_the_oldest_are_read(wallet: Wallet) -> None:
    with wallet.database.work() as work:
        for number in range(stored.ACCOUNTS_MAX + 20):
            stored.add(work, [PersonKey("key", f"a{number:03}", "person")])
        assert stored.accounts_of(work, "a000") == {f"a{number:03}" for number in range(stored.ACCOUNTS_MAX)}


def test_keys_of_an_erased_account_without_limits_are_deleted_when_nothing_of_it_can_count(wallet: Wallet) -> None:
    register(wallet, "ana", email_key="box")
    register(wallet, "ben", email_key="bens")
    limit(wallet, "ben", "stake", 400)
    erase(wallet, "ana")
    erase(wallet, "ben")
    assert wallet.rows("person_keys") == 2
    wallet.clock.advance(33 * DAY_MS)
    register(wallet, "eva")
    erase(wallet, "eva")
    assert wallet.rows("person_keys") == 1, "ben's limit stays"

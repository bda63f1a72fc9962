"""Every way of trying a password or a code costs the same and is seen: services/lobby/RULES.md §1, §8, §17."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pyotp
import pytest

from services.contracts.base import Done, Request
from services.contracts.lobby import access, conduct, privacy
from services.contracts.lobby import requests as contract
from services.contracts.moderation import reports_and_cards as discipline
from services.kernel.refusal import Refusal
from services.lobby.access import security_log_rows as security
from tests.lobby.local_lobby import PASSWORD, House

ADDRESS = "198.51.100.3"
NETWORK = "198.51.100.0/24"
MINUTE_MS = 60_000
NEW = "a better horse"
APPEAL = discipline.Appeal(
    id="p1", account="a", kind="block", of="b", text="It was not me.", created_at_ms=1, decided_by="mia"
)

Try = Callable[[House, str, str], Any]
"""Tries a password with a session's token, from `ADDRESS`."""


def appeal(house: House, name: str, password: str, **how: str) -> Any:
    house.rpc.answers[discipline.FileAppeal] = APPEAL
    how = {"address": ADDRESS} | how
    return house.ask(conduct.FileAppeal(username=name, password=password, text="It was not me.", **how))


def change_password(house: House, token: str, password: str) -> Any:
    return house.ask(contract.ChangePassword(token=token, current=password, new=NEW, address=ADDRESS))


def change_email(house: House, token: str, password: str) -> Any:
    return house.ask(access.ChangeEmail(token=token, password=password, email="x@example.org", address=ADDRESS))


def begin_factor(house: House, token: str, password: str) -> Any:
    return house.ask(access.BeginFactor(token=token, password=password, address=ADDRESS))


def erase(house: House, token: str, password: str) -> Any:
    return house.ask(privacy.EraseAccount(token=token, password=password, address=ADDRESS))


INSIDE = [change_password, change_email, begin_factor, erase]


def mailing(house: House) -> None:
    house.set(mail_transport="smtp", mail_link_home="https://play.example")


def logged(house: House, account: str | None = None) -> list[tuple[str, str, str]]:
    """Kind, network and purpose, oldest first."""
    lines = house.database.run(security.lines, account, 0, 500)
    return [(line["kind"], line["network"], line["detail"].get("purpose", "")) for line in reversed(lines)]


def errors_of(answers: list[Any]) -> list[str]:
    return [answer.error if isinstance(answer, Refusal) else "done" for answer in answers]


def wait_and(house: House, function: Callable[..., Any], *args: Any, **how: Any) -> Any:
    house.wait(1)
    return function(house, *args, **how)


# --- passwords ---


def test_sixty_appeals_try_no_more_passwords_of_an_account_than_sixty_logins(house: House) -> None:
    account = house.register("Ana").account.account
    tried = [appeal(house, "Ana", f"guess {number}") for number in range(59)]
    assert errors_of(tried) == ["login_failed"] * 5 + ["login_locked"] * 54
    assert appeal(house, "Ana", PASSWORD).error == "login_locked", "the right one too"
    assert house.log_in("Ana").error == "login_locked", "appeals and logins count together"
    assert sorted(set(logged(house, account))) == [("lockout", NETWORK, "appeal"), ("login_failed", NETWORK, "appeal")]


def test_a_network_that_tries_many_names_by_appeals_is_slowed_down(house: House) -> None:
    tried = [appeal(house, f"name{number}", "guess") for number in range(60)]
    assert errors_of(tried) == ["login_failed"] * 21 + ["rate_limited"] * 39
    assert house.log_in("somebody", "guess", address=ADDRESS).error == "rate_limited"
    assert {network for _, network, _ in logged(house)} == {NETWORK}


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_an_open_session_tries_no_more_passwords_than_a_login(house: House, try_it: Try) -> None:
    mailing(house)
    session = house.register("Ana")
    tried = [wait_and(house, try_it, session.token, f"guess {number}") for number in range(20)]
    assert errors_of(tried) == ["password_wrong"] * 5 + ["login_locked"] * 15
    assert try_it(house, session.token, PASSWORD).error == "login_locked"
    assert house.log_in("Ana").error == "login_locked"
    kinds = [(kind, network) for kind, network, _ in logged(house, session.account.account)]
    assert kinds == [("password_failed", NETWORK)] * 4 + [("lockout", NETWORK)]


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_guesses_in_sessions_count_for_the_network_too(house: House, try_it: Try) -> None:
    mailing(house)
    for number in range(21):
        house.log_in(f"name{number}", "guess", address=ADDRESS)
    session = house.register("Ana")
    assert try_it(house, session.token, PASSWORD).error == "rate_limited"


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_a_right_password_is_logged_with_its_network_whatever_it_is_for(house: House, try_it: Try) -> None:
    mailing(house)
    session = house.register("Ana")
    house.rpc.answers[privacy.CheckMoneySettled] = Refusal("escrow_open")
    try_it(house, session.token, PASSWORD)
    networks = {network for _, network, _ in logged(house, session.account.account)}
    assert networks == {NETWORK}


def test_a_right_password_that_changes_nothing_is_logged_too(house: House) -> None:
    session = house.register("Ana")
    same = contract.ChangePassword(token=session.token, current=PASSWORD, new=PASSWORD, address=ADDRESS)
    assert house.ask(same) == Refusal("password_same")
    assert logged(house) == [("password_checked", NETWORK, "password")]


def test_an_unknown_name_is_answered_after_the_same_work_as_a_wrong_password(house: House) -> None:
    house.register("Ana")
    for password in ("a wrong guess", "ένα λάθος"):
        asked = []
        for name in ("Ana", "Nobody"):
            house.passwords.checked.clear()
            answer = appeal(house, name, password)
            asked.append((answer, len(house.passwords.checked)))
        assert asked[0] == asked[1]


def test_wrong_passwords_on_a_known_device_lock_that_device_alone(house: House) -> None:
    house.register("Ana", device="d1")
    for _ in range(5):
        appeal(house, "Ana", "guess", device="strangers")
    assert appeal(house, "Ana", PASSWORD, device="another").error == "login_locked"
    assert isinstance(appeal(house, "Ana", PASSWORD, device="d1"), conduct.AppealReceipt)


# --- second factors ---


def code(house: House, secret: str) -> str:
    return pyotp.TOTP(secret).at(house.now_ms // 1000)


def switched_on(house: House, token: str) -> str:
    key = house.ask(access.BeginFactor(token=token, password=PASSWORD))
    assert isinstance(house.ask(access.ConfirmFactor(token=token, code=code(house, key.secret))), access.RecoveryCodes)
    house.wait(MINUTE_MS)
    return key.secret


def log_in(house: House, _token: str, given: str) -> Any:
    return house.log_in("Ana", code=given, address=ADDRESS)


def appeal_with_code(house: House, _token: str, given: str) -> Any:
    return appeal(house, "Ana", PASSWORD, code=given)


def end_factor(house: House, token: str, given: str) -> Any:
    return house.ask(access.EndFactor(token=token, code=given, address=ADDRESS))


def test_an_appeal_needs_the_second_factor_of_an_account_that_has_one(house: House) -> None:
    secret = switched_on(house, house.register("Ana").token)
    assert appeal(house, "Ana", PASSWORD) == Refusal("second_factor_needed")
    assert appeal(house, "Ana", PASSWORD, code="000000") == Refusal("second_factor_wrong")
    given = code(house, secret)
    assert isinstance(appeal(house, "Ana", PASSWORD, code=given), conduct.AppealReceipt)
    assert house.log_in("Ana", code=given) == Refusal("second_factor_wrong"), "each code holds once, wherever"
    assert len(house.rpc.asked(discipline.FileAppeal)) == 1


@pytest.mark.parametrize("try_it", [log_in, appeal_with_code, end_factor], ids=lambda each: each.__name__)
def test_wrong_codes_and_their_lock_are_logged_with_their_network(house: House, try_it: Try) -> None:
    session = house.register("Ana")
    switched_on(house, session.token)
    before = len(logged(house))
    tried = [wait_and(house, try_it, session.token, "000000") for _ in range(20)]
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 15
    failed = [(kind, network) for kind, network, _ in logged(house)[before:]]
    assert failed == [("second_factor_failed", NETWORK)] * 4 + [("second_factor_lockout", NETWORK)]


def test_wrong_codes_of_a_factor_that_is_being_set_up_are_logged_too(house: House) -> None:
    session = house.register("Ana")
    begin_factor(house, session.token, PASSWORD)
    asked = access.ConfirmFactor(token=session.token, code="000000", address=ADDRESS)
    assert errors_of([house.ask(asked) for _ in range(6)]) == ["second_factor_wrong"] * 5 + ["login_locked"]
    assert {("second_factor_failed", NETWORK), ("second_factor_lockout", NETWORK)} < {
        (kind, network) for kind, network, _ in logged(house)
    }


def test_control_of_the_mailbox_allows_no_more_codes(house: House) -> None:
    mailing(house)
    switched_on(house, house.register("Ana").token)
    tried = []
    for number in range(3):
        password = f"{NEW} {number}"
        house.mails()
        house.ask(access.ForgotPassword(email="ana@example.org", address=ADDRESS))
        found = re.search(r"/password#(\S+)", house.mails()[0].body)
        assert found is not None
        assert house.ask(access.ResetPassword(link=found.group(1), new=password, address=ADDRESS)) == Done()
        tried += [house.log_in("Ana", password, code="000000", address=ADDRESS) for _ in range(5)]
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 10


def test_a_right_password_does_not_make_wrong_codes_forgotten(house: House) -> None:
    session = house.register("Ana")
    switched_on(house, session.token)
    tried = []
    for _ in range(4):
        tried += [house.log_in("Ana", code="000000") for _ in range(2)]
        change_email(house, session.token, PASSWORD)
        house.log_in("Ana")
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 3


def test_a_right_password_without_the_code_is_seen_in_the_log(house: House) -> None:
    session = house.register("Ana")
    switched_on(house, session.token)
    assert house.log_in("Ana", address=ADDRESS) == Refusal("second_factor_needed")
    assert logged(house, session.account.account)[-1] == ("second_factor_asked", NETWORK, "login")


# --- what requests say ---


def requests_of_secrets() -> list[type[Request[Any]]]:
    """Every request that brings a password that somebody has, or a code of a second factor."""
    found = []
    waiting = list(Request.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        fields = set(kind.__struct_fields__)
        is_code = "code" in fields and ("token" in fields or "password" in fields)
        if (fields & {"password", "current"} or is_code) and kind not in (contract.Register,):
            found.append(kind)
    return sorted(set(found), key=lambda each: each.__name__)


def test_the_requests_with_secrets_are_all_found() -> None:
    names = {each.__name__ for each in requests_of_secrets()}
    assert {"LogIn", "FileAppeal", "ChangePassword", "ChangeEmail", "EraseAccount"} < names
    assert {"BeginFactor", "ConfirmFactor", "EndFactor"} < names


@pytest.mark.parametrize("kind", requests_of_secrets(), ids=lambda each: each.__name__)
def test_a_request_with_a_secret_names_device_and_address(kind: type[Request[Any]]) -> None:
    fields = {field.name for field in msgspec.structs.fields(kind)}
    assert fields >= {"device", "address"}

"""Every way of trying a password or a code costs the same and is seen: services/lobby/RULES.md §1, §8, §17."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pyotp
import pytest

from services.contracts.base import Done, Request
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals as discipline
from services.kernel.refusal import Refusal
from services.lobby.access import security_log_rows as security
from tests.lobby.local_lobby import PASSWORD, LocalLobby

ADDRESS = "198.51.100.3"
NETWORK = "198.51.100.0/24"
MINUTE_MS = 60_000
NEW = "a better horse"
APPEAL = discipline.Appeal(
    id="p1", account="a", kind="block", of="b", text="It was not me.", created_at_ms=1, decided_by="mia"
)

Try = Callable[[LocalLobby, str, str], Any]
"""Tries a password with a session's token, from `ADDRESS`."""


def appeal(lobby: LocalLobby, name: str, password: str, **how: str) -> Any:
    lobby.rpc.answers[discipline.FileAppeal] = APPEAL
    how = {"address": ADDRESS} | how
    return lobby.ask(conduct.FileAppeal(username=name, password=password, text="It was not me.", **how))


def change_password(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(contract.ChangePassword(token=token, current=password, new=NEW, address=ADDRESS))


def change_email(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(access.ChangeEmail(token=token, password=password, email="x@example.org", address=ADDRESS))


def begin_factor(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(access.BeginFactor(token=token, password=password, address=ADDRESS))


def erase(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(privacy.EraseAccount(token=token, password=password, address=ADDRESS))


INSIDE = [change_password, change_email, begin_factor, erase]


def mailing(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="smtp", mail_link_home="https://play.example")


def logged(lobby: LocalLobby, account: str | None = None) -> list[tuple[str, str, str]]:
    """Kind, network and purpose, oldest first."""
    lines = lobby.database.run(security.lines, account, 0, 500)
    return [(line["kind"], line["network"], line["detail"].get("purpose", "")) for line in reversed(lines)]


def errors_of(answers: list[Any]) -> list[str]:
    return [answer.error if isinstance(answer, Refusal) else "done" for answer in answers]


def wait_and(lobby: LocalLobby, function: Callable[..., Any], *args: Any, **how: Any) -> Any:
    lobby.wait(1)
    return function(lobby, *args, **how)


# --- passwords ---


def test_sixty_appeals_try_no_more_passwords_of_an_account_than_sixty_logins(lobby: LocalLobby) -> None:
    account = lobby.register("Ana").account.account
    tried = [appeal(lobby, "Ana", f"guess {number}") for number in range(59)]
    assert errors_of(tried) == ["login_failed"] * 5 + ["login_locked"] * 54
    assert appeal(lobby, "Ana", PASSWORD).error == "login_locked", "the right one too"
    assert lobby.log_in("Ana").error == "login_locked", "appeals and logins count together"
    assert sorted(set(logged(lobby, account))) == [("lockout", NETWORK, "appeal"), ("login_failed", NETWORK, "appeal")]


def test_a_network_that_tries_many_names_by_appeals_is_slowed_down(lobby: LocalLobby) -> None:
    tried = [appeal(lobby, f"name{number}", "guess") for number in range(60)]
    assert errors_of(tried) == ["login_failed"] * 21 + ["rate_limited"] * 39
    assert lobby.log_in("somebody", "guess", address=ADDRESS).error == "rate_limited"
    assert {network for _, network, _ in logged(lobby)} == {NETWORK}


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_an_open_session_tries_no_more_passwords_than_a_login(lobby: LocalLobby, try_it: Try) -> None:
    mailing(lobby)
    session = lobby.register("Ana")
    tried = [wait_and(lobby, try_it, session.token, f"guess {number}") for number in range(20)]
    assert errors_of(tried) == ["password_wrong"] * 5 + ["login_locked"] * 15
    assert try_it(lobby, session.token, PASSWORD).error == "login_locked"
    assert lobby.log_in("Ana").error == "login_locked"
    kinds = [(kind, network) for kind, network, _ in logged(lobby, session.account.account)]
    assert kinds == [("password_failed", NETWORK)] * 4 + [("lockout", NETWORK)]


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_guesses_in_sessions_count_for_the_network_too(lobby: LocalLobby, try_it: Try) -> None:
    mailing(lobby)
    for number in range(21):
        lobby.log_in(f"name{number}", "guess", address=ADDRESS)
    session = lobby.register("Ana")
    assert try_it(lobby, session.token, PASSWORD).error == "rate_limited"


@pytest.mark.parametrize("try_it", INSIDE, ids=lambda each: each.__name__)
def test_a_right_password_is_logged_with_its_network_whatever_it_is_for(lobby: LocalLobby, try_it: Try) -> None:
    mailing(lobby)
    session = lobby.register("Ana")
    lobby.rpc.answers[privacy.CheckMoneySettled] = Refusal("escrow_open")
    try_it(lobby, session.token, PASSWORD)
    networks = {network for _, network, _ in logged(lobby, session.account.account)}
    assert networks == {NETWORK}


def test_a_right_password_that_changes_nothing_is_logged_too(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    same = contract.ChangePassword(token=session.token, current=PASSWORD, new=PASSWORD, address=ADDRESS)
    assert lobby.ask(same) == Refusal("password_same")
    assert logged(lobby) == [("password_checked", NETWORK, "password")]


def test_an_unknown_name_is_answered_after_the_same_work_as_a_wrong_password(lobby: LocalLobby) -> None:
    lobby.register("Ana")
    for password in ("a wrong guess", "ένα λάθος"):
        asked = []
        for name in ("Ana", "Nobody"):
            lobby.passwords.checked.clear()
            answer = appeal(lobby, name, password)
            asked.append((answer, len(lobby.passwords.checked)))
        assert asked[0] == asked[1]


def test_wrong_passwords_on_a_known_device_lock_that_device_alone(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1")
    for _ in range(5):
        appeal(lobby, "Ana", "guess", device="strangers")
    assert appeal(lobby, "Ana", PASSWORD, device="another").error == "login_locked"
    assert isinstance(appeal(lobby, "Ana", PASSWORD, device="d1"), conduct.AppealReceipt)


# --- second factors ---


def code(lobby: LocalLobby, secret: str) -> str:
    return pyotp.TOTP(secret).at(lobby.now_ms // 1000)


def switched_on(lobby: LocalLobby, token: str) -> str:
    key = lobby.ask(access.BeginFactor(token=token, password=PASSWORD))
    assert isinstance(lobby.ask(access.ConfirmFactor(token=token, code=code(lobby, key.secret))), access.RecoveryCodes)
    lobby.wait(MINUTE_MS)
    return key.secret


def log_in(lobby: LocalLobby, _token: str, given: str) -> Any:
    return lobby.log_in("Ana", code=given, address=ADDRESS)


def appeal_with_code(lobby: LocalLobby, _token: str, given: str) -> Any:
    return appeal(lobby, "Ana", PASSWORD, code=given)


def end_factor(lobby: LocalLobby, token: str, given: str) -> Any:
    return lobby.ask(access.EndFactor(token=token, code=given, address=ADDRESS))


def test_an_appeal_needs_the_second_factor_of_an_account_that_has_one(lobby: LocalLobby) -> None:
    secret = switched_on(lobby, lobby.register("Ana").token)
    assert appeal(lobby, "Ana", PASSWORD) == Refusal("second_factor_needed")
    assert appeal(lobby, "Ana", PASSWORD, code="000000") == Refusal("second_factor_wrong")
    given = code(lobby, secret)
    assert isinstance(appeal(lobby, "Ana", PASSWORD, code=given), conduct.AppealReceipt)
    assert lobby.log_in("Ana", code=given) == Refusal("second_factor_wrong"), "each code holds once, wherever"
    assert len(lobby.rpc.asked(discipline.FileAppeal)) == 1


@pytest.mark.parametrize("try_it", [log_in, appeal_with_code, end_factor], ids=lambda each: each.__name__)
def test_wrong_codes_and_their_lock_are_logged_with_their_network(lobby: LocalLobby, try_it: Try) -> None:
    session = lobby.register("Ana")
    switched_on(lobby, session.token)
    before = len(logged(lobby))
    tried = [wait_and(lobby, try_it, session.token, "000000") for _ in range(20)]
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 15
    failed = [(kind, network) for kind, network, _ in logged(lobby)[before:]]
    assert failed == [("second_factor_failed", NETWORK)] * 4 + [("second_factor_lockout", NETWORK)]


def test_wrong_codes_of_a_factor_that_is_being_set_up_are_logged_too(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    begin_factor(lobby, session.token, PASSWORD)
    asked = access.ConfirmFactor(token=session.token, code="000000", address=ADDRESS)
    assert errors_of([lobby.ask(asked) for _ in range(6)]) == ["second_factor_wrong"] * 5 + ["login_locked"]
    assert {("second_factor_failed", NETWORK), ("second_factor_lockout", NETWORK)} < {
        (kind, network) for kind, network, _ in logged(lobby)
    }


def test_control_of_the_mailbox_allows_no_more_codes(lobby: LocalLobby) -> None:
    mailing(lobby)
    switched_on(lobby, lobby.register("Ana").token)
    tried = []
    for number in range(3):
        password = f"{NEW} {number}"
        lobby.mails()
        lobby.ask(access.ForgotPassword(email="ana@example.org", address=ADDRESS))
        found = re.search(r"/password#(\S+)", lobby.mails()[0].body)
        assert found is not None
        assert lobby.ask(access.ResetPassword(link=found.group(1), new=password, address=ADDRESS)) == Done()
        tried += [lobby.log_in("Ana", password, code="000000", address=ADDRESS) for _ in range(5)]
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 10


def test_a_right_password_does_not_make_wrong_codes_forgotten(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    switched_on(lobby, session.token)
    tried = []
    for _ in range(4):
        tried += [lobby.log_in("Ana", code="000000") for _ in range(2)]
        change_email(lobby, session.token, PASSWORD)
        lobby.log_in("Ana")
    assert errors_of(tried) == ["second_factor_wrong"] * 5 + ["login_locked"] * 3


def test_a_right_password_without_the_code_is_seen_in_the_log(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    switched_on(lobby, session.token)
    assert lobby.log_in("Ana", address=ADDRESS) == Refusal("second_factor_needed")
    assert logged(lobby, session.account.account)[-1] == ("second_factor_asked", NETWORK, "login")


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

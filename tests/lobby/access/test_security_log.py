"""The log of security events: services/lobby/RULES.md §17."""

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.lobby import expiry
from services.lobby.access import security_log_rows as security
from services.lobby.conduct.staff import note_staff_read
from tests.lobby.local_lobby import PASSWORD

DAY_MS = 86_400_000


def logged(lobby, account=None):
    lines = lobby.database.run(security.lines, account, 0, 100)
    return [(line["kind"], line["network"]) for line in reversed(lines)]


def test_logins_failures_and_the_lock_are_kept_with_account_and_network(lobby):
    account = lobby.register("Ana").account.account
    lobby.log_in("Ana", address="192.0.2.77")
    for _ in range(5):
        lobby.wait(1)
        lobby.log_in("Ana", "wrong", address="198.51.100.3")
    failed = ("login_failed", "198.51.100.0/24")
    assert logged(lobby, account) == [
        ("login", "192.0.2.0/24"), *[failed] * 4, ("lockout", "198.51.100.0/24")
    ]  # fmt: skip
    assert lobby.log_in("Nobody", "wrong", address="198.51.100.3").error == "login_failed"
    assert logged(lobby, "") == [failed], "a name that is nobody's is kept too, without the name"


def test_changes_of_an_account_are_kept_with_the_network_of_their_author(lobby):
    session = lobby.register("Ana")
    lobby.wait(1)
    by = {"address": "2001:db8:5:6::7"}
    lobby.ask(contract.ChangePassword(token=session.token, current=PASSWORD, new="another long pass phrase", **by))
    lobby.wait(1)
    session = lobby.log_in("Ana", "another long pass phrase")
    lobby.wait(1)
    lobby.ask(privacy.AskExport(account=session.account.account, **by))
    lobby.wait(1)
    lobby.ask(access.EndSessions(token=session.token, **by))
    kinds, networks = zip(*logged(lobby, session.account.account), strict=True)
    assert kinds == ("password_changed", "login", "export_asked", "sessions_ended")
    assert {network for kind, network in zip(kinds, networks, strict=True) if kind != "login"} == {"2001:db8:5::/48"}


def test_what_staff_reads_is_kept(lobby):
    request = NoteStaffRead(account="mia", what="/api/staff/chat", about="account=ana", address="192.0.2.1")
    assert lobby.ports.run(note_staff_read, request) == Done()
    (line,) = lobby.database.run(security.lines, "mia", 0, 10)
    assert (line["kind"], line["detail"]) == ("staff_read", {"what": "/api/staff/chat", "about": "account=ana"})


def test_no_secret_is_in_the_log(lobby):
    session = lobby.register("Ana")
    token = lobby.log_in("Ana", address="192.0.2.77").token
    lobby.log_in("Ana", "a wrong password", address="192.0.2.77")
    text = str(lobby.database.run(security.lines, None, 0, 100))
    for secret in (PASSWORD, "a wrong password", token, session.token, "192.0.2.77", "ana@example.org"):
        assert secret not in text


def test_an_erased_account_keeps_its_events_without_networks(lobby):
    session = lobby.register("Ana")
    lobby.log_in("Ana", address="192.0.2.77")
    lobby.database.run(lambda work: security.forget_networks(work, session.account.account))
    assert logged(lobby, session.account.account) == [("login", "")]


@pytest.mark.parametrize(("days", "left"), [(180, 1), (181, 0)])
def test_events_are_kept_as_long_as_the_operator_says_and_no_longer(lobby, days, left):
    lobby.register("Ana")
    lobby.log_in("Ana")
    lobby.wait(days * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert len(logged(lobby)) == left

"""Classes of devices: kept with the session, shown to staff who say what for (services/lobby/RULES.md §1)."""

from typing import Any

import msgspec
import pytest

from services.contracts.client.device_class import PROGRAM, UNKNOWN, DeviceClass
from services.contracts.lobby.accounts import guest_accounts, privacy, tokens
from services.contracts.lobby.accounts.accounts import LogOut
from services.contracts.lobby.people import devices
from services.contracts.moderation.events import RolesChanged
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.accounts.guest_accounts import use_cases as guests
from services.lobby.conduct import staff
from services.lobby.privacy.export import exports_answered
from services.lobby.sessions.device_class_rows import class_of, stored_class
from services.lobby.sessions.use_cases import open_by_token
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

PHONE = DeviceClass(form="phone", browser="firefox", system="android")
COMPUTER = DeviceClass(form="desktop", browser="chrome", system="windows")


@pytest.fixture
def people(lobby: LocalLobby) -> list[Here]:
    found = lobby.enter("Ana", "Ben", "Eva")
    lobby.deliver(staff.roles_changed, RolesChanged(account=found[2].account, seq=1, roles=["moderator"]))
    return found


def kinds(lobby: LocalLobby, of: Here, by: Here, *beside: Here) -> dict[str, Any]:
    asked = devices.ListDevices(
        account=by.account, of=of.account, need="case", beside=[each.account for each in beside]
    )
    return lobby.ask(asked).devices


def found(lobby: LocalLobby, by: Here, **wanted: str) -> list[str]:
    answer = lobby.ask(devices.FindByDevice(account=by.account, need="report", **wanted))
    return [f"{each.name} by {each.by}" for each in answer.players]


def test_a_session_keeps_the_class_of_the_device_on_which_it_was_opened(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, eva = people
    lobby.wait(1)
    lobby.log_in("Ana", device_class=PHONE)
    lobby.wait(1)
    lobby.log_in("Ana", device_class=PHONE)
    last_ms = lobby.now_ms
    lobby.log_in("Ben", device_class=COMPUTER)
    seen = kinds(lobby, ana, eva, ben)
    assert [(each.device_class, each.times) for each in seen[ana.account]] == [(PHONE, 2), (UNKNOWN, 1)]
    assert seen[ana.account][0].last_at_ms == last_ms
    assert {each.device_class for each in seen[ben.account]} == {COMPUTER, UNKNOWN}


def test_accounts_are_found_by_any_part_of_the_class_and_by_a_part_of_the_name(
    lobby: LocalLobby, people: list[Here]
) -> None:
    *_others, eva = people
    lobby.log_in("Ana", device_class=PHONE)
    lobby.wait(1)
    lobby.log_in("Ben", device_class=msgspec.structs.replace(PHONE, browser="chrome"))
    assert found(lobby, eva, form="phone") == ["Ben by device", "Ana by device"]
    assert found(lobby, eva, browser="firefox") == ["Ana by device"]
    assert found(lobby, eva, system="android", text="EN") == ["Ben by device"]
    assert found(lobby, eva, system="ios") == []
    assert len(found(lobby, eva, form="unknown")) == 3


def test_a_search_that_names_no_class_is_refused(lobby: LocalLobby, people: list[Here]) -> None:
    eva = people[2]
    asked = devices.FindByDevice(account=eva.account, need="report", text="Ana")
    before = len(lobby.rows(schema.security_log))
    assert lobby.ask(asked) == Refusal("bad_parameters")
    assert len(lobby.rows(schema.security_log)) == before


def test_every_look_is_logged_with_what_it_was_needed_for(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _ben, eva = people
    kinds(lobby, ana, eva)
    found(lobby, eva, form="phone", text="an")
    logged = [row for row in lobby.rows(schema.security_log) if row.kind == "staff_read"]
    assert [row.account for row in logged] == [eva.account] * 2
    details = sorted(row.detail for row in logged)
    assert "report: phone/*/* an" in details[1]
    assert f"case: {ana.account}" in details[0]


def test_a_guest_has_a_class_too_and_a_personal_token_is_a_program(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _ben, eva = people
    guest = guests.enter(lobby.ports, guest_accounts.EnterAsGuest(adult=True, device_class=PHONE))
    made = lobby.ask(tokens.MakeToken(token=ana.token, name="a script", scopes=["read"], days=1, password=PASSWORD))
    lobby.ask(LogOut(token=ana.token))
    lobby.ports.run(lambda work, ports: open_by_token(work, ports, made.secret))
    visitor = Here(guest.account.account, guest.token, "", 0)
    seen = kinds(lobby, ana, eva, visitor)
    assert PROGRAM in {each.device_class for each in seen[ana.account]}
    assert [each.device_class for each in seen[visitor.account]] == [PHONE]


def test_the_class_is_exported_and_goes_with_the_session(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _ben, eva = people
    session = lobby.log_in("Ana", device_class=PHONE)
    asked = lobby.ask(privacy.AskExport(account=ana.account))
    for service in privacy.HOLDERS:
        if service != "lobby":
            answered = privacy.ExportAnswered(account=ana.account, export=asked.export, service=service, data={})
            lobby.deliver(exports_answered, answered)
    own = lobby.ask(privacy.DownloadExport(account=ana.account)).data["lobby"]
    assert {row["device_class"] for row in own["sessions"]} == {stored_class(PHONE), stored_class(UNKNOWN)}
    lobby.ask(LogOut(token=session.token))
    lobby.wait(31 * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert kinds(lobby, ana, eva) == {}


def test_an_erased_account_has_no_class_any_more(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _ben, eva = people
    session = lobby.log_in("Ana", device_class=PHONE)
    assert not isinstance(lobby.ask(privacy.EraseAccount(token=session.token, password=PASSWORD)), Refusal)
    assert kinds(lobby, ana, eva) == {}
    assert found(lobby, eva, form="phone") == []


def test_a_row_of_another_release_is_of_an_unknown_class() -> None:
    assert class_of(stored_class(PHONE)) == PHONE
    assert {class_of(""), class_of("watch/firefox/android"), class_of("phone")} == {UNKNOWN}

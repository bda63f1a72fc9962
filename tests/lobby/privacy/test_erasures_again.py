"""Erasures are applied again to a database that was restored: services/lobby/RULES.md §7."""

import pytest

from services.contracts.base import Done
from services.contracts.lobby import presence as contract
from services.contracts.lobby.accounts import privacy
from services.kernel.refusal import Refusal
from services.lobby.ports import NoVisits
from services.lobby.privacy import erasure_list
from services.lobby.privacy.erasure import erase_again
from tests.lobby.local_lobby import PASSWORD


@pytest.fixture
def listing(lobby, tmp_path):
    """The lobby, which lists erasures in a folder; nobody else objects to one."""
    lobby.set(erasures_folder=str(tmp_path / "erased"))
    for question in (privacy.CheckMoneySettled, privacy.CheckTablesLeft):
        lobby.rpc.answers[question] = Done()
    return lobby


def erase(lobby, name):
    session = lobby.register(name)
    answer = lobby.ask(privacy.EraseAccount(token=session.token, password=PASSWORD))
    assert not isinstance(answer, Refusal), answer
    return session.account.account


def test_an_erased_account_is_listed_by_its_id_alone(listing, tmp_path):
    account = erase(listing, "Ana")
    assert erasure_list.read(tmp_path / "erased") == {account: listing.now_ms}
    (path,) = (tmp_path / "erased").iterdir()
    assert "Ana" not in path.read_text()


def test_a_restored_account_is_erased_again_by_all_services(listing):
    restored = listing.register("Ana").account.account
    listing.published()
    assert listing.database.run(erase_again, NoVisits(), restored, listing.now_ms, True), "a dry run only says so"
    assert listing.log_in("Ana").account.name == "Ana"

    listing.published()
    assert listing.database.run(erase_again, NoVisits(), restored, listing.now_ms, False)

    assert listing.log_in("Ana") == Refusal("login_failed")
    assert [event["account"] for key, event in listing.published() if "erasure" in key] == [restored]
    assert not listing.database.run(erase_again, NoVisits(), restored, listing.now_ms, False), (
        "and again there is nothing to erase"
    )


def test_a_list_that_cannot_be_written_does_not_hold_up_an_erasure(listing, tmp_path):
    (tmp_path / "file").write_text("no folder")
    listing.set(erasures_folder=str(tmp_path / "file" / "below"))
    account = erase(listing, "Ana")
    assert listing.ask(contract.ListPlayers()).players == [] and account


def test_a_line_that_a_crash_has_cut_off_is_passed_over(tmp_path):
    erasure_list.add(tmp_path, "a", 1)
    erasure_list.add(tmp_path, "a", 1)
    (tmp_path / "erased-other.jsonl").write_text('{"account": "b", "at_ms": 1}\n{"accou')
    assert sorted(erasure_list.read(tmp_path)) == ["a", "b"]

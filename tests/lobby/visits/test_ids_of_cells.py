"""In a cell with a name the ids of accounts and tables carry that name; without one they are as they were."""

from dataclasses import replace

import pytest

from services.contracts.lobby.accounts import guest_accounts as contract
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from tests.lobby.local_lobby import LocalLobby


@pytest.mark.parametrize(("cell", "begins"), [("eu1", "eu1~"), ("", "")])
def test_accounts_guests_and_tables_that_are_made_in_a_cell_name_it(lobby: LocalLobby, cell: str, begins: str) -> None:
    lobby.ports = replace(lobby.ports, cell=cell)
    ana, _ben = lobby.enter("Ana", "Ben")
    guest = guest_accounts.enter(lobby.ports, contract.EnterAsGuest(adult=True))
    table = lobby.create(ana)
    for made in (ana.account, guest.account.account, table.table):
        assert made.startswith(begins)
        assert len(made) == len(begins) + 36


def test_an_account_registered_before_the_cell_had_a_name_stays_valid(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    lobby.ports = replace(lobby.ports, cell="eu1")
    assert lobby.log_in("Ana").account.account == ana.account

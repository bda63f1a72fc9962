"""In a cell with a name the ids of accounts and tables carry that name; without one they are as they were."""

from dataclasses import replace

import pytest

from services.contracts.lobby import guest_accounts as contract
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from tests.lobby.local_lobby import House


@pytest.mark.parametrize(("cell", "begins"), [("eu1", "eu1~"), ("", "")])
def test_accounts_guests_and_tables_that_are_made_in_a_cell_name_it(house: House, cell: str, begins: str) -> None:
    house.ports = replace(house.ports, cell=cell)
    ana, _ben = house.enter("Ana", "Ben")
    guest = guest_accounts.enter(house.ports, contract.EnterAsGuest(adult=True))
    table = house.create(ana)
    for made in (ana.account, guest.account.account, table.table):
        assert made.startswith(begins)
        assert len(made) == len(begins) + 36


def test_an_account_registered_before_the_cell_had_a_name_stays_valid(house: House) -> None:
    (ana,) = house.enter("Ana")
    house.ports = replace(house.ports, cell="eu1")
    assert house.log_in("Ana").account.account == ana.account

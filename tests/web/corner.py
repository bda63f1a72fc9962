"""A table of tic-tac-toe with the viewer on the second seat, and how they win."""

import msgspec
from playwright.sync_api import expect

from tests.web.house import ME, House, table
from tests.web.match import Match


def seat_me(house: House, size: int = 3, stake: int = 200) -> None:
    """A running table with Nikos on seat 0 and the viewer on seat 1."""
    line = table("Corner", "Nikos", "Eleni", stake=stake, state="started", size=size)
    mine = msgspec.structs.replace(line.seats[1], account=ME.account)
    house.tables = [msgspec.structs.replace(line, seats=[line.seats[0], mine])]
    house.seated = line.table
    house.match = Match(house.tables[0], you=1)


def win(house: House) -> None:
    """The viewer wins in the left column; Nikos has begun in the middle one."""
    assert house.match is not None
    house.match.leader = 1
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    for row in (1, 2, 3):
        page.locator(f"[data-cell='{row},1']").click()
        expect(page.locator(f"[data-cell='{row},1'] [data-mark]")).to_be_visible()
        if row < 3:
            house.play(0, row, 2)


def seat_me_first(house: House, size: int = 3) -> None:
    """As `seat_me`, and the viewer begins."""
    seat_me(house, size)
    assert house.match is not None
    house.match.leader = 1

"""How a match ended or goes on without somebody, as each reader is shown it (services/tables/RULES.md §10)."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames, table_views
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games.dominoes import sit
from tests.web.house import ME, House

pytestmark = pytest.mark.browser


def _left(seat: int, reason: str, name: str, account: str, **more: Any) -> table_views.LeftView:
    told = {"first_round_done": True, "replaced": False} | more
    return table_views.LeftView(seat=seat, name=name, account=account, reason=reason, **told)


def _ended(house: House, left: table_views.LeftView, outcome: str, winners: list[int], **view: Any) -> None:
    """The table of four is over because somebody has left it."""
    match = house.match
    assert match is not None
    match.version += 1
    shown = match.view()
    blank = table_views.SeatResult(place=None, payout_chips=None, net_chips=None, elo=None, elo_delta=None, label=None)
    result = table_views.ResultView(
        match=match.id,
        outcome=outcome,
        reason="forfeited",
        winners=winners,
        points=[],
        recorded=True,
        rake_chips=None,
        seats=[blank] * 4,
        commit="",
        root="00" * 32,
        seeds=[],
    )
    seats = [
        msgspec.structs.replace(seat, left=number == left.seat or seat.left) for number, seat in enumerate(shown.seats)
    ]
    over = msgspec.structs.replace(
        shown, phase="over", result=result, departures=[left], choices=[], due=[], **{"seats": seats, **view}
    )
    house.send(msgspec.structs.replace(match.update(), view=over))


def _seen(page: Page, *texts: str) -> None:
    panel = page.locator("[data-result-of-match]")
    for text in texts:
        expect(panel).to_contain_text(text)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_opponent_that_leaves_for_good_loses_the_match_at_once_without_a_wait(
    enter: Enter, viewport: dict[str, int]
) -> None:
    house = enter(lambda house: sit(house, you=0, seed=4), viewport=viewport)
    expect(house.page.locator("[data-own]")).to_have_count(7)
    _ended(house, _left(1, "left", "Ben", "a-ben"), "forfeited", [0, 2])
    _seen(house.page, "You won.", "Ben left the match for good.")
    expect(house.page.get_by_text("has lost the connection")).to_have_count(0)
    expect(house.page.locator("[data-seat='1']")).to_contain_text("Has left")


@pytest.mark.parametrize("outcome", ["void", "not_completed"])
def test_ratings_are_not_waited_for_after_a_match_that_does_not_count(enter: Enter, outcome: str) -> None:
    house = enter(lambda house: sit(house, you=0, seed=4))
    expect(house.page.locator("[data-own]")).to_have_count(7)
    _ended(house, _left(1, "left", "Ben", "a-ben", first_round_done=False), outcome, [], stake_chips=0)
    ledger = house.page.get_by_role("table", name="What it meant")
    expect(ledger.get_by_role("cell")).to_have_text(["–"] * 4)


def test_the_partner_of_a_leaver_reads_it_as_a_partner(enter: Enter) -> None:
    house = enter(lambda house: sit(house, you=0, seed=4))
    expect(house.page.locator("[data-own]")).to_have_count(7)
    _ended(house, _left(2, "not_returned", "Cleo", "a-cleo"), "not_completed", [])
    _seen(
        house.page, "Your partner Cleo lost the connection and was not back in time.", "everybody else gets theirs back"
    )


def test_a_player_removed_on_time_reads_it_in_the_second_person_and_keeps_the_replay(enter: Enter) -> None:
    house = enter(lambda house: sit(house, you=0, seed=4))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(7)
    own = _left(0, "timeouts", ME.name, ME.account)
    _ended(house, own, "forfeited", [1, 3], you=None)
    _seen(page, "You lost.", "Your time ran out too often.")
    expect(page.get_by_text("You are watching")).to_have_count(0)
    expect(page.get_by_text("You are out of this match")).to_be_visible()
    expect(page.locator("[data-result-of-match]").get_by_role("link", name="Replay")).to_be_visible()


def test_a_computer_that_took_a_seat_is_named_with_the_player_it_replaced(enter: Enter) -> None:
    house = enter(lambda house: sit(house, you=0, seed=4))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(7)
    match = house.match
    assert match is not None
    match.version += 1
    view = match.view()
    seats = list(view.seats)
    seats[1] = msgspec.structs.replace(seats[1], name="bot-1", account=None, bot=True, left=True)
    gone = _left(1, "timeouts", "Ben", "a-ben", replaced=True)
    event = frames.EventView(version=match.version, kind="departed", data={"seat": 1, "reason": "timeouts"})
    update = match.update(event)
    house.send(msgspec.structs.replace(update, view=msgspec.structs.replace(view, seats=seats, departures=[gone])))
    expect(
        page.get_by_text("Ben’s time ran out too often. Fotini, a computer player, plays on in place of Ben.")
    ).to_be_visible()
    expect(page.locator("[data-seat='1']")).to_contain_text("plays for Ben")

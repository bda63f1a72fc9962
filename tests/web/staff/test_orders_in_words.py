"""Operators order by names, times and amounts: rounds of a table and leaderboards with a title; no id is typed or
read."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.moderation import orders
from services.contracts.moderation import staff as moderation_staff
from services.contracts.ranking import boards
from services.contracts.tables.rounds import RoundState, TableRound, TableRounds
from services.contracts.wallet.corrections import RoundEffect
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House, table
from tests.web.match import DAWN_MS
from tests.web.pages.test_conduct import ENTRY, ORDER, ROUND_EFFECT, sent, staff
from tests.web.pages.test_staff_desk import logged
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

SHOE = "4f0e1f6a-3d2b-4c55-9a51-0b7c6f1d2e3a"
MINUTE_MS = 60_000
STATES: list[tuple[RoundState, dict[str, int] | None]] = [
    ("held", None),
    ("annulled", {"a-nikos": 300, "a-maria": 200}),
    ("paid", {"a-nikos": 600}),
]
ROUNDS = [
    TableRound(
        round=f"{SHOE}.{9 - number}", number=9 - number, match=SHOE, at_ms=DAWN_MS - number * MINUTE_MS, state=state,
        bets={"a-nikos": 300, "a-maria": 200}, credited=credited,
    )
    for number, (state, credited) in enumerate(STATES)
]  # fmt: skip
SPRING = "spring-2027"
TITLE = "Spring 2027"


def at_the_bank(house: House) -> None:
    """Staff; two tables, one of which is played against the bank."""
    staff(house)
    bank = msgspec.structs.replace(table("Bank", "Nikos", "Maria", state="started"), house=True)
    house.tables = [bank, table("Corner", "Fay", None)]
    house.more["operator/rounds"] = TableRounds("baccarat", ROUNDS)


def chosen(page: Page, kind: str) -> None:
    """One of the kinds of orders is chosen."""
    page.get_by_role("group", name="What").get_by_text(kind, exact=True).click()


def switched(page: Page, name: str) -> None:
    """A switch is pressed by the keyboard."""
    page.get_by_role("switch", name=name).press("Space")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_a_round_is_chosen_by_its_time_and_bets_and_annulled(enter: Enter, viewport: Any) -> None:
    house = enter(at_the_bank, path="/staff/operations", viewport=viewport)
    page = house.page
    chosen(page, "Give the bets of a round back")
    which = page.get_by_role("combobox", name="Table")
    expect(which.get_by_role("option")).to_have_count(2)
    which.select_option(index=1)
    listed = page.get_by_role("region", name="Which round").get_by_role("listitem")
    expect(listed).to_have_count(3)
    expect(listed.nth(0)).to_contain_text(
        re.compile("Round 9, .* bets are held, not paid yet: Maria bet 200 chips and Nikos bet 300 chips")
    )
    expect(listed.nth(1)).to_contain_text("the bets go back: Maria bet 200 chips and got 200 chips")
    expect(listed.nth(2)).to_contain_text("Nikos bet 300 chips and got 600 chips")
    expect(listed.get_by_role("button", name="Round")).to_have_count(1)
    expect(page.get_by_role("link", name="See the table")).to_have_attribute("href", re.compile("/table/t-bank"))
    place = page.get_by_role("button", name="Place the order")
    expect(place).to_be_disabled()
    at_rest(page)
    assert fits(page) and SHOE not in page.get_by_role("main").inner_text()
    listed.get_by_role("button", name="Round").press("Enter")
    page.get_by_label("Reason, 10 to 500 characters").last.fill("a card fell from the table")
    place.press("Enter")
    house.until(lambda: bool(sent(house, "operator/orders")))
    (body,) = sent(house, "operator/orders")
    assert body["operation"] == {"kind": "annul_round", "table": "t-bank", "number": 9, "damaged_shoe": False}
    (asked,) = {path for path, _ in house.asked if path.startswith("operator/rounds?")}
    assert asked == "operator/rounds?table=t-bank"


def test_a_table_is_found_by_a_player_and_by_its_link(reenter: Enter) -> None:
    house = reenter(at_the_bank, path="/staff/operations")
    page = house.page
    chosen(page, "End a match without a result")
    which = page.get_by_role("combobox", name="Table")
    tables = which.get_by_role("option")
    expect(tables.filter(has_text="Nikos, Maria")).to_have_count(1)
    page.get_by_label("Part of a player's name").fill("fay")
    expect(tables.filter(has_text="Nikos, Maria")).to_have_count(0)
    expect(tables.filter(has_text="Fay")).to_have_count(1)
    page.get_by_label("Link of a match or a table").last.fill("https://house.example/table/t-elsewhere")
    expect(page.get_by_role("link", name="See the table")).to_have_attribute("href", re.compile("/table/t-elsewhere"))
    page.get_by_label("Reason, 10 to 500 characters").last.fill("the table has stopped")
    page.get_by_role("button", name="Place the order").click()
    house.until(lambda: bool(sent(house, "operator/orders")))
    assert sent(house, "operator/orders")[0]["operation"] == {"kind": "annul_match", "table": "t-elsewhere"}


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_a_paid_round_is_paid_anew_by_amounts_beside_names(enter: Enter, viewport: Any) -> None:
    def with_amounts(house: House) -> None:
        at_the_bank(house)

        def tried(asked: Any) -> RoundEffect:
            credited = asked.json.get("credited")
            if credited is None:
                return ROUND_EFFECT
            return msgspec.structs.replace(ROUND_EFFECT, credited=credited, shortfalls={"a-nikos": 40})

        house.more["operator/rounds/preview"] = tried

    house = enter(with_amounts, path="/staff/operations", viewport=viewport)
    page = house.page
    chosen(page, "Give the bets of a round back")
    page.get_by_role("combobox", name="Table").select_option(index=1)
    page.get_by_role("button", name="Pay it anew").click()
    changes = page.get_by_role("region", name="What changes")
    expect(changes.get_by_role("listitem")).to_have_text(["Maria: +200 chips", "Nikos: −300 chips"])
    switched(page, "Every bet goes back (void)")
    expect(page.get_by_label("Nikos bet 300 chips")).to_have_value("600")
    expect(page.get_by_text("Everybody has that already: nothing would change.")).to_be_visible()
    page.get_by_label("Maria bet 200 chips").fill("two hundred")
    expect(page.get_by_role("button", name="Place the order")).to_be_disabled()
    page.get_by_label("Maria bet 200 chips").fill("390")
    page.get_by_label("Nikos bet 300 chips").fill("0")
    expect(changes.get_by_role("listitem")).to_have_text(
        ["Maria: +390 chips", "Nikos: −600 chips", "Nikos has 40 chips too few: the house gives them."]
    )
    at_rest(page)
    assert fits(page) and SHOE not in page.get_by_role("main").inner_text()
    page.get_by_label("Reason, 10 to 500 characters").last.fill("the wrong side was paid")
    page.get_by_role("button", name="Place the order").click()
    house.until(lambda: bool(sent(house, "operator/orders")))
    (body,) = sent(house, "operator/orders")
    paid = {"a-nikos": 0, "a-maria": 390}
    assert body["operation"] == {"kind": "correct_round", "round": f"{SHOE}.7", "credited": paid}


class Boards:
    """Leaderboards and orders about them, as the platform has them after each order."""

    def __init__(self, house: House) -> None:
        self.definitions: list[boards.BoardDefinition] = []
        self.orders: list[orders.Order] = []
        staff(house)
        house.more |= {
            "operator/boards": lambda _asked: boards.Definitions(definitions=self.definitions),
            "GET operator/orders": lambda _asked: orders.Orders(orders=self.orders),
            "POST operator/orders": self.place,
            "boards": boards.Boards(boards=[]),
            f"boards/{SPRING}/periods": boards.BoardPeriods(periods=[self.period()], winners={}),
            "staff/audit": lambda _asked: moderation_staff.AuditPage(
                entries=[logged(seq, each.operation) for seq, each in enumerate(self.orders, 1)], next_before=None
            ),
        }

    @staticmethod
    def period() -> boards.BoardPeriod:
        return boards.BoardPeriod(
            board=SPRING, period="2027-03-01", repeat="own", games=None, starts_at_ms=DAWN_MS, ends_at_ms=DAWN_MS + 1,
            state="open", min_games=1, prizes_chips=[500], players=3, title=TITLE,
        )  # fmt: skip

    def place(self, asked: Any) -> orders.Order:
        operation: Any = msgspec.convert(asked.json["operation"], orders.AnyOperation)
        if isinstance(operation, orders.SaveBoard):
            kept = [each for each in self.definitions if each.board != operation.definition.board]
            self.definitions = [*kept, operation.definition]
        else:
            operation = msgspec.structs.replace(operation, title=TITLE)
        order = msgspec.structs.replace(
            ORDER, id=f"o{len(self.orders)}", state="done", error=None, operation=operation, at_ms=DAWN_MS
        )
        self.orders.insert(0, order)
        return order


def test_a_board_is_made_closed_and_opened_again_by_its_title(reenter: Enter) -> None:
    made: list[Boards] = []
    house = reenter(lambda house: made.append(Boards(house)), path="/staff/operations")
    page = house.page
    place = page.get_by_role("button", name="Place the order")
    which = page.get_by_role("combobox", name="Leaderboard to change")
    listed = page.get_by_role("list", name="Orders").get_by_role("listitem")

    def placed(why: str, count: int) -> None:
        page.get_by_label("Reason, 10 to 500 characters").last.fill(why)
        place.click()
        expect(listed).to_have_count(count)
        expect(listed.first).to_contain_text(TITLE)

    chosen(page, "Define a leaderboard")
    page.get_by_text("Once", exact=True).click()
    page.get_by_label("Prizes").fill("500, 300")
    page.get_by_label("Name, as players read it").fill(TITLE)
    page.get_by_label("Starts", exact=True).fill("2027-03-01T09:00")
    expect(place).to_be_disabled()
    page.get_by_label("Ends", exact=True).fill("2027-06-01T09:00")
    placed("a board for the spring", 1)
    assert (made[0].definitions[0].board, made[0].definitions[0].title) == (SPRING, TITLE)

    chosen(page, "Close a period")
    which.select_option(label=TITLE)
    page.get_by_role("combobox", name="Period", exact=True).select_option(index=1)
    placed("the spring is over", 2)
    closing = sent(house, "operator/orders")[-1]["operation"]
    assert (closing["kind"], closing["board"], closing["period"]) == ("close_board", SPRING, "2027-03-01")

    chosen(page, "Define a leaderboard")
    which.select_option(label=TITLE)
    expect(page.get_by_label("Name, as players read it")).to_have_value(TITLE)
    going = page.get_by_role("switch", name="Goes on after this period")
    expect(going).to_be_checked()
    switched(page, "Goes on after this period")
    placed("it does not come again", 3)
    assert not made[0].definitions[0].active
    which.select_option(label=TITLE)
    switched(page, "Goes on after this period")
    placed("it comes again after all", 4)
    assert made[0].definitions[0].active and len(made[0].definitions) == 1
    at_rest(page)
    assert SPRING not in page.get_by_role("main").inner_text()


@pytest.mark.parametrize("roles", [["administrator", "operator"], ["auditor"]])
def test_the_log_says_boards_and_orders_in_words_for_boards_that_are_gone_too(reenter: Enter, roles: list[str]) -> None:
    definition = boards.BoardDefinition(
        board=SPRING, repeat="own", games=["tictactoe"], prizes_chips=[500], starts_at_ms=DAWN_MS,
        ends_at_ms=DAWN_MS + 1, title=TITLE,
    )  # fmt: skip
    entries = [
        logged(1, orders.SaveBoard(definition=definition)),
        logged(2, orders.CloseBoard(board=SPRING, period="2027-03-01", title=TITLE)),
        logged(3, orders.CloseBoard(board="weekly:9-games-k3x9", period="2027-W10")),
        logged(4, orders.CorrectRound(round=f"{SHOE}.7", credited={"a-nikos": 390})),
        msgspec.structs.replace(ENTRY, seq=5, action="correct_round", subject=f"{SHOE}.7", before={
            "credited": {"a-nikos": 600}}, after={"credited": {"a-nikos": 390}}),
    ]  # fmt: skip

    def with_log(house: House) -> None:
        staff(house)
        house.conduct = msgspec.structs.replace(house.conduct, roles=roles)
        house.more["staff/audit"] = moderation_staff.AuditPage(entries=entries, next_before=None)

    house = reenter(with_log, path="/staff/audit")
    page = house.page
    rows = page.get_by_role("row")
    expect(rows.nth(2)).to_contain_text(TITLE)
    for each in page.get_by_text("Before and after").all():
        each.click()
    expect(rows.nth(1)).to_contain_text("place 1: 500 chips")
    expect(rows.nth(3)).to_contain_text("9 games, weekly")
    expect(rows.nth(4)).to_contain_text("Nikos: 390 chips")
    expect(rows.nth(5)).to_contain_text("Nikos: 600 chips")
    text = page.get_by_role("main").inner_text()
    assert not [each for each in (SPRING, SHOE, "close_board", "2027-W10", "tictactoe", "a-nikos") if each in text]

"""A report, a warning, a suspension and an appeal, each of the five in a browser of their own
(services/moderation/RULES.md §5, §8, §9); a price of the shop, a correction that takes a badge, and no id in any text
that staff or players read (§13; services/ranking/RULES.md §9)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import PASSWORD, WAIT_MS, Person
from tests.e2e.test_conduct import make_staff

pytestmark = pytest.mark.browser


def report(by: Person, about: Person, category: str) -> None:
    """From the players list, in three clicks."""
    by.button(re.compile(f"Report {about.name}")).click()
    dialog = by.page.get_by_role("dialog")
    dialog.get_by_text(category, exact=True).click()
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("The administrators have your report", timeout=WAIT_MS)
    dialog.get_by_role("button", name="Close").last.click()


def log_in(person: Person) -> None:
    person.page.get_by_label("Name or e-mail").fill(person.name)
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.page.get_by_role("button", name="Come in").last.click()


def open_console(staff: Person) -> None:
    staff.page.goto(f"{staff.url}/staff")
    expect(staff.page.get_by_role("heading", name="Staff console")).to_be_visible(timeout=WAIT_MS)


def decide(staff: Person, about: Person, category: str, key: str) -> None:
    """With two keys. A page that has just drawn the report may not listen yet."""
    expect(staff.page.get_by_role("heading", name=f"{about.name}: {category}")).to_be_visible(timeout=WAIT_MS)
    choice = staff.page.get_by_role("radio", name=f"({key.upper()})")

    def chooses() -> bool:
        staff.page.keyboard.press(key)
        return choice.is_checked()

    wait_until(chooses, "the page to take the key")
    staff.page.keyboard.press("Enter")
    expect(staff.page.get_by_text("Nothing waits for a decision")).to_be_visible(timeout=WAIT_MS)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_from_the_report_to_the_appeal_in_five_browsers(house: House, browser: Browser) -> None:
    names = ("rita", "theo", "mona", "adam", "olive")
    rita, theo, mona, adam, olive = people = [Person(browser, house.url, name).register() for name in names]
    make_staff(Path(house.folder), **{mona.name: "moderator", adam.name: "administrator", olive.name: "administrator"})
    for staff in (mona, adam, olive):
        open_console(staff)

    theo.page.get_by_label("Your message").fill("something rude")
    theo.page.keyboard.press("Enter")
    report(rita, theo, "Insults")
    expect(mona.page.get_by_text("something rude")).to_be_visible(timeout=WAIT_MS)
    decide(mona, theo, "Insults", "w")
    warning = theo.page.get_by_role("dialog")
    expect(warning).to_contain_text("This is a warning", timeout=WAIT_MS)
    warning.get_by_role("button", name="I have understood").click()
    thanks = rita.page.get_by_role("dialog")
    expect(thanks).to_contain_text("It was looked into and decided", timeout=WAIT_MS)
    rita.page.keyboard.press("Escape")

    report(rita, theo, "Bad manners")
    decide(adam, theo, "Bad manners", "b")
    notice = theo.page.get_by_role("alert").filter(has=theo.page.get_by_role("button", name="Send the appeal"))
    expect(theo.page.get_by_label("Password", exact=True)).to_be_visible(timeout=WAIT_MS)
    log_in(theo)
    expect(notice).to_contain_text("Your account is suspended", timeout=WAIT_MS)
    notice.get_by_label("Why should it be decided otherwise?").fill("A warning would have been enough.")
    notice.get_by_role("button", name="Send the appeal").click()
    expect(theo.page.get_by_text("Your appeal was received.")).to_be_visible(timeout=WAIT_MS)

    olive.button(re.compile(theo.name)).click()
    olive.page.get_by_text("Lift", exact=True).click()
    olive.page.get_by_label("Reason, 10 to 500 characters").fill("The warning was new; that is enough.")
    olive.page.get_by_role("button", name="Rule on the appeal").click()
    expect(olive.page.get_by_text("Nothing waits for a decision")).to_be_visible(timeout=WAIT_MS)
    theo.page.goto(house.url)
    log_in(theo)
    messages = theo.page.get_by_role("dialog")
    expect(messages).to_contain_text("Your account was suspended", timeout=WAIT_MS)
    messages.get_by_role("button", name="Next message").click()
    expect(messages).to_contain_text("The ruling: it was lifted", timeout=WAIT_MS)
    theo.page.keyboard.press("Escape")

    olive.page.get_by_role("link", name="Audit log").click()
    olive.page.get_by_role("button", name="Check the chain").click()
    expect(olive.page.get_by_text("The chain is whole")).to_be_visible(timeout=WAIT_MS)
    for person in people:
        person.leave()


# --- the desk of operators, and no id in any text ---


UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
OF_PLAYERS = (
    *("/", "/wallet", "/lotteries", "/shop", "/gallery", "/invites", "/limits", "/companies", "/competitions"),
    *("/account", "/messages", "/statistics", "/boards", "/classification", "/matches", "/rooms", "/terms"),
)
OF_STAFF = ("queue", "live", "player", "companies", "trends", "audit", "roles", "operations", "settings", "shop")


def without_ids(person: Person, path: str) -> None:
    """What a page says once it has come to rest names nothing by an id."""
    person.page.goto(f"{person.url}{path}")
    person.page.wait_for_load_state("networkidle")
    expect(person.page.locator("body")).not_to_have_text("", timeout=WAIT_MS)
    person.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert UUID.findall(person.text()) == [], path


def won(anna: Person, bill: Person) -> tuple[Person, Person]:
    """A match for chips; who has won it, and who has lost."""
    anna.open_table(stake_chips=200)
    bill.at_table_of(anna, "Sit down")
    for person in (anna, bill):
        person.button("I understand").click()
    anna.button("Start").click()
    first, second = (anna, bill) if anna.has_x() else (bill, anna)
    for number, cell in enumerate(WIN):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.place(cell)
        other.sees_mark(cell)
    wait_until(lambda: first.me()["chips"] == 5120, "the winner's chips")
    return first, second


def test_prices_badges_and_names_at_the_desk(house: House, browser: Browser) -> None:
    anna, bill, olga = (Person(browser, house.url, name).register() for name in ("anna", "bill", "olga"))
    for role in ("operator", "administrator"):
        make_staff(Path(house.folder), **{olga.name: role})
    winner, loser = won(anna, bill)

    desk = olga.page
    desk.goto(f"{olga.url}/staff/shop")
    desk.get_by_text("Treats at the table (5)").click()
    desk.get_by_label("Coffee: price in chips").fill("60")
    desk.get_by_label("Reason, 10 to 500 characters").fill("coffee costs more")
    desk.get_by_role("button", name="Save: Treats at the table").click()
    expect(desk.get_by_text("Changed: Treats at the table")).to_be_visible(timeout=WAIT_MS)
    anna.page.goto(f"{anna.url}/shop")
    expect(anna.page.get_by_text("Coffee · 60 chips")).to_be_visible(timeout=WAIT_MS)

    desk.goto(f"{olga.url}/staff/operations")
    desk.get_by_label("Player", exact=True).fill(winner.name)
    desk.get_by_role("button", name="Search").first.click()
    desk.get_by_text(f"{loser.name} won", exact=True).click()
    expect(desk.get_by_text(f"{winner.name} loses the badge “First win: Tic-tac-toe")).to_be_visible(timeout=WAIT_MS)
    expect(desk.get_by_text(f"{loser.name} gets the badge “First win: Tic-tac-toe")).to_be_visible()
    desk.get_by_label("Reason, 10 to 500 characters").first.fill("the server counted wrong")
    desk.get_by_role("button", name="Correct the match").click()
    wait_until(lambda: loser.me()["chips"] == 5120, "the chips of the correction")
    for person, badges in ((winner, 0), (loser, 1)):
        person.page.goto(f"{person.url}/players/{person.me()['account']}")
        expect(person.page.get_by_text("First win: Tic-tac-toe")).to_have_count(badges, timeout=WAIT_MS)

    desk.goto(f"{olga.url}/staff/audit")
    for change in desk.get_by_text("Before and after").all():
        change.click()
    log = desk.get_by_role("table")
    expect(log).to_contain_text("Coffee: 50 chips → 60 chips", timeout=WAIT_MS)
    expect(log).to_contain_text(re.compile(f"a match of .*{winner.name}"))
    for part in OF_STAFF:
        without_ids(olga, f"/staff/{part}")
    without_ids(olga, f"/staff/player/{winner.me()['account']}")
    for path in OF_PLAYERS:
        without_ids(winner, path)
    for person in (anna, bill, olga):
        person.leave()

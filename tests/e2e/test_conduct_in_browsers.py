"""A report, a warning, a suspension and an appeal, each of the five in a browser of their own
(services/moderation/RULES.md §5, §8, §9)."""

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

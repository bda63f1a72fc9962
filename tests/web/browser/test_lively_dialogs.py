"""Dialogs in a room in which others do something all the time: opened once, closed once, and nothing is lost."""

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, Enter
from tests.web.dialogs import OPENERS, cases, dialog_of, opened, sources
from tests.web.house import House, table
from tests.web.lively import wait_for_frames

pytestmark = pytest.mark.browser

FOCUS_LAST = """(dialog) => {
    const stops = dialog.querySelectorAll("input:not([type=radio]), textarea, button:not([disabled]), [tabindex='0']");
    const last = [...stops].filter((each) => each.checkVisibility()).at(-1);
    last.focus();
    window.kept = document.activeElement;
    window.lost = 0;
    dialog.addEventListener("focusout", () => (window.lost += 1));
    const body = dialog.querySelector("h2").parentElement.nextElementSibling;
    body.scrollTop = 40;
    window.scrolled = body.scrollTop;
}"""
IS_KEPT = """(dialog) => {
    const body = dialog.querySelector("h2").parentElement.nextElementSibling;
    const moved = body.scrollTop - window.scrolled;
    return { focus: document.activeElement === window.kept, lost: window.lost, moved };
}"""


def calls(page: Page) -> dict[str, int]:
    """How often a dialog was opened and closed."""
    found: dict[str, int] = page.evaluate("window.lively.calls")
    return found


def _hear_of_oneself(house: House) -> None:
    """What is drawn anew by news of the own session, on pages that show nothing of the room too."""
    house.send(
        frames.TokenFrame(token="an0ther"),
        frames.ChipsFrame(chips=house.chips, seq=9),
        frames.CompetitionsFrame(changed=[]),
        house.room(),
    )
    wait_for_frames(house.page, 3)


def test_every_source_that_draws_a_dialog_is_opened_here() -> None:
    assert sorted(OPENERS) == sorted(sources())


@pytest.mark.parametrize(("source", "number"), list(cases()))
def test_a_dialog_opens_once_and_closes_once_whatever_happens_in_the_room(
    enter: Enter, source: str, number: int
) -> None:
    house = opened(enter, source, number)
    page, dialog = house.page, dialog_of(house.page)
    assert calls(page) == {"showModal": 1, "close": 0}
    dialog.evaluate(FOCUS_LAST)
    wait_for_frames(page)
    _hear_of_oneself(house)
    assert calls(page) == {"showModal": 1, "close": 0}
    assert dialog.evaluate(IS_KEPT) == {"focus": True, "lost": 0, "moved": 0}

    page.keyboard.press("Escape")
    others = 1 if source == "screens/messages/OpenMessages.tsx" else 0  # the next message opens by itself
    expect(dialog).to_have_count(others)
    wait_for_frames(page, 3)
    assert calls(page) == {"showModal": 1 + others, "close": 1}


def test_slow_typing_in_a_dialog_keeps_text_caret_and_focus(enter: Enter) -> None:
    """A space that went to a button would put the dialog away with all that was chosen."""
    page = enter().page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = dialog_of(page)
    name = dialog.get_by_label("Name of the table")
    name.fill("")
    for letter in "My first table":
        page.keyboard.type(letter)
        wait_for_frames(page, 2)
    expect(name).to_have_value("My first table")
    name.evaluate("(field) => field.setSelectionRange(3, 8)")
    wait_for_frames(page)
    assert name.evaluate("(field) => [field.selectionStart, field.selectionEnd]") == [3, 8]
    page.keyboard.type("last")
    expect(name).to_have_value("My last table")
    expect(name).to_be_focused()


def test_a_form_does_not_move_when_tables_with_free_chairs_come_and_go(enter: Enter) -> None:
    house = enter(lambda house: setattr(house, "tables", [table("Corner", "Nikos", None)]))
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    field = dialog_of(page).get_by_label("Name of the table")
    expect(dialog_of(page).get_by_role("button", name="Sit down at “Corner”")).to_be_visible()
    before = field.bounding_box()
    house.put(table("Another", "Despina", None))
    wait_for_frames(page)
    assert field.bounding_box() == before
    house.send(frames.TablesFrame(changed=[], gone=["t-corner"]))
    wait_for_frames(page)
    expect(dialog_of(page).get_by_text("Closed")).to_be_visible()
    assert field.bounding_box() == before


def test_a_press_beside_a_dialog_closes_it_and_touches_nothing_below(enter: Enter) -> None:
    house = enter(has_touch=True, viewport=PHONE)
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    expect(dialog_of(page)).to_be_visible()
    page.touchscreen.tap(366, 28)  # where the account menu is
    expect(dialog_of(page)).to_have_count(0)
    wait_for_frames(page, 3)
    expect(page.get_by_role("button", name="Your account")).to_have_attribute("aria-expanded", "false")


def test_the_focus_goes_back_to_where_a_dialog_was_opened(enter: Enter) -> None:
    page = enter().page
    opener = page.get_by_role("button", name="Open a table", exact=True)
    for way in ("Escape", "Close"):
        opener.click()
        expect(dialog_of(page)).to_be_visible()
        page.keyboard.press("Escape") if way == "Escape" else dialog_of(page).get_by_label("Close").click()
        expect(opener).to_be_focused()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Your account")).to_be_focused()

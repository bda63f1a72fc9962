"""What staff look up in the console: kinds of devices, and the audit log saved as a file."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.moderation import staff as moderation_staff
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House
from tests.web.pages.test_conduct import ENTRY, sent, staff
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_kinds_of_devices_are_seen_once_it_is_said_what_for(enter: Enter, viewport: Any) -> None:
    house = enter(staff, path="/staff/player/a-nikos", viewport=viewport)
    page = house.page
    expect(page.get_by_role("button", name="For a report").last).to_be_visible()
    assert not any("devices" in path for path, _ in house.asked)
    page.get_by_role("button", name="For an appeal").last.press("Enter")
    expect(page.get_by_text("phone (Firefox, Android): 12 sign-ins, the last")).to_be_visible()
    expect(page.get_by_text("not known: 1 sign-in")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="same device")).to_contain_text(
        "computer (another browser, Linux)"
    )
    (asked,) = {path for path, _ in house.asked if "a-nikos/devices" in path}
    assert "need=appeal" in asked and "beside=a-maria" in asked
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_a_player_is_found_by_the_kind_of_device(enter: Enter, viewport: Any) -> None:
    house = enter(staff, path="/staff/player", viewport=viewport)
    page = house.page
    need = page.get_by_role("button", name="For a case").first
    expect(need).to_be_disabled()
    page.get_by_role("combobox", name="Device").select_option("phone")
    page.get_by_role("combobox", name="System").select_option("android")
    at_rest(page)
    need.press("Enter")
    page.get_by_role("list", name="By kind of device").get_by_role("button", name="Nikos").press("Enter")
    expect(page.get_by_role("heading", name="Nikos", level=2)).to_be_visible()
    (asked,) = {path for path, _ in house.asked if path.startswith("staff/devices")}
    assert all(part in asked for part in ("form=phone", "system=android", "need=case")) and "browser" not in asked
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_the_whole_audit_log_is_saved_and_no_cell_is_a_formula(enter: Enter, viewport: Any) -> None:
    formula = msgspec.structs.replace(ENTRY, seq=1, reason='=HYPERLINK("https://evil.example","press")')

    def saves(house: House) -> None:
        staff(house)
        house.more |= {
            "staff/audit/exports": moderation_staff.AuditExport(export="x", entries=2, fitting=7),
            "staff/audit/exports/x": moderation_staff.AuditPage(entries=[ENTRY], next_before=2),
            "staff/audit/exports/x?before=2": moderation_staff.AuditPage(entries=[formula], next_before=None),
        }

    house = enter(saves, path="/staff/audit", viewport=viewport)
    page = house.page
    page.get_by_text("Look for", exact=True).click()
    page.get_by_label("Action").select_option("card")
    page.get_by_role("button", name="Show", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").press("Enter")
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3 and lines[0].startswith('"No.","When","Who"')
    assert "insults in the lobby" in lines[1] and "Eleni" in lines[1]
    assert "\"'=HYPERLINK(" in lines[2]
    expect(page.get_by_text("Saved: the newest 2 of 7 entries. Narrow the time for the others.")).to_be_visible()
    (begun,) = sent(house, "staff/audit/exports")
    assert begun["action"] == "card"
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

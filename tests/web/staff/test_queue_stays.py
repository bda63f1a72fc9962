"""What somebody of staff looks at in the queue stays there while other reports come in above it."""

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.moderation import desk, reports
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.pages.test_conduct import REPORT, sent, staff

pytestmark = pytest.mark.browser

WORSE = [
    msgspec.structs.replace(
        REPORT, id=f"w{number}", reported="a-fay", reporter=f"a-{number}", category="collusion", times_reported=9,
        created_at_ms=DAWN_MS - 10 * 24 * 3_600_000,
    )
    for number in range(9)
]  # fmt: skip


def test_a_choice_that_was_made_stays_when_something_more_urgent_comes(reenter: Enter) -> None:
    house = reenter(staff, path="/staff")
    page = house.page
    expect(page.get_by_role("heading", name="Nikos: Insults")).to_be_visible()
    page.keyboard.press("w")
    expect(page.get_by_role("radio", name="Warn (W)")).to_be_checked()
    house.more["staff/reports"] = reports.Reports(reports=[*WORSE, REPORT])
    page.get_by_role("button", name="Look again").click()
    first = page.locator("button[aria-pressed] strong").first
    expect(first).to_have_text("Fay")
    expect(page.get_by_role("heading", name="Nikos: Insults")).to_be_visible()
    expect(page.get_by_role("radio", name="Warn (W)")).to_be_checked()
    expect(page.get_by_role("region", name="What happens")).to_be_visible()
    house.more["staff/reports"] = reports.Reports(reports=WORSE)
    page.get_by_role("button", name="Decide (Enter)").click()
    house.until(lambda: bool(sent(house, "staff/reports/r1/decision")))
    expect(page.get_by_role("heading", name="Fay: ")).to_be_visible()


def test_a_player_taken_by_another_moderator_makes_room_for_the_next(reenter: Enter) -> None:
    def with_both(house: House) -> None:
        staff(house)
        house.more["staff/reports"] = reports.Reports(reports=[*WORSE, REPORT])

    house = reenter(with_both, path="/staff")
    page = house.page
    expect(page.get_by_role("heading", name="Fay: ")).to_be_visible()
    taken = desk.Claim(about="a-fay", by="a-maria", until_ms=DAWN_MS)
    house.more["staff/claims"] = desk.Claims(claims=[taken])
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("heading", name="Fay: ")).to_have_count(0)

"""Coming in, and being sent out."""

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, Enter
from tests.web.house import House
from tests.web.situations import situation

pytestmark = pytest.mark.browser


def test_a_newcomer_registers_and_plays_the_computer_within_four_presses(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    page.get_by_text("New here").click()
    page.get_by_label("Name").fill("Eleni")
    page.get_by_label("E-mail").fill("eleni@example.org")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.get_by_label("Date of birth").fill("1990-12-31")
    page.get_by_role("button", name="Take a chair").click()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    page.get_by_role("button", name="Tic-tac-toe: play the computer").click()
    page.get_by_role("gridcell", name="Row 2, column 2").click()
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()
    created = house.heard_of(frames.CreateTableFrame)[0]
    assert (created.stake_chips, created.mode, created.bots) == (0, "open", [1])


def test_a_new_device_is_asked_to_register_and_a_known_one_to_log_in(at_the_door: Enter, enter: Enter) -> None:
    expect(at_the_door().page.get_by_role("heading", name="Nice to meet you")).to_be_visible()
    house = enter()
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.ByeFrame(error="session_expired"))
    expect(house.page.get_by_role("heading", name="Welcome back")).to_be_visible()


def test_a_player_that_was_sent_out_reads_why_and_may_log_in_without_scrolling_on_a_phone(enter: Enter) -> None:
    house = enter(viewport=PHONE)
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.ByeFrame(error="session_expired"))
    expect(page.get_by_text("You were away for a while")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Name or e-mail")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.get_by_label("Name or e-mail")).to_be_in_viewport(ratio=1)


def test_the_address_of_registering_shows_the_form_at_once_also_on_a_phone(at_the_door: Enter) -> None:
    page = at_the_door(path="/register", viewport=PHONE).page
    expect(page.get_by_role("heading", name="Nice to meet you")).to_be_in_viewport()


def test_the_first_page_shows_the_activity_and_the_operators_supervisor(at_the_door: Enter) -> None:
    page = at_the_door().page
    expect(page.get_by_text("12 people here · 3 games on")).to_be_visible()
    footer = page.get_by_role("contentinfo")
    expect(page.get_by_text("Bring a friend, and you both get chips.")).to_be_visible()
    expect(footer).to_contain_text("Responsible regulator: Hellenic Gaming Commission.")
    expect(footer.get_by_role("link")).to_have_attribute("href", "tel:2109237777")


def test_a_known_player_logs_in_and_is_remembered_after_a_reload(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    page.get_by_text("Come in", exact=True).first.click()
    page.get_by_label("Name or e-mail").fill("Eleni")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.locator("form").get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    assert [hello.token for hello in house.heard_of(frames.Hello)] == ["t0ken", "t0ken"]
    assert "t0ken" not in page.url


REWARD = "Your invitation brought you extra chips."
INVITED = {
    "rewarded": REWARD,
    "invite_unknown": "Nobody here has this invitation code",
    "invite_self": "The invitation came from this device or mailbox",
}
"""What becomes of an invitation, and what the player reads."""


def test_a_player_with_an_invitation_sees_its_reward(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    notices = page.get_by_role("region", name="Notices")
    for house.invite_result, said in INVITED.items():
        with situation(house.invite_result):
            page.get_by_text("New here").click()
            expect(notices).not_to_contain_text(said)
            page.get_by_label("Name").fill("Eleni")
            page.get_by_label("E-mail").fill("eleni@example.org")
            page.get_by_label("Password", exact=True).fill("a long enough one")
            page.get_by_label("Date of birth").fill("1990-12-31")
            page.get_by_role("button", name="Take a chair").click()
            expect(notices).to_contain_text(said)
            expect(page.get_by_role("button", name="Play now")).to_be_visible()
            house.send(frames.ByeFrame(error="session_expired"))


def test_a_refused_registration_says_why_beside_the_field(at_the_door: Enter) -> None:
    house = at_the_door()
    house.rest_refuses["register"] = (409, "username_taken")
    page = house.page
    page.get_by_text("New here").click()
    page.get_by_label("Name").fill("Eleni")
    page.get_by_label("E-mail").fill("eleni@example.org")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.get_by_label("Date of birth").fill("1990-12-31")
    page.get_by_role("button", name="Take a chair").click()
    expect(page.get_by_role("alert")).to_contain_text("Somebody here has this name already")
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")


def test_a_code_without_words_is_shown_as_it_is(at_the_door: Enter) -> None:
    house = at_the_door()
    house.rest_refuses["login"] = (422, "moon_in_the_way")
    page = house.page
    page.get_by_text("Come in", exact=True).first.click()
    page.get_by_label("Name or e-mail").fill("Eleni")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.locator("form").get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_contain_text("moon_in_the_way")


def test_a_visitor_can_read_the_rules_without_a_name(at_the_door: Enter) -> None:
    page = at_the_door().page
    page.get_by_role("button", name="Tic-tac-toe: the rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("The aim")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_page_keeps_the_accounts_language_when_the_session_is_used_in_another_tab(enter: Enter) -> None:
    def prepare(house: House) -> None:
        house.me = msgspec.structs.replace(house.me, language="el")

    house = enter(prepare)
    language = house.page.locator("html")
    expect(language).to_have_attribute("lang", "el")
    house.send(frames.ByeFrame(error="session_replaced"))
    expect(house.page.get_by_role("button")).to_have_count(2)
    expect(language).to_have_attribute("lang", "el")
    expect(house.page.get_by_role("heading", level=1)).not_to_have_text("Open elsewhere")


def test_a_session_used_in_another_tab_is_taken_back_by_one_press_and_ends_at_the_door_if_it_is_over(
    enter: Enter,
) -> None:
    house = enter()
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.ByeFrame(error="session_replaced"))
    page.get_by_role("button", name="Use it here").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.ByeFrame(error="session_replaced"))
    expect(page.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    house.welcome = lambda: frames.ByeFrame(error="session_replaced")
    page.get_by_role("button", name="Use it here").click()
    expect(page.get_by_role("alert")).to_contain_text("You have come in from another place")
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    assert page.evaluate("localStorage.getItem('kafeneio.session')") is None


@pytest.mark.parametrize(
    ("locale", "words"), [("el-GR", "Πάρε μια καρέκλα."), ("es-ES", "Toma asiento."), ("fr-FR", "Take a chair.")]
)
def test_the_page_has_the_browsers_language_or_english(at_the_door: Enter, locale: str, words: str) -> None:
    page = at_the_door(locale=locale).page
    expect(page.get_by_role("heading", level=1)).to_have_text(words)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2] if locale != "fr-FR" else "en")


def test_the_language_can_be_changed_at_the_door_and_is_kept(at_the_door: Enter) -> None:
    page = at_the_door().page
    page.get_by_label("Language").select_option("el")
    expect(page.get_by_role("heading", level=1)).to_have_text("Πάρε μια καρέκλα.")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Πάρε μια καρέκλα.")

"""Forgotten passwords, links of mails, the second factor and the last sessions, as players see them."""

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.lobby.accounts import access
from tests.web.conftest import Enter
from tests.web.house import ACCESS, House
from tests.web.test_access import BOTH, at_rest_in_each

pytestmark = pytest.mark.browser

KEY = access.FactorKey(secret="JBSWY3DPEHPK3PXP", uri="otpauth://totp/x", qr=["1" * 21] * 21)
CODES = access.RecoveryCodes(codes=["A1B2C-D3E4F", "00112-23344"])


def at_account(house: House) -> None:
    house.more["me/export"] = None


def test_a_forgotten_password_is_asked_for_at_the_door_and_says_where_mails_lie(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    house.more["password/forgotten"] = access.MailSent(folder="var/mail")
    page.get_by_text("Come in", exact=True).first.click()
    page.get_by_role("link", name="Forgotten password?").click()
    page.get_by_label("E-mail").fill("eleni@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text("If an account has this address")).to_be_visible()
    expect(page.get_by_text("Mails are files in var/mail.")).to_be_visible()
    house.until(lambda: ("password/forgotten", {"email": "eleni@example.org"}) in house.asked)


def test_the_link_of_a_mail_sets_a_password_and_its_secret_is_in_no_address(at_the_door: Enter) -> None:
    house = at_the_door(path="/password#s3cret")
    page = house.page
    house.rest_refuses["password/reset"] = (422, "password_weak")
    page.get_by_label("New password", exact=True).fill("password1234")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("alert")).to_contain_text("not easily guessed")
    house.rest_refuses.clear()
    house.more["password/reset"] = {}
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("Your new password is set.")).to_be_visible()
    house.until(lambda: ("password/reset", {"link": "s3cret", "new": "password1234"}) in house.asked)


def test_the_link_of_a_mail_confirms_an_address_or_says_that_it_is_old(at_the_door: Enter) -> None:
    def old(page: Page) -> House:
        house = House(page)
        house.rest_refuses["email/confirm"] = (422, "link_invalid")
        return house

    page = at_the_door(old, path="/confirm#x").page
    expect(page.get_by_role("alert")).to_contain_text("does not hold any more")


def test_a_second_factor_is_set_up_with_its_recovery_codes(enter: Enter) -> None:
    house = enter(at_account, path="/account")
    page = house.page
    house.more |= {"me/second-factor": KEY, "me/second-factor/confirm": CODES}
    page.evaluate("() => addEventListener('invalid', () => { document.title = 'complained'; }, true)")
    page.get_by_role("button", name="Set it up").click()
    password = page.get_by_label("Your password", exact=True)
    expect(password).to_be_visible()
    assert page.title() != "complained", "the press that opens the form sends it too"
    assert (password.bounding_box() or {"width": 0})["width"] > 200, "a password has room for some letters"
    password.fill("a long enough one")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("img", name="QR code of the key")).to_be_visible()
    page.get_by_role("textbox", name="Code").fill("123456")
    house.access = msgspec.structs.replace(ACCESS, second_factor=True, recovery_codes=10)
    page.get_by_role("button", name="Switch it on").click()
    expect(page.get_by_text("A1B2C-D3E4F")).to_be_visible()
    expect(page.get_by_text("On. 10 recovery codes are left.")).to_be_visible()


def test_coming_in_asks_for_the_code_once_the_password_was_right(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    house.rest_refuses["login"] = (401, "second_factor_needed")
    page.get_by_text("Come in", exact=True).first.click()
    page.get_by_label("Name or e-mail").fill("Eleni")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_label("Code of your application")).to_be_focused()
    page.get_by_label("Code of your application").fill("123456")
    house.rest_refuses.clear()
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    assert dict(house.asked)["login"]["code"] == "123456"


def test_sessions_are_listed_and_ended_and_the_page_is_accessible(enter: Enter) -> None:
    house = enter(at_account, path="/account", **BOTH[0])
    page = house.page
    expect(page.get_by_text("this session · this device · from an address that begins with 192.0.2")).to_be_visible()
    expect(page.get_by_text("from an address that begins with 2001:db8:5")).to_be_visible()
    at_rest_in_each(house, BOTH)
    house.more["me/sessions"] = {}
    page.get_by_role("button", name="End all sessions").click()
    expect(page.get_by_role("button", name="Come in")).to_be_visible()

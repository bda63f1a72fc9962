"""Chromium starts and runs a page; two contexts are two people."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.browser
def test_two_people_in_one_browser_do_not_share_their_storage(browser: "Browser") -> None:
    people = [browser.new_context(), browser.new_context()]
    pages = [person.new_page() for person in people]
    for page in pages:
        page.route("**/*", lambda route: route.fulfill(body="<title>Kafeneio</title>", content_type="text/html"))
        page.goto("http://127.0.0.1/")
    pages[0].evaluate("localStorage.setItem('seat', '2')")
    assert pages[0].title() == "Kafeneio"
    assert pages[1].evaluate("localStorage.getItem('seat')") is None
    for person in people:
        person.close()

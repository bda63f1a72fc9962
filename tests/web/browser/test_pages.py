"""The pages that tests share: none keeps what another one remembered."""

from tests.web import conftest
from tests.web.conftest import WIDE, Pages


def test_what_a_page_remembers_is_forgotten_when_it_is_replaced(chromium, site, monkeypatch):
    monkeypatch.setattr(conftest, "TURNS_MAX", 1)
    pages = Pages(chromium, site)
    look = {"viewport": WIDE, "color_scheme": "light", "reduced_motion": "reduce"}
    page = pages.take(look)
    pages.houses[page] = None  # nothing opens a socket here
    page.evaluate("() => { localStorage['kafeneio.session'] = '1'; }")
    pages.give_back(page)
    assert page.is_closed()
    following = pages.take(look)
    assert following.evaluate("() => localStorage.length") == 0
    following.context.close()

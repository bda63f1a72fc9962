"""The pages that tests share: none keeps what another one remembered."""

from tests.web import conftest
from tests.web.conftest import WIDE, Pages
from tests.web.site import NOWHERE, Answer


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


def test_a_request_on_its_way_when_the_next_test_begins_stays_with_its_own_test(chromium, site):
    page, asked = chromium.new_page(), []

    def house(name):
        return lambda request: (asked.append((name, request.path)), Answer(200, "text/plain", b""))[1]

    site.open_house(page, house("first"))
    page.goto(site.address + NOWHERE)
    page.evaluate("() => fetch('/api/before')")
    first = site.house_of(None)
    other = chromium.new_page()
    site.open_house(other, house("second"))
    page.evaluate("() => fetch('/api/late')")
    assert asked == [("first", "before"), ("first", "late")]
    assert site.house_of(None) is not first
    site.close_houses()
    assert page.evaluate("() => fetch('/api/late').then((reply) => reply.status)") == 503
    assert not site.faults
    page.close()
    other.close()

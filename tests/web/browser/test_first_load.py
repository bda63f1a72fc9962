"""What the welcome page asks a browser to load (measured on a slow line by `make bench-client`)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from services.kernel.languages import LANGUAGES
from tests.architecture.project import ROOT
from tests.web.site import Site

DIST = ROOT / "clients/web/dist"
BYTES_MAX = 200_000
NAMED = re.compile(r'(?:src|href)="/([^"]+\.(?:js|css))"')


def weight_bytes(file: Path) -> int:
    """As a browser gets it: in the smallest coding that the build has made."""
    compressed = file.with_name(file.name + ".br")
    return (compressed if compressed.exists() else file).stat().st_size


def test_scripts_styles_and_words_of_the_first_page_stay_below_200_kb() -> None:
    """In whichever language: the largest words count."""
    files = [DIST / name for name in NAMED.findall((DIST / "index.html").read_text())]
    assert sorted(file.name.partition("-")[0] + file.suffix for file in files) == ["first.js", "index.css", "index.js"]
    words = [max(map(weight_bytes, (DIST / "assets").glob(f"{language}-*.js"))) for language in LANGUAGES]
    assert sum(map(weight_bytes, files)) + max(words) <= BYTES_MAX


@pytest.mark.browser
@pytest.mark.parametrize(("locale", "language"), [("el-GR", "el"), ("es", "es"), ("fr-FR", "en")])
def test_the_words_of_the_browsers_language_are_asked_for_before_the_script_has_run(
    chromium: Browser, site: Site, locale: str, language: str
) -> None:
    context = chromium.new_context(locale=locale)
    page = context.new_page()
    page.route("**/assets/index-*.js", lambda route: route.abort())
    page.goto(site.address, wait_until="load")
    asked = page.evaluate("() => [...document.querySelectorAll('link[rel=modulepreload]')].map(each => each.href)")
    context.close()
    assert [re.sub(r".*/|-.{8}\.js$", "", each) for each in asked] == [language]
    assert (DIST / "assets" / asked[0].rpartition("/")[2]).exists()

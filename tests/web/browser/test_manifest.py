"""What an installed application is called, in the language of the page that installs it."""

import json

import pytest
from playwright.sync_api import expect

from services.kernel.languages import LANGUAGES
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.laws.scenes import WORDS
from tests.web.site import DIST

HREF = "() => document.querySelector('link[rel=manifest]').getAttribute('href')"


def manifest(language: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((DIST / f"manifest.{language}.webmanifest").read_text())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manifest_is_in_its_language_and_its_shortcuts_are_pages(language: str) -> None:
    found = manifest(language)
    words = json.loads((WORDS / language / "app.json").read_text())
    assert (found["lang"], found["dir"], found["id"], found["start_url"]) == (language, "ltr", "/", "/")
    assert found["name"] == found["short_name"] == words["house"]["name"]
    assert found["description"] == words["welcome"]["lead"]
    shortcuts = found["shortcuts"]
    assert isinstance(shortcuts, list)
    assert [each["url"] for each in shortcuts] == ["/competitions", "/companies", "/messages", "/matches"]
    assert len({each["name"] for each in shortcuts}) == len(shortcuts)
    assert (DIST / "manifest.webmanifest").read_text() == (DIST / "manifest.en.webmanifest").read_text()


@pytest.mark.parametrize(("locale", "language"), [("el-GR", "el"), ("pt-BR", "pt"), ("de-DE", "en")])
def test_a_page_at_the_door_names_the_manifest_of_its_language(at_the_door: Enter, locale: str, language: str) -> None:
    page = at_the_door(locale=locale).page
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(HREF) == f"/manifest.{language}.webmanifest"
    expect(page).to_have_title(str(manifest(language)["name"]))
    answer = page.evaluate(
        "async (href) => (await (await fetch(href)).json()).lang", f"/manifest.{language}.webmanifest"
    )
    assert answer == language


def test_a_chosen_language_goes_before_the_browsers(enter: Enter) -> None:
    def italian(house: House) -> None:
        house.remembers("settings", {"language": "it"})

    page = enter(italian, locale="el-GR").page
    expect(page.locator("html")).to_have_attribute("lang", "it")
    assert page.evaluate(HREF) == "/manifest.it.webmanifest"

"""Nothing that a person writes becomes anything but text in front of another: not script, not markup, not a link."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby import open_tables, presence
from services.lobby.chat.rules import clean
from tests.support.hostile import hostile_texts
from tests.web.conftest import Enter
from tests.web.house import ME, WAIT_S, House, player, say, table
from tests.web.match import Match

pytestmark = pytest.mark.browser

TEXTS = [text for text in map(clean, hostile_texts()) if text]
RAW = hostile_texts()
"""As they come before the lobby has cleaned them: the client does not rely on that."""
STEP = 40
"""Texts at a time: the page keeps the last of a conversation."""

WATCH = """
window.hits = [];
window.hit = (what) => window.hits.push(String(what));
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.hits.push(name);
"""
LOOK = """() => {
  const all = [...document.querySelectorAll("*")];
  const attributes = all.flatMap((each) => [...each.attributes]);
  const of = (...tags) => all.filter((each) => tags.includes(each.localName)).length;
  return {
    hits: window.hits,
    handlers: attributes.filter(({ name }) => /^on/i.test(name)).map(({ name }) => name),
    scripted: attributes.filter(({ value }) => /^\\s*(javascript|data|vbscript):/i.test(value)).length,
    scripts: of("script"),
    foreign: of("iframe", "object", "embed", "base", "meta", "portal", "math", "video", "audio", "template", "marquee"),
    polluted: {}.hit === undefined ? 0 : 1,
  };
}"""


OURS = {"p", "a", "span", "time", "button", "svg", "path"}
"""What a line is made of: its words, its time, and the button that reports it."""


@pytest.fixture
def asked(enter: Enter) -> Iterator[list[str]]:
    """Every address under /hit/, or of another host, that the page asked for."""
    found: list[str] = []
    yield found
    assert found == []


def begin(enter: Enter, asked: list[str], prepare: Any = lambda house: None) -> tuple[House, dict[str, Any]]:
    """The room, watched from its first script on, and what it is made of."""

    def watched(house: House) -> None:
        house.page.add_init_script(WATCH)
        house.page.on("request", lambda request: asked.append(request.url) if is_hit(request.url) else None)
        house.page.on("dialog", lambda dialog: asked.append(dialog.message))
        prepare(house)

    house = enter(watched, kept_for="hostile")
    if house.seated:
        house.page.get_by_role("button", name="Chat").click()
    expect(house.page.get_by_role("log")).to_be_visible()
    return house, house.page.evaluate(LOOK)


def is_hit(url: str) -> bool:
    return "/hit/" in url or "evil.example" in url


def unharmed(page: Page, before: dict[str, Any]) -> None:
    """Nothing has run, and of what can run or load there is as much as before."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    after = page.evaluate(LOOK)
    assert after == before
    assert (after["hits"], after["handlers"], after["polluted"]) == ([], [], 0)


def texts_of(page: Page) -> list[str]:
    """What is written in the conversation, line by line."""
    found = page.get_by_role("log").locator("p > span:has(> .name) + span")
    return [text or "" for text in found.evaluate_all("(all) => all.map((each) => each.textContent)")]


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    until_s = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < until_s, texts_of(page)[-3:]


def tags_of(page: Page) -> set[str]:
    found: list[str] = page.get_by_role("log").locator("*").evaluate_all("(all) => all.map((each) => each.localName)")
    return set(found)


def lines(texts: list[str], room: str, first: int) -> list[frames.ChatFrame]:
    return [frames.ChatFrame(line=say("Nikos", text, first + n, room)) for n, text in enumerate(texts)]


@pytest.mark.parametrize("texts", [TEXTS, RAW], ids=["cleaned", "raw"])
@pytest.mark.quiet_room("it compares every line with what was sent")
def test_what_is_said_in_the_lobby_is_text(enter: Enter, asked: list[str], texts: list[str]) -> None:
    assert len(texts) >= 100
    house, before = begin(enter, asked)
    for first in range(0, len(texts), STEP):
        some = texts[first : first + STEP]
        house.send(*lines(some, "lobby", first))
        wait_until(house.page, lambda some=some: texts_of(house.page)[-len(some) :] == some)
        assert tags_of(house.page) == OURS
    unharmed(house.page, before)


@pytest.mark.quiet_room("it compares every line with what was sent")
def test_what_is_said_at_a_table_is_text(enter: Enter, asked: list[str]) -> None:
    line = table("Corner", "Nikos", "Eleni", state="started")
    mine = msgspec.structs.replace(line.seats[1], account=ME.account)

    def seat(house: House) -> None:
        house.tables = [msgspec.structs.replace(line, seats=[line.seats[0], mine])]
        house.seated = line.table
        house.match = Match(house.tables[0], you=1)

    house, before = begin(enter, asked, seat)
    some = TEXTS[-STEP:]
    house.send(*lines(some, f"table:{line.table}", 0))
    expect(house.page.get_by_role("log")).to_contain_text("hyphen")
    assert texts_of(house.page)[-len(some) :] == some
    assert tags_of(house.page) == OURS
    unharmed(house.page, before)


@pytest.mark.quiet_room("it compares every line with what was sent")
def test_names_of_tables_and_people_are_text(enter: Enter, asked: list[str]) -> None:
    """The lobby takes only letters in a name; the client does not rely on that either."""
    house, before = begin(enter, asked)
    page = house.page
    some = RAW
    house.send(
        frames.TablesFrame(changed=[named(text, number) for number, text in enumerate(some)], gone=[]),
        frames.PlayersFrame(changed=[person(text, number) for number, text in enumerate(some)], gone=[]),
        frames.ChatFrame(line=msgspec.structs.replace(say("x", "good evening", 1), name=some[0])),
    )
    titles = page.get_by_role("region", name="Tables").get_by_role("heading", level=3)
    expect(titles).to_have_count(len(some))
    shown = titles.evaluate_all("(all) => all.map((each) => [each.textContent, each.childElementCount])")
    assert sorted(shown) == sorted([text, 0] for text in some)
    people = page.locator(".name").evaluate_all(  # a name that leads somewhere is in a link, and nothing else is
        "(all) => all.map((each) => each.querySelector(':scope > a') ?? each)"
        ".map((each) => [each.textContent, each.childElementCount])"
    )
    assert {(text, count) for text, count in people} >= {(text, 0) for text in some}
    unharmed(page, before)


@pytest.mark.quiet_room("it compares every line with what was sent")
def test_text_of_another_direction_stays_where_it_is(enter: Enter, asked: list[str]) -> None:
    house, _ = begin(enter, asked)
    house.send(*lines(["שלום"], "lobby", 0))
    line = house.page.get_by_role("log").locator("p").last
    styles = line.locator(".name, span:has(> .name) + span").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).unicodeBidi)"
    )
    assert styles == ["isolate", "isolate"]


def named(text: str, number: int) -> open_tables.TableLine:
    return msgspec.structs.replace(table("x", "Nikos", None), table=f"t-{number}", name=text)


def person(text: str, number: int) -> presence.PlayerLine:
    return msgspec.structs.replace(player("x"), account=f"a-{number}", name=text)

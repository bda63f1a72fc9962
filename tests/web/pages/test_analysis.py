"""The analysis of a match: ordered, waited for and read; what was luck, what was skill, where it was decided."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.tables.analysis import Analysis, ComputerMove, Reason
from tests.web.conftest import PHONE, Enter
from tests.web.games.tavli_match import at_table
from tests.web.house import House
from tests.web.test_access import BOTH, at_rest_in_each

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).resolve().parents[2] / "tables" / "analysis" / "fixtures"
MATCH = "00000000-0000-4000-8000-000000000001"
PATH = f"recordings/{MATCH}/analysis"
NAMES = ("Eleni", "Nikos", "Anna", "Petros")


def sample(game: str, **more: Any) -> Analysis:
    """An answer of tables, with names."""
    found = msgspec.json.decode((SAMPLES / f"{game}.json").read_bytes(), type=Analysis)
    seats = [
        msgspec.structs.replace(seat, name=name, account=f"a-{name.lower()}")
        for seat, name in zip(found.seats, NAMES, strict=False)
    ]
    return msgspec.structs.replace(found, match=MATCH, seats=seats, **more)


TAVLI, PILOTTA, DOMINOES = sample("tavli"), sample("pilotta"), sample("dominoes")


def stands(number: int, **more: Any) -> Analysis:
    return sample("tavli", **({"state": "running", "percent": number, "again_ms": 500, "report": None} | more))


def open_page(enter: Enter, found: Any = TAVLI, **options: Any) -> House:
    def furnish(house: House) -> None:
        if isinstance(found, tuple):
            house.rest_refuses[PATH] = found
        else:
            house.more[PATH] = found

    house = enter(furnish, path=f"/analysis/{MATCH}", **options)
    expect(house.page.get_by_role("heading", level=1, name=re.compile("^Analy"))).to_be_visible()
    return house


def test_a_match_is_analysed_when_its_player_asks_for_it_and_the_page_shows_how_far_it_is(enter: Enter) -> None:
    house = open_page(enter, (404, "analysis_unknown"))
    page = house.page
    expect(page.get_by_role("button", name="Analyse this match")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    del house.rest_refuses[PATH]
    house.more[PATH] = stands(0, state="waiting", ahead=2)
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.get_by_text("2 analyses come before yours.")).to_be_visible()
    house.more[PATH] = stands(42)
    expect(page.get_by_text("42% done")).to_be_visible()
    house.more[PATH] = TAVLI
    expect(page.get_by_text("Eleni won.")).to_be_visible()
    assert [path for path, _ in house.asked].count(PATH) >= 4


def test_what_decided_a_match_of_tavli_is_said_at_a_glance(enter: Enter) -> None:
    page = open_page(enter).page
    expect(page.get_by_text("Eleni would win 52 of 100 such matches")).to_be_visible()
    bars = page.get_by_role("region", name="Luck and skill")
    expect(bars.get_by_text("Worth 48 wins in 100 to Eleni")).to_be_visible()
    expect(bars.get_by_text("Worth 2.1 wins in 100 to Eleni")).to_be_visible()
    expect(page.locator("svg.recharts-surface")).to_be_visible()
    moments = page.get_by_role("region", name="The moments that decided it")
    expect(moments.get_by_role("listitem")).to_have_count(5)
    players = page.get_by_role("region", name="How each one played")
    expect(players.get_by_text("Like a good guest")).to_have_count(2)
    expect(players.get_by_text("Doubtful 6 · bad 13 · very bad 22")).to_be_visible()


def test_each_moment_is_one_press_from_the_academys_board(enter: Enter) -> None:
    page = open_page(enter).page
    assert TAVLI.report is not None
    links = page.get_by_role("region", name="The moments that decided it").get_by_role("link")
    for at, turning in enumerate(TAVLI.report.turnings):
        expect(links.nth(at)).to_have_attribute("href", f"/academy/{MATCH}/{turning.hand}/{turning.position}")


def test_mistakes_come_first_and_every_decision_on_demand(enter: Enter) -> None:
    page = open_page(enter).page
    assert TAVLI.report is not None
    part = page.get_by_role("region", name="Every decision")
    marked = [each for each in TAVLI.report.decisions if each.mark != "none"]
    expect(part.get_by_role("listitem")).to_have_count(10)
    for more in range(20, len(marked) + 10, 10):
        part.get_by_role("button", name="Show more").click()
        expect(part.get_by_role("listitem")).to_have_count(min(more, len(marked)))
    expect(part.get_by_role("button", name="Show more")).to_have_count(0)
    part.get_by_label("Whose").select_option(label="Nikos")
    nikos = [each for each in marked if each.seat == 1]
    expect(part.get_by_role("listitem")).to_have_count(len(nikos))
    expect(part.get_by_text(re.compile("^Nikos played .*→")).first).to_be_visible()
    part.get_by_text("All", exact=True).click()
    expect(part.get_by_text("the best there was").first).to_be_visible()


@pytest.mark.parametrize("found", [PILOTTA, DOMINOES], ids=["pilotta", "dominoes"])
def test_cards_and_tiles_are_counted_in_points_by_sides(enter: Enter, found: Analysis) -> None:
    page = open_page(enter, found).page
    expect(
        page.get_by_text(re.compile("(Eleni and Anna|Nikos and Petros) would be [0-9]+ points ahead"))
    ).to_be_visible()
    expect(
        page.get_by_role("region", name="The moments that decided it").get_by_text("The deal of hand").first
    ).to_be_visible()
    expect(page.get_by_role("region", name="How each one played").get_by_role("listitem")).to_have_count(4)


@pytest.mark.parametrize(
    ("refused", "words", "orders"),
    [
        ((403, "recording_forbidden"), "Only those who played can see this recording.", False),
        ((422, "analysis_unavailable"), "This match cannot be analysed.", False),
        ((422, "analysis_limit", {"limit": 20}), "You have ordered as many analyses as fit into a day.", False),
        ((422, "analysis_busy"), "Too many analyses are waiting.", True),
        ((422, "rules_missing"), "This match was played by older rules", False),
    ],
)
def test_refusals_are_words_and_only_those_that_pass_can_be_tried_again(
    enter: Enter, refused: tuple[Any, ...], words: str, orders: bool
) -> None:
    page = open_page(enter, refused).page
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("button", name="Try again")).to_have_count(int(orders))


def test_another_analysis_that_runs_is_one_press_away(enter: Enter) -> None:
    page = open_page(enter, (422, "analysis_running", {"match": "other-match"})).page
    expect(page.get_by_role("link", name="See that one")).to_have_attribute("href", "/analysis/other-match")


def test_one_that_failed_can_be_ordered_again(enter: Enter) -> None:
    house = open_page(enter, stands(30, state="failed", again_ms=None))
    expect(house.page.get_by_text("You can order 19 more analyses today.")).to_be_visible()
    house.more[PATH] = TAVLI
    house.page.get_by_role("button", name="Try again").click()
    expect(house.page.get_by_text("Eleni won.")).to_be_visible()


@pytest.mark.parametrize("found", [TAVLI, PILOTTA], ids=["tavli", "pilotta"])
@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 640}], ids=["390", "320"])
def test_a_phone_shows_all_of_it_without_scrolling_sideways(enter: Enter, viewport: Any, found: Analysis) -> None:
    page = open_page(enter, found, viewport=viewport).page
    expect(page.locator("svg.recharts-surface")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("language", ["el", "es"])
def test_it_is_said_in_each_language(enter: Enter, language: str) -> None:
    def speaks(house: House) -> None:
        house.more[PATH] = TAVLI
        house.remembers("settings", {"language": language})

    page = enter(speaks, path=f"/analysis/{MATCH}").page
    titles = {"el": "Ανάλυση: Τάβλι", "es": "Análisis: Tavli"}
    expect(page.get_by_role("heading", name=titles[language])).to_be_visible()


@pytest.mark.parametrize("found", [TAVLI, PILOTTA], ids=["tavli", "pilotta"])
def test_it_serves_people_that_cannot_see_or_point(enter: Enter, found: Analysis) -> None:
    house = open_page(enter, found)
    expect(house.page.locator("svg.recharts-surface")).to_be_visible()
    at_rest_in_each(house, BOTH)


# --- what would the computer play? ---

ROLL = {"turn": 0, "dice": [6, 1], "checkers": [{"24": 2, "13": 5, "8": 3, "6": 5}, {"24": 2, "13": 5, "8": 3, "6": 5}]}
ADVICE = ComputerMove(
    seat=0, number=1, move={"move": "play", "steps": [[13, 7], [8, 7]]}, reason=Reason(code="makes_point")
)


def practice(enter: Enter, *, alone: bool = True) -> House:
    def furnish(house: House) -> None:
        at_table(ROLL)(house)
        assert house.match is not None
        line = house.match.line
        seats = list(line.seats)
        if alone:
            seats[1] = msgspec.structs.replace(seats[1], name="bot-1", account=None, bot=True)
        house.match.line = msgspec.structs.replace(line, practice=True, seats=seats)
        house.more[f"tables/{line.table}/hint"] = ADVICE

    house = enter(furnish)
    expect(house.page.get_by_role("button", name="Menu of the table")).to_be_visible()
    return house


def test_at_a_practice_table_the_computer_gives_a_move_with_its_reason(enter: Enter) -> None:
    house = practice(enter)
    house.page.get_by_role("button", name="Menu of the table").click()
    house.page.get_by_role("button", name="What would you play?").click()
    hint = house.page.get_by_role("region", name="What would you play?")
    expect(hint.get_by_text("I would play 13→7, 8→7. It makes a point.")).to_be_visible()
    hint.get_by_role("button", name="Put away").click()
    expect(hint).to_have_count(0)


def test_where_another_person_sits_the_computer_is_not_offered(enter: Enter) -> None:
    house = practice(enter, alone=False)
    house.page.get_by_role("button", name="Menu of the table").click()
    expect(house.page.get_by_role("button", name="Settings")).to_be_visible()
    expect(house.page.get_by_role("button", name="What would you play?")).to_have_count(0)

"""A newcomer plays against the computer within a minute of opening the page."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from games import registry
from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.support.commands import kafeneio

pytestmark = pytest.mark.browser

WEB_GAMES = Path(__file__).resolve().parents[2] / "clients" / "web" / "src" / "games"


def _titles() -> list[str]:
    """Every game that people play with each other, by its English name; tic-tac-toe is played to the end elsewhere."""
    words = [json.loads(path.read_bytes())["games"] for path in WEB_GAMES.glob("*/words/en.json")]
    titles = {game: title for games in words for game, title in games.items()}
    played = [game.id for game in registry.games() if not game.house_banked and game.id != "tictactoe"]
    return sorted(titles[game] for game in played)


GAMES = _titles()
EMPTY = re.compile(", empty")
CELLS = [f"{row},{col}" for row in (1, 2, 3) for col in (1, 2, 3)]


def test_a_newcomer_with_a_phone_plays_the_computer_to_the_end(house: House, browser: Browser) -> None:
    """At a desk so does the next one, and replays it."""
    started_s = time.monotonic()
    person = Person(browser, house.url, "nea", width=390, height=844).register()
    person.play_computer()
    expect(person.page.get_by_text("Your turn").first).to_be_visible(timeout=WAIT_MS)
    assert time.monotonic() - started_s < 60
    _play_out(person)
    assert person.complaints == []
    person.leave()


@pytest.fixture(scope="module")
def neos(house: House, browser: Browser) -> Iterator[Person]:
    """Somebody who tries one game after the other."""
    person = Person(browser, house.url, "neos").register()
    yield person
    person.leave()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_against_the_computer(neos: Person, game: str) -> None:
    """The turn comes round to the person, whoever begins: computer players think, and the table goes on."""
    neos.play_computer(game)
    expect(neos.page.get_by_role("heading", name=game, level=1)).to_be_visible(timeout=WAIT_MS)
    expect(neos.page.get_by_text("Your turn").first).to_be_visible(timeout=WAIT_MS)
    assert neos.complaints == []
    neos.leave_match()


def test_what_was_played_to_the_end_is_replayed_played_on_and_verified(neos: Person, tmp_path: Path) -> None:
    person, page = neos, neos.page
    person.play_computer()
    _play_out(person)
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible(timeout=WAIT_MS)
    person.button("To the end").click()
    expect(page.get_by_role("button", name="To the end")).to_be_visible()
    with page.expect_download() as coming:
        person.button("Save the recording as a file").click()
    path = tmp_path / "match.json"
    coming.value.save_as(path)
    (done,) = kafeneio({}, ["verify", str(path)])
    assert (done.code, done.stdout.count("ok ")) == (0, 4), done.stdout + done.stderr

    page.get_by_role("slider", name="Go to a play").fill("2")
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Academy: Tic-tac-toe")).to_be_visible(timeout=WAIT_MS)
    empty = page.get_by_role("gridcell", name=EMPTY)
    expect(empty).to_have_count(8, timeout=WAIT_MS)
    empty.first.click()
    expect(empty).to_have_count(7, timeout=WAIT_MS)
    person.button("Keep this study").click()
    expect(page.get_by_role("button", name="Kept", exact=True)).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("link", name="Kept studies").click()
    expect(page.get_by_text("1 of 100 kept")).to_be_visible(timeout=WAIT_MS)

    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name=re.compile("^Check who was drawn to begin: Tic-tac-toe")).click()
    expect(page.get_by_text(re.compile(r"All \d checks hold"))).to_be_visible(timeout=WAIT_MS)
    assert person.complaints == []


def _play_out(person: Person) -> None:
    """Mark the first free cell in turn with the computer until the match is over."""
    expect(person.page.get_by_role("gridcell")).to_have_count(9, timeout=WAIT_MS)
    expect(person.page.get_by_text("Your turn").first).to_be_visible(timeout=WAIT_MS)
    odd = _marks(person) % 2
    while (cell := _free_cell(person, odd)) is not None:
        person.place(cell)
        person.sees_mark(cell)
    expect(person.button("Rematch")).to_be_visible(timeout=WAIT_MS)


def _free_cell(person: Person, odd: int) -> str | None:
    """The first empty cell, once it is one's turn (the marks are odd for O, even for X); None at the end."""
    wait_until(lambda: _has_ended(person) or _marks(person) % 2 == odd, "one's turn or the end")
    return None if _has_ended(person) else next((cell for cell in CELLS if _is_empty(person, cell)), None)


def _has_ended(person: Person) -> bool:
    return person.page.get_by_role("button", name="Rematch").count() > 0


def _marks(person: Person) -> int:
    return 9 - person.page.get_by_role("gridcell", name=EMPTY).count()


def _is_empty(person: Person, cell: str) -> bool:
    row, col = cell.split(",")
    return person.page.get_by_role("gridcell", name=f"Row {row}, column {col}, empty").count() > 0

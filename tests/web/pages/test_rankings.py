"""Leaderboards, the dominoes classification, one's last matches and others' totals on the screen."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from gateway.http.operations.request_bodies import Statistics
from services.contracts.client import frames
from services.contracts.lobby import presence as lobby
from services.contracts.ranking import boards, statistics
from tests.web.conftest import PHONE, WALK, WIDE, Enter
from tests.web.corner import seat_me, win
from tests.web.house import House, player, say
from tests.web.match import DAWN_MS
from tests.web.room.cards import RECORD, card
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

DAY_MS = 86_400_000
WEEK = boards.BoardPeriod(
    board="weekly:all",
    period="2027-W10",
    repeat="weekly",
    games=None,
    starts_at_ms=DAWN_MS,
    ends_at_ms=DAWN_MS + 3650 * DAY_MS,
    state="open",
    min_games=10,
    prizes_chips=[50_000, 25_000, 10_000, *[2_000] * 7],
    players=300,
)
MONTH = msgspec.structs.replace(WEEK, board="monthly:tictactoe", repeat="monthly", games=["tictactoe"])
PAST = msgspec.structs.replace(WEEK, period="2027-W09", state="paid")


def row(place: int, name: str, **how: Any) -> boards.BoardRow:
    usual = {"account": f"a-{name.lower()}", "rating": 1700 - place, "wins": 9, "matches": 12, "last_end_ms": DAWN_MS}
    return boards.BoardRow(place=place, name=name, **usual | how)


NAMES = ["Nikos", "Despina", "Σταύρος", "Kostas", "María del Carmen", "Yannis"]
BOARD = boards.Board(period=WEEK, rows=[row(place, name) for place, name in enumerate(NAMES, 1)], own=row(214, "Eleni"))
AROUND = boards.Board(
    period=WEEK,
    rows=[row(place, f"Guest{place}") for place in range(190, 214)] + [row(214, "Eleni")]
    + [row(place, f"Guest{place}") for place in range(215, 239)],
    own=row(214, "Eleni"),
)  # fmt: skip
LAST_WEEK = boards.Board(
    period=PAST,
    rows=[row(1, "Nikos", prize_chips=50_000), row(2, "", prize_chips=25_000), row(3, "Despina")],
    own=row(198, "Eleni"),
)
PAST_PERIODS = boards.BoardPeriods(
    periods=[PAST], winners={"2027-W09": [row(1, "Nikos", prize_chips=50_000), row(2, "", prize_chips=25_000)]}
)


def classified(place: int, name: str, quintile: int) -> statistics.Classification:
    return statistics.Classification(
        account=f"a-{name.lower()}", name=name, pr=90 - 10 * place, quintile=quintile, matches=20, place=place
    )


CLASSIFICATION = statistics.Classifications(
    rows=[classified(number, name, number) for number, name in enumerate(NAMES[:5], 1)],
    own=classified(7, "Eleni", 5),
    players=40,
    bounds=[80, 70, 60, 50],
)


def line(number: int) -> statistics.MatchLine:
    return statistics.MatchLine(
        number=number,
        match=f"m{number}",
        game="dominoes",
        table="Plane tree",
        target="100",
        ended_at_ms=DAWN_MS + number * 600_000,
        won=number % 3 > 0,
        units_won=4,
        units_lost=2,
        points_for=100,
        points_against=45 + number,
        scoreless=1,
        net_chips=450 if number % 3 else -500,
        elo_delta=12,
        elo_after=1500 + 12 * (number % 9),
        pr_delta=3,
        pr_after=3 * number,
        quintile_after=1 + number % 5,
        corrected=number == 23,
    )


LINES = [line(number) for number in range(24, 0, -1)]
TOTALS = statistics.TotalsLine(
    matches=24,
    won=16,
    lost=8,
    tied=0,
    units_won=96,
    units_lost=48,
    points_for=2_400,
    points_against=1_200,
    net_chips=3_200,
    elo_delta=120,
)
MINE = statistics.PlayerStatistics(
    account="a-eleni",
    name="Eleni",
    matches=LINES,
    totals=TOTALS,
    games=["dominoes"],
    elo=1_540,
    peak=1_602,
    rated_games=31,
    pr=72,
    quintile=2,
    classified_matches=24,
)
HANDS = statistics.MatchHands(
    line=LINES[0],
    seat=0,
    hands=[
        statistics.HandLine(
            number=number,
            won=won,
            points_for=25,
            points_against=0,
            differential=25,
            deals=[
                statistics.SeatDeal(
                    seat=seat, account=None, name=NAMES[seat], value=40, doubles=1, suit=6, suit_count=3, missing=0
                )
                for seat in range(4)
            ],
        )
        for number, won in enumerate([True, None, False], 1)
    ],
)
NUMBERS = Statistics(elo=1_540, peak=1_602, rated_games=31, games=[])


def prepared(house: House) -> None:
    house.more |= {
        "boards": boards.Boards(boards=[WEEK, MONTH]),
        "boards/weekly%3Aall?place=1&limit=50&around=false": BOARD,
        "boards/weekly%3Aall?place=1&limit=50&around=true": AROUND,
        "boards/weekly%3Aall?period=2027-W09&place=1&limit=50&around=false": LAST_WEEK,
        "boards/weekly%3Aall/periods": PAST_PERIODS,
        "classification?limit=50&around=false": CLASSIFICATION,
        "me/statistics": NUMBERS,
        "me/statistics/matches": MINE,
        "me/statistics/matches/m24": HANDS,
        "players/a-nikos/statistics": msgspec.structs.replace(MINE, name="Nikos", matches=[]),
        "players/a-nikos/card": card("Nikos"),
        "players/a-nikos/record": RECORD,
        "players/a-nikos/standings": boards.Standings(standings=[boards.Standing(period=WEEK, row=row(1, "Nikos"))]),
    }


def opened(enter: Enter, item: str) -> Page:
    """The page that an entry of the account menu leads to."""
    page: Page = enter(prepared).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name=item).click()
    return page


def in_both_widths(page: Page) -> None:
    """Nothing that axe finds, nothing cut off, wide and narrow."""
    at_rest(page)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    at_rest(page)


def test_a_leaderboard_shows_places_prizes_past_winners_and_always_ones_own_row(reenter: Enter) -> None:
    page = opened(reenter, "Leaderboards")

    expect(page.get_by_role("heading", name="all games, weekly")).to_be_visible()
    expect(page.get_by_role("row", name="1 Nikos 1699 9 12")).to_be_visible()
    own = page.get_by_role("row", name="214 Eleni (you)").get_by_role("rowheader")  # its cells stay at the edge
    expect(own).to_be_in_viewport()
    page.get_by_text("Prizes, up to 50,000 chips").click()
    expect(page.get_by_text("Places 4 to 10")).to_be_visible()
    expect(page.get_by_text("Former player")).to_be_visible()
    in_both_widths(page)


def test_boards_are_chosen_by_the_family_of_their_games(reenter: Enter) -> None:
    page = opened(reenter, "Leaderboards")
    chosen = page.get_by_role("main").get_by_role("combobox")
    expect(chosen.locator("> option")).to_have_text("all games, weekly", ignore_case=True)
    expect(chosen.locator("optgroup[label='Tic-tac-toe'] > option")).to_have_text("Tic-tac-toe, monthly")


def test_ones_own_row_is_in_sight_among_its_neighbours(reenter: Enter) -> None:
    page = opened(reenter, "Leaderboards")
    page.get_by_role("button", name="Around me").click()

    expect(page.get_by_role("row", name="190 Guest190")).to_be_attached()
    own = page.get_by_role("row", name="214 Eleni (you)")
    expect(own).to_have_count(1)
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        for place in (190, 238):
            page.get_by_role("row", name=f"{place} Guest{place}").scroll_into_view_if_needed()
            expect(own.get_by_role("rowheader")).to_be_in_viewport()


def test_a_past_period_stays_readable_with_its_prizes(reenter: Enter) -> None:
    page = opened(reenter, "Leaderboards")
    page.get_by_role("link", name="Mar 1 – 7, 2027").click()

    expect(page.get_by_text("prizes paid")).to_be_visible()
    expect(page.get_by_role("row", name="1 Nikos 1699 9 12 50,000")).to_be_visible()
    expect(page.get_by_role("row", name="3 Despina 1697 9 12 –")).to_be_visible()
    expect(page.get_by_role("row", name="198 Eleni (you)")).to_be_in_viewport()
    in_both_widths(page)


def test_the_players_list_has_quintiles_and_receives_changes(reenter: Enter) -> None:
    def stands(quintile: int | None) -> lobby.PlayerLine:
        return msgspec.structs.replace(player("Nikos"), quintile=quintile)

    def prepare(house: House) -> None:
        house.players = [player("Eleni"), stands(2)]

    house = reenter(prepare)
    nikos = house.page.get_by_role("listitem").filter(has_text="Nikos")
    expect(nikos).to_contain_text("dominoes Quintile 2")
    house.send(frames.PlayersFrame(changed=[stands(1)], gone=[]))
    expect(nikos).to_contain_text("dominoes Quintile 1")
    house.send(frames.PlayersFrame(changed=[stands(None)], gone=[]))
    expect(nikos.get_by_text("dominoes")).to_have_count(0)


def in_the_room(house: House) -> None:
    prepared(house)
    house.players = [player("Eleni"), player("Nikos")]
    house.chat = [say("Nikos", "Good evening", 1)]


def at_the_table(house: House) -> None:
    prepared(house)
    seat_me(house)


@pytest.mark.parametrize(
    ("where", "before"),
    [("People", in_the_room), ("Chat", in_the_room), ("Your matches", prepared), ("Table", at_the_table)],
)
def test_any_name_leads_to_the_card_and_the_totals_of_its_player(
    reenter: Enter, where: str, before: Callable[[House], None]
) -> None:
    house = reenter(before)
    page = house.page
    if where == "Your matches":
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("button", name=where).click()
        names = page.get_by_role("heading", name="with Nikos")
    elif where == "Table":
        win(house)
        names = page.locator("[data-seat='0']")
    else:
        names = page.get_by_role("log") if where == "Chat" else page.get_by_role("listitem")
    names.get_by_role("button", name="Nikos", exact=True).first.click()
    shown = page.get_by_role("dialog", name="Nikos")
    expect(shown).to_contain_text("Elo 1612")
    if where != "Table":  # one goes to no other page before the table has been left
        shown.get_by_role("link", name="All ratings and places").click()
        expect(page.get_by_role("heading", name="Nikos", exact=True)).to_be_visible()
        expect(page.get_by_text("place 1 of 300")).to_be_visible()
    page.go_back()
    # in the chat others may have said so much meanwhile that the name has gone
    shown_again = names if where == "Chat" else names.get_by_role("button", name="Nikos", exact=True)
    expect(shown_again.first).to_be_visible()


def test_a_name_leads_to_the_public_profile_of_its_player(reenter: Enter) -> None:
    page = opened(reenter, "Leaderboards")
    page.get_by_role("button", name="Nikos", exact=True).first.click()
    page.get_by_role("dialog", name="Nikos").get_by_role("link", name="All ratings and places").click()

    expect(page.get_by_role("heading", name="Nikos")).to_be_visible()
    expect(page.get_by_text("place 1 of 300")).to_be_visible()
    in_both_widths(page)


def test_the_classification_shows_quintiles_by_number_and_colour(reenter: Enter) -> None:
    page = opened(reenter, "Dominoes classification")

    expect(page.get_by_role("row", name="1 Nikos Quintile 1")).to_be_visible()
    expect(page.get_by_role("row", name="7 Eleni (you) Quintile 5")).to_be_visible()
    in_both_widths(page)


def test_ones_last_matches_are_sums_a_table_and_hands(reenter: Enter) -> None:
    page = opened(reenter, "Statistics")

    sums = page.get_by_label("Totals")
    for sum_ in ("Hands96 : 48", "Points2,400 : 1,200", "Chips+3,200", "Elo won or lost+120"):
        expect(sums).to_contain_text(sum_)
    in_both_widths(page)
    page.get_by_role("button", name="Hands of match 24").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Hand 2 · nobody")).to_be_visible()
    expect(dialog.get_by_role("row", name="you Nikos 40 1 3 of value 6 0").first).to_be_visible()


def test_a_match_that_was_corrected_later_is_marked_among_the_last_ones(reenter: Enter) -> None:
    page = opened(reenter, "Statistics")
    marked = page.get_by_role("table", name="Your last recorded matches").get_by_text("corrected later")
    expect(marked).to_have_count(1)
    expect(page.get_by_role("row").filter(has_text="corrected later")).to_contain_text("No. 23")
    page.set_viewport_size(PHONE)
    at_rest(page)


GRAPH = "Elo, PR and quintile after each match"


def drawn(page: Page) -> Locator:
    """The graph, which loads after the page, with a point for each match."""
    expect(page.locator(".recharts-line-dot").nth(len(LINES) - 1)).to_be_attached()
    return page.get_by_role("application", name=GRAPH)


def said(page: Page, number: int) -> None:
    """What a screen reader reads of a match, and the page shows beside its point."""
    told = page.get_by_role("figure").get_by_role("status")
    found = next(line for line in LINES if line.number == number)
    for words in (
        f"No. {number}", f"Elo : {found.elo_after:,}", f"PR : {found.pr_after}", f"Quintile : {found.quintile_after}"
    ):  # fmt: skip
        expect(told.get_by_text(words, exact=True)).to_be_visible()


def test_the_graph_is_read_by_keys_and_by_screen_readers(reenter: Enter) -> None:
    page = reenter(prepared, path="/statistics").page

    graph = drawn(page)
    page.get_by_label("Game").focus()
    page.keyboard.press("Tab")
    expect(graph).to_be_focused()
    page.keyboard.press("ArrowRight")
    said(page, 2)
    page.keyboard.press("ArrowLeft")
    said(page, 1)


def test_the_graph_is_read_by_a_finger(enter: Enter) -> None:
    page = enter(prepared, path="/statistics", viewport=PHONE, has_touch=True).page

    drawn(page).scroll_into_view_if_needed()
    for number in (24, 1, 12):
        page.locator(".recharts-line-dot").nth(number - 1).tap(force=True)
        said(page, number)


PAGES = ["/boards/weekly:all/2027-W09", "/classification", "/statistics"]


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("el-GR", ["Κατατάξεις", "Βαθμολογία ντόμινο", "Στατιστικά"]),
        ("es-ES", ["Clasificaciones", "Clasificación de dominó", "Estadísticas"]),
    ],
)
def test_the_pages_fit_in_greek_and_spanish(enter: Enter, language: str, titles: list[str]) -> None:
    def speaks(house: House) -> None:
        prepared(house)
        house.me = msgspec.structs.replace(house.me, language=language[:2])

    page: Page = enter(speaks, path=PAGES[0], locale=language, viewport=PHONE, color_scheme="dark").page
    for address, title in zip(PAGES, titles, strict=True):
        page.evaluate(WALK, address)
        expect(page.get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()
        expect(page.get_by_role("main").get_by_text("…")).to_have_count(0)
        at_rest(page)
        page.set_viewport_size(WIDE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        page.set_viewport_size(PHONE)

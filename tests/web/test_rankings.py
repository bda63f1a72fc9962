"""Leaderboards, the dominoes classification, one's last matches and others' totals on the screen."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from gateway.http.request_bodies import Statistics
from services.contracts import boards, statistics
from tests.web.conftest import PHONE, Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
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
        "boards/weekly%3Aall/periods": PAST_PERIODS,
        "classification?limit=50&around=false": CLASSIFICATION,
        "me/statistics": NUMBERS,
        "me/statistics/matches": MINE,
        "me/statistics/matches/m24": HANDS,
        "players/a-nikos/statistics": msgspec.structs.replace(MINE, name="Nikos", matches=[]),
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


def test_a_leaderboard_shows_places_prizes_past_winners_and_always_ones_own_row(enter: Enter) -> None:
    page = opened(enter, "Leaderboards")

    expect(page.get_by_role("heading", name="all games, weekly")).to_be_visible()
    expect(page.get_by_role("row", name="1 Nikos 1,699 9 12")).to_be_visible()
    expect(page.get_by_role("row", name="214 Eleni (you)")).to_be_in_viewport()
    page.get_by_text("Prizes, up to 50,000 chips").click()
    expect(page.get_by_text("Places 4 to 10")).to_be_visible()
    expect(page.get_by_text("Former player")).to_be_visible()
    in_both_widths(page)


def test_a_name_leads_to_what_everybody_may_know_of_its_player(enter: Enter) -> None:
    page = opened(enter, "Leaderboards")
    page.get_by_role("link", name="Nikos").first.click()

    expect(page.get_by_role("heading", name="Nikos")).to_be_visible()
    expect(page.get_by_text("place 1 of 300")).to_be_visible()
    in_both_widths(page)


def test_the_classification_shows_quintiles_by_number_and_colour(enter: Enter) -> None:
    page = opened(enter, "Dominoes classification")

    expect(page.get_by_role("row", name="1 Nikos Quintile 1")).to_be_visible()
    expect(page.get_by_role("row", name="7 Eleni (you) Quintile 5")).to_be_visible()
    in_both_widths(page)


def test_ones_last_matches_are_a_graph_a_table_and_hands(enter: Enter) -> None:
    page = opened(enter, "Statistics")

    graph = page.get_by_role("application")
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("No. 2", exact=True)).to_be_visible()
    in_both_widths(page)
    page.get_by_role("button", name="Hands of match 24").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Hand 2 · nobody")).to_be_visible()
    expect(dialog.get_by_role("row", name="0 Nikos 40 1 3 of value 6 0").first).to_be_visible()

"""Badges on a player's card and page, on one's own page with what is there to earn, and in a line of a result."""

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.ranking import badges as contract
from tests.web.conftest import PHONE, Enter
from tests.web.corner import seat_me, win
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.pages.test_rankings import opened, prepared
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

DAY_MS = 86_400_000
ALL: tuple[contract.BadgeId, ...] = contract.BadgeId.__args__  # type: ignore[attr-defined]
FOUR: tuple[contract.BadgeId, ...] = ("won_tavli", "pilotta_capot", "people", "won_koumkan")


def has(*ids: contract.BadgeId, match: str | None = None) -> list[contract.OwnBadge]:
    """The first is the newest."""
    return [
        contract.OwnBadge(badge=badge, earned_at_ms=DAWN_MS - number * DAY_MS, match=match)
        for number, badge in enumerate(ids)
    ]


def with_badges(house: House) -> None:
    prepared(house)
    shown = [contract.Badge(badge=each.badge, earned_at_ms=each.earned_at_ms) for each in has(*FOUR)]
    house.more["players/a-nikos/badges"] = contract.Badges(account="a-nikos", badges=shown)
    goals = [
        contract.BadgeGoal(badge="stayed", done=42, needed=100),
        contract.BadgeGoal(badge="tavli_double", done=0, needed=1),
    ]
    house.more["me/badges"] = contract.OwnBadges(badges=has(*FOUR), goals=goals, quiet=False)


def of_nikos(enter: Enter) -> Page:
    """The page of a board, at which Nikos has been pressed."""
    page: Page = enter(with_badges).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Leaderboards").click()
    page.get_by_role("button", name="Nikos", exact=True).first.click()
    return page


def test_a_card_shows_the_three_newest_badges_and_the_players_page_all_of_them(enter: Enter) -> None:
    page = of_nikos(enter)
    card = page.get_by_role("dialog", name="Nikos")
    few = card.get_by_role("region", name="Badges").get_by_role("listitem")
    expect(few).to_have_text(["First win: TavliJan 15, 2027", "A capotJan 14, 2027", "Ten peopleJan 13, 2027"])
    at_rest(page)
    card.get_by_role("link", name="All ratings and places").click()
    expect(page.get_by_role("region", name="Badges").get_by_role("listitem")).to_have_count(4)
    at_rest(page)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    at_rest(page)


def test_ones_own_page_says_what_is_there_to_earn_and_how_far_one_is(enter: Enter) -> None:
    house = enter(with_badges)
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("region", name="Badges").get_by_role("listitem")).to_have_count(4)
    goals = page.get_by_role("region", name="Still there to earn")
    expect(goals).to_contain_text("Play a hundred matches without leaving them.")
    expect(goals).to_contain_text("42 of 100")
    expect(goals).to_contain_text("Win a game of tavli double.")
    page.set_viewport_size(PHONE)
    at_rest(page)


def test_no_goals_are_shown_where_ranking_lists_none_and_no_badges_where_there_are_none(enter: Enter) -> None:
    page = opened(enter, "Statistics")
    expect(page.get_by_text("No badges yet.")).to_be_visible()
    expect(page.get_by_role("region", name="Still there to earn")).to_have_count(0)


def test_every_badge_has_a_shape_of_its_own(enter: Enter) -> None:
    def prepare(house: House) -> None:
        with_badges(house)
        house.more["me/badges"] = contract.OwnBadges(badges=has(*ALL), goals=[], quiet=False)

    page = enter(prepare).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Statistics").click()
    lines = page.get_by_role("region", name="Badges").get_by_role("listitem")
    expect(lines).to_have_count(len(ALL))
    shapes = lines.locator("path").evaluate_all("paths => paths.map(path => path.getAttribute('d'))")
    assert len(set(shapes)) == len(ALL)


# --- in the result of a match ---


def at_the_table(house: House) -> None:
    prepared(house)
    seat_me(house)


def earned(house: House, **how: bool) -> None:
    """The match that has just begun will have earned a badge."""
    assert house.match is not None
    found = has("won_tictactoe", match=house.match.id) + has("people", match="another")
    house.more["me/badges"] = contract.OwnBadges(**{"badges": found, "goals": [], "quiet": False} | how)


def won(house: House) -> None:
    """The viewer has won, and ranking has taken the match in."""
    win(house)
    assert house.match is not None
    expect(house.page.locator("[data-result-of-match]")).to_contain_text("being settled")
    assert "me/badges" not in house.answered
    house.match.settle()
    house.send(house.match.update())
    house.until(lambda: "me/badges" in house.answered)


def test_a_match_that_has_earned_a_badge_says_so_in_a_line_of_its_result(enter: Enter) -> None:
    house = enter(at_the_table)
    earned(house)
    won(house)
    panel = house.page.locator("[data-result-of-match]")
    expect(panel.get_by_role("status")).to_have_text("New badge: First win: Tic-tac-toe")
    expect(house.page.get_by_role("dialog")).to_have_count(0)
    at_rest(house.page)


def test_nothing_is_said_of_a_new_badge_while_ranking_is_quiet(enter: Enter) -> None:
    house = enter(at_the_table)
    earned(house, quiet=True)
    won(house)
    expect(house.page.locator("[data-result-of-match]")).to_be_visible()
    expect(house.page.get_by_text("New badge")).to_have_count(0)


def test_nothing_is_said_of_a_new_badge_while_a_reality_check_is_due(enter: Enter) -> None:
    house = enter(at_the_table)
    earned(house)
    house.wallet.card = msgspec.structs.replace(house.wallet.card, check_due=True)
    won(house)
    house.until(lambda: "care" in house.answered[house.answered.index("me/badges") :])
    expect(house.page.locator("[data-result-of-match]")).to_be_visible()
    expect(house.page.get_by_text("New badge")).to_have_count(0)

"""The dominoes table: played by mouse, by touch and by keys against the engine; tally and scores; usable by all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.by_keyboard import Listener
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games.dominoes import LONG, PEOPLE, Four, moment, sit
from tests.web.house import House, painted
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

pytestmark = pytest.mark.browser

TWO_ENDS = moment(
    hands=("6-3 6-5 1-1", "5-5 0-0", "4-4 3-1", "2-2 6-0"), chain="6-6 6-4 4-3", first=1, leader=1, turn=0, last_lay=3
)
LAST = {"hands": ("6-1", "5-5 3-2", "4-4", "2-2 4-0"), "chain": "3-5 5-6", "first": 1, "turn": 0, "last_lay": 3}
RUNS_OUT = moment(**LAST, totals=[63, 48], entries=[[0, 21], [1, 30], [0, 42], [1, 18]])
WINS = moment(**LAST, totals=[90, 48], entries=[[0, 21], [1, 30], [0, 69], [1, 18]])
ALL_SKIPPED = moment(hands=("6-1 3-3 1-1", "5-5", "4-4", "0-0"), chain="3-5 5-6", first=1, turn=0, last_lay=3)
RUN_OUT_MATCH = moment(
    "runout", **LAST, hands_won=[3, 3], entries=[[0, 1], "C", [1, 1], [0, 1], [1, 1], [0, 1], [1, 1], "C"]
)


def own(page: Page, tile: str) -> Locator:
    return page.locator(f"[data-own='{tile}']")


def four(house: House) -> Four:
    assert isinstance(house.match, Four)
    return house.match


def play_out(
    house: House, lay: Callable[[Page, str, str | None], None], laid: int = 0, listener: Listener | None = None
) -> int:
    """The computer's advice, followed on the screen until the hand has ended; how many tiles were laid in the match,
    of which `laid` before this hand."""
    page, match = house.page, four(house)
    expect(page.locator("[data-own]")).to_have_count(7)
    count = laid
    while match.turn == match.you:
        view = match.game.view(match.state, match.you)
        move = match.game.bot(view, match.chance)
        expect(page.locator("[data-standing=fits]")).to_have_count(len({tile for tile, _ in view.options}))
        lay(page, move.tile, move.side)
        count += 1
        house.wait_for(frames.MoveFrame, count)
        expect(own(page, move.tile)).to_have_count(0)
        if listener is not None:
            listener.after_a_move()
    return count


def by_mouse(page: Page, tile: str, side: str | None) -> None:
    own(page, tile).dblclick()
    if side is not None:
        page.get_by_role("button", name="Up Left" if side == "up_left" else "Down Right").click()


def by_keys(page: Page, tile: str, side: str | None) -> None:
    while page.evaluate("document.activeElement.dataset.own ?? null") != tile:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    if side is not None:
        expect(page.get_by_role("button", name="Up Left")).to_be_focused()
        if side == "down_right":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(own(page, tile)).to_have_count(0)
    if page.locator("[data-own]").count():
        expect(page.locator("[data-own]:focus")).to_have_count(1)


def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    """The seed is that of a short match in which a tile fits both ends."""
    house = enter(lambda made: sit(made, you=0, seed=5))
    expect(house.page.locator("[data-own]")).to_have_count(7)
    match, listener = four(house), Listener(house)
    laid = 0
    while match.phase == "playing":
        laid = play_out(house, by_keys, laid, listener)
        if match.phase == "playing":
            house.send(match.update(*match.next_hand()), *match.others())
    result = "You won." if match.state.winner == 0 else "You lost."
    expect(house.page.get_by_role("region", name=result)).to_be_visible()
    expect(house.page.get_by_role("region", name=result)).to_contain_text("The match was to 100; reached by ")
    listener.heard_a_match("Ben", "Cleo", "Dan", result=result)


def test_a_hand_is_played_to_its_end(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=0, seed=4))
    page = house.page
    laid = play_out(house, by_mouse)
    assert laid > 1
    match = four(house)
    assert match.state.ended is not None
    expect(page.get_by_role("region", name="Hand 1", exact=True)).to_be_visible()
    expect(page.locator("[data-tiles]")).to_have_attribute("data-tiles", str(len(match.state.chain)))
    house.send(match.update(*match.next_hand()), *match.others())
    expect(page.get_by_role("region", name="Hand 1", exact=True)).to_have_count(0)
    expect(page.locator("[data-own]")).to_have_count(match.state.hands[0].bit_count())


def a_tile_that_fits_both_ends_is_asked_about(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=TWO_ENDS))
    page = house.page
    own(page, "6-3").dblclick()
    question = page.get_by_role("group", name="Where does 6-3 go?")
    expect(question.get_by_role("button")).to_have_text(["Up Left (6)", "Down Right (3)"])
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(own(page, "6-3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question.get_by_role("button", name="Up Left (6)")).to_be_focused()
    question.get_by_role("button", name="Down Right (3)").click()
    assert house.wait_for(frames.MoveFrame).move == {"move": "lay", "tile": "6-3", "side": "down_right"}
    expect(page.get_by_role("img", name="6-6, 6-4, 4-3, 3-6")).to_be_visible()


def a_tile_is_dragged_to_the_end_that_is_meant(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=TWO_ENDS))
    page = house.page
    first = page.locator("[data-tile='6-6']").bounding_box()
    assert first is not None
    own(page, "6-3").hover()
    page.mouse.down()
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] - 10, steps=4)
    page.mouse.up()
    assert house.wait_for(frames.MoveFrame).move == {"move": "lay", "tile": "6-3", "side": "up_left"}


def test_what_does_not_fit_is_dimmed_says_why_and_leads_to_the_rules(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=TWO_ENDS), viewport=PHONE, has_touch=True)
    page = house.page
    expect(page.get_by_role("button", name="1-1, does not fit: neither half is 6 or 3")).to_be_visible()
    expect(own(page, "1-1")).to_have_attribute("data-standing", "unfit")
    own(page, "1-1").tap()
    expect(page.get_by_text("1-1 does not fit: neither half is 6 or 3.")).to_be_visible()
    expect(page.get_by_text("This tile fits neither end.")).to_be_visible()
    page.get_by_role("button", name="See the rules").click()
    expect(page.locator("[data-marked=true]")).to_contain_text("The chain")
    page.keyboard.press("Escape")
    own(page, "6-5").tap()
    assert house.wait_for(frames.MoveFrame).move == {"move": "lay", "tile": "6-5"}
    assert len(house.heard_of(frames.MoveFrame)) == 1


def test_a_seat_without_a_tile_is_skipped_with_a_notice_and_a_red_face(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=ALL_SKIPPED))
    page = house.page
    own(page, "6-1").dblclick()
    expect(page.get_by_text("Skipped, without 3 or 1: Ben, Cleo, and Dan")).to_be_visible()
    expect(page.locator("[data-face=red]")).to_have_count(3)
    expect(page.get_by_role("img", name="Ben: 1 tile, skipped")).to_be_visible()
    expect(page.get_by_role("img", name="Eleni: 2 tiles, to lay, led this hand")).to_be_visible()
    expect(page.locator("[data-face=smiley] title").first).to_have_text("to lay")
    expect(page.get_by_role("status").filter(has_text="Ben is skipped.")).to_have_count(1)
    for viewport in (WIDE, PHONE):
        page.set_viewport_size(viewport)
        painted(page)
        notice = page.get_by_text("Skipped, without 3 or 1").bounding_box()
        assert notice is not None
        labels = [label.bounding_box() for label in page.get_by_role("img", name=re.compile("tiles?, ")).all()]
        assert len(labels) == 4
        assert not [label for label in labels if label is None or _overlap(notice, label)]
    face = page.get_by_role("button", name="skipped").first
    box = face.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    expect(face).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    face.click()
    expect(page.get_by_text("Skipped: no tile of this player fits.")).to_be_visible()


def _overlap(one: Any, other: Any) -> bool:
    apart = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    return not (apart or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"])


def the_tally_writes_the_sum_out_and_the_sheet_has_every_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=RUNS_OUT))
    page = house.page
    own(page, "6-1").dblclick()
    tally = page.get_by_role("region", name="Hand 5", exact=True)
    expect(tally.get_by_role("heading")).to_have_text("Eleni has run out")
    expect(page.get_by_role("status").filter(has_text="Eleni has run out. 23 pips for")).to_have_count(1)
    expect(tally).to_contain_text("15 + 8 = 23")
    expect(tally).to_contain_text("23 pips for Eleni & Cleo.")
    expect(tally).to_contain_text("Pips left: Eleni & Cleo 8 · Ben & Dan 23")
    expect(tally.get_by_role("row", name="Sum 86 48")).to_be_visible()
    expect(tally.get_by_role("row", name="5 23")).to_be_visible()
    tally.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="to 100 Score").click()
    sheet = page.get_by_role("dialog", name="Score")
    expect(sheet.get_by_role("row", name="Hands won 3 2")).to_be_visible()
    expect(sheet.get_by_role("row", name="Most in one hand 42 30")).to_be_visible()
    expect(sheet.get_by_role("row", name="Pips left in the last hand 8 23")).to_be_visible()


@pytest.mark.parametrize("begins", [RUNS_OUT, WINS], ids=["hand", "match"])
def test_on_a_phone_the_sum_of_a_hand_is_in_sight_at_once(enter: Enter, begins: Any) -> None:
    house = enter(lambda made: sit(made, begins=begins), viewport=PHONE)
    own(house.page, "6-1").dblclick()
    summed = house.page.locator("[data-sum]")
    expect(summed).to_contain_text("15 + 8 = 23")
    expect(summed).to_be_in_viewport(ratio=0.99)


def test_tiles_are_laid_skipped_and_counted(enter: Enter) -> None:
    on_one_page(
        enter,
        a_tile_that_fits_both_ends_is_asked_about,
        a_tile_is_dragged_to_the_end_that_is_meant,
        the_tally_writes_the_sum_out_and_the_sheet_has_every_hand,
    )


def test_all_see_the_same_picture_and_a_spectator_has_no_rack(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=moment(**LONG)))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.locator("[data-tiles='18']")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(0)
    expect(page.locator("ul[data-place=bottom]")).to_contain_text("Ana")


def _opening(house: House) -> None:
    expect(house.page.locator("[data-own]")).to_have_count(7)
    expect(house.page.locator("[data-own]").first).to_be_in_viewport(ratio=0.99)
    expect(house.page.locator("[data-own]").last).to_be_in_viewport(ratio=0.99)


def _asking(house: House) -> None:
    own(house.page, "6-3").dblclick()
    expect(house.page.get_by_role("button", name="Up Left (6)")).to_be_visible()


def _long(house: House) -> None:
    expect(house.page.locator("[data-tiles='18']")).to_be_visible()
    cloth = house.page.locator("[data-tiles]").bounding_box()
    assert cloth is not None
    for tile in house.page.locator("[data-tile]").all():
        box = tile.bounding_box()
        assert box is not None and box["x"] >= cloth["x"] and box["x"] + box["width"] <= cloth["x"] + cloth["width"]


def _counted(house: House) -> None:
    own(house.page, "6-1").dblclick()
    board = house.page.get_by_role("region", name="Hand 9", exact=True)
    expect(board.get_by_role("row", name="Eleni & Cleo")).to_contain_text("ADV")
    expect(board.get_by_role("row", name="Ben & Dan")).to_contain_text("60")
    expect(board).to_contain_text("C C")


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}
AGAIN = {_opening: _opening, _long: _long}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "opening": Moment(_opening, {"seed": 3}, [DARK, {**LIGHT, "viewport": HALF}]),
    "asking": Moment(_asking, {"begins": TWO_ENDS}, [{**DARK, "color_scheme": "light"}]),
    "long": Moment(_long, {"begins": moment(**LONG)}, [{**LIGHT, "color_scheme": "dark"}, DARK]),
    "counted": Moment(_counted, {"begins": RUN_OUT_MATCH, "target": "runout"}, [LIGHT, DARK]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, sit, MOMENTS, AGAIN)


def _in_the_midst(house: House) -> None:
    sit(house, begins=TWO_ENDS)
    assert house.match is not None
    house.match.begin()


def test_a_page_that_is_loaded_in_the_middle_of_a_hand_marks_the_last_tile(enter: Enter) -> None:
    house = enter(_in_the_midst)
    page = house.page
    expect(page.locator("[data-tiles='3']")).to_be_visible()
    assert house.wait_for(frames.WatchFrame, 2).version == 0
    expect(page.locator("[data-last]")).to_have_count(0)
    match = four(house)
    lay = {"seat": 3, "tile": "4-3", "end": "down_right"}
    house.send(match.update(frames.EventView(version=match.version, kind="lay", data=lay)))
    expect(page.locator("[data-tile='4-3'] [data-last]")).to_have_count(1)
    expect(page.locator("[data-last]")).to_have_count(1)


def test_the_others_at_the_table_are_sent_to_the_room_when_a_players_cards_suspend_them(enter: Enter) -> None:
    """services/moderation/RULES.md: the 28th yellow card; the others read what it was."""
    house = enter(sit, viewport=PHONE)
    page = house.page
    expect(page.get_by_role("heading", level=1, name="Dominoes")).to_be_visible()
    house.seated = None
    house.send(frames.SentFrame(table=None, reason="player_suspended", name=PEOPLE[1]))
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_text(f"{PEOPLE[1]} has been suspended by cards")).to_be_visible()
    expect(page.get_by_text("Has left")).to_have_count(0)


def test_the_player_of_the_28th_yellow_card_reads_of_the_suspension_at_the_door(enter: Enter) -> None:
    house = enter(sit, viewport=PHONE)
    page = house.page
    expect(page.get_by_role("heading", level=1, name="Dominoes")).to_be_visible()
    house.send(frames.ByeFrame(error="account_suspended"))
    expect(page.get_by_role("alert")).to_contain_text("Your account is suspended")
    expect(page.get_by_text("A friend invites you")).to_have_count(0)

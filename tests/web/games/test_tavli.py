"""The tavli board: by mouse, by touch and by keyboard, against the real engine."""

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.by_keyboard import Keyboard, Listener
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games import tavli_cases
from tests.web.games.tavli_match import GAME, TavliMatch, at_table
from tests.web.house import House
from tests.web.situations import on_one_page
from tests.web.test_access import at_rest

browser = pytest.mark.browser

RACE = {"turn": 0, "dice": [6, 5], "checkers": [{"6": 1, "5": 1, "off": 13}, {"3": 2, "off": 13}]}
"""Two checkers from the end for seat 0."""
PINS = {
    "turn": 0,
    "dice": [5, 3],
    "checkers": [
        {"24": 4, "20": 1, "15": 3, "13": 2, "9": 1, "7": 4},
        {"24": 5, "19": 3, "16": 1, "11": 3, "5": 2, "2": 1},
    ],
    "pinned": [[20], [16]],
    "variant_now": "plakoto",
}
BAR = {
    "turn": 0,
    "dice": [6, 4],
    "checkers": [{"bar": 1, "24": 1, "13": 5, "8": 3, "6": 5}, {"24": 2, "13": 5, "8": 3, "6": 5}],
}
"""Seat 0 has been hit; with 6 it cannot enter, with 4 it can."""


def place(page: Page, name: str | int) -> Locator:
    return page.locator(f"[data-place='{name}']")


def middle_of(spot: Locator) -> tuple[float, float]:
    box = spot.locator("rect").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str | int, end: str | int) -> None:
    page.mouse.move(*middle_of(place(page, start)))
    page.mouse.down()
    page.mouse.move(*middle_of(place(page, end)), steps=3)
    page.mouse.up()


def tavli(house: House) -> TavliMatch:
    assert isinstance(house.match, TavliMatch)
    return house.match


def sent_moves(house: House) -> list[Any]:
    return [frame.move for frame in house.heard_of(frames.MoveFrame)]


def test_the_clients_cases_are_what_the_engine_says() -> None:
    written = json.loads(tavli_cases.PATH.read_text())
    assert written == json.loads(tavli_cases.text()), "run `python -m tests.web.games.tavli_cases`"


def a_turn_by_mouse_a_press_a_drag_an_undo_and_done(enter: Enter) -> None:
    house = enter(at_table({}, (6, 2), (3, 1), (4, 2)))
    page = house.page
    done, undo = page.get_by_role("button", name="Done"), page.get_by_role("button", name="Undo")
    place(page, 8).click()
    expect(place(page, 5)).to_have_attribute("data-target", "true")
    place(page, 5).click()
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 1 of yours, can be moved")
    drag(page, 6, 5)
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 2 of yours")
    expect(page.get_by_text("All played: press Done, or undo.").first).to_be_visible()
    expect(page.locator("[data-die][data-used=true]")).to_have_count(2)
    undo.click()
    expect(done).to_be_disabled()
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 1 of yours, can be moved")
    drag(page, 6, 5)
    assert sent_moves(house) == []
    done.click()
    expect(page.get_by_text("Nikos is playing.")).to_be_visible()
    assert sent_moves(house) == [{"move": "play", "steps": [[8, 5], [6, 5]]}]
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 2 of yours, played last")
    expect(page.get_by_text("Eleni plays 8/5, 6/5. Nikos rolls 4 – 2.")).to_have_count(1)
    expect(page.get_by_role("region", name="Moves").get_by_role("listitem")).to_contain_text(["8/5, 6/5"])


@browser
def test_a_game_is_ended_by_keyboard_alone_and_the_next_of_the_match_begins(enter: Enter) -> None:
    house = enter(at_table(RACE | {"variant_now": "portes"}, (4, 1), variant="combined", target=5))
    page = house.page
    place(page, 24).focus()
    for key in ["End", "ArrowDown", *["ArrowLeft"] * 6, "Enter"]:
        page.keyboard.press(key)
    expect(place(page, 6)).to_be_focused()
    expect(place(page, 6)).to_have_attribute("aria-label", "Point 6, 1 of yours, chosen")
    expect(page.get_by_role("status").filter(has_text="Goes to: off, 1.")).to_have_count(1)
    for key in ["End", "Enter", *["ArrowLeft"] * 5, "Enter", "Escape", "Enter", "End", "Enter"]:
        page.keyboard.press(key)
    expect(place(page, "off")).to_have_attribute("aria-label", "Tray, near side, 15 of yours")
    page.keyboard.press("Backspace")
    expect(place(page, "off")).to_have_attribute("aria-label", "Tray, near side, 14 of yours")
    for key in [*["ArrowLeft"] * 5, "Enter", "End", "Enter", "Tab", "Tab", "Tab", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="Eleni wins 1 point")).to_be_visible()
    expect(page.get_by_text("Next: Plakoto")).to_be_visible()
    assert sent_moves(house) == [{"move": "play", "steps": [[6, "off"], [5, "off"]]}]
    match = tavli(house)
    house.send(match.update(*match.elapse()))
    expect(page.get_by_role("group", name="Board of Plakoto")).to_be_visible()
    expect(place(page, 24)).to_have_attribute("aria-label", "Point 24, 15 of yours, can be moved")
    expect(page.get_by_role("listitem").filter(has_text="Plakoto").first).to_have_attribute("aria-current", "true")


LATE = {
    "turn": 0,
    "dice": [5, 4],
    "checkers": [{"8": 1, "6": 1, "3": 1, "off": 12}, {"9": 1, "5": 1, "4": 1, "1": 1, "off": 11}],
}
"""Both bring home what is left, and bear off."""


NEAR = [*map(str, range(12, 6, -1)), "bar", *map(str, range(6, 0, -1)), "off"]
"""The places of the near side as arrows go from Home."""


def press_place(page: Page, name: str | int) -> None:
    """With arrows, once one place of the board has the focus."""
    for key in ("ArrowDown", "Home", *["ArrowRight"] * NEAR.index(str(name))):
        page.keyboard.press(key)
    expect(place(page, name)).to_be_focused()
    page.keyboard.press("Enter")


@browser
def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    house = enter(at_table(LATE, (6, 1), (6, 5), (6, 4), (5, 5), (4, 3), (6, 3)))
    page, match = house.page, tavli(house)
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    keyboard, listener, chance, count = Keyboard(page), Listener(house), random.Random(1), 0
    while match.phase == "playing":
        assert isinstance(match.turn, int)
        move = GAME.write(GAME.bot(GAME.view(match.state, match.turn), chance))
        if match.turn == 1:
            house.send(match.update(*match.move(1, move)))
            continue
        keyboard.walk(page.locator("[data-place][tabindex='0']"))
        for step in move["steps"]:
            for name in step:
                press_place(page, name)
        keyboard.press(page.get_by_role("button", name="Done"))
        count += 1
        assert house.wait_for(frames.MoveFrame, count).move == move
        listener.after_a_move()
    result = "You won." if match.state.score[0] else "You lost."
    expect(page.get_by_role("region", name=result)).to_be_visible()
    listener.heard_a_match("Nikos plays", "Nikos rolls", result=result)


def the_last_game_decides_the_match(enter: Enter) -> None:
    house = enter(at_table(RACE))
    page = house.page
    drag(page, 6, "off")
    drag(page, 5, "off")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("region", name="You won.")).to_be_visible()


def what_cannot_be_played_is_said_in_words(enter: Enter) -> None:
    house = enter(at_table(BAR))
    page = house.page
    place(page, 13).click()
    expect(page.get_by_text("First bring in your checker from the bar.")).to_be_visible()
    place(page, "bar").click()
    place(page, 19).click()
    expect(page.get_by_text("The other player holds this point.")).to_be_visible()
    page.get_by_role("button", name="See the rules").last.click()
    expect(page.locator("[data-marked=true]")).to_contain_text("A turn")
    page.keyboard.press("Escape")
    drag(page, "bar", 21)
    expect(place(page, 21)).to_have_attribute("aria-label", "Point 21, 1 of yours, can be moved")
    place(page, 1).click()
    expect(page.get_by_text("None of your checkers is there.")).to_be_visible()
    assert sent_moves(house) == []


def pins_are_drawn_below_and_said_and_hold(enter: Enter) -> None:
    house = enter(at_table(PINS, variant="plakoto"))
    page = house.page
    label = "Point 20, 1 of yours, Nikos: 2 checkers, yours is pinned"
    expect(place(page, 20)).to_have_attribute("aria-label", label)
    pinner = "Point 9, 1 of yours, Nikos: 1 checker, that of Nikos is pinned, can be moved"
    expect(place(page, 9)).to_have_attribute("aria-label", pinner)
    expect(page.locator("[data-under=true]")).to_have_count(2)
    place(page, 20).click()
    expect(page.get_by_text("This checker is pinned until the other leaves.")).to_be_visible()


def steps_that_were_tried_outlast_a_cut_and_a_refused_turn_can_be_mended(enter: Enter) -> None:
    house = enter(at_table({}, (6, 2), (3, 1)))
    page = house.page
    drag(page, 8, 5)
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 1 of yours, can be moved")
    house.cut()
    expect(page.get_by_text("The connection is gone.")).to_be_visible()
    expect(page.get_by_text("The connection is gone.")).to_have_count(0)
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 1 of yours, can be moved")
    drag(page, 6, 5)
    house.refuse["move"] = "stale"
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("That was a moment too late: the game has moved on.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Done")).to_be_disabled()


def giving_up_a_game_says_what_it_costs_and_asks_once_more(enter: Enter) -> None:
    house = enter(at_table({}, (6, 2), (3, 1), target=3))
    page = house.page
    page.get_by_role("button", name="Give up game").click()
    expect(page.get_by_text("The other player gets 2 points.")).to_be_visible()
    page.get_by_role("button", name="Stay").click()
    assert sent_moves(house) == []
    page.get_by_role("button", name="Give up game").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up game").click()
    expect(page.get_by_role("heading", name="Nikos wins 2 points")).to_be_visible()
    assert sent_moves(house) == [{"move": "resign"}]


def the_second_seat_sees_the_board_from_its_own_side_and_waits(enter: Enter) -> None:
    house = enter(at_table({}, (6, 2), (3, 1), you=1))
    page = house.page
    expect(place(page, 24)).to_have_attribute("aria-label", "Point 24, 2 of yours")
    expect(place(page, 19)).to_have_attribute("aria-label", "Point 19, Nikos: 5 checkers")
    place(page, 24).click()
    expect(page.get_by_text("It is not your turn yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_have_count(0)
    match = tavli(house)
    house.send(match.update(*match.move(0, {"move": "play", "steps": [[8, 5], [6, 5]]})))
    expect(place(page, 20)).to_have_attribute("aria-label", "Point 20, Nikos: 2 checkers, played last")
    expect(page.get_by_text("Your turn: choose a checker.")).to_be_visible()


@browser
def test_a_spectator_sees_names_and_can_only_look(enter: Enter) -> None:
    house = enter(at_table({"turn": 1, "dice": [6, 6], "variant_now": "fevga"}, you=None, variant="fevga"))
    page = house.page
    page.get_by_role("button", name="Watch “Window”").first.click()
    expect(place(page, 24)).to_have_attribute("aria-label", "Point 24, Carmen: 15 checkers")
    expect(place(page, 12)).to_have_attribute("aria-label", "Point 12, Nikos: 15 checkers")
    place(page, 24).click()
    expect(page.get_by_role("button", name="Give up game")).to_have_count(0)
    assert sent_moves(house) == []


def a_roll_without_a_step_says_that_the_turn_passes(enter: Enter) -> None:
    house = enter(at_table(BAR | {"dice": [6, 6], "checkers": [BAR["checkers"][0], BAR["checkers"][1]]}))
    expect(house.page.get_by_text("6 – 6: no step is possible for Eleni. The turn passes.")).to_be_visible()


@browser
def test_steps_are_played_and_what_cannot_be_is_said(enter: Enter) -> None:
    on_one_page(
        enter,
        a_turn_by_mouse_a_press_a_drag_an_undo_and_done,
        what_cannot_be_played_is_said_in_words,
        pins_are_drawn_below_and_said_and_hold,
        giving_up_a_game_says_what_it_costs_and_asks_once_more,
        the_second_seat_sees_the_board_from_its_own_side_and_waits,
        a_roll_without_a_step_says_that_the_turn_passes,
        the_last_game_decides_the_match,
        steps_that_were_tried_outlast_a_cut_and_a_refused_turn_can_be_mended,
    )


LONG = {"turn": 0, "dice": [1, 2]}
ROLLS = ((6, 6), (2, 1), (4, 3), (5, 5), (3, 1), (6, 2), (4, 1), (3, 3), (5, 2), (6, 4), (2, 1), (4, 3))


def play_on(match: TavliMatch, turns: int) -> list[Any]:
    """Both go on as computers would; the events."""
    events: list[Any] = []
    for _ in range(turns):
        seat = match.turn
        if seat is None:
            events += match.elapse()  # a roll without a step has been shown
            continue
        move = GAME.write(GAME.bot(GAME.view(match.state, seat), random.Random(1)))
        events += match.move(seat, move)
    return events


def listed(page: Page) -> Locator:
    return page.get_by_role("region", name="Moves").get_by_role("listitem")


def scrolled(page: Page) -> int:
    return int(page.get_by_role("region", name="Moves").evaluate("one => one.scrollTop"))


@browser
def test_moves_are_listed_beside_the_board_with_the_newest_in_sight(enter: Enter) -> None:
    house = enter(at_table(LONG, *ROLLS, *ROLLS))
    page, match = house.page, tavli(house)
    match.gap_events = 64
    expect(page.get_by_text("No turn has been played in this game yet.")).to_be_visible()
    board = page.get_by_role("group", name="Board of Portes").bounding_box()
    house.send(match.update(*play_on(match, 14)))
    expect(listed(page)).to_have_count(14)
    assert page.get_by_role("group", name="Board of Portes").bounding_box() == board
    expect(listed(page).nth(1)).to_contain_text("Nikos: 6–6, double:")
    expect(listed(page).last).to_be_in_viewport()
    at_rest(page)
    page.get_by_role("region", name="Moves").evaluate("one => one.scrollTo(0, 0)")
    page.wait_for_function("document.querySelector('section[aria-label=Moves]').scrollTop === 0")
    house.send(match.update(*play_on(match, 1)))
    expect(listed(page)).to_have_count(15)
    assert scrolled(page) == 0
    page.get_by_role("region", name="Moves").press("End")
    expect(listed(page).last).to_be_in_viewport()
    texts = listed(page).all_inner_texts()
    match_events = play_on(match, 2)
    house.cut()
    expect(listed(page)).to_have_count(17)
    assert match_events
    assert listed(page).all_inner_texts()[:15] == texts
    page.reload()
    expect(listed(page)).to_have_count(17)
    expect(page.get_by_text("Earlier turns of this game are missing")).to_be_visible()
    assert listed(page).all_inner_texts()[1:15] == texts[1:]


@browser
@pytest.mark.parametrize(
    "look", [{"viewport": PHONE, "color_scheme": "dark"}, {"viewport": {"width": 844, "height": 390}}]
)
def test_on_a_phone_moves_are_listed_behind_one_button(enter: Enter, look: dict[str, Any]) -> None:
    house = enter(at_table(LONG, *ROLLS, *ROLLS), **look)
    page, match = house.page, tavli(house)
    expect(page.get_by_role("button", name="Moves")).to_be_visible()
    house.send(match.update(*play_on(match, 12)))
    expect(listed(page)).to_have_count(0)
    page.get_by_role("button", name="Moves").click()
    expect(listed(page)).to_have_count(12)
    expect(listed(page).last).to_be_in_viewport()
    at_rest(page)
    house.send(match.update(*play_on(match, 2)))
    expect(listed(page)).to_have_count(14)
    expect(listed(page).last).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(listed(page)).to_have_count(0)


@browser
@pytest.mark.parametrize("state", [PINS, RACE])
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (640, 360)])
@pytest.mark.parametrize("language", ["el", "es"])
def test_on_a_phone_on_its_side_both_scores_are_seen(
    enter: Enter, state: Any, size: tuple[int, int], language: Any
) -> None:
    def prepare(house: House) -> None:
        house.me = msgspec.structs.replace(house.me, language=language)
        at_table(state, *ROLLS, variant=state.get("variant_now", "portes"))(house)

    width, height = size
    house = enter(prepare, viewport={"width": width, "height": height})
    score = house.page.locator("[data-rail] > section")
    expect(score).to_be_visible()
    assert score.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    at_rest(house.page)


LOOKS = [
    pytest.param({"viewport": WIDE, "color_scheme": "light", "reduced_motion": "no-preference"}, id="wide-light"),
    pytest.param({"viewport": PHONE, "color_scheme": "dark"}, id="phone-dark"),
]


@browser
@pytest.mark.parametrize("look", LOOKS)
def test_no_text_is_cut_off_or_out_of_reach(enter: Enter, look: dict[str, Any]) -> None:
    house = enter(at_table(PINS, variant="plakoto", target=3), **look)
    page = house.page
    place(page, 13).click()
    expect(place(page, 5)).to_have_attribute("data-target", "true")
    expect(page.locator("svg [data-place]")).to_have_count(28)
    for name in (1, 12, 13, 24, "foe-off", "off"):
        expect(place(page, name)).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("button", name="Done")).to_be_in_viewport(ratio=0.99)
    box = place(page, 1).locator("rect").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 36
    at_rest(page)
    place(page, 5).click()
    expect(place(page, 5)).to_have_attribute("aria-label", "Point 5, 1 of yours")
    at_rest(page)


@browser
@pytest.mark.parametrize(
    ("locale", "hint"), [("el-GR", "Σειρά σου: διάλεξε πούλι."), ("es-ES", "Tu turno: elige una ficha.")]
)
def test_the_board_speaks_greek_and_spanish(enter: Enter, locale: str, hint: str) -> None:
    house = enter(_in(locale, at_table({}, (6, 2), (3, 1))), locale=locale)
    expect(house.page.get_by_text(hint)).to_be_visible()


def _in(locale: str, prepare: Callable[[House], None]) -> Callable[[House], None]:
    def prepared(house: House) -> None:
        house.remembers("settings", {"language": locale[:2]})
        prepare(house)

    return prepared

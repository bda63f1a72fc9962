"""The tables of koum-kan, thanasis and dynamitis: by mouse, touch and keys against the engine; usable by all."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games import koumkan_cases
from tests.web.games.koumkan import SIX, follow_advice, moment, sit
from tests.web.games.meld_match import Keyboard, Mouse, button, cards, choose, drag, ids, play_on
from tests.web.games.test_pilotta import by_keys, moved, own
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

pytestmark = pytest.mark.browser

HAND = "X 8h 4h Kc Kd 9h 3c 9h 5s"
TABLE = {0: ("5h 6h 7h X", "9c 9d 9s"), 1: ("Qd Kd X", "2s 3s 4s")}
MOST = {**TABLE, 2: ("Jc Jd Jh Js", "Ah 2h 3h"), 4: ("7d 8d 9d Td",), 5: ("4c 5c 6c", "Kh Ks X")}
OTHERS = ("4s 8s 5h", "6c 7c Ts Ad Ac 2d 2c 8c 8s", "3h 3d", "", "Tc Th Jc Jd")
PLACES: dict[str, Any] = {"table": TABLE, "to_move": 0, "discard": "Qs Kh", "totals": (34, 70)}
PLAYING = moment(phase="play", drawn="3c", hands=(HAND, OTHERS[0]), **PLACES)
DRAWING = moment(phase="draw", hands=(HAND, OTHERS[0]), **PLACES)
UNMELDED = moment(phase="play", drawn="3c", hands=(HAND, OTHERS[0]), **{**PLACES, "table": {1: TABLE[1]}})
FULL = moment(
    phase="play", drawn="3c", hands=(HAND, *OTHERS), active=(0, 1, 2, 3, 5), dealer=2,
    **{**PLACES, "table": MOST, "totals": (34, 70, 12, 88, 103, 45)},
)  # fmt: skip
LAST = {"hands": ("9h", "X 9d 4c", "As Kh 3d"), "totals": (70, 60, 88), "dealer": 1}
CLOSING = moment(phase="play", **{**PLACES, **LAST})
DECIDING = moment(phase="play", **{**PLACES, "hands": ("9h", "X 9d 4c"), "totals": (70, 88)})
SPLIT = "8h 9h Th 8c 8d Kc Ks 6h Ad 4c 3d"
STRANGE = "2d 3d 4d 5d 7d 8s 9s Tc Jc Qc"
INDICATED: dict[str, Any] = {"phase": "play", "to_move": 0, "indicator": "6d", "drawn": "3d", "discard": "Qs Kc"}
THRIFTY = moment("thanasis", hands=(SPLIT, STRANGE), **INDICATED)
READY = moment("dynamitis", hands=("8h 9h Th 8c 8d Kc Ks 6h 2s 2c 3d", STRANGE), **INDICATED)


def meld(page: Page, number: int) -> Locator:
    """A meld on the table by its id."""
    return page.locator(f"[data-meld='{number}']")


def test_the_clients_cases_are_what_the_engine_says() -> None:
    assert koumkan_cases.PATH.read_text() == koumkan_cases.text(), "run `python -m tests.web.games.koumkan_cases`"


# --- drawing ---


def a_card_is_drawn_from_the_stock_and_pointed_out(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    expect(page.get_by_text("Your turn: draw a card, or take the top discard.")).to_be_visible()
    button(page, "Draw a card").click()
    assert moved(house) == {"move": "draw", "from": "stock"}
    expect(page.locator("[data-own]")).to_have_count(10)
    expect(page.locator("[data-own][data-marked=true]")).to_have_count(1)
    expect(page.get_by_role("img", name="Stock: 39 cards")).to_be_visible()


def the_top_discard_is_taken_by_a_press_on_it_and_may_not_go_back(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    expect(page.get_by_role("img", name="Pile: 2 cards, on top: king of hearts")).to_be_visible()
    page.locator("[data-drop=pile]").click()
    assert moved(house) == {"move": "draw", "from": "discard"}
    told = page.get_by_role("status").filter(has_text="Eleni takes from the pile: king of hearts.")
    expect(told).to_have_count(1)
    choose(page, "Kh")
    button(page, "Discard").click()
    expect(page.get_by_text("You took this card in this turn; discard another one.")).to_be_visible()
    assert len(house.heard_of(frames.MoveFrame)) == 1


def test_cards_come_from_the_stock_and_the_pile(enter: Enter) -> None:
    on_one_page(
        enter,
        a_card_is_drawn_from_the_stock_and_pointed_out,
        the_top_discard_is_taken_by_a_press_on_it_and_may_not_go_back,
    )


# --- melds ---


def by_mouse(page: Page) -> None:
    choose(page, "Kc", "Kd", "X")
    page.get_by_role("button", name="Lay down: group of king: clubs, diamonds").click()


def by_drag(page: Page) -> None:
    choose(page, "Kc", "Kd", "X")
    drag(page, "Kc", page.get_by_role("group", name="Melds on the table"))


def by_keyboard(page: Page) -> None:
    for card in ("Kc", "Kd", "X"):
        by_keys(page, card)
    while page.evaluate("document.activeElement.textContent") != "Lay down":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")


WAYS = (by_mouse, by_drag, by_keyboard)


def a_meld_is_seen_as_it_will_lie_and_laid(enter: Enter, lay: Callable[[Page], None]) -> None:
    house = enter(lambda made: sit(made, begins=UNMELDED, idle=True))
    lay(house.page)
    sent = moved(house)
    assert (sent["move"], sent["kind"], sorted(sent["cards"])) == ("meld", "group", ["Kc", "Kd", "X"])
    expect(meld(house.page, 3)).to_contain_text("joker stands for king, Eleni")


def a_card_and_two_jokers_may_be_either_kind(enter: Enter) -> None:
    both = moment(phase="play", **{**PLACES, "hands": ("X X 8s 4c 3c", "4s"), "table": {}})
    house = enter(lambda made: sit(made, begins=both, idle=True))
    page = house.page
    choose(page, "X", "X#2", "8s")
    page.get_by_role("button", name=re.compile("Lay down: run of spades, seven to nine")).click()
    assert moved(house) == {"move": "meld", "cards": ["X", "8s", "X"], "kind": "run"}


def test_a_card_is_added_to_a_meld_of_another_by_touch(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True), has_touch=True)
    page = house.page
    own(page, "5s").tap(position={"x": 10, "y": 14})
    expect(meld(page, 4)).to_have_attribute("data-fits", "true")
    meld(page, 4).tap(position={"x": 10, "y": 14})
    assert moved(house) == {"move": "lay_off", "meld": 4, "cards": ["5s"]}
    expect(meld(page, 4)).to_contain_text("run of spades, two to five, Ben")


def a_natural_card_takes_the_place_of_a_joker_which_comes_to_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    choose(page, "8h")
    expect(page.get_by_role("button", name="Take the joker, leaving: run of hearts, five to eight")).to_be_visible()
    drag(page, "8h", meld(page, 1))
    assert moved(house) == {"move": "swap_joker", "meld": 1, "card": "8h"}
    expect(own(page, "X#2")).to_be_visible()
    expect(meld(page, 1)).not_to_contain_text("joker")


def for_a_joker_it_is_asked_what_it_shall_do(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    choose(page, "X")
    expect(page.get_by_text("Choose one of the marked melds.")).to_be_visible()
    meld(page, 4).click()
    ends = page.get_by_role("group", name="What shall the card do?")
    expect(ends.get_by_role("button")).to_have_count(2)
    ends.get_by_role("button", name="ace to four").click()
    assert moved(house) == {"move": "lay_off", "meld": 4, "cards": ["X"], "end": "low"}


def what_cannot_be_laid_says_why_and_leads_to_the_rules(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=UNMELDED, idle=True))
    page = house.page
    choose(page, "3c", "4h", "Kc")
    expect(page.get_by_text("These cards are neither a run of one suit nor a group")).to_be_visible()
    page.keyboard.press("Escape")
    drag(page, "5s", meld(page, 2))
    expect(page.get_by_text("Put down a meld of your own first.")).to_be_visible()
    page.get_by_role("button", name="See the rules").last.click()
    expect(page.locator("[data-marked=true]").last).to_contain_text("Laying down and adding")
    assert house.heard_of(frames.MoveFrame) == []


def a_card_is_kept_to_discard(enter: Enter) -> None:
    few = moment(phase="play", **{**PLACES, "hands": ("Kc Ks Kd", "4s")})
    house = enter(lambda made: sit(made, begins=few, idle=True))
    choose(house.page, "Kc", "Ks", "Kd")
    expect(house.page.get_by_text("Keep one card to discard.")).to_be_visible()


def test_melds_are_laid_and_added_to(enter: Enter) -> None:
    on_one_page(
        enter,
        *(partial(a_meld_is_seen_as_it_will_lie_and_laid, lay=each) for each in WAYS),
        a_card_and_two_jokers_may_be_either_kind,
        a_natural_card_takes_the_place_of_a_joker_which_comes_to_hand,
        for_a_joker_it_is_asked_what_it_shall_do,
        what_cannot_be_laid_says_why_and_leads_to_the_rules,
        a_card_is_kept_to_discard,
    )


# --- thanasis and dynamitis ---


def test_the_best_melds_and_what_each_discard_leaves_are_shown(enter: Enter) -> None:
    house = enter(lambda made: sit(made, game="thanasis", begins=THRIFTY, idle=True))
    page = house.page
    expect(page.get_by_role("img", name="Indicator: six of diamonds. 6 = joker")).to_be_visible()
    expect(own(page, "6h")).to_have_accessible_name("six of hearts, wild")
    expect(page.get_by_role("region", name="Your best melds").locator("[data-deadwood]")).to_have_text("24")
    choose(page, "8c")
    after = page.get_by_role("region", name="Without eight of clubs")
    expect(after.locator("[data-deadwood]")).to_have_text("16")
    expect(button(page, "Go out")).to_have_count(0)
    button(page, "Discard").click()
    assert moved(house) == {"move": "discard", "card": "8c"}


def test_a_player_that_can_go_out_sees_it_and_the_card(enter: Enter) -> None:
    house = enter(lambda made: sit(made, game="dynamitis", begins=READY, idle=True))
    page = house.page
    expect(page.get_by_text("You can go out: choose a marked card to discard.")).to_be_visible()
    expect(own(page, "3d")).to_have_attribute("data-marked", "true")
    choose(page, "9h")
    button(page, "Go out").click()
    expect(page.get_by_text("The other cards are not all in melds.")).to_be_visible()
    page.keyboard.press("Escape")
    choose(page, "9h", "3d")
    expect(page.get_by_text("Nothing is left over: you can go out.")).to_be_visible()
    button(page, "Go out").click()
    assert moved(house) == {"move": "go_out", "discard": "3d"}
    expect(page.get_by_role("heading", name="You have gone out")).to_be_visible()


def test_in_thanasis_the_pile_is_not_drawn_from(enter: Enter) -> None:
    drawing = moment("thanasis", **{**INDICATED, "phase": "draw", "drawn": None}, hands=(SPLIT[:29], STRANGE))
    house = enter(lambda made: sit(made, game="thanasis", begins=drawing, idle=True))
    page = house.page
    expect(page.get_by_role("button", name=re.compile("^Take"))).to_have_count(0)
    page.locator("[data-drop=pile]").click()
    expect(page.get_by_text("In this game cards come from the stock only.")).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == []


# --- the hand's end ---


def a_hand_is_counted_card_by_card_and_a_player_at_the_target_is_out(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=CLOSING, options={"seats": 3}, idle=True))
    page = house.page
    expect(page.get_by_text("Discard your last card and you go out.")).to_be_visible()
    choose(page, "9h")
    button(page, "Discard and go out").click()
    ledger = page.get_by_role("region", name="Hand 1", exact=True)
    expect(ledger.get_by_role("heading", name="You have gone out")).to_be_visible()
    for player, written in {"You": "70 + 0 = 70", "Ben": "25 + 9 + 4 38 60 + 38 = 98"}.items():
        expect(ledger.get_by_role("row").filter(has_text=player)).to_have_accessible_name(
            re.compile(re.escape(written))
        )
    out = ledger.get_by_role("row").filter(has_text="Cleo")
    expect(out).to_contain_text("88 + 23 = 111")
    expect(out).to_contain_text("out of the match")
    button(page, "Go on").click()
    expect(ledger).to_have_count(0)
    expect(page.locator("[data-player='2']")).to_have_attribute("data-out", "true")
    page.get_by_role("button", name="to 101 Score").click()
    sheet = page.get_by_role("dialog", name="Score")
    expect(sheet.get_by_role("row", name="Sum, out at 101 70 98 111")).to_be_visible()


def a_player_that_is_out_of_the_match_watches(enter: Enter) -> None:
    out = moment(
        phase="draw", **{**PLACES, "to_move": 1, "hands": ("", "4s 5s", "6s"), "totals": (104, 20, 30)}, active=(1, 2)
    )
    house = enter(lambda made: sit(made, begins=out, options={"seats": 3}, idle=True))
    expect(house.page.locator("[data-player='0']")).to_contain_text("out of the match")
    expect(house.page.get_by_text("You are out of the match, and look on.")).to_be_visible()
    expect(house.page.locator("[data-own]")).to_have_count(0)
    expect(meld(house.page, 1)).to_be_visible()


# --- one's hand ---


def test_the_hand_is_sorted_or_put_in_an_order_of_ones_own_that_stays(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=UNMELDED, idle=True))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(9)
    assert "X" in ids(page)[:3], "the best meld first"
    button(page, "Sort by rank").click()
    assert ids(page)[:4] == ["X", "3c", "4h", "5s"]
    button(page, "Sort by suit").click()
    assert ids(page)[0] == "X"
    drag(page, "Kd", own(page, "X"))
    assert ids(page)[:2] == ["Kd", "X"]
    page.reload()
    expect(page.locator("[data-own]")).to_have_count(9)
    assert ids(page)[:2] == ["Kd", "X"]
    assert house.heard_of(frames.MoveFrame) == []


def test_a_spectator_sees_no_hand_and_the_owners_of_melds(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=FULL, options={"seats": 6}))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.locator("[data-own]")).to_have_count(0)
    expect(page.locator("li[data-player]")).to_have_count(6)
    expect(page.locator("[data-player='1']")).to_contain_text("Ben: 70 points of 101, 3 cards")
    expect(page.get_by_role("img", name=re.compile("run of diamonds, seven to ten, Eva"))).to_be_visible()


# --- whole matches ---


def play_out(house: House, way: type[Mouse]) -> None:
    """The computer's advice to the end, hand after hand; the reckoning of each is put away."""
    page, match = house.page, cards(house)
    expect(page.locator("[data-own]")).to_have_count(10)  # as at the deal: who has not melded holds all their cards
    play_on(house, follow_advice, way)
    won = match.state.eliminated and 0 not in {seat for group in match.state.eliminated for seat in group}
    result = page.get_by_role("region", name="You won." if won else "You lost.")
    expect(result).to_contain_text(re.compile("below 51, where one is out of the match|below 51: the lowest sum wins"))
    total = match.state.totals[0]
    expect(page.locator("[data-player='0']")).to_contain_text(f"Eleni: {total} points of 51")


@pytest.mark.parametrize(
    ("game", "seats", "seed", "moves", "way"),
    [
        pytest.param("koumkan", 3, 101, 0, Mouse, id="koumkan-mouse"),
        pytest.param("koumkan", 3, 101, 8, Keyboard, id="koumkan-keyboard"),
        pytest.param("thanasis", 2, 12, 0, Keyboard, id="thanasis-keyboard"),
        pytest.param("dynamitis", 4, 3, 0, Mouse, id="dynamitis-mouse"),
    ],
)
def test_a_match_is_played_to_its_end(
    enter: Enter, game: str, seats: int, seed: int, moves: int, way: type[Mouse]
) -> None:
    """The seeds are those of short matches in which every kind of move is made; so many `moves` by the computer, which
    draws and discards, before one sits down."""
    options = {"seats": seats, "target_score": 51}
    play_out(enter(lambda made: sit(made, game=game, options=options, seed=seed, made=moves)), way)


# --- every moment ---


def _seen(house: House) -> None:
    expect(house.page.locator("[data-own]").first).to_be_in_viewport(ratio=0.9)


def _offered(house: House) -> None:
    _seen(house)
    choose(house.page, "8h")
    expect(house.page.get_by_role("group", name="What these cards make")).to_be_visible()


def _weighed(house: House) -> None:
    _seen(house)
    choose(house.page, "4c")
    expect(house.page.get_by_role("region", name="Without four of clubs")).to_be_visible()


def _counted(house: House) -> None:
    choose(house.page, "9h")
    button(house.page, "Discard and go out").click()
    expect(house.page.get_by_role("heading", name="You have gone out")).to_be_visible()


def _ended(house: House) -> None:
    _counted(house)
    expect(house.page.get_by_role("button", name="Rematch")).to_be_visible()


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}
ZOOMED = {**LIGHT, "viewport": HALF}
SIDEWAYS = {**DARK, "viewport": {"width": PHONE["height"], "height": PHONE["width"]}}
AGAIN = {_seen: _seen}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "drawing": Moment(_seen, {"begins": DRAWING}, [{**DARK, "color_scheme": "light"}]),
    "offered": Moment(_offered, {"begins": PLAYING}, [{**LIGHT, "color_scheme": "dark"}, ZOOMED]),
    "six": Moment(_offered, {"begins": FULL, "options": {"seats": 6}}, [LIGHT, DARK]),
    "weighed": Moment(_weighed, {"begins": THRIFTY, "game": "thanasis"}, [LIGHT, DARK, SIDEWAYS]),
    "counted": Moment(_counted, {"begins": CLOSING, "options": {"seats": 3}}, [LIGHT, DARK]),
    "ended": Moment(_ended, {"begins": DECIDING}, [LIGHT, DARK]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, partial(sit, idle=True), MOMENTS, AGAIN)


def a_computers_place_is_said_in_words(enter: Enter) -> None:
    names = (*SIX[:3], "bot-1", "bot-2", SIX[5])
    house = enter(lambda made: sit(made, begins=FULL, options={"seats": 6}, names=names, idle=True))
    expect(house.page.locator("[data-player='3']")).to_contain_text(": 88 points of 101")
    expect(house.page.locator("[data-player='4']")).to_contain_text(": 103 points of 101")


def test_a_player_that_is_out_and_a_computer_are_named_in_words(enter: Enter) -> None:
    on_one_page(
        enter,
        a_hand_is_counted_card_by_card_and_a_player_at_the_target_is_out,
        a_player_that_is_out_of_the_match_watches,
        a_computers_place_is_said_in_words,
    )

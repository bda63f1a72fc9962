"""The mpirimpa table: drawn, melded and discarded by mouse, touch and keys against the engine; usable by all."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games import mpirimpa_cases
from tests.web.games.meld_match import Keyboard, button, cards, choose, drag, follow_advice, ids, play_on
from tests.web.games.mpirimpa import moment, sit
from tests.web.games.test_pilotta import by_keys, moved, own
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

pytestmark = pytest.mark.browser

HAND = "X 2d 3h 4h 6h 8h 9c Tc Jc 6d Qs"
TABLE = (("5s 6s 7s 8s 9s Ts Js", "5d X 7d"), ("3c 4c 5c 6c 7c 8c 9c Tc", "Qh Kh Ah 2c"))
PILE = "7h Js 4d Kh 5h"
PLACES: dict[str, Any] = {"hands": (HAND, "4s 4s 5h 6c"), "table": TABLE, "trump": "s", "to_move": 0}
DRAWING = moment(phase="draw", pile=PILE, **PLACES)
PLAYING = moment(phase="play", pile=PILE, drawn="9c", **PLACES)
PRO = moment("mpirimpa_pro", phase="draw", pile=PILE, **PLACES)
BARE = moment(
    phase="play", pile=PILE, drawn="9c", **{**PLACES, "table": ((), TABLE[1]), "hands": ("9c Tc Jc 3h", "4s")}
)
LONE = moment(phase="draw", pile="7c", **PLACES)
POTS = ("3s 3s 9h 9h Td Jd Qd Kd Ac Ad 8d", "3d 3d 8h 8h 9d 9d Kc Kc Qc Qc Ah")
POT = moment(phase="play", pile=PILE, pots=POTS, **{**PLACES, "hands": ("Qs", "4s 4s 5h 6c")})
CLOSING: dict[str, Any] = {
    "phase": "play",
    "pile": PILE,
    "pots": ("", POTS[1]),
    "pot_taken": (True, False),
    **PLACES,
    "hands": ("9h", "X Jc 4d"),
}
LONG = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As Qc Qh 9d 9h 8c Jd Kd Ac Td Th 2h"
COLUMNS = {"seats": 4, "columns": True}
FULL = moment(
    options=COLUMNS,
    phase="play",
    trump="h",
    to_move=0,
    hands=(LONG, "4s", "5h 6c", "6d"),
    table=(
        ("5s 6s 7s 8s 9s Ts Js", "5d X 7d", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Jc Qc Kc"),
        ("Kd Kh Ks Kc", "3c 4c 5c"),
    ),
    pile="Qd Qs Jc 4h 4d 4c 9c 9c Tc 3h 3d 7c 7c 8d",
    pot_taken=(False, True),
    stock_count=20,
)


def test_the_clients_cases_are_what_the_engine_says() -> None:
    assert mpirimpa_cases.PATH.read_text() == mpirimpa_cases.text(), "run `python -m tests.web.games.mpirimpa_cases`"


# --- stock and pile ---


def a_card_is_drawn_by_the_button_and_pointed_out(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    expect(page.get_by_text("Your turn: draw a card or take the pile.")).to_be_visible()
    button(page, "Draw a card").click()
    assert moved(house) == {"move": "draw"}
    expect(page.locator("[data-own]")).to_have_count(12)
    expect(page.locator("[data-own][data-marked=true]")).to_have_count(1)
    expect(page.get_by_role("img", name="Stock: 39 cards")).to_be_visible()


def the_whole_pile_lies_open_and_is_taken_with_a_press_on_it(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    pile = page.get_by_role("list", name="Pile: 5 cards")
    expect(pile.get_by_role("listitem")).to_contain_text(
        ["seven of hearts", "jack of spades", "four of diamonds", "king of hearts", "five of hearts"]
    )
    page.locator("[data-drop=pile]").click()
    assert moved(house) == {"move": "take_pile"}
    expect(page.locator("[data-own]")).to_have_count(16)
    expect(page.get_by_role("status").filter(has_text="Eleni takes the pile, 5 cards.")).to_have_count(1)


def test_in_pro_the_pile_is_taken_in_two_steps_of_which_the_first_can_be_undone(enter: Enter) -> None:
    house = enter(lambda made: sit(made, game="mpirimpa_pro", begins=PRO, idle=True))
    page = house.page
    button(page, "Take the pile").click()
    expect(page.locator("[data-own]")).to_have_count(16)
    expect(page.get_by_text("The pile is in your hand, as a try.")).to_be_visible()
    button(page, "Take it").click()
    expect(page.get_by_text("In Pro you take the pile only if")).to_be_visible()
    choose(page, "7h", "6h", "8h")
    button(page, "Lay down").click()
    expect(page.get_by_role("button", name="run of hearts, six to eight")).to_be_visible()
    button(page, "Undo").click()
    expect(page.get_by_role("button", name="run of hearts, six to eight")).to_have_count(0)
    button(page, "Cancel").click()
    expect(page.locator("[data-own]")).to_have_count(11)
    assert house.heard_of(frames.MoveFrame) == []

    button(page, "Take the pile").click()
    choose(page, "7h", "6h", "8h")
    button(page, "Lay down").click()
    choose(page, "Qs")
    page.locator("[data-meld='1']").click()
    button(page, "Take it").click()
    plays = moved(house)["plays"]
    assert [(play["move"], sorted(play["cards"])) for play in plays] == [
        ("meld", ["6h", "7h", "8h"]),
        ("lay_off", ["Qs"]),
    ]
    expect(page.locator("[data-own]")).to_have_count(12)
    expect(page.get_by_role("button", name=re.compile("run of spades, five to queen"))).to_be_visible()


# --- melds ---


def by_mouse(page: Page) -> None:
    choose(page, "Jc", "9c", "Tc")
    page.get_by_role("button", name="Lay down: run of clubs, nine to jack").click()


def by_drag(page: Page) -> None:
    choose(page, "Jc", "9c", "Tc")
    drag(page, "9c", page.get_by_role("group", name="Melds: You"))


def by_keyboard(page: Page) -> None:
    for card in ("9c", "Tc", "Jc"):
        by_keys(page, card)
    while page.evaluate("document.activeElement.textContent") != "Lay down":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")


WAYS = (by_mouse, by_drag, by_keyboard)


def a_meld_is_seen_as_it_will_lie_and_laid(enter: Enter, lay: Callable[[Page], None]) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    lay(page)
    assert sorted(moved(house)["cards"]) == ["9c", "Jc", "Tc"]
    expect(page.get_by_role("button", name="run of clubs, nine to jack")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Eleni lays down: run of clubs, nine to jack.")).to_have_count(1)
    expect(page.locator("[data-own]")).to_have_count(8)


def test_a_card_is_added_with_two_taps(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True), viewport=PHONE, has_touch=True)
    page = house.page
    own(page, "Qs").tap(position={"x": 10, "y": 14})
    meld = page.locator("[data-meld='1']")
    expect(meld).to_have_attribute("data-fits", "true")
    meld.tap(position={"x": 10, "y": 14})
    assert moved(house) == {"move": "lay_off", "meld": 1, "cards": ["Qs"]}
    expect(page.get_by_role("button", name="run of spades, five to queen, Clean 500 ★")).to_be_visible()


def a_natural_card_takes_the_place_of_the_wild_one_which_moves_on(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    expect(page.locator("[data-meld='2']")).to_have_accessible_name(
        "run of diamonds, five to seven, joker stands for six of diamonds"
    )
    choose(page, "6d")
    expect(page.get_by_text("wild → eight of diamonds")).to_be_visible()
    drag(page, "6d", page.locator("[data-meld='2']"))
    assert moved(house) == {"move": "lay_off", "meld": 2, "cards": ["6d"]}
    expect(page.get_by_role("button", name="joker stands for eight of diamonds")).to_be_visible()


def for_a_wild_card_the_end_is_asked(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    choose(page, "X")
    page.locator("[data-meld='1']").click()
    ends = page.get_by_role("group", name="At which end?")
    expect(ends.get_by_role("button")).to_have_count(2)
    ends.get_by_role("button", name="four to jack").click()
    assert moved(house) == {"move": "lay_off", "meld": 1, "cards": ["X"], "end": "low"}
    expect(page.get_by_role("button", name="joker stands for four of spades, Dirty 300 ★")).to_be_visible()


def what_cannot_be_laid_says_why_and_leads_to_the_rules(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    choose(page, "9c", "Tc", "6d")
    expect(page.get_by_text("A run is of one suit.")).to_be_visible()
    page.keyboard.press("Escape")
    drag(page, "Qs", page.locator("[data-meld='3']"))
    expect(page.get_by_text("You can add only to melds of your own side.")).to_be_visible()
    drag(page, "4h", page.locator("[data-meld='1']"))
    expect(page.get_by_text("This card does not fit there.")).to_be_visible()
    page.get_by_role("button", name="See the rules").last.click()
    expect(page.locator("[data-marked=true]").last).to_contain_text("Adding to melds")
    assert house.heard_of(frames.MoveFrame) == []


def without_a_biriba_two_cards_stay_in_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BARE, idle=True))
    expect(house.page.get_by_text("Without a biriba keep two cards; then discard.")).to_be_visible()
    choose(house.page, "9c", "Tc", "Jc")
    expect(house.page.get_by_text("You need a biriba first.")).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == []


def test_melds_are_laid_and_added_to(enter: Enter) -> None:
    on_one_page(
        enter,
        *(partial(a_meld_is_seen_as_it_will_lie_and_laid, lay=each) for each in WAYS),
        a_natural_card_takes_the_place_of_the_wild_one_which_moves_on,
        for_a_wild_card_the_end_is_asked,
        what_cannot_be_laid_says_why_and_leads_to_the_rules,
        without_a_biriba_two_cards_stay_in_hand,
    )


# --- discard, pot, the hand's end ---


def a_card_is_discarded_by_button_and_by_drag(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=LONE, idle=True))
    page = house.page
    drag(page, "4h", page.locator("[data-drop=pile]"))
    expect(page.get_by_text("First draw a card, or take the pile.")).to_be_visible()
    button(page, "Take the pile").click()
    assert moved(house) == {"move": "take_pile"}
    choose(page, "7c")
    button(page, "Discard").click()
    expect(page.get_by_text("The only card of the pile may not go back")).to_be_visible()
    page.keyboard.press("Escape")
    drag(page, "3h", page.locator("[data-drop=pile]"))
    assert moved(house, 2) == {"move": "discard", "card": "3h"}
    expect(page.get_by_text("Ben draws.").first).to_be_visible()


def test_cards_come_from_the_stock_and_the_pile(enter: Enter) -> None:
    on_one_page(
        enter,
        a_card_is_drawn_by_the_button_and_pointed_out,
        the_whole_pile_lies_open_and_is_taken_with_a_press_on_it,
        a_card_is_discarded_by_button_and_by_drag,
    )


def the_pot_is_taken_with_the_last_card(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=POT, idle=True))
    page = house.page
    choose(page, "Qs")
    page.locator("[data-meld='1']").click()
    expect(page.locator("[data-own]")).to_have_count(11)
    expect(page.get_by_role("status").filter(has_text="Eleni takes the pot and plays on.")).to_have_count(1)
    expect(page.get_by_role("group", name="You", exact=True)).to_contain_text("Pot taken, and played on at once")


def a_hand_is_counted_line_by_line(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=moment(**CLOSING), idle=True))
    page = house.page
    choose(page, "9h")
    button(page, "Discard").click()
    ledger = page.get_by_role("region", name="Hand 1", exact=True)
    expect(ledger.get_by_role("heading", name="You have closed")).to_be_visible()
    rows = ["Clean biriba of trumps 500 –", "Clean biriba – 200", "Closing 100 –", "Cards in hand 0 −35"]
    for row in [*rows, "Cards on the table 85 110", "This hand 685 275", "Match, to 1005 685 275"]:
        expect(ledger.get_by_role("row", name=row)).to_be_visible()
    button(page, "Go on").click()
    expect(ledger).to_have_count(0)
    expect(page.locator("[data-own]")).to_have_count(11)
    page.get_by_role("button", name="to 1005 Score").click()
    expect(page.get_by_role("dialog", name="Score").get_by_role("row", name="Sum, to 1005 685 275")).to_be_visible()


def test_the_pot_is_taken_and_a_hand_is_counted(enter: Enter) -> None:
    on_one_page(
        enter,
        the_pot_is_taken_with_the_last_card,
        a_hand_is_counted_line_by_line,
    )


# --- one's hand ---


def test_the_hand_is_sorted_or_put_in_an_order_of_ones_own_that_stays(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(11)
    assert ids(page)[:2] == ["X", "2d"]
    button(page, "Sort by rank").click()
    assert ids(page)[2:6] == ["3h", "4h", "6d", "6h"]
    drag(page, "Qs", own(page, "X"))
    assert ids(page)[:3] == ["Qs", "X", "2d"]
    by_keys(page, "Qs")
    page.keyboard.press("Shift+ArrowRight")
    assert ids(page)[:3] == ["X", "Qs", "2d"]
    expect(own(page, "Qs")).to_be_focused()
    page.reload()
    expect(page.locator("[data-own]")).to_have_count(11)
    assert ids(page)[:3] == ["X", "Qs", "2d"]
    assert house.heard_of(frames.MoveFrame) == []


def test_a_spectator_sees_no_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=PLAYING))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.get_by_role("list", name="Pile: 5 cards")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(0)
    expect(page.get_by_role("img", name="11 cards")).to_be_visible()
    expect(page.get_by_role("img", name="4 cards")).to_be_visible()


# --- a whole match ---


def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    """Against the computer, hand after hand; every reckoning is the engine's. One sits down before the last moves of
    every kind."""
    house = enter(lambda made: sit(made, options={"target_score": 505}, seed=SHORT, made=LATE))
    page = house.page
    expect(page.locator("[data-own]").first).to_be_visible()
    match = cards(house)
    play_on(house, follow_advice, Keyboard)
    one, other = match.state.totals
    result = page.get_by_role("region", name="You won." if one > other else "You lost.")
    expect(result).to_contain_text(re.compile("The match was to 505; reached by|Both sides have the 505"))
    written = [f"{points}".replace("-", "−") for points in (one, other)]
    expect(page.get_by_role("row", name=f"Match, to 505 {written[0]} {written[1]}")).to_be_visible()


SHORT = 42
"""The seed of a short match."""
LATE = 40
"""So many of its moves have been made."""


# --- every moment ---


def _seen(house: House) -> None:
    expect(house.page.locator("[data-own]").first).to_be_in_viewport(ratio=0.9)


def _offered(house: House) -> None:
    _seen(house)
    choose(house.page, "Jc", "9c", "Tc")
    expect(house.page.get_by_role("group", name="What these cards make")).to_be_visible()


def _adding(house: House) -> None:
    _seen(house)
    choose(house.page, "2h")
    expect(house.page.get_by_text("Choose one of the marked melds.")).to_be_visible()


def _taking(house: House) -> None:
    button(house.page, "Take the pile").click()
    expect(house.page.get_by_text("The pile is in your hand, as a try.")).to_be_visible()


def _counted(house: House) -> None:
    choose(house.page, "9h")
    button(house.page, "Discard").click()
    expect(house.page.get_by_role("row", name="This hand")).to_be_visible()


def _ended(house: House) -> None:
    _counted(house)
    expect(house.page.get_by_role("button", name="Rematch")).to_be_visible()


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}
ZOOMED = {**LIGHT, "viewport": HALF}
DECIDED = {"begins": moment(options={"target_score": 505}, **CLOSING), "options": {"target_score": 505}}
AGAIN = {_seen: _seen}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "drawing": Moment(_seen, {"begins": DRAWING}, [LIGHT, {**DARK, "color_scheme": "light"}]),
    "offered": Moment(_offered, {"begins": PLAYING}, [{**LIGHT, "color_scheme": "dark"}, DARK, ZOOMED]),
    "full": Moment(_adding, {"begins": FULL, "options": COLUMNS}, [LIGHT, DARK]),
    "taking": Moment(_taking, {"begins": PRO, "game": "mpirimpa_pro"}, [DARK]),
    "counted": Moment(_counted, {"begins": moment(**CLOSING)}, [LIGHT, DARK]),
    "ended": Moment(_ended, DECIDED, [LIGHT, DARK]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, partial(sit, idle=True), MOMENTS, AGAIN)

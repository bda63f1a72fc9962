"""The buraco table: drawn, melded and discarded by mouse, touch and keys against the engine; usable by all."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games import buraco_cases
from tests.web.games.buraco import moment, sit
from tests.web.games.meld_match import Keyboard, Mouse, button, cards, choose, drag, follow_advice, ids, play_on
from tests.web.games.test_pilotta import by_keys, moved, own
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

pytestmark = pytest.mark.browser

HAND = "2c 2d 3h 4h 6h 9c Tc Jc 6d Qs 3s"
TABLE = (("4s 5s 6s 7s 8s 9s Ts", "5d 2h 7d", "Jh Jd Jc"), ("3c 4c 5c 6c 7c 8c 9c Tc", "Qh Kh Ah 2s"))
PILE = "7h Js 4d Kh 5h"
PLACES: dict[str, Any] = {"hands": (HAND, "4h 4d 5h 6c"), "table": TABLE, "to_move": 0}
DRAWING = moment(phase="draw", pile=PILE, **PLACES)
PLAYING = moment(phase="play", pile=PILE, drawn="9c", **PLACES)
LONE = moment(phase="draw", pile="7c", **PLACES)
POTS = ("3s 3d 9h 8h Td Jd Qd Kd Ac Ad 8d", "3d 4c 8h 8s 9d 9s Kc Kc Qc Qc Ah")
LAST = moment(phase="play", pile=PILE, pots=POTS, **{**PLACES, "hands": ("3s", "4h 4d 5h 6c")})
TAKEN: dict[str, Any] = {
    "phase": "play",
    "pile": PILE,
    "pots": ("", POTS[1]),
    "pot_taken": (True, False),
    "pot_by": (0, None),
    "to_move": 0,
}
UNUSED = moment(**TAKEN, hands=("9c Tc Jc 3h 4h", "4s"), table=((), TABLE[1]))
BARE = moment(**TAKEN, pot_used=(True, False), hands=("9c Tc Jc 3h", "4s"), table=((), TABLE[1]))
CLOSING: dict[str, Any] = {**TAKEN, "pot_used": (True, False), "table": TABLE, "hands": ("9h", "2d Jc 4d")}
OUT: dict[str, Any] = {**CLOSING, "hands": ("Js", "2d Jc 4d")}
LONG = "3s 3d 4d 5s 6d 7s 8s 8d 9s Td Js Qs Kd As Qc Qh 9d 9h 8c Jd Ac Ad Th 2h 2d 2c"
FOUR = {"seats": 4}
FULL = moment(
    options=FOUR,
    phase="play",
    to_move=0,
    hands=(LONG, "4s", "5h 6c", "6d"),
    table=(
        ("4s 5s 6s 7s 8s 9s Ts", "5d 2h 7d", "Ah 2d 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Jc Qc Kc", "Ks Kh Kc"),
        ("3c 4c 5c 6c 7c 8c 9c Tc", "Jd Qd Kd 2c", "Jh Js Jc"),
    ),
    pile="5c Qs 7h 4h 4d 4c 9c Tc 3h 3d 7c 6s 8h",
    pot_taken=(False, True),
    pot_by=(None, 1),
    stock_count=7,
)


def test_the_clients_cases_are_what_the_engine_says() -> None:
    assert buraco_cases.PATH.read_text() == buraco_cases.text(), "run `python -m tests.web.games.buraco_cases`"


# --- stock and pile ---


def a_card_is_drawn_by_the_button_and_pointed_out(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    expect(page.get_by_text("Your turn: draw a card or take the pile.")).to_be_visible()
    button(page, "Draw a card").click()
    assert moved(house) == {"move": "draw"}
    expect(page.locator("[data-own]")).to_have_count(12)
    expect(page.locator("[data-own][data-marked=true]")).to_have_count(1)


def the_whole_pile_lies_open_is_taken_with_a_press_on_it_and_pointed_out(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAWING, idle=True))
    page = house.page
    pile = page.get_by_role("list", name="Pile: 5 cards")
    expect(pile.get_by_role("listitem")).to_contain_text(["seven of hearts", "jack of spades", "four of diamonds"])
    page.locator("[data-drop=pile]").click()
    assert moved(house) == {"move": "take_pile"}
    expect(page.locator("[data-own]")).to_have_count(16)
    expect(page.locator("[data-own][data-marked=true]")).to_have_count(5)
    expect(page.get_by_role("status").filter(has_text="Eleni takes the pile, 5 cards.")).to_have_count(1)


def the_only_card_of_the_pile_does_not_go_back(enter: Enter) -> None:
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
    drag(page, "4h", page.locator("[data-drop=pile]"))
    assert moved(house, 2) == {"move": "discard", "card": "4h"}
    expect(page.get_by_text("Ben draws.").first).to_be_visible()


def test_cards_come_from_the_stock_and_the_pile(enter: Enter) -> None:
    on_one_page(
        enter,
        a_card_is_drawn_by_the_button_and_pointed_out,
        the_whole_pile_lies_open_is_taken_with_a_press_on_it_and_pointed_out,
        the_only_card_of_the_pile_does_not_go_back,
    )


# --- melds ---


def by_mouse(page: Page) -> None:
    choose(page, "9c", "2d", "2c", "Jc")
    page.get_by_role("button", name="Lay down: run of clubs, nine to queen").click()


def by_drag(page: Page) -> None:
    choose(page, "9c", "2d", "2c", "Jc")
    drag(page, "9c", page.get_by_role("group", name="Melds: You"))


def by_keyboard(page: Page) -> None:
    for card in ("9c", "2d", "2c", "Jc"):
        by_keys(page, card)
    while page.evaluate("document.activeElement.textContent") != "Lay down":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")


WAYS = (by_mouse, by_drag, by_keyboard)


def a_meld_with_two_wild_cards_is_seen_as_it_will_lie_and_laid(enter: Enter, lay: Callable[[Page], None]) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    lay(page)
    assert sorted(moved(house)["cards"]) == ["2c", "2d", "9c", "Jc"]
    run = "run of clubs, nine to queen, two of diamonds stands for ten of clubs, two of clubs stands for queen of clubs"
    expect(page.get_by_role("button", name=run)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=f"Eleni lays down: {run}.")).to_have_count(1)
    expect(page.locator("[data-own]")).to_have_count(7)


def test_a_card_is_added_with_two_taps(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True), viewport=PHONE, has_touch=True)
    page = house.page
    own(page, "3s").tap(position={"x": 10, "y": 14})
    meld = page.locator("[data-meld='1']")
    expect(meld).to_have_attribute("data-fits", "true")
    meld.tap(position={"x": 10, "y": 14})
    assert moved(house) == {"move": "lay_off", "meld": 1, "cards": ["3s"]}
    expect(page.get_by_role("button", name="run of spades, three to ten, Clean 200")).to_be_visible()


def a_natural_card_takes_the_place_of_the_wild_one_which_moves_on(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    expect(page.locator("[data-meld='2']")).to_have_accessible_name(
        "run of diamonds, five to seven, two of hearts stands for six of diamonds"
    )
    choose(page, "6d")
    expect(page.get_by_text("wild → eight of diamonds")).to_be_visible()
    drag(page, "6d", page.locator("[data-meld='2']"))
    assert moved(house) == {"move": "lay_off", "meld": 2, "cards": ["6d"]}
    expect(page.get_by_role("button", name="two of hearts stands for eight of diamonds")).to_be_visible()


def a_group_is_marked_as_no_canasta(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    meld = house.page.locator("[data-meld='3']")
    expect(meld).to_have_accessible_name("3 of a rank: jack, no canasta")
    expect(meld).to_contain_text("no canasta")


def before_a_clean_canasta_is_dirtied_one_is_asked(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    question = page.get_by_role("group", name="This makes a clean canasta dirty: 200 points become 100.")
    drag(page, "2d", page.locator("[data-meld='1']"))
    ends = page.get_by_role("group", name="At which end?")
    ends.get_by_role("button", name="four to jack").click()
    expect(question).to_be_visible()
    expect(button(page, "Leave it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert house.heard_of(frames.MoveFrame) == []
    choose(page, "2d")
    page.locator("[data-meld='1']").click()
    ends.get_by_role("button", name="three to ten").click()
    button(page, "Do it").click()
    assert moved(house) == {"move": "lay_off", "meld": 1, "cards": ["2d"], "end": "low"}
    expect(page.get_by_role("button", name="two of diamonds stands for three of spades, Dirty 100")).to_be_visible()
    choose(page, "3s")
    page.locator("[data-meld='1']").click()
    assert moved(house, 2) == {"move": "lay_off", "meld": 1, "cards": ["3s"]}
    expect(page.get_by_role("button", name="two of diamonds stands for jack of spades, Dirty 100")).to_be_visible()


def what_cannot_be_laid_says_why_and_leads_to_the_rules(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    choose(page, "9c", "2c", "2d")
    expect(page.get_by_text("A meld needs two natural cards")).to_be_visible()
    page.keyboard.press("Escape")
    drag(page, "Qs", page.locator("[data-meld='4']"))
    expect(page.get_by_text("You can add only to melds of your own side.")).to_be_visible()
    drag(page, "4h", page.locator("[data-meld='1']"))
    expect(page.get_by_text("This card does not fit there.")).to_be_visible()
    page.get_by_role("button", name="See the rules").last.click()
    expect(page.locator("[data-marked=true]").last).to_contain_text("Adding to melds")
    assert house.heard_of(frames.MoveFrame) == []


def test_melds_are_laid_and_added_to(enter: Enter) -> None:
    on_one_page(
        enter,
        *(
            partial(a_meld_with_two_wild_cards_is_seen_as_it_will_lie_and_laid, lay=each)
            for each in (by_mouse, by_drag, by_keyboard)
        ),
        a_natural_card_takes_the_place_of_the_wild_one_which_moves_on,
        a_group_is_marked_as_no_canasta,
        before_a_clean_canasta_is_dirtied_one_is_asked,
        what_cannot_be_laid_says_why_and_leads_to_the_rules,
    )


# --- the pot, going out, the hand's end ---


def without_a_clean_canasta_two_cards_stay_in_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BARE, idle=True))
    expect(house.page.get_by_text("Without a clean canasta keep two cards; then discard.")).to_be_visible()
    choose(house.page, "9c", "Tc", "Jc")
    expect(house.page.get_by_text("You need a clean canasta to go out.")).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == []


def the_pot_is_taken_with_the_last_card_and_costs_points_until_it_is_used(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=LAST, idle=True))
    page = house.page
    side = page.get_by_role("group", name="You", exact=True)
    expect(side).to_contain_text("it costs 100 points")
    expect(page.get_by_text("with an empty hand you take the pot")).to_be_visible()
    choose(page, "3s")
    page.locator("[data-meld='1']").click()
    expect(page.locator("[data-own]")).to_have_count(11)
    expect(page.get_by_role("status").filter(has_text="Eleni takes the pot and plays on.")).to_have_count(1)
    expect(side).to_contain_text("it still costs 100 points")
    expect(page.get_by_text("until you do, the pot costs 100")).to_be_visible()
    choose(page, "8d")
    page.locator("[data-meld='2']").click()
    expect(page.get_by_role("status").filter(has_text="The pot is used.")).to_have_count(1)
    expect(side).to_contain_text("it costs nothing")


def a_player_with_an_unused_pot_sees_its_cost(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=UNUSED, idle=True))
    expect(house.page.get_by_text("Lay down or add a card: until you do, the pot costs 100.")).to_be_visible()
    expect(house.page.get_by_role("group", name="You", exact=True)).to_contain_text("Pot taken: −100")


def with_a_clean_canasta_the_last_card_goes_out_by_a_play_too(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=moment(**OUT), idle=True))
    page = house.page
    expect(
        page.get_by_text("You have a clean canasta: lay down or discard your last card and you are out.")
    ).to_be_visible()
    drag(page, "Js", page.locator("[data-meld='1']"))
    assert moved(house) == {"move": "lay_off", "meld": 1, "cards": ["Js"]}
    expect(page.get_by_role("heading", name="You have gone out")).to_be_visible()


def a_hand_is_counted_line_by_line(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=moment(**CLOSING), idle=True))
    page = house.page
    choose(page, "9h")
    button(page, "Discard").click()
    ledger = page.get_by_role("region", name="Hand 1", exact=True)
    expect(ledger.get_by_role("heading", name="You have gone out")).to_be_visible()
    rows = ["Clean canasta 200 200", "Cards on the ", "Going out 100 –", "Cards in hand 0 −25"]
    for row in [*rows, "Pot not taken – −100", "This hand 400 175", "Match, to 2000 400 175"]:
        expect(ledger.get_by_role("row", name=row)).to_be_visible()
    button(page, "Go on").click()
    expect(ledger).to_have_count(0)
    expect(page.locator("[data-own]")).to_have_count(11)
    page.get_by_role("button", name="to 2000 Score").click()
    expect(page.get_by_role("dialog", name="Score").get_by_role("row", name="Sum, to 2000 400 175")).to_be_visible()


def test_the_pot_is_taken_and_the_hand_ends(enter: Enter) -> None:
    on_one_page(
        enter,
        without_a_clean_canasta_two_cards_stay_in_hand,
        the_pot_is_taken_with_the_last_card_and_costs_points_until_it_is_used,
        a_player_with_an_unused_pot_sees_its_cost,
        with_a_clean_canasta_the_last_card_goes_out_by_a_play_too,
        a_hand_is_counted_line_by_line,
    )


def test_the_count_waits_to_be_read_though_the_next_hand_goes_on(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=moment(**CLOSING)))
    page = house.page
    choose(page, "9h")
    button(page, "Discard").click()
    expect(page.get_by_role("list", name="Pile: 1 card")).to_be_attached()
    expect(page.get_by_role("heading", name="You have gone out")).to_be_visible()
    button(page, "Go on").click()
    expect(page.get_by_role("heading", name="You have gone out")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-own]")).to_have_count(11)
    expect(page.get_by_role("heading", name="You have gone out")).to_have_count(0)


# --- one's hand ---


def test_the_hand_is_sorted_or_put_in_an_order_of_ones_own_that_stays(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PLAYING, idle=True))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(11)
    assert ids(page)[:2] == ["2c", "2d"]
    drag(page, "Qs", own(page, "2c"))
    page.reload()
    expect(page.locator("[data-own]")).to_have_count(11)
    assert ids(page)[:3] == ["Qs", "2c", "2d"]
    button(page, "Sort by rank").click()
    assert ids(page)[:6] == ["2c", "2d", "3s", "3h", "4h", "6d"]


def test_a_spectator_sees_the_sizes_of_hands_and_no_hand(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=FULL, options=FOUR))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.get_by_role("list", name="Pile: 13 cards")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(0)
    for seat, count in (("Ana", "26 cards"), ("Ben", "1 card"), ("Cleo", "2 cards")):
        expect(page.get_by_role("group", name=seat, exact=True).get_by_role("img", name=count)).to_be_visible()


# --- a whole match ---


@pytest.mark.parametrize(
    ("way", "seed", "moves"),
    [pytest.param(Mouse, 68, 30, id="mouse"), pytest.param(Keyboard, 7, 12, id="keys")],
)
def test_a_match_is_played_to_its_end(enter: Enter, way: type[Mouse], seed: int, moves: int) -> None:
    """With computers; every reckoning is the engine's. The seeds are of the shortest matches of two hands and one. One
    sits down late in the first hand, before the last moves of every kind; by mouse the second hand is played whole."""
    house = enter(lambda made: sit(made, options={"seats": 4, "target_score": 500}, seed=seed, made=moves))
    page = house.page
    expect(page.get_by_text("your partner", exact=True)).to_have_count(1)
    expect(page.locator("[data-own]").first).to_be_visible()
    match = cards(house)
    play_on(house, follow_advice, way)
    one, other = match.state.totals
    expect(page.get_by_role("region", name="You won." if one > other else "You lost.")).to_be_visible()
    written = [f"{points}".replace("-", "−") for points in (one, other)]
    expect(page.get_by_role("row", name=f"Match, to 500 {written[0]} {written[1]}")).to_be_visible()


# --- every moment ---


def _seen(house: House) -> None:
    expect(house.page.locator("[data-own]").first).to_be_in_viewport(ratio=0.9)


def _offered(house: House) -> None:
    _seen(house)
    choose(house.page, "9c", "2d", "2c", "Jc")
    expect(house.page.get_by_role("group", name="What these cards make")).to_be_visible()


def _adding(house: House) -> None:
    _seen(house)
    choose(house.page, "2h")
    expect(house.page.get_by_text("Choose one of the marked melds.")).to_be_visible()


def _asked(house: House) -> None:
    _seen(house)
    choose(house.page, "2d")
    house.page.locator("[data-meld='1']").click()
    house.page.get_by_role("button", name="three to ten").click()
    expect(house.page.get_by_text("This makes a clean canasta dirty")).to_be_visible()


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
ROUND = {"match_mode": "round"}
DECIDED = {"begins": moment(options=ROUND, **CLOSING), "options": ROUND}
AGAIN = {_seen: _seen}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "drawing": Moment(_seen, {"begins": DRAWING}, [LIGHT, {**DARK, "color_scheme": "light"}]),
    "offered": Moment(_offered, {"begins": PLAYING}, [DARK, ZOOMED]),
    "asked": Moment(_asked, {"begins": PLAYING}, [{**LIGHT, "color_scheme": "dark"}, DARK]),
    "full": Moment(_adding, {"begins": FULL, "options": FOUR}, [LIGHT, DARK]),
    "counted": Moment(_counted, {"begins": moment(**CLOSING)}, [LIGHT, DARK]),
    "ended": Moment(_ended, DECIDED, [LIGHT, DARK]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, partial(sit, idle=True), MOMENTS, AGAIN)

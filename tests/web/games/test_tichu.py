"""The tichu table: every phase, question and special card against the engine; a whole match; usable by all."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.by_keyboard import Keyboard, Listener
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games import tichu_cases
from tests.web.games.test_pilotta import _whole_hand as whole_hand
from tests.web.games.tichu import OTHERS, TICHU, Pairs, moment, played, sit
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

browser = pytest.mark.browser

GRAND = played(lambda state: bool(state.hands))
EXCHANGE = played(lambda state: state.phase == "exchange")
LEADING = played(lambda state: state.phase == "play" and state.turn == 0 and state.hands[0].bit_count() == 14, 13)
PHOENIX = moment(phase="play", turn=0, hands=("5j 6j 7s 8s Kt PHX Js Jt", *OTHERS))
MAHJONG = moment(phase="play", turn=0, hands=("MJ Kj Ks Tj", *OTHERS))
BOUND = moment(phase="play", turn=0, wish="9", hands=("9j Kj 7t 7s", *OTHERS), plays=[(3, "5j")], trick_cards=["5j"])
BOMBING = moment(phase="play", turn=2, hands=("7j 7s 7p 7t Kt", *OTHERS), plays=[(1, "5s 5j")], passes=0)
WINDOW = moment(phase="window", hands=("7j 7s 7p 7t Kt", *OTHERS), plays=[(1, "5s 5j")], passes=3)
OVER = moment(phase="window", hands=("7j 7s 7p Kj Kt", *OTHERS), plays=[(1, "5s 5j"), (2, "8s 8j")], passes=3)
NO_BOMB = moment(phase="window", hands=("7j 7s 7p Kj Kt", *OTHERS), plays=[(1, "5s 5j")], passes=3)
DRAGON = moment(phase="dragon", turn=0, hands=("7j Kt", *OTHERS), plays=[(3, "As"), (0, "DRG")], passes=3)
DOG = moment(phase="play", turn=0, hands=("DOG 5j Kt", *OTHERS))
STRAIGHT = moment(
    phase="play",
    turn=0,
    wish="Q",
    calls=[None, "grand", "tichu", None],
    hands=("MJ 4j 5s 5j 7s 7j 9t Tj Js Jj Kj As Aj DRG", "2s 3s", OTHERS[1], "2t 3t 6t"),
    plays=[(1, "4s 5p 6j 7p 8s 9s Tt")],
)
LONG = moment(
    phase="window",
    hands=("MJ 4j 5s", "Kj Ks", OTHERS[1], "2t 3t"),
    plays=[(2, "2s 3s 4s 5p 6j 7p 8s 9s Tt"), (3, "3j 4t 5t 6s 7t 8t 9t Ts Js")],
    passes=3,
)


def own(page: Page, card: str) -> Locator:
    return page.locator(f"[data-own='{card}']")


def choose(page: Page, cards: str) -> None:
    for card in cards.split():
        own(page, card).click(position={"x": 10, "y": 16})


def pairs(house: House) -> Pairs:
    assert isinstance(house.match, Pairs)
    return house.match


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def moved(house: House, count: int = 1) -> dict[str, Any]:
    """The last of so many moves that the page has sent."""
    return dict(house.wait_for(frames.MoveFrame, count).move)


def countdown(page: Page) -> Locator:
    return page.get_by_role("timer", name="Bombs?")


def heard(page: Page, words: str) -> Locator:
    """In the live region."""
    return page.get_by_role("status").filter(has_text=words)


def test_the_clients_cases_are_what_the_engine_says() -> None:
    written = json.loads(tichu_cases.PATH.read_text())
    assert written == json.loads(tichu_cases.text()), "run `python -m tests.web.games.tichu_cases`"


# --- before the play ---


def grand_tichu_is_decided_unseen(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=GRAND, idle=True))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(8)
    match = pairs(house)
    house.send(match.update(*match.act(1, match.advice(1))))
    expect(page.get_by_role("group", name="Ben").get_by_text("has answered")).to_be_attached()
    page.get_by_role("group", name="Grand Tichu").get_by_role("button", name="Grand Tichu").click()
    assert moved(house) == {"move": "grand_tichu", "call": True}
    expect(page.get_by_text("Waiting for: Cleo, Dan.")).to_be_visible()
    house.send(match.update(*match.act(2, match.advice(2))), match.update(*match.act(3, match.advice(3))))
    expect(heard(page, "Grand Tichu: Eleni.")).to_have_count(1)
    expect(page.get_by_role("group", name="Eleni").get_by_text("Grand Tichu")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(14)


def _slot(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^For {name}, "))


def give_by_taps(page: Page, card: str, name: str) -> None:
    own(page, card).tap(position={"x": 10, "y": 16})
    _slot(page, name).tap()


def give_by_drag(page: Page, card: str, name: str) -> None:
    own(page, card).hover(position={"x": 10, "y": 16})
    page.mouse.down()
    box = _slot(page, name).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30, steps=4)
    page.mouse.up()


def give_by_keys(page: Page, card: str, name: str) -> None:
    page.locator("[data-own]").first.focus()
    while page.evaluate("document.activeElement.dataset.own ?? null") != card:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    _slot(page, name).focus()
    page.keyboard.press("Enter")


@browser
@pytest.mark.parametrize("give", [give_by_taps, give_by_drag, give_by_keys])
def test_three_cards_are_passed(enter: Enter, give: Callable[[Page, str, str], None]) -> None:
    look = {"viewport": PHONE, "has_touch": True} if give is give_by_taps else {}
    house = enter(lambda made: sit(made, begins=EXCHANGE), **look)
    page = house.page
    first, second, third, *_ = TICHU.view(EXCHANGE, 0).hands["0"]
    expect(page.get_by_role("button", name="Choose three cards")).to_be_disabled()
    for card, name in ((first, "Dan"), (second, "Cleo"), (third, "Ben")):
        give(page, card, name)
        expect(own(page, card)).to_have_count(0)
    pairs(house).idle = True
    press(page, "Give these cards")
    assert moved(house) == {"move": "exchange", "prev": first, "partner": second, "next": third}
    expect(heard(page, "You received:")).to_have_count(1)
    expect(page.locator("[data-own]")).to_have_count(pairs(house).state.hands[0].bit_count())


def a_card_in_a_slot_can_be_taken_back(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=EXCHANGE))
    page = house.page
    card = TICHU.view(EXCHANGE, 0).hands["0"][3]
    give_by_drag(page, card, "Cleo")
    expect(own(page, card)).to_have_count(0)
    _slot(page, "Cleo").click()
    expect(own(page, card)).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == []


def tichu_is_called_until_ones_first_card(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=EXCHANGE, idle=True))
    page = house.page
    press(page, "Tichu")
    assert moved(house) == {"move": "call_tichu"}
    expect(heard(page, "Eleni calls Tichu.")).to_have_count(1)
    expect(page.get_by_role("button", name="Tichu", exact=True)).to_have_count(0)
    expect(page.get_by_role("group", name="Eleni").get_by_text("Tichu")).to_be_visible()


@browser
def test_before_the_play_calls_are_made_and_cards_exchanged(enter: Enter) -> None:
    on_one_page(
        enter,
        grand_tichu_is_decided_unseen,
        a_card_in_a_slot_can_be_taken_back,
        tichu_is_called_until_ones_first_card,
    )


# --- play ---


def chosen_cards_are_named_and_played(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PHOENIX, idle=True))
    page = house.page
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    choose(page, "Js")
    expect(page.get_by_text("jack of swords", exact=True).last).to_be_visible()
    choose(page, "Jt")
    expect(page.get_by_text("Pair: J", exact=True)).to_be_visible()
    choose(page, "Kt")
    expect(page.get_by_text("These cards are no combination.")).to_be_visible()
    choose(page, "Kt")
    press(page, "Play")
    assert moved(house) == {"move": "play", "cards": ["Js", "Jt"]}
    expect(heard(page, "Eleni: Pair: J.")).to_have_count(1)
    expect(page.get_by_text("Ben is to play.")).to_be_visible()


def two_readings_of_the_phoenix_are_asked(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PHOENIX, idle=True))
    page = house.page
    choose(page, "5j 6j 7s 8s PHX")
    press(page, "Play")
    box = page.get_by_role("group", name="The Phoenix")
    expect(box.get_by_role("button", name="Straight of 5 to 9, Phoenix as 9")).to_be_visible()
    box.get_by_role("button", name="Straight of 5 to 8, Phoenix as 4").click()
    assert moved(house) == {"move": "play", "cards": ["5j", "6j", "7s", "8s", "PHX"], "phx_as": "4"}
    expect(heard(page, "Phoenix as 4")).to_have_count(1)


def a_card_drawn_out_of_the_hand_is_played(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=PHOENIX, idle=True))
    page = house.page
    choose(page, "Js")
    own(page, "Jt").hover(position={"x": 10, "y": 16})
    page.mouse.down()
    page.mouse.move(600, 300, steps=4)
    page.mouse.up()
    assert moved(house) == {"move": "play", "cards": ["Js", "Jt"]}


@browser
def test_cards_are_played_and_the_phoenix_is_read(enter: Enter) -> None:
    on_one_page(
        enter,
        chosen_cards_are_named_and_played,
        two_readings_of_the_phoenix_are_asked,
        a_card_drawn_out_of_the_hand_is_played,
    )


@browser
@pytest.mark.parametrize(("answer", "wish"), [("eight", {"wish": "8"}), ("No wish", {})])
def test_the_mah_jong_asks_for_a_wish(enter: Enter, answer: str, wish: dict[str, str]) -> None:
    house = enter(lambda made: sit(made, begins=MAHJONG, idle=True))
    page = house.page
    choose(page, "MJ")
    press(page, "Play")
    page.get_by_role("group", name="The Mah Jong's wish").get_by_role("button", name=answer).click()
    assert moved(house) == {"move": "play", "cards": ["MJ"], **wish}
    expect(page.get_by_role("group", name="Wish", exact=True)).to_have_count(len(wish))


def a_player_bound_by_a_wish_cannot_pass_and_sees_the_cards(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BOUND, idle=True))
    page = house.page
    expect(page.get_by_role("group", name="Wish", exact=True)).to_contain_text("You must play it.")
    expect(page.get_by_role("button", name="Pass")).to_be_disabled()
    expect(page.locator("[data-own][data-marked]")).to_have_count(1)
    choose(page, "Kj")
    expect(page.get_by_text("You can fulfil the wish, so you must.")).to_be_visible()
    press(page, "Play")
    page.get_by_role("button", name="See the rules").click()
    expect(page.locator("section[data-marked=true]")).to_contain_text("The Mah Jong's wish")
    page.keyboard.press("Escape")
    assert house.heard_of(frames.MoveFrame) == []
    choose(page, "Kj 9j")
    press(page, "Play")
    assert moved(house)["cards"] == ["9j"]
    expect(heard(page, "The wish is over.")).to_have_count(1)


def a_bomb_goes_off_out_of_turn(enter: Enter, begins: Any) -> None:
    house = enter(lambda made: sit(made, begins=begins, idle=True))
    page = house.page
    expect(page.get_by_role("button", name="Pass")).to_be_disabled()
    press(page, "Bomb")
    page.get_by_role("group", name="Which bomb?").get_by_role("button", name="Bomb: four 7").click()
    assert moved(house) == {"move": "play", "cards": ["7j", "7s", "7p", "7t"]}
    expect(heard(page, "Eleni: Bomb: four 7.")).to_have_count(1)
    expect(countdown(page)).to_have_count(0)


def the_window_is_shown_alike(enter: Enter, begins: Any) -> None:
    house = enter(lambda made: sit(made, begins=begins, idle=True))
    page = house.page
    expect(countdown(page)).to_be_visible()
    expect(page.get_by_text("The trick may still be bombed.")).to_be_visible()
    house.send(pairs(house).elapse())
    expect(heard(page, "Ben takes the trick.")).to_have_count(1)
    expect(countdown(page)).to_have_count(0)


@browser
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (390, 844)])
def test_the_countdown_lies_on_no_button(enter: Enter, size: tuple[int, int]) -> None:
    house = enter(lambda made: sit(made, begins=OVER, idle=True), viewport={"width": size[0], "height": size[1]})
    expect(countdown(house.page)).to_be_visible()
    counts = countdown(house.page).bounding_box()
    presses = house.page.get_by_role("button", name="Pass", exact=True).bounding_box()
    assert counts is not None and presses is not None
    assert counts["y"] + counts["height"] <= presses["y"]
    assert counts["x"] >= 0 and counts["x"] + counts["width"] <= size[0]


def the_dragons_trick_goes_to_an_opponent(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DRAGON, idle=True))
    page = house.page
    box = page.get_by_role("group", name="The Dragon's gift")
    expect(box.get_by_role("button")).to_have_count(2)
    box.get_by_role("button", name="Dan").click()
    assert moved(house) == {"move": "give_dragon", "to": 3}
    expect(heard(page, "Eleni gives the trick to Dan.")).to_have_count(1)
    page.get_by_role("button", name="Trick", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("Before: Eleni gave it to Dan, worth 25")).to_be_visible()


def the_dog_goes_to_the_partner(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DOG, idle=True))
    page = house.page
    choose(page, "DOG")
    press(page, "Play")
    assert moved(house) == {"move": "play", "cards": ["DOG"]}
    expect(page.get_by_role("img", name="Eleni has led the Dog: Cleo leads.")).to_be_visible()


@browser
def test_special_cards_and_bombs_do_what_they_do(enter: Enter) -> None:
    on_one_page(
        enter,
        a_player_bound_by_a_wish_cannot_pass_and_sees_the_cards,
        *(partial(a_bomb_goes_off_out_of_turn, begins=each) for each in (BOMBING, WINDOW)),
        *(partial(the_window_is_shown_alike, begins=each) for each in (WINDOW, NO_BOMB)),
        the_dragons_trick_goes_to_an_opponent,
        the_dog_goes_to_the_partner,
    )


@browser
def test_a_spectator_sees_only_the_cards_on_the_table(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=BOMBING))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.get_by_role("list", name="On the table").get_by_role("listitem")).to_have_count(1)
    expect(page.locator("[data-own]")).to_have_count(0)
    expect(page.get_by_role("button", name="Bomb")).to_have_count(0)
    expect(page.get_by_role("group", name="Score", exact=True)).to_contain_text("Ana & Cleo")


# --- a whole match ---


def follow_advice(house: House, count: int, keyboard: Keyboard) -> None:
    """The computer's advice, pressed on the screen."""
    page, match = house.page, pairs(house)

    def press(name: str) -> None:
        keyboard.press(page.get_by_role("button", name=name, exact=True))

    move = match.game.write(match.advice(0))
    kind = move["move"]
    if kind == "play":
        for card in move["cards"]:
            keyboard.choose(card)
        press("Play")
        if "MJ" in move["cards"]:
            ranks = page.get_by_role("group", name="Rank").get_by_role("button")
            keyboard.press(ranks.nth("23456789TJQKA".index(move["wish"])))
        elif (box := page.get_by_role("group", name="The Phoenix")).count():
            keyboard.press(box.get_by_role("button").first)
            move["phx_as"] = moved(house, count)["phx_as"]
    elif kind == "exchange":
        for side, name in (("prev", "Dan"), ("partner", "Cleo"), ("next", "Ben")):
            keyboard.choose(move[side])
            keyboard.press(_slot(page, name))
        press("Give these cards")
    elif kind == "give_dragon":
        gifts = page.get_by_role("group", name="The Dragon's gift").get_by_role("button")
        keyboard.press(gifts.nth(int(move["to"] == 1)))
    else:
        press({"grand_tichu": "No", "call_tichu": "Tichu", "pass": "Pass"}[kind])
    sent = moved(house, count)
    assert {**sent, "cards": set(sent.get("cards", ()))} == {**move, "cards": set(move.get("cards", ()))}


@browser
def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    """Against three computers, hand after hand; every reckoning adds up on the screen."""
    house = enter(lambda made: sit(made, target=250, seed=20))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(8)
    match, count, scored, keyboard, listener = pairs(house), 0, 0, Keyboard(page), Listener(house)
    while match.phase == "playing":
        if len(match.state.tallies) > scored:
            scored += 1
            one, other = match.state.tallies[-1].points
            ledger = page.get_by_role("region", name=f"Hand {scored}", exact=True)
            expect(ledger.get_by_role("row", name=f"This hand {one} {other}")).to_be_visible()
        assert match.due == (0,)
        count += 1
        follow_advice(house, count, keyboard)
        listener.after_a_move()
    one, other = match.state.totals
    result = "You won." if one > other else "You lost."
    expect(page.get_by_role("region", name=result)).to_be_visible()
    expect(page.get_by_role("region", name=result)).to_contain_text(f"{one}, Ben & Dan: {other}. ")
    listener.heard_a_match("Ben", "Cleo", "Dan", result=result)
    expect(page.get_by_role("row", name=f"Match, to 250 {one} {other}")).to_be_visible()
    page.get_by_role("button", name="to 250 Score").click()
    sheet = page.get_by_role("dialog", name="Score")
    expect(sheet.get_by_role("row")).to_have_count(len(match.state.tallies) + 2)


# --- every moment ---


def _shown(house: House) -> None:
    whole_hand(house)


def _exchanging(house: House) -> None:
    page = house.page
    cards = TICHU.view(EXCHANGE, 0).hands["0"]
    give_by_drag(page, cards[0], "Dan")
    choose(page, cards[5])
    _can_give(house)


def _can_give(house: House) -> None:
    expect(house.page.get_by_role("button", name="Choose three cards")).to_be_in_viewport(ratio=0.99)
    whole_hand(house)


def _wishing(house: House) -> None:
    choose(house.page, "MJ")
    press(house.page, "Play")
    _may_refuse(house)


def _may_refuse(house: House) -> None:
    expect(house.page.get_by_role("button", name="No wish")).to_be_in_viewport(ratio=0.99)


def _reading(house: House) -> None:
    choose(house.page, "5j 6j 7s 8s PHX")
    press(house.page, "Play")
    expect(house.page.get_by_role("group", name="The Phoenix")).to_be_visible()


def _which_bomb(house: House) -> None:
    press(house.page, "Bomb")
    expect(house.page.get_by_role("group", name="Which bomb?")).to_be_visible()


def _giving(house: House) -> None:
    expect(house.page.get_by_role("group", name="The Dragon's gift")).to_be_visible()


def _trick(house: House) -> None:
    house.page.get_by_role("button", name="Trick").click()
    expect(house.page.get_by_role("dialog")).to_be_visible()


def _counted(house: House) -> None:
    expect(house.page.get_by_role("row", name="Match, to 1000")).to_be_visible()
    expect(house.page.get_by_role("button", name="No", exact=True)).to_be_in_viewport(ratio=0.99)


def _table(house: House) -> None:
    expect(house.page.get_by_role("list", name="On the table")).to_be_visible()


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}
WIDE_DARK = {**LIGHT, "color_scheme": "dark"}
PHONE_LIGHT = {**DARK, "color_scheme": "light"}
ZOOMED = {**LIGHT, "viewport": HALF}
COUNTED = played(lambda state: len(state.tallies) == 2 and bool(state.hands), 4)
AGAIN = {
    _shown: _shown,
    _exchanging: _can_give,
    _wishing: _may_refuse,
    _giving: _giving,
    _table: _table,
    _counted: _counted,
}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "grand": Moment(_shown, {"begins": GRAND}, [LIGHT, DARK]),
    "exchange": Moment(_exchanging, {"begins": EXCHANGE}, [LIGHT, DARK]),
    "leading": Moment(_shown, {"begins": LEADING}, [WIDE_DARK, PHONE_LIGHT, ZOOMED]),
    "following": Moment(_shown, {"begins": STRAIGHT}, [LIGHT, DARK]),
    "phoenix": Moment(_reading, {"begins": PHOENIX}, [DARK]),
    "wish": Moment(_wishing, {"begins": MAHJONG}, [LIGHT, DARK]),
    "bomb": Moment(_which_bomb, {"begins": WINDOW}, [DARK]),
    "window": Moment(_table, {"begins": LONG}, [LIGHT, DARK]),
    "dragon": Moment(_giving, {"begins": DRAGON}, [LIGHT, DARK]),
    "trick": Moment(_trick, {"begins": LONG}, [DARK]),
    "counted": Moment(_counted, {"begins": COUNTED}, [LIGHT, DARK]),
}


@browser
def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, partial(sit, idle=True), MOMENTS, AGAIN)

"""The pilotta table: bid and played by mouse, touch and keys against the engine; the reckoning; usable by all."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.by_keyboard import Keyboard, Listener
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games.pilotta import AUCTION, HANDS, PILOTTA, Cards, moment, played, rest_of, sit
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF

pytestmark = pytest.mark.browser

BIDDING = moment(phase="auction", dealer=0, turn=0, hands=HANDS, calls=AUCTION)
LEADING = moment(phase="tricks", dealer=3, trump="d", taker=2, value=100, multiplier=2, hands=HANDS, lead=0, turn=0)
BELOTE = moment(phase="tricks", dealer=3, trump="d", taker=0, value=80, hands=HANDS, lead=0, turn=0)
FOLLOWING = moment(
    phase="tricks",
    dealer=0,
    trump="h",
    taker=0,
    value=110,
    hands=(HANDS[0], "7h 8h Tc 9d As Ts 8s", "Th Kc Qc Ad 8d 7d Ks", "Kh Qh Jc 9c Td Qs Js"),
    trick="Ac 9s 7c",
    lead=1,
    turn=0,
)
DOUBLING = moment(
    phase="contra",
    dealer=0,
    trump="s",
    taker=3,
    value=100,
    hands=HANDS,
    turn=0,
    bidding=[{"phase": "auction", "calls": [*AUCTION[:2], {"seat": 3, "call": "100s"}]}],
)
FIVE = ("Jh 9h Ah Kd 8c", "7h 8h Tc 9d As", "Th Kc Qc Ad 8d", "Kh Qh 9c Td Qs")
TURNED_UP = moment("classic", phase="round1", dealer=3, turn=0, turn_up="Jc", hands=FIVE, stock=rest_of("Jc", *FIVE))
SIX = ("Jh 9h Ah Kd 8c 7c", "7h 8h Tc 9d As Th")
SEVEN = moment("classic2", phase="round1", dealer=1, turn=0, turn_up="Jc", hands=SIX, stock=rest_of("Jc", *SIX))


def own(page: Page, card: str) -> Locator:
    return page.locator(f"[data-own='{card}']")


def cards(house: House) -> Cards:
    assert isinstance(house.match, Cards)
    return house.match


def moved(house: House, count: int = 1) -> dict[str, Any]:
    """The last of so many moves that the page has sent."""
    return dict(house.wait_for(frames.MoveFrame, count).move)


# --- trumps ---


def a_bid_is_put_together_and_said(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BIDDING))
    box = house.page.get_by_role("group", name="Your bid")
    expect(box.get_by_role("button", name="Choose a suit")).to_be_disabled()
    expect(box.get_by_role("button", name="Less")).to_be_disabled()
    box.get_by_role("button", name="hearts").click()
    expect(house.page.locator("[data-own]").first).to_have_attribute("data-own", "Jh")  # sorted as trumps
    box.get_by_role("button", name="More").click()
    box.get_by_role("button", name="Bid 110 hearts").click()
    assert moved(house) == {"move": "bid", "value": 110, "suit": "h"}
    expect(house.page.get_by_role("group", name="Contract")).to_contain_text("110 hearts")


def capot_is_one_press_away_and_passing_too(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BIDDING, idle=True))
    box = house.page.get_by_role("group", name="Your bid")
    box.get_by_role("button", name="spades").click()
    box.get_by_role("button", name="Capot", exact=True).click()
    expect(box.get_by_role("button", name="Bid Capot spades")).to_be_visible()
    box.get_by_role("button", name="Pass").click()
    assert moved(house) == {"move": "pass"}
    expect(box).to_have_count(0)


def the_calls_of_the_others_are_shown_and_announced(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BIDDING, idle=True))
    page = house.page
    expect(page.get_by_role("group", name="Ben").get_by_text("80 spades")).to_be_attached()
    expect(page.get_by_role("group", name="Cleo").get_by_text("Pass")).to_be_visible()
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("status").filter(has_text="Eleni passes.")).to_have_count(1)
    expect(page.get_by_text("Ben is to speak.")).to_be_visible()


def contra_is_offered_to_the_takers_opponents(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=DOUBLING))
    page = house.page
    expect(page.get_by_role("group", name="Contract")).to_contain_text("100 spades")
    page.get_by_role("button", name="Contra").click()
    assert moved(house) == {"move": "contra"}
    expect(page.get_by_role("group", name="Contract")).to_contain_text("×2")


def test_trumps_are_bid_for_and_chosen(enter: Enter) -> None:
    on_one_page(
        enter,
        a_bid_is_put_together_and_said,
        capot_is_one_press_away_and_passing_too,
        the_calls_of_the_others_are_shown_and_announced,
        contra_is_offered_to_the_takers_opponents,
    )


def the_card_turned_up_is_taken_with_the_swap_of_the_seven(enter: Enter) -> None:
    house = enter(lambda made: sit(made, variant="classic2", begins=SEVEN))
    page = house.page
    expect(page.get_by_role("img", name="Turned up: jack of clubs.")).to_be_visible()
    page.get_by_role("button", name="Take and swap the seven").click()
    assert moved(house) == {"move": "take", "swap_seven": True}
    expect(own(page, "Jc")).to_be_visible()
    expect(page.get_by_role("img", name="The seven of clubs was swapped for the jack of clubs")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(9)


def in_the_second_round_another_suit_is_chosen(enter: Enter) -> None:
    passes = [{"seat": seat, "call": "pass"} for seat in range(4)]
    begins = moment(
        "classic",
        phase="round2",
        dealer=3,
        turn=0,
        turn_up="Jc",
        hands=FIVE,
        stock=rest_of("Jc", *FIVE),
        bidding=[{"phase": "round1", "calls": passes}],
    )
    house = enter(lambda made: sit(made, variant="classic", begins=begins))
    box = house.page.get_by_role("group", name="Choose trumps?")
    expect(box.get_by_role("group", name="Trumps").get_by_role("button")).to_have_count(3)
    box.get_by_role("button", name="hearts").click()
    box.get_by_role("button", name="Trumps hearts").click()
    assert moved(house) == {"move": "choose", "suit": "h"}
    expect(house.page.locator("[data-own]")).to_have_count(8)


def test_the_card_turned_up_and_another_suit_are_taken(enter: Enter) -> None:
    on_one_page(
        enter,
        the_card_turned_up_is_taken_with_the_swap_of_the_seven,
        in_the_second_round_another_suit_is_chosen,
    )


# --- cards ---


def by_mouse(page: Page, card: str) -> None:
    own(page, card).dblclick(position={"x": 12, "y": 30})


def by_drag(page: Page, card: str) -> None:
    own(page, card).hover(position={"x": 12, "y": 30})
    page.mouse.down()
    page.mouse.move(500, 300, steps=4)
    page.mouse.up()


def by_keys(page: Page, card: str) -> None:
    while page.evaluate("document.activeElement.dataset.own ?? null") is None:
        page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.own ?? null") != card:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def a_card_is_played(enter: Enter, play: Callable[[Page, str], None]) -> None:
    house = enter(lambda made: sit(made, begins=LEADING))
    play(house.page, "Kd")
    assert moved(house) == {"move": "play", "card": "Kd"}
    expect(own(house.page, "Kd")).to_have_count(0)
    expect(house.page.locator("[data-own]")).to_have_count(7)


def test_a_tap_lifts_a_card_and_the_next_plays_it(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=LEADING), viewport=PHONE, has_touch=True)
    card = own(house.page, "8c")
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert house.heard_of(frames.MoveFrame) == []
    card.tap()
    assert moved(house) == {"move": "play", "card": "8c"}


def what_may_not_be_played_is_grey_says_why_and_leads_to_the_rules(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=FOLLOWING))
    page = house.page
    expect(page.get_by_text("Your turn: follow with clubs.")).to_be_visible()
    expect(page.locator("[data-standing=unfit]")).to_have_count(7)
    card = page.get_by_role("button", name="jack of hearts: You must follow suit.")
    expect(card).to_have_attribute("title", "You must follow suit.")
    card.click(position={"x": 12, "y": 30})
    expect(page.get_by_text("You must follow suit.", exact=True)).to_be_visible()
    page.get_by_role("button", name="See the rules").click()
    expect(page.locator("[data-marked=true]")).to_contain_text("Which card may be played")
    assert house.heard_of(frames.MoveFrame) == []


def a_finished_trick_is_seen_and_can_be_looked_up(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=FOLLOWING, idle=True))
    page = house.page
    by_mouse(page, "8c")
    expect(page.get_by_role("status").filter(has_text="Ben takes the trick.")).to_have_count(1)
    page.get_by_role("button", name="Tricks 0–1").click()
    sheet = page.get_by_role("dialog", name="Tricks")
    expect(sheet.get_by_text("ace of clubs")).to_be_attached()
    expect(sheet.get_by_text("Ben takes it")).to_be_visible()


def a_declaration_is_announced_with_one_press(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=LEADING, idle=True))
    page = house.page
    button = page.get_by_role("button", name="Declare 20")
    expect(button).to_have_attribute("title", "jack of diamonds, queen of diamonds, king of diamonds")
    button.click()
    assert moved(house) == {"move": "declare"}
    expect(button).to_have_count(0)
    expect(page.get_by_role("group", name="Eleni").get_by_text("declared 20")).to_be_attached()
    expect(page.get_by_text("You lead: play any card.")).to_be_visible()


def belote_is_announced_with_the_king(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=BELOTE, idle=True))
    by_mouse(house.page, "Kd")
    expect(house.page.get_by_role("status").filter(has_text="Eleni: king of diamonds. Belote.")).to_have_count(1)
    expect(house.page.get_by_role("group", name="Eleni").get_by_text("Belote", exact=True)).to_be_visible()


def test_cards_are_played_and_declared(enter: Enter) -> None:
    on_one_page(
        enter,
        *(partial(a_card_is_played, play=each) for each in (by_mouse, by_drag, by_keys)),
        what_may_not_be_played_is_grey_says_why_and_leads_to_the_rules,
        a_finished_trick_is_seen_and_can_be_looked_up,
        a_declaration_is_announced_with_one_press,
        belote_is_announced_with_the_king,
    )


def test_suits_in_four_colours_are_a_setting_that_stays(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=LEADING))
    page = house.page
    colour = "getComputedStyle(document.querySelector('[data-own] [data-suit=diamonds] path')).fill"
    expect(own(page, "Kd")).to_be_visible()
    red = page.evaluate(colour)
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Suits in four colours").click()
    assert page.evaluate(colour) != red
    page.reload()
    expect(own(page, "Kd")).to_be_visible()
    assert page.evaluate(colour) != red


# --- a whole match ---


def follow_advice(house: House, count: int, keyboard: Keyboard) -> None:
    """The computer's advice, pressed on the screen."""
    page, match = house.page, cards(house)

    def press(name: str, exact: bool = False) -> None:
        keyboard.press(page.get_by_role("button", name=name, exact=exact))

    move = match.game.write(match.game.bot(match.game.view(match.state, 0), match.chance))
    if move["move"] == "play":
        keyboard.choose(move["card"])
    elif move["move"] == "declare":
        press("Declare")
    elif move["move"] == "bid":
        suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[move["suit"]]
        press(suit, exact=True)
        while page.get_by_role("button", name=f"Bid {move['value']} ").count() == 0:
            press("More")
        press(f"Bid {move['value']} ")
    else:
        press(move["move"].capitalize(), exact=True)
    assert moved(house, count) == move


def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    """Against three computers, hand after hand; every reckoning adds up on the screen."""
    house = enter(lambda made: sit(made, target=101, seed=31))
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(8)
    match, count, keyboard, listener = cards(house), 0, Keyboard(page), Listener(house)
    while match.phase == "playing":
        while match.turn == 0:
            count += 1
            follow_advice(house, count, keyboard)
            listener.after_a_move()
        if match.pauses:
            units = match.state.scored[-1].points
            ledger = page.get_by_role("region", name=f"Hand {match.state.hand_number}", exact=True)
            expect(ledger.get_by_role("row", name=f"This hand {units[0]} {units[1]}")).to_be_visible()
            house.send(match.update(*match.next_hand()), *match.others())
            expect(ledger).to_have_count(0)
    one, other = match.state.totals
    result = "You won." if one > other else "You lost."
    expect(page.get_by_role("region", name=result)).to_be_visible()
    expect(page.get_by_role("region", name=result)).to_contain_text(f"{one}, Ben & Dan: {other}. ")
    listener.heard_a_match("Ben", "Cleo", "Dan", result=result)
    expect(page.get_by_role("row", name=f"Match, to 101 {one} {other}")).to_be_visible()
    page.get_by_role("button", name="to 101 Score").click()
    sheet = page.get_by_role("dialog", name="Score")
    expect(sheet.get_by_role("row")).to_have_count(len(match.state.scored) + 2)
    expect(sheet.get_by_role("row", name=f"Sum, to 101 {one} {other}")).to_be_visible()


def test_a_spectator_sees_only_the_cards_on_the_table(enter: Enter) -> None:
    house = enter(lambda made: sit(made, you=None, begins=FOLLOWING))
    page = house.page
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.get_by_role("list", name="On the table").get_by_role("listitem")).to_have_count(3)
    expect(page.locator("[data-own]")).to_have_count(0)
    expect(page.get_by_role("group", name="Score", exact=True)).to_contain_text("Ana & Cleo")


# --- every moment ---


def _asked(house: House) -> None:
    expect(house.page.get_by_role("button", name="Pass")).to_be_in_viewport(ratio=0.99)
    _whole_hand(house)


def _whole_hand(house: House) -> None:
    """Every card can be seen and hit: the index is free."""
    page = house.page
    expect(page.locator("[data-own]").first).to_be_in_viewport(ratio=0.9)
    boxes = [box for card in page.locator("[data-own]").all() if (box := card.bounding_box())]
    for one, other in pairwise(boxes):
        assert other["x"] - one["x"] > one["width"] * 0.45 or other["y"] - one["y"] > one["height"] * 0.4


def _choosing(house: House) -> None:
    _asked(house)
    house.page.get_by_role("button", name="spades", exact=True).click()


def _reckoned(house: House) -> None:
    expect(house.page.get_by_role("row", name="Match, to 151")).to_be_visible()


def _ended(house: House) -> None:
    last = house.page.locator("[data-own]")
    last.dblclick()
    expect(house.page.get_by_role("button", name="Rematch")).to_be_visible()


def _tricks(house: House) -> None:
    house.page.get_by_role("button", name="Tricks").click()
    expect(house.page.get_by_role("dialog")).to_be_visible()


def _last_card(state: Any) -> bool:
    """Whether seat 0's last card ends the match."""
    if state.turn != 0 or len(state.trick) != 3 or len(state.tricks) != 7:
        return False
    card = PILOTTA.bot(PILOTTA.view(state, 0), None)
    return PILOTTA.apply(state, 0, card).phase == "match_over"


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}
ZOOMED = {**LIGHT, "viewport": HALF}
SECOND = played(lambda state: state.turn == 0 and len(state.tricks) == 2, 7)
COUNTED = played(lambda state: state.phase == "scoring", 4)
DECIDED = played(_last_card, 11, target=101)
AGAIN = {_choosing: _asked, _asked: _asked, _whole_hand: _whole_hand, _reckoned: _reckoned}
"""What a scene says of every look in which it is seen."""


MOMENTS = {
    "bidding": Moment(_choosing, {"begins": BIDDING}, [LIGHT, DARK]),
    "bidding-at-200-percent": Moment(_asked, {"begins": BIDDING}, [ZOOMED]),
    "contra": Moment(_asked, {"begins": DOUBLING}, [DARK]),
    "seven": Moment(_asked, {"begins": SEVEN, "variant": "classic2"}, [DARK]),
    "turned-up": Moment(_asked, {"begins": TURNED_UP, "variant": "classic"}, [LIGHT]),
    "leading": Moment(_whole_hand, {"begins": LEADING}, [{**DARK, "color_scheme": "light"}]),
    "following": Moment(_whole_hand, {"begins": FOLLOWING}, [DARK, ZOOMED]),
    "tricks": Moment(_tricks, {"begins": SECOND}, [{**LIGHT, "color_scheme": "dark"}]),
    "counted": Moment(_reckoned, {"begins": COUNTED}, [LIGHT, DARK]),
    "ended": Moment(_ended, {"begins": DECIDED, "target": 101}, [LIGHT, DARK]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, sit, MOMENTS, AGAIN)

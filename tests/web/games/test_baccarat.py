"""The baccarat table: stakes by mouse, touch and keys against the engine; results, roads, the shoe; usable by all."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.by_keyboard import Keyboard, Listener
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games.baccarat import HISTORY, betting, open_table, proof, seven
from tests.web.house import House
from tests.web.situations import Moment, on_one_page, usable_by_all
from tests.web.test_access import HALF, at_rest_in_each

pytestmark = pytest.mark.browser

FORTUNE = {
    "variant": "fortune_six",
    "stakes": {"0": {"banker": 300, "tie": 20}, "1": {"banker": 200, "fortune_six": 50, "player_pair": 20}},
    "done": [],
    "player": ["Kc", "Qd", "4h"],
    "banker": ["2h", "As"],
    "phase": "dealing",
}
"""Banker is about to draw."""
LAST = {"remaining": 14, "last_round": True}


def box(page: Page, name: str) -> Locator:
    return page.locator(f"[data-box={name}]")


def go_on(house: House, windows: int = 1) -> None:
    """Windows end, and the page receives it."""
    seven(house).tick(windows)
    tell(house)


def tell(house: House) -> None:
    """The page, once it shows the table, receives its events."""
    expect(box(house.page, "banker")).to_be_visible()
    house.send(seven(house).told())


def laid(house: House) -> dict[str, int]:
    """What lies for the viewer by the engine."""
    match = seven(house)
    assert match.you is not None
    stakes: dict[str, int] = match.state.guests[match.you].stakes
    return stakes


def by_mouse(page: Page, chip: str, name: str) -> None:
    page.locator(f"[data-chip='{chip}']:has(input)").click()
    box(page, name).click()


def by_keys(page: Page, chip: str, name: str) -> None:
    page.locator("input[name=baccarat-chip]:checked").focus()
    while page.evaluate("document.activeElement.closest('label')?.dataset.chip") != chip:
        page.keyboard.press("ArrowRight")
    box(page, name).focus()
    page.keyboard.press("Enter")


def by_touch(page: Page, chip: str, name: str) -> None:
    page.locator(f"[data-chip='{chip}']:has(input)").tap()
    box(page, name).tap()


def _bet_on_and_paid(enter: Enter, lay: Callable[[Page, str, str], None]) -> None:
    house = enter(lambda made: open_table(made, begins=betting(stakes={}, done=[])))
    page = house.page
    lay(page, "100", "banker")
    house.wait_for(frames.MoveFrame)
    lay(page, "100", "banker")
    house.wait_for(frames.MoveFrame, 2)
    lay(page, "20", "tie")
    assert house.wait_for(frames.MoveFrame, 3).move == {"move": "bet", "stakes": {"banker": 300, "tie": 20}}
    expect(page.get_by_text("You have laid 320.")).to_be_visible()
    expect(box(page, "banker")).to_have_attribute("data-unsure", "false")
    assert laid(house) == {"banker": 300, "tie": 20}
    go_on(house)
    expect(page.get_by_text("No more bets.").first).to_be_visible()
    while seven(house).state.phase != "settling":
        go_on(house)
    result = seven(house).state.outcome
    expect(page.locator("[data-result]")).to_have_attribute("data-result", result.winner)
    own = seven(house).game.view(seven(house).state, 1).own
    expect(page.locator("dd[data-net]").first).to_have_text(f"{own.net_round:+,}".replace("-", "−"))
    go_on(house)
    expect(page.get_by_role("button", name="Repeat")).to_be_enabled()
    page.get_by_role("button", name="Repeat").click()
    assert house.wait_for(frames.MoveFrame, 4).move == {"move": "repeat"}
    expect(page.get_by_text("You have laid 320.")).to_be_visible()


def a_round_is_bet_on_by_mouse_and_paid(enter: Enter) -> None:
    _bet_on_and_paid(enter, by_mouse)


def a_round_is_bet_on_by_keys_and_paid(enter: Enter) -> None:
    _bet_on_and_paid(enter, by_keys)


def test_a_round_is_bet_on_by_touch_and_paid(enter: Enter) -> None:
    _bet_on_and_paid(partial(enter, has_touch=True), by_touch)


def test_rounds_are_played_by_keyboard_and_ear_from_the_chair_to_standing_up(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, you=None))
    page, keyboard = house.page, Keyboard(house.page)
    keyboard.press(page.locator("summary", has_text="Baccarat"))
    keyboard.press(page.get_by_role("button", name="Go to “Baccarat 1").first)
    expect(box(page, "banker")).to_be_visible()
    listener = Listener(house)
    keyboard.press(page.get_by_role("button", name="Sit down: Place 2"))
    keyboard.walk(page.get_by_role("switch", name="I have read this."))
    page.keyboard.press("Space")
    keyboard.press(page.get_by_role("dialog").get_by_role("button", name="Sit down"))
    house.wait_for(frames.JoinTableFrame)
    expect(page.locator("[data-seat='1'][data-you=true]")).to_contain_text("Eleni")
    listener.after_a_move()
    for count, name in enumerate(("player", "player", "tie"), 1):
        keyboard.press(box(page, name))
        house.wait_for(frames.MoveFrame, count)
        listener.after_a_move()
    keyboard.press(page.get_by_role("button", name="Done"))
    house.wait_for(frames.MoveFrame, 4)
    listener.after_a_move()
    while seven(house).state.phase != "settling":
        go_on(house)
    expect(page.locator("[data-result]")).to_be_visible()
    listener.after_a_move()
    go_on(house)
    keyboard.press(page.get_by_role("button", name="Stand up"))
    expect(page.get_by_role("button", name="Sit down: Place 2")).to_be_visible()
    listener.after_a_move()
    heard = listener.heard()
    assert re.search("wins|tie", heard), heard
    assert "No more bets." in heard


def stakes_are_taken_back_step_by_step_by_box_and_all_at_once(enter: Enter) -> None:
    house = enter(open_table)
    page = house.page
    for count, name in enumerate(("player", "banker", "banker", "tie"), 1):
        by_mouse(page, "500", name)
        house.wait_for(frames.MoveFrame, count)
    expect(page.get_by_text("You have laid 2,000.")).to_be_visible()
    page.get_by_role("button", name="Take the last step back").click()
    expect(page.get_by_text("You have laid 1,500.")).to_be_visible()
    house.wait_for(frames.MoveFrame, 5)  # what is changed while a step is on its way is sent in one
    box(page, "banker").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_text("You have laid 500.")).to_be_visible()
    house.wait_for(frames.MoveFrame, 6)
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("Choose a chip and press a box.")).to_be_visible()
    assert house.wait_for(frames.MoveFrame, 7).move == {"move": "bet", "stakes": {}}


def less_than_a_round_takes_is_not_sent_and_more_than_one_has_is_refused_in_words(enter: Enter) -> None:
    house = enter(open_table)
    page = house.page
    by_mouse(page, "100", "tie")
    expect(page.get_by_text("Not laid yet: a round needs 200 or more in all.")).to_be_visible()
    expect(box(page, "tie")).to_have_attribute("data-unsure", "true")
    assert house.heard_of(frames.MoveFrame) == []
    box(page, "tie").click()
    assert house.wait_for(frames.MoveFrame).move == {"move": "bet", "stakes": {"tie": 200}}
    for count in range(4):
        by_mouse(page, "1000", "player")
        house.wait_for(frames.MoveFrame, 2 + count)
    box(page, "player").click()
    expect(page.get_by_text("You do not have that many chips.")).to_be_visible()
    assert len(house.heard_of(frames.MoveFrame)) == 5


def a_refused_set_of_stakes_is_taken_off_the_table(enter: Enter) -> None:
    house = enter(open_table)
    house.refuse = {"move": "loss_limit"}
    by_mouse(house.page, "500", "player")
    expect(house.page.get_by_text("This is more than the loss limit you have set yourself.")).to_be_visible()
    expect(house.page.get_by_text("Choose a chip and press a box.")).to_be_visible()
    assert len(house.heard_of(frames.MoveFrame)) == 1


def stakes_that_could_not_be_held_are_shown_to_their_owner(enter: Enter) -> None:
    house = enter(open_table)
    by_mouse(house.page, "500", "player")
    house.wait_for(frames.MoveFrame)
    seven(house).refuses = {1: "insufficient_chips"}
    go_on(house)
    expect(house.page.get_by_text("Your stakes could not be held").first).to_be_visible()


def while_the_bank_is_asked_the_table_says_so(enter: Enter) -> None:
    house = enter(open_table)
    seven(house).answers = False
    go_on(house)
    expect(house.page.get_by_text("The bank counts the chips…")).to_be_visible()
    expect(house.page.get_by_role("button", name="Done")).to_be_disabled()


def a_window_in_which_nothing_was_laid_starts_again(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, begins=betting(stakes={}, done=[])))
    match = seven(house)
    match.left_ms = 1_000
    tell(house)
    expect(house.page.get_by_role("timer", name="1 second to bet")).to_be_visible()
    match.left_ms = 20_000
    go_on(house)
    expect(house.page.get_by_role("timer", name=re.compile("(20|1.) seconds to bet"))).to_be_visible()


def test_stakes_are_laid_taken_back_and_refused(enter: Enter) -> None:
    on_one_page(
        enter,
        stakes_are_taken_back_step_by_step_by_box_and_all_at_once,
        less_than_a_round_takes_is_not_sent_and_more_than_one_has_is_refused_in_words,
        a_refused_set_of_stakes_is_taken_off_the_table,
        stakes_that_could_not_be_held_are_shown_to_their_owner,
        while_the_bank_is_asked_the_table_says_so,
        a_window_in_which_nothing_was_laid_starts_again,
    )


def test_a_player_reads_the_notice_before_sitting_down_once_a_session(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, you=None))
    page = house.page
    page.locator("summary", has_text="Baccarat").click()
    page.get_by_role("button", name="Go to “Baccarat 1").first.click()
    expect(page.get_by_text("Frequent play of games of chance can lead")).to_be_visible()
    expect(page.locator("header")).to_contain_text("With commission")
    expect(page.locator("header")).not_to_contain_text("Baccarat 1")
    page.get_by_role("button", name="Sit down: Place 4").click()
    notice = page.get_by_role("dialog", name="Before you sit down")
    expect(notice).to_contain_text("Help line 2109237777")
    sit = notice.get_by_role("button", name="Sit down")
    expect(sit).to_be_disabled()
    notice.get_by_text("I have read this.").click()
    sit.click()
    frame = house.wait_for(frames.JoinTableFrame)
    assert (frame.table, frame.seat, frame.notice) == ("t-baccarat-1", 3, True)
    expect(page.locator("[data-seat='3'][data-you=true]")).to_contain_text("Eleni")
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("button", name="Sit down: Place 4")).to_be_visible()
    page.get_by_role("button", name="Sit down: Place 5").click()
    again = house.wait_for(frames.JoinTableFrame, 2)
    assert (again.seat, again.notice) == (4, False)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_reality_check_that_is_due_can_be_seen_beside_the_table(enter: Enter) -> None:
    def due(made: House) -> None:
        open_table(made, you=None)

    house = enter(due)
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.until(lambda: "care" in house.answered)  # nothing was due when one came in
    house.wallet.card = msgspec.structs.replace(house.wallet.card, check_due=True)
    page.locator("summary", has_text="Baccarat").click()
    page.get_by_role("button", name="Go to “Baccarat 1").first.click()
    page.get_by_role("dialog", name="A look at the clock").get_by_role("button", name="Go on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    house.until(lambda: ("POST", "care/acknowledged", {"what": "check"}) in house.wallet.asked)


def test_a_player_under_age_cannot_sit_down(enter: Enter) -> None:
    def young(made: House) -> None:
        made.may_bank = False
        open_table(made, you=None)

    page = enter(young).page
    page.locator("summary", has_text="Baccarat").click()
    expect(page.get_by_text("From 21 years on").first).to_be_visible()
    expect(page.get_by_role("button", name="Go to “Baccarat 1")).to_have_count(0)


def test_a_refused_seat_shows_the_reason_in_words(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, you=None))
    page = house.page
    page.locator("summary", has_text="Baccarat").click()
    page.get_by_role("button", name="Go to “Baccarat 1").first.click()
    house.refuse = {"join_table": "age_restricted"}
    page.get_by_role("button", name="Sit down: Place 2").click()
    page.get_by_text("I have read this.").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("You are not old enough yet for these tables.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down: Place 2")).to_be_visible()


def the_cards_come_one_by_one_and_the_result_is_said_in_words(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, begins=betting(**FORTUNE)))
    page = house.page
    expect(page.get_by_role("img", name="Banker: two of hearts, ace of spades")).to_be_visible()
    match = seven(house)
    while match.state.phase == "dealing":
        go_on(house)
    expect(page.locator("[data-hand=banker] [data-card]")).to_have_count(3)
    expect(page.locator("[data-result=banker], [data-result=player], [data-result=tie]")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=re.compile("wins|tie"))).to_have_count(1)
    own = match.game.view(match.state, 1)
    for name, chips in own.credited["1"].items():
        expect(box(page, name)).to_have_attribute("data-outcome", "won" if chips > own.stakes["1"][name] else "lost")


def a_dummy_hand_gives_everything_back(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, begins=betting(**FORTUNE)))
    seven(house).annul()
    tell(house)
    expect(house.page.get_by_text("Dummy hand: every stake comes back in full.").first).to_be_visible()
    expect(box(house.page, "banker")).to_have_attribute("data-outcome", "push")
    expect(house.page.locator("dd[data-net]").first).to_have_text("0")


def a_new_shoe_is_promised_seeded_and_proved(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, begins=betting(**LAST)))
    page, match = house.page, seven(house)
    expect(page.get_by_text("The cut card is out: last round of this shoe.")).to_be_visible()
    go_on(house)
    while match.state.phase != "shuffling":
        match.tick()
    match.number, match.last_shoe = 2, proof(1)
    house.seeds_wait = True  # other guests have sent nothing yet
    tell(house)
    expect(page.get_by_text("A new shoe: every guest adds to its chance.")).to_be_visible()
    seed = house.wait_for(frames.SeedFrame)
    assert seed.match == match.id and len(seed.seed) == 32
    house.send(match.update(match.begin()))
    go_on(house, 2)
    expect(page.get_by_text("Place your bets, please.").first).to_be_visible()
    page.get_by_role("button", name="Shoe", exact=True).click()
    shoe = page.get_by_role("dialog", name="Chance of the shoe")
    expect(shoe).to_contain_text(match.view().commit)
    expect(shoe).to_contain_text("Shoe 1, played to its end")
    expect(shoe).to_contain_text(proof(1).root)


def the_roads_show_all_rounds_of_the_shoe(enter: Enter) -> None:
    house = enter(open_table)
    roads = house.page.get_by_role("region", name="This shoe so far")
    counts = [HISTORY.count(letter) for letter in "PBT"]
    expect(roads.locator("dd")).to_have_text([str(count) for count in counts])
    expect(roads.locator("[data-road=bead] [data-winner]")).to_have_count(len(HISTORY))
    expect(roads.locator("[data-road=big] [data-winner=tie]")).to_have_count(0)


def the_game_board_and_the_odds_are_at_hand(enter: Enter) -> None:
    house = enter(lambda made: open_table(made, begins=betting("fortune_six")))
    page = house.page
    page.get_by_role("button", name="Third card").click()
    board = page.get_by_role("dialog", name="When a third card is drawn")
    expect(board.get_by_role("row", name="3 D D D D D D D D – D")).to_be_visible()
    expect(board.get_by_role("row", name="6 – – – – – – D D – –")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Payments").click()
    odds = page.get_by_role("dialog", name="What is paid: Fortune Six")
    expect(odds.get_by_role("row", name="Fortune Six six with two cards 12 : 1 16.68 %")).to_be_visible()
    expect(odds.get_by_role("row", name="Banker with 6 1 : 2")).to_be_visible()


def test_rounds_are_dealt_and_paid_and_the_shoe_is_shown(enter: Enter) -> None:
    on_one_page(
        enter,
        a_round_is_bet_on_by_mouse_and_paid,
        a_round_is_bet_on_by_keys_and_paid,
        the_cards_come_one_by_one_and_the_result_is_said_in_words,
        a_dummy_hand_gives_everything_back,
        a_new_shoe_is_promised_seeded_and_proved,
        the_roads_show_all_rounds_of_the_shoe,
        the_game_board_and_the_odds_are_at_hand,
    )


@pytest.mark.parametrize(
    ("language", "words"), [("el-GR", "Ποντάρετε, παρακαλώ."), ("es-ES", "Hagan sus apuestas, por favor.")]
)
def test_the_table_is_shown_in_all_languages_of_the_platform(enter: Enter, language: str, words: str) -> None:
    def prepare(made: House) -> None:
        made.me = msgspec.structs.replace(made.me, language=language[:2])
        open_table(made)

    house = enter(prepare, locale=language, viewport=PHONE)
    expect(house.page.get_by_text(words).first).to_be_visible()
    wide = house.page.evaluate("document.querySelector('[data-phase=betting]').scrollWidth - innerWidth")
    assert wide <= 0


def _betting(house: House) -> None:
    by_mouse(house.page, "100", "tie")
    expect(house.page.get_by_text("Not laid yet")).to_be_visible()


def _settled(house: House) -> None:
    while seven(house).state.phase == "dealing":
        go_on(house)
    expect(house.page.locator("[data-result]")).to_be_visible()


def _notice(house: House) -> None:
    house.page.locator("summary", has_text="Baccarat").click()
    house.page.get_by_role("button", name="Go to “Baccarat 1").first.click()
    house.page.get_by_role("button", name="Sit down: Place 4").click()
    expect(house.page.get_by_role("dialog")).to_be_visible()


def _help(house: House) -> None:
    house.page.get_by_role("button", name="Third card").click()
    expect(house.page.get_by_role("dialog")).to_be_visible()


def _proof(house: House) -> None:
    seven(house).last_shoe = proof(3)
    tell(house)
    house.page.get_by_role("button", name="Shoe", exact=True).click()
    expect(house.page.get_by_text("Shoe 3, played to its end")).to_be_visible()


LIGHT = {"viewport": WIDE, "color_scheme": "light"}
DARK = {"viewport": PHONE, "color_scheme": "dark"}


def _sit(house: House, you: int | None = 1, **how: Any) -> None:
    open_table(house, you, betting(you=you, **how))


MOMENTS = {
    "betting": Moment(_betting, {}, [LIGHT, DARK, {**LIGHT, "viewport": HALF}]),
    "settled": Moment(_settled, FORTUNE, [{**LIGHT, "color_scheme": "dark"}, {**DARK, "color_scheme": "light"}]),
    "board": Moment(_help, {}, [{**DARK, "color_scheme": "light"}]),
    "proof": Moment(_proof, {}, [LIGHT]),
}


def test_every_moment_can_be_used_by_all(enter: Enter) -> None:
    usable_by_all(enter, _sit, MOMENTS, {})


def test_the_notice_can_be_used_by_all(enter: Enter) -> None:
    house = enter(lambda made: _sit(made, None), **DARK)
    _notice(house)
    at_rest_in_each(house, [DARK])


def test_everything_at_the_table_is_large_enough_for_a_thumb(enter: Enter) -> None:
    page = enter(open_table, viewport=PHONE).page
    expect(box(page, "banker")).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll("main button, main label:has(input)")]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44)
            .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
    )
    assert small == []

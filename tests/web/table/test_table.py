"""A table on the screen: playing, watching, the end and what comes after."""

from functools import partial

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.chat import ChatLine
from tests.web.by_keyboard import Keyboard, Listener
from tests.web.conftest import PHONE, Enter
from tests.web.corner import seat_me, seat_me_first, win
from tests.web.house import House, player, table
from tests.web.match import Match
from tests.web.room.test_room import count_in
from tests.web.situations import on_one_page, situation

pytestmark = pytest.mark.browser


def test_the_seed_goes_out_before_the_match_and_the_game_begins(enter: Enter) -> None:
    def hesitant(house: House) -> None:
        seat_me(house)
        house.quiet = {"seed"}

    house = enter(hesitant)
    expect(house.page.get_by_text("Setting the table…")).to_be_visible()
    seed = house.wait_for(frames.SeedFrame)
    assert house.match is not None
    assert seed.match == house.match.id
    house.send(house.match.update(house.match.begin()))
    expect(house.page.get_by_role("grid", name="Board of 3 by 3, 3 in line win")).to_be_visible()


DRAWN_ANEW = """() => new Promise((resolve) => {
    const moments = [];
    let moving = 0;
    const observer = new MutationObserver(() => moments.push(performance.now()));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = setInterval(() => (moving += document.getAnimations().length), 50);
    setTimeout(() => {
        observer.disconnect();
        clearInterval(look);
        resolve({ times: moments.filter((at, one) => one === 0 || at - moments[one - 1] > 100).length, moving });
    }, 2500);
})"""
"""How often the page changes in 2.5 seconds, and what moves on it meanwhile."""


@pytest.mark.quiet_room("it counts how often a table is drawn at which nothing happens")
def test_a_table_that_waits_is_drawn_anew_once_a_second(enter: Enter) -> None:
    """A clock that moves all the time keeps a seventh of a core busy, and a phone warm."""
    page = enter(seat_me, reduced_motion="no-preference").page
    expect(page.get_by_role("timer")).to_be_visible()
    page.evaluate("async () => { await Promise.allSettled(document.getAnimations().map((one) => one.finished)); }")
    drawn = page.evaluate(DRAWN_ANEW)
    assert 1 <= drawn["times"] <= 3, drawn
    assert drawn["moving"] == 0, drawn


def a_mark_is_placed_by_a_press_and_announced_to_ears(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    house.play(0, 2, 2)
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X, placed last")).to_be_visible()
    expect(page.get_by_text("Nikos: X on row 2, column 2.")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="Your turn.")).to_have_count(1)
    expect(page).to_have_title("● Your turn · Kafeneio")
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    expect(page.get_by_role("gridcell", name="Row 1, column 1, O")).to_be_visible()
    sent = house.heard_of(frames.MoveFrame)[0]
    assert (sent.move, sent.number) == ({"move": "place", "row": 1, "col": 1}, 2)


def _played_by_keyboard(page: Page, size: int) -> None:
    expect(page.get_by_role("gridcell")).to_have_count(size * size)
    expect(page.locator("[data-free=true]")).to_have_count(size * size)
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ["Home", *["ArrowUp"] * size, "ArrowDown", "ArrowRight", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_focused()
    boxes = [cell.bounding_box() for cell in page.get_by_role("gridcell").all()]
    assert {(round(box["width"]), round(box["height"])) for box in boxes if box} == {(round(boxes[0]["width"]),) * 2}


def a_board_of_every_size_is_played_by_keyboard_alone(enter: Enter) -> None:
    for size in (3, 4, 5):
        with situation(size):
            _played_by_keyboard(enter(partial(seat_me_first, size=size)).page, size)


def an_opponents_turn_that_lasts_is_said(enter: Enter) -> None:
    house = enter(seat_me)
    assert house.match is not None
    told = house.page.get_by_role("status").filter(has_text="It is the turn of Nikos.")
    expect(told).to_have_count(1)
    house.play(0, 1, 1)
    expect(house.page.get_by_role("status").filter(has_text="Your turn.")).to_have_count(1)
    expect(told).to_have_count(0)


def what_cannot_be_played_is_said_in_words_with_a_way_to_the_rules(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    expect(page.get_by_text("It is not your turn yet.")).to_be_visible()
    house.play(0, 2, 2)
    page.get_by_role("gridcell", name="Row 2, column 2").click()
    slip = page.get_by_text("There is a mark on this cell already.")
    expect(slip).to_be_visible()
    page.get_by_role("button", name="See the rules").last.click()
    expect(page.locator("[data-marked=true]")).to_contain_text("A turn")
    assert house.heard_of(frames.MoveFrame) == []


def a_move_that_the_server_refuses_is_taken_back_and_explained(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    house.play(0, 2, 2)
    house.refuse["move"] = "stale"
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    expect(page.get_by_text("That was a moment too late")).to_be_visible()
    expect(page.get_by_role("gridcell", name="Row 1, column 1, empty")).to_be_visible()


def the_clock_runs_by_the_servers_time_and_timeouts_are_marked(enter: Enter) -> None:
    house = enter(seat_me)
    assert house.match is not None
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    house.match.timeouts = [1, 0]
    house.match.elapsed_ms = 1_000
    house.show()
    plate = page.locator("[data-seat='0']")
    clock = plate.get_by_role("timer").locator(".sr")
    expect(plate.get_by_role("img", name="1 of 3 timeouts used")).to_be_visible()
    seconds = count_in(clock, "{} seconds left")
    assert 1 <= seconds <= 29
    expect(clock).not_to_have_text(f"{seconds} seconds left")
    assert count_in(clock, "{} second") < seconds
    house.match.connected[0] = False
    house.show()
    expect(plate).to_contain_text("coming back…")


def test_the_board_is_played_and_says_what_happens_and_what_cannot_be_played(enter: Enter) -> None:
    on_one_page(
        enter,
        a_mark_is_placed_by_a_press_and_announced_to_ears,
        a_board_of_every_size_is_played_by_keyboard_alone,
        an_opponents_turn_that_lasts_is_said,
        what_cannot_be_played_is_said_in_words_with_a_way_to_the_rules,
        a_move_that_the_server_refuses_is_taken_back_and_explained,
        the_clock_runs_by_the_servers_time_and_timeouts_are_marked,
    )


def test_a_match_is_played_to_its_end_by_keyboard_and_ear(enter: Enter) -> None:
    house = enter(seat_me)
    page, match = house.page, house.match
    assert match is not None
    match.leader = 1
    expect(page.locator("[data-free=true]")).to_have_count(9)
    keyboard, listener, count = Keyboard(page), Listener(house), 0
    while match.phase == "playing":
        if match.turn == 0:
            house.play(0, *match.bot_cell())
            continue
        row, col = match.bot_cell()
        keyboard.walk(page.locator("[role=gridcell][tabindex='0']"))
        for key in ["ArrowUp", "ArrowUp", "Home", *["ArrowDown"] * (row - 1), *["ArrowRight"] * (col - 1), "Enter"]:
            page.keyboard.press(key)
        count += 1
        assert house.wait_for(frames.MoveFrame, count).move == {"move": "place", "row": row, "col": col}
        listener.after_a_move()
    expect(page.get_by_text("The board is full, and nobody has 3 in a row.")).to_be_visible()
    listener.heard_a_match("Nikos", result="A draw.")
    keyboard.press(page.get_by_role("button", name="Rematch"))
    assert house.wait_for(frames.ChooseFrame).choice == "rematch"


def the_end_shows_chips_rake_rating_and_verified_chance(enter: Enter) -> None:
    house = enter(lambda made: seat_me(made))
    assert house.match is not None
    win(house)
    page = house.page
    panel = page.get_by_role("region", name="You won.")
    expect(panel).to_contain_text("being settled…")
    expect(page.locator("[data-winning=true]")).to_have_count(3)
    house.match.settle()
    house.show()
    expect(panel.get_by_role("row", name="Eleni (you)")).to_contain_text("+120")
    expect(panel.get_by_role("row", name="Eleni (you)")).to_contain_text("1520 +20")
    expect(panel.get_by_role("row", name="Nikos")).to_contain_text("−200")
    expect(panel).to_contain_text("The house keeps 80")
    panel.get_by_role("button", name="Chance verified").click()
    assert house.match.result is not None
    for shown in (house.match.result.root, house.match.result.commit, *house.match.result.seeds):
        expect(panel.get_by_text(shown)).to_be_visible()
    expect(panel).to_contain_text("Your own seed was used: Yes")


def a_root_that_does_not_fit_what_was_promised_is_not_called_verified(enter: Enter) -> None:
    house = enter(lambda made: seat_me(made))
    win(house)
    assert house.match is not None
    assert house.match.result is not None
    house.match.result = msgspec.structs.replace(house.match.result, root="00" * 32)
    house.match.version += 1
    house.show()
    expect(house.page.get_by_role("button", name="Chance does NOT match")).to_be_visible()


def a_tie_names_the_lower_rated_as_its_winner_with_half_a_win(enter: Enter) -> None:
    house = enter(seat_me)
    expect(house.page.locator("[role=gridcell]").first).to_be_visible()
    match = house.match
    assert match is not None
    match.end("tied", [])
    match.settle()
    assert match.result is not None
    labels = [("half_loss", -5), ("half_win", 5)]
    seats = [
        msgspec.structs.replace(seat, label=label, elo_delta=delta)
        for seat, (label, delta) in zip(match.result.seats, labels, strict=True)
    ]
    match.result = msgspec.structs.replace(match.result, seats=seats)
    house.show()
    result = house.page.get_by_role("region", name="A tie: half a win for Eleni.")
    expect(result).to_contain_text("the lower rated wins the tie and gets half of a win's rating points")


def a_rematch_needs_both_and_shows_each_choice(enter: Enter) -> None:
    house = enter(lambda made: seat_me(made))
    win(house)
    assert house.match is not None
    page = house.page
    house.match.choices[0] = "rematch"
    house.match.version += 1
    house.show()
    expect(page.get_by_text("Nikos wants a rematch")).to_be_visible()
    expect(page.get_by_text("seconds to choose")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("You have chosen. Waiting for the others…")).to_be_visible()
    chosen = house.heard_of(frames.ChooseFrame)[0]
    assert house.match.result is not None
    assert chosen.match == house.match.result.match
    assert chosen.seed is not None
    house.match.again()
    house.show()
    expect(page.get_by_text("Setting the table…")).to_be_visible()
    assert len(house.heard_of(frames.SeedFrame)) == 1


def a_match_that_is_not_recorded_offers_no_replay(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    win(house)
    assert house.match is not None and house.match.result is not None
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    house.match.result = msgspec.structs.replace(house.match.result, recorded=False)
    house.match.version += 1
    house.show()
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)


def test_the_replay_stays_in_sight_when_the_other_wants_a_rematch(enter: Enter) -> None:
    house = enter(seat_me, viewport=PHONE)
    win(house)
    assert house.match is not None
    replay = house.page.get_by_role("link", name="Replay")
    expect(replay).to_be_in_viewport(ratio=1)
    house.match.choices[0] = "rematch"
    house.match.version += 1
    house.show()
    expect(house.page.get_by_text("Nikos wants a rematch")).to_be_visible()
    expect(replay).to_be_in_viewport(ratio=1)


def back_to_the_room_is_one_press(enter: Enter) -> None:
    house = enter(lambda made: seat_me(made))
    win(house)
    house.page.get_by_role("button", name="Back to the room").click()
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    assert house.heard_of(frames.ChooseFrame)[0].choice == "communication"


def test_the_end_shows_its_account_and_what_one_may_choose(enter: Enter) -> None:
    on_one_page(
        enter,
        the_end_shows_chips_rake_rating_and_verified_chance,
        a_root_that_does_not_fit_what_was_promised_is_not_called_verified,
        a_tie_names_the_lower_rated_as_its_winner_with_half_a_win,
        a_rematch_needs_both_and_shows_each_choice,
        a_match_that_is_not_recorded_offers_no_replay,
        back_to_the_room_is_one_press,
    )


def test_the_result_stays_when_the_other_goes_first(enter: Enter) -> None:
    house = enter(lambda made: seat_me(made))
    win(house)
    page = house.page
    expect(page.get_by_role("region", name="You won.")).to_be_visible()
    house.send(frames.SentFrame(table=None, reason=""), frames.TablesFrame(changed=[], gone=["t-corner"]))
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.get_by_role("button", name="Back to the room").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert house.heard_of(frames.ChooseFrame) == []


def test_leaving_asks_once_more_and_is_a_move(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Stay").click()
    assert house.heard_of(frames.MoveFrame) == []
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    sent = house.heard_of(frames.MoveFrame)[0]
    assert (sent.move, sent.number) == ({"move": "leave"}, None)


def go_on_without_me(house: House) -> None:
    """The match goes on; the viewer has a spectator's view until the lobby calls."""
    assert house.match is not None
    house.match.you = None
    house.match.version += 1
    house.show()
    house.seated = None


def test_a_player_that_leaves_a_running_match_is_in_the_room_and_may_watch(enter: Enter) -> None:
    def waiting(house: House) -> None:
        seat_me(house)
        house.quiet.add("move")

    house = enter(waiting)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    left = house.wait_for(frames.MoveFrame)
    house.send(frames.DoneFrame(id=left.id, version=3))
    go_on_without_me(house)
    house.send(frames.SentFrame(table=None, reason=""))
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert house.wait_for(frames.UnwatchFrame).table == "t-corner"
    expect(page.get_by_role("region", name="Notices")).to_have_text("")
    page.get_by_role("button", name="Watch “Corner”").first.click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    page.get_by_role("button", name="Menu of the table").click()
    expect(page.get_by_role("button", name="Leave the game")).to_have_count(0)
    assert len(house.heard_of(frames.MoveFrame)) == 1


def test_a_player_removed_from_a_running_match_sees_the_reason(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    go_on_without_me(house)
    expect(page.get_by_text("You are watching")).to_be_visible()
    house.send(frames.SentFrame(table=None, reason="timeouts"))
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_text("Your time ran out too often")).to_be_visible()
    assert house.wait_for(frames.UnwatchFrame).table == "t-corner"


def test_active_cards_are_beside_the_name(enter: Enter) -> None:
    def carded(house: House) -> None:
        seat_me(house)
        nikos = msgspec.structs.replace(player("Nikos"), yellow_cards=3, blue_cards=1)
        house.players = [player("Eleni"), nikos]

    house = enter(carded)
    page = house.page
    expect(page.get_by_role("img", name="3 yellow cards")).to_be_visible()
    expect(page.get_by_role("img", name="1 blue card")).to_be_visible()
    house.send(frames.PlayersFrame(changed=[player("Nikos")], gone=[]))
    expect(page.get_by_role("img", name="3 yellow cards")).to_have_count(0)


def test_a_spectator_sees_the_board_and_can_only_look(enter: Enter) -> None:
    def running(house: House) -> None:
        house.tables = [table("Window", "Carmen", "Yiorgos", stake=500, state="started")]
        house.match = Match(house.tables[0], you=None)
        house.match.begin()

    house = enter(running)
    page = house.page
    page.get_by_role("button", name="Watch “Window”").first.click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    house.play(0, 2, 2)
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_role("button", name="Back to the room").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert house.heard_of(frames.SeedFrame) == []
    assert house.heard_of(frames.MoveFrame) == []
    assert house.wait_for(frames.UnwatchFrame).table == "t-window"


def test_a_stopped_table_says_so_and_can_be_left_and_found_again(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    assert house.match is not None
    house.match.phase = "stopped"
    house.match.version += 1
    house.show()
    expect(page.get_by_text("This table had to stop.")).to_be_visible()
    page.get_by_role("button", name="Back to the room").click()
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_text("This table had to stop.")).to_be_visible()


def test_the_tables_chat_is_behind_a_button_that_counts(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    line = ChatLine(id=5, room="table:t-corner", account="a-nikos", name="Nikos", text="Luck!", at_ms=1)
    house.send(frames.ChatFrame(line=line))
    expect(page.get_by_role("button", name="Chat")).to_contain_text("1")
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("log")).to_contain_text("Luck!")
    page.get_by_label("Your message").fill("To you too")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("To you too")
    assert house.heard_of(frames.SayFrame)[0].room == "table:t-corner"


@pytest.mark.parametrize(("name", "shown"), [("Practice", "Εξάσκηση"), ("Beginners", "Beginners")])
def test_a_table_for_practice_without_a_name_is_called_in_the_readers_language(
    enter: Enter, name: str, shown: str
) -> None:
    def prepare(house: House) -> None:
        seat_me(house)
        assert house.match is not None
        house.me = msgspec.structs.replace(house.me, language="el")
        house.match.line = msgspec.structs.replace(house.match.line, name=name, practice=True)

    page = enter(prepare).page
    expect(page.get_by_role("banner")).to_contain_text(shown)
    expect(page.get_by_role("banner").get_by_text("Practice")).to_have_count(0)

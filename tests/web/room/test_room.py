"""The meeting room: tables, invitations, people, chat."""

import re
from typing import get_args

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from services.contracts.client import frames
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House, painted, player, say, table
from tests.web.match import now_ms
from tests.web.site import WEB

pytestmark = pytest.mark.browser


def furnish(house: House) -> None:
    """A room with people, tables and a conversation."""
    house.players = [player("Eleni"), player("Nikos"), player("Carmen", "playing", group=3)]
    house.tables = [
        table("Corner", "Nikos", None, stake=200),
        table("Window", "Carmen", "Yiorgos", stake=500, state="started"),
        table("Dear", "Nikos", None, stake=9_000),
    ]
    house.chat = [say("Nikos", "Morning <b>all</b>", 1)]


def count_in(place: Locator, words: str) -> int:
    """The number that stands where `{}` is in the words, once they are there."""
    pattern = re.compile(re.escape(words).replace(r"\{\}", r"(\d+)"))
    expect(place).to_contain_text(pattern)
    found = pattern.search(place.text_content() or "")
    assert found is not None
    return int(found[1])


def invitation(seconds: float = 300) -> open_tables.Invitation:
    return open_tables.Invitation(
        invitation="i-1",
        table="t-old",
        seat=1,
        by="Nikos",
        name="Old friends",
        game="tictactoe",
        options={"size": 3},
        stake_chips=200,
        expires_at_ms=now_ms() + int(seconds * 1000),
    )


def test_play_now_says_where_and_sits_down_at_the_table_that_one_can_afford(reenter: Enter) -> None:
    house = reenter(furnish)
    button = house.page.get_by_role("button", name="Play now")
    expect(button).to_contain_text("Sit down with Nikos · 200")
    button.click()
    expect(house.page.get_by_role("region", name="Your table")).to_contain_text("Nikos starts the game")
    assert house.heard_of(frames.JoinTableFrame)[0].table == "t-corner"


def test_play_now_offers_to_open_a_table_where_no_chair_is_free(reenter: Enter) -> None:
    house = reenter()
    house.page.get_by_role("button", name="Play now").click()
    expect(house.page.get_by_role("dialog", name="Open a table")).to_be_visible()


@pytest.mark.quiet_room("it counts who and what is in the lists")
def test_filters_choose_tables(reenter: Enter) -> None:
    page = reenter(furnish).page
    tables = page.get_by_role("region", name="Tables")
    expect(tables.get_by_role("listitem")).to_have_count(3)
    tables.get_by_text("Free chairs").click()
    expect(tables.get_by_role("listitem")).to_have_count(2)
    tables.get_by_role("combobox", name="Stake").select_option("No stake")
    expect(tables).to_contain_text("No table is like that at the moment")
    tables.get_by_role("button", name="Show all tables").click()
    expect(tables.get_by_role("listitem")).to_have_count(3)


@pytest.mark.quiet_room("it counts who sits at the tables")
def test_a_games_tile_shows_its_players_and_leads_to_people_or_to_the_computer(reenter: Enter) -> None:
    house = reenter(furnish)
    games = house.page.get_by_role("region", name="Games")
    expect(games.get_by_role("listitem")).to_contain_text("4 at the tables")
    games.get_by_role("button", name="Tic-tac-toe: play with people").click()
    dialog = house.page.get_by_role("dialog", name="Open a table")
    chairs = dialog.get_by_role("region", name="A chair is free here")
    expect(chairs.get_by_role("listitem")).to_have_count(1)
    chairs.get_by_role("button", name="Sit down at “Corner”").click()
    expect(dialog).to_have_count(0)
    assert house.wait_for(frames.JoinTableFrame).table == "t-corner"


@pytest.mark.quiet_room("it counts who and what is in the lists")
def test_changes_of_the_room_arrive_one_by_one(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    expect(page.get_by_text("3 people here · 1 game on")).to_be_visible()
    house.send(frames.PlayersFrame(changed=[player("Zoe")], gone=["a-carmen"]))
    house.send(frames.TablesFrame(changed=[], gone=["t-window"]))
    house.send(frames.CountsFrame(counts=presence.Counts(players=2, matches=0, practising=1)))
    house.send(frames.ChipsFrame(chips=4_800, seq=2))
    expect(page.get_by_text("2 people here · 0 games on · 1 practising")).to_be_visible()
    expect(page.get_by_role("region", name="People").get_by_role("listitem").last).to_contain_text("Zoe")
    expect(page.get_by_text("4,800", exact=True)).to_be_visible()


def test_opening_a_table_shows_the_winners_payout_and_the_rake(reenter: Enter) -> None:
    house = reenter()
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The winner receives 320; the house keeps 80.")
    dialog.get_by_label("Stake of each player").fill("1000")
    expect(dialog).to_contain_text("The winner receives 1,700; the house keeps 300.")
    dialog.get_by_label("Stake of each player").fill("100")
    expect(dialog.get_by_role("alert")).to_contain_text("The smallest stake is 200 chips.")
    dialog.get_by_role("button", name="500", exact=True).click()
    dialog.get_by_text("5 × 5").click()
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="Your table")).to_contain_text("Waiting for 1 more player.")
    created = house.heard_of(frames.CreateTableFrame)[0]
    assert (created.stake_chips, created.options, created.mode, created.bots) == (500, {"size": 5}, "open", [])


def test_a_refused_table_says_why_and_keeps_what_was_chosen(reenter: Enter) -> None:
    house = reenter()
    house.refuse["create_table"] = "new_account_stake"
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("4 × 4").click()
    dialog.get_by_role("button", name="Open the table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("On the first day the stake is at most 5,000 chips.")
    expect(dialog.get_by_role("radio", name="4 × 4")).to_be_checked()


def test_a_form_opened_before_the_games_are_known_shows_them_when_they_come(enter: Enter) -> None:
    def away(house: House) -> None:
        house.rest_refuses["catalogue"] = (503, "unavailable")

    house = enter(away)
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("The list of games is on its way.")
    expect(page.get_by_text("The list of games could not be read. The page keeps trying.")).to_have_count(1)
    house.rest_refuses.clear()
    page.get_by_role("dialog").get_by_text("4 × 4").click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    assert house.wait_for(frames.CreateTableFrame).options == {"size": 4}


@pytest.mark.quiet_room("it counts who and what is in the lists")
def test_every_free_player_can_be_invited(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("I invite").click()
    names = dialog.get_by_label("Whom do you invite?")
    assert names.locator("option:not([disabled])").all_inner_texts() == ["Nikos"]
    expect(dialog.get_by_role("button", name="Send the invitations")).to_be_disabled()
    names.select_option("Nikos")
    dialog.get_by_role("button", name="Send the invitations").click()
    expect(page.get_by_role("region", name="Your table")).to_contain_text("invited")
    created = house.heard_of(frames.CreateTableFrame)[0]
    assert (created.mode, created.invite) == ("invite", {"1": "Nikos"})


def test_an_organizer_that_was_refused_too_often_is_asked_to_wait(reenter: Enter) -> None:
    house = reenter(furnish)
    house.refuse["create_table"] = Refusal("rate_limited", {"retry_after_s": 600})
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("I invite").click()
    dialog.get_by_label("Whom do you invite?").select_option("Nikos")
    dialog.get_by_role("button", name="Send the invitations").click()
    expect(dialog.get_by_role("alert")).to_have_text("A little slower, please. Try again in a moment.")


def test_a_refused_stake_is_explained_to_its_player_alone(reenter: Enter) -> None:
    house = reenter()
    notice = house.page.get_by_role("region", name="Notices")
    for reason, words in (
        ("stake_refused", "The stakes could not be put up, so the game did not begin."),
        ("insufficient_chips", "You have not enough chips for this stake, so the game did not begin."),
        ("loss_limit", "This is more than the loss limit you have set yourself."),
    ):
        house.send(frames.SentFrame(table="t1", reason=""))
        house.send(frames.SentFrame(table=None, reason=reason))
        expect(notice).to_contain_text(words)


def test_only_the_organizer_starts_and_only_a_full_table(reenter: Enter) -> None:
    house = reenter()
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    own = page.get_by_role("region", name="Your table")
    expect(own.get_by_role("button", name="Start")).to_be_disabled()
    line = house.tables[0]
    guest = msgspec.structs.replace(line.seats[1], name="Nikos", account="a-nikos")
    house.put(msgspec.structs.replace(line, seats=[line.seats[0], guest], state="ready"))
    expect(own).to_contain_text("Everybody is seated and waits for you: press Start.")
    own.get_by_role("button", name="Start").click()
    expect(page.get_by_role("grid")).to_be_visible()


def test_getting_up_leads_back_to_the_room(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    page.get_by_role("button", name="Sit down at “Corner”").click()
    page.get_by_role("button", name="Get up").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_an_invitation_counts_down_by_the_servers_clock_and_can_be_accepted(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    asked = invitation(60)
    house.invitations = [asked]
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.InvitationFrame(invitation=asked, open=True))
    card = page.get_by_role("region", name="Invitations")
    expect(card).to_contain_text("Nikos invites you")
    seconds = count_in(card, "Valid for {} more seconds")
    assert 1 <= seconds <= 60
    expect(card).not_to_contain_text(f"Valid for {seconds} more seconds")
    assert count_in(card, "Valid for {} more seconds") < seconds
    card.get_by_role("button", name="I'm coming").click()
    expect(card).to_have_count(0)
    assert house.heard_of(frames.AnswerInvitationFrame)[0].accept is True


def test_an_invitation_reaches_a_player_on_another_page(reenter: Enter) -> None:
    house = reenter(furnish, viewport=PHONE)
    page = house.page
    page.get_by_role("navigation").get_by_role("button", name="People").click()
    house.send(frames.InvitationFrame(invitation=invitation(), open=True))
    expect(page.get_by_role("button", name="I'm coming")).to_be_in_viewport()


def test_why_one_was_sent_back_is_said_with_the_name(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    page.get_by_role("button", name="Sit down at “Corner”").click()
    expect(page.get_by_role("button", name="Get up")).to_be_visible()
    house.send(frames.SentFrame(table=None, reason="organizer_left", name="Nikos"))
    expect(page.get_by_text("Nikos has closed the table.")).to_be_visible()


def test_chat_is_text_and_nothing_but_text(reenter: Enter) -> None:
    house = reenter(furnish)
    page = house.page
    log = page.get_by_role("log")
    expect(log).to_contain_text("Morning <b>all</b>")
    expect(log.locator("b")).to_have_count(0)
    page.get_by_label("Your message").fill("Good morning!")
    page.keyboard.press("Enter")
    expect(log).to_contain_text("Good morning!")
    house.refuse["say"] = "chat_rate"
    page.get_by_label("Your message").fill("And again")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("A little slower, please")
    expect(page.get_by_label("Your message")).to_have_value("And again")


@pytest.mark.parametrize("language", get_args(accounts.Language))
def test_a_muted_player_sees_the_end_of_the_mute(reenter: Enter, language: accounts.Language) -> None:
    def muted(house: House) -> None:
        furnish(house)
        house.me = msgspec.structs.replace(house.me, language=language)
        house.quiet = {"say"}

    house = reenter(muted)
    box = house.page.locator("input[maxlength='300']")
    box.fill("hello")
    box.press("Enter")
    said = house.wait_for(frames.SayFrame)
    until_ms = 1_900_000_000_000  # 17 March 2030
    house.send(frames.RefusedFrame(id=said.id, error="chat_banned", detail={"until_ms": until_ms}))
    words = msgspec.json.decode((WEB / "src" / "i18n" / language / "error.json").read_bytes())
    alert = house.page.get_by_role("alert")
    expect(alert).to_contain_text(words["chat_banned"])
    expect(alert).to_contain_text("2030")
    expect(box).to_have_value("hello")


def test_a_phone_has_three_tabs_with_badges(reenter: Enter) -> None:
    house = reenter(furnish, viewport=PHONE)
    page = house.page
    tabs = page.get_by_role("navigation", name="Rooms of the house")
    expect(tabs.get_by_role("button", name="Tables")).to_contain_text("2 new")
    house.send(frames.ChatFrame(line=say("Nikos", "Anybody?", 2)))
    expect(tabs.get_by_role("button", name="People")).to_contain_text("1 new")
    tabs.get_by_role("button", name="People").click()
    expect(page.get_by_role("log")).to_contain_text("Anybody?")
    expect(tabs.get_by_role("button", name="People")).not_to_contain_text("new")
    tabs.get_by_role("button", name="Tables").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.get_by_role("button", name="Sit down at “Corner”").click()
    expect(page.get_by_role("region", name="Your table")).to_be_visible()


def test_the_password_is_changed_and_a_wrong_one_says_so_beside_its_field(reenter: Enter) -> None:
    house = reenter()
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Change password").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill("not this one")
    dialog.get_by_label("New password").fill("a better horse")
    house.rest_refuses["me/password"] = (422, "password_wrong")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("alert")).to_contain_text("This is not your current password")
    expect(dialog.get_by_label("Current password")).to_have_attribute("aria-invalid", "true")
    house.rest_refuses.clear()
    dialog.get_by_label("Current password").fill("correct horse")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("status")).to_contain_text("Your password has been changed")
    house.until(lambda: ("me/password", {"current": "correct horse", "new": "a better horse"}) in house.asked)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()


def test_the_language_is_saved_at_the_server(enter: Enter) -> None:
    house = enter()
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Español").click()
    expect(page.get_by_role("heading", name="Ajustes")).to_be_visible()
    house.until(lambda: ("me/language", {"language": "es"}) in house.asked)


def test_notices_in_the_room_come_up_below_the_buttons_that_begin_a_game(reenter: Enter) -> None:
    """The place of notices is looked at while there is none: one goes by itself after a while."""
    page = reenter(furnish).page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    for viewport in (WIDE, PHONE):
        page.set_viewport_size(viewport)
        painted(page)
        place = page.get_by_role("region", name="Notices").bounding_box()
        assert place is not None
        for name in ("Play now", "Find me a game"):
            button = page.get_by_role("button", name=name).first.bounding_box()
            assert button is not None
            assert button["y"] + button["height"] < place["y"] - NOTICE_PX


NOTICE_PX = 80
"""A notice of two lines is no higher."""


@pytest.mark.quiet_room("it counts the chairs of one table")
def test_promised_chairs_are_named_so_and_invited_players_do_not_count_as_seated(reenter: Enter) -> None:
    def promised(house: House) -> None:
        furnish(house)
        line = table("Four", "Nikos", "Carmen", mode="invite")
        asked = [msgspec.structs.replace(line.seats[1], invited=True)]
        house.tables = [msgspec.structs.replace(line, seats=[line.seats[0], *asked], state="filling")]
        house.players = [player("Eleni"), player("Nikos", "invited", group=2), player("Carmen", "invited", group=2)]
        house.players[1] = msgspec.structs.replace(house.players[1], table=line.table)

    page = reenter(promised).page
    row = page.get_by_role("region", name="Tables").get_by_role("listitem")
    expect(row).to_contain_text("1 of 2 chairs taken with Nikos")
    expect(row).to_contain_text("1 chair is promised")
    expect(row).not_to_contain_text("waits for")
    people = page.get_by_role("region", name="People").get_by_role("listitem")
    expect(people.filter(has_text="Nikos")).to_contain_text("at a table")
    expect(people.filter(has_text="Carmen")).to_contain_text("invited")


def test_a_pressed_game_is_not_asked_for_again(enter: Enter) -> None:
    page = enter().page
    page.get_by_role("button", name="Tic-tac-toe: play with people").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    expect(dialog.get_by_text("Tic-tac-toe", exact=True)).to_be_visible()
    expect(dialog.get_by_role("group", name="Game")).to_have_count(0)
    dialog.get_by_role("button", name="Another game").click()
    expect(dialog.get_by_role("radio", name="Tic-tac-toe")).to_be_checked()

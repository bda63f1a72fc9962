"""Playing as a guest: from the welcome page to a game in one press, and an account later."""

import msgspec
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.accounts import guest_accounts
from tests.web.conftest import Enter
from tests.web.house import ME, SESSION, House, player, say, table

GUEST = msgspec.structs.replace(ME, name="guest-123456", guest=True)
OPENED = guest_accounts.GuestSession(token=SESSION.token, account=GUEST, key="s3cret", keep_days=30)
FORM = {
    "username": "Nikos",
    "email": "nikos@example.org",
    "password": "correct horse battery",
    "birth_date": "1990-02-03",
}


def prepared(page: Page) -> House:
    house = House(page)
    house.me = GUEST
    house.more |= {"guest": OPENED, "me/register": SESSION}
    return house


def test_one_press_at_the_door_opens_a_game(at_the_door: Enter) -> None:
    house = at_the_door(prepared)
    page = house.page
    expect(page.get_by_text("confirms to be 18 or over").first).to_be_visible()
    page.get_by_role("button", name="Tic-tac-toe: play the computer as a guest").click()
    asked = house.wait_for(frames.CreateTableFrame)
    assert (asked.game, asked.stake_chips, asked.bots) == ("tictactoe", 0, [1])
    house.until(lambda: ("guest", {"adult": True, "key": None, "language": "en", "terms": None}) in house.asked)


def test_an_account_takes_over_what_the_guest_has_played(enter: Enter) -> None:
    def as_guest(house: House) -> None:
        house.me = GUEST
        house.more["me/register"] = SESSION
        house.remembers("guest", {"key": "s3cret", "keepDays": 30})

    house = enter(as_guest)
    page = house.page
    banner = page.get_by_text("You play as a guest, under the name Guest 123456.")
    expect(banner).to_be_visible()
    expect(page.get_by_text("Without a visit for 30 days")).to_be_visible()
    expect(page.get_by_text("Guests read along")).to_be_attached()
    expect(page.get_by_role("heading", name="Good to see you, Guest 123456.")).to_be_visible()
    page.get_by_role("link", name="Make an account").click()
    for name, value in FORM.items():
        page.locator(f"[name={name}]").fill(value)
    house.me = ME
    page.get_by_role("button", name="Take a chair").click()
    house.until(lambda: any(path == "me/register" for path, _ in house.asked))
    (body,) = [body for path, body in house.asked if path == "me/register"]
    assert body["username"] == "Nikos"
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    expect(banner).to_have_count(0)
    assert page.evaluate("localStorage['kafeneio.guest'] ?? null") is None


def test_a_guest_is_called_so_in_the_readers_language_wherever_names_are(enter: Enter) -> None:
    def meets(house: House) -> None:
        house.players = [player("Eleni"), msgspec.structs.replace(player("Nikos"), name="guest-123456")]
        house.chat = [msgspec.structs.replace(say("Nikos", "Kalispera", 1), name="guest-123456")]
        house.me = msgspec.structs.replace(ME, language="el")
        house.tables = [table("Corner", "guest-123456", None, stake=500)]

    page = enter(meets, locale="el-GR").page
    people = page.get_by_role("region", name="Κόσμος", exact=True).get_by_role("listitem")
    expect(people.get_by_role("button", name="Επισκέπτης 123456")).to_be_visible()
    expect(page.get_by_role("log").get_by_text("Επισκέπτης 123456")).to_be_visible()
    expect(page.get_by_text("guest-123456")).to_have_count(0)
    for face in (people.filter(has_text="Επισκέπτης 123456"), page.get_by_role("log")):
        expect(face.locator("[data-tone]").last).to_have_text("Ε")


def test_a_browser_that_was_here_as_a_guest_is_the_same_guest_again(at_the_door: Enter) -> None:
    def known(page: Page) -> House:
        house = prepared(page)
        house.remembers("guest", {"key": "0ld", "keepDays": 30})
        return house

    house = at_the_door(known)
    house.page.get_by_role("button", name="Play Tavli now").click()
    house.until(lambda: any(path == "guest" for path, _ in house.asked))
    assert [body["key"] for path, body in house.asked if path == "guest"] == ["0ld"]
    expect(house.page.get_by_text("You play as a guest")).to_be_visible()


def test_a_refused_guest_sees_the_reason_at_the_login(at_the_door: Enter) -> None:
    house = at_the_door(prepared)
    house.rest_refuses["guest"] = (429, "registration_limit")
    house.page.get_by_role("button", name="Play Tavli now").click()
    expect(house.page.get_by_role("alert").first).to_be_visible()


def test_how_well_the_computer_plays_is_chosen_beside_the_games_and_remembered(enter: Enter) -> None:
    house = enter()
    page = house.page
    page.get_by_text("Strong", exact=True).click()
    expect(page.get_by_text("At the table: Fotini, Stelios, and Katina. Thinks everything through")).to_be_visible()
    page.get_by_text("Easy", exact=True).click()
    expect(page.get_by_text("At the table: Roula, Babis, and Voula. Still learning")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Tic-tac-toe: play the computer").click()
    assert house.wait_for(frames.CreateTableFrame).strength == "easy"

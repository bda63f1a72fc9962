"""Pages about the platform and the own account: terms, look, numbers and data; and finding tables and people."""

import io
from typing import Any

import msgspec
import pytest
from PIL import Image
from PIL.ExifTags import IFD, Base
from playwright.sync_api import expect

from gateway.http.operations.request_bodies import Statistics
from services.contracts.client import frames
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import pictures, privacy
from services.contracts.ranking import statistics
from services.contracts.tables import recordings
from tests.web.conftest import PHONE, Enter
from tests.web.house import TERMS, House, player, table
from tests.web.match import DAWN_MS
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

CHANGED = lobby.TermsVersion(
    version=2, posted_at_ms=DAWN_MS + 1, changes={"el": "Νέο ρολόι.", "en": "A new clock.", "es": "Otro reloj."}
)


def _change_terms(house: House) -> None:
    house.terms = msgspec.structs.replace(TERMS, version=2, history=[CHANGED, *TERMS.history])


def test_a_version_without_words_in_a_language_is_described_in_english(enter: Enter) -> None:
    def begin(house: House) -> None:
        house.remembers("settings", {"language": "pt"})
        _change_terms(house)

    expect(enter(begin, path="/terms").page.get_by_text("A new clock.").first).to_be_visible()


def test_a_newcomer_can_read_the_terms_and_accepts_the_version_that_was_shown(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    page.get_by_text("New here").click()
    link = page.get_by_role("link", name="terms and rules, version 1")
    expect(link).to_have_attribute("href", "/terms")
    page.get_by_label("Name").fill("Eleni")
    page.get_by_label("E-mail").fill("eleni@example.org")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.get_by_label("Date of birth").fill("1990-12-31")
    page.get_by_role("button", name="Take a chair").click()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    assert dict(house.asked)["register"]["terms"] == 1


def test_the_terms_have_the_right_to_correct_misconduct_and_ones_own_mistakes(enter: Enter) -> None:
    page = enter(path="/terms", viewport=PHONE).page
    for title in ("Correct results", "Your own mistakes", "What counts as misconduct"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    at_rest(page)


def test_the_terms_are_readable_without_a_login(at_the_door: Enter) -> None:
    page = at_the_door(path="/#terms").page
    expect(page.get_by_role("heading", name="Terms and Rules Update")).to_be_visible()
    page.get_by_role("button", name="Tic-tac-toe").click()
    expect(page.get_by_role("dialog")).to_contain_text("The aim")


def test_a_changed_version_is_announced_in_the_room_and_accepted_on_its_page(enter: Enter) -> None:
    house = enter(_change_terms)
    page = house.page
    page.get_by_role("link", name="Read what is new").click()
    expect(page.get_by_text("A new clock.").first).to_be_visible()
    page.get_by_role("button", name="I have read it and accept").click()
    expect(page.get_by_text("You have accepted this version.")).to_be_visible()
    house.until(lambda: ("me/terms", {"version": 2}) in house.asked)


WAITING = privacy.Export(export="e", asked_at_ms=DAWN_MS, ready_at_ms=None, waiting=["tables", "wallet"])
READY = msgspec.structs.replace(WAITING, ready_at_ms=DAWN_MS + 9, waiting=[])
GONE = privacy.Erasure(receipt="r1", asked_at_ms=DAWN_MS, done_at_ms=None, waiting=["tables"])
NUMBERS = Statistics(
    elo=1_540,
    peak=1_602,
    rated_games=31,
    games=[
        recordings.GameTotals(
            game="tictactoe", matches=31, won=18, lost=11, tied=2, streak=3, best_streak=6, last_at_ms=DAWN_MS
        )
    ],
)
NO_MATCHES = statistics.PlayerStatistics(
    account="a-eleni",
    name="Eleni",
    matches=[],
    totals=statistics.TotalsLine(
        matches=0,
        won=0,
        lost=0,
        tied=0,
        units_won=0,
        units_lost=0,
        points_for=0,
        points_against=0,
        net_chips=0,
        elo_delta=0,
    ),
    games=[],
    elo=1_540,
    peak=1_602,
    rated_games=31,
    pr=0,
    quintile=None,
    classified_matches=0,
)


def answering(**answers: Any) -> Any:
    """A house that answers these paths (`__` for `/`) so."""

    def prepare(house: House) -> None:
        house.more |= {path.replace("__", "/"): value for path, value in answers.items()}

    return prepare


def test_statistics_show_every_game_in_numbers(enter: Enter) -> None:
    house = enter(answering(me__statistics=NUMBERS, me__statistics__matches=NO_MATCHES))
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    expect(page.get_by_text("1602")).to_be_visible()
    expect(page.get_by_text("58%")).to_be_visible()
    expect(page.get_by_text("3 wins")).to_be_visible()


def _camera_photo(form: str = "JPEG", size: tuple[int, int] = (4032, 3024), turned: int = 1) -> bytes:
    """A photo as a camera makes it: megabytes, with place and time; a red left half, a blue right one."""
    photo = Image.effect_noise(size, 64).convert("RGB")
    photo.paste((220, 30, 30), (0, 0, size[0] // 2, size[1] // 8))
    exif = Image.Exif()
    exif[Base.Orientation] = turned
    exif.get_ifd(IFD.GPSInfo)[1] = "N"
    made = io.BytesIO()
    photo.save(made, form, exif=exif, quality=95)
    return made.getvalue()


@pytest.mark.parametrize(
    ("kind", "form", "size"),
    [
        ("image/jpeg", "JPEG", (4032, 3024)),
        ("image/png", "PNG", (600, 900)),
        ("image/webp", "WEBP", (3000, 500)),
        ("image/jpeg", "JPEG", (60, 60)),
    ],
)
def test_a_photo_of_any_camera_is_sent_small_and_without_place(
    enter: Enter, kind: str, form: str, size: tuple[int, int]
) -> None:
    house = enter(answering(me__photo=pictures.Photo(photo="p1"), me__export=READY))
    house.page.evaluate("location.hash = '#account'")
    sent = _camera_photo(form, size, turned=6)
    house.page.locator("input[type=file]").set_input_files({"name": "me", "mimeType": kind, "buffer": sent})
    house.until(lambda: [path for path, _ in house.asked].count("me/photo") == 1)
    (body,) = [body for path, body in house.asked if path == "me/photo"]
    made = Image.open(io.BytesIO(body))
    assert len(body) < 524_288 and not made.getexif()
    assert made.format == "JPEG" and made.size == (min(512, *size),) * 2


def test_what_is_no_picture_is_not_sent(enter: Enter) -> None:
    house = enter(answering(me__photo=pictures.Photo(photo="p1"), me__export=READY))
    page = house.page
    page.evaluate("location.hash = '#account'")
    for kind in ("text/plain", "image/png"):
        page.locator("input[type=file]").set_input_files({"name": "me.png", "mimeType": kind, "buffer": b"words"})
        expect(page.get_by_role("alert")).to_contain_text("no picture that the house can read")
    assert not [path for path, _ in house.asked if path == "me/photo"]


def test_the_avatar_that_is_worn_shows_beside_the_name_and_a_photo_where_none_is(enter: Enter) -> None:
    def furnish(house: House) -> None:
        house.players += [
            msgspec.structs.replace(player("Nikos"), photo="p7"),
            msgspec.structs.replace(player("Ana"), avatar="owl"),
            msgspec.structs.replace(player("Petros"), avatar="cup", photo="p8"),
        ]

    page = enter(furnish).page
    expect(page.locator("img[src='/api/photos/p7']")).to_have_count(1)
    expect(page.locator("img[src='/api/photos/p8']")).to_have_count(0)
    expect(page.locator("[data-tone=picture] svg")).to_have_count(2)


def test_ones_data_are_gathered_and_downloaded_once_all_have_answered(enter: Enter) -> None:
    file = privacy.ExportFile(account="a-eleni", asked_at_ms=1, ready_at_ms=2, data={"lobby": {}})
    house = enter(answering(me__export=WAITING, me__export__file=file))
    page = house.page
    page.evaluate("location.hash = '#account'")
    expect(page.get_by_text("2 parts are still to come")).to_be_visible()
    house.more["me/export"] = READY
    house.send(frames.ExportReadyFrame(export="e"))
    with page.expect_download() as begun:
        page.get_by_role("button", name="Download").click()
    assert begun.value.suggested_filename == "kafeneio-Eleni.json"


def test_erasing_an_account_needs_the_password_and_shows_its_progress(enter: Enter) -> None:
    house = enter(answering(me__erasure=GONE, erasures__r1=GONE, me__export=READY))
    page = house.page
    page.evaluate("location.hash = '#account'")
    page.get_by_role("button", name="Erase my account").click()
    page.get_by_label("Your password", exact=True).fill("a long enough one")
    page.get_by_role("button", name="Erase everything now").click()
    expect(page.get_by_role("heading", name="You have left the house")).to_be_visible()
    expect(page.get_by_text("One part of the house has still to forget you.")).to_be_visible()
    house.more["erasures/r1"] = msgspec.structs.replace(GONE, done_at_ms=DAWN_MS + 9, waiting=[])
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("All parts of the house have forgotten you.")).to_be_visible()
    house.until(lambda: ("me/erasure", {"password": "a long enough one"}) in house.asked)
    assert page.evaluate("localStorage.getItem('kafeneio.session')") in (None, "null")


def test_a_refused_erasure_says_why_and_changes_nothing(enter: Enter) -> None:
    house = enter(answering(me__export=READY))
    house.rest_refuses["me/erasure"] = (422, "escrow_open")
    page = house.page
    page.evaluate("location.hash = '#account'")
    page.get_by_role("button", name="Erase my account").click()
    page.get_by_label("Your password", exact=True).fill("a long enough one")
    page.get_by_role("button", name="Erase everything now").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("still held for a match")


def _crowd(house: House) -> None:
    house.players += [player(name) for name in ("Nikos", "Μαρία", "Ana", "Ben", "Zoe", "Omar")]
    house.tables = [
        table("Quiet corner", "Nikos", None, stake=200),
        table("By the window", "Ana", None, stake=2_000),
    ]


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.quiet_room("it counts what is found")
def test_tables_are_found_by_word_and_stake_with_the_keyboard(enter: Enter, phone: bool) -> None:
    page = enter(_crowd, **({"viewport": PHONE} if phone else {})).page
    if phone:
        page.get_by_role("navigation").get_by_role("button", name="Tables").click()
    pane = page.get_by_role("region", name="Tables")
    search = pane.get_by_role("searchbox")
    search.focus()
    page.keyboard.type("nik")
    expect(pane.get_by_role("listitem")).to_have_count(1)
    expect(pane.get_by_role("listitem")).to_contain_text("Quiet corner")
    page.keyboard.press("Escape")
    expect(pane.get_by_role("listitem")).to_have_count(2)
    pane.get_by_role("combobox", name="Stake").select_option("middle")
    expect(pane.get_by_role("listitem")).to_contain_text("By the window")


@pytest.mark.quiet_room("it counts what is found")
def test_people_are_found_without_accents(enter: Enter) -> None:
    page = enter(_crowd).page
    pane = page.get_by_role("region", name="People")
    pane.get_by_role("searchbox").fill("μαρια")
    expect(pane.get_by_role("listitem")).to_have_count(1)
    pane.get_by_role("searchbox").fill("nobody")
    expect(pane.get_by_text("Nobody here is called so.")).to_be_visible()

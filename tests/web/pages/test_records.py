"""What has been played: one's matches, replays, the Academy, and the check of chance in the browser alone."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.tables.recordings import DiceStep, MoveStep, WaitStep
from services.kernel.languages import LANGUAGES
from services.kernel.refusal import Refusal
from tests.tables.analysis.matches import recorded
from tests.web.conftest import PHONE, Enter
from tests.web.corner import seat_me, win
from tests.web.house import House, say
from tests.web.records import Records
from tests.web.test_access import BOTH, at_rest_in_each, turned

pytestmark = pytest.mark.browser


def go(page: Page, where: str) -> None:
    page.evaluate("where => { location.hash = where; }", where)


def open_replay(enter: Enter, where: str = "", **options: Any) -> House:
    house = enter(**options)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    go(house.page, f"replay/{house.records.all[0].match}{where}")
    expect(house.page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    return house


def open_academy(enter: Enter, position: int = 4, **options: Any) -> House:
    house = open_replay(enter, f"/1/{position}", **options)
    house.page.get_by_role("link", name="Play on from here").click()
    expect(house.page.get_by_role("heading", name="Academy: Tic-tac-toe")).to_be_visible()
    return house


def cell(page: Page, row: int, col: int) -> Any:
    return page.get_by_role("gridcell", name=re.compile(f"^Row {row}, column {col},"))


def marked(page: Page, count: int) -> None:
    """So many marks are on the board, and none is on its way: until then nothing can be pressed."""
    expect(page.get_by_role("gridcell", name=re.compile(", empty"))).to_have_count(9 - count)
    expect(page.get_by_role("gridcell", name=re.compile("on its way"))).to_have_count(0)


def shows(page: Page, position: int) -> None:
    """So many marks are on the board, and the bar says where one is."""
    marked(page, max(position - 1, 0))
    expect(page.get_by_role("slider", name="Go to a play")).to_have_attribute("aria-valuetext", f"{position} of 6")


# --- one's matches -----------------------------------------------------------------------------------------------


def test_the_menu_leads_to_ones_matches_and_older_ones_come_when_asked_for(reenter: Enter) -> None:
    def five(house: House) -> None:
        house.records = Records(5)

    page = reenter(five).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Your matches").click()
    expect(page.get_by_role("heading", name="Tic-tac-toe with Nikos")).to_have_count(2)
    expect(page.get_by_text(re.compile("You (won|lost).")).first).to_be_visible()
    for count in (4, 5):
        page.get_by_role("button", name="Show older ones").click()
        expect(page.get_by_role("heading", name="Tic-tac-toe with Nikos")).to_have_count(count)
    expect(page.get_by_role("button", name="Show older ones")).to_have_count(0)
    page.get_by_role("link", name="Replay: Tic-tac-toe with Nikos").first.click()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
    page.get_by_role("link", name="Back to the room").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def many(house: House) -> None:
    """Nine matches, a minute apart; of the first six none was lost, so that a page may be empty."""
    house.records = Records(9)
    house.records.all = [
        msgspec.structs.replace(each, result={**each.result, "winners": [0 if at < 6 else 1]})
        for at, each in enumerate(house.records.all)
    ]


def filtered(page: Page, label: str) -> Any:
    return page.get_by_role("group", name="Which matches to show").get_by_label(label)


def played(page: Page, count: int) -> None:
    expect(page.get_by_role("heading", name="Tic-tac-toe with Nikos")).to_have_count(count)


def test_matches_are_filtered_and_back_returns_to_what_was_shown(enter: Enter) -> None:
    house = enter(many, path="/matches")
    page = house.page
    played(page, 2)
    filtered(page, "Result").select_option("Lost")
    expect(page).to_have_url(re.compile(r"/matches\?result=lost$"))
    played(page, 2)  # behind three pages without any
    page.get_by_role("button", name="Show older ones").click()
    played(page, 3)
    expect(page.get_by_role("button", name="Show older ones")).to_have_count(0)
    filtered(page, "Against").fill("Nikos")
    filtered(page, "Against").press("Enter")
    expect(page).to_have_url(re.compile(r"/matches\?opponent=Nikos&result=lost$"))
    played(page, 2)
    page.get_by_role("link", name="Replay: Tic-tac-toe with Nikos").first.click()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    page.go_back()
    expect(filtered(page, "Against")).to_have_value("Nikos")
    expect(filtered(page, "Result")).to_have_value("lost")
    played(page, 2)
    page.go_back()
    expect(filtered(page, "Against")).to_have_value("")
    page.reload()
    expect(filtered(page, "Result")).to_have_value("lost")
    page.get_by_role("button", name="Show all").click()
    expect(page).to_have_url(re.compile("/matches$"))
    played(page, 2)


def test_an_unknown_opponent_and_a_filter_that_leaves_nothing_are_said(enter: Enter) -> None:
    house = enter(many, path="/matches?until=1999-01-01")
    page = house.page
    expect(page.get_by_text("No match is like that.")).to_be_visible()
    filtered(page, "Until").fill("")
    played(page, 2)
    filtered(page, "Against").fill("Somebody else")
    filtered(page, "Against").press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert house.records.asked[-1]["opponent"] == "Somebody else"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_filters_can_be_used_by_all(enter: Enter, language: Any) -> None:
    def prepared(house: House) -> None:
        house.remembers("settings", {"language": language})
        many(house)

    house = enter(prepared, path="/matches?game=tictactoe&result=won&from=2026-01-01", **BOTH[0])
    expect(house.page.locator("main select").first).to_have_value("tictactoe")
    at_rest_in_each(house, BOTH)


def test_nothing_played_yet_says_so(reenter: Enter) -> None:
    def none(house: House) -> None:
        house.records = Records(0)

    page = reenter(none).page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    go(page, "matches")
    expect(page.get_by_text("Nothing yet.")).to_be_visible()


def test_the_result_leads_to_the_replay_and_a_rematch_calls_back(reenter: Enter) -> None:
    house = reenter(seat_me)
    page = house.page
    win(house)
    assert house.match is not None
    house.records.all = [msgspec.structs.replace(house.records.all[0], match=house.match.result.match)]  # type: ignore[union-attr]
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    house.match.phase = "asking"
    house.match.version += 1
    house.show()
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_have_count(0)
    assert house.heard_of(frames.ChooseFrame) == []


def test_a_recording_of_others_says_why_it_is_not_shown(reenter: Enter) -> None:
    house = reenter()
    house.records.refuse = Refusal("recording_forbidden")
    go(house.page, "replay/some-match")
    expect(house.page.get_by_text("Only those who played can see this recording.")).to_be_visible()


# --- replays -----------------------------------------------------------------------------------------------------


def test_a_replay_goes_first_previous_next_last_and_anywhere(reenter: Enter) -> None:
    page = open_replay(reenter).page
    shows(page, 0)
    for button, position in (
        ("One play on", 1), ("One play on", 2), ("To the end", 6), ("One play on", 6), ("One play back", 5),
        ("To the beginning", 0), ("One play back", 0),
    ):  # fmt: skip
        page.get_by_role("button", name=button).click()
        shows(page, position)
    page.get_by_role("slider", name="Go to a play").fill("4")
    shows(page, 4)
    page.get_by_role("list", name="Plays").get_by_role("button").nth(2).click()
    shows(page, 2)
    expect(page.get_by_role("status").filter(has_text="X on row 2, column 2")).to_have_count(1)


def test_a_replay_is_driven_by_keys_and_the_address_remembers_the_place(enter: Enter) -> None:
    page = open_replay(enter).page
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for key, position in (("ArrowRight", 1), ("ArrowRight", 2), ("End", 6), ("ArrowLeft", 5), ("Home", 0)):
        page.keyboard.press(key)
        shows(page, position)
    page.keyboard.press("End")
    shows(page, 6)
    page.reload()
    shows(page, 6)


def test_a_replay_is_described_in_words_and_its_board_cannot_be_played_on(reenter: Enter) -> None:
    house = open_replay(reenter, "/1/2")
    page = house.page
    told = page.get_by_role("list", name="Plays").get_by_role("button")
    expect(told).to_have_count(7)
    expect(told.nth(0)).to_contain_text("Before the first play")
    expect(told.nth(1)).to_contain_text("begins with X")
    cell(page, 3, 3).click()
    shows(page, 2)
    assert house.heard_of(frames.MoveFrame) == [] and house.records.studies == []


def test_a_recording_is_saved_as_the_file_that_the_page_checks_again(reenter: Enter, tmp_path: Path) -> None:
    house = open_replay(reenter)
    page = house.page
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save the recording as a file").click()
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    assert json.loads(path.read_text())["match"] == house.records.all[0].match
    go(page, "verify")
    page.get_by_label("A recording as a file").set_input_files(path)
    expect(page.get_by_text("All 4 checks hold")).to_be_visible()


def test_a_match_of_portes_is_saved_for_other_programs_and_one_without_says_so(reenter: Enter, tmp_path: Path) -> None:
    house = open_replay(reenter)
    page = house.page
    expect(page.get_by_role("button", name="Download for other programs (.mat)")).to_have_count(0)
    match = recorded("tavli", {"variant": "portes", "target": 1})
    house.records.all = [msgspec.structs.replace(match, match="00000002-0000-4000-8000-000000000001")]
    go(page, f"replay/{house.records.all[0].match}")
    expect(page.get_by_role("heading", name="Replay: Tavli")).to_be_visible()
    save = page.get_by_role("button", name="Download for other programs (.mat)")
    with page.expect_download() as coming:
        save.click()
    assert coming.value.suggested_filename == f"kafeneio-tavli-{house.records.all[0].match}.mat"
    path = tmp_path / "match.mat"
    coming.value.save_as(path)
    assert " 1 point match\n\n Game 1\n player-0 : 0" in path.read_text(encoding="utf-8")
    house.records.refuse_text = Refusal("text_unavailable")
    save.click()
    expect(page.get_by_role("alert")).to_have_text("This match cannot be written for other programs.")


# --- the Academy -------------------------------------------------------------------------------------------------


def test_a_hand_is_played_on_for_every_seat_undone_and_compared(reenter: Enter) -> None:
    house = open_academy(reenter, position=4)
    page = house.page
    marked(page, 3)
    cell(page, 3, 3).click()
    marked(page, 4)
    cell(page, 3, 2).click()
    expect(page.get_by_text("The game is over.")).to_be_visible()
    rows = page.get_by_role("region", name="Then and now").get_by_role("row")
    expect(rows).to_have_count(4)
    steps = house.records.studies[-1].steps
    assert [type(step) for step in steps] == [MoveStep, MoveStep]
    assert {step.seat for step in steps if isinstance(step, MoveStep)} == {0, 1}
    page.get_by_role("button", name="Take back one step").click()
    marked(page, 4)
    expect(page.get_by_text("The game is over.")).to_have_count(0)
    page.get_by_role("button", name="Back to where you began").click()
    marked(page, 3)
    expect(page.get_by_role("button", name="Take back one step")).to_be_disabled()


def test_a_step_that_may_not_be_says_why_and_changes_nothing(reenter: Enter) -> None:
    house = open_academy(reenter)
    page = house.page
    cell(page, 2, 2).click()
    expect(page.get_by_text("There is a mark on this cell already.")).to_be_visible()
    house.records.refuse = Refusal("illegal_move", {"step": 0})
    cell(page, 3, 3).click()
    expect(
        page.get_by_role("alert").or_(page.get_by_role("status")).filter(has_text=re.compile("move|rules"))
    ).not_to_have_count(0)
    marked(page, 3)
    house.records.refuse = None
    cell(page, 3, 3).click()
    marked(page, 4)


def test_a_study_is_kept_found_again_opened_and_forgotten(reenter: Enter) -> None:
    house = open_academy(reenter)
    page = house.page
    expect(page.get_by_role("button", name="Keep this study")).to_be_disabled()
    cell(page, 3, 3).click()
    page.get_by_role("button", name="Keep this study").click()
    expect(page.get_by_role("button", name="Kept", exact=True)).to_be_disabled()
    assert [(branch.position, len(branch.steps)) for branch in house.records.branches] == [(4, 1)]
    page.get_by_role("link", name="Kept studies").click()
    expect(page.get_by_text("1 of 100 kept")).to_be_visible()
    expect(page.get_by_text("Game 1, from play 4 · 1 step")).to_be_visible()
    page.get_by_role("link", name="Open the study").click()
    marked(page, 4)
    page.go_back()
    page.get_by_role("button", name="Forget the study").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert house.records.branches == []


def test_a_full_list_of_studies_is_reported(reenter: Enter) -> None:
    house = open_academy(reenter)
    page = house.page
    cell(page, 3, 3).click()
    keep = page.get_by_role("button", name="Keep this study")
    expect(keep).to_be_enabled()  # the step shows before it has been answered
    house.records.refuse = Refusal("simulation_limit", {"limit": 100})
    keep.click()
    expect(page.get_by_text("You have as many saved studies as fit.")).to_be_visible()


def test_dice_are_set_and_pauses_let_pass_where_a_game_has_them(reenter: Enter) -> None:
    house = open_academy(reenter)
    page = house.page
    house.records.change = lambda made: msgspec.structs.replace(made, rolled=[3, 5], pausing=True)
    cell(page, 3, 3).click()
    expect(page.get_by_text("Rolled: 3, 5")).to_be_visible()
    page.get_by_label("Die 1").select_option("6")
    house.records.refuse = Refusal("dice_not_due", {"step": 1})
    page.get_by_role("button", name="Set the dice").click()
    expect(page.get_by_text("No dice are to be rolled here.")).to_be_visible()
    house.records.refuse = None
    page.get_by_role("button", name="Set the dice").click()
    house.until(lambda: house.records.studies[-1].steps[-1] == DiceStep(values=[6, 5]))
    expect(page.get_by_text("No dice are to be rolled here.")).to_be_visible()
    page.get_by_role("button", name="Let the pause pass").click()
    expect(page.get_by_text("There is no pause here.")).to_be_visible()
    assert house.records.studies[-1].steps[-1] == WaitStep()


def test_hidden_hands_are_shown_only_when_asked_for(reenter: Enter) -> None:
    """With a seat's view one plays; with all hands open one only watches."""

    def hide(made: Any) -> Any:
        hidden = [msgspec.structs.replace(each, view=each.view | {"last": None}) for each in made.sights]
        return msgspec.structs.replace(made, sights=hidden)

    def prepared(house: House) -> None:
        house.records.change = hide

    house = reenter(prepared)
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    go(page, f"academy/{house.records.all[0].match}/1/4")
    marked(page, 3)
    expect(page.locator("[data-last=true]")).to_have_count(0)
    page.get_by_text("Show all hands").click()
    expect(page.locator("[data-last=true]")).to_have_count(1)
    asked = len(house.records.studies)
    cell(page, 3, 3).click()
    marked(page, 3)
    assert len(house.records.studies) == asked


def test_where_several_seats_may_act_the_user_chooses_one(reenter: Enter) -> None:
    def another(made: Any) -> Any:
        (owed,) = made.sights
        other = msgspec.structs.replace(owed, seat=1 - owed.seat, number=None, view=owed.view | {"seat": 1 - owed.seat})
        return msgspec.structs.replace(made, sights=[owed, other])

    def prepared(house: House) -> None:
        house.records.change = another

    house = reenter(prepared)
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    go(page, f"academy/{house.records.all[0].match}/1/4")
    page.get_by_role("group", name="Play for").get_by_role("radio").nth(1).check(force=True)
    cell(page, 3, 3).click()
    expect(page.get_by_text("It is not your turn yet.")).to_be_visible()
    page.get_by_role("group", name="Play for").get_by_role("radio").nth(0).check(force=True)
    cell(page, 3, 3).click()
    marked(page, 4)
    expect(page.get_by_role("group", name="Play for").get_by_role("radio").nth(0)).to_be_checked()


# --- the check of chance -----------------------------------------------------------------------------------------


def test_a_recording_is_checked_in_the_browser_with_what_it_remembers(reenter: Enter) -> None:
    def remember(house: House) -> None:
        recording = house.records.all[0]
        promised = [{"match": recording.match, "commit": recording.commit, "seed": recording.seeds[0]}]
        house.remembers("fair", promised)

    page = reenter(remember).page
    go(page, "matches")
    page.get_by_role("link", name="Check who was drawn to begin: Tic-tac-toe with Nikos").click()
    expect(page.get_by_text("All 6 checks hold: every draw follows")).to_be_visible()
    expect(page.get_by_text("This browser remembers it from before the match.")).to_have_count(2)
    expect(page.get_by_text("Game 1 has its key")).to_be_visible()
    expect(page.get_by_text("Game 1, who begins, one of 2 (play 1):")).to_be_visible()
    page.get_by_label("Commitment shown before the match").fill("00")
    expect(page.get_by_text("1 of 6 checks failed")).to_be_visible()


def test_a_forged_recording_is_found_without_a_login(at_the_door: Enter) -> None:
    house = at_the_door(path="/#verify")
    page = house.page
    forged = msgspec.json.decode(msgspec.json.encode(house.records.all[0]))
    forged["events"][0]["data"]["values"] = [1 - forged["events"][0]["data"]["values"][0]]
    file = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(forged).encode()}
    page.get_by_label("A recording as a file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_text("1 of 4 checks failed: this recording is not what it claims to be.")).to_be_visible()
    expect(page.get_by_text("By the rules:")).to_be_visible()
    page.get_by_label("A recording as a file").set_input_files(
        {"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"}
    )
    expect(page.get_by_text("This is not a recording that can be checked.")).to_be_visible()


# --- matches from other programs -----------------------------------------------------------------------------------


WRITTEN = Path("tests/games/tavli/gnubg_match.mat")


def open_imports(enter: Enter, **options: Any) -> House:
    house = enter(**options)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    go(house.page, "matches")
    house.page.get_by_role("link", name="From other programs").click()
    expect(house.page.get_by_role("heading", name="From other programs")).to_be_visible()
    return house


def test_a_match_from_another_program_is_gone_through_and_played_on(reenter: Enter) -> None:
    house = open_imports(reenter)
    page = house.page
    expect(page.get_by_text("0 of 50 kept")).to_be_visible()
    page.get_by_label("A match as a file").set_input_files(WRITTEN)
    expect(page.get_by_label("The match as text")).to_have_value(WRITTEN.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Bring it in").click()
    line = page.get_by_role("listitem").filter(has_text="gnubg")
    expect(line).to_contain_text("5 games")
    expect(page.get_by_label("The match as text")).to_have_value("")
    line.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("From another program")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Check the chance|Analysis"))).to_have_count(0)
    expect(page.get_by_role("button", name="Save the recording as a file")).to_have_count(0)
    page.get_by_role("combobox").select_option("3")
    page.get_by_role("button", name="One play on").click()
    expect(page.get_by_role("slider", name="Go to a play")).to_have_attribute("aria-valuetext", re.compile("^1 of "))
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Academy: Tavli")).to_be_visible()
    expect(page.get_by_text(re.compile("From another program · game 3, from play 0"))).to_be_visible()
    page.get_by_label("Die 1").select_option("6")
    page.get_by_label("Die 2").select_option("6")
    page.get_by_role("button", name="Set the dice").click()
    page.get_by_role("button", name="Keep this study").click()
    expect(page.get_by_role("button", name="Kept")).to_be_visible()
    (kept,) = house.records.branches
    assert (kept.match, kept.hand, kept.position) == (next(iter(house.records.imports)), 3, 0)
    assert kept.steps == [DiceStep(values=[6, 6])]


def test_a_pasted_text_that_is_refused_stays_with_the_place_of_the_fault(reenter: Enter) -> None:
    page = open_imports(reenter).page
    broken = WRITTEN.read_text(encoding="utf-8").replace("  2) ", "  2) 66: 6/off(4)\n  2) ", 1)
    page.get_by_label("The match as text").fill(broken)
    page.get_by_role("button", name="Bring it in").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("This text has a move that is not legal. Game 1, move 2 (line 8).")
    expect(page.get_by_label("The match as text")).to_have_value(broken)
    page.get_by_label("The match as text").fill("Dear all")
    page.get_by_role("button", name="Bring it in").click()
    expect(alert).to_have_text("This text has a line that cannot be read. Line 1.")
    expect(page.get_by_text("0 of 50 kept")).to_be_visible()


def test_a_match_from_another_program_is_removed(reenter: Enter) -> None:
    house = open_imports(reenter)
    page = house.page
    page.get_by_label("The match as text").fill(WRITTEN.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Bring it in").click()
    page.get_by_role("button", name="Remove with its studies: Tavli, gnubg and root").click()
    expect(page.get_by_text("0 of 50 kept")).to_be_visible()
    assert house.records.imports == {}


# --- looks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en-GB", "el-GR", "es-ES"])
def test_every_page_is_free_of_violations_and_nothing_is_cut_off(enter: Enter, language: str) -> None:
    house = enter(lambda made: setattr(made, "records", Records(3)), locale=language, **BOTH[0])
    page = house.page
    match = house.records.all[0].match
    for where, ready in (
        ("matches", page.get_by_role("listitem").first),
        ("studies", page.get_by_role("main")),
        ("imports", page.get_by_role("textbox")),
        (f"replay/{match}/1/6", page.get_by_role("grid")),
        (f"academy/{match}/1/6", page.get_by_role("table")),
        (f"verify/{match}", page.get_by_role("listitem").first),
    ):
        go(page, where)
        expect(ready).to_be_visible()
        at_rest_in_each(house, BOTH)
        turned(page, BOTH[0])


def test_on_a_phone_the_board_and_the_way_through_the_hand_are_both_within_reach(reenter: Enter) -> None:
    page = open_replay(reenter, viewport=PHONE).page
    page.get_by_role("button", name="To the end").click()
    expect(cell(page, 3, 3)).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("button", name="One play back")).to_be_in_viewport(ratio=0.99)


def test_users_of_the_academy_chat_in_its_room(reenter: Enter) -> None:
    house = open_academy(reenter)
    page = house.page
    chat = page.get_by_role("region", name="Talk in the Academy")
    house.send(frames.ChatFrame(line=say("Nikos", "Why not the centre?", 900, "academy:hall")))
    expect(chat).to_contain_text("Why not the centre?")
    chat.get_by_label("Your message").fill("It was taken.")
    page.keyboard.press("Enter")
    said = house.wait_for(frames.SayFrame)
    assert (said.room, said.text) == ("academy:hall", "It was taken.")

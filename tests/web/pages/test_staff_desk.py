"""The staff console: decisions by what a case shows, files, corrections, the audit log, and no ids in any text."""

import re
import threading
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.lobby.people import conduct
from services.contracts.moderation import cards, cases, desk, orders, reports
from services.contracts.moderation import staff as moderation_staff
from services.contracts.tables import recordings
from services.contracts.wallet import balances
from tests.web.conftest import WALK, Enter
from tests.web.house import DAWN_MS, WAIT_S, House, say
from tests.web.pages.test_conduct import CASE, DAY_MS, DONE, ENTRY, FILE, LINE, MATCH, ORDER, REPORT, sent, staff
from tests.web.site import Asked
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser


def reason(page: Page) -> Any:
    return page.get_by_label(re.compile("^Reason")).first


def test_a_players_file_mutes_until_a_moment_that_is_said_and_empties_the_reason(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/player/a-nikos")
    page = house.page
    expect(page.get_by_text("Yellow cards (20-second clock ran out), active")).to_be_visible()
    mute = page.get_by_role("button", name="Mute", exact=True)
    expect(mute).to_be_disabled()
    reason(page).fill("insults in the lobby")
    page.get_by_label("Mute for").select_option("1440")
    mute.click()
    expect(page.get_by_text("Muted until")).to_be_visible()
    expect(reason(page)).to_have_value("")
    (body,) = sent(house, "moderation/mutes")
    assert (body["to"], body["minutes"], body["reason"]) == ("a-nikos", 1440, "insults in the lobby")
    page.get_by_text("Before and after").click()
    expect(page.get_by_role("table")).to_contain_text("until: 7")
    at_rest(page)


def test_a_block_for_good_asks_once(reenter: Enter) -> None:
    def blocks(house: House) -> None:
        staff(house)
        house.more["staff/blocks"] = cards.KeptBlock(id="b", account="a-nikos", reason="x", from_ms=1, by="a-eleni")

    house = reenter(blocks, path="/staff/player/a-nikos")
    page = house.page
    reason(page).fill("several accounts")
    page.get_by_role("button", name="Block for good").click()
    assert not sent(house, "staff/blocks")
    page.get_by_role("button", name="Yes, block Nikos for good").click()
    house.until(lambda: len(sent(house, "staff/blocks")) == 1)


def test_the_decider_reads_the_rule_first_and_lifts_only_alone(reenter: Enter) -> None:
    def suspended(house: House) -> None:
        staff(house)
        house.more["staff/suspensions/s/lift"] = FILE.suspensions[0]

    house = reenter(suspended, path="/staff/player/a-nikos")
    page = house.page
    expect(page.get_by_text("You have decided this yourself")).to_be_visible()
    reason(page).fill("the server had lost the match")
    lift = page.get_by_role("button", name="Lift", exact=True)
    expect(lift).to_be_disabled()
    page.get_by_text("It is urgent and nobody else is there").click()
    lift.click()
    house.until(lambda: bool(sent(house, "staff/suspensions/s/lift")))
    assert sent(house, "staff/suspensions/s/lift")[0]["alone"] is True


def test_a_player_is_found_by_a_part_of_the_name_and_links_are_shown_for_a_need(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/player")
    page = house.page
    page.get_by_label("Part of a name, or a mail address").fill("nik")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="Nikos")).to_be_visible()
    expect(page.get_by_text("Has been asked by mail.")).to_be_visible()
    expect(page.get_by_role("link", name="The night owls")).to_be_visible()
    page.get_by_label("A note, which only staff read").fill("plays at night")
    page.get_by_role("button", name="Add the note").click()
    house.until(lambda: bool(sent(house, "staff/players/a-nikos/notes")))
    expect(page.get_by_text("same device, 2 times")).to_have_count(0)
    page.get_by_role("button", name="For a report").click()
    expect(page.get_by_text("same device, 2 times")).to_be_visible()


def test_everything_about_one_player_is_closed_by_one_decision_with_its_effect_shown(reenter: Enter) -> None:
    own = msgspec.structs.replace(CASE, id="c2", kind="bot", players=["a-nikos"])
    second = msgspec.structs.replace(REPORT, id="r2", reporter="a-fay", category="bot", lines=[])

    def several(house: House) -> None:
        staff(house)
        house.more["staff/reports"] = reports.Reports(reports=[REPORT, second])
        house.more["staff/cases"] = cases.Cases(cases=[CASE, own])

    house = reenter(several, path="/staff")
    page = house.page
    expect(page.get_by_role("button", name="Nikos 2 reports and 1 case")).to_be_visible()
    expect(page.get_by_text("Closes 3 matters")).to_be_visible()
    page.keyboard.press("b")
    expect(page.get_by_text("Nikos is suspended, usually for a month")).to_be_visible()
    page.keyboard.press("Enter")
    house.until(lambda: bool(sent(house, "staff/reports/r1/decision")))
    (body,) = sent(house, "staff/reports/r1/decision")
    assert (body["also"], body["cases"], body["decision"]) == (["r2"], ["c2"], "block")
    assert "chat" in body["reason"]


def test_reports_that_come_after_the_page_of_the_queue_are_closed_too(reenter: Enter) -> None:
    later = msgspec.structs.replace(REPORT, id="r2", reporter="a-fay")

    found = threading.Event()

    def about_nikos(_asked: Asked) -> reports.Reports:
        found.wait(WAIT_S)
        return reports.Reports(reports=[REPORT, later])

    def long(house: House) -> None:
        staff(house)
        house.more["staff/reports"] = reports.Reports(reports=[REPORT])
        house.more["staff/reports?reported=a-nikos"] = about_nikos

    house = reenter(long, path="/staff")
    page = house.page
    expect(page.get_by_role("radio", name="Ignore (I)")).to_be_visible()
    page.keyboard.press("i")
    expect(page.get_by_role("radio", name="Ignore (I)")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Decide (Enter)")).to_have_attribute("aria-busy", "true")
    assert not sent(house, "staff/reports/r1/decision")
    found.set()
    house.until(lambda: bool(sent(house, "staff/reports/r1/decision")))
    assert sent(house, "staff/reports/r1/decision")[0]["also"] == ["r2"]


def test_nothing_is_said_that_the_case_does_not_show(reenter: Enter) -> None:
    silent = msgspec.structs.replace(REPORT, lines=[], context=reports.ReportContext(room="lobby"))

    def quiet(house: House) -> None:
        staff(house)
        house.more["staff/reports"] = reports.Reports(reports=[silent])

    house = reenter(quiet, path="/staff")
    page = house.page
    expect(page.get_by_text("Nothing was said there.")).to_be_visible()
    page.keyboard.press("w")
    expect(reason(page)).to_have_value("")
    expect(page.get_by_role("button", name="Decide (Enter)")).to_be_disabled()
    page.keyboard.press("Enter")
    assert not sent(house, "staff/reports/r1/decision")


def test_a_moderator_is_offered_only_what_a_moderator_may_do(reenter: Enter) -> None:
    def moderates(house: House) -> None:
        staff(house)
        house.conduct = msgspec.structs.replace(house.conduct, roles=["moderator"])

    house = reenter(moderates, path="/staff")
    page = house.page
    expect(page.get_by_role("radio", name="Warn (W)")).to_be_visible()
    expect(page.get_by_role("radio", name="Red card (B)")).to_have_count(0)
    page.get_by_role("button", name="Fay").click()
    expect(page.get_by_text("Your role reads here and decides nothing.")).to_be_visible()
    page.evaluate(WALK, "/staff/player/a-nikos")
    expect(page.get_by_role("button", name="Mute", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Block for good")).to_have_count(0)
    expect(page.get_by_role("button", name="Lift", exact=True)).to_have_count(0)


def test_a_claimed_player_is_marked_and_not_chosen_first(reenter: Enter) -> None:
    def claimed(house: House) -> None:
        staff(house)
        house.more["staff/claims"] = desk.Claims(claims=[desk.Claim("a-nikos", "a-fay", DAWN_MS + DAY_MS)])

    house = reenter(claimed, path="/staff")
    page = house.page
    claimed_line = page.get_by_role("button", name="Nikos Report").filter(has_text="Fay looks at it")
    expect(claimed_line).to_be_visible()
    expect(claimed_line).to_have_attribute("aria-pressed", "false")
    house.until(lambda: bool(sent(house, "staff/claims")))
    assert sent(house, "staff/claims")[0]["about"] != "a-nikos"


def test_a_decision_taken_alone_is_looked_at_by_the_next_one(reenter: Enter) -> None:
    house = reenter(staff, path="/staff")
    page = house.page
    page.get_by_role("button", name="Maria Decided alone: Suspension lifted").click()
    reason(page).fill("it was as they say")
    page.get_by_role("button", name="I agree").click()
    house.until(lambda: bool(sent(house, "staff/decisions/d1/review")))
    assert sent(house, "staff/decisions/d1/review")[0]["agreed"] is True


def test_a_correction_is_found_seen_tried_out_and_ordered_by_names(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/operations")
    page = house.page
    page.get_by_label("Player", exact=True).fill("nik")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Counts now: Nikos won.")).to_be_visible()
    expect(page.get_by_role("link", name="See the match")).to_have_attribute("href", re.compile("/replay/"))
    expect(page.get_by_role("radio", name="Nikos won")).to_have_count(0)
    page.get_by_text("Maria won", exact=True).click()
    expect(page.get_by_text("Nikos: −330 chips")).to_be_visible()
    expect(page.get_by_text("Maria: +330 chips")).to_be_visible()
    expect(page.get_by_text("Nikos: rating 1520 → 1480")).to_be_visible()
    expect(page.get_by_text("Nikos loses the badge “First win: Tic-tac-toe")).to_be_visible()
    expect(page.get_by_text("Maria gets the badge “First win: Tic-tac-toe")).to_be_visible()
    order = page.get_by_role("button", name="Correct the match")
    expect(order).to_be_disabled()
    reason(page).fill("the server counted wrong")
    at_rest(page)
    order.click()
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    expect(page.get_by_text("Ordered: Maria won")).to_be_visible()
    operation = sent(house, "operator/orders")[0]["operation"]
    assert (operation["match"], operation["result"], operation["seen_revision"]) == (MATCH, [1], 0)


def test_a_correction_is_taken_back_with_one_press(reenter: Enter) -> None:
    line = msgspec.structs.replace(
        LINE, winners=[1], corrected=recordings.Correction(revision=3, outcome="won", winners=[1], at_ms=DAWN_MS)
    )

    def corrected(house: House) -> None:
        staff(house)
        house.more["operator/matches"] = recordings.Recordings(recordings=[line], next=None)
        house.more[f"recordings/{MATCH}"] = {"outcome": "won", "result": {"winners": [0]}}

    house = reenter(corrected, path="/staff/operations")
    page = house.page
    page.get_by_label("Link of a match or a table").first.fill(f"https://kafeneio.example/replay/{MATCH}")
    page.get_by_role("button", name="Find matches").click()
    page.get_by_role("button", name="Take the correction back").click()
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    (order,) = sent(house, "operator/orders")
    assert (order["operation"]["result"], order["operation"]["seen_revision"]) == ([0], 3)
    assert "is taken back" in order["reason"]


def test_an_operator_changes_settings_each_with_a_reason(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/operations")
    page = house.page
    expect(page.get_by_role("list", name="Orders")).to_contain_text("The match is over.")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("searchbox").fill("rake")
    page.get_by_role("button", name="Change: Rake").click()
    save = page.get_by_role("button", name="Save")
    page.get_by_role("textbox", name="Rake").fill("200 40\n500 five")
    expect(page.get_by_text("This cannot be read")).to_be_visible()
    page.get_by_role("textbox", name="Rake").fill("200 40\n500 12.5")
    expect(save).to_be_disabled()
    page.get_by_label("Reason, 10 to 500 characters").fill("less for the bank at weekends")
    save.click()
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    expect(page.get_by_text("Changed: Rake")).to_be_visible()
    (setting,) = sent(house, "operator/orders")
    assert setting["reason"] == "less for the bank at weekends"
    steps = [[200, 4_000], [500, 1_250]]
    assert setting["operation"] == {"kind": "change_setting", "name": "rake_steps", "value": steps}


def test_games_of_a_setting_are_chosen_by_their_names(reenter: Enter) -> None:
    listed = orders.Setting(
        name="friendly_games", service="wallet", kind="words", value=["tavli"], usual=["tavli"], max=100
    )

    def games(house: House) -> None:
        staff(house)
        house.more["operator/settings"] = orders.Settings(settings=[listed])

    house = reenter(games, path="/staff/settings")
    page = house.page
    expect(page.get_by_role("listitem").filter(has_text="played for nothing")).to_contain_text("Tavli")
    expect(page.get_by_text("friendly_games")).to_have_count(0)
    page.get_by_role("button", name="Change: Games").click()
    page.get_by_role("group", name="Games").get_by_text("Tic-tac-toe").click()
    expect(page.get_by_text("It concerns all players; what has begun keeps its terms.")).to_be_visible()
    reason(page).fill("noughts among friends")
    page.get_by_role("button", name="Save").click()
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    assert set(sent(house, "operator/orders")[0]["operation"]["value"]) == {"tictactoe", "tavli"}


def test_a_board_is_ordered_by_games_without_any_id_typed(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/operations")
    page = house.page
    page.get_by_text("Define a leaderboard", exact=True).click()
    expect(page.get_by_label("Leaderboard", exact=True)).to_have_count(0)
    page.get_by_role("group", name="Games").get_by_text("Tic-tac-toe").click()
    page.get_by_label("Prizes").fill("500, 300")
    expect(page.get_by_text("place 1: 500 chips and place 2: 300 chips")).to_be_visible()
    page.get_by_label("Reason, 10 to 500 characters").last.fill("a board for a game")
    page.get_by_role("button", name="Place the order").click()
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    definition = sent(house, "operator/orders")[0]["operation"]["definition"]
    assert (definition["board"], definition["games"]) == ("weekly:tictactoe", ["tictactoe"])


def test_a_threshold_is_tried_before_it_is_changed(reenter: Enter) -> None:
    signal = orders.Setting(name="reporters_signal", value=5, usual=5, min=2, max=100)

    def thresholds(house: House) -> None:
        staff(house)
        house.more["operator/settings"] = orders.Settings(settings=[signal])
        house.more["operator/settings/trial"] = desk.Tried(cases=12, cases_now=4)

    page = reenter(thresholds, path="/staff/settings").page
    page.get_by_role("button", name="Change: Players whose reports").click()
    page.get_by_role("textbox", name="Players whose reports").fill("3")
    expect(page.get_by_text("it would have opened 12 cases, and now 4")).to_be_visible()


def test_the_audit_log_is_looked_through(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/audit")
    page = house.page
    page.get_by_text("Look for", exact=True).click()
    page.get_by_label("Action").select_option("card")
    page.get_by_label("In the reason").fill("insults")
    page.get_by_label("Done by").fill("nik")
    page.get_by_role("button", name="Search").first.click()
    expect(page.get_by_text("Done by: Nikos")).to_be_visible()
    page.get_by_role("button", name="Show", exact=True).click()
    house.until(lambda: any("action=card" in path and "text=insults" in path for path, _ in house.asked))
    (asked,) = {path for path, _ in house.asked if "action=card" in path}
    assert "actor=a-nikos" in asked


UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def logged(seq: int, operation: orders.AnyOperation) -> moderation_staff.AuditEntry:
    """An order as the audit log has it."""
    after: dict[str, Any] = msgspec.to_builtins(operation)
    subject = next(after[name] for name in ("round", "table", "board", "definition") if name in after)
    subject = subject if isinstance(subject, str) else "save_board"
    return msgspec.structs.replace(ENTRY, seq=seq, action=f"order_{after['kind']}", subject=subject, after=after)


def with_ids(house: House) -> None:
    """Staff pages with content in which everything has the ids that the platform gives."""
    staff(house)
    ids = [MATCH[:-1] + str(number) for number in range(10)]
    case = msgspec.structs.replace(
        CASE, id=ids[1], evidence=[cases.Evidence(at_ms=DAWN_MS, seen={"match": MATCH, "other": ids[2]})]
    )
    entries = [
        msgspec.structs.replace(ENTRY, seq=1, action="order_correct_match", subject=MATCH, object=ids[3]),
        msgspec.structs.replace(ENTRY, seq=2, action="competition_saved", subject=ids[4], after={"table": ids[5]}),
        msgspec.structs.replace(ENTRY, seq=3, action="read_file", subject=ids[6], actor=ids[7]),
        logged(4, orders.CorrectRound(round=f"{MATCH}.7", credited={ids[7]: 5})),
        logged(5, orders.AnnulRound(table=f"{ids[1]}@baccarat", number=3)),
        msgspec.structs.replace(
            ENTRY,
            seq=6,
            action="correct_round",
            subject=f"{MATCH}.7",
            before={"credited": {ids[7]: 5}},
            after={"credited": {ids[7]: 6}},
        ),
    ]
    correction = orders.CorrectMatch(match=MATCH, result=[1], accounts=["a-nikos", "a-maria"])
    house.more |= {
        "staff/cases": cases.Cases(cases=[case]),
        "staff/players/a-nikos": msgspec.structs.replace(FILE, cases=[case], audit=entries),
        "staff/players/a-nikos/matches": recordings.Recordings(recordings=[LINE], next=None),
        "staff/players/a-nikos/chat": conduct.ChatPage(
            lines=[msgspec.structs.replace(say("Nikos", "good evening", 1), room=f"table:{ids[8]}")], next_before=None
        ),
        "staff/audit": moderation_staff.AuditPage(entries=entries, next_before=None),
        "operator/orders": orders.Orders(
            orders=[
                msgspec.structs.replace(DONE, id=ids[9], operation=correction),
                msgspec.structs.replace(ORDER, operation=orders.AnnulMatch(table=ids[1])),
                msgspec.structs.replace(ORDER, id=ids[8], operation=orders.AnnulRound(table=ids[1], number=3)),
            ]
        ),
    }


STAFF_PAGES = (
    *("", "/live", "/player/a-nikos", "/companies", "/audit"),
    *("/operations", "/trends", "/roles", "/settings", "/shop"),
)


@pytest.mark.parametrize("path", STAFF_PAGES)
def test_no_text_of_the_console_shows_an_id(reenter: Enter, path: str) -> None:
    house = reenter(with_ids, path=f"/staff{path}")
    page = house.page
    expect(page.get_by_role("heading", name="Staff console")).to_be_visible()
    if path.startswith("/player"):
        page.get_by_role("button", name="Read the matches (kept in the audit log)").click()
        page.get_by_role("button", name="Read the chat (kept in the audit log)").click()
        expect(page.get_by_text("at a table")).to_be_visible()
    if path == "":
        page.get_by_role("button", name="Maria, Nikos").or_(page.get_by_role("button", name="Nikos, Maria")).click()
        expect(page.get_by_role("link", name="the match")).to_be_visible()
    for change in page.get_by_text("Before and after").all():
        change.click()
    assert UUID.findall(page.get_by_role("main").inner_text()) == []


def test_a_reward_is_taken_back_and_a_round_corrected_by_entries_of_a_players_account(reenter: Enter) -> None:
    entries = {
        "free": balances.Transfer(1, DAWN_MS, "welcome", 5_000, 5_000, "welcome:a-nikos"),
        "lotteries": balances.Transfer(2, DAWN_MS, "free_ticket", 40, 5_040, "free:a-nikos:1"),
        "bets": balances.Transfer(3, DAWN_MS, "bet", -200, 4_840, "bet:r-7:2:a-nikos"),
    }

    def with_entries(house: House) -> None:
        staff(house)
        for about, entry in entries.items():
            page = balances.TransferPage(transfers=[entry], next_before=1 if about == "free" else None)
            house.more[f"staff/players/a-nikos/money?about={about}"] = page
        end = balances.TransferPage(transfers=[], next_before=None)
        house.more["staff/players/a-nikos/money?about=free&before=1"] = end

    house = reenter(with_entries, path="/staff/operations")
    page = house.page

    def ordered(kind: str, label: str, entry: str, why: str) -> Any:
        page.get_by_text(kind, exact=True).click()
        page.get_by_label(label).first.fill("nik")
        page.get_by_role("button", name="Search").last.click()
        page.get_by_role("button", name=re.compile(re.escape(entry))).click()
        page.get_by_label("Reason, 10 to 500 characters").last.fill(why)
        before = len(sent(house, "operator/orders"))
        page.get_by_role("button", name="Place the order").click()
        house.until(lambda: len(sent(house, "operator/orders")) > before)
        return sent(house, "operator/orders")[-1]["operation"]

    taken = ordered("Take back a reward", "Which reward", "+5,000", "it was a second account")
    assert (taken["kind"], taken["reference"]) == ("take_back", "welcome:a-nikos")
    corrected = ordered("Correct a paid round", "Which round", "−200", "the bank dealt a card twice")
    assert (corrected["kind"], corrected["round"]) == ("correct_round", "r-7:2")


def test_a_role_is_for_a_player_found_by_name(reenter: Enter) -> None:
    house = reenter(staff, path="/staff/roles")
    page = house.page
    expect(page.get_by_role("button", name="Give")).to_be_disabled()
    page.get_by_label("Part of a name, or a mail address").fill("nik")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("For Nikos")).to_be_visible()
    page.get_by_label("Reason, 10 to 500 characters").fill("helps on Saturdays")
    page.get_by_role("button", name="Give").click()
    house.until(lambda: bool(sent(house, "staff/roles")))
    assert sent(house, "staff/roles")[0]["to"] == "a-nikos"

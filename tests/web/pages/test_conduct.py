"""Reports, the notice of a suspension with its appeal, and the staff console."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from gateway.http.routes.orders import CorrectionEffect
from services.contracts.client import frames
from services.contracts.client.device_class import DeviceClass
from services.contracts.lobby.people import companies, conduct, devices
from services.contracts.moderation import appeals, cards, cases, desk, orders, reports
from services.contracts.moderation import conduct as moderation_conduct
from services.contracts.moderation import staff as moderation_staff
from services.contracts.ranking import boards
from services.contracts.ranking.corrections import BadgeMove, RatingMove
from services.contracts.tables import recordings
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tournaments.corrections import StandingsEffect
from services.contracts.wallet.corrections import ChipsEffect, RoundEffect
from tests.web.conftest import PHONE, WALK, WIDE, Enter
from tests.web.corner import seat_me, win
from tests.web.house import DAWN_MS, House, player, say
from tests.web.situations import situation
from tests.web.test_access import at_rest, at_rest_in_each, turned

pytestmark = pytest.mark.browser

DAY_MS = 24 * 60 * 60_000
RECEIPT = reports.Receipt(id="r", reported="a-nikos", category="insult", created_at_ms=DAWN_MS)
REPORT = reports.Report(
    id="r1",
    reporter="a-maria",
    reported="a-nikos",
    category="insult",
    comment="He shouts at everybody.",
    context=reports.ReportContext(match="m1", table="t1", room="table:t1"),
    lines=[say("Nikos", "something rude", 1), say("Maria", "please stop", 2)],
    seated=[],
    created_at_ms=DAWN_MS,
    times_reported=3,
)
APPEAL = appeals.Appeal(
    id="a1",
    account="a-fay",
    kind="suspension",
    of="s",
    text="It was not me.",
    created_at_ms=DAWN_MS,
    decided_by="system",
)
CASE = cases.Case(
    id="c1", kind="chip_dump", players=["a-nikos", "a-maria"], opened_at_ms=DAWN_MS,
    evidence=[cases.Evidence(at_ms=DAWN_MS, seen={"chips": 52_000})],
)  # fmt: skip
ENTRY = moderation_staff.AuditEntry(
    seq=1, at_ms=DAWN_MS, actor="a-eleni", role="administrator", action="card", subject="a-nikos", object="c",
    reason="red: insults in the lobby", before=None, after={"until_ms": 7}, prev_hash="0" * 64, hash="1" * 64,
)  # fmt: skip
FILE = moderation_staff.PlayerFile(
    account="a-nikos", roles=[], blocked=None, watched=True, watched_until_ms=None, times_reported=3,
    cards=[
        cards.Card(
            id="k", account="a-nikos", colour="yellow", reason="normal", at_ms=DAWN_MS, by="system", state="active"
        )
    ],
    suspensions=[
        cards.KeptSuspension(
            id="s", account="a-nikos", cause="red", reason="insults", from_ms=DAWN_MS, until_ms=DAWN_MS + DAY_MS,
            decided_at_ms=DAWN_MS, by="a-eleni",
        )
    ],
    mutes=[], reports=[REPORT], appeals=[], cases=[CASE], warnings=2, warnings_open=1, audit=[ENTRY],
    notes=[desk.Note(id="n", of="a-nikos", by="a-eleni", text="Has been asked by mail.", at_ms=DAWN_MS)],
)  # fmt: skip
_PHONE = DeviceClass(form="phone", browser="firefox", system="android")
_COMPUTER = DeviceClass(form="desktop", browser="other", system="linux")
DEVICES = {
    "a-nikos": [
        devices.SeenDevice(device_class=_PHONE, times=12, last_at_ms=DAWN_MS),
        devices.SeenDevice(device_class=DeviceClass(), times=1, last_at_ms=DAWN_MS - DAY_MS),
    ],
    "a-maria": [devices.SeenDevice(device_class=_COMPUTER, times=2, last_at_ms=DAWN_MS)],
}
MATCH = "0190a1b2-0000-7000-8000-00000000000a"
LINE = recordings.RecordingLine(
    match=MATCH, number=1, game="tictactoe", options={}, stake_chips=200, started_at_ms=DAWN_MS,
    ended_at_ms=DAWN_MS + 60_000, outcome="won", winners=[0], points=[1, 0],
    seats=[SeatPlayer(name="Nikos", account="a-nikos"), SeatPlayer(name="Maria", account="a-maria")],
)  # fmt: skip
EFFECT = CorrectionEffect(
    accounts=["a-nikos", "a-maria"],
    chips=ChipsEffect(0, "won", "won", [0, 330], [330, 0], 0, {}),
    outcome="won",
    ratings=[RatingMove(account="a-nikos", before=1520, after=1480)],
    competition=StandingsEffect(),
    badges=[
        BadgeMove(account="a-nikos", badge="won_tictactoe", before_ms=DAWN_MS, after_ms=None),
        BadgeMove(account="a-maria", badge="won_tictactoe", before_ms=None, after_ms=DAWN_MS),
    ],
)
ALONE = desk.SoleDecision(
    id="d1", at_ms=DAWN_MS, by="a-fay", action="lift", subject="a-maria", reason="the server had lost the match"
)
TRENDS = desk.Trends(
    days=[desk.TrendDay(day_ms=1_795_910_400_000, reports=4, signals=1, decisions=3, appeals=1, overturned=1)],
    median_decision_ms=240_000,
    signals=[desk.SignalTrend(kind="bot", cases=4, acted=2, ruled=2, overturned=1)],
)


ORDER = orders.Order(
    id="o1", by="a-eleni", reason="the server counted wrong", at_ms=DAWN_MS, state="refused", error="match_over",
    operation=orders.AnnulMatch(table="t1"),
)  # fmt: skip
ROUND_EFFECT = RoundEffect(
    revision=0, bets={"a-nikos": 300, "a-maria": 200}, last_credited={"a-nikos": 600},
    credited={"a-nikos": 300, "a-maria": 200}, shortfalls={},
)  # fmt: skip
DONE = msgspec.structs.replace(ORDER, id="o2", state="done", error=None)
SETTINGS = [
    orders.Setting(name="yellow_limit", value=20, usual=28, min=1, max=1_000),
    orders.Setting(name="chat_words", kind="words", value=["thief"], usual=["idiot"], max=1_000),
    orders.Setting(name="min_stake", service="wallet", value=200, usual=200, min=1, max=1_000_000_000),
    orders.Setting(
        name="rake_steps", service="wallet", kind="steps", value=[[200, 4_000]], usual=[[200, 4_000]], min=1, max=20
    ),
    orders.Setting(
        name="on_timeout", service="tables", kind="choice", value="wait", usual="wait", choices=["wait", "auto_turn"]
    ),
    orders.Setting(name="elo_k", service="ranking", kind="numbers", value=[40, 20, 10], usual=[40, 20, 10], max=200),
]


def people(house: House) -> None:
    house.players = [player("Eleni"), player("Nikos")]
    house.chat = [say("Nikos", "something rude", 1)]
    house.more["reports"] = RECEIPT


def sent(house: House, path: str) -> list[Any]:
    return [body for asked, body in house.asked if asked == path and body]


def test_a_player_of_the_list_is_reported_in_three_clicks(reenter: Enter) -> None:
    house = reenter(people)
    page = house.page
    page.get_by_role("list").get_by_role("button", name="Report Nikos").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Bad manners").click()
    at_rest(page)
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("The administrators have your report")
    (body,) = sent(house, "reports")
    assert (body["to"], body["category"], body["comment"], body["room"]) == (
        "a-nikos", "attitude", "Bad manners", "lobby",
    )  # fmt: skip


@pytest.mark.quiet_room("it counts the lines that can be reported")
def test_a_line_of_the_chat_is_reported_with_its_room_and_ones_own_is_not(reenter: Enter) -> None:
    house = reenter(people)
    log = house.page.get_by_role("log")
    expect(log).to_contain_text("something rude")
    house.send(frames.ChatFrame(line=say("Eleni", "good evening", 2)))
    expect(log).to_contain_text("good evening")
    expect(log.get_by_role("button", name="Report")).to_have_count(1)
    log.get_by_role("button", name="Report Nikos").click()
    dialog = house.page.get_by_role("dialog")
    dialog.get_by_label("What happened?").fill("He shouts.")
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_role("status")).to_be_visible()
    assert sent(house, "reports")[0]["comment"] == "He shouts."


def test_a_player_at_the_table_is_reported_with_the_match(reenter: Enter) -> None:
    def sit(house: House) -> None:
        house.more["reports"] = RECEIPT
        seat_me(house)

    house = reenter(sit)
    expect(house.page.get_by_role("grid")).to_be_visible()
    house.page.get_by_role("button", name="Menu").click()
    house.page.get_by_role("button", name="Report").click()
    house.page.get_by_role("dialog").get_by_role("button", name="Send the report").click()
    expect(house.page.get_by_role("dialog").get_by_role("status")).to_be_visible()
    (body,) = sent(house, "reports")
    assert body["table"] and body["match"]


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
def test_a_finished_match_and_its_replay_report_in_three_clicks_with_the_place_in_the_match(
    reenter: Enter, viewport: Any
) -> None:
    house = reenter(people, path="/matches", viewport=viewport)
    page = house.page
    match = house.records.all[0].match
    clicks_to_send(page)
    page.evaluate("where => { location.hash = where; }", f"replay/{match}/1/3")
    expect(page.get_by_role("heading", name="Replay: Tic-tac-toe")).to_be_visible()
    expect(page.get_by_role("slider", name="Go to a play")).to_have_value("3")
    at_rest(page)
    clicks_to_send(page)
    listed, replayed = [
        {name: body.get(name) for name in ("to", "match", "hand", "event")} for body in sent(house, "reports")
    ]
    assert listed == {"to": "a-nikos", "match": match, "hand": None, "event": None}
    assert replayed == {"to": "a-nikos", "match": match, "hand": 1, "event": 3}


def test_after_the_last_move_the_table_reports_the_match_that_is_over(reenter: Enter) -> None:
    def sit(house: House) -> None:
        house.more["reports"] = RECEIPT
        seat_me(house)

    house = reenter(sit)
    page = house.page
    win(house)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    clicks_to_send(page)
    assert house.match is not None and house.match.result is not None
    assert sent(house, "reports")[0]["match"] == house.match.result.match


def clicks_to_send(page: Page) -> None:
    """The flag, the category, the button: three clicks."""
    page.get_by_role("button", name="Report Nikos").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Playing together").click()
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("The administrators have your report")
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("look", [{"viewport": WIDE}, {"viewport": PHONE, "color_scheme": "dark"}])
def test_a_suspended_player_sees_reason_and_end_and_appeals(at_the_door: Enter, look: dict[str, Any]) -> None:
    house = at_the_door(**look)
    page = house.page
    detail = {
        "colour": "red", "from_ms": DAWN_MS, "until_ms": DAWN_MS + 30 * DAY_MS, "reason": "Insults in the lobby.",
        "appeal_until_ms": DAWN_MS + 14 * DAY_MS,
    }  # fmt: skip
    house.rest_refuses["login"] = (403, "account_suspended", detail)
    house.more["appeals"] = conduct.AppealReceipt(id="a", created_at_ms=DAWN_MS)
    page.get_by_text("Come in", exact=True).first.click()
    page.get_by_label("Name or e-mail").fill("Eleni")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Come in").last.click()
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Your account is suspended")
    expect(notice).to_contain_text("A red card")
    expect(notice).to_contain_text("Insults in the lobby.")
    at_rest(page)
    notice.get_by_label("Why should it be decided otherwise?").fill("I was not even at home.")
    notice.get_by_role("button", name="Send the appeal").click()
    expect(page.get_by_text("Your appeal was received.")).to_be_visible()
    assert sent(house, "appeals") == [
        {"username": "Eleni", "password": "correct horse", "text": "I was not even at home."}
    ]


# --- staff -------------------------------------------------------------------------------------------------------


def staff(house: House) -> None:
    house.conduct = msgspec.structs.replace(house.conduct, roles=["administrator", "operator"])
    house.more |= {
        "staff/reports": reports.Reports(reports=[REPORT]),
        "staff/appeals": appeals.Appeals(appeals=[APPEAL]),
        "staff/cases": cases.Cases(cases=[CASE]),
        "staff/names": conduct.Names(
            names={"a-nikos": "Nikos", "a-maria": "Maria", "a-fay": "Fay", "a-eleni": "Eleni"}
        ),
        "staff/reports/r1/decision": REPORT,
        "staff/appeals/a1/ruling": APPEAL,
        "staff/cases/c1/close": CASE,
        "staff/cards": FILE.suspensions[0],
        "moderation/mutes": moderation_conduct.Mute(id="m", account="a-nikos", until_ms=DAWN_MS + DAY_MS),
        "staff/players/a-nikos": FILE,
        "staff/players/a-nikos/notes": FILE.notes[0],
        "staff/players/a-nikos/links": desk.Links(links=[desk.Link(account="a-maria", by="device", count=2)]),
        "staff/players/a-nikos/devices": devices.SeenDevices(devices=DEVICES),
        "staff/devices": conduct.FoundPlayers(
            players=[conduct.FoundPlayer(account="a-nikos", name="Nikos", by="device", created_at_ms=DAWN_MS)]
        ),
        "staff/players/a-nikos/companies": companies.SeenCompanies(
            companies=[companies.SeenCompany(company="c-1", name="The night owls", members=4, closed=False)]
        ),
        "staff/accounts": conduct.FoundPlayers(
            players=[conduct.FoundPlayer(account="a-nikos", name="Nikos", by="name", created_at_ms=DAWN_MS)]
        ),
        "staff/claims": desk.Claims(claims=[]),
        "staff/decisions": desk.SoleDecisions(decisions=[ALONE]),
        "staff/decisions/d1/review": ALONE,
        "staff/trends": TRENDS,
        "operator/matches": recordings.Recordings(recordings=[LINE], next=None),
        "operator/corrections/preview": EFFECT,
        "operator/rounds/preview": ROUND_EFFECT,
        "staff/audit": moderation_staff.AuditPage(entries=[ENTRY], next_before=None),
        "staff/audit/check": moderation_staff.AuditCheck(entries=1, head="1" * 64, broken_at=None),
        "operator/orders": orders.Orders(orders=[ORDER]),
        "POST operator/orders": DONE,
        "operator/settings": orders.Settings(settings=SETTINGS),
        "operator/boards": boards.Definitions(definitions=[]),
        "staff/roles": moderation_staff.Holders(
            holders=[moderation_staff.Holder(account="a-eleni", roles=["administrator"])]
        ),
    }


def test_a_report_is_decided_with_two_keys(reenter: Enter) -> None:
    house = reenter(staff)
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Staff console").click()
    expect(page.get_by_role("heading", name="Nikos: Insults")).to_be_visible()
    expect(page.get_by_text("He shouts at everybody.")).to_be_visible()
    page.keyboard.press("w")
    expect(page.get_by_role("radio", name="Warn (W)")).to_be_checked()
    page.keyboard.press("Enter")
    house.until(lambda: bool(sent(house, "staff/reports/r1/decision")))
    (body,) = sent(house, "staff/reports/r1/decision")
    assert (body["decision"], body["permanent"]) == ("warn", False)
    assert 10 <= len(body["reason"]) <= 500


def test_single_letters_decide_nothing_once_they_are_turned_off(reenter: Enter) -> None:
    house = reenter(staff, path="/staff")
    page = house.page
    expect(page.get_by_role("heading", name="Nikos: Insults")).to_be_visible()
    letters = page.get_by_role("switch", name="Decide by single keys")
    page.get_by_text("Decide by single keys").click()
    expect(letters).not_to_be_checked()
    page.get_by_role("heading", name="Nikos: Insults").click()  # the focus is nowhere
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Warn (W)")).not_to_be_checked()
    assert not sent(house, "staff/reports/r1/decision")
    page.reload()
    expect(letters).not_to_be_checked()
    page.get_by_text("Decide by single keys").click()
    page.get_by_role("heading", name="Nikos: Insults").click()
    page.keyboard.press("w")
    expect(page.get_by_role("radio", name="Warn (W)")).to_be_checked()


def test_the_console_shows_only_the_parts_for_which_one_has_a_role(enter: Enter) -> None:
    def operator(house: House) -> None:
        staff(house)
        house.conduct = msgspec.structs.replace(house.conduct, roles=["operator"])

    page = enter(operator, path="/staff").page
    parts = page.get_by_role("navigation", name="Staff console").get_by_role("link")
    expect(parts).to_have_text(["Audit log", "Roles", "Operations", "Settings", "Shop"])
    expect(page.get_by_role("region", name="Audit log")).to_be_visible()
    page.goto(page.url.removesuffix("/staff") + "/staff/live")
    expect(page.get_by_role("alert")).to_have_text("Your account has no role that may see this.")


def test_the_console_shows_nothing_to_players(reenter: Enter) -> None:
    page = reenter(path="/staff").page
    expect(page.get_by_text("Your account has no role that may see this.")).to_be_visible()
    expect(page.get_by_role("navigation", name="Staff console")).to_have_count(0)


def test_an_appeal_is_ruled_and_watched_chat_comes_live(reenter: Enter) -> None:
    house = reenter(staff, path="/staff")
    page = house.page
    page.get_by_role("button", name="Fay").click()
    page.get_by_text("Lift", exact=True).click()
    page.get_by_label("Reason, 10 to 500 characters").fill("The clock was wrong.")
    page.get_by_role("button", name="Rule on the appeal").click()
    house.until(lambda: bool(sent(house, "staff/appeals/a1/ruling")))
    page.get_by_role("link", name="Watched chat").click()
    house.send(frames.StaffFrame(news="line", line=say("Nikos", "as he says it", 9)))
    expect(page.get_by_role("log")).to_contain_text("as he says it")


LOOKS = ({"viewport": WIDE, "color_scheme": "light"}, {"viewport": PHONE, "color_scheme": "dark"})
CONSOLE = {
    "/staff": "Maria please stop",
    "/staff/player/a-nikos": "Insults (Maria)",
    "/staff/trends": "Found wrong by appeals",
    "/staff/audit": re.compile("Eleni.*red: insults in the lobby"),
    "/staff/roles": re.compile("Eleni.*Administrator"),
    "/staff/operations": re.compile("Eleni.*the server counted wrong"),
}
"""Pages of the console, and what each alone shows when all that it asked for has come, names too."""


def test_every_page_of_the_console_is_accessible(reenter: Enter) -> None:
    house = reenter(staff, path="/staff", **LOOKS[0])
    page = house.page
    for path, shown in CONSOLE.items():
        with situation(path):
            turned(page, LOOKS[0])
            page.evaluate(WALK, path)
            expect(page.get_by_role("heading", name="Staff console")).to_be_visible()
            expect(page.get_by_role("main")).to_contain_text(shown)
            if path.endswith("audit"):
                page.get_by_role("button", name="Check the chain").click()
                expect(page.get_by_text("The chain is whole: 1 entries.")).to_be_visible()
            at_rest_in_each(house, LOOKS)

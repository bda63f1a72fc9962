"""A day at the staff console: 200 reports of farms, insults, bots and honest mistakes, with appeals and cases about
several players, decided in the page itself (services/moderation/RULES.md §5, §7, §9, §15).

Moderation is a real process without a broker; the page is the built client in Chromium, whose requests about staff it
answers. For each thing that waits a made-up moderator opens the evidence first, reads what is there, chooses what the
evidence shows, reads the effect, and presses. How long that takes is counted, not measured: 250 words a minute of the
text that is visible, 1.5 s a press, 3 s a page. The last line of the output is JSON: half of the decisions took
`median_s`; `wrong_defaults` were sent with a reason that the case does not show, or would have been; `left_open` waits
although it was about a player who was decided about; no decision took more than `presses_max` presses. The suggested
reason, which stands in its field, is read in `median_with_reason_s` only.
"""

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Page, expect, sync_playwright

from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals, cards, cases, desk, reports
from services.kernel.refusal import Refusal
from services.moderation.cases.case_rows import Raised
from services.moderation.cases.use_cases import raise_all
from services.platform.database.migrations import migrate
from services.platform.operations import console
from services.platform.process import logs
from tests.moderation.moderation import Moderation
from tests.support.chromium import find_chromium
from tests.web.conftest import USUAL, logged_in
from tests.web.house import House
from tests.web.site import NOWHERE, Asked, served

WORDS_PER_MINUTE = 250
PRESS_S = 1.5
PAGE_S = 3.0
STAFF = "the administrator"
OTHER_STAFF = "another administrator"
INSULT = "you are all cheaters and fools"
POLITE = ("good evening", "well played", "what a roll", "thank you for the match", "shall we play again")


class Suspect(NamedTuple):
    """A player who is reported or appeals, or the first of a case; what is true about them, and what a moderator should
    do. `shown`: the names in the queue."""

    account: str
    kind: str
    decision: str
    others: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return ", ".join(map(_name, (self.account, *self.others)))


class Taken(NamedTuple):
    """A decision as it was taken: how long, with how many presses, and whether its reason claimed too much."""

    seconds: float
    reason_s: float
    presses: int
    is_wrong: bool


def main() -> int:
    """Run the day; 1 where it was too slow, or something wrong was sent or left open."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    logs.set_up("CRITICAL", "desk")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'moderation.db'}"
        migrate("moderation", url)
        moderation = Moderation(url)
        moderation.hire()
        chance = random.Random(arguments.seed)
        suspects = file_reports(moderation, chance, arguments.reports)
        suspects |= file_others(moderation, chance, arguments.reports // 10)
        taken = work_through(moderation, suspects)
        found = figures(moderation, taken, suspects)
        moderation.close()
    console.say(json.dumps(found))
    right = not found["wrong_defaults"] and not found["left_open"]
    return 0 if right and found["median_s"] <= 20 and found["presses_max"] <= 3 else 1


# --- the day ---------------------------------------------------------------------------------------------------------


def file_reports(moderation: Moderation, chance: random.Random, count: int) -> dict[str, Suspect]:
    """File reports about players until there are so many; returns the players by account."""
    suspects: dict[str, Suspect] = {}
    filed = 0
    kinds: dict[str, Callable[[Moderation, random.Random, str, int], int]] = {
        "farm": _farm,
        "insult": _insult,
        "bot": _bot,
        "mistake": _mistake,
    }
    decisions = {"farm": "permanent", "insult": "warn", "bot": "block", "mistake": "ignore"}
    while filed < count:
        kind = chance.choice(sorted(kinds))
        account = f"a-{kind}{len(suspects)}"
        suspects[account] = Suspect(account, kind, decisions[kind])
        moderation.clock.advance(chance.randint(1, 120_000))
        filed += kinds[kind](moderation, chance, account, filed)
    moderation.told()
    return suspects


def file_others(moderation: Moderation, chance: random.Random, count: int) -> dict[str, Suspect]:
    """So many appeals, each for or against what was decided, and so many cases about two players whom nobody reported;
    returns those whom they are about."""
    suspects: dict[str, Suspect] = {}
    for number in range(count):
        account, is_right = f"a-appeal{number}", chance.random() < 0.5
        block = cards.Block(account=OTHER_STAFF, id=f"b-{number}", to=account, reason="seen by the signals")
        text = "My brother played, we share the computer." if is_right else "Give it back, I did nothing."
        for asked in (block, appeals.FileAppeal(account=account, id=f"ap-{number}", text=text)):
            answer = moderation.ask(asked)
            assert not isinstance(answer, Refusal), answer
        suspects[account] = Suspect(account, "appeal", "lifted" if is_right else "upheld")
        pair = [f"a-pair{number}", f"a-pair{number}b"]
        moderation.keep(raise_all, [Raised("chip_dump", pair, {"chips": 50_000 + number})])
        suspects[pair[0]] = Suspect(pair[0], "case", "close", (pair[1],))
    moderation.told()
    return suspects


def _file(moderation: Moderation, account: str, number: int, category: str, **more: Any) -> None:
    comments = {"insult": "He insults us.", "bot": "Always the same pace.", "collusion": "They lose on purpose."}
    asked: dict[str, Any] = {
        "by": f"a-reporter{number}", "reported": account, "category": category,
        "comment": comments.get(category, "Something was wrong."), "lines": [],
        "context": reports.ReportContext(room="lobby"),
    }  # fmt: skip
    answer = moderation.report(**asked | more)
    assert not isinstance(answer, Refusal), answer


def _farm(moderation: Moderation, chance: random.Random, account: str, filed: int) -> int:
    """Accounts that lose chips to one, whose device and chips signals have seen."""
    moderation.keep(raise_all, [Raised("chip_dump", [account], {"chips": 50_000 + chance.randint(1, 9_999)})])
    times = chance.randint(1, 4)
    for number in range(times):
        _file(moderation, account, filed + number, "collusion", context=reports.ReportContext(match=f"m-{account}"))
    return times


def _insult(moderation: Moderation, chance: random.Random, account: str, filed: int) -> int:
    times = chance.randint(1, 3)
    said = [_line(1, "a-other", chance.choice(POLITE)), _line(2, account, INSULT), _line(3, "a-other", "please stop")]
    for number in range(times):
        _file(moderation, account, filed + number, "insult", lines=said)
    return times


def _bot(moderation: Moderation, chance: random.Random, account: str, filed: int) -> int:
    seen = {"decisions": chance.randint(200, 900), "deviation_ms": chance.randint(20, 79)}
    moderation.keep(raise_all, [Raised("bot", [account], seen)])
    times = chance.randint(1, 2)
    for number in range(times):
        _file(moderation, account, filed + number, "bot", context=reports.ReportContext(match=f"m-{account}"))
    return times


def _mistake(moderation: Moderation, chance: random.Random, account: str, filed: int) -> int:
    """Somebody was slow, or polite and misunderstood: nothing is shown, or nothing against the rules."""
    spoke = chance.random() < 0.5
    lines = [_line(1, account, chance.choice(POLITE)), _line(2, "a-other", chance.choice(POLITE))] if spoke else []
    _file(moderation, account, filed, chance.choice(("attitude", "insult", "other")), lines=lines)
    return 1


def _line(number: int, account: str, text: str) -> ChatLine:
    return ChatLine(id=number, room="lobby", account=account, name=_name(account), text=text, at_ms=number)


def _name(account: str) -> str:
    return account.removeprefix("a-").title() if account.startswith("a-") else account


# --- the page --------------------------------------------------------------------------------------------------------


class Desk(House):
    """A house whose requests of staff go to moderation."""

    moderation: Moderation
    decided: list[dict[str, Any]]

    def _find(self, asked: Asked) -> tuple[int, Any]:
        found = self._ask(asked.path.partition("?")[0], asked)
        if isinstance(found, Refusal):
            return 409, found
        return (200, found) if found is not None else super()._find(asked)

    def _ask(self, path: str, asked: Asked) -> Any:
        lists: dict[str, Any] = {
            "staff/reports": reports.ListReports,
            "staff/appeals": appeals.ListAppeals,
            "staff/cases": cases.ListCases,
            "staff/decisions": desk.ListSoleDecisions,
        }
        if asked.path.startswith("staff/reports?reported="):
            reported = asked.path.rpartition("=")[2]
            return self.moderation.ask(reports.ListReports(account=STAFF, reported=reported))
        if path in lists:
            return self.moderation.ask(lists[path](account=STAFF))
        if path == "staff/claims":
            wanted = desk.ClaimPlayer(account=STAFF, **asked.json) if asked.method == "POST" else None
            return self.moderation.ask(wanted or desk.ListClaims(account=STAFF))
        if path == "staff/names":
            accounts = re.findall(r"[\w-]+", asked.path.partition("accounts=")[2].replace("%2C", ","))
            return conduct.Names(names={each: _name(each) for each in accounts})
        deed = re.fullmatch(r"staff/(reports|appeals|cases)/(.+)/(decision|ruling|close)", path)
        if deed is None:
            return None
        self.decided.append(asked.json)
        if deed[1] == "appeals":
            return self.moderation.ask(appeals.RuleAppeal(account=STAFF, appeal=deed[2], **asked.json))
        if deed[1] == "cases":
            return self.moderation.ask(cases.CloseCase(account=STAFF, case=deed[2], **asked.json))
        return self.moderation.ask(reports.Decide(account=STAFF, report=deed[2], **asked.json))


def work_through(moderation: Moderation, suspects: dict[str, Suspect]) -> list[Taken]:
    """Decide about everything in the page, the most urgent first."""
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        look: Any = USUAL
        page = browser.new_page(**look)
        page.goto(site.address + NOWHERE)  # so that its storage is at hand

        def prepare(house: House) -> None:
            house.conduct = msgspec.structs.replace(house.conduct, roles=["administrator"])

        Desk.moderation, Desk.decided = moderation, []
        house = _enter(page, prepare)
        site.open_house(page, house.answer)
        page.route_web_socket("**/ws", house.connect)
        page.goto(f"{site.address}/staff")
        taken = []
        while (suspect := _next(page, suspects)) is not None:
            taken.append(_decide(page, house, suspect))
        browser.close()
    return taken


def _enter(page: Page, prepare: Callable[[House], None]) -> Desk:
    usual = logged_in(prepare, page)
    house = Desk(page)
    house.remembers("session", "t0ken")
    house.conduct = usual.conduct
    return house


def _next(page: Page, suspects: dict[str, Suspect]) -> Suspect | None:
    """The player whose reports are shown; None: nothing waits that was reported."""
    chosen = page.locator("button[aria-pressed=true] strong")
    empty = page.get_by_text("Nothing waits for a decision.")
    expect(chosen.or_(empty).first).to_be_visible()
    if empty.is_visible():
        return None
    named = {each.shown: each for each in suspects.values()}
    any_of_them = re.compile(rf"^({'|'.join(map(re.escape, named))})$")
    expect(chosen.first).to_have_text(any_of_them)  # a moment later than the account's line
    return named[chosen.first.inner_text()]


def _decide(page: Page, house: Desk, suspect: Suspect) -> Taken:
    if suspect.kind in ("appeal", "case"):
        return _rule_or_close(page, house, suspect)
    detail = page.get_by_role("region", name=_name(suspect.account), exact=True)
    expect(detail).to_be_visible()
    seconds, presses = 0.0, 0
    evidence = detail.get_by_role("link", name="Open the recording")
    if evidence.count():
        seconds += PRESS_S + PAGE_S  # opened first; the way back is the browser's
    seconds += _read(detail.inner_text())
    page.keyboard.press({"ignore": "i", "warn": "w", "block": "b", "permanent": "p"}[suspect.decision])
    presses += 1
    effect = page.get_by_role("region", name="What happens")
    expect(detail.get_by_role("button", name="Decide (Enter)")).to_be_enabled()
    seconds += _read(effect.inner_text())
    reason = detail.get_by_label(re.compile("^Reason")).input_value()
    reason_s = _read(reason)
    before = len(house.decided)
    page.keyboard.press("Enter")
    presses += 1
    if suspect.decision == "permanent":
        expect(page.get_by_role("button", name=re.compile("^Yes, block"))).to_be_visible()
        page.keyboard.press("Enter")
        presses += 1
    house.until(lambda: len(house.decided) > before)
    expect(detail).to_have_count(0)
    return Taken(seconds + presses * PRESS_S, reason_s, presses, claims_too_much(suspect, reason))


def _rule_or_close(page: Page, house: Desk, suspect: Suspect) -> Taken:
    """A ruling on an appeal, or the end of a case: read, choose, say why, press."""
    title = re.compile("^Case: " if suspect.kind == "case" else rf"^{suspect.shown}$")
    detail = page.get_by_role("region", name=title).filter(has_text=re.compile(rf"{_name(suspect.account)}(?!\w)"))
    expect(detail).to_be_visible()
    seconds, presses = _read(detail.inner_text()), 1
    if suspect.kind == "appeal" and suspect.decision != "upheld":
        detail.get_by_text("Lift", exact=True).click()
        presses += 1
    detail.get_by_label(re.compile("^Reason")).fill("as the evidence shows it")
    before = len(house.decided)
    detail.get_by_role("button", name=re.compile("^(Rule on the appeal|Close the case)$")).click()
    house.until(lambda: len(house.decided) > before)
    expect(detail).to_have_count(0)
    return Taken(seconds + presses * PRESS_S, 0.0, presses, is_wrong=False)


def _read(text: str) -> float:
    return len(text.split()) * 60 / WORDS_PER_MINUTE


def claims_too_much(suspect: Suspect, reason: str) -> bool:
    """Whether a reason names something that the case of a player does not show."""
    shows = {"farm": {"match", "counted"}, "insult": {"chat"}, "bot": {"match", "counted"}, "mistake": set()}
    named = {each for each in ("match", "counted", "chat") if re.search(rf"\b{each}\b", reason)}
    return not reason.strip() or bool(named - shows[suspect.kind])


# --- figures ---------------------------------------------------------------------------------------------------------


def figures(moderation: Moderation, taken: list[Taken], suspects: dict[str, Suspect]) -> dict[str, Any]:
    """What the day comes to."""
    waits = moderation.ask(reports.ListReports(account=STAFF)).reports
    opened = moderation.ask(cases.ListCases(account=STAFF)).cases
    appealing = {each.account for each in moderation.ask(appeals.ListAppeals(account=STAFF)).appeals}
    about = appealing | {each.reported for each in waits} | {player for each in opened for player in each.players}
    return {
        "reports": sum(1 for each in moderation.log() if each.action.startswith("report_")),
        "decisions": len(taken),
        "kinds": dict(Counter(each.kind for each in suspects.values())),
        "median_s": round(statistics.median(each.seconds for each in taken), 1),
        "median_with_reason_s": round(statistics.median(each.seconds + each.reason_s for each in taken), 1),
        "slowest_s": round(max(each.seconds for each in taken), 1),
        "wrong_defaults": sum(each.is_wrong for each in taken),
        "left_open": len(about & suspects.keys()),
        "presses_max": max(each.presses for each in taken),
    }


if __name__ == "__main__":
    sys.exit(main())

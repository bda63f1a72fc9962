"""Red cards, blocks, appeals and what they take back: services/moderation/RULES.md §4, §9."""

from typing import Any

import msgspec
import pytest

from services.contracts.moderation import appeals, cards, events
from services.contracts.moderation import staff as moderation_staff
from services.contracts.moderation.conduct import CardsChanged
from services.contracts.moderation.messages import ListMessages
from services.contracts.tables.events import CardEarned
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.moderation.appeals import appeal_rows
from services.moderation.audit.chain import first_broken
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.sanction_rows import Card
from services.moderation.sanctions.suspensions import months_later
from services.platform.database.unit_of_work import Work
from tests.moderation.moderation import REASON, Moderation
from tests.support.services.match_events import card as earned_card

TEXT = "I was not even at home."


@pytest.fixture(autouse=True)
def staff(moderation: Moderation) -> None:
    moderation.hire()


def red(moderation: Moderation, id: str = "c1", to: str = "ben", by: str = "the administrator", **how: Any) -> Any:
    return moderation.ask(cards.GiveCard(account=by, id=id, to=to, **{"reason": REASON} | how))


def appeal(moderation: Moderation, account: str = "ben", text: str = TEXT, kind: str | None = None) -> Any:
    return moderation.ask(appeals.FileAppeal(account=account, text=text, kind=kind))


def rule(moderation: Moderation, filed: appeals.Appeal, outcome: Any, **how: Any) -> Any:
    asked = {"account": "another administrator", "reason": REASON} | how
    return moderation.ask(appeals.RuleAppeal(appeal=filed.id, outcome=outcome, **asked))


def spans(moderation: Moderation, account: str = "ben") -> list[tuple[int, int]]:
    """The suspensions as they were last published."""
    told = max(moderation.told_of(events.StandingChanged), key=lambda each: each.seq)
    assert told.account == account
    return [(each.from_ms, each.until_ms) for each in told.suspensions]


def yellow(count: int, at_ms: int, account: str = "ben") -> list[CardEarned]:
    return [
        earned_card("m", account, colour="yellow", reason="normal", hand=1, seq=seq, earned_at_ms=at_ms)
        for seq in range(count)
    ]


# --- red cards and blocks ----------------------------------------------------------------------------------------


def test_a_red_card_while_suspended_begins_when_the_first_suspension_ends(moderation: Moderation) -> None:
    first, second = red(moderation), red(moderation, "c2")
    assert second.from_ms == first.until_ms
    assert second.until_ms == months_later(first.until_ms, 1)
    assert spans(moderation) == [(first.from_ms, first.until_ms), (second.from_ms, second.until_ms)]


def test_a_red_card_sent_twice_is_one(moderation: Moderation) -> None:
    assert red(moderation) == red(moderation)
    assert len(moderation.cards()) == 1
    assert len(moderation.told_of(events.StandingChanged)) == 1
    assert red(moderation, to="eva") == Refusal("idempotency_conflict")


def test_a_red_card_leaves_the_active_cards_of_other_colours(moderation: Moderation) -> None:
    moderation.hear("on_card_earned", *yellow(3, moderation.clock.now_ms()))
    red(moderation)
    assert moderation.conduct("ben").cards == {"yellow": 3, "blue": 0, "red": 0}


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"by": "the administrator", "to": "the administrator"}, "conflict_of_interest"),
        ({"reason": "no"}, "reason_required"),
        ({"by": "the moderator"}, "forbidden"),
    ],
)
def test_a_refused_card_changes_nothing(moderation: Moderation, how: dict[str, Any], error: str) -> None:
    assert red(moderation, **how) == Refusal(error)
    assert (moderation.told(), moderation.log(), moderation.cards()) == ([], [], [])


def test_a_block_ends_when_it_is_taken_back(moderation: Moderation) -> None:
    block = cards.Block(account="the administrator", id="b1", to="ben", reason=REASON)
    assert moderation.ask(block) == moderation.ask(block)
    assert moderation.conduct("ben").suspension is not None
    moderation.ask(cards.Unblock(account="another administrator", to="ben", reason=REASON))
    assert moderation.conduct("ben").suspension is None
    told = sorted(moderation.told_of(events.StandingChanged), key=lambda each: each.seq)
    assert [each.blocked for each in told] == [True, False]
    again = cards.Unblock(account="the administrator", to="ben", reason=REASON)
    assert moderation.ask(again) == Refusal("block_unknown")


def test_a_single_active_card_is_revoked_a_consumed_one_only_by_appeal(moderation: Moderation) -> None:
    moderation.keep(sanction_rows.add_card, Card("y1", "ben", "yellow", "normal", 1))
    revoke = cards.RevokeCard(account="the administrator", card="y1", reason=REASON)
    assert moderation.ask(revoke).state == "revoked"
    (news,) = moderation.told_of(CardsChanged)
    assert news.cards == {"yellow": 0, "blue": 0, "red": 0}
    assert moderation.ask(revoke) == Refusal("card_revoked")
    red(moderation)
    consumed = cards.RevokeCard(account="the administrator", card="c1", reason=REASON)
    assert moderation.ask(consumed) == Refusal("card_consumed")
    unknown = cards.RevokeCard(account="the administrator", card="y2", reason=REASON)
    assert moderation.ask(unknown) == Refusal("card_unknown")


def test_a_lifted_suspension_ends_now_and_the_next_one_moves_up(moderation: Moderation) -> None:
    first, second = red(moderation), red(moderation, "c2")
    moderation.clock.advance(DAY_MS)
    now_ms = moderation.clock.now_ms()
    lift = cards.LiftSuspension(account="another administrator", suspension=first.id, reason=REASON)
    assert moderation.ask(lift).until_ms == now_ms
    assert spans(moderation) == [(now_ms, now_ms + second.until_ms - second.from_ms)]
    assert {row.card_id: row.state for row in moderation.cards()} == {"c1": "revoked", "c2": "consumed"}
    assert moderation.ask(lift) == Refusal("suspension_over")
    told = moderation.ask(ListMessages(account="ben")).messages
    assert [each.code for each in told].count("suspension_lifted") == 1


# --- appeals -----------------------------------------------------------------------------------------------------


def test_a_suspension_is_appealed_against_once(moderation: Moderation) -> None:
    suspension = red(moderation)
    filed = appeal(moderation)
    assert (filed.account, filed.kind, filed.of, filed.text, filed.decided_by) == (
        "ben", "suspension", suspension.id, TEXT, "the administrator",
    )  # fmt: skip
    assert appeal(moderation) == Refusal("appeal_exists")
    assert moderation.told_of(events.AppealFiled)[0].appeal == filed.id
    assert moderation.ask(appeals.ListAppeals(account="the auditor")).appeals == [filed]


@pytest.mark.parametrize(
    ("days", "text", "kind", "error"),
    [
        (0, TEXT, "warning", "not_appealable"),
        (0, TEXT, "mute", "not_appealable"),
        (0, TEXT, "block", "not_appealable"),
        (15, TEXT, None, "appeal_closed"),
        (0, "too short", None, "appeal_invalid"),
        (0, "x" * 2001, None, "appeal_invalid"),
    ],
)
def test_a_refused_appeal_changes_nothing(
    moderation: Moderation, days: int, text: str, kind: str | None, error: str
) -> None:
    red(moderation)
    moderation.told()
    moderation.clock.advance(days * DAY_MS)
    assert appeal(moderation, text=text, kind=kind) == Refusal(error)
    assert (moderation.told(), moderation.rows("appeals")) == ([], 0)


def test_an_account_without_a_sanction_cannot_appeal(moderation: Moderation) -> None:
    assert appeal(moderation) == Refusal("not_appealable")


def test_the_login_notice_says_until_when_one_may_appeal(moderation: Moderation) -> None:
    red(moderation)
    suspension = moderation.conduct("ben").suspension
    assert suspension is not None and suspension.appeal_until_ms == moderation.clock.now_ms() + 14 * DAY_MS
    appeal(moderation)
    suspension = moderation.conduct("ben").suspension
    assert suspension is not None and suspension.appeal_until_ms is None


def test_the_author_of_the_decision_cannot_rule_and_there_is_one_ruling(moderation: Moderation) -> None:
    red(moderation)
    filed = appeal(moderation)
    assert rule(moderation, filed, "upheld", account="the administrator") == Refusal("conflict_of_interest")
    assert rule(moderation, filed, "upheld", account="the moderator") == Refusal("forbidden")
    assert rule(moderation, filed, "upheld", reason="") == Refusal("reason_required")
    ruled = rule(moderation, filed, "upheld")
    assert (ruled.outcome, ruled.ruled_by, ruled.reason) == ("upheld", "another administrator", REASON)
    assert rule(moderation, filed, "lifted") == Refusal("appeal_decided")
    assert moderation.ask(appeals.ListAppeals(account="the auditor", ruled=True)).appeals == [ruled]
    codes = {each.code for each in moderation.ask(ListMessages(account="ben")).messages}
    assert codes == {"suspended", "appeal_ruled"}


def test_appeals_are_listed_in_pages_whether_they_wait_or_are_ruled(moderation: Moderation) -> None:
    times = [5, 5, 5, 7, 9, 9]

    def add(work: Work) -> None:
        for number, at_ms in enumerate(times):
            filed = appeals.Appeal(
                id=f"a{number}", account=f"p{number}", kind="block", of=f"b{number}", text=TEXT, created_at_ms=at_ms,
                decided_by="system",
            )  # fmt: skip
            appeal_rows.add(work, filed)

    def rule_all(work: Work) -> None:
        for number, at_ms in enumerate(times):
            found = appeal_rows.find(work, f"a{number}")
            assert found is not None
            appeal_rows.rule(work, msgspec.structs.replace(found, outcome="upheld", ruled_at_ms=at_ms))

    def listed(ruled: bool) -> list[str]:
        found: list[appeals.Appeal] = []
        after: appeals.AppealPlace | None = None
        while page := moderation.ask(
            appeals.ListAppeals(account="the auditor", ruled=ruled, after=after, limit=2)
        ).appeals:
            found += page
            last = page[-1]
            after = appeals.AppealPlace(last.ruled_at_ms or last.created_at_ms, last.id)
        return [each.id for each in found]

    moderation.base.database.run(add)
    assert listed(ruled=False) == ["a0", "a1", "a2", "a3", "a4", "a5"]
    moderation.base.database.run(rule_all)
    assert (listed(ruled=False), listed(ruled=True)) == ([], ["a4", "a5", "a3", "a0", "a1", "a2"])


def test_any_administrator_rules_about_cards_of_the_system(moderation: Moderation) -> None:
    moderation.hear("on_card_earned", *yellow(28, moderation.clock.now_ms()))
    filed = appeal(moderation)
    assert filed.decided_by == "system"
    assert rule(moderation, filed, "lifted", account="the administrator").outcome == "lifted"
    assert moderation.conduct("ben").suspension is None
    assert {row.state for row in moderation.cards()} == {"revoked"}
    assert moderation.conduct("ben").cards["yellow"] == 0


def test_a_reduced_suspension_ends_earlier_and_the_queue_follows_on(moderation: Moderation) -> None:
    red(moderation)
    second = red(moderation, "c2")
    filed = appeal(moderation)
    until_ms = moderation.clock.now_ms() + DAY_MS
    moderation.told()
    assert rule(moderation, filed, "reduced", until_ms=until_ms).until_ms == until_ms
    assert spans(moderation) == [
        (moderation.clock.now_ms(), until_ms),
        (until_ms, until_ms + second.until_ms - second.from_ms),
    ]
    assert {row.state for row in moderation.cards()} == {"consumed"}
    assert first_broken(moderation.log()) is None


@pytest.mark.parametrize("until_ms", [None, 5, 10**15])
def test_a_reduction_to_the_past_or_to_later_is_refused(moderation: Moderation, until_ms: int | None) -> None:
    red(moderation)
    filed = appeal(moderation)
    assert rule(moderation, filed, "reduced", until_ms=until_ms) == Refusal("appeal_invalid")
    assert moderation.ask(appeals.ListAppeals(account="the auditor")).appeals == [filed]


def test_a_block_is_lifted_or_reduced_to_an_end(moderation: Moderation) -> None:
    for account, outcome in (("ben", "lifted"), ("eva", "reduced")):
        moderation.ask(cards.Block(account="the administrator", id=f"b-{account}", to=account, reason=REASON))
        filed = appeal(moderation, account)
        assert (filed.kind, filed.of) == ("block", f"b-{account}:{account}")
        until_ms = moderation.clock.now_ms() + DAY_MS
        rule(moderation, filed, outcome, until_ms=until_ms if outcome == "reduced" else None)
        kept_out = moderation.conduct(account).suspension
        assert (None if kept_out is None else kept_out.until_ms) == (None if outcome == "lifted" else until_ms)


def test_reading_a_file_is_in_the_audit_log_and_the_file_has_everything(moderation: Moderation) -> None:
    moderation.report()
    moderation.decide("r1", "block")
    appeal(moderation)
    file = moderation.ask(moderation_staff.GetPlayerFile(account="the moderator", of="ben"))
    assert [len(each) for each in (file.reports, file.cards, file.suspensions, file.appeals)] == [1, 1, 1, 1]
    assert file.audit[0].action == "read_file"
    last = moderation.log()[-1]
    assert (last.action, last.actor, last.role, last.subject) == ("read_file", "the moderator", "moderator", "ben")


def test_the_check_of_the_log_finds_where_its_chain_is_broken(moderation: Moderation) -> None:
    red(moderation)
    checked = moderation.ask(moderation_staff.CheckAuditLog(account="the auditor"))
    assert (checked.entries, checked.head, checked.broken_at) == (2, moderation.log()[-1].hash, None)
    moderation.run(
        "INSERT INTO audit_log SELECT seq + 1, at_ms, actor, role, action, subject, object, reason, before, after, "
        "prev_hash, hash FROM audit_log WHERE seq = 2"
    )
    assert moderation.ask(moderation_staff.CheckAuditLog(account="the auditor")).broken_at == 3

"""Cases: opened by signals, handled by staff; notices about payments and corrections (RULES.md §7, §8)."""

from typing import Any

import pytest

from services.contracts.moderation.cases import Case, CasePlace, CloseCase, ListCases
from services.contracts.moderation.events import CaseOpened
from services.contracts.moderation.messages import ListMessages, MessageSent
from services.contracts.moderation.signals import EarlyLeaver
from services.contracts.wallet.events import AddressShared, MatchCorrected, RewardTakenBack, StakesReleased
from services.contracts.wallet.payments import PaymentReversed
from services.kernel.refusal import Refusal
from services.moderation import schema, shell_commands
from services.moderation.audit.chain import first_broken
from services.moderation.cases.case_rows import EVIDENCE_MAX
from services.moderation.staff import role_rows
from services.platform.database.migrations import migrate
from services.platform.process.json import encode_text
from tests.moderation.moderation import Moderation
from tests.support.services.process import at_once

REASON = "looked at the addresses: two sisters"


@pytest.fixture
def staff(moderation: Moderation) -> Moderation:
    """Mia is a moderator, ada an auditor."""
    moderation.keep(role_rows.add_role, "mia", "moderator")
    moderation.keep(role_rows.add_role, "ada", "auditor")
    return moderation


def reversal(payment: str = "p1", account: str = "ana", taken: int = 2_500) -> PaymentReversed:
    return PaymentReversed(account=account, payment=payment, chips=5_000, taken_chips=taken)


def shared(match: str = "m", *accounts: str) -> AddressShared:
    return AddressShared(match=match, stake_chips=500, accounts=list(accounts or ("ana", "ben")))


def corrected(revision: int = 1, **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {"match": "m", "outcome": "void", "payouts": [500, 500], "last_payouts": [825, 0]}
    usual |= {"accounts": ["ana", "ben"], "winners": [], "departed": [], "first_round_done": None}
    return MatchCorrected(**usual | {"revision": revision, "by": "root", "reason": "the wrong winner"} | how)


def cases(moderation: Moderation, account: str = "mia") -> list[Case]:
    return moderation.ask(ListCases(account=account)).cases


def test_a_payment_taken_back_opens_a_case_and_notifies_its_buyer(staff: Moderation) -> None:
    staff.hear("on_payment_reversed", reversal())

    (case,) = cases(staff)
    assert (case.kind, case.players, case.closed_at_ms) == ("payment_reversed", ["ana"], None)
    assert [each.seen for each in case.evidence] == [{"payment": "p1", "chips": 5_000, "taken_chips": 2_500}]
    (told,) = staff.told_of(MessageSent)
    assert (told.message.to, told.message.kind, told.message.code) == ("ana", "notice", "payment_reversed")
    assert told.message.params == {"chips": 5_000, "taken": 2_500}
    assert staff.ask(ListMessages(account="ana")).messages == [told.message]
    assert staff.conduct("ana").suspension is None, "a signal punishes nobody"


def test_cases_are_read_in_pages_and_none_is_lost_while_others_are_closed(staff: Moderation) -> None:
    for match in ("m1", "m2", "m3"):
        staff.hear("on_address_shared", shared(match, f"{match}-ana", f"{match}-ben"))
    whole = [case.id for case in cases(staff)]
    after, seen = None, []
    for _ in range(3):
        (case,) = staff.ask(ListCases(account="mia", after=after, limit=1)).cases
        seen.append(case.id)
        staff.ask(CloseCase(account="mia", case=case.id, reason=REASON))
        after = CasePlace(case.opened_at_ms, case.id)
    assert (len(whole), seen) == (3, whole)
    assert staff.ask(ListCases(account="mia", after=after)).cases == []


def test_the_same_event_twice_is_one_piece_of_evidence(staff: Moderation) -> None:
    for _ in range(2):
        staff.hear("on_payment_reversed", reversal(), ids=["e"])
        staff.hear("on_address_shared", shared(), ids=["f"])

    assert [len(case.evidence) for case in cases(staff)] == [1, 1]
    assert len(staff.ask(ListMessages(account="ana")).messages) == 1


@pytest.mark.parametrize("at_once", [1, 7, 250])
def test_a_case_keeps_its_newest_evidence(staff: Moderation, at_once: int) -> None:
    matches = [f"m{number}" for number in range(250)]
    for start in range(0, 250, at_once):
        staff.hear("on_address_shared", *(shared(match) for match in matches[start : start + at_once]))

    (case,) = cases(staff)
    assert [each.seen["match"] for each in case.evidence] == matches[-EVIDENCE_MAX:]
    assert [case.id] == [each.case for each in staff.told_of(CaseOpened)]


def test_evidence_that_the_release_before_has_written_comes_first(staff: Moderation) -> None:
    staff.hear("on_address_shared", shared("m2"))
    listed = encode_text([{"at_ms": 7, "seen": {"match": "m1", "stake_chips": 500}}])
    staff.keep(lambda work: work.execute(schema.cases.update().values(evidence=listed)))
    staff.hear("on_address_shared", shared("m3"))

    (case,) = cases(staff)
    assert [each.seen["match"] for each in case.evidence] == ["m1", "m2", "m3"]


def test_the_same_players_and_kind_have_one_open_case(staff: Moderation) -> None:
    staff.hear("on_payment_reversed", reversal("p1"), reversal("p2"))
    staff.hear("on_address_shared", shared("m", "ana", "ben"), shared("n", "ben", "ana"), shared("o", "ana", "eva"))

    found = {(case.kind, *case.players): len(case.evidence) for case in cases(staff)}
    assert found == {("payment_reversed", "ana"): 2, ("same_ip", "ana", "ben"): 2, ("same_ip", "ana", "eva"): 1}


def test_a_case_that_was_closed_is_followed_by_a_new_one(staff: Moderation) -> None:
    staff.hear("on_address_shared", shared())
    (case,) = cases(staff)

    closed = staff.ask(CloseCase(account="mia", case=case.id, reason=REASON))
    again = staff.ask(CloseCase(account="mia", case=case.id, reason="another reason, later"))

    assert (closed.closed_by, closed.reason, closed.closed_at_ms) == ("mia", REASON, staff.clock.now_ms())
    assert again == closed
    assert cases(staff) == []
    assert [(each.action, each.subject, each.object) for each in staff.log()] == [
        ("close_case", "ana", case.id),
        ("close_case", "ben", case.id),
    ]
    staff.hear("on_address_shared", shared("n"))
    assert [case.evidence[0].seen["match"] for case in cases(staff)] == ["n"]


def test_only_staff_reads_cases_and_only_the_permitted_roles_close_them(staff: Moderation) -> None:
    staff.hear("on_address_shared", shared("m", "mia", "ben"))
    (case,) = cases(staff, "ada")

    assert staff.ask(ListCases(account="ana")) == Refusal("forbidden")
    for account, reason, error in (
        ("ana", REASON, "forbidden"),
        ("ada", REASON, "forbidden"),
        ("mia", "short", "reason_required"),
        ("mia", REASON, "conflict_of_interest"),
    ):
        assert staff.ask(CloseCase(account=account, case=case.id, reason=reason)) == Refusal(error)
    for unknown in ("nothing", "a\0b"):
        assert staff.ask(CloseCase(account="mia", case=unknown, reason=REASON)) == Refusal("case_unknown")
    assert len(cases(staff, "ada")) == 1


def test_the_shell_lists_and_closes_cases(staff: Moderation) -> None:
    staff.hear("on_address_shared", shared())
    (case,) = staff.keep(shell_commands.open_cases).cases

    assert staff.keep(shell_commands.end_case, case.id, "root", "short") == Refusal("reason_required")
    assert staff.keep(shell_commands.end_case, case.id, "root", REASON).closed_by == "root"
    assert staff.keep(shell_commands.open_cases).cases == []


# --- corrections ---


def test_a_correction_is_logged_and_all_players_of_the_match_are_notified(staff: Moderation) -> None:
    staff.hear("on_match_corrected", corrected())

    (entry,) = staff.log()
    assert (entry.actor, entry.role, entry.action, entry.subject) == ("root", "operator", "correct_match", "m")
    assert (entry.object, entry.reason) == ("settle:m:1", "the wrong winner")
    assert entry.before == {"payouts": [825, 0]}
    void = {"accounts": ["ana", "ben"], "winners": [], "outcome": "void", "payouts": [500, 500]}
    assert entry.after == void
    assert first_broken(staff.log()) is None
    told = {each.message.to: each.message.params["chips"] for each in staff.told()}
    assert told == {"ana": -325, "ben": 500}


def test_two_corrections_of_a_match_are_two_messages_and_a_repeated_one_is_one(staff: Moderation) -> None:
    staff.hear("on_match_corrected", corrected(1), ids=["a"])
    staff.hear("on_match_corrected", corrected(1), ids=["a"])
    staff.clock.advance(1)
    staff.hear("on_match_corrected", corrected(2, payouts=[0, 825], last_payouts=[500, 500]), ids=["b"])

    found = staff.ask(ListMessages(account="ben")).messages
    assert [message.params["chips"] for message in found] == [500, 325]
    assert "+500 chips" in found[0].body


def test_released_stakes_are_logged_once_and_every_player_notified(staff: Moderation) -> None:
    released = StakesReleased(
        id="m", kind="match", chips={"ana": 500, "ben": 500}, held_at_ms=1, by="root", reason=REASON
    )
    for _ in range(2):
        staff.hear("on_stakes_released", released, ids=["e"])

    (entry,) = staff.log()
    assert (entry.actor, entry.action, entry.subject, entry.object, entry.reason) == (
        *("root", "release_stakes", "m"),
        *("settle:m:0", REASON),
    )
    assert entry.after == {"chips": {"ana": 500, "ben": 500}, "kind": "match"}
    for account in ("ana", "ben"):
        (message,) = staff.ask(ListMessages(account=account)).messages
        assert (message.code, message.params) == ("stake_released", {"chips": 500, "reason": REASON})


def test_a_reward_taken_back_is_logged_and_the_player_notified(staff: Moderation) -> None:
    taken = RewardTakenBack(
        reference="invite:ben:inviter", account="ana", chips=2_000, taken_chips=700, by="root", reason=REASON
    )
    for _ in range(2):
        staff.hear("on_reward_taken_back", taken, ids=["e"])

    (entry,) = staff.log()
    assert (entry.actor, entry.action, entry.subject, entry.object) == (
        *("root", "take_back", "ana"),
        "takeback:invite:ben:inviter",
    )
    (message,) = staff.ask(ListMessages(account="ana")).messages
    assert (message.code, message.params["taken"], message.params["reason"]) == ("reward_taken_back", 700, REASON)


@pytest.mark.real
def test_two_processes_open_one_case(postgres_url: str) -> None:
    migrate("moderation", postgres_url)
    pair = Moderation(postgres_url), Moderation(postgres_url)

    def hear(process: Moderation) -> None:
        for number in range(10):
            process.hear("on_address_shared", shared(f"m{number}"))

    at_once(lambda: hear(pair[0]), lambda: hear(pair[1]))

    (case,) = pair[0].keep(shell_commands.open_cases).cases
    assert len(case.evidence) == 20
    for process in pair:
        process.close()


def test_early_departures_on_several_accounts_of_a_person_are_one_case(staff: Moderation) -> None:
    staff.hear("on_early_leaver", EarlyLeaver(match="m", accounts=["ana", "ben"], leaves=3, until_ms=1))
    staff.hear("on_early_leaver", EarlyLeaver(match="n", accounts=["ana", "ben"], leaves=4, until_ms=2))
    (case,) = cases(staff)
    assert (case.kind, case.players, len(case.evidence)) == ("deserter", ["ana", "ben"], 2)

"""What operators correct, and what other systems give, take and follow."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.contracts.base import Done
from services.contracts.partners import lookups as other_systems
from services.contracts.wallet import events, transfers
from services.contracts.wallet.balances import CheckStake, LedgerCheck
from services.contracts.wallet.transfers import LedgerEntry
from services.kernel.refusal import Refusal
from services.wallet.corrections import takebacks
from services.wallet.corrections.match_corrections import Order, correct_match
from services.wallet.ledger import transfer_rows as feed
from services.wallet.partners.use_cases import GAP_MAX_MS, settled_prefix
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet, asked, finished

REASON = "the server counted the wrong winner"
DAY_MS = 24 * 3_600_000


def correct(wallet: Wallet, result: Any, match: str = "m", reason: str = REASON, **how: Any) -> Any:
    order = Order(match, result, reason, "root", **how)
    return wallet.database.run(correct_match, WalletSettings(), order)


def played(wallet: Wallet) -> None:
    """Ana has beaten ben: she got 825, the platform 175."""
    wallet.asked(asked("m", "ana", "ben"))
    wallet.finished(finished("m", "ana", "ben"))
    wallet.told()


def test_the_rules_own_correction(players: Wallet) -> None:
    played(players)
    done = correct(players, "void")

    assert (done.revision, done.outcome, done.deltas, done.rake_delta_chips) == (1, "void", [-325, 500], -175)
    assert players.chips("ana", "ben") == [5000, 5000]
    assert players.house("house:rake") == 0
    told = events.MatchCorrected(
        match="m",
        revision=1,
        outcome="void",
        payouts=[500, 500],
        last_payouts=[825, 0],
        accounts=["ana", "ben"],
        winners=[],
        departed=[],
        first_round_done=None,
        by="root",
        reason=REASON,
    )
    assert players.told_of(events.MatchCorrected) == [told]
    assert isinstance(players.check(), LedgerCheck)


def test_the_platform_pays_what_a_player_no_longer_has(players: Wallet) -> None:
    played(players)
    players.ask(transfers.MoveChips(caller="test", key="1", account="ana", chips=-5225))
    assert players.chips("ana") == [100]

    assert correct(players, "void").shortfalls == {0: 225}
    assert players.chips("ana", "ben") == [0, 5000]
    assert players.house("house:corrections") == -225


def test_a_correction_is_corrected_from_where_it_left(players: Wallet) -> None:
    played(players)
    correct(players, "void")
    again = correct(players, (1,))

    assert (again.revision, again.deltas, again.rake_delta_chips) == (2, [-500, 325], 175)
    assert players.chips("ana", "ben") == [4500, 5325]


def test_what_a_pair_has_won_of_each_other_is_corrected_too(players: Wallet) -> None:
    for account in ("ana", "ben"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=200_000))
    players.asked(asked("m", "ben", "ana", stake=60_000))
    players.finished(finished("m", "ben", "ana", stake=60_000))
    meet = CheckStake(game="tictactoe", stake_chips=500, accounts=["ana"], seated=["ben"], seats=2)
    assert players.ask(meet).error == "pair_limit"

    correct(players, "void")

    assert players.ask(meet) == Done()


def test_a_correction_needs_a_match_a_reason_a_ground_and_to_come_in_time(players: Wallet) -> None:
    played(players)
    assert correct(players, "void", match="other") == Refusal("match_unknown")
    assert correct(players, "void", reason="short") == Refusal("reason_required")
    assert correct(players, "void", own_mistake=True) == Refusal("not_correctable")
    players.clock.advance(30 * DAY_MS + 1)
    assert correct(players, "void") == Refusal("correction_window_closed")
    assert players.chips("ana", "ben") == [5325, 4500]


# --- rewards gained by misconduct ---


def take_back(wallet: Wallet, reference: str = "welcome:ana", reason: str = "one person, four accounts") -> Any:
    return wallet.database.run(takebacks.take_back, takebacks.TakeBack(reference, reason, "root"))


def test_a_reward_is_taken_back_once_as_far_as_the_balance_goes(players: Wallet) -> None:
    move(players, -4900)
    done = take_back(players)

    assert (done.account, done.chips, done.taken_chips) == ("ana", 5000, 100)
    assert players.chips("ana") == [0]
    (told,) = players.told_of(events.RewardTakenBack)
    assert (told.reference, told.account, told.by, told.taken_chips) == ("welcome:ana", "ana", "root", 100)
    assert players.ask(transfers.ListLedger(after=0)).entries[-1].reference == "takeback:welcome:ana"
    move(players, 500, key="later")
    assert take_back(players) == Refusal("already_taken_back")
    assert players.chips("ana") == [500]
    assert isinstance(players.check(), LedgerCheck)


def test_only_free_credits_can_be_taken_back_and_only_with_a_reason(players: Wallet) -> None:
    played(players)
    assert take_back(players, reason="short") == Refusal("reason_required")
    for unknown in ("welcome:nobody", "", "a\0b", "Ζ"):
        assert take_back(players, unknown) == Refusal("batch_unknown")
    assert take_back(players, "settle:m:0") == Refusal("not_correctable", {"kind": "payout"})
    assert players.chips("ana") == [5325]


# --- other systems ---


def move(wallet: Wallet, chips: int, key: str = "k", account: str = "ana", caller: str = "crm") -> Any:
    return wallet.ask(transfers.MoveChips(caller=caller, key=key, account=account, chips=chips))


def test_another_system_gives_and_takes_once_for_each_key(players: Wallet) -> None:
    assert move(players, 700) == transfers.Moved(reference="ext:crm:k", balance_chips=5700, replayed=False)
    assert move(players, 700) == transfers.Moved(reference="ext:crm:k", balance_chips=5700, replayed=True)
    assert move(players, 701).error == "idempotency_conflict"
    assert move(players, -200, key="l").balance_chips == 5500
    assert move(players, 1, caller="other").balance_chips == 5501
    assert players.house("house:issuance") == -20_501


def test_many_balances_and_one_transfer_are_read(players: Wallet) -> None:
    found = players.ask(other_systems.GetBalances(accounts=["ben", "nobody", "ana", "ben", ""]))
    assert [(each.account, each.chips) for each in found.balances] == [("ben", 5000), ("ana", 5000)]
    assert found.missing == ["nobody", ""]
    move(players, 700)
    (entry,) = players.ask(transfers.ListLedger(after=0, account="ana")).entries[-1:]
    assert players.ask(other_systems.GetTransfer(transfer=entry.id)) == entry
    for unknown in (0, entry.id + 1, 2**63 - 1):
        assert players.ask(other_systems.GetTransfer(transfer=unknown)) == Refusal("transfer_unknown")


def capped(players: Wallet, **settings: int) -> Wallet:
    players.service.app.settings = WalletSettings(**settings)  # type: ignore[arg-type]
    return players


def test_a_caller_credits_no_more_a_day_than_the_limit_and_repeats_count_once(players: Wallet) -> None:
    capped(players, partner_credit_day_chips=1_000)
    assert move(players, 600).balance_chips == 5600
    assert move(players, 600).replayed
    assert move(players, 401, key="l") == Refusal("credit_limit_day", {"limit_chips": 1_000})
    assert move(players, 400, key="m").balance_chips == 6000
    assert move(players, -500, key="n").balance_chips == 5500
    assert move(players, 1, key="o").error == "credit_limit_day"
    assert move(players, 1, caller="other").balance_chips == 5501
    players.base.database.clock.advance(DAY_MS)  # type: ignore[attr-defined]
    assert move(players, 1, key="o").balance_chips == 5502


def test_a_large_credit_waits_for_a_second_caller(players: Wallet) -> None:
    capped(players, partner_credit_approval_chips=1_000)
    needed = Refusal("approval_needed", {"above_chips": 1_000})
    assert [move(players, 1_001), move(players, 1_001)] == [needed, needed]
    assert move(players, 2_000) == Refusal("idempotency_conflict")
    assert players.chips("ana") == [5000]
    (waiting,) = players.ask(other_systems.ListPendingCredits()).credits
    assert (waiting.caller, waiting.key, waiting.account, waiting.chips) == ("crm", "k", "ana", 1_001)

    def approve(approver: str, key: str = "k") -> Any:
        return players.ask(other_systems.ApproveCredit(approver=approver, caller="crm", key=key))

    assert approve("crm") == Refusal("approval_own")
    same = other_systems.ApproveCredit(approver="till", caller="crm", key="k", same_person=["crm", "till"])
    assert players.ask(same) == Refusal("approval_own")
    assert approve("boss", "unknown") == Refusal("credit_unknown")
    assert approve("boss") == transfers.Moved(reference="ext:crm:k", balance_chips=6001, replayed=False)
    assert approve("boss").replayed
    assert move(players, 1_001) == transfers.Moved(reference="ext:crm:k", balance_chips=6001, replayed=True)
    assert players.ask(other_systems.ListPendingCredits()).credits == []


def test_credits_that_wait_are_read_in_pages_and_none_is_lost_while_others_are_approved(players: Wallet) -> None:
    capped(players, partner_credit_approval_chips=100)
    for caller, key in (("shop", "b"), ("crm", "z"), ("crm", "a")):
        assert move(players, 101, caller=caller, key=key).error == "approval_needed"
    players.base.database.clock.advance(1)  # type: ignore[attr-defined]
    assert move(players, 101, caller="crm", key="0").error == "approval_needed"
    after, seen = None, []
    for _ in range(4):
        (one,) = players.ask(other_systems.ListPendingCredits(after=after, limit=1)).credits
        seen.append((one.caller, one.key))
        players.ask(other_systems.ApproveCredit(approver="boss", caller=one.caller, key=one.key))
        after = other_systems.CreditPlace(one.asked_at_ms, one.caller, one.key)
    assert seen == [("crm", "a"), ("crm", "z"), ("shop", "b"), ("crm", "0")]
    assert players.ask(other_systems.ListPendingCredits(after=after)).credits == []


def test_an_approved_credit_counts_to_the_day_of_its_author(players: Wallet) -> None:
    capped(players, partner_credit_approval_chips=100, partner_credit_day_chips=150)
    assert move(players, 151).error == "approval_needed"
    refused = players.ask(other_systems.ApproveCredit(approver="boss", caller="crm", key="k"))
    assert refused == Refusal("credit_limit_day", {"limit_chips": 150})
    assert len(players.ask(other_systems.ListPendingCredits()).credits) == 1


def test_another_system_moves_nothing_that_cannot_be(players: Wallet) -> None:
    assert move(players, -5001).error == "insufficient_chips"
    assert move(players, 0).error == "amount_invalid"
    assert move(players, 2**53).error == "amount_invalid"
    assert move(players, 5, account="nobody").error == "account_unknown"
    assert move(players, 5, account="a b\0").error == "account_unknown"
    assert move(players, 5, key="with space").error == "bad_request"


def test_the_ledger_is_followed_page_by_page(players: Wallet) -> None:
    start = players.ask(transfers.ListLedger(after=None))
    assert start.entries == []
    for n in range(5):
        move(players, 10, key=str(n))

    first = players.ask(transfers.ListLedger(after=start.last, limit=3))
    rest = players.ask(transfers.ListLedger(after=first.last, limit=3))

    assert [entry.reference for entry in first.entries + rest.entries] == [f"ext:crm:{n}" for n in range(5)]
    assert players.ask(transfers.ListLedger(after=rest.last)).entries == []
    assert players.ask(transfers.ListLedger(after=start.last, account="ben")).entries == []
    assert players.ask(transfers.ListLedger(after=start.last, account="ben")).last == rest.last


def test_an_id_beyond_the_end_of_the_ledger_is_refused(players: Wallet) -> None:
    last = players.ask(transfers.ListLedger(after=None)).last
    assert players.ask(transfers.ListLedger(after=last)).last == last
    assert players.ask(transfers.ListLedger(after=last + 1)) == Refusal("after_invalid", {"last": last})


def test_a_follower_from_now_on_begins_before_uncommitted_entries(players: Wallet, monkeypatch: Any) -> None:
    start = players.ask(transfers.ListLedger(after=None)).last
    move(players, 10, key="a")
    move(players, 10, key="b")
    read = feed.read_newest
    without_the_last_but_one = lambda work: [each for each in read(work) if each.id != start + 1]  # noqa: E731
    monkeypatch.setattr(feed, "read_newest", without_the_last_but_one)

    assert players.ask(transfers.ListLedger(after=None)).last == start
    players.clock.advance(GAP_MAX_MS)
    assert players.ask(transfers.ListLedger(after=None)).last == start + 2


def test_a_credit_and_a_debit_share_their_keys(players: Wallet) -> None:
    move(players, 700)
    assert move(players, -700).error == "idempotency_conflict"
    assert players.chips("ana") == [5700]


def test_a_refused_debit_may_be_tried_again_with_its_key(players: Wallet) -> None:
    assert move(players, -5001).error == "insufficient_chips"
    move(players, 1, key="other")
    assert move(players, -5001) == transfers.Moved(reference="ext:crm:k", balance_chips=0, replayed=False)


def entry(id: int, at_ms: int) -> LedgerEntry:
    return LedgerEntry(id=id, at_ms=at_ms, reference="", leg=0, kind="item", source="a", target="b", chips=1)


@settings(max_examples=50)
@given(st.sets(st.integers(1, 30)), st.integers(0, 30))
def test_no_reader_goes_past_a_gap_that_may_still_be_filled(ids: set[int], seen: int) -> None:
    now_ms = 1_000_000
    fresh = [entry(id, now_ms) for id in sorted(ids) if id > seen]
    found = [each.id for each in settled_prefix(seen, fresh, now_ms)]
    assert found == list(range(seen + 1, seen + 1 + len(found)))


def test_a_gap_that_is_old_was_rolled_back() -> None:
    later = [entry(4, 0), entry(5, 0)]
    assert settled_prefix(1, later, GAP_MAX_MS - 1) == []
    assert settled_prefix(1, later, GAP_MAX_MS) == later

"""Double entry, batches, replays and invariants (services/wallet/RULES.md §2)."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.chips import AMOUNT_CHIPS_MAX
from services.kernel.refusal import Refusal
from services.wallet.ledger import accounts
from services.wallet.ledger import double_entry as ledger
from services.wallet.ledger.double_entry import Batch, Transfer
from tests.conformance.services.ledger_in_memory import Book
from tests.wallet.ledger import invariants

ANA, BEN, ESCROW = "player:ana", "player:ben", "escrow:match:m1"


def hold(source: str = ANA, chips: int = 100) -> Transfer:
    return Transfer(source, ESCROW, chips, "stake_hold")


def pay(target: str = BEN, chips: int = 100) -> Transfer:
    return Transfer(ESCROW, target, chips, "payout")


def batch(*transfers: Transfer, idem: str = "b1") -> Batch:
    return Batch(idem, transfers)


# --- accounts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("account", "account_class"),
    [
        (accounts.player("7"), "player"),
        (accounts.escrow_match("m"), "escrow:match"),
        (accounts.escrow_tournament("t"), "escrow:tournament"),
        (accounts.HOUSE_RAKE, "house:rake"),
        ("house:kitchen", None),
        ("player:", None),
        ("player:a b", None),
        ("escrow:7", None),
        ("", None),
        ("player:\ud800", None),
    ],
)
def test_an_account_is_known_by_its_name(account: str, account_class: str | None) -> None:
    assert accounts.class_of(account) == account_class


def test_only_platform_accounts_may_be_negative() -> None:
    assert not any(map(accounts.is_guarded, accounts.HOUSE))
    assert all(map(accounts.is_guarded, [ANA, ESCROW, "escrow:tournament:t"]))
    assert len(accounts.HOUSE) == 7


def test_a_player_account_names_its_player() -> None:
    assert accounts.player_id(accounts.player("ana")) == "ana"


# --- what a batch may be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("idem", ["", "x" * 129, "é", "tab\t", "line\n", "\x7f"])
def test_an_idem_is_1_to_128_printable_ascii(idem: str) -> None:
    assert ledger.validate(batch(hold(), idem=idem)) == Refusal("bad_parameters", {"field": "idem"})


@pytest.mark.parametrize("idem", ["a", "x" * 128, " ~", "hold:{m}"])
def test_every_printable_idem_is_taken(idem: str) -> None:
    assert ledger.validate(batch(hold(), idem=idem)) is None


def test_a_batch_has_at_least_one_transfer() -> None:
    assert ledger.validate(batch()) == Refusal("bad_parameters", {"field": "transfers"})


@pytest.mark.parametrize("amount", [0, -1, AMOUNT_CHIPS_MAX + 1, 1.0, True, "5", None])
def test_an_amount_is_a_whole_number_from_1_to_the_largest_exact_one(amount: object) -> None:
    assert ledger.validate(batch(hold(), hold(chips=amount))) == Refusal("amount_invalid", {"transfer": 1})


def test_the_largest_amount_is_allowed() -> None:
    assert ledger.validate(batch(hold(chips=AMOUNT_CHIPS_MAX))) is None


@pytest.mark.parametrize("kind", [*ledger.PATHS, "gift", ""])
def test_no_kind_but_a_correction_goes_from_player_to_player(kind: str) -> None:
    refusal = ledger.validate(batch(Transfer(ANA, BEN, 5, kind)))
    assert refusal == Refusal("transfer_not_allowed", {"kind": kind, "transfer": 0})


def test_a_correction_may_go_any_way_but_to_itself() -> None:
    assert ledger.validate(batch(Transfer(ANA, BEN, 5, "correction"))) is None
    assert ledger.validate(batch(Transfer(ANA, ANA, 5, "correction"))).error == "transfer_not_allowed"


@pytest.mark.parametrize(("kind", "path"), [(kind, path) for kind, paths in ledger.PATHS.items() for path in paths])
def test_a_kind_goes_its_way_and_not_back(kind: str, path: tuple[str, str]) -> None:
    source, target = (name if name in accounts.HOUSE else f"{name}:x" for name in path)
    assert ledger.validate(batch(Transfer(source, target, 1, kind))) is None
    if path[::-1] not in ledger.PATHS[kind]:
        assert ledger.validate(batch(Transfer(target, source, 1, kind))).error == "transfer_not_allowed"


def test_faults_are_reported_in_the_order_amount_account_direction() -> None:
    everything_wrong = Transfer("nobody", "nowhere", 0, "gift")
    assert ledger.validate(batch(everything_wrong)).error == "amount_invalid"
    assert ledger.validate(batch(Transfer("nobody", BEN, 1, "gift"))).error == "account_unknown"
    assert ledger.validate(batch(Transfer(ANA, BEN, 1, "gift"))).error == "transfer_not_allowed"


# --- applying ----------------------------------------------------------------------------------------------------


def test_a_batch_changes_only_its_accounts_and_records_only_the_change_of_platform_accounts() -> None:
    known = {ANA: 500, ESCROW: 0, BEN: 3}
    posting = ledger.apply(known, batch(hold(chips=200), Transfer(ESCROW, accounts.HOUSE_RAKE, 80, "rake")))
    assert posting == ledger.Posting({ANA: 300, ESCROW: 120}, {accounts.HOUSE_RAKE: 80})
    assert known == {ANA: 500, ESCROW: 0, BEN: 3}


def test_a_platform_account_may_go_below_zero_without_a_row() -> None:
    posting = ledger.apply({ANA: 0}, batch(Transfer(accounts.HOUSE_ISSUANCE, ANA, 99, "pack")))
    assert posting == ledger.Posting({ANA: 99}, {accounts.HOUSE_ISSUANCE: -99})


def test_an_overdraft_names_the_account_and_the_transfer() -> None:
    refusal = ledger.apply({ANA: 100, BEN: 99}, batch(hold(ANA), hold(BEN)))
    assert refusal == Refusal("insufficient_chips", {"account": BEN, "transfer": 1})


def test_the_overdraft_check_is_made_after_each_transfer_so_order_matters() -> None:
    balances = {ANA: 100, BEN: 0}
    assert isinstance(ledger.apply(balances, batch(hold(ANA), pay(BEN))), ledger.Posting)
    refusal = ledger.apply(balances, batch(pay(BEN), hold(ANA)))
    assert refusal == Refusal("insufficient_chips", {"account": ESCROW, "transfer": 0})


def test_a_player_without_an_account_is_unknown_until_welcomed() -> None:
    refusal = ledger.apply({}, batch(Transfer(accounts.HOUSE_ISSUANCE, ANA, 5, "pack")))
    assert refusal == Refusal("account_unknown", {"account": ANA, "transfer": 0})
    welcomed = ledger.apply({}, batch(Transfer(accounts.HOUSE_ISSUANCE, ANA, 5, "welcome")))
    assert welcomed == ledger.Posting({ANA: 5}, {accounts.HOUSE_ISSUANCE: -5})


def test_accounts_to_lock_are_the_guarded_ones_in_one_order_for_all() -> None:
    touched = batch(hold(BEN), hold(ANA), Transfer(ESCROW, accounts.HOUSE_RAKE, 1, "rake"))
    assert ledger.guarded_accounts(touched) == (ESCROW, ANA, BEN)


# --- idempotency -------------------------------------------------------------------------------------------------


def test_a_body_is_hashed_as_canonical_json() -> None:
    text = '{"idem":"b1","transfers":[{"amount":100,"from":"player:ana","kind":"stake_hold","to":"escrow:match:m1"}]}'
    assert ledger.body_sha256(batch(hold())) == hashlib.sha256(text.encode()).hexdigest()


def test_the_same_batch_again_moves_nothing() -> None:
    book = Book({ANA: 500})
    assert book.post(batch(hold())) == "applied"
    after = dict(book.balances)
    assert book.post(batch(hold())) == "replayed"
    assert book.balances == after == {ANA: 400, ESCROW: 100}


@pytest.mark.parametrize("other", [hold(chips=101), hold(BEN), hold(chips=2**70), Transfer("?", "?", 0, "\ud800")])
def test_another_batch_under_the_same_idem_is_a_conflict_however_wrong_it_is(other: Transfer) -> None:
    book = Book({ANA: 500, BEN: 500})
    book.post(batch(hold()))
    assert book.post(batch(other)) == Refusal("idempotency_conflict", {"idem": "b1"})
    assert book.balances == {ANA: 400, BEN: 500, ESCROW: 100}


def test_a_refused_batch_leaves_no_trace_and_may_be_tried_again() -> None:
    book = Book({ANA: 99})
    assert book.post(batch(hold())).error == "insufficient_chips"
    assert book.balances == {ANA: 99}
    book.post(batch(Transfer(accounts.HOUSE_ISSUANCE, ANA, 1, "pack"), idem="pack"))
    assert book.post(batch(hold())) == "applied"


# --- laws --------------------------------------------------------------------------------------------------------

NAMES = [ANA, BEN, ESCROW, "escrow:tournament:t", *sorted(accounts.HOUSE)]
TRANSFERS = st.builds(
    Transfer, st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 300), st.just("correction")
)
BATCHES = st.lists(st.lists(TRANSFERS, min_size=1, max_size=4).map(tuple), max_size=8)


@settings(max_examples=60)
@given(BATCHES)
def test_whatever_is_posted_every_invariant_holds(bodies: list[tuple[Transfer, ...]]) -> None:
    book, history = Book({ANA: 0, BEN: 0}), []
    for number, body in enumerate(bodies):
        before = dict(book.balances)
        if book.post(Batch(f"b{number}", body)) == "applied":
            history.extend(body)
        else:
            assert book.balances == before
        assert invariants.sum_chips(book.balances) == 0
        assert invariants.overdrawn(book.balances) == ()
        assert invariants.misstated(book.balances, history) == ()


def test_the_invariants_name_what_is_wrong() -> None:
    balances = {ANA: -1, ESCROW: 5, accounts.HOUSE_BANK: -4}
    assert invariants.sum_chips({ANA: 1}) == 1
    assert invariants.overdrawn(balances) == (ANA,)
    assert invariants.misstated(balances, [hold(chips=5)]) == (accounts.HOUSE_BANK, ANA)
    assert invariants.escrows_off(balances, {ESCROW: 5}) == ()
    assert invariants.escrows_off(balances, {}) == (ESCROW,)
    assert invariants.escrows_off({}, {ESCROW: 5}) == (ESCROW,)

"""Stakes held and settled through escrow (services/wallet/RULES.md §2, §3)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.wallet.ledger import accounts
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.stakes import match_chips
from services.wallet.stakes.settlement import Ending, Settlement, Terms, settle
from tests.conformance.services.ledger_in_memory import Book

SEATS = {0: "ana", 1: "ben", 2: "eva", 3: "tom"}
PAIRS = ((0, 2), (1, 3))
ESCROW = "escrow:match:m1"


def purses(chips: int) -> dict[str, int]:
    return {accounts.player(account): chips for account in SEATS.values()}


def test_all_stakes_are_held_in_one_batch_seat_by_seat() -> None:
    held = match_chips.stakes_batch("m1", 200, {1: "ben", 0: "ana"})
    assert held == Batch(
        "hold:m1",
        (Transfer("player:ana", ESCROW, 200, "stake_hold"), Transfer("player:ben", ESCROW, 200, "stake_hold")),
    )


def test_if_one_seat_lacks_chips_nothing_is_held_and_the_seat_is_named() -> None:
    book = Book(purses(1_000) | {"player:eva": 999})
    refusal = book.post(match_chips.stakes_batch("m1", 1_000, SEATS))
    assert match_chips.name_seat(refusal, SEATS) == Refusal("insufficient_chips", {"seat": 2, "account": "eva"})
    assert book.balances == purses(1_000) | {"player:eva": 999}


def test_a_win_is_paid_stake_included_and_raked() -> None:
    settlement = settle(Terms("bot_replace", 1_000, PAIRS), Ending((0, 2)))
    assert match_chips.payout_batch("m1", 1_000, settlement, SEATS) == Batch(
        "settle:m1:0",
        (
            Transfer(ESCROW, "player:ana", 1_700, "payout"),
            Transfer(ESCROW, "player:eva", 1_700, "payout"),
            Transfer(ESCROW, accounts.HOUSE_RAKE, 600, "rake"),
        ),
    )


def test_a_stake_that_comes_back_is_a_refund() -> None:
    settlement = settle(Terms("bot_replace", 1_000, PAIRS), Ending((0, 2), (0,)))
    kinds = [(leg.target, leg.kind) for leg in match_chips.payout_batch("m1", 1_000, settlement, SEATS).transfers]
    assert kinds == [("player:ana", "stake_refund"), ("player:eva", "payout")]


def test_nothing_is_held_or_paid_for_nothing() -> None:
    assert match_chips.stakes_batch("m1", 0, SEATS) is None
    assert match_chips.payout_batch("m1", 0, Settlement("won", dict.fromkeys(SEATS, 0), 0), SEATS) is None


def test_a_second_settlement_with_another_result_is_a_conflict() -> None:
    book, terms = Book(purses(500)), Terms("bot_replace", 500, PAIRS)
    book.post(match_chips.stakes_batch("m1", 500, SEATS))
    won = match_chips.payout_batch("m1", 500, settle(terms, Ending((0, 2))), SEATS)
    assert [book.post(won), book.post(won)] == ["applied", "replayed"]
    assert (
        book.post(match_chips.payout_batch("m1", 500, settle(terms, Ending("tie")), SEATS)).error
        == "idempotency_conflict"
    )


@settings(max_examples=50)
@given(
    st.integers(200, 1_000_000),
    st.sampled_from([(0, 2), (1, 3), "tie", "void"]),
    st.lists(st.sampled_from([0, 1, 2, 3]), unique=True).map(tuple),
)
def test_a_settled_match_leaves_its_escrow_empty_and_makes_no_chips(
    stake: int, result: object, departed: tuple
) -> None:
    book = Book(purses(stake))
    assert book.post(match_chips.stakes_batch("m1", stake, SEATS)) == "applied"
    settlement = settle(Terms("bot_replace", stake, PAIRS), Ending(result, departed))
    assert book.post(match_chips.payout_batch("m1", stake, settlement, SEATS)) == "applied"
    assert book.balances[ESCROW] == 0
    assert sum(book.balances.values()) == 4 * stake

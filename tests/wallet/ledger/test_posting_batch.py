"""Posting in memory: balances as in the book of acceptance, and the rows to write (services/wallet/RULES.md §2)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.wallet.invitations.rules import welcome_batch as welcome
from services.wallet.ledger.double_entry import Batch, Leg, Posted, PostingBatch, Transfer
from services.wallet.shop.rules import item_batch as item
from tests.conformance.services.ledger_in_memory import Book
from tests.wallet.ledger.invariants import from_transfers

PLAYERS = ["player:a", "player:b", "escrow:match:m", "house:rake", "house:issuance"]
transfers = st.builds(
    Transfer,
    st.sampled_from(PLAYERS),
    st.sampled_from(PLAYERS),
    st.integers(0, 60),
    st.sampled_from(["correction", "stake_hold", "payout", "rake"]),
)
batches = st.lists(
    st.builds(Batch, st.sampled_from("1234"), st.lists(transfers, max_size=3).map(tuple)), min_size=1, max_size=8
)


def on(**balances: int) -> PostingBatch:
    return PostingBatch({f"player:{name}": chips for name, chips in balances.items()}, {})


def test_each_leg_says_what_it_left_on_either_side() -> None:
    ours = on(a=100)
    ours.post(
        Batch(
            "x",
            (
                Transfer("player:a", "escrow:match:m", 60, "stake_hold"),
                Transfer("escrow:match:m", "house:rake", 10, "rake"),
                Transfer("escrow:match:m", "player:a", 50, "payout"),
            ),
        )
    )

    assert ours.legs == [
        Leg("x", 0, "player:a", "escrow:match:m", 60, "stake_hold", 40, 60),
        Leg("x", 1, "escrow:match:m", "house:rake", 10, "rake", 50, None),
        Leg("x", 2, "escrow:match:m", "player:a", 50, "payout", 0, 90),
    ]
    assert ours.changed == {"player:a", "escrow:match:m"}
    assert ours.house == {"house:rake": 10}


def test_a_refused_batch_leaves_the_sheet_as_it_was() -> None:
    ours = on(a=100)

    assert isinstance(ours.post(item("1", "a", 101)), Refusal)

    assert (ours.balances, ours.legs, ours.posted, ours.changed, ours.house) == ({"player:a": 100}, [], {}, set(), {})


def test_a_batch_known_from_before_is_answered_as_then() -> None:
    before = on(a=100)
    reply = before.post(item("1", "a", 30))
    now = PostingBatch({"player:a": 7}, before.posted)

    assert now.post(item("1", "a", 30)) == Posted("item:1", {"player:a": 70}, replayed=True)
    assert now.post(item("1", "a", 31)) == Refusal("idempotency_conflict", {"idem": "item:1"})
    assert reply == Posted("item:1", {"player:a": 70})
    assert now.posted == {}


def test_an_account_may_be_opened_and_used_at_once() -> None:
    ours = on()
    ours.post(welcome("a", 100))
    ours.post(item("1", "a", 100))

    assert ours.balances == {"player:a": 0}


@settings(max_examples=60)
@given(batches)
def test_a_sheet_and_a_book_agree_and_history_explains_every_balance(posted: list[Batch]) -> None:
    start = {"player:a": 100, "player:b": 20}
    book, ours = Book(start), PostingBatch(start, {})

    for batch in posted:
        of_book, answer = book.post(batch), ours.post(batch)
        said = answer if isinstance(answer, Refusal) else "replayed" if answer.replayed else "applied"
        assert said == of_book

    now = ours.balances | ours.house
    assert {name: now.get(name, 0) for name in book.balances} == book.balances
    moved = from_transfers(Transfer(leg.source, leg.target, leg.amount_chips, leg.kind) for leg in ours.legs)
    assert {name: start.get(name, 0) + chips for name, chips in moved.items()} == {name: now[name] for name in moved}

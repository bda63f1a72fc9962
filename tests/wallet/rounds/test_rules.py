"""House-banked rounds (services/wallet/RULES.md §6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.wallet.ledger import accounts
from services.wallet.rounds import rules as house_banked
from services.wallet.rounds.rules import Bet
from tests.conformance.services.ledger_in_memory import Book
from tests.conformance.services.wallet import credited_chips


@pytest.mark.parametrize(
    ("bet", "credited"),
    [
        (Bet(333, 95, 100, "win"), 649),
        (Bet(333, 1, 2, "win"), 499),
        (Bet(333, 1, 1, "win"), 666),
        (Bet(333, 95, 100, "push"), 333),
        (Bet(333, 95, 100, "lose"), 0),
    ],
)
def test_each_bet_is_rounded_down_by_itself(bet: Bet, credited: int) -> None:
    assert credited_chips(bet) == credited


def bets(*stakes: int, kind: str | None = None) -> list[Bet]:
    return [Bet(stake, 1, 1, "win", kind) for stake in stakes]


@pytest.mark.parametrize(
    ("laid", "error"),
    [
        (bets(200, kind="main"), None),
        (bets(199, kind="main"), "bet_below_minimum"),
        (bets(199, 300, kind="main"), "bet_below_minimum"),
        (bets(20, 180, kind="side"), None),
        (bets(19, 300, kind="side"), "bet_below_minimum"),
        (bets(20, 179, kind="side"), "bet_below_minimum"),
        (bets(1, 199), None),
        (bets(199), "bet_below_minimum"),
        ([], "bet_below_minimum"),
        (bets(99_980, 20), None),
        (bets(99_981, 20), "bet_above_maximum"),
        (bets(99_999, 19, kind="side"), "bet_below_minimum"),
        (bets(2_000, 2_000, kind="side"), None),
        (bets(2_001, kind="side"), "bet_above_maximum"),
        (bets(200, 0), "amount_invalid"),
        (bets(200, -5), "amount_invalid"),
        (bets(200.0), "amount_invalid"),
    ],
)
def test_bets_keep_their_minima_and_the_rounds_limits(laid: list[Bet], error: str | None) -> None:
    refusal = house_banked.check_bets(laid)
    assert (refusal and refusal.error) == error


def test_a_round_goes_through_escrow_and_the_bank_adds_what_is_missing() -> None:
    book = Book({"player:ana": 1_000, "player:ben": 1_000})
    assert book.post(house_banked.bet_batch("r1", "ana", 300)) == "applied"
    assert book.post(house_banked.bet_batch("r1", "ben", 200)) == "applied"
    assert book.post(house_banked.round_batch("r1", {"ana": 300, "ben": 200}, {"ana": 900, "ben": 0})) == "applied"
    assert book.balances == {
        "player:ana": 1_600,
        "player:ben": 800,
        "escrow:match:r1": 0,
        accounts.HOUSE_BANK: -400,
    }


def test_a_cancelled_round_gives_every_bet_back() -> None:
    batch = house_banked.round_batch("r1", {"ana": 300, "ben": 200}, {"ana": 300, "ben": 200})
    assert [(leg.target, leg.amount_chips) for leg in batch.transfers] == [("player:ana", 300), ("player:ben", 200)]


def test_a_round_without_bets_moves_nothing() -> None:
    assert house_banked.round_batch("r1", {}, {}) is None


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 1_000), st.integers(0, 9_000)), min_size=1, max_size=7))
def test_every_round_leaves_its_escrow_empty(guests: list[tuple[int, int]]) -> None:
    held = {str(seat): laid for seat, (laid, _) in enumerate(guests)}
    credited = {str(seat): back for seat, (_, back) in enumerate(guests)}
    book = Book({accounts.player(guest): laid for guest, laid in held.items()})
    for guest, laid in held.items():
        book.post(house_banked.bet_batch("r", guest, laid))
    assert book.post(house_banked.round_batch("r", held, credited)) == "applied"
    assert book.balances["escrow:match:r"] == 0
    assert {guest: book.balances[accounts.player(guest)] for guest in held} == credited

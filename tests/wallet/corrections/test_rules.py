"""An operator's correction (services/wallet/RULES.md §5.3)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.wallet.corrections import rules as corrections
from services.wallet.corrections.rules import Correction
from services.wallet.ledger import accounts
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.stakes import match_chips
from services.wallet.stakes.settlement import Ending, Settlement, Terms, settle
from tests.conformance.services.ledger_in_memory import Book

DAY_MS = 24 * 60 * 60 * 1000
REASON = "the board was wrong"
TWO = Terms("concede", 500, ((0,), (1,)))
A_BEAT_B = settle(TWO, Ending((0,)))
SEATS = {0: "ana", 1: "ben"}
ESCROW = "escrow:match:m1"


def to_void(chips_of_a: int) -> Correction:
    correction = corrections.correct(TWO, Ending("void"), A_BEAT_B, {0: chips_of_a, 1: 0})
    assert isinstance(correction, Correction)
    return correction


def test_corrected_to_void_every_player_gets_the_difference() -> None:
    assert (A_BEAT_B.payouts, A_BEAT_B.rake_chips) == ({0: 825, 1: 0}, 175)
    assert to_void(825) == Correction(Settlement("void", {0: 500, 1: 500}, 0), {0: -325, 1: 500}, -175, {})


def test_the_platform_pays_what_a_player_no_longer_has() -> None:
    correction = to_void(100)
    assert (correction.deltas, correction.shortfalls) == ({0: -325, 1: 500}, {0: 225})
    assert corrections.match_batch("m1", 1, correction, SEATS) == Batch(
        "settle:m1:1",
        (
            Transfer("player:ana", ESCROW, 100, "correction"),
            Transfer(accounts.HOUSE_RAKE, ESCROW, 175, "correction"),
            Transfer(accounts.HOUSE_CORRECTIONS, ESCROW, 225, "correction"),
            Transfer(ESCROW, "player:ben", 500, "correction"),
        ),
    )


def test_a_player_without_any_chips_gives_none() -> None:
    sources = [leg.source for leg in corrections.match_batch("m1", 1, to_void(0), SEATS).transfers]
    assert "player:ana" not in sources
    assert to_void(325).shortfalls == {}
    assert to_void(324).shortfalls == {0: 1}


def test_a_correction_to_the_same_result_moves_nothing() -> None:
    correction = corrections.correct(TWO, Ending((0,)), A_BEAT_B, {})
    assert corrections.match_batch("m1", 1, correction, SEATS) is None


def test_a_later_correction_starts_from_the_last_one() -> None:
    correction = corrections.correct(TWO, Ending((1,)), to_void(825).settlement, {0: 500})
    assert (correction.deltas, correction.rake_delta_chips) == ({0: -500, 1: 325}, 175)


def test_a_payer_without_a_known_balance_is_refused() -> None:
    assert corrections.correct(TWO, Ending("void"), A_BEAT_B, {1: 5}).error == "account_unknown"


@pytest.mark.parametrize("last", [Settlement("won", {0: 825}, 175), Settlement("won", {0: 825, 1: 0}, 174)])
def test_what_was_settled_must_be_this_match(last: Settlement) -> None:
    assert corrections.correct(TWO, Ending("void"), last, {0: 0, 1: 0}).error == "bad_parameters"


def test_a_new_result_that_cannot_be_settled_is_refused() -> None:
    assert corrections.correct(TWO, Ending(None), A_BEAT_B, {0: 0}).error == "bad_parameters"


def test_an_operator_has_thirty_days() -> None:
    assert corrections.check(0, 30 * DAY_MS, REASON) is None
    assert corrections.check(0, 30 * DAY_MS + 1, REASON) == Refusal("correction_window_closed")


def test_a_players_own_mistake_is_never_a_ground() -> None:
    assert corrections.check(0, 0, REASON, own_mistake=True) == Refusal("not_correctable")


@pytest.mark.parametrize(
    ("reason", "enough"),
    [("", False), ("x" * 9, False), (" " * 10, False), ("x" * 10, True), ("x" * 500, True), ("x" * 501, False)],
)
def test_a_reason_has_ten_to_five_hundred_characters(reason: str, enough: bool) -> None:
    assert (corrections.check(0, 0, reason) is None) == enough


def test_prizes_are_corrected_by_their_differences() -> None:
    deltas = corrections.differences({"ana": 500, "ben": 300}, {"ben": 500, "eva": 200})
    assert deltas == {"ana": -500, "ben": 200, "eva": 200}
    missing = corrections.shortfalls(deltas, {"ana": 400})
    assert missing == {"ana": 100}
    book = Book({"player:ana": 400, "player:ben": 0, "player:eva": 0})
    assert book.post(corrections.prizes_batch("t", 1, deltas, missing)) == "applied"
    assert book.balances == {
        "player:ana": 0,
        "player:ben": 200,
        "player:eva": 200,
        "escrow:tournament:t": 0,
        accounts.HOUSE_PRIZES: 100,
        accounts.HOUSE_CORRECTIONS: -100,
    }


PAIRS = ((0, 2), (1, 3))
RESULTS = st.sampled_from([(0, 2), (1, 3), "tie", "void"])
FOUR = {0: "ana", 1: "ben", 2: "eva", 3: "tom"}


@settings(max_examples=60)
@given(st.integers(200, 1_000_000), RESULTS, RESULTS, st.lists(st.integers(0, 1_000_000), min_size=4, max_size=4))
def test_after_a_correction_every_player_has_the_payout_of_the_new_result(
    stake: int, first: object, second: object, spent: list[int]
) -> None:
    terms = Terms("bot_replace", stake, PAIRS)
    book = Book({accounts.player(account): stake for account in FOUR.values()})
    book.post(match_chips.stakes_batch("m1", stake, FOUR))
    last = settle(terms, Ending(first))
    book.post(match_chips.payout_batch("m1", stake, last, FOUR))
    for seat, account in FOUR.items():
        book.balances[accounts.player(account)] = max(0, last.payouts[seat] - spent[seat])
    before = dict(book.balances)
    balances = {seat: before[accounts.player(account)] for seat, account in FOUR.items()}
    correction = corrections.correct(terms, Ending(second), last, balances)
    if batch := corrections.match_batch("m1", 1, correction, FOUR):
        assert book.post(batch) == "applied"
    for seat, account in FOUR.items():
        moved = book.balances[accounts.player(account)] - before[accounts.player(account)]
        assert moved == correction.deltas[seat] + correction.shortfalls.get(seat, 0)
    assert book.balances[ESCROW] == 0
    assert sum(book.balances.values()) == sum(before.values())

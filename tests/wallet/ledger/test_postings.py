"""Every batch beside matches and rounds: its name, its accounts, and that the ledger takes it (RULES.md §2)."""

import pytest

from services.wallet.ledger import accounts, postings
from services.wallet.ledger.double_entry import Batch, validate
from tests.conformance.services.ledger_in_memory import Book

CASES = [
    (postings.welcome("ana", 5_000), "welcome:ana", [("house:issuance", "player:ana", 5_000)]),
    (postings.invite_inviter("ana", "ben", 2_000), "invite:ben:inviter", [("house:issuance", "player:ana", 2_000)]),
    (postings.invite_invitee("ben", 1_000), "invite:ben:invitee", [("house:issuance", "player:ben", 1_000)]),
    (postings.free_ticket("k", "ana", 100), "freeticket:k", [("house:issuance", "player:ana", 100)]),
    (postings.pack("p", "ana", 5_000), "pack:p", [("house:issuance", "player:ana", 5_000)]),
    (postings.takeback("pack:p", "ana", 5_000, 70), "takeback:pack:p", [("player:ana", "house:issuance", 70)]),
    (postings.item("o", "ana", 50), "item:o", [("player:ana", "house:shop", 50)]),
    (postings.avatar("ana", "owl", 500), "avatar:ana:owl", [("player:ana", "house:shop", 500)]),
    (postings.ticket("k", "ana", 200, 0), "ticket:k", [("player:ana", "house:lottery", 200)]),
    (
        postings.ticket("k", "ana", 200, 400),
        "ticket:k",
        [("player:ana", "house:lottery", 200), ("house:lottery", "player:ana", 400)],
    ),
    (postings.entry("t", "ana", 2, 9), "entry:t:ana:2", [("player:ana", "escrow:tournament:t", 9)]),
    (postings.entry_refund("t", "ana", 2, 9), "entryrefund:t:ana:2", [("escrow:tournament:t", "player:ana", 9)]),
    (
        postings.tournament_prize("t", "ana", 30, 4),
        "prize:t:ana",
        [("escrow:tournament:t", "player:ana", 30), ("house:prizes", "player:ana", 4)],
    ),
    (postings.tournament_prize("t", "ana", 0, 4), "prize:t:ana", [("house:prizes", "player:ana", 4)]),
    (postings.entry_income("t", 9, "fixed"), "entryincome:t", [("escrow:tournament:t", "house:prizes", 9)]),
    (postings.entry_income("t", 9, "growing"), "entryincome:t", [("escrow:tournament:t", "house:rake", 9)]),
    (postings.board_prize("tavli", "2027-03", "ana", 7), "lb:tavli:2027-03:ana", [("house:prizes", "player:ana", 7)]),
]


@pytest.mark.parametrize(("batch", "idem", "legs"), CASES, ids=lambda case: case if isinstance(case, str) else "")
def test_a_posting_is_named_and_goes_as_the_rules_say(
    batch: Batch, idem: str, legs: list[tuple[str, str, int]]
) -> None:
    assert batch.idem == idem
    assert [(leg.source, leg.target, leg.amount_chips) for leg in batch.transfers] == legs
    assert validate(batch) is None


def test_what_is_not_there_is_not_taken_back() -> None:
    assert postings.takeback("pack:p", "ana", 50, 0) is None
    assert postings.takeback("pack:p", "ana", 50, 60).transfers[0].amount_chips == 50
    assert postings.tournament_prize("t", "ana", 0, 0) is None


def test_a_ticket_must_be_paid_before_it_wins() -> None:
    book = Book({"player:ana": 199})
    assert book.post(postings.ticket("k", "ana", 200, 400)).error == "insufficient_chips"
    assert book.balances == {"player:ana": 199}
    assert accounts.HOUSE_LOTTERY not in book.balances

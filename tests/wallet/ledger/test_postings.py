"""Every batch beside matches and rounds: its name, its accounts, and that the ledger takes it (RULES.md §2)."""

import pytest

from services.wallet.competitions.use_cases import (
    board_prize_batch,
    entry_batch,
    entry_income_batch,
    entry_refund_batch,
    prize_batch,
)
from services.wallet.corrections.rules import takeback_batch
from services.wallet.invitations.rules import invitee_batch, inviter_batch, welcome_batch
from services.wallet.ledger import accounts
from services.wallet.ledger.double_entry import Batch, validate
from services.wallet.lotteries.rules import free_ticket_batch, ticket_batch
from services.wallet.payments.rules import pack_batch
from services.wallet.shop.rules import avatar_batch, item_batch
from tests.conformance.services.ledger_in_memory import Book

CASES = [
    (welcome_batch("ana", 5_000), "welcome:ana", [("house:issuance", "player:ana", 5_000)]),
    (inviter_batch("ana", "ben", 2_000), "invite:ben:inviter", [("house:issuance", "player:ana", 2_000)]),
    (invitee_batch("ben", 1_000), "invite:ben:invitee", [("house:issuance", "player:ben", 1_000)]),
    (free_ticket_batch("k", "ana", 100), "freeticket:k", [("house:issuance", "player:ana", 100)]),
    (pack_batch("p", "ana", 5_000), "pack:p", [("house:issuance", "player:ana", 5_000)]),
    (takeback_batch("pack:p", "ana", 5_000, 70), "takeback:pack:p", [("player:ana", "house:issuance", 70)]),
    (item_batch("o", "ana", 50), "item:o", [("player:ana", "house:shop", 50)]),
    (avatar_batch("ana", "owl", 500), "avatar:ana:owl", [("player:ana", "house:shop", 500)]),
    (ticket_batch("k", "ana", 200, 0), "ticket:k", [("player:ana", "house:lottery", 200)]),
    (
        ticket_batch("k", "ana", 200, 400),
        "ticket:k",
        [("player:ana", "house:lottery", 200), ("house:lottery", "player:ana", 400)],
    ),
    (entry_batch("t", "ana", 2, 9), "entry:t:ana:2", [("player:ana", "escrow:tournament:t", 9)]),
    (entry_refund_batch("t", "ana", 2, 9), "entryrefund:t:ana:2", [("escrow:tournament:t", "player:ana", 9)]),
    (
        prize_batch("t", "ana", 30, 4),
        "prize:t:ana",
        [("escrow:tournament:t", "player:ana", 30), ("house:prizes", "player:ana", 4)],
    ),
    (prize_batch("t", "ana", 0, 4), "prize:t:ana", [("house:prizes", "player:ana", 4)]),
    (entry_income_batch("t", 9, "fixed"), "entryincome:t", [("escrow:tournament:t", "house:prizes", 9)]),
    (entry_income_batch("t", 9, "growing"), "entryincome:t", [("escrow:tournament:t", "house:rake", 9)]),
    (board_prize_batch("tavli", "2027-03", "ana", 7), "lb:tavli:2027-03:ana", [("house:prizes", "player:ana", 7)]),
]


@pytest.mark.parametrize(("batch", "idem", "legs"), CASES, ids=lambda case: case if isinstance(case, str) else "")
def test_a_posting_is_named_and_goes_as_the_rules_say(
    batch: Batch, idem: str, legs: list[tuple[str, str, int]]
) -> None:
    assert batch.idem == idem
    assert [(leg.source, leg.target, leg.amount_chips) for leg in batch.transfers] == legs
    assert validate(batch) is None


def test_what_is_not_there_is_not_taken_back() -> None:
    assert takeback_batch("pack:p", "ana", 50, 0) is None
    assert takeback_batch("pack:p", "ana", 50, 60).transfers[0].amount_chips == 50
    assert prize_batch("t", "ana", 0, 0) is None


def test_a_ticket_must_be_paid_before_it_wins() -> None:
    book = Book({"player:ana": 199})
    assert book.post(ticket_batch("k", "ana", 200, 400)).error == "insufficient_chips"
    assert book.balances == {"player:ana": 199}
    assert accounts.HOUSE_LOTTERY not in book.balances

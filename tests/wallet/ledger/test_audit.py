"""The audit finds whatever somebody with access to the database has changed past the wallet."""

import hashlib
from collections.abc import Iterator

import msgspec
import pytest
import sqlalchemy as sa

from services.wallet.cells.statements import audit
from services.wallet.ledger.accounts import HOUSE_CORRECTIONS, HOUSE_RAKE
from services.wallet.ledger.audit.auditor import Report
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.ledger.rows import post
from services.wallet.shop.rules import item_batch as item
from tests.support.commands import kafeneio
from tests.wallet.wallets import Wallet, asked, finished

GUARDED = ("transfers", "batches")


@pytest.fixture
def played(players: Wallet) -> Iterator[Wallet]:
    """Two matches played, one running, an item bought, the platform's accounts corrected."""
    players.asked(asked("m1", "ana", "ben"), asked("m2", "eva", "gil"), asked("m3", "ana", "gil"))
    players.finished(finished("m1", "ana", "ben"), finished("m2", "eva", "gil", winners=[1]))
    moved = Batch("fix", (Transfer(HOUSE_RAKE, HOUSE_CORRECTIONS, 5, "correction"),))
    players.database.run(lambda work: post(work, [item("1", "ben", 50), moved]))
    yield players
    if not players.database.is_sqlite:
        switch_guards(players, "ENABLE")


def audited(wallet: Wallet) -> Report:
    return wallet.database.run(audit)


def lift_guards(wallet: Wallet) -> None:
    """What somebody would do first who wants to change history."""
    if not wallet.database.is_sqlite:
        switch_guards(wallet, "DISABLE")
        return
    with wallet.database.work() as work:
        for name in work.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all():
            work.execute(sa.text(f"DROP TRIGGER {name}"))


def switch_guards(wallet: Wallet, how: str) -> None:
    for table in GUARDED:
        wallet.run(f"ALTER TABLE {table} {how} TRIGGER ALL")


def test_an_untouched_ledger_is_sound(played: Wallet) -> None:
    report = audited(played)

    assert (report.sound, report.faults, report.unchained) == (True, [], 0)
    assert report.transfers == played.rows("transfers")
    assert report.batches == played.rows("batches")


def test_the_head_names_one_history_and_changes_with_the_next_transfer(played: Wallet) -> None:
    before = audited(played).head
    assert audited(played).head == before

    played.asked(asked("m4", "ben", "eva"))

    assert audited(played).head != before


TAMPERING = [
    ("UPDATE transfers SET amount_chips = amount_chips + 1 WHERE idem = 'item:1'", "chain_broken"),
    ("UPDATE transfers SET kind = 'avatar' WHERE idem = 'item:1'", "chain_broken"),
    ("UPDATE transfers SET at_ms = at_ms + 1 WHERE idem = 'hold:m1' AND leg = 0", "chain_broken"),
    ("UPDATE transfers SET trace = 'x' WHERE idem = 'hold:m1' AND leg = 0", "chain_broken"),
    ("UPDATE transfers SET source = 'player:eva' WHERE idem = 'item:1'", "chain_broken"),
    ("UPDATE transfers SET source_chain = NULL WHERE idem = 'item:1'", "chain_missing"),
    ("UPDATE transfers SET source_balance_chips = 1 WHERE idem = 'item:1'", "balance_broken"),
    ("UPDATE transfers SET id = id + 1000 WHERE idem = 'hold:m1'", "chain_broken"),
    ("UPDATE transfers SET amount_chips = 6 WHERE idem = 'fix'", "batch_changed"),
    ("UPDATE transfers SET trace = 'x' WHERE idem = 'fix'", "chain_broken"),
    ("DELETE FROM transfers WHERE idem = 'item:1'", "account_differs"),
    ("DELETE FROM transfers WHERE idem = 'hold:m1' AND leg = 1", "balance_broken"),
    ("DELETE FROM transfers WHERE idem = 'settle:m1:0' AND kind = 'rake'", "batch_changed"),
    ("DELETE FROM batches WHERE idem = 'hold:m1'", "batch_missing"),
    ("UPDATE batches SET body_sha256 = 'x' WHERE idem = 'hold:m1'", "batch_changed"),
    ("UPDATE batches SET reply = '{}' WHERE idem = 'hold:m1'", "reply_changed"),
    ("UPDATE accounts SET balance_chips = 999999 WHERE account = 'player:ben'", "account_differs"),
    ("UPDATE accounts SET chain = 'x' WHERE account = 'player:ben'", "account_differs"),
    ("UPDATE house SET chips = chips + 1 WHERE account = 'house:shop'", "house_differs"),
    (
        "INSERT INTO transfers (idem, leg, source, target, amount_chips, kind, target_balance_chips, at_ms, trace)"
        " VALUES ('pack:x', 0, 'house:issuance', 'player:ben', 100, 'pack', 4550, 0, '')",
        "batch_missing",
    ),
]


@pytest.mark.parametrize(("statement", "what"), TAMPERING)
def test_planted_tampering_is_found(played: Wallet, statement: str, what: str) -> None:
    lift_guards(played)
    played.run(statement)

    report = audited(played)

    assert not report.sound
    assert what in {fault.what for fault in report.faults}


def test_a_history_rewritten_so_that_all_sums_fit_still_shows(played: Wallet) -> None:
    """Ben makes his item cheaper everywhere: transfer, batch, reply, balances and house."""
    lift_guards(played)
    cheaper = Batch("item:1", (Transfer("player:ben", "house:shop", 10, "item"),))
    body = msgspec.json.encode(cheaper, order="sorted")
    for statement in (
        "UPDATE transfers SET amount_chips = 10, source_balance_chips = 4490 WHERE idem = 'item:1'",
        f"UPDATE batches SET body_sha256 = '{hashlib.sha256(body).hexdigest()}',"
        " reply = REPLACE(reply, '4450', '4490') WHERE idem = 'item:1'",
        "UPDATE accounts SET balance_chips = 4490 WHERE account = 'player:ben'",
        "UPDATE house SET chips = 10 WHERE account = 'house:shop'",
    ):
        played.run(statement)

    assert [(fault.what, fault.account) for fault in audited(played).faults] == [("chain_broken", "player:ben")]


def test_what_was_posted_before_there_were_chains_is_no_fault(played: Wallet) -> None:
    lift_guards(played)
    played.run("UPDATE transfers SET source_chain = NULL, target_chain = NULL")
    played.run("UPDATE accounts SET chain = ''")

    played.asked(asked("m4", "ben", "eva"))

    report = audited(played)
    assert (report.sound, report.unchained) == (True, report.transfers - 2)


def test_an_escrow_that_was_emptied_begins_its_chain_anew(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.finished(finished("m", "ana", "ben"))
    again = Batch(
        "settle:m:1",
        (
            Transfer("player:ana", "escrow:match:m", 10, "correction"),
            Transfer("escrow:match:m", "player:ben", 10, "correction"),
        ),
    )
    players.database.run(lambda work: post(work, [again]))

    assert audited(players).sound


def test_the_command_says_it_with_a_line_of_json_and_its_exit_code(played: Wallet, wallet_url: str) -> None:
    """That it answers 0 when all is sound is seen at the end of tests/e2e/test_erasure.py."""
    lift_guards(played)
    played.run("DELETE FROM batches WHERE idem = 'hold:m1'")
    played.close()

    (ran,) = kafeneio({"KAFENEIO_WALLET_DB_URL": wallet_url, "KAFENEIO_LOG_LEVEL": "CRITICAL"}, ("ledger", "audit"))

    assert ran.code == 1, ran.stderr
    (line,) = ran.stdout.splitlines()
    report = msgspec.json.decode(line, type=Report)
    assert not report.sound
    assert [fault.what for fault in report.faults] == ["batch_missing"]

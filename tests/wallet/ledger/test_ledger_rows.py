"""The ledger's rows: what the database itself refuses, and what a check finds when somebody has tampered."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from services.contracts.wallet.balances import LedgerCheck
from services.kernel.refusal import Refusal
from services.platform.database.migrations import is_current, migrate
from services.platform.database.unit_of_work import Database, Work
from services.wallet import metrics, schema
from services.wallet.invitations.rules import welcome_batch as welcome
from services.wallet.ledger.accounts import HOUSE_CORRECTIONS, HOUSE_RAKE, escrow_match, player
from services.wallet.ledger.double_entry import Batch, Posted, Transfer
from services.wallet.ledger.rows import change_house, fold_house, lock_balances, post
from services.wallet.shop.rules import item_batch as item
from tests.support.services.process import assert_same_schema
from tests.wallet.wallets import Wallet, asked, finished

# --- migrations ---


def test_the_migration_makes_what_the_store_works_with(wallet_url: str) -> None:
    assert_same_schema(wallet_url, "wallet", schema.metadata)


def test_migrating_twice_changes_nothing(wallet_url: str) -> None:
    migrate("wallet", wallet_url)
    database = Database(wallet_url, "wallet")
    assert is_current("wallet", database.engine)
    database.close()


# --- what the database refuses ---

CHANGES = [
    "UPDATE transfers SET amount_chips = 1",
    "UPDATE transfers SET amount_chips = amount_chips",
    "DELETE FROM transfers",
    "DELETE FROM transfers WHERE id = 1",
    "UPDATE batches SET reply = ''",
    "DELETE FROM batches",
]


@pytest.mark.parametrize("statement", CHANGES)
def test_history_cannot_be_changed(players: Wallet, statement: str) -> None:
    with pytest.raises(DBAPIError, match="append-only"):
        players.run(statement)
    assert isinstance(players.check(), LedgerCheck)
    assert players.rows("transfers") == 4


def test_history_cannot_be_emptied_or_replaced(players: Wallet) -> None:
    if players.database.is_sqlite:
        statements = [
            "INSERT OR REPLACE INTO transfers SELECT * FROM transfers WHERE id = 1",
            "INSERT OR REPLACE INTO batches SELECT * FROM batches",
        ]
    else:
        statements = ["TRUNCATE transfers", "TRUNCATE batches"]
    for statement in statements:
        with pytest.raises(DBAPIError, match="append-only"):
            players.run(statement)


def test_no_guarded_balance_can_be_below_zero(players: Wallet) -> None:
    with pytest.raises(DBAPIError, match="accounts_not_overdrawn"):
        players.run("UPDATE accounts SET balance_chips = -1")


def test_a_leg_is_written_once(players: Wallet) -> None:
    with pytest.raises(DBAPIError):
        players.run(
            "INSERT INTO transfers (idem, leg, source, target, amount_chips, kind, at_ms, trace) "
            "VALUES ('welcome:ana', 0, 'house:issuance', 'player:ana', 5000, 'welcome', 0, '')",
        )


# --- tampering ---


def test_a_balance_that_is_not_the_sum_of_its_transfers_is_found(players: Wallet) -> None:
    players.run("UPDATE accounts SET balance_chips = balance_chips + 100 WHERE account = 'player:ana'")
    players.run("UPDATE accounts SET balance_chips = balance_chips - 100 WHERE account = 'player:ben'")

    found = players.check()

    assert isinstance(found, Refusal)
    assert found.error == "ledger_misstated"
    assert found.detail["accounts"] == [
        {"account": "player:ana", "chips": 5100, "transfers_chips": 5000},
        {"account": "player:ben", "chips": 4900, "transfers_chips": 5000},
    ]


def test_an_account_that_has_lost_its_row_is_found(players: Wallet) -> None:
    players.run("DELETE FROM accounts WHERE account = 'player:ana'")

    assert players.check().error == "ledger_misstated"


def test_a_hold_that_is_marked_as_ended_without_paying_is_found(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.run("UPDATE stakes SET ended_at_ms = 1")

    found = players.check()

    assert found.error == "ledger_misstated"
    assert (found.detail["sums"]["held_chips"], found.detail["sums"]["escrow_chips"]) == (0, 1000)


def gauge(metric: Any) -> float:
    return float(metric._value.get())


def test_the_sums_are_compared_and_shown(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.clock.advance(90_000)
    players.service.app.compare_sums()
    assert (gauge(metrics.imbalance_chips), gauge(metrics.escrow_mismatch_chips)) == (0, 0)
    assert (gauge(metrics.open_matches), gauge(metrics.oldest_hold_s)) == (1, 90)

    players.run("UPDATE accounts SET balance_chips = balance_chips + 7 WHERE account LIKE 'escrow:%'")
    players.service.app.compare_sums()
    assert (gauge(metrics.imbalance_chips), gauge(metrics.escrow_mismatch_chips)) == (7, 7)


def test_a_comparison_that_cannot_be_made_is_counted(players: Wallet) -> None:
    before = gauge(metrics.checks_failed)
    players.run("DROP TABLE house")

    players.service.app.compare_sums()

    assert gauge(metrics.checks_failed) == before + 1


# --- posting ---


def posted(wallet: Wallet, *batches: Batch) -> list[str]:
    def answers(work: Work) -> list[Any]:
        return post(work, batches)

    found = wallet.database.run(answers)
    return [each.error if isinstance(each, Refusal) else "replayed" if each.replayed else "posted" for each in found]


def test_batches_of_one_transaction_see_each_other_and_refused_ones_leave_nothing(players: Wallet) -> None:
    answers = posted(
        players,
        welcome("zoe", 1000),
        item("1", "zoe", 600),
        item("2", "zoe", 600),
        welcome("zoe", 1000),
        item("1", "zoe", 601),
        item("3", "zoe", 400),
        item("4", "nobody", 50),
        item("bad\0idem", "zoe", 50),
        Batch("x", (Transfer("player:zoe", "nowhere\0", 1, "item"),)),
    )

    assert answers == [
        *("posted", "posted", "insufficient_chips", "replayed", "idempotency_conflict", "posted"),
        *("account_unknown", "bad_parameters", "account_unknown"),
    ]
    assert players.chips("zoe") == [0]
    assert players.rows("batches") == 4 + 3
    assert isinstance(players.check(), LedgerCheck)


def test_a_stored_reply_is_answered_as_it_was(players: Wallet) -> None:
    first = players.database.run(lambda work: post(work, [item("1", "ana", 50)]))
    posted(players, item("2", "ana", 50))

    (again,) = players.database.run(lambda work: post(work, [item("1", "ana", 50)]))

    assert first == [Posted("item:1", {"player:ana": 4950})]
    assert again == Posted("item:1", {"player:ana": 4950}, replayed=True)


def test_every_row_carries_time_and_trace(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"), ids=["seven"])

    with players.database.work() as work:
        rows = work.execute(sa.select(schema.transfers).where(schema.transfers.c.idem == "hold:m")).all()
    assert [(row.leg, row.trace, row.at_ms) for row in rows] == [
        (leg, "trace-seven", players.clock.now_ms()) for leg in (0, 1)
    ]


def test_each_match_of_a_message_keeps_the_trace_of_its_own_command(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"), asked("n", "eva", "gil"), ids=["one", "two"])

    with players.database.work() as work:
        rows = work.execute(sa.select(schema.batches).where(schema.batches.c.idem.in_(["hold:m", "hold:n"]))).all()
    assert {row.idem: row.trace for row in rows} == {"hold:m": "trace-one", "hold:n": "trace-two"}


def test_a_batch_between_platform_accounts_needs_no_guarded_account(players: Wallet) -> None:
    moved = Batch("fix", (Transfer(HOUSE_RAKE, HOUSE_CORRECTIONS, 5, "correction"),))

    assert posted(players, moved) == ["posted"]
    assert posted(players, moved) == ["replayed"]
    assert (players.house(HOUSE_RAKE), players.house(HOUSE_CORRECTIONS)) == (-5, 5)


def test_only_what_was_committed_is_counted(players: Wallet) -> None:
    shop, applied, refused = metrics.transfers.labels("item"), *map(metrics.batches.labels, ("applied", "refused"))
    before = [gauge(each) for each in (shop, applied, refused)]

    posted(players, item("1", "ana", 50), item("2", "ana", 9999))
    assert [gauge(each) for each in (shop, applied, refused)] == [before[0] + 1, before[1] + 1, before[2] + 1]

    with players.database.work() as work:
        post(work, [item("3", "ana", 50)])
        assert gauge(shop) == before[0] + 1
    assert gauge(shop) == before[0] + 2


# --- balances ---


def test_an_escrow_has_a_row_only_while_it_holds_something(players: Wallet) -> None:
    with players.database.work() as work:
        assert lock_balances(work, {escrow_match("m"), player("ana"), player("zoe")}) == {
            escrow_match("m"): 0,
            player("ana"): 5000,
        }
        work.connection.rollback()
    players.asked(asked("m", "ana", "ben"))
    assert players.rows("accounts") == 5
    players.finished(finished("m", "ana", "ben"))
    assert players.rows("accounts") == 4


def test_changes_of_platform_accounts_are_added_to_their_sums(players: Wallet) -> None:
    for number in range(150):
        posted(players, item(str(number), "ana", 10 + number % 3))
    before = players.house("house:shop")

    assert players.database.run(fold_house) == 151
    assert players.database.run(fold_house) == 0
    assert players.rows("house") == 2
    assert (players.house("house:shop"), players.house("house:issuance")) == (before, -20_000)
    assert isinstance(players.check(), LedgerCheck)


def test_a_platform_account_at_zero_needs_no_row(players: Wallet) -> None:
    with players.database.work() as work:
        change_house(work, {HOUSE_RAKE: 0})
    assert players.rows("house") == 1

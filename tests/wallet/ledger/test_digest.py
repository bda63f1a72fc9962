"""Whoever rewrites the ledger with all of its chains is found by the digest that was noted elsewhere: RULES.md §2."""

import msgspec
import pytest
import sqlalchemy as sa

from kafeneio.shell import checkpoints
from services.wallet.ledger.audit import whole_ledger_rows as audit_store
from services.wallet.ledger.audit.digest import Digest
from services.wallet.ledger.audit.use_cases import digest_ledger
from services.wallet.ledger.chain import Chains, Stamp
from tests.support.commands import kafeneio
from tests.wallet.ledger.test_audit import audited, lift_guards, played
from tests.wallet.wallets import Wallet, asked, finished

__all__ = ["played"]


def digest(wallet: Wallet, noted: Digest | None = None) -> tuple[Digest, bool]:
    found: tuple[Digest, bool] = wallet.database.run(digest_ledger, noted)
    return found


def settle(wallet: Wallet) -> None:
    wallet.clock.advance(15 * 60_000 + 1)


def rewrite(wallet: Wallet) -> None:
    """Another trace in every transfer, and every chain made again so that all of it fits."""
    lift_guards(wallet)
    chains = Chains()
    change = sa.text("UPDATE transfers SET trace = 'forged', source_chain = :s, target_chain = :t WHERE id = :id")
    with wallet.database.work() as work:
        for row in list(audit_store.read_transfers(work)):
            source, target = chains.add(row.leg, Stamp(row.stamp.at_ms, "forged"))
            work.execute(change, {"s": source, "t": target, "id": row.id})
        for account, head in chains.heads.items():
            where = {"head": head, "account": account}
            work.execute(sa.text("UPDATE accounts SET chain = :head WHERE account = :account"), where)


def test_a_history_that_was_rewritten_is_sound_to_the_audit_and_not_the_one_that_was_noted(played: Wallet) -> None:
    settle(played)
    noted, _ = digest(played)
    rewrite(played)
    assert audited(played).sound
    assert digest(played, noted)[1] is False


def test_what_comes_later_does_not_change_what_was_noted(played: Wallet) -> None:
    settle(played)
    noted, is_same = digest(played)
    assert is_same and noted.transfers == played.rows("transfers")
    played.finished(finished("m3", "ana", "gil"))
    fresh, is_same = digest(played, noted)
    assert is_same and fresh.transfers == noted.transfers, "the last quarter of an hour is not noted yet"
    settle(played)
    played.asked(asked("m9", "ana", "ben"))
    later, is_same = digest(played, fresh)
    assert is_same and later.transfers > noted.transfers


def test_a_transfer_that_was_taken_out_shows(played: Wallet) -> None:
    settle(played)
    noted, _ = digest(played)
    lift_guards(played)
    played.run("DELETE FROM transfers WHERE id = (SELECT max(id) FROM transfers)")
    assert digest(played, noted)[1] is False


# --- the lines that are noted ---


def test_notes_follow_each_other_and_a_changed_one_shows(tmp_path) -> None:
    assert checkpoints.read_last(tmp_path) is None
    for at_ms in (1, 2, 3):
        checkpoints.add_note(tmp_path, {"at_ms": at_ms})
    last = checkpoints.read_last(tmp_path)
    assert last is not None and last["at_ms"] == 3
    (file,) = tmp_path.iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    for damaged in (lines[0] + lines[2], lines[0].replace(b"1", b"9", 1) + lines[1], lines[0] + b"{nothing\n"):
        file.write_bytes(damaged)
        with pytest.raises(checkpoints.NotesDamaged):
            checkpoints.read_last(tmp_path)


def test_the_command_notes_each_day_and_says_what_was_changed(tmp_path) -> None:
    settings = {"KAFENEIO_VAR_DIR": str(tmp_path / "var"), "KAFENEIO_LOG_LEVEL": "CRITICAL"}
    notes = str(tmp_path / "elsewhere")
    migrated, first, second = kafeneio(
        settings, ("migrate", "wallet", "moderation"), ("heads", notes), ("heads", notes)
    )
    assert (migrated.code, first.code, second.code) == (0, 0, 0), first.stderr
    said = msgspec.json.decode(second.stdout)
    assert said["faults"] == [] and said["ledger"]["transfers"] == said["audit_log"]["entries"] == 0
    (file,) = (tmp_path / "elsewhere").iterdir()
    assert len(file.read_text().splitlines()) == 2

    forged = msgspec.json.decode(file.read_bytes().splitlines()[1])
    forged["audit_log"] = {"entries": 5, "head": "ab" * 32}
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0] + msgspec.json.encode(forged) + b"\n")
    (third,) = kafeneio(settings, ("heads", notes))
    assert third.code == 1
    assert msgspec.json.decode(third.stdout)["faults"] == ["audit_log_changed"], "a log that is shorter than it was"
    assert len(file.read_text().splitlines()) == 2

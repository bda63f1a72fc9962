"""Operators see which keys are needed, and change them: `kafeneio sealing list|again` (deploy/README.md, Keys)."""

import base64
import json
import sqlite3
from pathlib import Path

from tests.support.commands import kafeneio

ONE, TWO = (f"k{number}:{base64.b64encode(bytes([number]) * 32).decode()}" for number in (1, 2))
ROOT_OF_OLD_TICKET = "ab" * 32


def test_keys_are_listed_changed_and_missed_by_their_ids(tmp_path: Path) -> None:
    where = {"KAFENEIO_VAR_DIR": str(tmp_path)}
    (made,) = kafeneio(where, ["migrate"])
    assert made.code == 0, made.stderr
    with sqlite3.connect(tmp_path / "wallet.db") as database:
        database.execute(
            "INSERT INTO tickets (ticket, account, lottery, price_chips, root, opened_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
            ("t-1", "ana", "lot_200", 200, ROOT_OF_OLD_TICKET, 1),
        )
    listed, sealed, after = kafeneio(
        where | {"KAFENEIO_SEALING_KEYS": ONE}, ["sealing", "list"], ["sealing", "again"], ["sealing", "list"]
    )
    assert json.loads(listed.stdout)["lottery_tickets"] == {"": 1}
    assert json.loads(sealed.stdout) == {"second_factors": 0, "mails": 0, "lottery_tickets": 1}
    assert json.loads(after.stdout)["lottery_tickets"] == {"k1": 1}

    (missing,) = kafeneio(where | {"KAFENEIO_SEALING_KEYS": TWO}, ["sealing", "again"])
    assert missing.code == 1 and "lottery_tickets: KAFENEIO_SEALING_KEYS has no key 'k1'" in missing.stderr
    assert json.loads(missing.stdout) == {"second_factors": 0, "mails": 0}
    with sqlite3.connect(tmp_path / "wallet.db") as database:
        ((root,),) = database.execute("SELECT root FROM tickets").fetchall()
    assert root.startswith("sealed:k1:")

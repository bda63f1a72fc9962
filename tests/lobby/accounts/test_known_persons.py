"""The lobby publishes once more what it has on record of accounts from before an upgrade, and the wallet completes them
(RULES.md §1, services/wallet/RULES.md §11)."""

from datetime import date

import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.accounts import PersonKnown
from services.contracts.wallet import limits as economy
from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.identity import device_identity_key, identity_key, mailbox_key
from services.lobby import schema
from services.lobby.accounts import known_persons
from services.platform.database.migrations import migrate
from services.wallet.limits.self_exclusion import Exclusion
from services.wallet.persons.keys import keyed
from tests.lobby.local_lobby import LocalLobby
from tests.support.databases.old_schemas import at_version
from tests.wallet.wallets import Wallet

KEYS = {
    "email_key": mailbox_key("ana@example.org"),
    "person_key": identity_key("ana", date(1990, 12, 31)),
    "device_identity": device_identity_key("d1", date(1990, 12, 31)),
}


def told(lobby: LocalLobby) -> list[PersonKnown]:
    known = [body for key, body in lobby.published() if key == "lobby.person_known"]
    return msgspec.convert(known, list[PersonKnown])


def test_the_keys_of_a_new_account_are_published_and_those_of_an_older_one_once_more(lobby: LocalLobby) -> None:
    account = lobby.register("Ana", device="d1").account
    lobby.register("Ben")
    assert known_persons.publish_all(lobby.ports) == 0

    before = schema.credentials.update().where(schema.credentials.c.account == account.account)
    with lobby.database.work() as work:
        work.execute(before.values(keys_published=False))
    assert [known_persons.publish_all(lobby.ports) for _ in range(2)] == [1, 0]

    (event,) = told(lobby)
    expected = PersonKnown(account=account.account, device="d1", created_at_ms=account.created_at_ms, **KEYS)
    assert event == expected


def test_more_accounts_than_one_unit_of_work_takes_are_all_published(
    lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ana", "Ben", "Eva"):
        lobby.register(name)
    with lobby.database.work() as work:
        work.execute(schema.credentials.update().values(keys_published=False))
    monkeypatch.setattr(known_persons, "_AT_ONCE", 2)
    assert known_persons.publish_all(lobby.ports) == 3
    assert len(told(lobby)) == 3


def test_the_beginning_of_a_session_carries_the_key_of_device_and_birth_date(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1")
    began = [body for key, body in lobby.published(sessions=True) if key == "lobby.session_began"]
    assert [each["device_identity"] for each in began] == [KEYS["device_identity"]]


def test_an_upgrade_completes_the_accounts_and_exclusions_of_the_release_before(
    lobby: LocalLobby, database_url: str, no_pauses: None
) -> None:
    """A wallet with the rows that a registration left which came second: an empty one of ana, and the exclusion of
    somebody who has been erased and had the same mailbox."""
    ana = lobby.register("Ana", device="d1").account.account
    with lobby.database.work() as work:
        work.execute(schema.credentials.update().values(keys_published=False))
    assert known_persons.publish_all(lobby.ports) == 1

    with at_version("wallet", database_url, "0016") as connection:
        _insert(connection, "people", {"account": ana})
        _insert(connection, "accounts", {"account": f"player:{ana}", "balance_chips": 5_000})
        kept = msgspec.json.encode(Exclusion(0, None)).decode()
        key = keyed("", "email", KEYS["email_key"])
        _insert(connection, "kept_keys", {"key": key, "kind": "excluded", "exclusion": kept, "at_ms": 1})
        connection.commit()
    migrate("wallet", database_url)
    wallet = Wallet(database_url)
    wallet.hear("on_person_known", *told(lobby))

    answer = wallet.ask(CheckStake(game="tavli", stake_chips=500, accounts=[ana]))
    assert answer.error == "self_excluded"
    assert wallet.ask(economy.Exclude(account=ana, period="24h")).error == "exclusion_active"
    wallet.close()


def _insert(connection: sa.Connection, table: str, values: dict[str, object]) -> None:
    names = ", ".join(values)
    given = ", ".join(f":{name}" for name in values)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({given})"), values)

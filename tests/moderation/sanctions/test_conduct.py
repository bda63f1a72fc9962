"""Sanctions of accounts, and the audit log's rows (services/moderation/RULES.md §1, §4, §10)."""

from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from services.contracts.moderation.conduct import Conduct
from services.contracts.moderation.conduct import Suspension as Kept
from services.kernel.clock import DAY_MS
from services.moderation import schema
from services.moderation.audit.chain import FIRST_PREV_HASH, Record, first_broken
from services.moderation.cards.rules import CardSettings
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.sanction_rows import Block, Card
from services.moderation.sanctions.suspensions import Suspension
from services.moderation.staff import role_rows
from tests.moderation.moderation import Moderation
from tests.support.databases.migrated import Migrated
from tests.support.services.process import assert_same_schema, at_once


def card(id: str, account: str = "ana", colour: Any = "yellow", at_ms: int = 0, **how: Any) -> Card:
    return Card(id, account, colour, "time", at_ms, **how)


def without_appeal(moderation: Moderation, account: str) -> Kept:
    """What keeps the account out, whatever it says about an appeal."""
    kept = moderation.conduct(account).suspension
    assert kept is not None and kept.appeal_until_ms is not None
    return msgspec.structs.replace(kept, appeal_until_ms=None)


def test_the_migration_makes_what_the_store_works_with(moderation_url: str) -> None:
    assert_same_schema(moderation_url, "moderation", schema.metadata)


# --- conduct ---


@pytest.mark.parametrize("account", ["zoe", "", "a\0b", "Ζωή"])
def test_a_player_without_sanctions_has_a_clean_record(moderation: Moderation, account: str) -> None:
    clean = {"yellow": 0, "blue": 0, "red": 0}
    assert moderation.conduct(account) == Conduct(account=account, cards=clean, roles=[], suspension=None)


def test_active_cards_are_counted_by_colour(moderation: Moderation) -> None:
    for each in (
        card("1"),
        card("2", match="m", hand=3, seq=17),
        card("3", state="consumed"),
        card("4", state="revoked"),
        card("5", colour="blue"),
        card("6", account="ben"),
    ):
        moderation.keep(sanction_rows.add_card, each)

    assert moderation.conduct("ana").cards == {"yellow": 2, "blue": 1, "red": 0}


def test_cards_lose_their_force_only_where_the_operator_says_so(moderation_url: str, moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_card, card("old", at_ms=now - 30 * DAY_MS))
    moderation.keep(sanction_rows.add_card, card("new", at_ms=now - 30 * DAY_MS + 1))
    expiring = Moderation(moderation_url, CardSettings(card_expiry_days=30))

    assert moderation.conduct("ana").cards["yellow"] == 2
    assert expiring.conduct("ana").cards["yellow"] == 1
    expiring.close()


@pytest.mark.parametrize(("after_ms", "is_out"), [(0, False), (9, False), (10, True), (19, True), (20, False)])
def test_a_suspension_keeps_out_from_its_beginning_until_its_end(
    moderation: Moderation, after_ms: int, is_out: bool
) -> None:
    now = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_suspension, "ana", Suspension(now + 10, now + 20, "yellow", id="1"))

    moderation.clock.advance(after_ms)

    assert (moderation.conduct("ana").suspension is not None) == is_out


def test_a_suspension_shows_its_colour_and_its_reason_or_the_colour_again(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_suspension, "ana", Suspension(now, now + 10, "blue", id="1"))
    moderation.keep(sanction_rows.add_suspension, "ben", Suspension(now, now + 10, "staff", "threats in chat", id="2"))

    ana, ben = without_appeal(moderation, "ana"), without_appeal(moderation, "ben")
    assert ana == Kept(reason="blue", from_ms=now, until_ms=now + 10, colour="blue")
    assert ben == Kept(reason="threats in chat", from_ms=now, until_ms=now + 10, colour="staff")


def test_a_block_has_no_end_and_comes_before_a_suspension(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_suspension, "ana", Suspension(now, now + 10, "red", id="1"))
    moderation.keep(sanction_rows.add_block, "ana", Block("chip dumping", now))

    assert without_appeal(moderation, "ana") == Kept(reason="chip dumping", from_ms=now, until_ms=None)


def test_roles_are_listed_by_name_and_held_once(moderation: Moderation) -> None:
    for role in ("operator", "administrator"):
        moderation.keep(role_rows.add_role, "ana", role)

    with pytest.raises(DBAPIError):
        moderation.keep(role_rows.add_role, "ana", "operator")
    assert moderation.conduct("ana").roles == ["administrator", "operator"]
    assert moderation.conduct("ben").roles == []


# --- the audit log ---

GIVEN = Record(1000, "eva", "administrator", "card", "ana", "red", "threats in chat", None, {"red": 1})
REVOKED = Record(2000, "eva", "administrator", "revoke", "ana", before={"state": "active"}, after=["Ζωή", 1, None])


def test_records_become_a_chain_that_can_be_computed_again(moderation: Moderation) -> None:
    written = moderation.write(GIVEN, REVOKED)

    assert moderation.log() == written
    assert [(each.seq, each.prev_hash) for each in written] == [(1, FIRST_PREV_HASH), (2, written[0].hash)]
    assert first_broken(moderation.log(), written[-1].hash) is None


def test_what_is_not_plain_json_is_hashed_as_it_will_be_read(moderation: Moderation) -> None:
    moderation.write(Record(1, "system", "", "setting", "", before=(1, 0.5), after={"games": {"b", "a"}}))

    assert first_broken(moderation.log()) is None


@pytest.mark.parametrize("statement", ["UPDATE audit_log SET reason = ''", "DELETE FROM audit_log WHERE seq = 1"])
def test_the_log_cannot_be_changed(moderation: Moderation, statement: str) -> None:
    moderation.write(GIVEN, REVOKED)

    with pytest.raises(DBAPIError, match="append-only"):
        moderation.run(statement)
    assert first_broken(moderation.log()) is None


def test_the_log_cannot_be_emptied_or_replaced(moderation: Moderation) -> None:
    moderation.write(GIVEN)
    replace = "INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log"

    with pytest.raises(DBAPIError, match="append-only"):
        moderation.run(replace if moderation.database.is_sqlite else "TRUNCATE audit_log")


def test_a_change_behind_the_triggers_back_breaks_the_chain(moderation: Moderation) -> None:
    moderation.write(GIVEN, REVOKED)
    if moderation.database.is_sqlite:
        moderation.run("DROP TRIGGER audit_log_refuse_update")
    else:
        moderation.run("ALTER TABLE audit_log DISABLE TRIGGER audit_log_refuse_change")

    moderation.run("UPDATE audit_log SET subject = 'ben' WHERE seq = 1")

    assert first_broken(moderation.log()) == 0


@pytest.mark.real
def test_two_processes_that_write_at_once_make_one_chain(migrated_postgres: Migrated) -> None:
    url = migrated_postgres("moderation")
    pair = Moderation(url), Moderation(url)

    at_once(lambda: pair[0].write(*[GIVEN] * 20), lambda: pair[1].write(*[REVOKED] * 20))

    log = pair[0].log()
    assert len(log) == 40
    assert first_broken(log) is None
    for moderation in pair:
        moderation.close()

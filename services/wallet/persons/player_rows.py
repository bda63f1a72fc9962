"""What the money rules know of players. A player from before this was kept has no row until one is needed."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.events import StandingChanged
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet import metrics
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import read_balances
from services.wallet.limits.protection import Care
from services.wallet.schema import people


class Person(msgspec.Struct, frozen=True):
    """One player. `device` (of the registration), `email_key`, `session_device` and `session_address` (of the newest
    session) are hashes, empty where not known; `code` invites friends, None until it was asked for;
    `debt_chips` is owed for payments that were taken back; `frozen`: the account is blocked for good (`standing_seq`
    orders moderation's events about that); `person_key`: SHA-256 of name and birth date; `email_at_ms`: since when
    `email_key` is the mailbox; `erased_at_ms`: what identifies the person is not stored from then on."""

    account: str
    created_at_ms: TimeMs = 0
    device: str = ""
    email_key: str = ""
    code: str | None = None
    avatar: str | None = None
    item_at_ms: TimeMs | None = None
    free_ticket_at_ms: TimeMs | None = None
    care: Care = Care()
    session_device: str = ""
    session_address: str = ""
    debt_chips: int = 0
    frozen: bool = False
    standing_seq: int = 0
    person_key: str = ""
    email_at_ms: TimeMs = 0
    erased_at_ms: TimeMs | None = None


def add(work: Work, persons: Collection[Person]) -> None:
    """New players; one that is there already stays as it is."""
    bulk_rows.insert_missing_later(
        work, people, [_row(each) for each in sorted(persons, key=lambda each: each.account)]
    )


def find(work: Work, accounts: Collection[str]) -> dict[str, Person]:
    """These players; one without a row is returned with empty fields."""
    found = _find(work, accounts, lock=False)
    return {account: found.get(account) or Person(account) for account in accounts}


def lock(work: Work, account: str) -> Person | None:
    """This player, locked until the end of the transaction; None: there is no such account."""
    found = _find(work, [account], lock=True)
    if not found and player(account) in read_balances(work, [player(account)]):
        add(work, [Person(account)])
        found = _find(work, [account], lock=True)
    return found.get(account)


def lock_known(work: Work, account: str) -> Person | None:
    """As `lock`, also before the ledger account is open; None: there is no row."""
    return _find(work, [account], lock=True).get(account)


def lock_many(work: Work, accounts: Collection[str]) -> dict[str, Person]:
    """Those of these players that have a row, locked in the order of their names."""
    return _find(work, accounts, lock=True)


def save(work: Work, *persons: Person) -> None:
    """Write players who are locked."""
    bulk_rows.update_later(work, people, "account", [_row(each) for each in persons])


def keep_standings(work: Work, events: Sequence[StandingChanged]) -> None:
    """Freeze the chips of accounts that are blocked for good (services/moderation/RULES.md §4): they stay, and nothing
    goes out. Of two events about an account the one with the greater `seq` counts."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.seq)}
    for account, event in sorted(newest.items()):
        add(work, [Person(account)])
        person = lock_known(work, account)
        if person is None or event.seq <= person.standing_seq:
            continue
        save(work, msgspec.structs.replace(person, frozen=event.blocked, standing_seq=event.seq))
        if event.blocked != person.frozen:
            metrics.frozen.labels("frozen" if event.blocked else "released").inc()


def find_by_code(work: Work, code: str) -> str | None:
    """The player with this invitation code."""
    if not code.isascii() or not code.isprintable():
        return None
    return work.execute(sa.select(people.c.account).where(people.c.code == code.upper())).scalar()


def _find(work: Work, accounts: Collection[str], *, lock: bool) -> dict[str, Person]:
    printable = [account for account in accounts if account.isprintable()]
    found = bulk_rows.find(work, people, "account", printable, lock=lock)
    return {row.account: _person(row) for row in found}


def _person(row: Any) -> Person:
    fields = {name: getattr(row, name) for name in Person.__struct_fields__ if name != "care"}
    return Person(**fields, care=msgspec.json.decode(row.care, type=Care))


def _row(person: Person) -> dict[str, Any]:
    return msgspec.structs.asdict(person) | {"care": encode_text(person.care)}

"""What a service keeps of the people behind accounts, for rules about persons (services/kernel/persons/identity.py).

The facts come from the lobby and moderation in any order, and again: a session before its account, a confirmed address
before either, everything after an erasure. Each is merged so that the order does not matter. Kept are hashes alone; an
erasure leaves nothing but the mark that later facts of the account are not kept.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import PersonKnown, Registered, SessionBegan
from services.contracts.lobby.accounts.bots import BotMade
from services.contracts.moderation.events import ReviewChanged
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.persons.identity import device_key, owner_key
from services.kernel.persons.known import Key, Known
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

KEPT_DAYS = 90
"""Devices and networks that an account has not used for so long are forgotten."""
KEYS_MAX = 200
"""Devices, and networks, of one account that are kept: those used last."""
_PASSING = ("device", "network")
_MATES_MAX = 5_000

metadata = sa.MetaData()

known_persons = sa.Table(
    "known_persons",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("confirmed_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("erased", sa.Integer, nullable=False, server_default="0"),
    sa.Column("review_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("review_kinds", sa.Text, nullable=False, server_default="[]"),
    sa.Column("review_at_ms", sa.BigInteger, nullable=False, server_default="0"),
)
"""One row for each account of which a fact has come; 0: not known yet. `review_kinds`: of open cases
(JSON), as moderation has published them at `review_at_ms`."""

person_keys = sa.Table(
    "person_keys",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("first_ms", sa.BigInteger, nullable=False),
    sa.Column("last_ms", sa.BigInteger, nullable=False),
    sa.Index("person_keys_by_key", "key", "account"),
    sa.Index("person_keys_by_age", "kind", "last_ms"),
)
"""The keys of an account: `kind` is mailbox, identity, device or network; `first_ms`, `last_ms`: when it was used."""


def create(connection: sa.Connection) -> None:
    """Create the tables, in a migration."""
    metadata.create_all(connection)


# --- facts -----------------------------------------------------------------------------------------------------------


def registered(work: Work, events: Sequence[Registered]) -> set[str]:
    """Accounts are made; returns those that have a key more than before."""
    found: dict[str, list[tuple[str, str, TimeMs]]] = {}
    created: dict[str, TimeMs] = {}
    for event in events:
        created[event.account] = min(created.get(event.account, event.created_at_ms), event.created_at_ms)
        found.setdefault(event.account, []).extend(
            (kind, key, event.created_at_ms)
            for kind, key in (
                ("mailbox", event.email_key),
                ("identity", event.person_key),
                ("identity", event.device_identity),
                ("device", device_key(event.device)),
                ("network", event.network),
            )
        )
    kept = _lock(work, found)
    for account, at_ms in sorted(created.items()):
        if account in kept and not 0 < kept[account].created_at_ms <= at_ms:
            _write(work, account, created_at_ms=at_ms)
    return _add(work, kept, found)


def on_record(work: Work, events: Sequence[PersonKnown]) -> set[str]:
    """Accounts that were made before this service kept persons; they are taken as confirmed, for that is not published
    again. Returns those that have a key more than before."""
    made = [
        Registered(
            account=event.account,
            name="",
            device=event.device,
            created_at_ms=event.created_at_ms,
            email_key=event.email_key,
            person_key=event.person_key,
            device_identity=event.device_identity,
        )
        for event in events
    ]
    confirmed = [
        EmailConfirmed(account=event.account, email_key=event.email_key, at_ms=event.created_at_ms) for event in events
    ]
    return registered(work, made) | emails_confirmed(work, confirmed)


def bots_made(work: Work, events: Sequence[BotMade]) -> set[str]:
    """Bot accounts are made: each is of its owner's person. Returns the accounts that have a key more than before."""
    found: dict[str, list[tuple[str, str, TimeMs]]] = {}
    for event in events:
        owned = ("identity", owner_key(event.owner))
        of_owner = (
            ("mailbox", event.email_key),
            ("identity", event.person_key),
            ("identity", event.device_identity),
            ("device", device_key(event.device)),
        )
        found.setdefault(event.owner, []).append((*owned, event.made_at_ms))
        found.setdefault(event.account, []).extend((*each, event.made_at_ms) for each in (owned, *of_owner))
    return _add(work, _lock(work, found), found)


def sessions_began(work: Work, events: Sequence[SessionBegan]) -> set[str]:
    """Accounts are used from a device and a network; returns those that have a key more than before."""
    found: dict[str, list[tuple[str, str, TimeMs]]] = {}
    for event in events:
        used = (
            ("device", device_key(event.device)),
            ("identity", event.device_identity),
            ("network", event.address_key),
        )
        found.setdefault(event.account, []).extend((kind, key, event.at_ms) for kind, key in used)
    return _add(work, _lock(work, found), found)


def emails_confirmed(work: Work, events: Sequence[EmailConfirmed]) -> set[str]:
    """Owners have confirmed addresses; returns the accounts that have a key more than before."""
    found: dict[str, list[tuple[str, str, TimeMs]]] = {}
    confirmed: dict[str, TimeMs] = {}
    for event in events:
        confirmed[event.account] = min(confirmed.get(event.account, event.at_ms), event.at_ms)
        found.setdefault(event.account, []).append(("mailbox", event.email_key, event.at_ms))
    kept = _lock(work, found)
    for account, at_ms in sorted(confirmed.items()):
        if account in kept and not 0 < kept[account].confirmed_at_ms <= at_ms:
            _write(work, account, confirmed_at_ms=at_ms)
    return _add(work, kept, found)


def reviews_changed(work: Work, events: Sequence[ReviewChanged]) -> None:
    """Accounts have other open cases; of two events the one with the greater `seq` counts."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.seq)}
    for account, row in _lock(work, newest).items():
        if newest[account].seq > row.review_seq:
            event = newest[account]
            kinds = encode_text(sorted(set(event.kinds)))
            _write(work, account, review_seq=event.seq, review_kinds=kinds, review_at_ms=work.now_ms)


def erase(work: Work, account: str) -> None:
    """An account is gone, and with it all that is known of its person."""
    bulk_rows.insert_missing_later(work, known_persons, [{"account": account}])
    _rows(work, [account], lock=True)
    nothing = {"created_at_ms": 0, "confirmed_at_ms": 0, "review_seq": 0, "review_kinds": "[]", "review_at_ms": 0}
    _write(work, account, erased=1, **nothing)
    bulk_rows.delete_later(work, person_keys, "account", [account])


def forget_old(work: Work) -> int:
    """Forget devices and networks that have not been used for `KEPT_DAYS`; returns how many."""
    columns = person_keys.c
    old = (columns.kind.in_(_PASSING)) & (columns.last_ms < work.now_ms - KEPT_DAYS * DAY_MS)
    return int(work.execute(person_keys.delete().where(old)).rowcount)


def _lock(work: Work, accounts: Iterable[str]) -> dict[str, Any]:
    """The rows of accounts that are not erased, made where they are missing, and locked in order."""
    wanted = sorted(set(accounts))
    bulk_rows.insert_missing_later(work, known_persons, [{"account": each} for each in wanted])
    return {row.account: row for row in _rows(work, wanted, lock=True) if not row.erased}


def _rows(work: Work, accounts: Collection[str], *, lock: bool = False) -> Sequence[Any]:
    return bulk_rows.find(work, known_persons, "account", accounts, lock=lock)


def _write(work: Work, account: str, **values: Any) -> None:
    work.execute(known_persons.update().where(known_persons.c.account == account).values(values))


def _add(work: Work, kept: Collection[str], found: dict[str, list[tuple[str, str, TimeMs]]]) -> set[str]:
    """Keep these keys of locked accounts, with the earliest and latest moment of each."""
    wanted = sorted(set(found) & set(kept))
    stored = {(row.account, row.kind, row.key): row for row in bulk_rows.find(work, person_keys, "account", wanted)}
    spans: dict[tuple[str, str, str], tuple[TimeMs, TimeMs]] = {}
    for account in wanted:
        for kind, key, at_ms in found[account]:
            name = (account, kind, key)
            row = stored.get(name)
            first, last = spans.get(name) or ((row.first_ms, row.last_ms) if row is not None else (at_ms, at_ms))
            if key:
                spans[name] = (min(first, at_ms), max(last, at_ms))
    changed = {
        name: span
        for name, span in spans.items()
        if name not in stored or (stored[name].first_ms, stored[name].last_ms) != span
    }
    rows = [
        {"account": account, "kind": kind, "key": key, "first_ms": first, "last_ms": last}
        for (account, kind, key), (first, last) in sorted(changed.items())
    ]
    bulk_rows.upsert_later(work, person_keys, rows)
    _cut(work, stored, changed)
    # A key that turns out to be older than was known may matter as much as a new one.
    return {name[0] for name, span in changed.items() if name not in stored or span[0] < stored[name].first_ms}


def _cut(
    work: Work,
    stored: dict[tuple[str, str, str], Any],
    changed: dict[tuple[str, str, str], tuple[TimeMs, TimeMs]],
) -> None:
    """Forget the devices and networks of an account beyond `KEYS_MAX`, those used longest ago first."""
    last_ms = {name: row.last_ms for name, row in stored.items()} | {name: span[1] for name, span in changed.items()}
    for account, kind in sorted({(name[0], name[1]) for name in changed if name[1] in _PASSING}):
        own = sorted((last_ms[name], name[2]) for name in last_ms if name[:2] == (account, kind))
        for _at_ms, key in own[: max(0, len(own) - KEYS_MAX)]:
            columns = person_keys.c
            here = (columns.account == account) & (columns.kind == kind) & (columns.key == key)
            work.execute(person_keys.delete().where(here))


# --- looked up -------------------------------------------------------------------------------------------------------


def wanted(accounts: Collection[str]) -> tuple[bulk_rows.Wanted, bulk_rows.Wanted]:
    """What `of_rows` is made from, for whoever asks for more by the same message."""
    return bulk_rows.Wanted(known_persons, "account", accounts), bulk_rows.Wanted(person_keys, "account", accounts)


def of_rows(persons: Iterable[Any], keys: Iterable[Any]) -> dict[str, Known]:
    """By account what the rows say."""
    own: dict[str, list[Key]] = {}
    for row in keys:
        own.setdefault(row.account, []).append(Key(row.kind, row.key, row.first_ms))
    return {
        row.account: Known(
            row.created_at_ms,
            row.confirmed_at_ms,
            bool(row.erased),
            tuple(msgspec.json.decode(row.review_kinds, type=list[str])),
            row.review_at_ms,
            tuple(own.get(row.account, ())),
        )
        for row in persons
    }


def read(work: Work, accounts: Collection[str]) -> dict[str, Known]:
    """What is known of these accounts; one of which nothing is known has an empty row."""
    persons, keys = bulk_rows.find_all(work, *wanted(accounts))
    found = of_rows(persons, keys)
    return {account: found.get(account, Known()) for account in accounts}


def mates(work: Work, known: Mapping[str, Known]) -> dict[str, set[str]]:
    """By account those that have a key in common with it; of a very common key not all of them."""
    keys = {each.key for one in known.values() for each in one.all_keys}
    if not keys:
        return {account: set() for account in known}
    found = bulk_rows.ask(
        work,
        "SELECT key, account FROM person_keys WHERE key IN :keys ORDER BY key, account LIMIT :most",
        keys=sorted(keys),
        most=_MATES_MAX,
    )
    of_key: dict[str, set[str]] = {}
    for row in found:
        of_key.setdefault(row.key, set()).add(row.account)
    return {
        account: set().union(*(of_key.get(each.key, set()) for each in one.all_keys)) - {account}
        for account, one in known.items()
    }

"""Stored entrants, their entries, and waiting players."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tournaments.competitions import EntryState
from services.contracts.tournaments.entries import PayEntry
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import competitions, entrants, entries, waiting

NOT_REFUNDED: frozenset[EntryState] = frozenset({"paid"})
IN_FORCE: frozenset[EntryState] = frozenset({"asked", "paid"})
"""Of entries that count as taken, and are to be given back with all others."""
PENDING: frozenset[EntryState] = frozenset({"asked", "refunding"})

_MET = (
    entrants.update()
    .where(
        entrants.c.competition_id == sa.bindparam("of_competition"), entrants.c.account == sa.bindparam("of_account")
    )
    .values(last_opponents=sa.bindparam("new_opponents"))
)


_HAS_ENTERED = sa.exists().where(
    entries.c.competition_id == entrants.c.competition_id,
    entries.c.account == entrants.c.account,
    entries.c.state != "refused",
)
"""A player whose every entry was refused takes no part."""


class Entrant(msgspec.Struct, frozen=True):
    """A player of a competition. `entry_order`: when the first entry was asked for."""

    competition: str
    account: str
    name: str
    entry_order: TimeMs
    disqualified: str | None = None
    last_opponents: tuple[str, ...] = ()


class EntryRow(msgspec.Struct, frozen=True):
    """An entry. `error`: why the wallet refused it."""

    competition: str
    account: str
    number: int
    command: str
    state: EntryState
    error: str | None = None

    def payment(self, price_chips: int) -> PayEntry:
        """What the wallet is asked."""
        return PayEntry(competition=self.competition, account=self.account, number=self.number, price_chips=price_chips)


class Waiter(msgspec.Struct, frozen=True):
    """A player who waits for a game of a competition."""

    account: str
    competition: str
    since_ms: TimeMs
    device: str
    elo: int


# --- entrants ---


def lock_entrant(work: Work, new: Entrant) -> Entrant:
    """The player's row in a competition, inserted if it is missing and locked until the end of the transaction."""
    values = {
        "competition_id": new.competition,
        "account": new.account,
        "name": new.name,
        "entry_order": new.entry_order,
        "last_opponents": encode_text(new.last_opponents),
    }
    if insert_if_missing(work, entrants, values):
        return new
    found = sa.select(entrants).where(_is(entrants, new.competition, new.account)).with_for_update()
    return _entrant(work.execute(found).one())


def find_entrant(work: Work, competition: str, account: str, *, lock: bool = False) -> Entrant | None:
    """A player of a competition."""
    chosen = sa.select(entrants).where(_is(entrants, competition, account))
    row = work.execute(chosen.with_for_update() if lock else chosen).one_or_none()
    return None if row is None else _entrant(row)


def first_entries_ms(work: Work, competition: str) -> dict[str, TimeMs]:
    """By account, the moment of the earliest entry that was not refunded."""
    columns = entries.c
    chosen = sa.select(columns.account, sa.func.min(columns.asked_at_ms).label("first_ms")).where(
        columns.competition_id == competition, columns.state.in_(NOT_REFUNDED)
    )
    return {row.account: row.first_ms for row in work.execute(chosen.group_by(columns.account))}


def find_entrants(work: Work, competition: str, accounts: Collection[str] | None = None) -> dict[str, Entrant]:
    """Players of a competition by account; None: all."""
    chosen = sa.select(entrants).where(entrants.c.competition_id == competition, _HAS_ENTERED)
    if accounts is not None:
        chosen = chosen.where(entrants.c.account.in_(sorted(accounts)))
    return {row.account: _entrant(row) for row in work.execute(chosen)}


def list_entrants(work: Work, competition: str, beginning: str, limit: int) -> tuple[list[Entrant], int]:
    """Players of a competition by name, of those whose name begins so; and how many these are altogether."""
    chosen = sa.select(entrants).where(entrants.c.competition_id == competition, _HAS_ENTERED)
    if beginning:
        name = sa.func.lower(entrants.c.name)
        chosen = chosen.where(name.startswith(storable(beginning).lower(), autoescape=True))
    total = work.execute(sa.select(sa.func.count()).select_from(chosen.subquery())).scalar_one()
    ordered = chosen.order_by(sa.func.lower(entrants.c.name), entrants.c.account).limit(limit)
    return [_entrant(row) for row in work.execute(ordered)], int(total)


def disqualify(work: Work, competition: str, account: str, reason: str | None) -> None:
    """Disqualify a player or, for None, undo that."""
    work.execute(entrants.update().where(_is(entrants, competition, account)).values(disqualified=reason))


def met(work: Work, competition: str, opponents: Mapping[str, Collection[str]]) -> None:
    """These players have met these opponents in their last game."""
    rows = [
        {"of_competition": competition, "of_account": account, "new_opponents": encode_text(sorted(others))}
        for account, others in sorted(opponents.items())
    ]
    if rows:
        work.execute(_MET, rows)


def competitions_of(work: Work, account: str) -> list[str]:
    """Ids of the competitions that an account has entered."""
    return list(work.execute(sa.select(entrants.c.competition_id).where(entrants.c.account == account)).scalars())


def rename(work: Work, account: str, name: str) -> None:
    """Replace the account's name wherever it is listed."""
    work.execute(entrants.update().where(entrants.c.account == account).values(name=name))


# --- entries ---


def add_entry(work: Work, entry: EntryRow) -> None:
    """Store a new entry of a locked entrant."""
    work.execute(
        entries.insert().values(
            competition_id=entry.competition,
            account=entry.account,
            number=entry.number,
            command_id=entry.command,
            state=entry.state,
            asked_at_ms=work.now_ms,
        )
    )


def find_by_command(work: Work, account: str, command: str) -> EntryRow | None:
    """The entry that a command has made."""
    chosen = sa.select(entries).where(entries.c.account == account, entries.c.command_id == command)
    row = work.execute(chosen).first()
    return None if row is None else _entry(row)


def find_entry(work: Work, competition: str, account: str, number: int) -> EntryRow | None:
    """One entry."""
    chosen = sa.select(entries).where(_is(entries, competition, account), entries.c.number == number)
    row = work.execute(chosen).one_or_none()
    return None if row is None else _entry(row)


def entries_of(work: Work, competition: str, account: str) -> list[EntryRow]:
    """A player's entries in order."""
    chosen = sa.select(entries).where(_is(entries, competition, account)).order_by(entries.c.number)
    return [_entry(row) for row in work.execute(chosen)]


def find_entries(work: Work, competition: str, states: Collection[EntryState]) -> list[EntryRow]:
    """Everybody's entries in these states."""
    chosen = sa.select(entries).where(entries.c.competition_id == competition, entries.c.state.in_(sorted(states)))
    return [_entry(row) for row in work.execute(chosen.order_by(entries.c.account, entries.c.number))]


def move(work: Work, entry: EntryRow, state: EntryState, error: str | None = None) -> EntryRow:
    """Store an entry of a locked competition in another state; returns it."""
    where = _is(entries, entry.competition, entry.account) & (entries.c.number == entry.number)
    work.execute(entries.update().where(where).values(state=state, error=error))
    return msgspec.structs.replace(entry, state=state, error=error)


def end_refunds(work: Work, competition: str, some: Iterable[tuple[str, int]]) -> int:
    """These entries, (account, number), were given back; returns how many were to be."""
    ended = 0
    for account, number in some:
        where = _is(entries, competition, account) & (entries.c.number == number) & (entries.c.state == "refunding")
        ended += work.execute(entries.update().where(where).values(state="refunded")).rowcount
    return ended


_UNANSWERED = (
    "SELECT e.competition_id, e.account, e.number, e.command_id, e.state, e.error, c.price_chips "
    "FROM entries e JOIN competitions c ON c.competition_id = e.competition_id "
    "WHERE e.state = 'asked' AND e.asked_at_ms <= :before_ms ORDER BY e.asked_at_ms LIMIT :most"
)


def find_unanswered(work: Work, before_ms: TimeMs, most: int) -> list[tuple[EntryRow, int]]:
    """Entries about which the wallet was first asked before that moment and has not answered, each with its price, the
    oldest first."""
    found = bulk_rows.ask(work, _UNANSWERED, before_ms=before_ms, most=most)
    return [(_entry(row), row.price_chips) for row in found]


class Counts(msgspec.Struct, frozen=True):
    """The number of paid entries, of their players, and of entries that the wallet has not answered."""

    entrants: int = 0
    entries: int = 0
    pending: int = 0


def count_entries(work: Work, competitions: Collection[str]) -> dict[str, Counts]:
    """The counts by competition."""
    chosen = (
        sa.select(
            entries.c.competition_id,
            entries.c.state,
            sa.func.count(entries.c.account.distinct()).label("players"),
            sa.func.count().label("entries"),
        )
        .where(entries.c.competition_id.in_(sorted(competitions)))
        .group_by(entries.c.competition_id, entries.c.state)
    )
    found = dict.fromkeys(competitions, Counts())
    for row in work.execute(chosen):
        counts = found[row.competition_id]
        if row.state in NOT_REFUNDED:
            counts = msgspec.structs.replace(counts, entrants=row.players, entries=row.entries)
        elif row.state in PENDING:
            counts = msgspec.structs.replace(counts, pending=counts.pending + row.entries)
        found[row.competition_id] = counts
    return found


def count_pending(work: Work) -> int:
    """The number of entries that the wallet has not answered, in all competitions."""
    return int(work.execute(sa.select(sa.func.count()).where(entries.c.state.in_(PENDING))).scalar_one())


def count_in_force(work: Work, competition: str) -> int:
    """The number of players with an entry that is paid, or not answered by the wallet yet."""
    chosen = sa.select(sa.func.count(entries.c.account.distinct())).where(
        entries.c.competition_id == competition, entries.c.state.in_(sorted(IN_FORCE))
    )
    return int(work.execute(chosen).scalar_one())


def paid_by(work: Work, competition: str, accounts: Collection[str]) -> dict[str, int]:
    """The number of paid entries of each of these accounts."""
    own = (entries.c.competition_id == competition, entries.c.account.in_(sorted(accounts)))
    chosen = sa.select(entries.c.account, sa.func.count()).where(*own, entries.c.state.in_(NOT_REFUNDED))
    return dict(work.execute(chosen.group_by(entries.c.account)).tuples().all())


def paid_entrants(work: Work, competition: str) -> list[str]:
    """Accounts with an entry that is paid."""
    chosen = sa.select(entries.c.account).where(
        entries.c.competition_id == competition, entries.c.state.in_(NOT_REFUNDED)
    )
    return list(work.execute(chosen.distinct()).scalars())


# --- waiting players ---


def wait(work: Work, waiter: Waiter) -> None:
    """Store a waiting player; a place in another competition is given up."""
    bulk_rows.upsert_later(work, waiting, [_waiter_row(waiter)])


def wait_again(work: Work, waiters: Iterable[Waiter]) -> None:
    """Store again players who could not be seated because of others, unless they wait elsewhere by now."""
    for each in sorted(waiters, key=lambda one: one.account):
        insert_if_missing(work, waiting, _waiter_row(each))


def waiter_of(work: Work, account: str) -> Waiter | None:
    """The place of a player who waits."""
    row = work.execute(sa.select(waiting).where(waiting.c.account == account)).one_or_none()
    return None if row is None else read_waiter(row)


def waiters(work: Work, competition: str) -> list[Waiter]:
    """The waiting players of a competition, locked until the end of the transaction."""
    chosen = sa.select(waiting).where(waiting.c.competition_id == competition).order_by(waiting.c.account)
    return [read_waiter(row) for row in work.execute(chosen.with_for_update())]


def stop_waiting(work: Work, accounts: Collection[str], competition: str | None = None) -> int:
    """Give places up; in one competition alone, if it is named. Returns how many there were."""
    chosen = waiting.delete().where(waiting.c.account.in_(sorted(accounts)))
    if competition is not None:
        chosen = chosen.where(waiting.c.competition_id == competition)
    return int(work.execute(chosen).rowcount)


def clear_waiting(work: Work, competition: str) -> list[str]:
    """Delete the waiting players of a competition; returns them."""
    gone = waiting.delete().where(waiting.c.competition_id == competition).returning(waiting.c.account)
    return list(work.execute(gone).scalars())


def find_waiting(work: Work) -> list[str]:
    """Whoever waits for a game, of whatever competition."""
    return sorted(work.execute(sa.select(waiting.c.account)).scalars())


def count_waiting(work: Work) -> dict[str, int]:
    """The number of waiting players, by competition."""
    found = bulk_rows.ask(work, "SELECT competition_id, count(*) AS number FROM waiting GROUP BY competition_id")
    return {row.competition_id: row.number for row in found}


def longest_waiting_since_ms(work: Work) -> TimeMs | None:
    """Since when a player waits who could be paired: where at least as many wait as a game needs."""
    crowded = (
        sa.select(waiting.c.competition_id)
        .join(competitions, competitions.c.competition_id == waiting.c.competition_id)
        .group_by(waiting.c.competition_id, competitions.c.players)
        .having(sa.func.count() >= competitions.c.players)
    )
    chosen = sa.select(sa.func.min(waiting.c.since_ms)).where(waiting.c.competition_id.in_(crowded))
    return work.execute(chosen).scalar()


# --- inside ---


def _is(table: sa.Table, competition: str, account: str) -> sa.ColumnElement[bool]:
    return (table.c.competition_id == competition) & (table.c.account == account)


def _entrant(row: Any) -> Entrant:
    opponents = msgspec.json.decode(row.last_opponents, type=tuple[str, ...])
    return Entrant(row.competition_id, row.account, row.name, row.entry_order, row.disqualified, opponents)


def _entry(row: Any) -> EntryRow:
    return EntryRow(row.competition_id, row.account, row.number, row.command_id, row.state, row.error)


def read_waiter(row: Any) -> Waiter:
    """A row with all columns."""
    return Waiter(row.account, row.competition_id, row.since_ms, row.device, row.elo)


def _waiter_row(waiter: Waiter) -> dict[str, Any]:
    values = msgspec.structs.asdict(waiter)
    return {"competition_id": values.pop("competition")} | values

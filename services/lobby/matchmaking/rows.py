"""Stored searches for a game. Lock a player before their search is changed (RULES.md §9)."""

from collections.abc import Collection, Iterable

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.matchmaking.matching import Wish
from services.lobby.schema import blocks, seek_waits, seeks
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

_ANY = "SELECT account FROM seeks LIMIT :count_max"
_WISHES = msgspec.json.Decoder(tuple[Wish, ...])
_REFUSED = msgspec.json.Decoder(dict[str, TimeMs])


class SeekRow(msgspec.Struct, frozen=True):
    """A player's search. `refused`: account → until when the two cannot be seated together."""

    account: str
    wishes: tuple[Wish, ...]
    since_ms: TimeMs
    until_ms: TimeMs
    away_ms: TimeMs | None = None
    refused: dict[str, TimeMs] = {}


def put(work: Work, row: SeekRow) -> None:
    """Store a search in place of an older one of the account."""
    remove(work, [row.account])
    values = {"wishes": encode_text(row.wishes), "refused": encode_text(row.refused)}
    work.execute(seeks.insert().values(msgspec.structs.asdict(row) | values))


def remove(work: Work, accounts: Collection[str]) -> int:
    """End the searches of these accounts; returns how many there were."""
    return work.execute(seeks.delete().where(seeks.c.account.in_(accounts))).rowcount if accounts else 0


def find(work: Work, account: str) -> SeekRow | None:
    """The search of an account."""
    return find_some(work, [account]).get(account)


def wishes_of(work: Work, account: str) -> list[dict[str, object]]:
    """The games that an account looks for, as plain data."""
    row = find(work, account)
    return [] if row is None else [msgspec.to_builtins(wish) for wish in row.wishes]


def is_any(work: Work) -> bool:
    """Whether there is any search."""
    return bool(bulk_rows.ask(work, _ANY, count_max=1))


def find_all(work: Work) -> list[SeekRow]:
    """All searches, the oldest first."""
    return [_seek(row) for row in work.execute(sa.select(seeks).order_by(seeks.c.since_ms, seeks.c.account))]


def find_some(work: Work, accounts: Collection[str]) -> dict[str, SeekRow]:
    """The searches of these accounts, by account; accounts without one are left out."""
    chosen = sa.select(seeks).where(seeks.c.account.in_(accounts))
    return {row.account: _seek(row) for row in work.execute(chosen)}


def set_away(work: Work, accounts: Collection[str], away_ms: TimeMs | None) -> None:
    """Store since when these accounts are not connected, or that they are again."""
    if accounts:
        work.execute(seeks.update().where(seeks.c.account.in_(accounts)).values(away_ms=away_ms))


def refuse(work: Work, account: str, others: Iterable[str], until_ms: TimeMs) -> None:
    """Store that the wallet refuses matches of this account, whose player is locked, with the others until then."""
    row = find(work, account)
    if row is None:
        return
    still = {other: each for other, each in row.refused.items() if each > work.now_ms}
    refused = encode_text(still | dict.fromkeys(others, until_ms))
    work.execute(seeks.update().where(seeks.c.account == account).values(refused=refused))


def blocks_among(work: Work, accounts: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of these accounts of which the first has blocked the second."""
    wanted = sa.and_(blocks.c.account.in_(accounts), blocks.c.blocked.in_(accounts))
    rows = work.execute(sa.select(blocks.c.account, blocks.c.blocked).where(wanted))
    return {(row.account, row.blocked) for row in rows}


def add_waits(work: Work, table_id: str, wish: Wish, waits_ms: dict[str, int]) -> None:
    """Store how long each of the players waited who have now found a game."""
    text = encode_text(wish)
    rows = [
        {"table_id": table_id, "account": account, "wish": text, "wait_ms": wait_ms, "at_ms": work.now_ms}
        for account, wait_ms in sorted(waits_ms.items())
    ]
    work.execute(seek_waits.insert(), rows)


def find_waits(work: Work, wishes: Collection[Wish], since_ms: TimeMs) -> list[int]:
    """The waiting times, shortest first, of players who have found one of these games since then."""
    texts = [encode_text(wish) for wish in wishes]
    chosen = sa.select(seek_waits.c.wait_ms).where(seek_waits.c.wish.in_(texts), seek_waits.c.at_ms > since_ms)
    return sorted(work.execute(chosen).scalars())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete older waiting times."""
    work.execute(seek_waits.delete().where(seek_waits.c.at_ms <= before_ms))


def erase(work: Work, account: str) -> None:
    """Delete the search of an account."""
    remove(work, [account])
    work.execute(seek_waits.delete().where(seek_waits.c.account == account))


def _seek(row: sa.Row[tuple[object, ...]]) -> SeekRow:
    return SeekRow(
        account=row.account,
        wishes=_WISHES.decode(row.wishes),
        since_ms=row.since_ms,
        until_ms=row.until_ms,
        away_ms=row.away_ms,
        refused=_REFUSED.decode(row.refused),
    )

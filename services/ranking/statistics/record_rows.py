"""Recorded matches and their players (RULES.md §4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.ranking.schema import match_chips, recorded_matches, recorded_players
from services.ranking.statistics.recorded_matches import RecordedMatch, Standing


class Player(msgspec.Struct, frozen=True):
    """A player of a recorded match."""

    account: str
    seat: int
    standing: Standing


class Row(msgspec.Struct, frozen=True):
    """A recorded match of one player, as read. `payouts`: account → chips; None: the wallet has not reported it."""

    number: int
    match: str
    seat: int
    found: RecordedMatch
    standing: Standing
    payouts: dict[str, int] | None


def write(work: Work, new: Sequence[tuple[str, RecordedMatch, Sequence[Player]]]) -> None:
    """Store recorded matches; each takes the next number of the series."""
    matches = [{"match_id": match, "detail": encode_text(found)} for match, found, _players in new]
    players = [
        {
            "account": each.account,
            "match_id": match,
            "game": found.game,
            "ended_at_ms": found.ended_at_ms,
            "seat": each.seat,
            **msgspec.structs.asdict(each.standing),
        }
        for match, found, of_match in new
        for each in of_match
    ]
    bulk_rows.insert_later(work, recorded_matches, matches)
    bulk_rows.insert_later(work, recorded_players, players)


def correct(work: Work, match: str, winners: Sequence[int] | None, standings: Mapping[str, Standing]) -> None:
    """Another result of a recorded match; `winners` None: it does not count any more, and goes."""
    row = work.execute(sa.select(recorded_matches).where(recorded_matches.c.match_id == match)).first()
    if row is None:
        return
    if winners is None:
        work.execute(recorded_matches.delete().where(recorded_matches.c.match_id == match))
        work.execute(recorded_players.delete().where(recorded_players.c.match_id == match))
        return
    found = msgspec.structs.replace(_match(row.detail), winners=tuple(winners), corrected=True)
    here = recorded_matches.c.match_id == match
    work.execute(recorded_matches.update().where(here).values(detail=encode_text(found)))
    write_standings(work, match, standings)


def write_standings(work: Work, match: str, standings: Mapping[str, Standing]) -> None:
    """How players of a recorded match stood after it, and what it did."""
    columns = recorded_players.c
    for account, standing in sorted(standings.items()):
        own = (columns.match_id == match) & (columns.account == account)
        work.execute(recorded_players.update().where(own).values(msgspec.structs.asdict(standing)))


def list_of(work: Work, account: str, game: str | None, limit: int, before: tuple[int, int] | None = None) -> list[Row]:
    """An account's recorded matches, newest first. `before`: end and number of the match that they come behind."""
    values: dict[str, str | int] = {"account": account, "limit": limit}
    by_game = behind = ""
    if game is not None:
        by_game = "AND p.game = :game "
        values["game"] = game
    if before is not None:
        behind = "AND p.ended_at_ms <= :ended_at_ms AND (p.ended_at_ms < :ended_at_ms OR m.number < :number) "
        values |= {"ended_at_ms": before[0], "number": before[1]}
    query = (
        f"SELECT {_COLUMNS} FROM recorded_players p JOIN recorded_matches m ON m.match_id = p.match_id "
        f"LEFT JOIN match_chips c ON c.match_id = p.match_id WHERE p.account = :account {by_game}{behind}"
        "ORDER BY p.ended_at_ms DESC, m.number DESC LIMIT :limit"
    )
    return [_row(row) for row in bulk_rows.ask(work, query, **values)]


def find(work: Work, account: str, match: str) -> Row | None:
    """One recorded match of an account."""
    query = (
        f"SELECT {_COLUMNS} FROM recorded_players p JOIN recorded_matches m ON m.match_id = p.match_id "
        "LEFT JOIN match_chips c ON c.match_id = p.match_id WHERE p.account = :account AND p.match_id = :match"
    )
    found = bulk_rows.ask(work, query, account=account, match=match)
    return _row(found[0]) if found else None


def played_together(work: Work, account: str, others: Collection[str]) -> list[str]:
    """Recorded matches of an account with any of these others."""
    query = (
        "SELECT DISTINCT p.match_id FROM recorded_players p JOIN recorded_players q ON q.match_id = p.match_id "
        "WHERE p.account = :account AND q.account IN :others ORDER BY p.match_id"
    )
    return [row.match_id for row in bulk_rows.ask(work, query, account=account, others=sorted(others))]


_COLUMNS = (
    "m.number, p.match_id, p.seat, m.detail, p.elo_delta, p.elo_after, p.pr_delta, p.pr_after, p.quintile_after, "
    "c.payouts"
)


def games_of(work: Work, account: str) -> list[str]:
    """The games of which an account has recorded matches."""
    query = "SELECT DISTINCT game FROM recorded_players WHERE account = :account ORDER BY game"
    return [row.game for row in bulk_rows.ask(work, query, account=account)]


def write_chips(work: Work, reports: Mapping[str, tuple[int, Mapping[str, int]]]) -> None:
    """What the wallet paid, by match: revision and account → chips; an older revision changes nothing."""
    known = {
        row.match_id: row.revision
        for row in bulk_rows.find(work, match_chips, "match_id", list(reports), lock=True)
    }  # fmt: skip
    new = [
        {"match_id": match, "revision": revision, "payouts": encode_text(payouts)}
        for match, (revision, payouts) in sorted(reports.items())
        if revision > known.get(match, -1)
    ]
    bulk_rows.upsert_later(work, match_chips, new)


def erase(work: Work, account: str, name: str) -> None:
    """An account that is gone has no statistics, and no table that others played at is called by its name."""
    columns = recorded_matches.c
    own = sa.select(recorded_players.c.match_id).where(recorded_players.c.account == account)
    for row in work.execute(sa.select(recorded_matches).where(columns.match_id.in_(own))).all() if name else ():
        found = _match(row.detail)
        if name.casefold() in found.table.casefold():
            unnamed = encode_text(msgspec.structs.replace(found, table=""))
            work.execute(recorded_matches.update().where(columns.number == row.number).values(detail=unnamed))
    work.execute(recorded_players.delete().where(recorded_players.c.account == account))


def prune(work: Work, accounts: Collection[str], window: int) -> None:
    """Delete the recorded matches of these accounts beyond the window of each game, and matches without any such
    player."""
    query = (
        "SELECT account, match_id FROM (SELECT account, match_id, row_number() OVER (PARTITION BY account, game "
        "ORDER BY ended_at_ms DESC, match_id) AS n FROM recorded_players WHERE account IN :accounts) AS numbered "
        "WHERE n > :window"
    )
    beyond: dict[str, list[str]] = {}
    for row in bulk_rows.ask(work, query, accounts=list(accounts), window=window) if accounts else ():
        beyond.setdefault(row.account, []).append(row.match_id)
    columns = recorded_players.c
    for account, matches in sorted(beyond.items()):
        work.execute(recorded_players.delete().where(columns.account == account, columns.match_id.in_(matches)))
    gone = {match for matches in beyond.values() for match in matches}
    if gone:
        left = work.execute(sa.select(columns.match_id).where(columns.match_id.in_(gone)).distinct())
        unseen = sorted(gone - {row.match_id for row in left})
        work.execute(recorded_matches.delete().where(recorded_matches.c.match_id.in_(unseen)))
        work.execute(match_chips.delete().where(match_chips.c.match_id.in_(unseen)))


def _match(detail: str) -> RecordedMatch:
    return msgspec.json.decode(detail, type=RecordedMatch)


def _row(row: Any) -> Row:
    standing = Standing(row.elo_delta, row.elo_after, row.pr_delta, row.pr_after, row.quintile_after)
    payouts = None if row.payouts is None else msgspec.json.decode(row.payouts, type=dict[str, int])
    return Row(row.number, row.match_id, row.seat, _match(row.detail), standing, payouts)

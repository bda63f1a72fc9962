"""What is stored of matches that have ended, and the branches that players have kept, on both databases."""

import re
from collections.abc import Collection
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from games.registry import is_recorded
from services.contracts.tables import journals
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.history import decision_times as timing
from services.tables.history.player_totals import Played, played
from services.tables.history.recordings import Source
from services.tables.journal.archive.line_rows import Archive
from services.tables.journal.encrypted_entries import read_public_fields, read_public_line
from services.tables.journal.journal_rows import entry_of
from services.tables.schema import branches, matches, recorded
from services.tables.table import entries

_MATCH_ID = re.compile(r"[0-9a-f-]{36}")
_CURSOR = re.compile(r"(?P<at_ms>\d{1,15})\.(?P<match>[0-9a-f-]{36})")
_BRANCH_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_steps = msgspec.json.Decoder(list[contract.Step])


# --- recordings --------------------------------------------------------------------------------------------------


def list_recordings(work: Work, request: contract.ListRecordings) -> contract.Recordings | Refusal:
    """A page of an account's recordings, newest first; `cursor_invalid`."""
    chosen = sa.select(matches).join(recorded, recorded.c.match_id == matches.c.match_id)
    chosen = chosen.where(recorded.c.account == storable(request.account))
    if request.game is not None:
        chosen = chosen.where(matches.c.game == storable(request.game))
    if request.before is not None:
        cursor = _CURSOR.fullmatch(request.before)
        if cursor is None:
            return Refusal("cursor_invalid")
        place = sa.tuple_(recorded.c.ended_at_ms, recorded.c.match_id)
        chosen = chosen.where(place < sa.tuple_(sa.literal(int(cursor["at_ms"])), sa.literal(cursor["match"])))
    newest_first = chosen.order_by(recorded.c.ended_at_ms.desc(), recorded.c.match_id.desc())
    rows = work.execute(newest_first.limit(request.limit + 1)).all()
    shown = rows[: request.limit]
    more = f"{shown[-1].ended_at_ms}.{shown[-1].match_id}" if len(rows) > len(shown) else None
    return contract.Recordings(recordings=[_line(row) for row in shown], next=more)


def list_played(work: Work, account: str) -> list[Played]:
    """Every recorded match of an account that somebody could win; practice counts in no statistics."""
    c = matches.c
    chosen = sa.select(c.game, c.ended_at_ms, c.outcome, c.result, c.seats)
    own = chosen.join(recorded, recorded.c.match_id == c.match_id).where(recorded.c.account == storable(account))
    found = (_played(row, account) for row in work.execute(own))
    return [each for each in found if each is not None]


def find_source(work: Work, match_id: str, archive: Archive) -> Source | Refusal:
    """What a recording is made of; `recording_unknown` for a match that left none, or has not ended.

    Raises:
        Unavailable: its lines are archived and cannot be read now.
    """
    if not _MATCH_ID.fullmatch(match_id):
        return Refusal("recording_unknown")
    row = work.execute(sa.select(matches).where(matches.c.match_id == match_id)).one_or_none()
    if row is None or row.outcome is None or not is_recorded(row.game, row.outcome):
        return Refusal("recording_unknown")
    (opened,) = archive.lines_between(work, row.table_id, 1, 1)
    lines = archive.lines_between(work, row.table_id, row.first_seq, row.last_seq)
    later = archive.lines_after(work, row.table_id, row.last_seq, match_id)
    read = partial(_public_entry, row)
    answers = [read(line).action for line in later]
    return Source(
        match=row.match_id,
        table=row.table_id,
        number=row.number,
        game=row.game,
        rules=row.rules,
        options=msgspec.json.decode(row.options),
        stake_chips=row.stake_chips,
        seats=_seats(row),
        commit=row.commitment,
        ended_at_ms=row.ended_at_ms,
        outcome=row.outcome,
        result=msgspec.json.decode(row.result),
        root=row.root,
        seeds=msgspec.json.decode(row.seeds),
        opened=read(opened),
        lines=[read(line) for line in lines],
        guests=msgspec.json.decode(row.result).get("guests", []),
        settled=next((answer for answer in answers if isinstance(answer, entries.ChipsSettled)), None),
    )


def get_journal(work: Work, match_id: str, archive: Archive) -> journals.Journal | Refusal:
    """The accepted actions of a match that has ended; `match_unknown`, `match_running`.

    Raises:
        Unavailable: they are archived and cannot be read now.
    """
    match = work.execute(sa.select(matches).where(matches.c.match_id == match_id)).one_or_none()
    if match is None:
        return Refusal("match_unknown")
    if match.last_seq is None:
        return Refusal("match_running")
    return journals.Journal(
        match=match_id,
        entries=[
            journals.Entry(
                seq=row.seq,
                actor=row.actor,
                action=_without_secrets(read_public_fields(row.action, row.seq, match.root, match_id)),
                command=row.command_id,
                at_ms=row.at_ms,
            )
            for row in archive.lines_between(work, match.table_id, match.first_seq, match.last_seq)
        ],
    )


def _without_secrets(action: dict[str, object]) -> dict[str, object]:
    """The end of a match makes the next one's root, which this match does not publish; nor what guests own."""
    return {key: value for key, value in action.items() if key not in ("next_root", "table", "purse", "purses")}


def _public_entry(match: Any, line: Any) -> entries.Entry:
    """A line of a match that has ended; `match`: its row, with the root."""
    return entry_of(line, read_public_line(line.action, line.seq, match.root, match.match_id))


def _played(row: Any, account: str) -> Played | None:
    seats = _seats(row)
    if any(each.account is None for each in seats):
        return None  # a computer player from the beginning: practice
    seat = next((number for number, each in enumerate(seats) if each.account == account), None)
    return played(row.game, row.ended_at_ms, row.outcome, msgspec.json.decode(row.result)["winners"], seat)


def _line(row: Any) -> contract.RecordingLine:
    result = msgspec.json.decode(row.result)
    return contract.RecordingLine(
        match=row.match_id,
        number=row.number,
        game=row.game,
        options=msgspec.json.decode(row.options),
        stake_chips=row.stake_chips,
        seats=_seats(row),
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        outcome=row.outcome,
        winners=result["winners"],
        points=result["points"],
    )


def _seats(row: Any) -> list[SeatPlayer]:
    return msgspec.json.decode(row.seats, type=list[SeatPlayer])


def storable(text: str) -> str:
    """Text that a database can look for; what it cannot store matches no name."""
    return text if "\0" not in text else ""


# --- branches ----------------------------------------------------------------------------------------------------

_BRANCHES = sa.select(branches, matches.c.game, matches.c.ended_at_ms, matches.c.seats).join(
    matches, matches.c.match_id == branches.c.match_id
)


def save_branch(work: Work, request: contract.SaveBranch, limit: int) -> contract.Branch | Refusal:
    """Keep a branch, once; `branch_invalid`, `simulation_limit`.

    Each takes one of a player's `limit` places, so that two at the same time cannot both be the last.
    """
    if not _BRANCH_ID.fullmatch(request.branch):
        return Refusal("branch_invalid")
    while True:
        known = _branch(work, request.account, request.branch)
        if known is not None:
            return known
        taken = set(work.execute(sa.select(branches.c.place).where(branches.c.account == request.account)).scalars())
        free = next((place for place in range(limit) if place not in taken), None)
        if free is None:
            return Refusal("simulation_limit", {"limit": limit})
        _insert_unless_taken(work, request, free)


def list_branches(work: Work, request: contract.ListBranches, limit: int) -> contract.Branches:
    """A player's branches, newest first."""
    chosen = _BRANCHES.where(branches.c.account == storable(request.account))
    if request.match is not None:
        chosen = chosen.where(branches.c.match_id == storable(request.match))
    rows = work.execute(chosen.order_by(branches.c.saved_at_ms.desc(), branches.c.branch))
    return contract.Branches(branches=[_read_branch(row) for row in rows], limit=limit)


def delete_branch(work: Work, request: contract.DeleteBranch) -> None:
    """Forget a branch, if it is there."""
    own = (branches.c.account == storable(request.account)) & (branches.c.branch == storable(request.branch))
    work.execute(branches.delete().where(own))


def _insert_unless_taken(work: Work, request: contract.SaveBranch, place: int) -> None:
    """Into a place; nothing happens if somebody else has just taken it, or has just saved this branch."""
    insert = postgresql.insert if work.connection.dialect.name == "postgresql" else sqlite.insert
    row = {
        "account": request.account,
        "place": place,
        "branch": request.branch,
        "match_id": request.match,
        "hand": request.hand,
        "position": request.position,
        "steps": encode_text(request.steps),
        "saved_at_ms": work.now_ms,
    }
    work.execute(insert(branches).values(row).on_conflict_do_nothing())


def _branch(work: Work, account: str, branch: str) -> contract.Branch | None:
    own = (branches.c.account == account) & (branches.c.branch == branch)
    row = work.execute(_BRANCHES.where(own)).one_or_none()
    return None if row is None else _read_branch(row)


def _read_branch(row: Any) -> contract.Branch:
    return contract.Branch(
        branch=row.branch,
        match=row.match_id,
        game=row.game,
        ended_at_ms=row.ended_at_ms,
        players=[seat.name for seat in _seats(row)],
        hand=row.hand,
        position=row.position,
        steps=_steps.decode(row.steps),
        saved_at_ms=row.saved_at_ms,
    )


# --- decision times ---


class _Kind(msgspec.Struct, frozen=True):
    k: str


_kind_of = msgspec.json.Decoder(_Kind)
_TIMES = (
    "SELECT m.match_id, j.actor, j.action, j.command_id, j.at_ms FROM matches m JOIN journal j "
    "ON j.table_id = m.table_id AND j.seq BETWEEN m.first_seq AND m.last_seq "
    "WHERE m.match_id IN :matches ORDER BY j.table_id, j.seq"
)


def read_times(work: Work, ids: Collection[str]) -> dict[str, list[timing.TimedLine]]:
    """By match: the lines of the journal of each of these that has ended, in order."""
    found: dict[str, list[timing.TimedLine]] = {}
    for row in bulk_rows.ask(work, _TIMES, matches=ids) if ids else ():
        line = timing.TimedLine(row.actor, _kind_of.decode(row.action).k, row.command_id is not None, row.at_ms)
        found.setdefault(row.match_id, []).append(line)
    return found

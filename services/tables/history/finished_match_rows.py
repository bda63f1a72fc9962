"""What is stored of matches that have ended, and the branches that players have kept, on both databases."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from games.registry import find, is_recorded
from services.contracts.tables import journals
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.history import decision_times as timing
from services.tables.history.player_totals import Played, between, played
from services.tables.history.recordings import Source
from services.tables.journal.archive.line_rows import Archive, Span
from services.tables.journal.archive.packed_lines import Line
from services.tables.journal.encrypted_entries import read_public_fields, read_public_line
from services.tables.journal.journal_rows import entry_of
from services.tables.schema import branches, counting_result, imports, matches, recorded
from services.tables.table import entries

_MATCH_ID = re.compile(r"[0-9a-f-]{36}")
LOOKED_THROUGH_MAX = 500
"""Recordings that one page of a list looks through."""
_CURSOR = re.compile(r"(?P<at_ms>\d{1,15})\.(?P<match>[0-9a-f-]{36})")
_BRANCH_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_steps = msgspec.json.Decoder(list[contract.Step])


_COUNTED = sa.select(
    matches.c.game, matches.c.options, matches.c.ended_at_ms, matches.c.outcome, matches.c.result, matches.c.seats,
    matches.c.corrected,
).join(recorded, recorded.c.match_id == matches.c.match_id)  # fmt: skip
_NEWEST = (recorded.c.ended_at_ms.desc(), recorded.c.match_id.desc())

# --- recordings --------------------------------------------------------------------------------------------------


def list_recordings(work: Work, request: contract.ListRecordings) -> contract.Recordings | Refusal:
    """A page of an account's recordings, newest first; `cursor_invalid`."""
    chosen = sa.select(matches).join(recorded, recorded.c.match_id == matches.c.match_id)
    chosen = chosen.where(recorded.c.account == storable(request.account))
    if request.game is not None:
        chosen = chosen.where(matches.c.game == storable(request.game))
    if request.opponent is not None:
        chosen = _with_other(chosen, request.opponent)
    if request.from_ms is not None:
        chosen = chosen.where(recorded.c.ended_at_ms >= request.from_ms)
    if request.until_ms is not None:
        chosen = chosen.where(recorded.c.ended_at_ms < request.until_ms)
    is_sifted = request.opponent is not None or request.result is not None
    order = (recorded.c.ended_at_ms, recorded.c.match_id)
    return _page(work, chosen, order, "ended_at_ms", request, partial(_is_wanted, request) if is_sifted else None)


def _with_other(chosen: sa.Select[Any], other: str) -> sa.Select[Any]:
    """Those of the chosen recordings that are another account's too. Each of its rows is found by its primary key,
    which the first's row gives whole."""
    theirs = recorded.alias("theirs")
    same = sa.and_(
        theirs.c.account == storable(other),
        theirs.c.ended_at_ms == recorded.c.ended_at_ms,
        theirs.c.match_id == recorded.c.match_id,
    )
    return chosen.join(theirs, same)


def _is_wanted(request: contract.ListRecordings, row: Any) -> bool:
    """What the database cannot decide: on whose side somebody was, and who won by the result that counts."""
    account, opponent = request.account, request.opponent
    if opponent is not None and (opponent == account or _are_partners(row, account, opponent)):
        return False
    return request.result in (None, _result_for(row, account))


def _result_for(row: Any, account: str) -> str | None:
    """How a match ended for a player. None: who had no seat at its end, and for a shoe, which nobody wins."""
    seat = next((number for number, each in enumerate(_seats(row)) if each.account == account), None)
    counts = counting_result(row)
    if seat is None or (counts.outcome != "tied" and not counts.winners):
        return None
    if counts.outcome == "tied":
        return "tied"
    return "won" if seat in counts.winners else "lost"


def list_places(work: Work, request: contract.ListPlaces) -> contract.RecordingPlaces | Refusal:
    """A page of an account's matches in the order of their ends, by the primary key; `cursor_invalid`."""
    c = recorded.c
    chosen = sa.select(c.ended_at_ms, c.match_id).where(c.account == storable(request.account))
    if request.after is not None:
        cursor = _CURSOR.fullmatch(request.after)
        if cursor is None:
            return Refusal("cursor_invalid")
        place = sa.tuple_(sa.literal(int(cursor["at_ms"])), sa.literal(cursor["match"]))
        chosen = chosen.where(sa.tuple_(c.ended_at_ms, c.match_id) > place)
    settled = chosen.where(c.ended_at_ms <= work.now_ms - contract.EXPORT_AFTER_MS)
    rows = work.execute(settled.order_by(c.ended_at_ms, c.match_id).limit(request.limit + 1)).all()
    places = [
        contract.RecordingPlace(match=row.match_id, cursor=f"{row.ended_at_ms}.{row.match_id}")
        for row in rows[: request.limit]
    ]
    return contract.RecordingPlaces(places=places, more=len(rows) > len(places))


def find_matches(work: Work, request: contract.FindMatches) -> contract.Recordings | Refusal:
    """A page of ended matches, newest first; `cursor_invalid`."""
    c = matches.c
    chosen = sa.select(matches).where(c.result.is_not(None), c.ended_at_ms.is_not(None))
    if request.of is not None:
        chosen = chosen.join(recorded, recorded.c.match_id == c.match_id)
        chosen = chosen.where(recorded.c.account == storable(request.of))
    for column, wanted in ((c.table_id, request.table), (c.match_id, request.match), (c.game, request.game)):
        if wanted is not None:
            chosen = chosen.where(column == storable(wanted))
    if request.from_ms is not None:
        chosen = chosen.where(c.started_at_ms >= request.from_ms)
    if request.until_ms is not None:
        chosen = chosen.where(c.started_at_ms < request.until_ms)
    return _page(work, chosen, (c.started_at_ms, c.match_id), "started_at_ms", request)


def _page(
    work: Work,
    chosen: sa.Select[Any],
    order: tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]],
    moment: str,
    request: contract.ListRecordings | contract.FindMatches,
    is_wanted: Callable[[Any], bool] | None = None,
) -> contract.Recordings | Refusal:
    """A page by a moment and the match, newest first; `cursor_invalid`. `is_wanted`: which of those chosen it shows;
    it looks through at most `LOOKED_THROUGH_MAX` of them, and the next page goes on behind the last it looked at."""
    if request.before is not None:
        cursor = _CURSOR.fullmatch(request.before)
        if cursor is None:
            return Refusal("cursor_invalid")
        place = sa.tuple_(sa.literal(int(cursor["at_ms"])), sa.literal(cursor["match"]))
        chosen = chosen.where(sa.tuple_(*order) < place)
    newest_first = chosen.order_by(*(column.desc() for column in order))
    looked_max = request.limit if is_wanted is None else LOOKED_THROUGH_MAX
    rows = work.execute(newest_first.limit(looked_max + 1)).all()
    shown: list[Any] = []
    looked = 0
    while looked < min(len(rows), looked_max) and len(shown) < request.limit:
        if is_wanted is None or is_wanted(rows[looked]):
            shown.append(rows[looked])
        looked += 1
    last = rows[looked - 1] if looked else None
    more = f"{getattr(last, moment)}.{last.match_id}" if last is not None and len(rows) > looked else None
    return contract.Recordings(recordings=[_line(row) for row in shown], next=more)


def list_played(work: Work, account: str) -> list[Played]:
    """Every recorded match of an account that somebody could win; practice counts in no statistics."""
    c = matches.c
    chosen = sa.select(c.game, c.ended_at_ms, c.outcome, c.result, c.seats, c.corrected)
    own = chosen.join(recorded, recorded.c.match_id == c.match_id).where(recorded.c.account == storable(account))
    found = (_played(row, account) for row in work.execute(own))
    return [each for each in found if each is not None]


def list_newest(work: Work, account: str, count_max: int) -> list[Played]:
    """The newest recorded matches of an account that somebody could win, by the primary key of `recorded`."""
    own = _COUNTED.where(recorded.c.account == storable(account)).order_by(*_NEWEST).limit(count_max)
    found = (_played(row, account) for row in work.execute(own))
    return [each for each in found if each is not None]


def list_meetings(work: Work, account: str, other: str, count_max: int) -> list[Played]:
    """The newest recorded matches of two accounts against each other, from the side of the first."""
    both = _with_other(_COUNTED, other).where(recorded.c.account == storable(account))
    rows = work.execute(both.order_by(*_NEWEST).limit(count_max)).all() if account != other else []
    opposed = (row for row in rows if not _are_partners(row, account, other))
    found = (between(_played(row, account), _played(row, other)) for row in opposed)
    return [each for each in found if each is not None]


def _are_partners(row: Any, account: str, other: str) -> bool:
    """Whether two of a match's players were on one side."""
    rules = find(row.game)
    options = None if isinstance(rules, Refusal) else rules.options(msgspec.json.decode(row.options), {})
    if isinstance(rules, Refusal) or isinstance(options, Refusal):
        return False  # a game or an option that is here no more
    of_seat = {seat: number for number, side in enumerate(rules.sides(options)) for seat in side}
    seat_of = {each.account: seat for seat, each in enumerate(_seats(row))}
    sides = [of_seat.get(seat_of.get(each, -1)) for each in (account, other)]
    return sides[0] is not None and sides[0] == sides[1]


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
    later = archive.lines_after(work, row.table_id, row.last_seq, row.match_id)
    return _source(row, opened, lines, later)


def played_of(work: Work, rows: Sequence[Any], archive: Archive) -> list[Source | None]:
    """What was written of matches that have ended, whether they are kept as recordings or not, without what came after
    their ends (`settled`); None where that cannot be read now."""
    opened = [Span(row.table_id, 1, 1) for row in rows]
    played = [Span(row.table_id, row.first_seq, row.last_seq) for row in rows]
    found = archive.lines_of(work, opened + played)
    both = zip(rows, found[: len(rows)], found[len(rows) :], strict=True)
    return [_source(row, first[0], lines, ()) if first and lines is not None else None for row, first, lines in both]


def _source(row: Any, opened: Line, lines: Sequence[Line], later: Sequence[Line]) -> Source:
    read = partial(_public_entry, row)
    answers = [read(line).action for line in later]
    result = msgspec.json.decode(row.result)
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
        result=result,
        root=row.root,
        seeds=msgspec.json.decode(row.seeds),
        opened=read(opened),
        lines=[read(line) for line in lines],
        guests=result.get("guests", []),
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
    counts = counting_result(row)
    return played(row.game, row.ended_at_ms, counts.outcome, counts.winners, seat)


def _line(row: Any) -> contract.RecordingLine:
    result = msgspec.json.decode(row.result)
    counts = counting_result(row)
    return contract.RecordingLine(
        match=row.match_id,
        number=row.number,
        game=row.game,
        options=msgspec.json.decode(row.options),
        stake_chips=row.stake_chips,
        seats=_seats(row),
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        outcome=counts.outcome,
        winners=counts.winners,
        corrected=counts.corrected,
        points=result["points"],
        reason=result["reason"],
        departed=msgspec.convert(result.get("departed", []), list[contract.RecordedDeparture]),
    )


def _seats(row: Any) -> list[SeatPlayer]:
    return msgspec.json.decode(row.seats, type=list[SeatPlayer])


def storable(text: str) -> str:
    """Text that a database can look for; what it cannot store matches no name."""
    return text if "\0" not in text else ""


# --- corrections ---


def correct(work: Work, match: str, correction: contract.Correction) -> None:
    """Another result of a match that has ended; of several the one with the greatest revision counts."""
    here = matches.c.match_id == storable(match)
    row = work.execute(sa.select(matches.c.corrected).where(here).with_for_update()).one_or_none()
    if row is None or (row.corrected and decode_correction(row.corrected).revision >= correction.revision):
        return
    work.execute(matches.update().where(here).values(corrected=encode_text(correction)))


def correction_of(work: Work, match: str) -> contract.Correction | None:
    """What an operator has made of a match's result; None: it counts as it was played."""
    row = work.execute(sa.select(matches.c.corrected).where(matches.c.match_id == storable(match))).one_or_none()
    return None if row is None or row.corrected is None else decode_correction(row.corrected)


decode_correction = msgspec.json.Decoder(contract.Correction).decode


# --- branches ----------------------------------------------------------------------------------------------------

_OF_IMPORT = sa.and_(imports.c.account == branches.c.account, imports.c.match_id == branches.c.match_id)
_BRANCHES = (
    sa.select(
        branches, matches.c.seats, imports.c.players,
        sa.func.coalesce(matches.c.game, imports.c.game).label("game"),
        sa.func.coalesce(matches.c.ended_at_ms, imports.c.imported_at_ms).label("ended_at_ms"),
    )
    .outerjoin(matches, matches.c.match_id == branches.c.match_id)
    .outerjoin(imports, _OF_IMPORT)
    .where(sa.or_(matches.c.match_id.is_not(None), imports.c.match_id.is_not(None)))
)  # fmt: skip


def save_branch(work: Work, request: contract.SaveBranch, limit: int) -> contract.Branch | Refusal:
    """Keep a branch, once; `branch_invalid`, `simulation_limit`, `recording_unknown`.

    Each takes one of a player's `limit` places, so that two at the same time cannot both be the last.
    """
    if not _BRANCH_ID.fullmatch(request.branch):
        return Refusal("branch_invalid")
    if not _is_kept(work, request):
        return Refusal("recording_unknown")
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


def _is_kept(work: Work, request: contract.SaveBranch) -> bool:
    """Whether the match of a branch is there; an import stays until the branch is kept."""
    if work.execute(sa.select(matches.c.match_id).where(matches.c.match_id == request.match)).first() is not None:
        return True
    own = (imports.c.account == request.account) & (imports.c.match_id == request.match)
    return work.execute(sa.select(imports.c.match_id).where(own).with_for_update()).first() is not None


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
        players=msgspec.json.decode(row.players) if row.seats is None else [seat.name for seat in _seats(row)],
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

"""The database schema of the tables service, and queries that need no journal."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tables.catalogue import MatchRecord
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import Correction
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("shard", sa.Text, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("snapshot", sa.Text),
    sa.Column("snapshot_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Column("build", sa.Text, nullable=False, server_default=""),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("cut_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_open", "shard", "open"),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("actor", sa.Integer),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("command_id", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("trace", sa.Text, nullable=False, server_default=""),
)

refused = sa.Table(
    "refused",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("command_id", sa.Text, primary_key=True),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("stake_chips", sa.BigInteger, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("first_seq", sa.Integer, nullable=False),
    sa.Column("started_at_ms", sa.BigInteger, nullable=False),
    sa.Column("last_seq", sa.Integer),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("outcome", sa.Text),
    sa.Column("result", sa.Text),
    sa.Column("root", sa.Text),
    sa.Column("seeds", sa.Text),
    sa.Column("draws_counted", sa.SmallInteger),
    sa.Column("corrected", sa.Text),
    sa.Index("matches_by_start", "started_at_ms", "match_id"),
    sa.Index(
        "matches_to_count",
        "ended_at_ms",
        "match_id",
        postgresql_where=sa.text("ended_at_ms IS NOT NULL AND coalesce(draws_counted, 0) < 2"),
        sqlite_where=sa.text("ended_at_ms IS NOT NULL AND coalesce(draws_counted, 0) < 2"),
    ),
)
"""`root` and `seeds` are written with the end, never before. `draws_counted`: whether its draws are in `draw_counts`
(2), only its luck in `draw_luck` (1), or neither (nothing)."""

draw_counts = sa.Table(
    "draw_counts",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("measure", sa.Text, primary_key=True),
    sa.Column("counts", sa.Text, nullable=False),
)
"""What finished matches have drawn, by the day (since 1970) on which they ended; day −1: all days together. `counts`:
whole numbers as JSON, as services/tables/fairness/observed.py has them by measure."""

draw_luck = sa.Table(
    "draw_luck",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("measure", sa.Text, primary_key=True),
    sa.Column("draws", sa.BigInteger, nullable=False),
    sa.Column("value", sa.Float, nullable=False),
    sa.Column("expected", sa.Float, nullable=False),
    sa.Column("variance", sa.Float, nullable=False),
    sa.Column("others_draws", sa.BigInteger, nullable=False),
    sa.Column("others_value", sa.Float, nullable=False),
)
"""What an account got by chance in its finished matches, and what the other seats got in them."""

archive_files = sa.Table(
    "archive_files",
    metadata,
    sa.Column("file", sa.Text, primary_key=True),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("lines", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Files of archived journal lines. `state`: `begun` before the file is written, `written` once its entries are there,
`deleting` once nothing needs it."""

archive_entries = sa.Table(
    "archive_entries",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("first_seq", sa.Integer, primary_key=True),
    sa.Column("last_seq", sa.Integer, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("offset_bytes", sa.BigInteger, nullable=False),
    sa.Column("length_bytes", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("names", sa.Text, nullable=False),
    sa.Column("matches", sa.Text, nullable=False),
    sa.Column("last_at_ms", sa.BigInteger, nullable=False),
    sa.Index("archive_entries_file", "file"),
)
"""Where archived lines of a table are; each row has some that follow one another. `names`: what stands in the place of
the file's marks, as JSON, because files hold no names; `matches`: the ids of the lines' matches, spaces between."""

archive_days = sa.Table(
    "archive_days",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("claimed_by", sa.Text, nullable=False),
    sa.Column("claimed_until_ms", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    sa.Column("archived_at_ms", sa.BigInteger),
)
"""Days of the journal that are being archived, which process does it until when, and how often it failed."""

recorded = sa.Table(
    "recorded",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("ended_at_ms", sa.BigInteger, primary_key=True),
    sa.Column("match_id", sa.Text, primary_key=True),
)
"""The recordings of each account: a row for each person at a match that is kept, written with its end."""

branches = sa.Table(
    "branches",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("branch", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("steps", sa.Text, nullable=False),
    sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
    sa.Index("branches_id", "account", "branch", unique=True),
)
"""Studies of the Academy that players have saved; `place` counts up to the limit."""

imports = sa.Table(
    "imports",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("imported_at_ms", sa.BigInteger, nullable=False),
    sa.Index("imports_id", "account", "match_id", unique=True),
)
"""Matches from other programs, as the texts that players have brought; `place` counts up to the limit."""

analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("open_of", sa.Text),
    sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("percent", sa.Integer, nullable=False, server_default="0"),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("claimed_by", sa.Text),
    sa.Column("beat_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("evaluator", sa.Text, nullable=False, server_default=""),
    sa.Column("report", sa.Text),
    sa.Column("done_at_ms", sa.BigInteger),
    sa.Index("analyses_open_of", "open_of", unique=True),
    sa.Index("analyses_by_state", "state", "asked_at_ms"),
)
"""Analyses of matches. `open_of`: the account that has ordered it, as long as it is not done: one has one at a time.
`claimed_by`: which claim computes it, and shows with `beat_ms` that it lives. `report` names no one."""

analysis_orders = sa.Table(
    "analysis_orders",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("asked_at_ms", sa.BigInteger, primary_key=True),
    sa.Column("match_id", sa.Text, primary_key=True),
)
"""Which account has ordered the analysis of which match when."""

problems = sa.Table(
    "problems",
    metadata,
    sa.Column("problem", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("problems_by_game", "game", "ended_at_ms"),
)
"""Positions in which one move is clearly best, by the hash of the position; without names and without their match."""

problem_days = sa.Table(
    "problem_days",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("problem", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
"""The problem of each day, as it was chosen."""

shares = sa.Table(
    "shares",
    metadata,
    sa.Column("link", sa.Text, primary_key=True),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("names", sa.Boolean, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    sa.Index("shares_of_account", "account", "match_id", unique=True),
    sa.Index("shares_of_match", "match_id"),
    sa.Index("shares_by_end", "ends_at_ms"),
)
"""Links to replays that open without an account; `names`: whether who made it wishes names to be shown."""

share_answers = sa.Table(
    "share_answers",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("asked_by", sa.Text, nullable=False),
    sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Index("share_answers_of_match", "match_id"),
)
"""Whether an account agrees that its name is shown in shared replays of a match: `asked`, `agreed`, `refused`."""

share_choices = sa.Table(
    "share_choices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("choice", sa.Text, nullable=False),
)
"""Standing answers to such questions: `always`, `never`; without a row each is asked."""

share_pictures = sa.Table(
    "share_pictures",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("wanted_at_ms", sa.BigInteger, nullable=False),
    sa.Column("claimed_by", sa.Text),
    sa.Column("claimed_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("board", sa.LargeBinary),
    sa.Column("moment", sa.LargeBinary),
    sa.Index("share_pictures_by_state", "state", "wanted_at_ms"),
)
"""Pictures of shared matches, without names. `state`: `waiting`, `running` (`claimed_by` draws them), `done`, `failed`;
pictures drawn before stay until new ones are there."""

problem_answers = sa.Table(
    "problem_answers",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("play", sa.Text, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("is_right", sa.Integer, nullable=False),
    sa.Column("loss", sa.Float(53)),
    sa.Column("answered_at_ms", sa.BigInteger, nullable=False),
    sa.Index("problem_answers_by_play", "game", "day", "play"),
    sa.Index("problem_answers_by_day", "day"),
)
"""What accounts have answered, once each. `play`: the same for all moves that lead to the same position."""

problem_makers = sa.Table(
    "problem_makers",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("claimed_until_ms", sa.BigInteger, nullable=False),
)
"""Which match of computers is played next for positions of a game, and until when a process has taken it."""

shards = sa.Table(
    "shards",
    metadata,
    sa.Column("shard", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("released_at_ms", sa.BigInteger),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("worker", sa.Text, primary_key=True),
    sa.Column("beat_ms", sa.BigInteger, nullable=False),
    sa.Column("games", sa.Text, nullable=False, server_default=""),
)


def get_match(work: Work, match_id: str) -> MatchRecord | Refusal:
    """A match as stored."""
    row = work.execute(sa.select(matches).where(matches.c.match_id == match_id)).one_or_none()
    return Refusal("match_unknown") if row is None else record_of(row)


class CountingResult(msgspec.Struct, frozen=True):
    """What counts of a match's result: as played, or as an operator has corrected it since."""

    outcome: str
    winners: list[int]
    corrected: Correction | None = None


def counting_result(row: Any) -> CountingResult:
    """The result of a match that has ended, of its row: whoever shows results shows this one."""
    if row.corrected is not None:
        correction = msgspec.json.decode(row.corrected, type=Correction)
        return CountingResult(correction.outcome, correction.winners, correction)
    return CountingResult(row.outcome, msgspec.json.decode(row.result).get("winners", []))


def _result_of(row: Any) -> dict[str, Any] | None:
    if not row.result:
        return None
    result: dict[str, Any] = msgspec.json.decode(row.result)
    counts = counting_result(row)
    if counts.corrected is None:
        return result
    return result | {"winners": counts.winners, "corrected": msgspec.to_builtins(counts.corrected)}


def record_of(row: Any) -> MatchRecord:
    """A match made of its row; of a corrected one with the result that counts."""
    return MatchRecord(
        match=row.match_id,
        table=row.table_id,
        number=row.number,
        game=row.game,
        rules=row.rules,
        options=msgspec.json.decode(row.options),
        stake_chips=row.stake_chips,
        seats=msgspec.json.decode(row.seats, type=list[SeatPlayer]),
        commit=row.commitment,
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        outcome=counting_result(row).outcome if row.result else row.outcome,
        result=_result_of(row),
        seeds=msgspec.json.decode(row.seeds) if row.seeds else None,
        root=row.root,
    )

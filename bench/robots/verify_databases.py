"""After a run, when all is quiet: the databases are compared with what the robots received."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import psycopg

from bench.processes.whole_platform import SERVICES, Platform
from bench.robots.robots import Robot
from bench.robots.witness import Command
from services.platform.broker.dead_letters import list_dead
from services.platform.process.settings import CommonSettings


class Line(NamedTuple):
    """A line of the journal that a command made."""

    table: str
    seq: int
    match: str
    command: str
    action: dict


class Verdict(msgspec.Struct):
    """What was found. Everything but `moves_acked` must be empty or 0."""

    moves_acked: int = 0
    lost: list[str] = []
    doubled: list[str] = []
    broken: list[str] = []
    ledger_sum: int = 0
    open_escrows: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.broken or self.ledger_sum or self.open_escrows)


def read_journal(connection: psycopg.Connection) -> list[Line]:
    """Every line of the journal, in order; `command` is empty where the table acted by itself."""
    rows = connection.execute(
        "SELECT table_id, seq, match_id, coalesce(command_id, ''), action FROM tables.journal ORDER BY table_id, seq"
    )
    return [Line(*row[:4], json.loads(row[4])) for row in rows]


# --- the journal against the robots ------------------------------------------------------------------------------


def check_commands(lines: Sequence[Line], commands: Mapping[str, Command], verdict: Verdict) -> None:
    """Every acknowledged command is there, exactly once, as it was sent; no refused one is."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        if line.command:
            found.setdefault(line.command, []).append(line)
    verdict.doubled += [f"{id}: {len(made)} lines in the journal" for id, made in found.items() if len(made) > 1]
    for command_id, command in commands.items():
        made = found.get(command_id, [])
        if command.version is not None:
            verdict.moves_acked += command.cell is not None
            _check_done(command_id, command, made, verdict)
        elif command.refused and made:
            verdict.broken.append(f"{command_id} was refused ({command.refused}) and is in the journal")


def _check_done(command_id: str, command: Command, made: Sequence[Line], verdict: Verdict) -> None:
    if not made:
        verdict.lost.append(f"{command_id} at {command.table} was done at {command.version}, and is not in the journal")
        return
    line, version = made[0], command.version or 0
    if line.seq > version or (command.answered_exactly and line.seq != version):
        verdict.broken.append(f"{command_id} was done at {version}, says its answer; {line.seq}, says the journal")
    if line.table != command.table or (command.cell is not None and _cell_of(line) != command.cell):
        verdict.broken.append(f"{command_id} is in the journal as {line}")


def _cell_of(line: Line) -> int | None:
    move = line.action.get("move", {})
    return (move["row"] - 1) * 3 + move["col"] - 1 if "row" in move else None


def check_versions(lines: Sequence[Line], verdict: Verdict) -> None:
    """A table's journal has no gaps, and no cell is marked twice in a match."""
    seqs: dict[str, list[int]] = {}
    cells: Counter[tuple[str, int]] = Counter()
    for line in lines:
        seqs.setdefault(line.table, []).append(line.seq)
        if (cell := _cell_of(line)) is not None:
            cells[line.match, cell] += 1
    for table, found in seqs.items():
        if found != list(range(1, len(found) + 1)):
            verdict.broken.append(f"the journal of {table} has gaps: {found[:5]} … {found[-5:]}")
    verdict.doubled += [
        f"cell {cell} of match {match} was marked {n} times" for (match, cell), n in cells.items() if n > 1
    ]


def check_matches(connection: psycopg.Connection, verdict: Verdict) -> None:
    """Every match that began has ended, and every table is closed."""
    began = 'SELECT match_id FROM tables.journal WHERE action LIKE \'%"k":"begun"%\''
    running = connection.execute(
        f"SELECT match_id FROM tables.matches WHERE last_seq IS NULL AND match_id IN ({began})"
    )
    verdict.broken += [f"match {row[0]} has not ended" for row in running]
    still_open = connection.execute("SELECT table_id FROM tables.tables WHERE open")
    verdict.broken += [f"table {row[0]} is still open" for row in still_open]


# --- chips -------------------------------------------------------------------------------------------------------


def check_ledger(connection: psycopg.Connection, verdict: Verdict) -> dict[str, int]:
    """Sums, balances and escrows, from the rows; answers each player's chips."""
    moved: Counter[str] = Counter()
    for source, target, chips in connection.execute("SELECT source, target, amount_chips FROM wallet.transfers"):
        moved[source] -= chips
        moved[target] += chips
    kept = dict(connection.execute("SELECT account, balance_chips FROM wallet.accounts").fetchall())
    house = dict(connection.execute("SELECT account, sum(chips)::bigint FROM wallet.house GROUP BY account").fetchall())
    verdict.ledger_sum = sum(kept.values()) + sum(house.values())
    verdict.open_escrows = sum(name.startswith("escrow:") and chips != 0 for name, chips in kept.items())
    for name in {*moved, *kept, *house}:
        balance = kept.get(name, 0) + house.get(name, 0)
        if balance != moved[name]:
            verdict.broken.append(f"{name} has {balance} chips, its transfers make {moved[name]}")
        if balance < 0 and not name.startswith("house:"):
            verdict.broken.append(f"{name} has {balance} chips")
    return {name.removeprefix("player:"): chips for name, chips in kept.items() if name.startswith("player:")}


def check_settlements(wallet: psycopg.Connection, tables: psycopg.Connection, verdict: Verdict) -> None:
    """Every ended match that held stakes paid out all of them, once; one that never held paid nothing."""
    held = {row[0] for row in wallet.execute("SELECT idem FROM wallet.batches WHERE idem LIKE 'hold:%'")}
    settled = {row[0] for row in wallet.execute("SELECT idem FROM wallet.batches WHERE idem LIKE 'settle:%'")}
    ended = tables.execute("SELECT match_id FROM tables.matches WHERE last_seq IS NOT NULL AND stake_chips > 0")
    for (match,) in ended:
        if (f"hold:{match}" in held) != (f"settle:{match}:0" in settled):
            verdict.broken.append(f"match {match}: hold and settlement do not go together")


def check_chips(robots: Iterable[Robot], ledger: Mapping[str, int], verdict: Verdict) -> None:
    """Every robot received the chips that the ledger has."""
    for robot in robots:
        known = ledger.get(robot.player.account)
        if robot.chips != known:
            verdict.broken.append(f"{robot.player.name} was told {robot.chips} chips, the ledger says {known}")


# --- ratings -----------------------------------------------------------------------------------------------------

RATED_OUTCOMES = ("won", "tied", "forfeited", "conceded")
ELO_START = 1_500


def check_ratings(ranking: psycopg.Connection, tables: psycopg.Connection, verdict: Verdict) -> None:
    """Every match that counts was rated once, no other was, and every rating is the sum of what its matches did."""
    chosen = "SELECT match_id FROM tables.matches WHERE outcome = ANY(%s)"
    ended = {row[0] for row in tables.execute(chosen, [list(RATED_OUTCOMES)])}
    rated = {
        match: json.loads(changes)
        for match, changes in ranking.execute(
            "SELECT match_id, coalesce(corrected, changes) FROM ranking.rated_matches"
        )
    }
    verdict.broken += [f"match {match} was not rated" for match in sorted(ended - rated.keys())]
    changed = {match for match, changes in rated.items() if changes}  # what changes nobody is kept too
    verdict.broken += [f"match {match} was rated and does not count" for match in sorted(changed - ended)]
    games: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    for change in (change for changes in rated.values() for change in changes):
        games[change["account"]] += 1
        moved[change["account"]] += change["delta"]
    for account, rating, count in ranking.execute("SELECT account, rating, games FROM ranking.ratings"):
        if (rating, count) != (ELO_START + moved[account], games[account]):
            told = f"{ELO_START + moved[account]} after {games[account]}"
            verdict.broken.append(f"{account} has a rating of {rating} after {count} matches, its matches make {told}")


# --- what nobody may have given up -------------------------------------------------------------------------------


def check_dead(platform: Platform, verdict: Verdict) -> None:
    """No message was given up for an operator to look at. What was to be forgotten by now (a wake) is no loss."""
    settings = CommonSettings(broker_url=platform.rabbit.url(platform.vhost))
    for service in SERVICES:
        for letter in list_dead(settings, service):
            if letter["reason"] != "expired":
                verdict.broken.append(f"{service} gave up {str(letter)[:300]}")


def check_robots(robots: Iterable[Robot], verdict: Verdict) -> None:
    """What the robots saw themselves."""
    for robot in robots:
        verdict.lost += robot.witness.lost
        verdict.doubled += robot.witness.doubled
        verdict.broken += robot.witness.broken + robot.unexpected

"""Seating players who look for the same game (RULES.md §9).

Every replica does it. Parties are planned without locks; the players of each are locked and checked again before they
are seated, so that a player is never seated twice. Other services are asked in between, outside of units of work.
"""

from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

import msgspec

from services.contracts.client.frames import SeekEndedFrame, SentFrame
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.ids import new_table_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.conduct.warnings import check_warnings
from services.lobby.lists import client_updates
from services.lobby.matchmaking import matching, seeks
from services.lobby.matchmaking import rows as stored
from services.lobby.matchmaking.matching import Party, Seeker
from services.lobby.matchmaking.practising import find_practising, get_up, is_practising
from services.lobby.matchmaking.rows import SeekRow
from services.lobby.matchmaking.seeks import WAITS_KEPT_MS
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored_players
from services.lobby.presence.player import Player
from services.lobby.tables import locked_table
from services.lobby.tables.locked_table import LockedTable
from services.lobby.tables.open_table import OpenTable, TableRequest
from services.lobby.tables.rows import TableRow
from services.lobby.tables.stakes import check_stake
from services.platform.database.unit_of_work import Work

_NAME_LENGTH_MAX = 40
_PASSING = ("service_unavailable", "overloaded")


class _Looking(NamedTuple):
    """A player who looks for a game, and their search."""

    row: SeekRow
    player: Player
    practises: bool
    """Whether they play alone against computers meanwhile."""


def sweep_seeks(ports: Ports) -> int:
    """End searches that are over, and seat those who fit; returns the number of tables started."""
    looking = ports.run(_look) if ports.look(_is_anybody_looking) else []
    for account, reason in _over(ports, looking).items():
        ports.run(_end_if_over, account, reason)
    seekers = ports.run(_find_seekers) if looking else []
    metrics.seekers.set(len(looking))
    parties = matching.find_parties(seekers, ports.database.clock.now_ms(), ports.settings.matching)
    return sum(_seat_party(ports, party) for party in parties)


def purge_waits(work: Work) -> None:
    """Delete waiting times that are no longer shown."""
    stored.purge(work, work.now_ms - WAITS_KEPT_MS)


# --- searches that are over ---


def _is_anybody_looking(work: Work, _ports: Ports) -> bool:
    return stored.is_any(work)


def _look(work: Work, _ports: Ports) -> list[_Looking]:
    """All players who look for a game; stores since when those who are not connected are away."""
    rows = stored.find_all(work)
    found = {player.account: player for player in stored_players.find_some(work, [row.account for row in rows])}
    practising = find_practising(work, found.values())
    looking = [_Looking(row, found[row.account], row.account in practising) for row in rows if row.account in found]
    gone = [each.row.account for each in looking if each.player.gateway is None and each.row.away_ms is None]
    back = [each.row.account for each in looking if each.player.gateway and each.row.away_ms is not None]
    stored.set_away(work, gone, work.now_ms)
    stored.set_away(work, back, None)
    return looking


def _over(ports: Ports, looking: Collection[_Looking]) -> dict[str, str]:
    """Account → why the search has ended."""
    now_ms = ports.database.clock.now_ms()
    over = {}
    for each in looking:
        if reason := _reason(ports, each, now_ms):
            over[each.row.account] = reason
    return over


def _reason(ports: Ports, looking: _Looking, now_ms: int) -> str | None:
    row, player, practises = looking
    if player.seated_at is not None and not practises:
        return "seated"
    if now_ms >= row.until_ms:
        return "expired"
    is_away = player.gateway is None and row.away_ms is not None
    if is_away and now_ms - (row.away_ms or 0) > ports.settings.seek_return_s * 1000:
        return "away"
    return None


def _end_if_over(work: Work, ports: Ports, account: str, reason: str) -> None:
    player = stored_players.lock(work, [account]).get(account)
    row = stored.find(work, account)
    if player is None or row is None:
        return
    if _reason(ports, _Looking(row, player, is_practising(work, player)), work.now_ms) == reason:
        seeks.end(work, ports, account, reason)


# --- parties ---


def _find_seekers(work: Work, ports: Ports) -> list[Seeker]:
    """Players who look for a game and could sit down now, or as soon as they have left their practice table."""
    rows = {row.account: row for row in stored.find_all(work)}
    found = stored_players.find_some(work, list(rows))
    practising = find_practising(work, found)
    free = [player for player in found if _is_free(player, player.account in practising)]
    unwanted = stored.blocks_among(work, [player.account for player in free])
    return [
        Seeker(
            account=player.account,
            elo=ports.settings.elo_start if player.elo is None else player.elo,
            wishes=rows[player.account].wishes,
            since_ms=rows[player.account].since_ms,
            barred=_barred(rows[player.account], work.now_ms)
            | {blocked for account, blocked in unwanted if account == player.account},
        )
        for player in free
    ]


def _is_free(player: Player, practises: bool) -> bool:
    return player.gateway is not None and (player.part is None or practises)


def _barred(row: SeekRow, now_ms: int) -> frozenset[str]:
    return frozenset(account for account, until_ms in row.refused.items() if until_ms > now_ms)


def _seat_party(ports: Ports, party: Party) -> bool:
    """Seat a party and start its table, unless a player has left or is refused. Returns whether it was seated."""
    wish = party.wish
    options = msgspec.json.decode(wish.options)
    question = CheckOptions(game=wish.game, options=options)
    checked = ports.rpc.call(question, timeout_ms=ports.settings.table_checks_timeout_ms)
    if not isinstance(checked, CheckedOptions):
        return _count(ports, party, "unavailable")
    table = TableRequest(name="", game=wish.game, stake=wish.stake_chips, options=options)
    for account in party.accounts:
        if refusal := check_warnings(ports, account):
            ports.run(_refuse_one, account, refusal)
            return _count(ports, party, "refused")
    refusal = check_stake(ports, table, party.accounts, seats=wish.seats)
    if refusal is not None:
        return _count(ports, party, _blame(ports, party, table, refusal))
    return _count(ports, party, ports.run(_seat, party, table, checked))


def _count(ports: Ports, party: Party, outcome: str) -> bool:
    metrics.seek_parties.labels(outcome).inc()
    if outcome == "seated":
        now_ms = ports.database.clock.now_ms()
        for seeker in party.seats:
            metrics.seek_wait_seconds.labels(party.wish.game).observe((now_ms - seeker.since_ms) / 1000)
    return outcome == "seated"


def _blame(ports: Ports, party: Party, table: TableRequest, refusal: Refusal) -> str:
    """End the search of a player who cannot play; keep pairs that may not play together apart for a while. Returns
    what became of the party."""
    if refusal.error in _PASSING:
        return "unavailable"
    alone = {account: check_stake(ports, table, [account]) for account in party.accounts}
    refused = {account: each for account, each in alone.items() if each and each.error not in _PASSING}
    for account, each in refused.items():
        ports.run(_refuse_one, account, each)
    if not refused:
        pairs = list(combinations(party.accounts, 2))
        bad = [(one, other) for one, other in pairs if check_stake(ports, table, [one], seated=[other])]
        ports.run(_keep_apart, bad or pairs)
    return "refused"


def _refuse_one(work: Work, ports: Ports, account: str, refusal: Refusal) -> None:
    stored_players.lock(work, [account])
    seeks.end(work, ports, account, "refused", refusal.error)


def _keep_apart(work: Work, ports: Ports, pairs: Collection[tuple[str, str]]) -> None:
    stored_players.lock(work, {account for pair in pairs for account in pair})
    until_ms = work.now_ms + ports.settings.seek_apart_s * 1000
    for one, other in pairs:
        stored.refuse(work, one, [other], until_ms)


def _seat(work: Work, ports: Ports, party: Party, table: TableRequest, checked: CheckedOptions) -> str:
    """Returns what became of the party: `seated`, `gone` or `getting_up`, which is tried again with the next sweep."""
    locked = stored_players.lock(work, set(party.accounts))
    rows = stored.find_some(work, party.accounts)
    practising = find_practising(work, locked.values())
    still = all(
        account in locked
        and _is_free(locked[account], account in practising)
        and account in rows
        and party.wish in rows[account].wishes
        for account in party.accounts
    )
    if not still or stored.blocks_among(work, party.accounts):
        return "gone"
    for account, row in practising.items():
        get_up(work, account, row)
    if practising:
        return "getting_up"
    names = {account: locked[account].name for account in party.accounts}
    named = msgspec.structs.replace(table, name=" · ".join(names.values())[:_NAME_LENGTH_MAX])
    table_id = new_table_id(checked.generation, ports.cell)
    opened = OpenTable(table_id, named, tuple(party.accounts), started=True)
    stored.remove(work, party.accounts)
    waits_ms = {account: work.now_ms - rows[account].since_ms for account in party.accounts}
    stored.add_waits(work, opened.id, party.wish, waits_ms)
    metrics.seeks_ended.labels("matched").inc(len(party.accounts))
    client_updates.frame(work, ports, party.accounts, SeekEndedFrame(reason="matched"))
    client_updates.frame(work, ports, party.accounts, SentFrame(table=opened.id, reason="matched"))
    locked_table.add(work, ports, LockedTable(TableRow(opened, names, checked.shards, work.now_ms), locked))
    return "seated"

"""Searches for a game: started, stopped, shown (RULES.md §9). matchmaking/seating.py seats the players."""

from collections import Counter
from collections.abc import Collection
from statistics import median
from typing import NamedTuple

import msgspec

from services.contracts.base import Done
from services.contracts.client.frames import SeekEndedFrame
from services.contracts.lobby import seeks as contract
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.conduct.warnings import check_waiting, open_warnings
from services.lobby.lists import client_updates
from services.lobby.matchmaking import matching
from services.lobby.matchmaking import rows as stored
from services.lobby.matchmaking.matching import Wish
from services.lobby.matchmaking.practising import is_practising
from services.lobby.matchmaking.rows import SeekRow
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import timers
from services.lobby.tables.open_table import TableRequest
from services.lobby.tables.stakes import check_stake
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

GAMES_MAX = 20
STAKES_MAX = 8
WAITS_KEPT_MS = DAY_MS


def get_seeks(work: Work, ports: Ports, request: contract.GetSeeks) -> contract.Seeks:
    """The account's own search, and what others look for."""
    rows = stored.find_all(work)
    own = next((row for row in rows if row.account == request.account), None)
    return contract.Seeks(
        seek=None if own is None else _seek(work, ports, own, rows),
        waiting=_waiting(rows),
        wait_max_s=ports.settings.seek_wait_max_s,
    )


def cancel_seek(work: Work, ports: Ports, request: contract.CancelSeek) -> Done:
    """End the search."""
    end(work, ports, request.account, "cancelled")
    return Done()


def start_seek(ports: Ports, request: contract.StartSeek) -> contract.Seeks | Refusal:
    """Start a search. Other services are asked before the unit of work."""
    refusal = _check_request(ports, request) or _check_account(ports, request)
    if refusal is not None:
        return refusal
    games = _ask_games(ports, request)
    if isinstance(games, Refusal):
        return games
    wishes = _affordable(ports, request, games)
    return wishes if isinstance(wishes, Refusal) else ports.run(_start, request, wishes)


def end(work: Work, ports: Ports, account: str, reason: str, error: str | None = None) -> bool:
    """End an account's search, and notify its player of the reason; the timer of inactivity goes on.
    Returns whether there was one."""
    if not stored.remove(work, [account]):
        return False
    timers.go_on(work, [account])
    metrics.seeks_ended.labels(reason).inc()
    client_updates.frame(work, ports, (account,), SeekEndedFrame(reason=reason, error=error))
    return True


def _check_request(ports: Ports, request: contract.StartSeek) -> Refusal | None:
    if not 1 <= len(request.games) <= GAMES_MAX:
        return Refusal("seek_invalid", {"games": f"1 … {GAMES_MAX}"})
    if not 1 <= len(request.stakes_chips) <= STAKES_MAX:
        return Refusal("seek_invalid", {"stakes": f"1 … {STAKES_MAX}"})
    wait_max_s = ports.settings.seek_wait_max_s
    if not 1 <= request.wait_s <= wait_max_s:
        return Refusal("seek_invalid", {"wait_s": f"1 … {wait_max_s}"})
    return None


def _check_account(ports: Ports, request: contract.StartSeek) -> Refusal | None:
    """What stands against the account, read at once; moderation is asked only where a warning waits."""
    found: _Read | Refusal = ports.run(_read_account, request)
    if isinstance(found, Refusal):
        return found
    return check_waiting(ports, request.account, found.warnings) or found.not_free


class _Read(NamedTuple):
    """What was read of an account that is not suspended."""

    warnings: list[str]
    not_free: Refusal | None


def _read_account(work: Work, ports: Ports, request: contract.StartSeek) -> _Read | Refusal:
    refusal = permissions.check_suspended(work, ports, request.account, "seek")
    return refusal or _Read(open_warnings(work, request.account), _check_free(work, ports, request))


def _check_free(work: Work, _ports: Ports, request: contract.StartSeek) -> Refusal | None:
    me = players.find(work, request.account)
    if me is None or me.gateway is None:
        return Refusal("player_not_online")
    if me.seated_at and not is_practising(work, me):
        return Refusal("already_seated", {"table": me.table_id})
    return None


def _ask_games(ports: Ports, request: contract.StartSeek) -> list[Wish] | Refusal:
    """Each game once, with all its options and no stake yet."""
    found: dict[Wish, None] = {}
    for asked in request.games:
        answer = ports.ask_known(CheckOptions(game=asked.game, options=asked.options))
        if not isinstance(answer, CheckedOptions):
            return answer
        if answer.house_banked:
            return Refusal("game_unknown", {"game": asked.game})
        found[Wish(asked.game, encode_text(answer.options), 0, answer.seats)] = None
    return list(found)


def _affordable(ports: Ports, request: contract.StartSeek, games: list[Wish]) -> tuple[Wish, ...] | Refusal:
    """Every game at every stake that it may be played for. A stake that the player cannot or may not put in is
    refused; a game that needs a stake is left out if others remain."""
    wishes: list[Wish] = []
    refusal: Refusal | None = None
    for stake_chips in sorted(set(request.stakes_chips)):
        of_stake = [msgspec.structs.replace(game, stake_chips=stake_chips) for game in games]
        for wish in of_stake if stake_chips == 0 else of_stake[:1]:
            table = TableRequest(name="", game=wish.game, stake=stake_chips)
            refused = check_stake(ports, table, [request.account], seats=wish.seats, is_search=True)
            if refused is None:
                wishes += [wish] if stake_chips == 0 else of_stake
            elif stake_chips != 0:
                return Refusal(refused.error, {**(refused.detail or {}), "stake_chips": stake_chips})
            refusal = refusal or refused
    return tuple(wishes) if wishes else refusal or Refusal("seek_invalid")


def _start(work: Work, ports: Ports, request: contract.StartSeek, wishes: tuple[Wish, ...]) -> contract.Seeks | Refusal:
    players.lock(work, [request.account])
    refusal = _check_free(work, ports, request)
    if refusal is not None:
        return refusal
    until_ms = work.now_ms + request.wait_s * 1000
    timers.stop(work, [request.account])
    stored.put(work, SeekRow(request.account, wishes, work.now_ms, until_ms))
    metrics.seeks_started.inc()
    return get_seeks(work, ports, contract.GetSeeks(account=request.account))


def _seek(work: Work, ports: Ports, own: SeekRow, rows: list[SeekRow]) -> contract.Seek:
    wanted = set(own.wishes)
    others = [row for row in rows if row.account != own.account and not wanted.isdisjoint(row.wishes)]
    waits_ms = _waits_ms(work, own.wishes)
    games = dict.fromkeys((wish.game, wish.options) for wish in own.wishes)
    return contract.Seek(
        games=[contract.SeekGame(game=game, options=msgspec.json.decode(options)) for game, options in games],
        stakes_chips=sorted({wish.stake_chips for wish in own.wishes}),
        since_ms=own.since_ms,
        until_ms=own.until_ms,
        width_elo=matching.width_elo(work.now_ms - own.since_ms, ports.settings.matching),
        waiting=len(others),
        expected_ms=round(median(waits_ms)) if waits_ms else None,
    )


def _waits_ms(work: Work, wishes: Collection[Wish]) -> list[int]:
    """Of the last hour, or where nobody has found such a game in it, of the last day."""
    return stored.find_waits(work, wishes, work.now_ms - HOUR_MS) or stored.find_waits(
        work, wishes, work.now_ms - WAITS_KEPT_MS
    )


def _waiting(rows: list[SeekRow]) -> list[contract.SeekLine]:
    counted = Counter(wish for row in rows for wish in row.wishes)
    return [
        contract.SeekLine(
            game=wish.game,
            options=msgspec.json.decode(wish.options),
            stake_chips=wish.stake_chips,
            seats=wish.seats,
            players=players_,
        )
        for wish, players_ in sorted(counted.items(), key=lambda each: msgspec.structs.astuple(each[0]))
    ]

"""Asking for a game, and being called to one (RULES.md §5).

Who waits has a row. Pairing takes the rows of a competition under its lock, makes games of them and reports them to the
lobby, which seats the players, or replies who is missing: then the others wait on from when they did.
"""

import time
from collections.abc import Collection, Sequence
from itertools import groupby

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.presence import Active
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import events as competition_events
from services.contracts.tournaments.entries import Competitor, GameNotSeated, GameSeated, GetCompetitor
from services.kernel.ids import new_table_id, shard_of
from services.kernel.refusal import Refusal
from services.platform.database.repeated_commands import once_per_request
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.tournaments import metrics
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import UNKNOWN
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries.entrant_rows import Entrant, Waiter
from services.tournaments.pairing import request_rows as requests
from services.tournaments.pairing import rules as pairing
from services.tournaments.pairing.rules import check_game, games_left
from services.tournaments.ports import Ports
from services.tournaments.standings import game_rows as games
from services.tournaments.standings import rules as tables
from services.tournaments.standings.game_rows import GameRow, PlayerRow

_ACCOUNTS_IN_CALL = 1_000


def ask_game(ports: Ports, request: contract.AskGame) -> contract.Waiting | Refusal:
    """Let a player wait for a game. The lobby knows where they sit and their device; its refusals come last."""
    player = ports.ask(GetCompetitor(account=request.account))
    answer: contract.Waiting | Refusal = ports.run(
        lambda work, _ports: once_per_request(work, request, lambda: _ask(work, request, player))
    )
    if not isinstance(answer, Refusal):
        ports.nudge()
    return answer


def _ask(work: Work, request: contract.AskGame, player: Competitor | Refusal) -> contract.Waiting | Refusal:
    found = requests.find(work, request.competition, request.account)
    if found is None or found.competition.state == "draft":
        return UNKNOWN
    one = found.competition
    left = 0 if found.disqualified else games_left(one.definition, found.paid, found.used)
    is_seated = found.seated or (isinstance(player, Competitor) and player.table is not None)
    refusal = check_game(one.definition, one.state, work.now_ms, left, is_seated)
    if refusal is not None:
        return refusal
    if isinstance(player, Refusal):
        return player
    if not player.here:
        return Refusal("player_not_online")
    waiter = found.waiter
    if waiter is None or waiter.competition != one.id:
        waiter = Waiter(request.account, one.id, work.now_ms, player.device, player.elo)
        entrants.wait(work, waiter)
    return contract.Waiting(competition=one.id, since_ms=waiter.since_ms, expected_ms=found.expected_wait_ms)


def stop_waiting(work: Work, _ports: Ports, request: contract.StopWaiting) -> Done:
    """Let a player wait no longer."""
    entrants.stop_waiting(work, [request.account], request.competition)
    return Done()


# --- pairing ---


def find_pairable(work: Work, _ports: Ports) -> list[tuple[str, str, dict[str, object]]]:
    """Competitions with enough waiting players: id, game, options."""
    counted = entrants.count_waiting(work)
    crowded = [each for each, count in counted.items() if count > 1]
    found = competitions.find_some(work, crowded) if crowded else []
    return [
        (one.id, one.definition.game, one.definition.options)
        for one in found
        if counted[one.id] >= one.definition.players
    ]


def pair_all(ports: Ports) -> int:
    """Call the games that can begin; returns how many. While tables cannot be asked, no game is called."""
    called = 0
    for competition, game, options in ports.look(find_pairable):
        checked = ports.ask(CheckOptions(game=game, options=options))
        if not isinstance(checked, CheckedOptions):
            continue
        while True:
            started_s = time.perf_counter()
            some = ports.run(pair_one, competition, checked)
            called += some
            if some:
                metrics.pairing_seconds.observe(time.perf_counter() - started_s)
            if some < ports.settings.pairing_games_max:
                break
    return called


def pair_one(work: Work, ports: Ports, competition: str, checked: CheckedOptions) -> int:
    """Call the games of one competition that can begin; returns how many.

    It waits for the competition's row: events of games lock that row again and again, so that trying without waiting
    might never succeed.
    """
    one = competitions.lock(work, competition)
    if one is None:
        return 0
    if one.state != "running" or work.now_ms >= one.definition.ends_at_ms:
        return 0
    waiters = {each.account: each for each in entrants.waiters(work, one.id)}
    known = entrants.find_entrants(work, one.id, waiters)
    ready = [waiters[account] for account in _may_play(work, one, waiters, known)]
    groups = pairing.pair(
        _as_rules_see(work, one, ready, known),
        one.definition.players,
        one.in_pairs,
        households_apart=one.definition.has_house_money,
    )
    groups = groups[: ports.settings.pairing_games_max]
    if not groups:
        return 0
    called = [_call(work, ports, one, [waiters[account] for account in group], checked) for group in groups]
    games.add(work, called)
    entrants.stop_waiting(work, [account for group in groups for account in group])
    notifications.changed(work, ports, one)
    work.after(lambda: _count(called))
    return len(called)


def _may_play(work: Work, one: Competition, waiters: Collection[str], known: dict[str, Entrant]) -> list[str]:
    """The waiting players who have a game left and none running; the others lose their place."""
    fit = []
    quotas = games.quotas(work, one.id, waiters)
    for account in waiters:
        paid, used, runs = quotas[account]
        fine = account in known and known[account].disqualified is None and not runs
        if fine and games_left(one.definition, paid, used) > 0:
            fit.append(account)
    entrants.stop_waiting(work, set(waiters) - set(fit))
    return fit


def _as_rules_see(
    work: Work, one: Competition, waiters: Sequence[Waiter], known: dict[str, Entrant]
) -> list[pairing.Waiting]:
    facts = person_facts.read(work, [each.account for each in waiters])
    played = games.results(work, one.id, [each.account for each in waiters])
    return [
        pairing.Waiting(
            player=each.account,
            since_ms=each.since_ms,
            points=sum(
                game.points
                for game in tables.counted(played.get(each.account, []), one.definition.kind, one.definition.x)
            ),
            elo=each.elo,
            last_opponents=frozenset(known[each.account].last_opponents),
            device=each.device,
            keys=facts[each.account].keys,
        )
        for each in waiters
    ]


def _call(
    work: Work, ports: Ports, one: Competition, group: Sequence[Waiter], checked: CheckedOptions
) -> tuple[GameRow, list[PlayerRow]]:
    table = new_table_id(checked.generation, ports.cell)
    waited_ms = max(work.now_ms - each.since_ms for each in group)
    work.publish(
        competition_events.GameCalled(
            competition=one.id,
            name=one.name,
            table=table,
            game=one.definition.game,
            options=one.definition.options,
            shards=checked.shards,
            seats=[each.account for each in group],
            come_ms=checked.return_ms,
        )
    )
    game = GameRow(table, one.id, shard_of(table, checked.shards), "called", work.now_ms, waited_ms)
    return game, [
        PlayerRow(table, seat, each.account, each.since_ms, each.device, each.elo) for seat, each in enumerate(group)
    ]


def _count(called: Sequence[tuple[GameRow, Sequence[PlayerRow]]]) -> None:
    metrics.games_called.inc(len(called))
    for game, _ in called:
        metrics.wait_seconds.observe(game.waited_ms / 1000)


# --- answers of the lobby ---


def games_seated(work: Work, ports: Ports, events: Sequence[GameSeated]) -> None:
    """Games have begun."""
    for competition, some in groupby(sorted(events, key=_competition_of), key=_competition_of):
        one = competitions.lock(work, competition)
        found = games.lock_some(work, {event.table for event in some})
        begun = [game for game in found.values() if game.state == "called" and game.competition == competition]
        if one is None or not begun:
            continue
        games.save(work, *(msgspec.structs.replace(game, state="playing") for game in begun))
        notifications.changed(work, ports, one)


def _competition_of(event: GameSeated) -> str:
    return event.competition


def games_not_seated(work: Work, ports: Ports, events: Sequence[GameNotSeated]) -> None:
    """Games cannot begin: players who were present keep waiting, the others have given up their place."""
    for event in sorted(events, key=lambda each: (each.competition, each.table)):
        one = competitions.lock(work, event.competition)
        game = games.lock(work, event.table)
        if one is not None and game is not None and game.state == "called":
            _take_back(work, ports, one, event)
    ports.nudge()


def _take_back(work: Work, ports: Ports, one: Competition, event: GameNotSeated) -> None:
    sitting = games.players_of(work, [event.table])[event.table]
    games.remove(work, event.table)
    if one.state == "running":
        here = [player for player in sitting if player.account not in event.missing]
        entrants.wait_again(work, [Waiter(each.account, one.id, each.since_ms, each.device, each.elo) for each in here])
    for account, reason in sorted(event.missing.items()):
        notifications.notify_accounts(work, ports, [account], one, "not_called", reason)
        work.after(metrics.not_seated.labels(reason).inc)
    notifications.changed(work, ports, one)


def keep_waiting(ports: Ports) -> None:
    """Report to the lobby who waits for a game: that is by their own wish, and nobody is signed out for it."""
    waiting: list[str] = ports.look(_waiting)
    for start in range(0, len(waiting), _ACCOUNTS_IN_CALL):
        ports.rpc.call(Active(accounts=waiting[start : start + _ACCOUNTS_IN_CALL]))


def _waiting(work: Work, _ports: Ports) -> list[str]:
    return entrants.find_waiting(work)

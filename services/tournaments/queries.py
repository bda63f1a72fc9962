"""Queries of players about competitions (RULES.md §5)."""

from collections.abc import Collection, Sequence
from typing import get_args

from services.contracts.tournaments import competitions as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import (
    UNKNOWN,
    CompetitionSettings,
    State,
    entrants_min,
    entries_max,
    entries_shown,
)
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries.entrant_rows import Counts
from services.tournaments.pairing import request_rows as requests
from services.tournaments.pairing.rules import games_left
from services.tournaments.ports import Ports
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes import rules as prize_rules
from services.tournaments.prizes.use_cases import payout_of
from services.tournaments.standings import game_rows as games
from services.tournaments.standings import rules as tables
from services.tournaments.standings.game_rows import GameRow, PlayerRow
from services.tournaments.standings.ranking import standings_of
from services.tournaments.standings.rules import Standing

VISIBLE = frozenset(get_args(State)) - {"draft"}
"""The states that players see."""
LISTED_MAX = contract.LISTED_MAX


def list_competitions(work: Work, ports: Ports, request: contract.ListCompetitions) -> contract.Competitions | Refusal:
    """The competitions in these states. Refusals: `bad_parameters` (no such state that players see)."""
    if not set(request.states) <= VISIBLE:
        return Refusal("bad_parameters", {"field": "states"})
    after = None
    if request.before_ms is not None:
        after = request.before_ms, request.before_competition
    found = competitions.latest(work, request.limit, states=set(request.states) or VISIBLE, after=after, of_all=True)
    listed = sorted(lines(work, ports, found), key=lambda each: (each.starts_at_ms, each.id))
    return contract.Competitions(competitions=listed)


def lines(work: Work, ports: Ports, found: Sequence[Competition]) -> list[contract.Competition]:
    """Competitions as lines of the list."""
    ids = [each.id for each in found]
    counts, played = entrants.count_entries(work, ids), games.count_by_state(work, ids)
    waiting = entrants.count_waiting(work)
    return [
        line(each, each.settings(ports.settings.competition), counts[each.id], played[each.id], waiting.get(each.id, 0))
        for each in found
    ]


def line(
    one: Competition, settings: CompetitionSettings, counts: Counts, played: dict[str, int], waiting: int
) -> contract.Competition:
    """One line. `played`: games by state."""
    definition = one.definition
    entries = entries_shown(definition, one.state, counts.entries)
    amounts = prize_rules.prizes_by_place(definition, entries, LISTED_MAX, settings)
    return contract.Competition(
        id=one.id,
        name=one.name,
        game=definition.game,
        state=one.state,
        opens_at_ms=definition.opens_at_ms,
        starts_at_ms=definition.starts_at_ms,
        ends_at_ms=definition.ends_at_ms,
        price_chips=definition.price,
        players=definition.players,
        kind=definition.kind,
        entrants=counts.entrants,
        entries=counts.entries,
        games_running=sum(played.get(state, 0) for state in games.RUNNING),
        games_counted=played.get("counted", 0),
        waiting=waiting,
        prize_mode=definition.prize_mode,
        pool_chips=prize_rules.pool_of(definition, entries, settings),
        first_prize_chips=amounts[0] if amounts else 0,
        seq=one.seq,
        made_by=one.made_by,
        maker=one.maker,
        audience=one.audience,
        places=one.places,
    )


def get_competition(work: Work, ports: Ports, request: contract.GetCompetition) -> contract.CompetitionCard | Refusal:
    """One competition with everything about it."""
    one = competitions.find(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    (shown,) = lines(work, ports, [one])
    own = None if request.account is None else _own(work, ports, one, request.account)
    return contract.CompetitionCard(
        competition=shown,
        rules=_rules(work, ports, one, shown.entries),
        own=own,
        reason=one.reason,
        paid_at_ms=one.paid_at_ms,
    )


def _rules(work: Work, ports: Ports, one: Competition, entries: int) -> contract.Rules:
    definition, settings = one.definition, one.settings(ports.settings.competition)
    ranked = len(standings_of(work, ports, one)) or LISTED_MAX
    entries = entries_shown(definition, one.state, entries)
    return contract.Rules(
        options=definition.options,
        target=definition.target,
        games_per_entry=definition.games_per_entry,
        x=definition.x,
        max_entries=entries_max(definition, settings),
        min_entrants=entrants_min(definition),
        prizes_chips=prize_rules.prizes_by_place(definition, entries, ranked, settings),
        prizes=list(definition.prizes),
        shares_bps=list(definition.shares_bps),
        guarantee_chips=definition.guarantee,
        pool_bps=settings.pool_bps if definition.pool_bps is None else definition.pool_bps,
        overtime_min=settings.overtime_min,
    )


def _own(work: Work, ports: Ports, one: Competition, account: str) -> contract.Own:
    found = entrants.entries_of(work, one.id, account)
    entrant = entrants.find_entrant(work, one.id, account)
    waiter = entrants.waiter_of(work, account)
    used, counted = games.count_used(work, one.id, account)
    row = next((each for each in standings_of(work, ports, one) if each.player == account), None)
    paid = sum(each.state in entrants.NOT_REFUNDED for each in found)
    won = prizes.find(work, one.id).get(account) if one.state == "settled" else None
    return contract.Own(
        entries=paid,
        entries_asked=sum(each.state == "asked" for each in found),
        entries_max=entries_max(one.definition, one.settings(ports.settings.competition)),
        games_left=games_left(one.definition, paid, used),
        games_played=counted,
        waiting_since_ms=waiter.since_ms if waiter is not None and waiter.competition == one.id else None,
        expected_wait_ms=expected_wait_ms(work, one.id),
        table=games.running_table(work, account, one.id),
        disqualified=None if entrant is None else entrant.disqualified,
        place=None if row is None else row.place,
        points=0 if row is None else row.points,
        margin=0 if row is None else row.margin,
        prize_chips=(0 if won is None else won.chips) if one.state == "settled" else None,
        prize_state=won.state if won is not None and won.chips else None,
    )


def expected_wait_ms(work: Work, competition: str) -> int | None:
    """How long the longest-waiting players of the last games waited, on average; None: no game was called."""
    return requests.mean_ms(games.last_waits(work, competition, requests.WAITS))


# --- standings ---


def get_standings(work: Work, ports: Ports, request: contract.GetStandings) -> contract.CompetitionStandings | Refusal:
    """A page of the standings, and the account's own row."""
    one = competitions.find(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    ranked = standings_of(work, ports, one)
    page = ranked[request.offset : request.offset + request.limit]
    own = [each for each in ranked if each.player == request.account]
    names = entrants.find_entrants(work, one.id, {each.player for each in [*page, *own]})
    won = _prizes(work, ports, one, ranked)
    shown = {
        each.player: contract.StandingLine(
            place=each.place,
            account=each.player,
            name=names[each.player].name if each.player in names else "",
            points=each.points,
            margin=each.margin,
            games=each.games,
            prize_chips=won.get(each.player, 0),
        )
        for each in [*page, *own]
    }
    return contract.CompetitionStandings(
        lines=[shown[each.player] for each in page],
        total=len(ranked),
        own=shown[own[0].player] if own else None,
        final=one.state == "settled",
        seq=one.seq,
    )


def _prizes(work: Work, ports: Ports, one: Competition, ranked: Sequence[Standing]) -> dict[str, int]:
    """The prizes that were won, or would be won if it ended now."""
    if one.state == "settled":
        return {account: row.chips for account, row in prizes.find(work, one.id).items()}
    if one.state == "cancelled":
        return {}
    return payout_of(work, ports, one, ranked).prizes


# --- games ---


def list_games(work: Work, _ports: Ports, request: contract.ListGames) -> contract.Games | Refusal:
    """Games, newest first."""
    one = competitions.find(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    found = games.page(
        work,
        one.id,
        running=request.running,
        player=request.player,
        before=None if request.before_ms is None else (request.before_ms, request.before_table),
        limit=request.limit + 1,
    )
    page = found[: request.limit]
    follows = page[-1] if len(found) > len(page) else None
    sitting = games.players_of(work, {each.table for each in page})
    accounts = {player.account for players in sitting.values() for player in players}
    names = {account: entrant.name for account, entrant in entrants.find_entrants(work, one.id, accounts).items()}
    counting = _counting(work, one, accounts)
    return contract.Games(
        games=[_game_line(each, sitting[each.table], names, counting) for each in page],
        next_before_ms=None if follows is None else follows.called_at_ms,
        next_before_table=None if follows is None else follows.table,
    )


def _counting(work: Work, one: Competition, accounts: Collection[str]) -> set[tuple[str, str]]:
    """(table, account) of the games that count for the standings."""
    counting = set()
    for account, own in games.counted_tables(work, one.id, accounts).items():
        best = tables.counted([game for _, game in own], one.definition.kind, one.definition.x)
        chosen = {id(game) for game in best}
        counting |= {(table, account) for table, game in own if id(game) in chosen}
    return counting


def _game_line(
    game: GameRow, sitting: Sequence[PlayerRow], names: dict[str, str], counting: set[tuple[str, str]]
) -> contract.GameLine:
    return contract.GameLine(
        table=game.table,
        match=game.match or "",
        state=game.state,
        called_at_ms=game.called_at_ms,
        ended_at_ms=game.ended_at_ms,
        outcome=None if game.result is None else game.result.outcome,
        players=[
            contract.GamePlayer(
                seat=player.seat,
                account=player.account,
                name=names.get(player.account, ""),
                points=player.points,
                margin=player.margin,
                counted=(game.table, player.account) in counting,
            )
            for player in sitting
        ],
        sides=[] if game.result is None else game.result.sides,
        score=None if game.result is None else game.result.points,
    )

"""How competitions end: settled, with prizes, or cancelled, with refunds (RULES.md §5)."""

from collections.abc import Sequence

import msgspec

from services.contracts.tables.commands import Annul
from services.contracts.tournaments.events import Prize, PrizesAsked
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.entries import use_cases as registration
from services.tournaments.entries.entrant_rows import Counts
from services.tournaments.ports import Ports
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes import use_cases as prizegiving
from services.tournaments.prizes.prize_rows import PrizeRow
from services.tournaments.prizes.use_cases import payout_of
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_rows import GameRow, Scored
from services.tournaments.standings.ranking import compute_standings
from services.tournaments.standings.rules import Standing

# --- settlement ---


def settle(work: Work, ports: Ports, one: Competition, running: Sequence[GameRow]) -> Competition:
    """Make the standings final: running games are void, prizes are ordered from the wallet, once."""
    end_games(work, one, running)
    known = entrants.find_entrants(work, one.id)
    for account, out in standing.kept_out(work, known).items():
        if known[account].disqualified is None:
            entrants.disqualify(work, one.id, account, out.reason)
    prizegiving.give_back_connected(work, one)
    ranked = compute_standings(work, one)
    winners = prizegiving.eligible(work, ports.settings, one, ranked)
    if not winners:
        return _give_back(work, ports, one, ranked)
    paid = payout_of(work, ports, one, winners)
    rows = prizegiving.rows(work, ranked, paid.prizes, {})
    prizes.replace(work, one.id, rows)
    counts: Counts = entrants.count_entries(work, [one.id])[one.id]
    won = [Prize(account=row.account, chips=row.chips) for row in _to_pay(rows)]
    work.publish(
        PrizesAsked(
            competition=one.id,
            mode=one.definition.prize_mode,
            escrow_chips=counts.entries * one.definition.price,
            prizes=won,
        )
    )
    notifications.notify_accounts(work, ports, set(known), one, "settled")
    total_chips = sum(each.chips for each in won)
    work.after(lambda: metrics.prizes_chips.labels(one.definition.prize_mode).inc(total_chips))
    return msgspec.structs.replace(one, settled_at_ms=work.now_ms)


def _give_back(work: Work, ports: Ports, one: Competition, ranked: Sequence[Standing]) -> Competition:
    """Nobody may have a prize: the entries go back, no guarantee is paid."""
    prizes.replace(work, one.id, [PrizeRow(row.player, row.place, 0) for row in ranked])
    kept = _refund_all(work, one)
    notifications.notify_accounts(work, ports, set(entrants.find_entrants(work, one.id)), one, "settled")
    return msgspec.structs.replace(one, settled_at_ms=work.now_ms, paid_at_ms=None if kept else work.now_ms)


def _refund_all(work: Work, one: Competition) -> int:
    """Refund every entry but those of disqualified players, which the platform keeps; returns how many those are."""
    known = entrants.find_entrants(work, one.id)
    out = {account for account, found in known.items() if found.disqualified is not None}
    found = entrants.find_entries(work, one.id, entrants.IN_FORCE)
    registration.refund(work, one, [each for each in found if each.state == "asked" or each.account not in out])
    kept = [(each.account, each.number) for each in found if each.state == "paid" and each.account in out]
    if kept:
        escrow_chips = len(kept) * one.definition.price
        mode = one.definition.prize_mode
        work.publish(PrizesAsked(competition=one.id, mode=mode, escrow_chips=escrow_chips, prizes=[], entries=kept))
    return len(kept)


def _to_pay(rows: Sequence[PrizeRow]) -> list[PrizeRow]:
    return sorted((row for row in rows if row.chips and row.state == "paid"), key=lambda row: row.account)


def end_games(work: Work, one: Competition, running: Sequence[GameRow]) -> None:
    """End running games without a result: given back here, and annulled at their tables."""
    nothing = [None] * one.definition.players
    games.score(work, *(Scored(game.table, work.now_ms, nothing) for game in running))
    games.save(work, *(msgspec.structs.replace(game, state="void", ended_at_ms=work.now_ms) for game in running))
    for game in running:
        queue = names.shard_queue(one.definition.game, game.shard)
        work.send(queue, Annul(game.table, new_id(), work.now_ms, "the competition is over", "tournaments"))
        work.after(metrics.games_ended.labels("void").inc)


# --- cancellation ---


def call_off(work: Work, ports: Ports, one: Competition, running: Sequence[GameRow], reason: str) -> Competition:
    """Cancel a competition: running games have no result, and every entry is refunded but those of players who were
    disqualified."""
    end_games(work, one, running)
    entrants.clear_waiting(work, one.id)
    _refund_all(work, one)
    notifications.notify_accounts(work, ports, set(entrants.find_entrants(work, one.id)), one, "cancelled", reason)
    return msgspec.structs.replace(one, state="cancelled", reason=reason, due_at_ms=None)

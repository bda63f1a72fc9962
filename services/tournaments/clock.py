"""The clock of competitions: what time moves, settlement and cancellation (RULES.md §5).

Every process may look after every competition: each is claimed by its row and decided again under its lock.
"""

from collections.abc import Sequence

import msgspec

from services.contracts.lobby.requests import Active
from services.contracts.tables.commands_and_events import Annul
from services.contracts.tournaments.events import Prize, PrizesAsked
from services.kernel.clock import TimeMs
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import CompetitionSettings, State, state_at
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.entries import use_cases as registration
from services.tournaments.entries.entrant_rows import Counts
from services.tournaments.plans import template_and_audit_rows as administration
from services.tournaments.plans import templates
from services.tournaments.ports import Ports
from services.tournaments.prizes import fairness
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes.prize_rows import PrizeRow
from services.tournaments.queries import compute_standings, payout_of, settings_of
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_rows import GameRow, Scored
from services.tournaments.standings.rules import Standing

_AT_ONCE = 50
_LOOK_AGAIN_MS = 1_000
"""How soon a competition that waits for the wallet's answers is checked again."""
_MINUTE_MS = 60_000
_ACCOUNTS_IN_CALL = 1_000
_DECIDE_MS = 5 * _MINUTE_MS
"""How long tables may take to decide games; those that do not (their service is down, they have stopped) are void."""
_DECIDE_AGAIN_MS = 20_000


def move_all(ports: Ports) -> int:
    """Move everything that is due; returns how many competitions and templates were checked."""
    due, templates = ports.look(_due)
    for competition in due:
        ports.run(move, competition)
    for template in templates:
        ports.run(announce_next, template)
    fairness.look_after_reviews(ports)
    return len(due) + len(templates)


def keep_waiting(ports: Ports) -> None:
    """Report to the lobby who waits for a game: that is by their own wish, and nobody is signed out for it."""
    waiting: list[str] = ports.look(_waiting)
    for start in range(0, len(waiting), _ACCOUNTS_IN_CALL):
        ports.rpc.call(Active(accounts=waiting[start : start + _ACCOUNTS_IN_CALL]))


def _waiting(work: Work, _ports: Ports) -> list[str]:
    return entrants.find_waiting(work)


def _due(work: Work, _ports: Ports) -> tuple[list[str], list[str]]:
    """Competitions and templates that are due; queried twice a second, in one message."""
    about = {"now_ms": work.now_ms, "most": _AT_ONCE}
    found, made = bulk_rows.ask_all(work, (competitions.DUE, about), (administration.DUE, about))
    return [row.competition_id for row in found], [row.template_id for row in made]


def move(work: Work, ports: Ports, competition: str) -> None:
    """Apply the passing of time to a competition."""
    one = competitions.claim(work, competition)
    if one is None or one.due_at_ms is None or one.due_at_ms > work.now_ms:
        return
    settings = settings_of(one, ports)
    counts = entrants.count_entries(work, [one.id])[one.id]
    running = games.running(work, one.id)
    state = state_at(one.definition, one.state, work.now_ms, counts.entrants, len(running), settings)
    if state == "settled" and running and work.now_ms < _decided_by_ms(one, settings):
        _have_decided(work, one, running)
        again = msgspec.structs.replace(one, state="closing", due_at_ms=work.now_ms + _DECIDE_AGAIN_MS)
        notifications.changed(work, ports, one, _enter_states(work, ports, again, "closing", running))
        return
    if state != one.state and counts.pending and _must_be_answered(one.state, state):
        again = msgspec.structs.replace(one, due_at_ms=work.now_ms + _LOOK_AGAIN_MS)
        notifications.changed(work, ports, one, again)
        return
    after = _enter_states(work, ports, one, state, running)
    after = msgspec.structs.replace(after, due_at_ms=due_at_ms(after, settings, work.now_ms))
    notifications.changed(work, ports, one, after)


def _must_be_answered(before: State, after: State) -> bool:
    """Whether entries that the wallet has not answered could change the decision: who takes part, and the prizes."""
    return after == "settled" or before in ("announced", "open")


def due_at_ms(one: Competition, settings: CompetitionSettings, now_ms: TimeMs) -> TimeMs | None:
    """When the clock has to check the competition again; None: never."""
    definition = one.definition
    match one.state:
        case "announced":
            return definition.opens_at_ms
        case "open":
            return definition.starts_at_ms
        case "running":
            return definition.ends_at_ms
        case "closing":
            return max(definition.ends_at_ms + settings.overtime_min * _MINUTE_MS, now_ms + _LOOK_AGAIN_MS)
    return None


def _enter_states(work: Work, ports: Ports, one: Competition, state: State, running: Sequence[GameRow]) -> Competition:
    """Store the competition in its new state, with the consequences of each state that it has passed through."""
    if state == one.state:
        return one
    administration.note(work, one.id, state, detail={"before": one.state})
    work.after(metrics.state_changes.labels(state).inc)
    after = msgspec.structs.replace(one, state=state)
    if one.state in ("announced", "open") and state in ("running", "closing", "settled"):
        for account, out in standing.kept_out(work, entrants.paid_entrants(work, one.id)).items():
            entrants.disqualify(work, one.id, account, out.reason)
    if state in ("closing", "settled", "cancelled"):
        no_longer_waiting = entrants.clear_waiting(work, one.id)
        if state == "closing":  # in the other states every entrant is notified
            notifications.notify_accounts(work, ports, no_longer_waiting, one, "closing")
    if state == "settled":
        return _settle(work, ports, after, running)
    if state == "cancelled":
        return call_off(work, ports, after, running, "too_few_entrants")
    return after


def _decided_by_ms(one: Competition, settings: CompetitionSettings) -> TimeMs:
    """Until when the tables of games that still run when overtime ends may report how they have decided them."""
    return one.definition.ends_at_ms + settings.overtime_min * _MINUTE_MS + _DECIDE_MS


def _have_decided(work: Work, one: Competition, running: Sequence[GameRow]) -> None:
    """Let the tables decide the games that still run: who was slow must not gain by it."""
    for game in running:
        queue = names.shard_queue(one.definition.game, game.shard)
        order = Annul(game.table, new_id(), work.now_ms, "overtime is over", "tournaments", decide=True)
        work.send(queue, order)


# --- settlement ---


def _settle(work: Work, ports: Ports, one: Competition, running: Sequence[GameRow]) -> Competition:
    """Make the standings final: running games are void, prizes are ordered from the wallet, once."""
    end_games(work, one, running)
    known = entrants.find_entrants(work, one.id)
    for account, out in standing.kept_out(work, known).items():
        if known[account].disqualified is None:
            entrants.disqualify(work, one.id, account, out.reason)
    fairness.give_back_connected(work, one)
    ranked = compute_standings(work, one)
    winners = fairness.eligible(work, ports.settings, one, ranked)
    if not winners:
        return _give_back(work, ports, one, ranked)
    paid = payout_of(work, ports, one, winners)
    rows = fairness.rows(work, ranked, paid.prizes, {})
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


# --- repeated competitions ---


def announce_next(work: Work, ports: Ports, template: str) -> None:
    """Announce the next competition of a template; those whose start has passed are left out."""
    found = administration.claim_template(work, template)
    if found is None or not found[0].active:
        return
    one, in_pairs = templates.caught_up(found[0], work.now_ms), found[1]
    if templates.next_announced_at_ms(one) <= work.now_ms:
        definition = templates.next_definition(one)
        new = Competition(
            templates.competition_id(one.id, definition),
            one.name,
            "announced",
            definition,
            in_pairs,
            ports.settings.overtime_min,
            definition.opens_at_ms,
        )
        if competitions.add(work, new):
            administration.note(work, new.id, "announced", detail={"template": one.id})
            work.after(lambda: ports.push.changed(new.id))
        one = msgspec.structs.replace(one, made=one.made + 1)
    administration.save_template(work, one, in_pairs, templates.next_announced_at_ms(one))


# --- metrics ---


def measure(work: Work, ports: Ports) -> None:
    """Update the metrics: competitions in each state, and those that wait for too long."""
    for state, count in competitions.count_by_state(work).items():
        metrics.competitions.labels(state).set(count)
    metrics.waiting.set(sum(entrants.count_waiting(work).values()))
    since_ms = entrants.longest_waiting_since_ms(work)
    metrics.longest_wait_s.set(0 if since_ms is None else (work.now_ms - since_ms) / 1000)
    metrics.overdue.set(competitions.overdue(work, work.now_ms - _MINUTE_MS))
    metrics.unpaid.set(competitions.unpaid(work, work.now_ms - _MINUTE_MS))
    metrics.pending_entries.set(entrants.count_pending(work))

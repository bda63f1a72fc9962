"""The clock of competitions: what time moves (RULES.md §5).

Every process may look after every competition: each is claimed by its row and decided again under its lock.
"""

from collections.abc import Sequence

import msgspec

from services.contracts.tables.commands import Annul
from services.kernel.clock import TimeMs
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.tournaments import endings, metrics
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import CompetitionSettings, State, state_at
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.feeds import rows as feeds
from services.tournaments.plans import series
from services.tournaments.plans import template_rows as stored_templates
from services.tournaments.ports import Ports
from services.tournaments.prizes import use_cases as prizegiving
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_rows import GameRow

_AT_ONCE = 50
_LOOK_AGAIN_MS = 1_000
"""How soon a competition that waits for the wallet's answers is checked again."""
_MINUTE_MS = 60_000
_DECIDE_MS = 5 * _MINUTE_MS
"""How long tables may take to decide games; those that do not (their service is down, they have stopped) are void."""
_DECIDE_AGAIN_MS = 20_000
REMINDED_BEFORE_MS = 15 * _MINUTE_MS
"""How long before the start entrants are reminded of it (RULES.md §5)."""
_SERIES_PATIENCE_MS = 10 * _MINUTE_MS


def move_all(ports: Ports) -> int:
    """Move everything that is due; returns how many competitions and templates were checked."""
    due, templates = ports.look(_due)
    for competition in due:
        ports.run(move, competition)
    for template in templates:
        series.announce_due(ports, template)
    prizegiving.look_after_reviews(ports)
    return len(due) + len(templates)


def _due(work: Work, _ports: Ports) -> tuple[list[str], list[str]]:
    """Competitions and templates that are due; queried twice a second, in one message."""
    about = {"now_ms": work.now_ms, "most": _AT_ONCE}
    found, made = bulk_rows.ask_all(work, (competitions.DUE, about), (stored_templates.DUE, about))
    return [row.competition_id for row in found], [row.template_id for row in made]


def move(work: Work, ports: Ports, competition: str) -> None:
    """Apply the passing of time to a competition."""
    one = competitions.claim(work, competition)
    if one is None or one.due_at_ms is None or one.due_at_ms > work.now_ms:
        return
    settings = one.settings(ports.settings.competition)
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
    if one.state == state == "open":
        notifications.remind(work, ports, entrants.paid_entrants(work, one.id), one)
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
            remind_at_ms = definition.starts_at_ms - REMINDED_BEFORE_MS
            return remind_at_ms if now_ms < remind_at_ms else definition.starts_at_ms
        case "running":
            return definition.ends_at_ms
        case "closing":
            return max(definition.ends_at_ms + settings.overtime_min * _MINUTE_MS, now_ms + _LOOK_AGAIN_MS)
    return None


def _enter_states(work: Work, ports: Ports, one: Competition, state: State, running: Sequence[GameRow]) -> Competition:
    """Store the competition in its new state, with the consequences of each state that it has passed through."""
    if state == one.state:
        return one
    change_log.note(work, one.id, state, detail={"before": one.state})
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
        return endings.settle(work, ports, after, running)
    if state == "cancelled":
        return endings.call_off(work, ports, after, running, "too_few_entrants")
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
    metrics.feeds.set(feeds.count(work))
    metrics.series_failed.set(stored_templates.count_failed(work, work.now_ms - _SERIES_PATIENCE_MS))

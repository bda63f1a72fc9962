"""Entries: bought, refunded, and handled when their player is excluded (RULES.md §5).

An entry is requested here, paid by the wallet and counted once the wallet has answered; its row stores the state.
"""

import time
from collections.abc import Sequence

from services.contracts.base import Done
from services.contracts.moderation.conduct_and_messages import GetConduct
from services.contracts.moderation.events import StandingChanged
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import events as competition_events
from services.contracts.tournaments.entries import CheckEntry, Competitor, EntriesRefunded, EntryAnswered, GetCompetitor
from services.contracts.wallet.public_ledger import SelfExcluded
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import early_fact_rows as early_facts
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.entries import refunds
from services.tournaments.entries.entrant_rows import Entrant, EntryRow
from services.tournaments.entries.rules import check_entry, check_withdrawal
from services.tournaments.ports import Ports
from services.tournaments.queries import UNKNOWN, settings_of
from services.tournaments.standings import corrections

_TAKEN = ("open", "running")
_LOOK_S = (0.02, 0.04, 0.08, 0.15)


def enter(ports: Ports, request: contract.Enter) -> contract.CompetitionEntry | Refusal:
    """Buy an entry: wallet, lobby and moderation are asked first, in the order of the rules."""
    first = ports.run(_before, request)
    if first is not None:
        return _answer(first)
    price_chips = ports.run(_price_chips, request.competition)
    paying = ports.ask(CheckEntry(account=request.account, price_chips=price_chips))
    if isinstance(paying, Refusal):
        return paying
    player = ports.ask(GetCompetitor(account=request.account))
    if isinstance(player, Refusal):
        return player
    if player.age < ports.settings.min_age:
        return Refusal("age_restricted", {"min_age": ports.settings.min_age})
    conduct = ports.ask(GetConduct(account=request.account))
    if isinstance(conduct, Refusal):
        return conduct
    if conduct.suspension is not None:
        return Refusal("account_suspended", {"until_ms": conduct.suspension.until_ms})
    asked = ports.run(_enter, request, player)
    return asked if isinstance(asked, Refusal) else _answer(asked)


def _before(work: Work, ports: Ports, request: contract.Enter) -> EntryRow | Refusal | None:
    """The effect of this command if it was carried out before, or why it cannot be carried out."""
    known = entrants.find_by_command(work, request.account, request.id)
    one = competitions.find(work, request.competition)
    if known is not None or one is None or one.state == "draft":
        return known or UNKNOWN
    return _check(work, ports, one, request.account)


def _check(work: Work, ports: Ports, one: Competition, account: str) -> Refusal | None:
    own = entrants.entries_of(work, one.id, account)
    taken = sum(each.state in ("asked", "paid") for each in own)
    return check_entry(one.definition, one.state, work.now_ms, taken, settings_of(one, ports))


def _price_chips(work: Work, _ports: Ports, competition: str) -> int:
    one = competitions.find(work, competition)
    return 0 if one is None else one.definition.price


def _enter(work: Work, ports: Ports, request: contract.Enter, player: Competitor) -> EntryRow | Refusal:
    one = competitions.find(work, request.competition)
    if one is None:
        return UNKNOWN
    entrants.lock_entrant(work, Entrant(one.id, player.account, player.name, work.now_ms))
    known = entrants.find_by_command(work, request.account, request.id)
    refusal = None if known is not None else _check(work, ports, one, request.account)
    if known is not None:
        return known
    if refusal is not None:
        return refusal
    number = 1 + max((each.number for each in entrants.entries_of(work, one.id, player.account)), default=0)
    entry = EntryRow(one.id, player.account, number, request.id, "asked")
    entrants.add_entry(work, entry)
    work.publish(
        competition_events.EntryAsked(
            competition=one.id, account=player.account, number=number, price_chips=one.definition.price
        )
    )
    work.after(metrics.entries.labels("asked").inc)
    return entry


def _answer(entry: EntryRow | Refusal) -> contract.CompetitionEntry | Refusal:
    if isinstance(entry, Refusal):
        return entry
    if entry.state == "refused":
        return Refusal(entry.error or "service_unavailable")
    return contract.CompetitionEntry(competition=entry.competition, number=entry.number, state=entry.state)


def wait_for_payment(
    ports: Ports, request: contract.Enter, entry: contract.CompetitionEntry
) -> contract.CompetitionEntry | Refusal:
    """The entry once the wallet has answered, or as it is when that takes too long."""
    until_s = time.monotonic() + ports.settings.entry_wait_ms / 1000
    looks = iter(_LOOK_S)
    while entry.state == "asked" and time.monotonic() < until_s:
        time.sleep(next(looks, _LOOK_S[-1]))
        found = _answer(ports.run(_find, request))
        if isinstance(found, Refusal):
            return found
        entry = found
    return entry


def _find(work: Work, _ports: Ports, request: contract.Enter) -> EntryRow:
    found = entrants.find_by_command(work, request.account, request.id)
    assert found is not None, "an entry is never deleted"
    return found


def withdraw(work: Work, ports: Ports, request: contract.Withdraw) -> Done | Refusal:
    """Withdraw all entries of an account, before the start."""
    one = competitions.lock(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    refusal = check_withdrawal(one.definition, one.state, work.now_ms)
    if refusal is not None:
        return refusal
    refunds.refund(work, one, entrants.entries_of(work, one.id, request.account))
    notifications.changed(work, ports, one)
    return Done()


# --- answers of the wallet ---


def entries_answered(work: Work, ports: Ports, events: Sequence[EntryAnswered]) -> None:
    """Prices are in escrow, or not. A price is refunded if the entry cannot be used any more, or was withdrawn."""
    for event in sorted(events, key=lambda each: (each.competition, each.account, each.number)):
        one = competitions.lock(work, event.competition)
        if one is not None:
            _entry_answered(work, ports, one, event)


def _entry_answered(work: Work, ports: Ports, one: Competition, event: EntryAnswered) -> None:
    entry = EntryRow(event.competition, event.account, event.number, "", "asked")
    outcome, state = ("paid", "paid") if event.error is None else (event.error, "refused")
    if not entrants.move_entries(work, [entry], "asked", state, event.error):  # type: ignore[arg-type]
        return
    work.after(metrics.entries.labels(outcome).inc)
    if event.error is not None:
        notifications.notify_accounts(work, ports, [event.account], one, "entry_refused", event.error)
    elif one.state not in _TAKEN or (one.state == "open" and early_facts.is_excluded(work, event.account)):
        refunds.refund(work, one, [EntryRow(one.id, event.account, event.number, "", "paid")])
    else:
        notifications.notify_accounts(work, ports, [event.account], one, "entered")
    notifications.changed(work, ports, one)


def entries_refunded(work: Work, ports: Ports, events: Sequence[EntriesRefunded]) -> None:
    """Prices were refunded."""
    for event in sorted(events, key=lambda each: each.competition):
        one = competitions.lock(work, event.competition)
        if one is None:
            continue
        found = [EntryRow(one.id, account, number, "", "refunding") for account, number in event.entries]
        moved = entrants.move_entries(work, found, "refunding", "refunded")
        if moved:
            work.after(lambda count=moved: metrics.entries.labels("refunded").inc(count))  # type: ignore[misc]
            notifications.notify_accounts(work, ports, {account for account, _ in event.entries}, one, "refunded")
            notifications.changed(work, ports, one)


# --- excluded players ---


def self_excluded(work: Work, ports: Ports, events: Sequence[SelfExcluded]) -> None:
    """Refund entries in competitions that do not run yet; those that run may be finished."""
    for event in events:
        early_facts.keep_exclusion(work, event)
    for account in sorted({event.account for event in events}):
        leave_unstarted(work, ports, account)


def leave_unstarted(work: Work, ports: Ports, account: str) -> None:
    """Refund the player's entries in competitions that have not begun."""
    ids = entrants.competitions_of(work, account)
    for found in competitions.of_accounts(work, ids, ("announced", "open")):
        one = competitions.lock(work, found.id)
        if one is not None and one.state in ("announced", "open"):
            refunds.refund(work, one, entrants.entries_of(work, one.id, account))
            notifications.changed(work, ports, one)


def standings_changed(work: Work, ports: Ports, events: Sequence[StandingChanged]) -> None:
    """Players who are suspended or blocked while a competition runs are disqualified; other competitions check that
    at their start."""
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if not standing.save(work, event):
            continue
        why = standing.kept_out(work, [event.account]).get(event.account)
        if why is None:
            continue
        entrants.stop_waiting(work, [event.account])
        ids = entrants.competitions_of(work, event.account)
        for found in competitions.of_accounts(work, ids, ("running", "closing")):
            one = competitions.lock(work, found.id)
            if one is not None and one.state in ("running", "closing"):
                corrections.take_out(work, ports, one, [event.account], why)

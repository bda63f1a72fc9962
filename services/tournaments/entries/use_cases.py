"""Entries: bought, refunded, and handled when their player is excluded (RULES.md §5).

An entry is written down as `asked`, then the wallet is asked for its price, and the answer is written down. Whatever
is lost on the way, the question is repeated by `ask_again`; the wallet answers it as the first time.
"""

from collections.abc import Collection, Sequence

from services.contracts.base import Done
from services.contracts.moderation.events import StandingChanged
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.entries import Competitor, EntriesRefunded, GetCompetitor, PayEntry
from services.contracts.tournaments.events import RefundAsked
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import UNAVAILABLE
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import UNKNOWN, check_entry, check_withdrawal
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.entries.entrant_rows import Entrant, EntryRow
from services.tournaments.ports import Ports

_OVER = ("closing", "settled", "cancelled")
"""Where an entry cannot be used any more."""
_REFUNDED_AT_ONCE = 100
_ASKED_AGAIN_AT_ONCE = 50
_PATIENCE_MS = 1_000
"""An entry is asked again when its answer is later than answers ever are by this."""


# --- bought ---


def enter(ports: Ports, request: contract.Enter) -> contract.CompetitionEntry | Refusal:
    """Buy an entry. It stays `asked` if the wallet does not answer in time; a later answer is pushed to the player."""
    player = ports.ask(ports.look(_question, request))
    if isinstance(player, Refusal):
        return player
    written = ports.run(_write, request, player)
    if isinstance(written, Refusal):
        return written
    entry, payment = written
    refusal = Refusal(entry.error or "")
    if entry.state == "asked":
        answer = ports.ask(payment)
        if _is_answer(answer):
            entry = ports.run(_answered, payment, answer)
            refusal = answer if isinstance(answer, Refusal) else refusal
    if entry.state == "refused":
        return refusal
    return contract.CompetitionEntry(competition=entry.competition, number=entry.number, state=entry.state)


def _question(work: Work, _ports: Ports, request: contract.Enter) -> GetCompetitor:
    """What the lobby is asked about a player that wants to enter."""
    one = competitions.find(work, request.competition)
    return GetCompetitor(account=request.account) if one is None else question_of(one, request.account)


def question_of(one: Competition, account: str) -> GetCompetitor:
    """What the lobby is asked about a player and a competition."""
    maker = one.made_by if one.audience == "friends" else None
    return GetCompetitor(account=account, maker=maker, company=one.company_id)


def may_see(one: Competition, player: Competitor) -> bool:
    """Whether a competition is for a player."""
    return one.audience == "all" or one.made_by == player.account or player.belongs


def _write(
    work: Work, ports: Ports, request: contract.Enter, player: Competitor
) -> tuple[EntryRow, PayEntry] | Refusal:
    """The entry that this command has made, now or before, and what the wallet is asked."""
    one = competitions.find(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    if one.places is not None:
        one = competitions.lock(work, one.id) or one
    if not may_see(one, player) and not entrants.entries_of(work, one.id, player.account):
        return UNKNOWN
    entrants.lock_entrant(work, Entrant(one.id, player.account, player.name, work.now_ms))
    entry = entrants.find_by_command(work, player.account, request.id)
    if entry is None:
        own = entrants.entries_of(work, one.id, player.account)
        refusal = _check(work, ports, one, player, own)
        if refusal is not None:
            return refusal
        number = own[-1].number + 1 if own else 1
        entry = EntryRow(one.id, player.account, number, request.id, "asked")
        entrants.add_entry(work, entry)
        work.after(metrics.entries.labels("asked").inc)
    of_entry = one if entry.competition == one.id else competitions.find(work, entry.competition)
    assert of_entry is not None, "an announced competition is never deleted"
    return entry, entry.payment(of_entry.definition.price)


def _check(work: Work, ports: Ports, one: Competition, player: Competitor, own: Sequence[EntryRow]) -> Refusal | None:
    """Everything but money, in the order of the rules."""
    taken = sum(each.state in entrants.IN_FORCE for each in own)
    refusal = check_entry(one.definition, one.state, work.now_ms, taken, one.settings(ports.settings.competition))
    if refusal is not None:
        return refusal
    if one.places is not None and entrants.count_in_force(work, one.id) >= one.places:
        return Refusal("competition_full", {"places": one.places})
    if player.age < ports.settings.min_age:
        return Refusal("age_restricted", {"min_age": ports.settings.min_age})
    out = standing.kept_out(work, [player.account]).get(player.account)
    return None if out is None else Refusal("account_suspended", {"until_ms": out.until_ms})


def _is_answer(answer: Done | Refusal) -> bool:
    """Whether the wallet has decided; it has not where it was away or has failed."""
    return not isinstance(answer, Refusal) or answer.error in PayEntry.refusals


def _answered(work: Work, ports: Ports, payment: PayEntry, answer: Done | Refusal, is_late: bool = False) -> EntryRow:
    """Write the wallet's answer down, the first time only. What was paid goes back if the entry cannot be used any
    more. `is_late`: the player does not wait for the answer."""
    one = competitions.lock(work, payment.competition)
    entry = entrants.find_entry(work, payment.competition, payment.account, payment.number)
    assert one is not None and entry is not None, "neither is ever deleted"
    if entry.state != "asked":
        return entry
    error = answer.error if isinstance(answer, Refusal) else None
    entry = entrants.move(work, entry, "paid" if error is None else "refused", error)
    work.after(metrics.entries.labels(error or "paid").inc)
    if error is None and one.state in _OVER:
        (entry,) = refund(work, one, [entry])
    elif error is None:
        notifications.notify_accounts(work, ports, [entry.account], one, "entered")
    elif is_late:
        notifications.notify_accounts(work, ports, [entry.account], one, "entry_refused", error)
    notifications.changed(work, ports, one)
    return entry


def ask_again(ports: Ports) -> None:
    """Ask the wallet again about entries that it should have answered by now. While it is away none is answered."""
    for payment in ports.look(_unanswered):
        answer = ports.ask(payment)
        if isinstance(answer, Refusal) and answer.error == UNAVAILABLE:
            return
        if _is_answer(answer):
            ports.run(_answered, payment, answer, True)


def _unanswered(work: Work, ports: Ports) -> list[PayEntry]:
    asked_before_ms = work.now_ms - ports.settings.checks_timeout_ms - _PATIENCE_MS
    found = entrants.find_unanswered(work, asked_before_ms, _ASKED_AGAIN_AT_ONCE)
    return [entry.payment(price_chips) for entry, price_chips in found]


# --- given back ---


def withdraw(work: Work, ports: Ports, request: contract.Withdraw) -> Done | Refusal:
    """Withdraw all entries of an account, before the start."""
    one = competitions.lock(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    refusal = check_withdrawal(one.definition, one.state, work.now_ms)
    if refusal is not None:
        return refusal
    refund(work, one, entrants.entries_of(work, one.id, request.account))
    notifications.changed(work, ports, one)
    return Done()


def refund(work: Work, one: Competition, found: Sequence[EntryRow]) -> list[EntryRow]:
    """Give back the paid entries among these of a locked competition, and those that the wallet has not answered: it
    pays back what it has taken, a hundred in a message. Returns them as they are then."""
    held = [entrants.move(work, each, "refunding") for each in found if each.state in entrants.IN_FORCE]
    for first in range(0, len(held), _REFUNDED_AT_ONCE):
        some = [(each.account, each.number) for each in held[first : first + _REFUNDED_AT_ONCE]]
        work.publish(RefundAsked(competition=one.id, price_chips=one.definition.price, entries=some))
    return held


def entries_refunded(work: Work, ports: Ports, events: Sequence[EntriesRefunded]) -> None:
    """Prices were refunded."""
    for event in sorted(events, key=lambda each: each.competition):
        one = competitions.lock(work, event.competition)
        if one is None:
            continue
        moved = entrants.end_refunds(work, one.id, event.entries)
        if moved:
            work.after(lambda count=moved: metrics.entries.labels("refunded").inc(count))  # type: ignore[misc]
            notifications.notify_accounts(work, ports, {account for account, _ in event.entries}, one, "refunded")
            notifications.changed(work, ports, one)


# --- excluded players ---


def self_excluded(work: Work, ports: Ports, events: Sequence[SelfExcluded]) -> None:
    """Refund entries in competitions that do not run yet; those that run may be finished."""
    for account in sorted({event.account for event in events}):
        leave_unstarted(work, ports, account)


def leave_unstarted(work: Work, ports: Ports, account: str) -> None:
    """Refund the player's entries in competitions that have not begun."""
    ids = entrants.competitions_of(work, account)
    for found in competitions.of_accounts(work, ids, ("announced", "open")):
        one = competitions.lock(work, found.id)
        if one is not None and one.state in ("announced", "open"):
            refund(work, one, entrants.entries_of(work, one.id, account))
            notifications.changed(work, ports, one)


def standings_changed(work: Work, ports: Ports, events: Sequence[StandingChanged]) -> None:
    """Players who are suspended or blocked while a competition runs are disqualified; other competitions check that
    at their start."""
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if not standing.save(work, event):
            continue
        out = standing.kept_out(work, [event.account]).get(event.account)
        if out is None:
            continue
        entrants.stop_waiting(work, [event.account])
        ids = entrants.competitions_of(work, event.account)
        for found in competitions.of_accounts(work, ids, ("running", "closing")):
            one = competitions.lock(work, found.id)
            if one is not None and one.state in ("running", "closing"):
                _take_out(work, ports, one, [event.account], out.reason)


def _take_out(work: Work, ports: Ports, one: Competition, accounts: Collection[str], why: str) -> None:
    """Disqualify players of a locked competition that is not settled."""
    known = entrants.find_entrants(work, one.id, accounts)
    fresh = sorted(account for account, found in known.items() if found.disqualified is None)
    for account in fresh:
        entrants.disqualify(work, one.id, account, why)
        change_log.note(work, one.id, "disqualified", "", why, {"account": account})
    entrants.stop_waiting(work, fresh, one.id)
    notifications.notify_accounts(work, ports, fresh, one, "disqualified")
    if fresh:
        notifications.changed(work, ports, one)

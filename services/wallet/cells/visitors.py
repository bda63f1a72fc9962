"""Matches here with players who are at home in other cells (RULES.md §14).

Their homes are asked first. When all have said yes, the match is held like any other one; when one says no, does not
answer in time, or the match cannot be held here, all homes are asked to give back what they hold, whether they have
answered or not. So a yes that comes too late has been given back already.
"""

from collections.abc import Mapping, Sequence

from services.contracts.base import Done
from services.contracts.tables.commands import Held
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.contracts.wallet import cells as contract
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.cells import messages as cell_messages
from services.wallet.cells import visitor_rows as visited
from services.wallet.cells.rules import Cells
from services.wallet.cells.visitor_rows import VisitedMatch
from services.wallet.corrections.lost_stakes import Release, Released, release_paid
from services.wallet.ledger.accounts import player
from services.wallet.ledger.double_entry import ALREADY_SETTLED, CONFLICT
from services.wallet.ledger.rows import read_balances
from services.wallet.settings import WalletSettings
from services.wallet.stakes import stake_checks
from services.wallet.stakes import use_cases as matches
from services.wallet.stakes.match_chips import Hold, Payment, blamed
from services.wallet.stakes.stake_checks import Seats

NO_ANSWER = "service_unavailable"
"""The code with which a match is refused whose visitors' home does not answer."""


def check_stake(cells: Cells, work: Work, settings: WalletSettings, request: CheckStake) -> Done | Refusal:
    """Whether these accounts may sit down for this stake. Balances and limits of visitors are only checked by their
    homes, when the match is held. Refusals: those of the same check for one cell, and `account_unknown`."""
    refusal = stake_checks.check_table(settings, request)
    if refusal is not None or not request.stake_chips:
        return refusal or Done()
    ours = cells.ours([*request.accounts, *request.seated])
    if isinstance(ours, Refusal):
        return ours
    newcomers = [account for account in request.accounts if account in ours]
    return stake_checks.check_newcomers(work, settings, request, newcomers) or Done()


def may_correct(work: Work, match: str) -> Refusal | None:
    """A match with visitors is not corrected: its home would have to take the difference. Refusal:
    `not_correctable`."""
    has_visitors = visited.is_visited(work, match)
    return Refusal("not_correctable", {"reason": "players of other cells"}) if has_visitors else None


def hold(cells: Cells, work: Work, settings: WalletSettings, events: Sequence[MatchAsked]) -> None:
    """Hold the stakes of these matches, those with visitors once their homes have."""
    visited_ones = [event for event in events if cells.visitors(event.accounts)]
    asked = {id(event) for event in visited_ones}
    if local := [event for event in events if id(event) not in asked]:
        matches.hold(work, settings, local)
    if visited_ones:
        ask(work, settings, cells, visited_ones)


def ask(work: Work, settings: WalletSettings, cells: Cells, events: Sequence[MatchAsked]) -> None:
    """Ask the homes of visitors to hold, once for each match; a match that is known already is answered again."""
    known = visited.lock(work, {event.match for event in events})
    for event in sorted(events, key=lambda each: each.match):
        found = known.get(event.match)
        if found is not None:
            _answer_again(work, settings, cells, found, event)
        elif refusal := _check(work, settings, cells, event):
            _answer(work, event, refusal.error, blamed(refusal, event.accounts))
        elif visited.add(work, event, cells.visitors(event.accounts), work.now_ms + settings.cell_answer_ms):
            _ask_homes(work, cells, event)


def _ask_homes(work: Work, cells: Cells, event: MatchAsked) -> None:
    for home, accounts in sorted(cells.visitors(event.accounts).items()):
        asked = contract.HoldAsked(
            match=event.match, stake_chips=event.stake_chips, seats=len(event.accounts), accounts=accounts
        )
        cell_messages.send(work, cells, home, asked, work.trace_of(event))
    work.after(metrics.visited_matches.labels("asked").inc)


def _answer_again(work: Work, settings: WalletSettings, cells: Cells, known: VisitedMatch, event: MatchAsked) -> None:
    """A match that is asked for again; one that still waits will be answered."""
    if (known.asked.accounts, known.asked.stake_chips) != (event.accounts, event.stake_chips):
        _answer(work, event, CONFLICT.error)
    elif known.state == "refused":
        _answer(work, event, known.error, known.blamed)
    elif known.state == "ended":
        _answer(work, event, ALREADY_SETTLED.error)
    elif known.state == "held":
        matches.hold(work, settings, [event], cells.payer)


def _check(work: Work, settings: WalletSettings, cells: Cells, event: MatchAsked) -> Refusal | None:
    """What can be refused before anybody is asked: cells that are unknown, and what players of this one may not."""
    ours = cells.ours(event.accounts)
    if isinstance(ours, Refusal):
        return ours
    seats = Seats(event.stake_chips, tuple(ours), tuple(event.accounts))
    if refusal := stake_checks.check_match(work, settings, seats):
        return refusal
    balances = read_balances(work, [player(account) for account in ours])
    for account in ours:
        chips = balances.get(player(account))
        if chips is None or chips < event.stake_chips:
            return Refusal("account_unknown" if chips is None else "insufficient_chips", {"account": account})
    return None


def answered(work: Work, settings: WalletSettings, cells: Cells, sender: str, answer: contract.HoldAnswered) -> None:
    """A home has held the stakes, or not. Hold the whole match with the last yes, give it up with the first no."""
    found = visited.lock(work, [answer.match]).get(answer.match)
    stakes = visited.stakes_of(work, answer.match) if found is not None else []
    mine = next((each for each in stakes if each.cell == sender and each.state == "asked"), None)
    if found is None or mine is None or found.state != "waiting":
        return
    if answer.error is not None:
        visited.note(work, mine, "refused")
        _give_up(work, cells, found, answer.error, answer.account)
        return
    visited.note(work, mine, "held")
    if all(each.state == "held" or each == mine for each in stakes):
        _hold(work, settings, cells, found)


def _hold(work: Work, settings: WalletSettings, cells: Cells, found: VisitedMatch) -> None:
    """All homes hold: now the match holds like any other one, with the accounts of these cells for its visitors."""
    event = found.asked
    work.traces[id(event)] = found.trace
    held = matches.hold(work, settings, [event], cells.payer)
    if event.match in held:
        visited.close_match(work, event.match, "held")
        work.after(metrics.visited_matches.labels("held").inc)
    else:
        visited.close_match(work, event.match, "refused", ALREADY_SETTLED.error)
        _release(work, cells, found)


def settle(cells: Cells, work: Work, settings: WalletSettings, events: Sequence[MatchFinished]) -> None:
    """Pay out each match that held stakes; the homes of visitors are sent what each of them gets.

    Raises:
        Unsettled: one of them cannot be settled.
    """
    visited_ones = _lock_ends(work, cells, {event.match: event.accounts for event in events})
    for paid, held in matches.settle(work, settings, events, cells.payer):
        if paid.match in visited_ones:
            _settle_stakes(work, cells, visited_ones[paid.match], paid, held)


def release(cells: Cells, work: Work, order: Release) -> Released | Refusal:
    """As `lost_stakes.release`; the homes of visitors are sent what each of them gets."""
    visited_ones = visited.lock(work, [order.id])
    done = release_paid(work, order, cells.payer)
    if isinstance(done, Refusal):
        return done
    released, paid = done
    if paid is not None and order.id in visited_ones:
        _settle_stakes(work, cells, visited_ones[order.id], *paid)
    return released


def give_up_overdue(work: Work, cells: Cells) -> int:
    """Refuse the matches whose visitors' homes have not answered in time; returns how many."""
    overdue = visited.lock_overdue(work)
    for found in overdue:
        _give_up(work, cells, found, NO_ANSWER, None)
    return len(overdue)


def _give_up(work: Work, cells: Cells, found: VisitedMatch, error: str, account: str | None) -> None:
    work.traces[id(found.asked)] = found.trace
    visited.close_match(work, found.asked.match, "refused", error, account)
    _release(work, cells, found)
    _answer(work, found.asked, error, account)


def _answer(work: Work, event: MatchAsked, error: str | None, account: str | None = None) -> None:
    if error is not None:
        work.after(metrics.refusals.labels("hold", error).inc)
    work.send(event.reply_to, Held(event.table, work.trace_of(event), work.now_ms, event.match, error, account))


def _release(work: Work, cells: Cells, found: VisitedMatch) -> None:
    """Ask every home that holds stakes, or may do so yet, to give them back."""
    match = found.asked.match
    for each in visited.stakes_of(work, match):
        if each.state in ("asked", "held"):
            visited.close(work, each, "released")
            released = contract.HoldReleased(match=match, at_ms=work.now_ms)
            cell_messages.send(work, cells, each.cell, released, found.trace)
    work.after(metrics.visited_matches.labels("released").inc)


def _lock_ends(work: Work, cells: Cells, accounts_of: Mapping[str, Sequence[str | None]]) -> dict[str, VisitedMatch]:
    """The matches with visitors among those that have ended, locked before anything else of them; `accounts_of`: by
    match. One that still waits for homes will not begin any more."""
    found = visited.lock(work, {match for match, accounts in accounts_of.items() if cells.visitors(accounts)})
    for match, each in found.items():
        if each.state == "waiting":
            visited.close_match(work, match, "ended")
            _release(work, cells, each)
    return found


def _settle_stakes(work: Work, cells: Cells, found: VisitedMatch, paid: Payment, held: Hold) -> None:
    """Send the homes of visitors what each of them gets from a match that was just paid."""
    match = found.asked.match
    chips_of = dict(zip(held.accounts, paid.payouts, strict=True))
    visited.close_match(work, match, "ended")
    for each in visited.stakes_of(work, match):
        if each.state == "held":
            payouts = {account: chips_of[account] for account in each.accounts}
            net_chips = sum(payouts.values()) - held.stake_chips * len(payouts)
            visited.close(work, each, "settled", net_chips)
            settled = contract.StakesSettled(match=match, payouts=payouts, at_ms=work.now_ms)
            cell_messages.send(work, cells, each.cell, settled, found.trace)
    work.after(metrics.visited_matches.labels("settled").inc)

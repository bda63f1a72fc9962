"""Stakes: held when a match wants to begin, settled when it is over (RULES.md §3, §5).

The two events of a match may come in any order and any number of times; the match's row in `stakes` serialises them.
"""

from collections.abc import Mapping, Sequence

import msgspec

from services.contracts.tables import commands
from services.contracts.tables import events as tables_events
from services.contracts.wallet.events import AddressShared, MatchSettled
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger.accounts import player
from services.wallet.ledger.double_entry import ALREADY_SETTLED, CONFLICT, Posted, Unsettled
from services.wallet.ledger.rows import players, post, publish_chips
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rows as stakes
from services.wallet.stakes import stake_checks
from services.wallet.stakes.match_chips import Hold, Payer, Payment, blamed, hold_batch, hold_of, payment
from services.wallet.stakes.rules import PairWin, pair_wins_of, shared_addresses
from services.wallet.stakes.stake_checks import Known, Seats


def hold(
    work: Work, settings: WalletSettings, events: Sequence[tables_events.MatchAsked], payer: Payer = player
) -> set[str]:
    """Hold all stakes of each match, or none, and answer its table; returns the matches that are held.

    A match that has ended already, even before its hold came, is refused with `match_already_settled`. Limits against
    fraud and players' own (stake_checks.py) hold here too: whoever plays again never comes past the lobby.
    """
    holds = [hold_of(event, settings.rake_steps) for event in events]
    first = {each.match: each for each in reversed(holds)}
    known = stakes.claim_holds(work, list(first.values()))
    new = [each for match, each in first.items() if match not in known]
    tables = {each.match: Seats(each.stake_chips, each.accounts, each.accounts) for each in new}
    facts = stake_checks.look_up(work, list(tables.values()))
    guarded = _guard(work, settings, facts, tables)
    refusals = [_refusal(each, first, known) or guarded.get(each.match) for each in holds]
    wanted = [each for each, refusal in zip(holds, refusals, strict=True) if refusal is None]
    batches = [hold_batch(each, payer) for each in wanted]
    traces = {each.match: work.trace_of(event) for event, each in zip(events, holds, strict=True)}
    answers = post(work, batches, {batch.idem: traces[each.match] for batch, each in zip(batches, wanted, strict=True)})
    held = {each.match for each, answer in zip(wanted, answers, strict=True) if isinstance(answer, Posted)}
    stakes.drop_holds(work, first.keys() - held - known.keys())
    found = iter(answers)
    for event, each, refusal in zip(events, holds, refusals, strict=True):
        _answer_hold(work, event, each, refusal or next(found))
    for match in sorted(held & tables.keys()):
        _report_shared_addresses(work, first[match], facts)
    publish_chips(work, answers)
    return held


def _guard(work: Work, settings: WalletSettings, facts: Known, tables: Mapping[str, Seats]) -> dict[str, Refusal]:
    """By match, why its players may not play for this stake."""
    checked = {match: stake_checks.check_seats(work, settings, facts, seats) for match, seats in tables.items()}
    return {match: refusal for match, refusal in checked.items() if refusal is not None}


def _report_shared_addresses(work: Work, hold: Hold, facts: Known) -> None:
    """Who plays for chips from one network address: a signal for the staff (RULES.md §10), the match goes on."""
    addresses = {account: facts.people[account].session_address for account in hold.accounts}
    for accounts in shared_addresses(addresses):
        work.publish(AddressShared(match=hold.match, stake_chips=hold.stake_chips, accounts=list(accounts)))


def _refusal(each: Hold, first: Mapping[str, Hold], known: Mapping[str, stakes.Stakes]) -> Refusal | None:
    """What the ledger need not be asked for."""
    if each.match in known and known[each.match].ended:
        return ALREADY_SETTLED
    return None if each == first[each.match] else CONFLICT


def _answer_hold(work: Work, event: tables_events.MatchAsked, asked: Hold, answer: Posted | Refusal) -> None:
    error = account = None
    if isinstance(answer, Refusal):
        error, account = answer.error, blamed(answer, asked.accounts)
        work.after(metrics.refusals.labels("hold", error).inc)
    work.send(
        event.reply_to, commands.Held(event.table, work.trace_of(event), work.now_ms, event.match, error, account)
    )


def settle(
    work: Work, settings: WalletSettings, events: Sequence[tables_events.MatchFinished], payer: Payer = player
) -> list[tuple[Payment, Hold]]:
    """Pay out each match that held stakes and answer its table; mark the others, so that no hold can come later.
    Returns the payments that were not made before, each with what had been held.

    Raises:
        Unsettled: one of them cannot be settled.
    """
    known = stakes.claim_ends(work, {event.match for event in events})
    held = {match: found.hold for match, found in known.items() if found.hold is not None}
    paid = [(event, _payment(event, held[event.match], payer)) for event in events if event.match in held]
    traces = {each.batch.idem: work.trace_of(event) for event, each in paid}
    answers = [_paid(answer) for answer in post(work, [each.batch for _event, each in paid], traces)]
    fresh = [each for (_event, each), answer in zip(paid, answers, strict=True) if not answer.replayed]
    stakes.end_holds(work, {each.match: each.record for each in fresh})
    stakes.add_pair_wins(work, [win for each in fresh for win in _pair_wins(each, held[each.match])])
    stake_checks.note_early_leaves(work, settings, [each for each in paid if each[1] in fresh], held)
    for (event, each), answer in zip(paid, answers, strict=True):
        _answer_settled(work, event, each, answer)
        if not answer.replayed:
            work.publish(_settled(each, held[event.match]))
    publish_chips(work, answers)
    return [(each, held[each.match]) for each in fresh]


def _settled(paid: Payment, held: Hold) -> MatchSettled:
    return MatchSettled(match=paid.match, payouts=dict(zip(held.accounts, paid.payouts, strict=True)))


def _pair_wins(paid: Payment, held: Hold) -> list[PairWin]:
    return pair_wins_of(paid.match, held.accounts, paid.payouts, held.stake_chips)


def _payment(event: tables_events.MatchFinished, held: Hold, payer: Payer) -> Payment:
    found = payment(event, held, payer)
    if isinstance(found, Refusal):
        raise Unsettled(event.match, msgspec.to_builtins(found))
    return found


def _paid(answer: Posted | Refusal) -> Posted:
    if isinstance(answer, Refusal):
        raise Unsettled(msgspec.to_builtins(answer))
    return answer


def _answer_settled(work: Work, event: tables_events.MatchFinished, paid: Payment, answer: Posted) -> None:
    work.send(
        event.reply_to,
        commands.Settled(
            event.table,
            work.trace_of(event),
            work.now_ms,
            event.match,
            paid.payouts,
            paid.settlement.rake_chips,
            players(answer),
        ),
    )

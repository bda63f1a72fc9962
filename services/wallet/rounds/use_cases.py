"""Bets of house-banked games: held when a round closes, paid when it is over (RULES.md §2, §6).

The two events of a round may come any number of times, and its end before its hold where the table is void; the row in
`rounds` serialises them. Each guest's bet is a batch of its own: one that is refused spoils no other.
"""

from collections.abc import Mapping, Sequence

import msgspec

from services.contracts.tables import commands as contract
from services.contracts.tables.rounds import RoundAsked, RoundEnded
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger.double_entry import ALREADY_SETTLED, CONFLICT, Batch, Posted, Unsettled
from services.wallet.ledger.rows import post, publish_chips
from services.wallet.rounds import guest_limits as guests
from services.wallet.rounds import rows as rounds
from services.wallet.rounds import rules as house_banked
from services.wallet.rounds.guest_purses import purses, standings
from services.wallet.rounds.rows import Round
from services.wallet.settings import WalletSettings


def hold_rounds(work: Work, settings: WalletSettings, events: Sequence[RoundAsked]) -> None:
    """Hold each guest's bets and send tables the outcome; a repeated round gets the first outcome again."""
    first = {event.round: event for event in reversed(events)}
    known = rounds.claim_holds(work, {each: event.bets for each, event in first.items()})
    fresh = {each: event for each, event in sorted(first.items()) if each not in known}
    held, answers = _hold(work, settings, fresh)
    rounds.save_holds(work, list(held.values()))
    for event in events:
        refused = _refused(event, (known | held)[event.round])
        _answer(work, event, "hold", refused)
    publish_chips(work, answers)


def _hold(
    work: Work, settings: WalletSettings, asked: Mapping[str, RoundAsked]
) -> tuple[dict[str, Round], list[Posted | Refusal]]:
    """Post the bets that are allowed; returns the rounds with the bets that are held."""
    refused = _check_bets(work, settings, asked)
    wanted = [
        (event, account, chips)
        for event in asked.values()
        for account, chips in sorted(event.bets.items())
        if (event.round, account) not in refused
    ]
    batches = [house_banked.bet_batch(event.round, account, chips) for event, account, chips in wanted]
    traces = {batch.idem: work.trace_of(event) for batch, (event, _, _) in zip(batches, wanted, strict=True)}
    answers = post(work, batches, traces)
    for (event, account, _), answer in zip(wanted, answers, strict=True):
        if isinstance(answer, Refusal):
            refused[event.round, account] = answer.error
    for code in refused.values():
        work.after(metrics.refusals.labels("bet", code).inc)
    return {each: _round(event, refused) for each, event in asked.items()}, answers


def _check_bets(work: Work, settings: WalletSettings, asked: Mapping[str, RoundAsked]) -> dict[tuple[str, str], str]:
    """Round and account → the refusal of a bet that needs no request to the ledger."""
    known = standings(work, {account for event in asked.values() for account in event.bets})
    refusals = {
        (event.round, account): guests.check_round(chips, guests.caps(known[account]), settings.house)
        for event in asked.values()
        for account, chips in event.bets.items()
    }
    return {key: refusal.error for key, refusal in refusals.items() if refusal is not None}


def _round(event: RoundAsked, refused: Mapping[tuple[str, str], str]) -> Round:
    codes = {account: refused[event.round, account] for account in event.bets if (event.round, account) in refused}
    bets = {account: chips for account, chips in event.bets.items() if account not in codes}
    return Round(event.round, event.bets, bets, codes, ended=not bets)


def _refused(event: RoundAsked, found: Round) -> dict[str, str]:
    """The refusals of the bets of this event."""
    if found.asked is None:
        return dict.fromkeys(event.bets, ALREADY_SETTLED.error)
    return found.refused if found.asked == event.bets else dict.fromkeys(event.bets, CONFLICT.error)


def pay_rounds(work: Work, events: Sequence[RoundEnded]) -> None:
    """Pay each round out of its escrow and the bank, and answer its table; a void round returns every bet.

    Raises:
        Unsettled: one of them cannot be paid.
    """
    known = rounds.claim_ends(work, {event.round for event in events})
    paid = [(event, _batch(event, known[event.round])) for event in events if _has_bets(known.get(event.round))]
    traces = {batch.idem: work.trace_of(event) for event, batch in paid}
    answers = post(work, [batch for _event, batch in paid], traces)
    for (event, _), answer in zip(paid, answers, strict=True):
        if isinstance(answer, Refusal):
            raise Unsettled(event.round, msgspec.to_builtins(answer))
    rounds.end(work, [event.round for event, _ in paid])
    for event in events:
        _answer(work, event, "pay", {})
    publish_chips(work, answers)


def _has_bets(found: Round | None) -> bool:
    return found is not None and bool(found.bets)


def _batch(event: RoundEnded, held: Round) -> Batch:
    credited = held.bets if event.credited is None else event.credited
    if not credited.keys() <= held.bets.keys() or any(chips < 0 for chips in credited.values()):
        raise Unsettled(event.round, {"credited": credited, "held": held.bets})
    batch = house_banked.round_batch(event.round, held.bets, credited)
    assert batch is not None
    return batch


def _answer(work: Work, event: RoundAsked | RoundEnded, kind: contract.BankKind, refused: dict[str, str]) -> None:
    found = purses(work, event.guests)
    answer = contract.Banked(event.table, work.trace_of(event), work.now_ms, event.round, kind, refused, found)
    work.send(event.reply_to, answer)

"""Competitions: entries into escrow and back, prizes, the remainder of the escrow, and corrections (RULES.md §2, §5.3);
prizes of leaderboards.

Each entry, refund and prize is a batch with a name of its own, so the ledger recognises repeated requests. All prizes
of a competition and the remainder of its escrow are paid in one transaction.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from services.contracts.base import Done
from services.contracts.ranking.boards import BoardClosed, BoardPrizesPaid, Prize
from services.contracts.tournaments import events as competition_events
from services.contracts.tournaments.entries import EntriesRefunded, PayEntry, PrizesPaid
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.competitions import rows as competitions
from services.wallet.corrections import rules as corrections
from services.wallet.ledger import transfer_rows as feed
from services.wallet.ledger.accounts import HOUSE_PRIZES, HOUSE_RAKE, escrow_tournament, player
from services.wallet.ledger.double_entry import Batch, Posted, Transfer
from services.wallet.ledger.rows import lock_balances, post, publish_chips
from services.wallet.limits.checks import first_refusal
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

_GIVEN_BACK = Refusal("entry_closed")


class Unpaid(Exception):
    """A competition cannot be paid as requested; the event waits for an operator."""


# --- the batches ---


def entry_batch(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of a player's entry 1, 2 … in a competition."""
    transfer = Transfer(player(account_id), escrow_tournament(tournament_id), price_chips, "entry")
    return Batch(f"entry:{tournament_id}:{account_id}:{number}", (transfer,))


def entry_refund_batch(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of that entry back."""
    transfer = Transfer(escrow_tournament(tournament_id), player(account_id), price_chips, "entry_refund")
    return Batch(f"entryrefund:{tournament_id}:{account_id}:{number}", (transfer,))


def prize_batch(tournament_id: str, account_id: str, escrow_chips: int, house_chips: int) -> Batch | None:
    """A competition's prize: one part from its escrow, one from the platform. None: there is no prize."""
    sources = ((escrow_tournament(tournament_id), escrow_chips), (HOUSE_PRIZES, house_chips))
    transfers = tuple(Transfer(source, player(account_id), chips, "prize") for source, chips in sources if chips)
    return Batch(f"prize:{tournament_id}:{account_id}", transfers) if transfers else None


def entry_income_batch(tournament_id: str, chips: int, mode: Literal["fixed", "growing"]) -> Batch:
    """What prizes leave in a competition's escrow."""
    target = HOUSE_PRIZES if mode == "fixed" else HOUSE_RAKE
    transfer = Transfer(escrow_tournament(tournament_id), target, chips, "entry_income")
    return Batch(f"entryincome:{tournament_id}", (transfer,))


def board_prize_batch(board: str, period: str, account_id: str, chips: int) -> Batch:
    """A leaderboard's prize for a period."""
    return Batch(
        f"lb:{board}:{period}:{account_id}", (Transfer(HOUSE_PRIZES, player(account_id), chips, "board_prize"),)
    )


# --- entries ---


def pay_entry(work: Work, settings: WalletSettings, request: PayEntry) -> Done | Refusal:
    """Move an entry's price to its competition's escrow, unless its player may not pay. An entry is answered once, and
    then always the same: a question that comes late takes nothing where another was refused."""
    entry = request.competition, request.account, request.number
    if not competitions.hold(work, *entry, request.price_chips):
        (known,) = competitions.find(work, request.competition, [entry[1:]])
        return known.refusal or Done()
    refusal = _take(work, settings, request)
    if refusal is not None:
        competitions.refuse(work, *entry, refusal)
        work.keep = True
        work.after(metrics.refusals.labels("entry", refusal.error).inc)
        return refusal
    return Done()


def _take(work: Work, settings: WalletSettings, request: PayEntry) -> Refusal | None:
    """Why an entry cannot be paid; None: its price is in escrow. A free entry moves no chips."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    refusal = _check_player(work, settings, person, request.price_chips)
    if refusal is not None or not request.price_chips:
        return refusal
    batch = entry_batch(request.competition, request.account, request.number, request.price_chips)
    (answer,) = answers = post(work, [batch])
    if isinstance(answer, Refusal):
        return Refusal(answer.error, {"price_chips": request.price_chips})
    publish_chips(work, answers)
    return None


def _check_player(work: Work, settings: WalletSettings, person: Person, price_chips: int) -> Refusal | None:
    return first_refusal(work, settings, person, "blocked", "excluded", "debt", "losses", amount=price_chips)


def refund_entries(work: Work, events: Sequence[competition_events.RefundAsked]) -> None:
    """Refund what was taken for entries, and close those for which nothing was.

    Raises:
        Unpaid: an escrow does not hold what is to go back.
    """
    for event in sorted(events, key=lambda each: each.competition):
        competitions.close_unanswered(work, event.competition, event.entries, _GIVEN_BACK)
        paid = [each for each in competitions.find(work, event.competition, event.entries) if each.chips]
        batches = [entry_refund_batch(event.competition, each.account, each.number, each.chips) for each in paid]
        _post(work, event.competition, batches)
        competitions.end(work, event.competition, event.entries)
        work.publish(EntriesRefunded(competition=event.competition, entries=event.entries))


# --- prizes ---


def pay_prizes(work: Work, events: Sequence[competition_events.PrizesAsked]) -> None:
    """Pay the prizes of competitions, and take what is left of the entries.

    Raises:
        Unpaid: an escrow does not hold what the entries were.
    """
    for event in sorted(events, key=lambda each: each.competition):
        _post(work, event.competition, _prize_batches(event))
        competitions.end(work, event.competition, event.entries)
        work.publish(PrizesPaid(competition=event.competition, revision=0, shortfalls={}))


def _prize_batches(event: competition_events.PrizesAsked) -> list[Batch]:
    """Prizes of `growing` come from escrow as long as it lasts, then from the platform; of `fixed` all from it."""
    left_chips = event.escrow_chips
    batches = []
    for prize in event.prizes:
        own_chips = min(prize.chips, left_chips) if event.mode == "growing" else 0
        left_chips -= own_chips
        batch = prize_batch(event.competition, prize.account, own_chips, prize.chips - own_chips)
        batches += [batch] if batch is not None else []
    if left_chips:
        batches.append(entry_income_batch(event.competition, left_chips, event.mode))
    return batches


def _post(work: Work, competition: str, batches: Sequence[Batch]) -> None:
    answers: list[Posted | Refusal] = post(work, batches)
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    if refused:
        raise Unpaid(competition, msgspec.to_builtins(refused[0]))
    publish_chips(work, answers)


def correct_prizes(work: Work, events: Sequence[competition_events.PrizesCorrected]) -> None:
    """Pay and take differences: what a player does not have any more comes from `house:corrections`.

    Raises:
        Unpaid: the differences cannot be posted.
    """
    for event in sorted(events, key=lambda each: (each.competition, each.revision)):
        deltas = {each.account: each.chips for each in event.deltas}
        missing: dict[str, int] = {}
        balances = lock_balances(work, {player(account) for account in deltas})
        if feed.find(work, corrections.settle_idem(event.competition, event.revision)) is None:
            found = corrections.shortfalls(deltas, {each: balances.get(player(each), 0) for each in deltas})
            assert not isinstance(found, Refusal), "every account has a balance here"
            missing = found
            batch = corrections.prizes_batch(event.competition, event.revision, deltas, missing)
            _post(work, event.competition, [] if batch is None else [batch])
        work.publish(PrizesPaid(competition=event.competition, revision=event.revision, shortfalls=missing))


def pay_boards(work: Work, events: Sequence[BoardClosed]) -> None:
    """Pay the prizes of closed periods and publish the outcomes; a prize that the ledger refuses has the refusal's
    code.

    A repeated period pays nothing again, because of the idempotency keys, and is answered again.
    """
    answers: list[Posted | Refusal] = []
    for event in sorted(events, key=lambda each: (each.board, each.period)):
        wanted = [prize for prize in event.prizes if prize.chips > 0]
        batches = [board_prize_batch(event.board, event.period, each.account, each.chips) for each in wanted]
        found = post(work, batches)
        paid: list[Prize] = []
        refused: dict[str, str] = {}
        for prize, answer in zip(wanted, found, strict=True):
            if isinstance(answer, Refusal):
                refused[prize.account] = answer.error
                work.after(metrics.refusals.labels("board_prize", answer.error).inc)
            else:
                paid.append(prize)
        answers += found
        work.publish(
            BoardPrizesPaid(board=event.board, period=event.period, title=event.title, prizes=paid, refused=refused)
        )
    publish_chips(work, answers)

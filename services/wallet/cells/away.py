"""Stakes of players who are at home here and play in another cell (RULES.md §14).

The other cell asks to hold, then either releases or settles, each once or several times and in any order. The row of
the match in `away_stakes` says what has been done already.
"""

import msgspec

from services.contracts.wallet import cells as contract
from services.kernel.cells import cell_of
from services.kernel.chips import is_amount
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.cells import away_rows as away
from services.wallet.cells import messages as cell_messages
from services.wallet.cells.away_rows import AwayStakes
from services.wallet.cells.rules import Cells, hold_away, release_away, settle_away
from services.wallet.ledger.double_entry import Batch, Posted
from services.wallet.ledger.rows import post, publish_chips
from services.wallet.settings import WalletSettings
from services.wallet.stakes.match_chips import blamed
from services.wallet.stakes.stake_checks import Seats, check_match

SEATS_MAX = 100
"""More than any match has."""


class Impossible(Exception):
    """What another cell says cannot follow from what was agreed: nothing moves, and an operator has to look."""


def hold(work: Work, settings: WalletSettings, cells: Cells, sender: str, asked: contract.HoldAsked) -> None:
    """Hold the stakes of all these players or of none, and answer."""
    known = away.claim(work, sender, asked)
    if known is not None:
        refusal, account = _known_answer(known, asked)
    else:
        refusal, account = _hold_new(work, settings, cells, sender, asked)
        if refusal is not None:
            away.refuse(work, sender, asked.match, refusal, account)
    if refusal is not None:
        work.after(metrics.refusals.labels("hold_away", refusal).inc)
    cell_messages.send(work, cells, sender, contract.HoldAnswered(match=asked.match, error=refusal, account=account))


def _known_answer(known: AwayStakes, asked: contract.HoldAsked) -> tuple[str | None, str | None]:
    """The answer to a request that comes again. A match that was released is not held any more."""
    if known.state == "released":
        return "match_already_settled", None
    if not known.is_for(asked):
        return "idempotency_conflict", None
    return known.error, known.blamed


def _hold_new(
    work: Work, settings: WalletSettings, cells: Cells, sender: str, asked: contract.HoldAsked
) -> tuple[str | None, str | None]:
    """The code of a refusal and the account that it is about; None: the stakes are held."""
    if not is_amount(asked.stake_chips) or not 0 < len(set(asked.accounts)) == len(asked.accounts) <= asked.seats:
        return "bad_parameters", None
    if asked.seats > SEATS_MAX:
        return "bad_parameters", None
    strangers = [account for account in asked.accounts if cell_of(account, cells.here) != cells.here]
    if strangers:
        return "account_unknown", strangers[0]
    seats = Seats(asked.stake_chips, tuple(asked.accounts), tuple(asked.accounts))
    if refusal := check_match(work, settings, seats):
        return refusal.error, blamed(refusal, asked.accounts)
    answers = post(work, [hold_away(sender, asked.match, asked.stake_chips, asked.accounts)])
    publish_chips(work, answers)
    (answer,) = answers
    return (None, None) if isinstance(answer, Posted) else (answer.error, blamed(answer, asked.accounts))


def release(work: Work, sender: str, released: contract.HoldReleased) -> None:
    """Give the stakes back, or see to it that they are never held.

    Raises:
        Impossible: the match has been settled.
    """
    if away.mark_released(work, sender, released.match, released.at_ms):
        return
    known = _lock(work, sender, released.match)
    if known.state == "settled":
        raise Impossible(f"{released.match} of {sender} is settled and cannot be released")
    if known.state == "held":
        _post(work, release_away(sender, released.match, known.stake_chips, known.accounts))
    if known.state != "released":
        away.release(work, sender, released.match, released.at_ms)


def settle(work: Work, sender: str, settled: contract.StakesSettled) -> None:
    """Pay what these players have won.

    Raises:
        Impossible: nothing is held for this match, somebody else is to be paid, or more than all stakes together.
    """
    known = _lock(work, sender, settled.match)
    if known.state == "settled" and known.payouts == settled.payouts:
        return
    _check(sender, known, settled)
    batch = settle_away(sender, settled.match, known.stake_chips, settled.payouts)
    if batch is not None:
        _post(work, batch)
    paid_chips, stakes_chips = sum(settled.payouts.values()), known.stake_chips * len(known.accounts)
    away.settle(work, sender, settled.match, settled.payouts, paid_chips - stakes_chips, settled.at_ms)


def _check(sender: str, known: AwayStakes, settled: contract.StakesSettled) -> None:
    """Whether this settlement may follow from what is held."""
    most_chips = known.stake_chips * known.seats
    if known.state != "held":
        raise Impossible(f"the stakes of {settled.match} of {sender} are {known.state}")
    if set(settled.payouts) != set(known.accounts) or any(chips < 0 for chips in settled.payouts.values()):
        raise Impossible(f"{settled.match} of {sender} pays others than those who play")
    if sum(settled.payouts.values()) > most_chips:
        raise Impossible(f"{settled.match} of {sender} pays more than its stakes, {most_chips}")


def _lock(work: Work, sender: str, match: str) -> AwayStakes:
    known = away.lock(work, sender, match)
    if known is None:
        raise Impossible(f"nothing is known of {match} of {sender}")
    return known


def _post(work: Work, batch: Batch) -> None:
    answers = post(work, [batch])
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    if refused:
        raise Impossible(batch.idem, msgspec.to_builtins(refused[0]))
    publish_chips(work, answers)

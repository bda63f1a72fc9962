"""A match's chips, computed from its events: what is frozen with the hold, who gets what at the end.

RULES.md §3 for the hold, §5 for the end.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts.tables.commands_and_events import MatchAsked, MatchFinished
from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import player
from services.wallet.ledger.double_entry import Batch
from services.wallet.stakes import escrow
from services.wallet.stakes.escrow import Payer
from services.wallet.stakes.rake import RakeSteps, Step, rate_bps
from services.wallet.stakes.settlement import Ending, Result, Settlement, Terms, settle


class Hold(msgspec.Struct, frozen=True):
    """What a match froze when its stakes were held; `accounts` by seat.

    The stake is frozen too, so its rate is all that counts of the rake steps.
    """

    match: str
    stake_chips: int
    rake_bps: int
    accounts: tuple[str, ...]


class Payment(msgspec.Struct, frozen=True):
    """A settled match: who gets what, and the batch that pays it."""

    match: str
    settlement: Settlement
    batch: Batch
    record: dict[str, Any]
    """What a later correction needs to know, as plain data."""

    @property
    def payouts(self) -> list[int]:
        """Chips from escrow, seat by seat."""
        return [chips for _seat, chips in sorted(self.settlement.payouts.items())]


def hold_of(asked: MatchAsked, steps: RakeSteps) -> Hold:
    """What a match that wants to begin freezes."""
    return Hold(asked.match, asked.stake_chips, rate_bps(asked.stake_chips, steps), tuple(asked.accounts))


def hold_batch(hold: Hold, payer: Payer = player) -> Batch:
    """The batch that holds all stakes; one that the ledger refuses where there is nothing to hold."""
    seats = dict(enumerate(hold.accounts))
    return escrow.hold(hold.match, hold.stake_chips, seats, payer) or Batch(f"hold:{hold.match}", ())


def blamed(refusal: Refusal, accounts: Sequence[str]) -> str | None:
    """The account because of which a hold was refused, if it was because of one.

    `accounts`: those that pay, in the order of the hold's transfers.
    """
    if not isinstance(refusal.detail, dict):
        return None
    if "transfer" not in refusal.detail:
        return refusal.detail.get("account")
    return str(escrow.name_seat(refusal, dict(enumerate(accounts))).detail["account"])


def payment(finished: MatchFinished, hold: Hold, payer: Payer = player) -> Payment | Refusal:
    """Settle a match with the stake and the rake that its hold froze. Refusals: those of `settlement.settle`."""
    terms = terms_of(finished, hold)
    if len(terms.seats) != len(hold.accounts):
        return Refusal("bad_parameters", {"field": "sides"})
    settlement = settle(terms, ending_of(finished))
    if isinstance(settlement, Refusal):
        return settlement
    batch = escrow.settle(hold.match, hold.stake_chips, settlement, dict(enumerate(hold.accounts)), payer)
    if batch is None:
        return Refusal("stake_invalid")
    return Payment(hold.match, settlement, batch, _record(terms, settlement))


def terms_of(finished: MatchFinished, hold: Hold) -> Terms:
    """What counts of the match's beginning."""
    sides = tuple(tuple(side) for side in finished.sides)
    return Terms(finished.leave_policy, hold.stake_chips, sides, (Step(1, hold.rake_bps),))


def ending_of(finished: MatchFinished) -> Ending:
    """How the match ended, in the settlement's words. Who left twice has left once."""
    departed = tuple(dict.fromkeys(departure.seat for departure in finished.departures))
    return Ending(_result(finished), departed, finished.first_round_done)


def _result(finished: MatchFinished) -> Result:
    if finished.outcome == "void":
        return "void"
    if finished.outcome == "tied":
        return "tie"
    return tuple(finished.winners) or None


def _record(terms: Terms, settlement: Settlement) -> dict[str, Any]:
    return {
        "policy": terms.policy,
        "sides": terms.sides,
        "outcome": settlement.outcome,
        "payouts": [chips for _seat, chips in sorted(settlement.payouts.items())],
        "rake_chips": settlement.rake_chips,
    }

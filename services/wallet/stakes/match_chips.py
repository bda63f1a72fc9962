"""A match's chips, computed from its events: what is frozen with the hold, who gets what at the end.

RULES.md §3 for the hold, §5 for the end.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from services.contracts.tables.events import MatchAsked, MatchFinished
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.wallet.ledger.accounts import HOUSE_RAKE, escrow_match, player
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.stakes.rules import RakeSteps, Step, rate_bps
from services.wallet.stakes.settlement import Ending, Result, Settlement, Terms, settle

Payer = Callable[[str], str]
"""The ledger account that pays the stake of an account (its id) and takes what it wins."""


def stakes_batch(match_id: str, stake_chips: int, accounts: Mapping[Seat, str], payer: Payer = player) -> Batch | None:
    """`hold:{match}`: every seat's stake into escrow, seat by seat. None where the stake is 0: nothing is held.

    Args:
        match_id: the match.
        stake_chips: of every seat.
        accounts: account id by seat.
        payer: who pays for each of them.
    """
    if not stake_chips:
        return None
    escrow = escrow_match(match_id)
    stakes = (Transfer(payer(accounts[seat]), escrow, stake_chips, "stake_hold") for seat in sorted(accounts))
    return Batch(f"hold:{match_id}", tuple(stakes))


def name_seat(refusal: Refusal, accounts: Mapping[Seat, str]) -> Refusal:
    """The refusal of a hold, with `seat` and `account` id in its detail: the ledger itself knows only transfers."""
    seat = sorted(accounts)[refusal.detail["transfer"]]
    return Refusal(refusal.error, {"seat": seat, "account": accounts[seat]})


def payout_batch(
    match_id: str, stake_chips: int, settlement: Settlement, accounts: Mapping[Seat, str], payer: Payer = player
) -> Batch | None:
    """`settle:{match}:0`: pay the whole escrow to the seats and the platform. None if nothing was held.

    A seat that gets exactly the stake gets a `stake_refund`, one that gets more a `payout` that includes the stake.
    """
    if not stake_chips:
        return None
    escrow = escrow_match(match_id)
    transfers = [
        Transfer(escrow, payer(accounts[seat]), chips, payout_kind(chips, stake_chips))
        for seat, chips in sorted(settlement.payouts.items())
        if chips
    ]
    if settlement.rake_chips:
        transfers.append(Transfer(escrow, HOUSE_RAKE, settlement.rake_chips, "rake"))
    return Batch(f"settle:{match_id}:0", tuple(transfers))


def payout_kind(chips: int, stake_chips: int) -> str:
    """What a seat's payout is called: exactly the stake is a refund."""
    return "stake_refund" if chips == stake_chips else "payout"


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
    return stakes_batch(hold.match, hold.stake_chips, seats, payer) or Batch(f"hold:{hold.match}", ())


def blamed(refusal: Refusal, accounts: Sequence[str]) -> str | None:
    """The account because of which a hold was refused, if it was because of one.

    `accounts`: those that pay, in the order of the hold's transfers.
    """
    if not isinstance(refusal.detail, dict):
        return None
    if "transfer" not in refusal.detail:
        return refusal.detail.get("account")
    return str(name_seat(refusal, dict(enumerate(accounts))).detail["account"])


def payment(finished: MatchFinished, hold: Hold, payer: Payer = player) -> Payment | Refusal:
    """Settle a match with the stake and the rake that its hold froze. Refusals: those of `settlement.settle`."""
    terms = terms_of(finished, hold)
    if len(terms.seats) != len(hold.accounts):
        return Refusal("bad_parameters", {"field": "sides"})
    settlement = settle(terms, ending_of(finished))
    if isinstance(settlement, Refusal):
        return settlement
    batch = payout_batch(hold.match, hold.stake_chips, settlement, dict(enumerate(hold.accounts)), payer)
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

"""Who gets what when a match is over (RULES.md §5).

`settle` gives every seat its payout (what it gets from escrow, own stake included) so that always
Σ payouts + rake = seats × stake.
"""

from collections.abc import Callable, Collection
from typing import Literal

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.wallet.stakes.rules import RAKE_STEPS, RakeSteps, rake

Outcome = Literal["won", "tied", "void", "forfeited", "conceded", "not_completed"]
Result = tuple[Seat, ...] | Literal["tie", "void"] | None
"""The winning seats; everybody equal; annulled; or no result, because a departure ended the match."""


class Terms(msgspec.Struct, frozen=True):
    """What was frozen when the match began.

    `policy` is the game's leave policy, `stake_chips` what every seat put up, `sides` the seats of each side.
    """

    policy: str
    stake_chips: int
    sides: tuple[tuple[Seat, ...], ...]
    rake_steps: RakeSteps = RAKE_STEPS

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, ascending."""
        return tuple(sorted(seat for side in self.sides for seat in side))


class Ending(msgspec.Struct, frozen=True):
    """How the match ended.

    `departed` are the seats that left for good, in the order of the server's sequence; `first_round_done` is read
    at the first departure (None if nobody left).
    """

    result: Result
    departed: tuple[Seat, ...] = ()
    first_round_done: bool | None = None


class Settlement(msgspec.Struct, frozen=True):
    """What everybody gets from escrow; Σ payouts + rake = seats × stake."""

    outcome: Outcome
    payouts: dict[Seat, int]
    rake_chips: int


def split(chips: int, seats: Collection[Seat]) -> dict[Seat, int]:
    """Equal whole shares; left-over chips go one each to the lowest seats."""
    sharers = sorted(seats)
    share, left_over = divmod(chips, len(sharers))
    return {seat: share + (place < left_over) for place, seat in enumerate(sharers)}


def settle(terms: Terms, ending: Ending) -> Settlement | Refusal:
    """Settle a match. Refusals: `policy_invalid`, `bad_parameters` (detail: the field)."""
    if refusal := _check(terms, ending):
        return refusal
    if ending.result == "void":
        return _refunded(terms, "void")
    if ending.departed:
        return _POLICIES[terms.policy](terms, ending)
    return _played_out(terms, ending.result)


# --- checks -------------------------------------------------------------------------------------------


def _check(terms: Terms, ending: Ending) -> Refusal | None:
    if terms.policy not in _POLICIES or (ending.departed and not _fits(terms)):
        return Refusal("policy_invalid")
    if len(terms.sides) < 2 or not all(terms.sides) or not _are_seats(terms.seats):
        return Refusal("bad_parameters", {"field": "sides"})
    if not _are_seats(ending.departed) or not set(ending.departed) <= set(terms.seats):
        return Refusal("bad_parameters", {"field": "departed"})
    if ending.departed and ending.first_round_done is None and terms.policy in _ASK_FIRST_ROUND:
        return Refusal("bad_parameters", {"field": "first_round_done"})
    return None if _is_result(terms, ending.result) else _no_result()


def _fits(terms: Terms) -> bool:
    """Whether the policy can be applied to these sides at all."""
    if terms.policy in _TWO_SIDES:
        return len(terms.sides) == 2
    return terms.policy != "eliminate" or all(len(side) == 1 for side in terms.sides)


def _are_seats(seats: tuple[Seat, ...]) -> bool:
    return all(seat >= 0 for seat in seats) and len(set(seats)) == len(seats)


def _is_result(terms: Terms, result: Result) -> bool:
    """Whether winners, if named, are whole sides."""
    if not isinstance(result, tuple):
        return True
    whole = [side for side in terms.sides if set(side) <= set(result)]
    return bool(result) and sum(map(len, whole)) == len(result)


def _no_result() -> Refusal:
    return Refusal("bad_parameters", {"field": "result"})


# --- how matches end ---------------------------------------------------------------------------------------------


def _refunded(terms: Terms, outcome: Outcome) -> Settlement:
    return Settlement(outcome, dict.fromkeys(terms.seats, terms.stake_chips), 0)


def _won(terms: Terms, winners: tuple[Seat, ...], outcome: Outcome) -> Settlement:
    """A win with rake; where nobody has lost, everybody has tied."""
    if len(winners) == len(terms.seats):
        return _refunded(terms, "tied")
    return _shared_out(terms, winners, winners, rake(terms.stake_chips, terms.rake_steps), outcome)


def _shared_out(
    terms: Terms, winners: Collection[Seat], sharers: Collection[Seat], rake_chips: int, outcome: Outcome
) -> Settlement:
    """Winners get their stakes back, sharers among them what losers lose, less the rake on each losing stake."""
    losers = len(terms.seats) - len(winners)
    shares = split(losers * (terms.stake_chips - rake_chips), sharers)
    payouts = {seat: terms.stake_chips + shares.get(seat, 0) if seat in winners else 0 for seat in terms.seats}
    return Settlement(outcome, payouts, losers * rake_chips)


def _played_out(terms: Terms, result: Result) -> Settlement | Refusal:
    if result == "tie":
        return _refunded(terms, "tied")
    return _won(terms, result, "won") if isinstance(result, tuple) else _no_result()


# --- leave policies: somebody has left for good ------------------------------------------------------------------


def _opponents(terms: Terms, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for side in terms.sides if seat not in side for other in side)


def _forfeit(terms: Terms, ending: Ending) -> Settlement:
    if not ending.first_round_done:
        return _refunded(terms, "void")
    return _won(terms, _opponents(terms, ending.departed[0]), "forfeited")


def _concede(terms: Terms, ending: Ending) -> Settlement:
    return _won(terms, _opponents(terms, ending.departed[0]), "conceded")


def _pause_return(terms: Terms, ending: Ending) -> Settlement:
    """The offender's stake goes to the opponents; the partner, who has not lost, gets theirs back. Where the opponents
    are named as winners, the offender chose to leave."""
    refund = _refunded(terms, "not_completed")
    if not ending.first_round_done:
        return refund
    offender = ending.departed[0]
    opponents = _opponents(terms, offender)
    shares = split(terms.stake_chips, opponents)
    payouts = {seat: chips + shares.get(seat, 0) for seat, chips in refund.payouts.items()} | {offender: 0}
    chosen = isinstance(ending.result, tuple) and set(ending.result) == set(opponents)
    return Settlement("forfeited" if chosen else "not_completed", payouts, 0)


def _eliminate(terms: Terms, ending: Ending) -> Settlement | Refusal:
    if not ending.first_round_done:
        return _refunded(terms, "void")
    # The last but one to leave makes the other the winner: who leaves after that leaves a match that is over.
    gone = ending.departed[: len(terms.seats) - 1]
    staying = tuple(seat for seat in terms.seats if seat not in gone)
    if len(staying) == 1:
        return _won(terms, staying, "forfeited")
    if ending.result == "tie":
        return _won(terms, staying, "won")
    winners = tuple(seat for seat in ending.result or () if seat in staying)
    return _won(terms, winners, "won") if winners else _no_result()


def _bot_replace(terms: Terms, ending: Ending) -> Settlement | Refusal:
    """The five clauses of RULES.md §5.1; the computer has played the match out for those who left."""
    replaced = set(ending.departed)
    if replaced >= set(terms.seats):
        return _refunded(terms, "void")
    winners = ending.result
    if not isinstance(winners, tuple) or len(winners) == len(terms.seats):
        return _played_out(terms, winners)
    connected = set(winners) - replaced
    if not connected:
        return _refunded(terms, "void")
    return _shared_out(terms, winners, connected, 0, "won")


_POLICIES: dict[str, Callable[[Terms, Ending], Settlement | Refusal]] = {
    "forfeit": _forfeit,
    "eliminate": _eliminate,
    "concede": _concede,
    "bot_replace": _bot_replace,
    "pause_return": _pause_return,
}
_TWO_SIDES = frozenset({"forfeit", "concede", "pause_return"})
_ASK_FIRST_ROUND = frozenset({"forfeit", "eliminate", "pause_return"})

"""Observations in a finished match that signals count (RULES.md §7): pure, from the event alone."""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import msgspec

from services.contracts.tables.events import MatchFinished
from services.kernel.clock import TimeMs


class Observation(msgspec.Struct, frozen=True):
    """An observation: its kind, account, other account, subject (a match, a table, a line) and time."""

    kind: str
    account: str
    other: str
    about: str
    at_ms: TimeMs
    count: int = 1
    total: int = 0
    squares: int = 0

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What makes it the same one when it is observed again."""
        return self.kind, self.account, self.other, self.about


class Seen(NamedTuple):
    """An observation: its kind, the account, the other account, and an amount (chips, milliseconds)."""

    kind: str
    account: str
    other: str = ""
    amount: int = 0


def of_match(event: MatchFinished) -> list[Seen]:
    """All observations of one match."""
    return [*_played(event), *_chips(event), *_departures(event), *_partners(event)]


def people(event: MatchFinished) -> list[tuple[int, str]]:
    """Seat and account of every person."""
    return [(seat, account) for seat, account in enumerate(event.accounts) if account is not None]


def _played(event: MatchFinished) -> Iterator[Seen]:
    """`played`: with whom; `seated`: how long; `individual`: a staked match of three or more, each for oneself;
    `versus:<competition>`: against whom."""
    found = people(event)
    individual = bool(event.stake_chips) and len(event.accounts) >= 3 and all(len(side) == 1 for side in event.sides)
    side_of = {seat: number for number, side in enumerate(event.sides) for seat in side}
    for seat, account in found:
        yield Seen("seated", account, amount=max(0, event.ended_at_ms - event.started_at_ms))
        if individual:
            yield Seen("individual", account)
        for other_seat, other in found:
            if other_seat == seat:
                continue
            yield Seen("played", account, other)
            if event.competition is not None and side_of.get(seat) != side_of.get(other_seat):
                yield Seen(f"versus:{event.competition}", account, other)
        if event.competition is not None:
            yield Seen(f"games:{event.competition}", account)


def _chips(event: MatchFinished) -> Iterator[Seen]:
    """`lost_to`: the stake that went from the loser to the winner of a match for two."""
    found = people(event)
    if event.stake_chips and len(event.accounts) == len(found) == 2 and len(event.winners) == 1:
        winner = event.accounts[event.winners[0]]
        loser = event.accounts[1 - event.winners[0]]
        assert winner is not None and loser is not None
        yield Seen("lost_to", loser, winner, event.stake_chips)


def _departures(event: MatchFinished) -> Iterator[Seen]:
    """`left_early`: before the first round was done; `replaced_and_won`: a computer won for the leaver's side."""
    winners = set(event.winners)
    for departure in event.departures:
        if departure.account is None:
            continue
        if not departure.first_round_done:
            yield Seen("left_early", departure.account)
        side = next((side for side in event.sides if departure.seat in side), [departure.seat])
        if event.leave_policy == "bot_replace" and winners & set(side):
            yield Seen("replaced_and_won", departure.account)


def _partners(event: MatchFinished) -> Iterator[Seen]:
    """`partner`: who sat on the same side."""
    for side in event.sides:
        together = [event.accounts[seat] for seat in side]
        for one, other in permutations(together, 2):
            if one is not None and other is not None:
                yield Seen("partner", one, other)

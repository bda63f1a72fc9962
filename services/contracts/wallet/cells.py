"""What the wallets of two cells say to each other about players who play away from home (services/wallet/RULES.md §14).

A cell is named by its id (`KAFENEIO_CELL`). Each message may come several times and in any order.
"""

from typing import ClassVar

from services.contracts.base import Event, Message


class HoldAsked(Message, frozen=True, tag="hold_asked"):
    """To the home of players who sit at a table elsewhere: hold the stake of each, or of none. `seats`: of the match,
    so that `stake_chips × seats` is the most that it can pay out."""

    match: str
    stake_chips: int
    seats: int
    accounts: list[str]


class HoldAnswered(Message, frozen=True, tag="hold_answered"):
    """From home: the stakes are held, or `error` says why not, and for which account."""

    match: str
    error: str | None = None
    account: str | None = None


class HoldReleased(Message, frozen=True, tag="hold_released"):
    """To home: the match did not begin. What is held goes back; what is not held yet never is."""

    match: str
    at_ms: int


class StakesSettled(Message, frozen=True, tag="stakes_settled"):
    """To home: the match has ended. `payouts`: account → chips, for every player of this home, 0 included."""

    match: str
    payouts: dict[str, int]
    at_ms: int


class Statement(Message, frozen=True, tag="statement"):
    """To home: what the sender counts for matches of the receiver's players that were released or settled after
    `from_ms` and until `until_ms`, by the sender's clock. `net_chips`: payouts less stakes."""

    from_ms: int
    until_ms: int
    matches: int
    net_chips: int


CellMessage = HoldAsked | HoldAnswered | HoldReleased | StakesSettled | Statement


class CellMessageSent(Event, frozen=True, kw_only=True):
    """The wallet of cell `sender` says something to that of `receiver`. It waits in the sender's queue for that cell;
    the bridge publishes it at the receiver's broker."""

    answered_by: ClassVar[str] = "cells"

    sender: str
    receiver: str
    message: CellMessage

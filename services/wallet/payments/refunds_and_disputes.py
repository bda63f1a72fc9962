"""What a provider has reported of the refunds and disputes of one payment, each by its own name (RULES.md §8).

Notices come any number of times and in any order, so each fact carries when the provider says that it was so: of
one dispute the newest news count; a refund that has failed has failed, whenever that comes. Facts of the same second,
or of providers that name no time, count in the order in which they can follow each other.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

DisputeState = Literal["open", "won", "lost", "reinstated"]
"""`reinstated`: the money has come back, however the dispute was decided before."""
_ORDER: dict[DisputeState, int] = {"open": 1, "won": 2, "lost": 3, "reinstated": 4}
_OWING = frozenset[DisputeState]({"open", "lost"})


class Total(msgspec.Struct, frozen=True, order=True):
    """How much of the payment was refunded at a moment, in all."""

    at_s: int = 0
    cents: int = 0

    def is_before(self, made: "Refund") -> bool:
        """Whether a refund was surely made after this, so that it is not in it."""
        return 0 < self.at_s < made.begun_s

    def may_lack(self, made: "Refund") -> bool:
        """Whether a refund was perhaps made after this."""
        return (made.begun_s or made.at_s) >= self.at_s

    def has_counted(self, failed: "Refund") -> bool:
        """Whether a refund that has failed is surely in it."""
        return 0 < failed.begun_s < self.at_s < failed.at_s

    def may_have_counted(self, failed: "Refund") -> bool:
        """Whether a refund that has failed is perhaps in it."""
        return failed.at_s >= self.at_s and (self.at_s == 0 or failed.begun_s <= self.at_s)


class Refund(msgspec.Struct, frozen=True):
    """One refund. `begun_s`: when it was made; `at_s`: when it was as it is here. `cents` None: the whole price."""

    at_s: int = 0
    begun_s: int = 0
    cents: int | None = None
    has_failed: bool = False


class DisputeFact(msgspec.Struct, frozen=True):
    """One dispute. `cents` None: it is about the whole price."""

    at_s: int
    state: DisputeState
    cents: int | None = None

    def is_owing(self) -> bool:
        """Whether the buyer has the money back, or may get it."""
        return self.state in _OWING


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything reported. `refunds`, `disputes`: by the provider's name for each."""

    total: Total = Total()
    refunds: dict[str, Refund] = {}
    disputes: dict[str, DisputeFact] = {}

    def with_total(self, reported: Total) -> "Facts":
        """With the refunds of the whole payment as they were at a moment."""
        return msgspec.structs.replace(self, total=max(self.total, reported))

    def with_refund(self, name: str, reported: Refund) -> "Facts":
        """With news of one refund."""
        known = self.refunds.get(name)
        newest = reported if known is None else max(known, reported, key=_refund_order)
        return msgspec.structs.replace(self, refunds=self.refunds | {name: newest})

    def with_dispute(self, name: str, reported: DisputeFact) -> "Facts":
        """With news of one dispute."""
        known = self.disputes.get(name)
        newest = reported if known is None else max(known, reported, key=_dispute_order)
        disputes = self.disputes | {name: newest}
        if name and known is None and "" in disputes and _is_named_now(disputes[""], reported):
            del disputes[""]
        return msgspec.structs.replace(self, disputes=disputes)

    def refunded_cents(self, price_cents: int) -> int:
        """What the buyer has got back by refunds.

        The total is exact for its moment: refunds made after it are added, those that have failed since are subtracted.
        Of what happened in the very second of the total, or has no time, it may know or not; between both the refunds
        that are known by themselves decide.
        """
        live = [each for each in self.refunds.values() if not each.has_failed]
        failed = [each for each in self.refunds.values() if each.has_failed]
        now = self.total
        least = now.cents + _sum(live, price_cents, now.is_before) - _sum(failed, price_cents, now.may_have_counted)
        most = now.cents + _sum(live, price_cents, now.may_lack) - _sum(failed, price_cents, now.has_counted)
        known = _sum(live, price_cents, lambda _each: True)
        return max(0, min(price_cents, max(least, min(most, known))))

    def disputed_cents(self, price_cents: int, *states: DisputeState) -> int:
        """What the disputes in these states are about; without states: those that owe."""
        wanted = states or tuple(_OWING)
        return min(
            price_cents,
            sum(_cents(each.cents, price_cents) for each in self.disputes.values() if each.state in wanted),
        )

    def owed_cents(self, price_cents: int) -> int:
        """How much of the price is to be returned: refunded, disputed or lost; never more than the price."""
        return min(price_cents, self.refunded_cents(price_cents) + self.disputed_cents(price_cents))


def _is_named_now(unnamed: DisputeFact, reported: DisputeFact) -> bool:
    """Whether a dispute from before each had its name is the one of which news come for the first time: an open one, or
    a lost one that is taken back. A lost one beside which another begins stays lost."""
    return unnamed.state == "open" or (unnamed.state == "lost" and reported.state in ("won", "reinstated"))


def _sum(refunds: list[Refund], price_cents: int, is_counted: Callable[[Refund], bool]) -> int:
    return sum(_cents(each.cents, price_cents) for each in refunds if is_counted(each))


def _cents(cents: int | None, price_cents: int) -> int:
    return price_cents if cents is None else max(0, min(cents, price_cents))


def _refund_order(reported: Refund) -> tuple[bool, int, int, int]:
    return reported.has_failed, reported.at_s, reported.begun_s, -1 if reported.cents is None else reported.cents


def _dispute_order(reported: DisputeFact) -> tuple[int, int, int]:
    return reported.at_s, _ORDER[reported.state], -1 if reported.cents is None else reported.cents

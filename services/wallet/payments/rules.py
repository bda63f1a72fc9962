"""Payments for packs: their states, and how many chips refunds and disputes cost (RULES.md §8).

A payment is `pending` until its provider says that it has been paid (`confirmed`) or never will be (`failed`). No state
is left but by these ways, so a notice may come any number of times and in any order.

Refunds and disputes are facts beside the state, each by its own name and with the time when the provider says that it
was so: of one dispute the newest fact counts; a refund that has failed has failed, whenever that is reported. Facts of
the same second, or of providers that name no time, count in the order in which they can follow each other. How many
chips they cost follows from all facts together.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import HOUSE_ISSUANCE, player
from services.wallet.ledger.double_entry import Batch, Transfer, issue, takeback_idem


class Pack(msgspec.Struct, frozen=True):
    """Chips for real money, counted in euro cents."""

    chips: int
    price_cents: int


PACKS: Mapping[str, Pack] = {
    "pack_5000": Pack(5_000, 199),
    "pack_15000": Pack(15_000, 499),
    "pack_40000": Pack(40_000, 999),
    "pack_100000": Pack(100_000, 1_999),
    "pack_300000": Pack(300_000, 4_999),
}
"""Setting `packs`."""

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


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything reported. `refunds`, `disputes`: by the provider's name for each."""

    total: Total = Total()
    refunds: dict[str, Refund] = {}
    disputes: dict[str, DisputeFact] = {}

    def with_total(self, reported: Total) -> "Facts":
        """With the refunds of the whole payment as they were at a moment."""
        return msgspec.structs.replace(self, total=max(self.total, reported))

    def with_refund(self, name: str, reported: Refund) -> "Facts":
        """With what is reported of one refund."""
        known = self.refunds.get(name)
        newest = reported if known is None else max(known, reported, key=_refund_order)
        return msgspec.structs.replace(self, refunds=self.refunds | {name: newest})

    def with_dispute(self, name: str, reported: DisputeFact) -> "Facts":
        """With what is reported of one dispute."""
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
    """Whether a dispute from before each had its name is the one that is reported with its name for the first time: an
    open one, or a lost one that is taken back. A lost one beside which another begins stays lost."""
    return unnamed.state == "open" or (unnamed.state == "lost" and reported.state in ("won", "reinstated"))


def _sum(refunds: list[Refund], price_cents: int, is_counted: Callable[[Refund], bool]) -> int:
    return sum(_cents(each.cents, price_cents) for each in refunds if is_counted(each))


def _cents(cents: int | None, price_cents: int) -> int:
    return price_cents if cents is None else max(0, min(cents, price_cents))


def _refund_order(reported: Refund) -> tuple[bool, int, int, int]:
    return reported.has_failed, reported.at_s, reported.begun_s, -1 if reported.cents is None else reported.cents


def _dispute_order(reported: DisputeFact) -> tuple[int, int, int]:
    return reported.at_s, _ORDER[reported.state], -1 if reported.cents is None else reported.cents


State = Literal["pending", "confirmed", "failed", "reversed"]
"""`reversed` stands in rows from before refunds were facts: all of it was refunded."""
NoticeKind = Literal[
    "paid",
    "failed",
    "reversed",
    "refunded",
    "refund_made",
    "refund_failed",
    "disputed",
    "dispute_won",
    "dispute_lost",
    "dispute_reinstated",
]
"""`refunded`: what of the payment was refunded so far, in all; `reversed`: all of it. The others are about one refund
or dispute (`Notice.object`)."""
Dispute = Literal["open", "won", "lost"]

_WAYS: dict[tuple[State, NoticeKind], State] = {
    ("pending", "paid"): "confirmed",
    ("failed", "paid"): "confirmed",
    ("pending", "failed"): "failed",
}
_DISPUTES: dict[NoticeKind, DisputeState] = {
    "disputed": "open",
    "dispute_won": "won",
    "dispute_lost": "lost",
    "dispute_reinstated": "reinstated",
}


def next_state(state: State, kind: NoticeKind) -> State:
    """The state after a notice of the provider; late notices change nothing."""
    return _WAYS.get((state, kind), state)


class Notice(msgspec.Struct, frozen=True):
    """A provider's notice about a payment, found by our id or by the provider's `references`.

    `amount_cents`: what was paid, was refunded in total so far, or is the amount of the one refund or dispute, in euro
    cents; -1: in another currency; None: the notice has none, so it is the whole price. `object`: the provider's name
    for the refund or dispute. `at_s`, `begun_s`: when it was so, and when the refund was made, in the provider's
    seconds; 0: it does not say.
    """

    kind: NoticeKind
    payment: str | None
    references: tuple[str, ...] = ()
    amount_cents: int | None = None
    object: str = ""
    at_s: int = 0
    begun_s: int = 0


class Standing(msgspec.Struct, frozen=True):
    """What is known of a payment: its state, and what was reported of its refunds and disputes."""

    state: State = "pending"
    facts: Facts = Facts()


def after_notice(before: Standing, notice: Notice, price_cents: int) -> Standing:
    """The standing after a notice."""
    return Standing(next_state(before.state, notice.kind), _facts(before.facts, notice, price_cents))


def _facts(facts: Facts, notice: Notice, price_cents: int) -> Facts:
    cents = None if notice.amount_cents == -1 else notice.amount_cents
    match notice.kind:
        case "reversed":
            return facts.with_total(Total(notice.at_s, price_cents))
        case "refunded":
            return facts.with_total(Total(notice.at_s, price_cents if cents is None else cents))
        case "refund_made" | "refund_failed" as kind:
            reported = Refund(notice.at_s, notice.begun_s, cents, kind == "refund_failed")
            return facts.with_refund(notice.object, reported)
        case "disputed" | "dispute_won" | "dispute_lost" | "dispute_reinstated" as kind:
            return facts.with_dispute(notice.object, DisputeFact(notice.at_s, _DISPUTES[kind], cents))
        case _:
            return facts


def due_chips(standing: Standing, chips: int, price_cents: int) -> int:
    """How many of a paid payment's chips its buyer may not keep: those of what is refunded, disputed or lost of the
    price, rounded down; all of them where all of it is."""
    return chips * standing.facts.owed_cents(price_cents) // price_cents


def dispute_of(facts: Facts) -> Dispute | None:
    """All disputes in one word: one is open, or else one is lost, or else all are won; None: there was none."""
    states = {each.state for each in facts.disputes.values()}
    if not states:
        return None
    return "open" if "open" in states else "lost" if "lost" in states else "won"


def find_pack(
    name: str, packs: Mapping[str, Pack] = PACKS, seen_cents: int | None = None, seen_chips: int | None = None
) -> Pack | Refusal:
    """A pack by its name, as the buyer has seen it: nothing is bought for another price, nor another number of chips.

    Refusals: `pack_unknown`, `price_changed` with what it is now.
    """
    pack = packs.get(name)
    if pack is None:
        return Refusal("pack_unknown")
    same = seen_cents in (None, pack.price_cents) and seen_chips in (None, pack.chips)
    return pack if same else Refusal("price_changed", {"chips": pack.chips, "price_cents": pack.price_cents})


def pack_batch(payment_id: str, account_id: str, chips: int) -> Batch:
    """Chips that a confirmed payment has bought."""
    return issue(f"pack:{payment_id}", account_id, chips, "pack")


def pack_back_batch(payment_id: str, number: int, account_id: str, chips: int) -> Batch:
    """Chips of a payment given back, because a dispute was won."""
    return issue(f"pack:{payment_id}:{number}", account_id, chips, "pack")


def pack_takeback_batch(payment_id: str, number: int, account_id: str, chips: int) -> Batch:
    """The `number`-th time, from 1, that chips of a payment are taken or given back."""
    idem = takeback_idem(f"pack:{payment_id}" if number == 1 else f"pack:{payment_id}:{number}")
    return Batch(idem, (Transfer(player(account_id), HOUSE_ISSUANCE, chips, "takeback"),))

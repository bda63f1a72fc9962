"""Refunds and disputes count each by its own name, however often and in whatever order they come (RULES.md §8)."""

import itertools
import random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.wallet.payments.providers.stripe_provider import _notice
from services.wallet.payments.rules import (
    DisputeFact,
    Facts,
    Refund,
    Standing,
    Total,
    after_notice,
    dispute_of,
    due_chips,
)
from tests.wallet.payments.stripe_events import event_of

PRICE_CENTS, CHIPS = 499, 15_000


def due(*events: tuple[str, dict[str, Any]], at_s: list[int] | None = None, start: Standing | None = None) -> int:
    """The chips that these notices of Stripe cost their buyer."""
    standing = start or Standing("confirmed")
    for number, (kind, thing) in enumerate(events):
        standing = after(standing, kind, thing, 0 if at_s is None else at_s[number])
    return due_chips(standing, CHIPS, PRICE_CENTS)


def after(standing: Standing, kind: str, thing: dict[str, Any], at_s: int) -> Standing:
    notice = _notice(event_of(kind, thing, at_s))
    return standing if notice is None else after_notice(standing, notice, PRICE_CENTS)


def dispute(name: str, status: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "object": "dispute", "charge": "ch_1", "payment_intent": "pi_1", "status": status} | more


def refund(name: str, cents: int, status: str = "succeeded", **more: Any) -> dict[str, Any]:
    common = {"id": name, "object": "refund", "charge": "ch_1", "payment_intent": "pi_1", "currency": "eur"}
    return common | {"amount": cents, "status": status} | more


def charge(cents: int) -> dict[str, Any]:
    return {"id": "ch_1", "payment_intent": "pi_1", "refunded": cents >= PRICE_CENTS, "amount_refunded": cents}


SECOND_DISPUTE = (
    ("charge.dispute.created", dispute("dp_1", "needs_response")),
    ("charge.dispute.closed", dispute("dp_1", "won")),
    ("charge.dispute.created", dispute("dp_2", "needs_response")),
    ("charge.dispute.closed", dispute("dp_2", "lost")),
)
FAILED_PART = (
    ("charge.refunded", charge(200)),
    ("refund.failed", refund("re_1", 200, "failed")),
    ("charge.refunded", charge(0)),
)
FAILED_WHOLE = (("charge.refunded", charge(PRICE_CENTS)), ("refund.failed", refund("re_1", PRICE_CENTS, "failed")))


@pytest.mark.parametrize(
    ("events", "chips"), [(SECOND_DISPUTE, CHIPS), (FAILED_PART, 0), (FAILED_WHOLE, 0)], ids=["second", "part", "whole"]
)
@pytest.mark.parametrize("is_timed", [True, False])
def test_what_was_decided_in_the_end_counts_in_every_order(events: Any, chips: int, is_timed: bool) -> None:
    in_time = [(each, 100 + number if is_timed else 0) for number, each in enumerate(events)]
    for order in itertools.permutations([*in_time, in_time[0]]):
        assert due(*(each for each, _ in order), at_s=[at for _, at in order]) == chips


@pytest.mark.parametrize(
    ("events", "chips"),
    [
        ([("charge.dispute.created", "warning_needs_response")], 0),
        ([("charge.dispute.created", "warning_needs_response"), ("charge.dispute.updated", "needs_response")], CHIPS),
        ([("charge.dispute.created", "warning_needs_response"), ("charge.dispute.closed", "warning_closed")], 0),
        (
            [("charge.dispute.created", "warning_under_review"), ("charge.dispute.funds_withdrawn", "needs_response")],
            CHIPS,
        ),
        ([("charge.dispute.updated", "under_review")], CHIPS),
        ([("charge.dispute.closed", "lost")], CHIPS),
        ([("charge.dispute.closed", "lost"), ("charge.dispute.funds_reinstated", "lost")], 0),
        ([("charge.dispute.closed", "lost"), ("charge.dispute.updated", "won")], 0),
        ([("charge.dispute.closed", "won"), ("charge.dispute.funds_withdrawn", "lost")], CHIPS),
        ([("charge.dispute.closed", "won"), ("charge.dispute.closed", "lost")], CHIPS),
        ([("charge.dispute.closed", "won"), ("charge.dispute.updated", "under_review")], CHIPS),
        ([("charge.dispute.closed", "prevented")], CHIPS),
        ([("charge.dispute.closed", "charge_refunded")], 0),
        ([("charge.dispute.created", "of a later version")], 0),
    ],
)
def test_how_a_dispute_goes_on(events: list[tuple[str, str]], chips: int) -> None:
    in_time = [((kind, dispute("dp_1", status)), number + 1) for number, (kind, status) in enumerate(events)]
    for order in itertools.permutations(in_time):
        assert due(*(each for each, _ in order), at_s=[at for _, at in order]) == chips


def test_a_dispute_about_a_part_costs_that_part_and_all_together_never_more_than_there_is() -> None:
    part = ("charge.dispute.created", dispute("dp_1", "needs_response", amount=100, currency="eur"))
    assert due(part) == 15_000 * 100 // 499
    assert due(part, ("charge.refunded", charge(300))) == 15_000 * 400 // 499
    assert due(part, ("charge.refunded", charge(450))) == CHIPS
    assert due(("charge.dispute.created", dispute("dp_1", "lost", amount=1, currency="usd"))) == CHIPS
    assert due(("refund.created", refund("re_1", -7))) == 0


def test_refunds_are_known_one_by_one_where_the_total_is_not_reported() -> None:
    made = ("refund.created", refund("re_1", 100, created=5)), ("refund.updated", refund("re_2", 50, created=6))
    assert due(*made, at_s=[5, 6]) == 15_000 * 150 // 499
    assert due(*made, ("charge.refund.updated", refund("re_1", 100, "canceled", created=5)), at_s=[5, 6, 7]) == (
        15_000 * 50 // 499
    )
    assert due(*made, ("charge.refunded", charge(150)), at_s=[5, 6, 6]) == 15_000 * 150 // 499


@pytest.mark.parametrize(
    ("before", "events", "chips"),
    [
        ("open", [dispute("dp_1", "won")], 0),
        ("open", [dispute("dp_1", "lost")], CHIPS),
        ("open", [dispute("dp_2", "needs_response"), dispute("dp_1", "lost"), dispute("dp_2", "won")], CHIPS),
        ("won", [dispute("dp_2", "needs_response"), dispute("dp_2", "lost")], CHIPS),
        ("lost", [dispute("dp_1", "won")], 0),
        ("lost", [dispute("dp_2", "needs_response"), dispute("dp_2", "won")], CHIPS),
    ],
)
def test_a_dispute_of_a_row_without_names_goes_on(before: Any, events: list[dict[str, Any]], chips: int) -> None:
    start = Standing("confirmed", Facts(disputes={"": DisputeFact(0, before)}))
    events_now = [("charge.dispute.updated", each) for each in events]
    assert due(*events_now, at_s=[10 + number for number in range(len(events))], start=start) == chips


# --- random lives of a payment, reported in random orders, against a slow account of what happened ---


class Life:
    """What happens to a payment, second by second, and everything that Stripe would send of it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.at_s = 1_000
        self.refunds: dict[str, tuple[int, int, bool]] = {}
        self.disputes: dict[str, tuple[str, int]] = {}
        self.sent: list[tuple[str, dict[str, Any], int]] = []

    def go_on(self) -> None:
        """One thing more happens, perhaps within the same second."""
        self.at_s += self.chance.choice([0, 0, 1, 50])
        self.chance.choice(
            [self.make_refund, self.fail_refund, self.begin_dispute, self.move_dispute, self.move_dispute]
        )()

    def refunded_cents(self) -> int:
        return sum(cents for cents, _, is_live in self.refunds.values() if is_live)

    def make_refund(self) -> None:
        room = PRICE_CENTS - self.refunded_cents()
        if room:
            name = f"re_{len(self.refunds) + 1}"
            self.refunds[name] = self.chance.choice([room, self.chance.randint(1, room)]), self.at_s, True
            self._send_refund(name, ["refund.created"], self.chance.choice(["pending", "succeeded"]))

    def fail_refund(self) -> None:
        live = [name for name, (_, _, is_live) in self.refunds.items() if is_live]
        if live:
            name = self.chance.choice(live)
            cents, begun_s, _ = self.refunds[name]
            self.refunds[name] = cents, begun_s, False
            self._send_refund(name, ["refund.failed", "charge.refund.updated"], "failed")

    def _send_refund(self, name: str, kinds: list[str], status: str) -> None:
        cents, begun_s, _ = self.refunds[name]
        for kind in kinds:
            self.sent.append((kind, refund(name, cents, status, created=begun_s), self.at_s))
        self.sent.append(("charge.refunded", charge(self.refunded_cents()), self.at_s))

    def begin_dispute(self) -> None:
        name = f"dp_{len(self.disputes) + 1}"
        status = self.chance.choice(["warning_needs_response", "needs_response"])
        cents = self.chance.choice([PRICE_CENTS, self.chance.randint(1, PRICE_CENTS)])
        self.disputes[name] = status, cents
        self._send_dispute(name, "charge.dispute.created")
        if status == "needs_response":
            self._send_dispute(name, "charge.dispute.funds_withdrawn")

    def move_dispute(self) -> None:
        """A step that banks take; a decision may be taken back later, never within its second."""
        if not self.disputes:
            return
        name = self.chance.choice([*self.disputes])
        status, cents = self.disputes[name]
        following = {
            "warning_needs_response": ["warning_under_review", "warning_closed", "needs_response"],
            "warning_under_review": ["warning_closed", "needs_response"],
            "warning_closed": ["warning_closed"],
            "needs_response": ["under_review", "won", "lost"],
            "under_review": ["won", "lost"],
            "won": ["lost"],
            "lost": ["won"],
        }[status]
        if status in ("won", "lost"):
            self.at_s += 1
        after = self.chance.choice(following)
        self.disputes[name] = after, cents
        kind = "closed" if after in ("won", "lost", "warning_closed") else "updated"
        self._send_dispute(name, f"charge.dispute.{kind}")
        if after == "won":
            self._send_dispute(name, "charge.dispute.funds_reinstated")
        elif status == "won" or after == "needs_response":
            self._send_dispute(name, "charge.dispute.funds_withdrawn")

    def _send_dispute(self, name: str, kind: str) -> None:
        status, cents = self.disputes[name]
        self.sent.append((kind, dispute(name, status, amount=cents, currency="eur"), self.at_s))

    def lost_cents(self) -> int:
        """What of the price the buyer has back, or in dispute, by what has really happened."""
        taken = [
            cents for status, cents in self.disputes.values() if status in ("needs_response", "under_review", "lost")
        ]
        return min(PRICE_CENTS, self.refunded_cents() + sum(taken))


class Telling(NamedTuple):
    """A seed of a life, how long it is, and a seed of the order in which it is reported."""

    seed: int
    length: int
    order: int


TELLINGS = st.builds(Telling, st.integers(0, 10**9), st.integers(1, 14), st.integers(0, 10**9))


@given(TELLINGS)
@settings(max_examples=400, deadline=None)
def test_the_chips_due_are_those_of_what_really_happened(telling: Telling) -> None:
    life = Life(telling.seed)
    for _ in range(telling.length):
        life.go_on()
    chance = random.Random(telling.order)
    heard_of = life.sent + chance.choices(life.sent, k=len(life.sent)) if life.sent else []
    chance.shuffle(heard_of)
    standing = Standing("confirmed")
    for kind, thing, at_s in heard_of:
        standing = after(standing, kind, thing, at_s)
        assert 0 <= due_chips(standing, CHIPS, PRICE_CENTS) <= CHIPS
    assert due_chips(standing, CHIPS, PRICE_CENTS) == CHIPS * life.lost_cents() // PRICE_CENTS
    assert standing.facts.owed_cents(PRICE_CENTS) == life.lost_cents()


@given(TELLINGS)
@settings(max_examples=100, deadline=None)
def test_each_notice_twice_or_in_another_order_is_the_same(telling: Telling) -> None:
    life = Life(telling.seed)
    for _ in range(telling.length):
        life.go_on()
    other = life.sent * 2
    random.Random(telling.order).shuffle(other)
    ends = set()
    for events in (life.sent, other):
        standing = Standing("confirmed")
        for kind, thing, at_s in events:
            standing = after(standing, kind, thing, at_s)
        ends.add((due_chips(standing, CHIPS, PRICE_CENTS), dispute_of(standing.facts)))
    assert len(ends) == 1


def test_a_total_knows_what_was_before_it_and_not_what_came_after() -> None:
    facts = Facts(
        Total(10, 300), {"a": Refund(5, 5, 100), "b": Refund(12, 11, 50), "c": Refund(12, 4, 80, has_failed=True)}
    )
    assert facts.refunded_cents(499) == 300 + 50 - 80


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, PRICE_CENTS), st.integers(0, PRICE_CENTS))
def test_a_refund_that_does_not_say_when_it_was_made_may_be_in_the_total_or_not(
    total_at_s: int, at_s: int, total_cents: int, cents: int
) -> None:
    """Reported before the total it is in it; otherwise the larger of both is what the buyer has surely got back."""
    facts = Facts(Total(total_at_s, total_cents), {"re_1": Refund(at_s=at_s, cents=cents)})
    expected = total_cents if at_s < total_at_s else max(total_cents, cents)
    assert facts.refunded_cents(PRICE_CENTS) == expected


@given(st.integers(2, 9), st.integers(0, PRICE_CENTS), st.integers(0, PRICE_CENTS), st.data())
def test_a_refund_that_had_failed_before_the_total_was_reported_takes_nothing_from_it(
    total_at_s: int, total_cents: int, cents: int, data: st.DataObject
) -> None:
    at_s = data.draw(st.integers(1, total_at_s - 1))
    failed = Refund(at_s, data.draw(st.integers(0, at_s)), cents, has_failed=True)
    facts = Facts(Total(total_at_s, total_cents), {"re_1": failed})
    assert facts.refunded_cents(PRICE_CENTS) == total_cents


@given(st.integers(0, PRICE_CENTS), st.integers(-PRICE_CENTS, -1), st.sampled_from(["open", "lost"]))
def test_less_than_nothing_counts_as_nothing(cents: int, less: int, state: Any) -> None:
    refunds = {"re_1": Refund(1, 1, cents), "re_2": Refund(1, 1, less)}
    assert Facts(refunds=refunds).refunded_cents(PRICE_CENTS) == cents
    disputes = {"dp_1": DisputeFact(1, state, cents), "dp_2": DisputeFact(1, state, less)}
    assert Facts(disputes=disputes).owed_cents(PRICE_CENTS) == cents

"""The wallet's arithmetic, worked out a second time from the words of RULES.md and compared over random inputs.

Nothing here looks at how the wallet computes: plain data in and out, by the names of RULES.md §12.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.services.wallet import CALCULATIONS

Case = dict[str, Any]
Settled = tuple[str, dict[int, int], int]
"""Outcome, payouts by seat, rake."""

STEPS = ((200, 40), (500, 35), (1_000, 30), (2_000, 25), (5_000, 20), (10_000, 15), (25_000, 10), (100_000, 5))
"""Stakes from, percent."""
PAIRS = [[0, 2], [1, 3]]
TWO = [[0], [1]]

stakes = st.one_of(
    st.integers(100, 499_999).map(lambda half: 2 * half + 1),  # leaves a chip over wherever two share
    st.integers(200, 1_000_000),
    st.builds(lambda step, by: max(200, step[0] + by), st.sampled_from(STEPS), st.integers(-1, 1)),
)


def percent(stake: int) -> int:
    return [rate for least, rate in STEPS if least <= stake][-1]


def rake(stake: int) -> int:
    return stake * percent(stake) // 100 if stake else 0


def shares(chips: int, seats: Sequence[int]) -> dict[int, int]:
    """Equal whole shares, what is left over one each to the lowest seats (§5)."""
    whole, left = divmod(chips, len(seats))
    return {seat: whole + (place < left) for place, seat in enumerate(sorted(seats))}


def refunded(case: Case, outcome: str) -> Settled:
    return outcome, {seat: case["stake"] for side in case["sides"] for seat in side}, 0


def won(case: Case, winners: Sequence[int], outcome: str) -> Settled:
    """The winners share what the losers lose, less the rake of each losing stake."""
    stake, seats = case["stake"], [seat for side in case["sides"] for seat in side]
    losers = [seat for seat in seats if seat not in winners]
    gain = shares(len(losers) * (stake - rake(stake)), winners)
    payouts = {seat: stake + gain[seat] if seat in winners else 0 for seat in seats}
    return outcome, payouts, len(losers) * rake(stake)


def played_out(case: Case) -> Settled:
    seats = {seat for side in case["sides"] for seat in side}
    if case["result"] == "tie" or set(case["result"]["winners"]) == seats:
        return refunded(case, "tied")
    return won(case, case["result"]["winners"], "won")


def replaced(case: Case) -> Settled:
    """The five clauses of §5.1."""
    gone, seats = set(case["departed"]), {seat for side in case["sides"] for seat in side}
    winners = set() if case["result"] == "tie" else set(case["result"]["winners"])
    if gone == seats or (winners and winners <= gone):
        return refunded(case, "void")
    if not gone or not winners:
        return played_out(case)
    gain = shares(case["stake"] * len(seats - winners), sorted(winners - gone))
    return "won", {seat: (case["stake"] + gain.get(seat, 0)) * (seat in winners) for seat in seats}, 0


def eliminated(case: Case) -> Settled:
    """The leavers have lost; who is left alone has won at that moment."""
    alive = [side[0] for side in case["sides"]]
    for seat in case["departed"]:
        alive.remove(seat)
        if len(alive) == 1:
            return won(case, alive, "forfeited")
    return won(case, alive if case["result"] == "tie" else case["result"]["winners"], "won")


def paused(case: Case) -> Settled:
    if not case["first_round_done"]:
        return refunded(case, "not_completed")
    leaver = case["departed"][0]
    opponents = next(side for side in case["sides"] if leaver not in side)
    outcome, payouts, _ = refunded(case, "not_completed")
    gain = shares(case["stake"], opponents)
    if isinstance(case["result"], dict) and set(case["result"]["winners"]) == set(opponents):
        outcome = "forfeited"
    return outcome, {seat: 0 if seat == leaver else chips + gain.get(seat, 0) for seat, chips in payouts.items()}, 0


def settled(case: Case) -> Settled:
    """§5 in one place."""
    policy, departed = case["policy"], case["departed"]
    if case["result"] == "void":
        return refunded(case, "void")
    if policy == "bot_replace":
        return replaced(case)
    if not departed:
        return played_out(case)
    if policy == "pause_return":
        return paused(case)
    if policy != "concede" and not case["first_round_done"]:
        return refunded(case, "void")
    if policy == "eliminate":
        return eliminated(case)
    others = next(side for side in case["sides"] if departed[0] not in side)
    return won(case, others, "conceded" if policy == "concede" else "forfeited")


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A match of any policy as it may end."""
    policy = draw(st.sampled_from(["forfeit", "eliminate", "concede", "bot_replace", "pause_return"]))
    alone = [[seat] for seat in range(draw(st.integers(2, 6)))]
    sides = alone if policy == "eliminate" else draw(st.sampled_from([TWO, PAIRS]))
    seats = [seat for side in sides for seat in side]
    departed = draw(st.lists(st.sampled_from(seats), unique=True, max_size=len(seats)))
    if policy == "eliminate":
        winners: st.SearchStrategy[list[int]] = st.lists(st.sampled_from(seats), unique=True, min_size=1).map(sorted)
        remaining = [seat for seat in seats if seat not in departed]
        if remaining:
            winners = st.lists(st.sampled_from(remaining), unique=True, min_size=1).map(sorted)
    else:
        winners = st.sampled_from(sides)
    result = draw(
        st.sampled_from(["tie", "void"])
        if draw(st.integers(0, 7)) == 7
        else st.builds(lambda it: {"winners": it}, winners)
    )
    return {
        "policy": policy,
        "stake": draw(stakes) if draw(st.integers(0, 15)) < 15 else 0,
        "sides": sides,
        "result": result,
        "departed": departed,
        "first_round_done": draw(st.integers(0, 3)) < 3,
    }


def by_seat(chips: dict[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(chips.items())}


@given(stakes)
def test_the_rake_of_any_stake_is_the_percentage_of_its_step(stake: int) -> None:
    assert CALCULATIONS["rake"](stake=stake) == {"rate_bps": percent(stake) * 100, "rake": rake(stake)}


@given(cases())
@settings(max_examples=120)
def test_every_settlement_comes_out_as_the_rules_read(case: Case) -> None:
    outcome, payouts, taken = settled(case)
    assert CALCULATIONS["settle"](**case) == {"outcome": outcome, "payouts": by_seat(payouts), "rake": taken}
    assert sum(payouts.values()) + taken == case["stake"] * len(payouts)


@given(cases(), st.data())
@settings(max_examples=80)
def test_a_correction_moves_the_differences_and_leaves_no_debt(case: Case, data: st.DataObject) -> None:
    """The first settlement is any that moves all the stakes."""
    _outcome, payouts, taken = settled(case)
    seats = sorted(payouts)
    winners = data.draw(st.lists(st.sampled_from(seats), unique=True, min_size=1, max_size=len(seats) - 1))
    _, first, first_rake = won(case, winners, "won")
    balances = {seat: data.draw(st.integers(0, 2 * case["stake"] + 1)) for seat in seats}
    fields = {name: given for name, given in case.items() if name != "result"}
    settlement = {"payouts": by_seat(first), "rake": first_rake}
    answer = CALCULATIONS["correct"](
        **fields, settled=settlement, new_result=case["result"], balances=by_seat(balances)
    )
    deltas = {seat: payouts[seat] - first[seat] for seat in seats}
    missing = {seat: -deltas[seat] - balances[seat] for seat in seats}
    assert answer == {
        "payouts": by_seat(payouts),
        "rake": taken,
        "deltas": by_seat(deltas),
        "rake_delta": taken - first_rake,
        "shortfalls": by_seat({seat: chips for seat, chips in missing.items() if chips > 0}),
    }

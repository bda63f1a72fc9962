"""The ledger, bets, invitations and ages, worked out a second time from the words of RULES.md over random inputs.

Nothing here looks at how the wallet computes: plain data in and out, by the names of RULES.md §12.
"""

import json
from datetime import date, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.services.wallet import CALCULATIONS

Batch = dict[str, Any]

MATCH, TOURNAMENT = "escrow:match:m", "escrow:tournament:t"
PLAYERS = ("player:ana", "player:ben")
ACCOUNTS = (*PLAYERS, MATCH, TOURNAMENT, *(f"house:{name}" for name in ("issuance", "rake", "shop", "lottery")),
            *(f"house:{name}" for name in ("bank", "prizes", "corrections")))  # fmt: skip
WAYS = {
    "welcome": "issuance>player", "invite_inviter": "issuance>player", "invite_invitee": "issuance>player",
    "free_ticket": "issuance>player", "pack": "issuance>player", "takeback": "player>issuance",
    "stake_hold": "player>match", "stake_refund": "match>player", "payout": "match>player", "rake": "match>rake",
    "bet": "player>match", "bet_result": "match>player match>bank bank>match",
    "item": "player>shop", "avatar": "player>shop", "ticket": "player>lottery", "ticket_prize": "lottery>player",
    "entry": "player>tournament", "entry_refund": "tournament>player", "prize": "tournament>player prizes>player",
    "entry_income": "tournament>prizes tournament>rake", "board_prize": "prizes>player",
}  # fmt: skip
"""The table of kinds in §2."""


def may_go(transfer: dict[str, Any]) -> bool:
    source, target = transfer["from"], transfer["to"]
    if source == target:
        return False
    names = {account: account.split(":")[1 if account.startswith(("house", "escrow")) else 0] for account in ACCOUNTS}
    return transfer["kind"] == "correction" or f"{names[source]}>{names[target]}" in WAYS[transfer["kind"]].split()


class Ledger:
    """The promises of §2, as plainly as they are written."""

    def __init__(self, balances: dict[str, int]) -> None:
        self.balances = dict(balances)
        self.bodies: dict[str, str] = {}

    def post(self, batch: Batch) -> str:
        body = json.dumps(batch, sort_keys=True, separators=(",", ":"))
        if batch["idem"] in self.bodies:
            return "replayed" if self.bodies[batch["idem"]] == body else "idempotency_conflict"
        if not all(map(may_go, batch["transfers"])):
            return "transfer_not_allowed"
        after = dict(self.balances)
        for transfer in batch["transfers"]:
            after[transfer["from"]] = after.get(transfer["from"], 0) - transfer["amount"]
            after[transfer["to"]] = after.get(transfer["to"], 0) + transfer["amount"]
            if after[transfer["from"]] < 0 and not transfer["from"].startswith("house:"):
                return "insufficient_chips"
        self.balances, self.bodies[batch["idem"]] = after, body
        return "applied"


@st.composite
def transfers(draw: st.DrawFn) -> dict[str, Any]:
    """Most go a way that their kind goes."""
    kind = draw(st.sampled_from([*WAYS, "correction"]))
    every = [{"from": one, "to": other, "kind": kind} for one in ACCOUNTS for other in ACCOUNTS]
    right = [way for way in every if may_go(way)]
    way = draw(st.sampled_from(right if draw(st.integers(0, 9)) else every))
    return way | {"amount": 10 * draw(st.integers(1, 5))}


batches = st.builds(
    lambda idem, moved: {"idem": idem, "transfers": moved},
    st.sampled_from("abcdef"),
    st.lists(transfers(), min_size=1, max_size=3),
)


@given(st.lists(batches, min_size=1, max_size=8), *[st.sampled_from([0, 10, 20, 50, 100])] * 2)
@settings(max_examples=80)
def test_batches_post_as_a_plain_ledger_does(posted: list[Batch], ana: int, ben: int) -> None:
    begin = {PLAYERS[0]: ana, PLAYERS[1]: ben, "house:issuance": -ana - ben}
    asked = [again for batch in posted for again in (batch, batch)]
    ledger = Ledger(begin)
    results = [ledger.post(batch) for batch in asked]
    answer = CALCULATIONS["post"](balances=begin, batches=asked)
    assert answer["results"] == results
    assert {name: chips for name, chips in answer["balances"].items() if chips or name in begin} == {
        name: chips for name, chips in ledger.balances.items() if chips or name in begin
    }
    assert sum(answer["balances"].values()) == 0


@st.composite
def bets(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["main", "side", None]))
    stake = draw(st.one_of(st.integers(1, 60_000), st.sampled_from([19, 20, 199, 200, 2_000, 2_001])))
    odds = draw(st.sampled_from([[1, 1], [95, 100], [1, 2], [8, 1], [12, 1]]))
    bet = {"stake": stake, "pays": odds, "result": draw(st.sampled_from(["win", "push", "lose"]))}
    return bet if kind is None else bet | {"kind": kind}


def house_answer(laid: list[dict[str, Any]]) -> dict[str, Any]:
    total = sum(bet["stake"] for bet in laid)
    if total < 200 or any(bet["stake"] < {"main": 200, "side": 20}.get(bet.get("kind", ""), 1) for bet in laid):
        return {"error": "bet_below_minimum"}
    if total > 100_000 or any(bet["stake"] > 2_000 for bet in laid if bet.get("kind") == "side"):
        return {"error": "bet_above_maximum"}
    won = sum(bet["stake"] * bet["pays"][0] // bet["pays"][1] for bet in laid if bet["result"] == "win")
    credited = won + sum(bet["stake"] for bet in laid if bet["result"] != "lose")
    return {"credited": credited, "net": credited - total}


@given(st.lists(bets(), max_size=5))
@settings(max_examples=80)
def test_a_round_of_bets_brings_what_each_brings(laid: list[dict[str, Any]]) -> None:
    assert CALCULATIONS["house_round"](bets=laid) == house_answer(laid)


INACTIVE = ("suspended", "blocked", "self_excluded", "closed")


@given(st.tuples(*[st.booleans()] * 3), st.integers(3, 6), st.integers(28, 31), st.sampled_from(["active", *INACTIVE]))
def test_the_first_check_that_matches_judges_an_invitation(
    seen: tuple[bool, bool, bool], today: int, month: int, state: str
) -> None:
    known, device, email = seen
    if not known:
        expected = (0, 0, "invite_unknown")
    elif device or email:
        expected = (0, 0, "invite_self")
    elif today >= 5 or month >= 30:
        expected = (0, 1000, "invite_capped")
    else:
        expected = (0, 1000, "inviter_inactive") if state in INACTIVE else (2000, 1000, "rewarded")
    answer = CALCULATIONS["invite"](
        code_known=known,
        same_device=device,
        same_email=email,
        rewarded_today=today,
        rewarded_month=month,
        inviter_state=state,
    )
    assert answer == dict(zip(("inviter", "invitee", "invite_result"), expected, strict=True))


@given(st.dates(date(1900, 1, 1), date(2030, 12, 31)), st.integers(0, 40_000))
@settings(max_examples=80)
def test_an_age_is_the_number_of_birthdays_so_far(born: date, days: int) -> None:
    today = born + timedelta(days=days)
    leap = [year for year in range(1900, 2150) if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)]
    birthdays = [
        date(year, 3, 1) if (born.month, born.day) == (2, 29) and year not in leap else born.replace(year=year)
        for year in range(born.year + 1, today.year + 1)
    ]
    years = sum(birthday <= today for birthday in birthdays)
    assert CALCULATIONS["age"](birth_date=born.isoformat(), today=today.isoformat()) == {"years": years}


@given(*[st.integers(0, 300)] * 4)
def test_a_loss_limit_refuses_what_would_pass_it(limit: int, put_in: int, returned: int, amount: int) -> None:
    passes = max(0, put_in - returned) + amount > limit
    answer = CALCULATIONS["loss_check"](limit=limit, put_in=put_in, returned=returned, amount=amount)
    assert answer == ({"error": "loss_limit"} if passes else {"allowed": True})

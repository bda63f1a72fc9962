"""The pure functions by name, fed and read as JSON (services/wallet/RULES.md §12)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.services.wallet import CALCULATIONS

NAMES = {
    "rake", "settle", "correct", "concession_score", "post", "house_round", "lottery", "free_ticket", "invite",
    "share_link", "age", "limit_change", "loss_check",
}  # fmt: skip
PAIRS = [[0, 2], [1, 3]]


def calculate(name: str, **fields: Any) -> dict[str, Any]:
    """What comes back when question and answer travel as JSON."""
    answer = CALCULATIONS[name](**json.loads(json.dumps(fields)))
    assert json.loads(json.dumps(answer)) == answer
    return answer


def test_every_function_of_the_rules_is_there() -> None:
    assert set(CALCULATIONS) == NAMES


# --- rake, settle, correct, concession_score ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "answer"),
    [
        (200, {"rate_bps": 4000, "rake": 80}),
        (333, {"rate_bps": 4000, "rake": 133}),
        (499, {"rate_bps": 4000, "rake": 199}),
        (500, {"rate_bps": 3500, "rake": 175}),
        (999, {"rate_bps": 3500, "rake": 349}),
        (1_000, {"rate_bps": 3000, "rake": 300}),
        (10_000, {"rate_bps": 1500, "rake": 1_500}),
        (1_000_000, {"rate_bps": 500, "rake": 50_000}),
        (199, {"error": "stake_below_minimum"}),
        (0, {"error": "stake_below_minimum"}),
        (1_000_001, {"error": "stake_above_maximum"}),
        (200.5, {"error": "stake_invalid"}),
        ("200", {"error": "stake_invalid"}),
        (None, {"error": "stake_invalid"}),
    ],
)
def test_rake(stake: object, answer: dict[str, Any]) -> None:
    assert calculate("rake", stake=stake) == answer


def settle(**changes: Any) -> dict[str, Any]:
    match = {
        "policy": "bot_replace",
        "stake": 1_000,
        "sides": PAIRS,
        "result": {"winners": [0, 2]},
        "departed": [],
        "first_round_done": True,
    }
    return calculate("settle", **(match | changes))


@pytest.mark.parametrize(
    ("departed", "outcome", "payouts", "rake"),
    [
        ([], "won", [1700, 0, 1700, 0], 600),
        ([1], "won", [2000, 0, 2000, 0], 0),
        ([0], "won", [1000, 0, 3000, 0], 0),
        ([0, 1], "won", [1000, 0, 3000, 0], 0),
        ([0, 2], "void", [1000, 1000, 1000, 1000], 0),
        ([0, 1, 2, 3], "void", [1000, 1000, 1000, 1000], 0),
    ],
)
def test_settle_with_a_computer_player(departed: list[int], outcome: str, payouts: list[int], rake: int) -> None:
    by_seat = {str(seat): chips for seat, chips in enumerate(payouts)}
    assert settle(departed=departed) == {"outcome": outcome, "payouts": by_seat, "rake": rake}


def test_settle_after_a_departure() -> None:
    left = {"departed": [1], "result": None}
    assert settle(policy="forfeit", **left)["outcome"] == "forfeited"
    assert settle(policy="forfeit", **left, first_round_done=False)["outcome"] == "void"
    assert settle(policy="concede", **left)["outcome"] == "conceded"
    assert settle(policy="pause_return", **left) == {
        "outcome": "not_completed",
        "payouts": {"0": 1500, "1": 0, "2": 1500, "3": 1000},
        "rake": 0,
    }
    alone = settle(policy="eliminate", sides=[[0], [1]], **left)
    assert alone == {"outcome": "forfeited", "payouts": {"0": 1700, "1": 0}, "rake": 300}


def test_settle_takes_a_tiebreak_by_rating_as_a_tie_of_two_sides() -> None:
    named = {"winners": [0, 2], "reason": "rating_tiebreak"}
    assert settle(result=named) == settle(result="tie")
    assert settle(result="tie")["outcome"] == "tied"
    shared = settle(policy="eliminate", sides=[[0], [1], [2]], result=named)
    assert shared == {"outcome": "won", "payouts": {"0": 1350, "1": 0, "2": 1350}, "rake": 300}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"stake": 199}, "stake_below_minimum"),
        ({"stake": 1_000_001}, "stake_above_maximum"),
        ({"stake": "1000"}, "stake_invalid"),
        ({"policy": "shrug"}, "policy_invalid"),
        ({"policy": None}, "bad_parameters"),
        ({"sides": [[0, 1]]}, "bad_parameters"),
        ({"sides": [[0, "2"], [1, 3]]}, "bad_parameters"),
        ({"result": None}, "bad_parameters"),
        ({"result": "draw"}, "bad_parameters"),
        ({"result": {"winners": [0]}}, "bad_parameters"),
        ({"departed": [9]}, "bad_parameters"),
        ({"surprise": 1}, "bad_parameters"),
    ],
)
def test_settle_refuses_what_it_cannot_read(changes: dict[str, Any], error: str) -> None:
    assert settle(**changes) == {"error": error}


def test_a_friendly_match_settles_for_nothing() -> None:
    assert settle(stake=0)["payouts"] == {"0": 0, "1": 0, "2": 0, "3": 0}


def correct(**changes: Any) -> dict[str, Any]:
    case = {
        "policy": "concede",
        "stake": 500,
        "sides": [[0], [1]],
        "settled": {"payouts": {"0": 825, "1": 0}, "rake": 175},
        "new_result": "void",
        "balances": {"0": 825, "1": 0},
    }
    return calculate("correct", **(case | changes))


def test_correct() -> None:
    answer = {
        "payouts": {"0": 500, "1": 500},
        "rake": 0,
        "deltas": {"0": -325, "1": 500},
        "rake_delta": -175,
        "shortfalls": {},
    }
    assert correct() == answer
    assert correct(balances={"0": 100, "1": 0}) == answer | {"shortfalls": {"0": 225}}


def test_correct_with_a_departure_settles_it_as_the_policy_does() -> None:
    assert correct(new_result=None, departed=[0])["payouts"] == {"0": 0, "1": 825}


def test_correct_takes_seats_as_numbers_too() -> None:
    answer = CALCULATIONS["correct"](
        policy="concede",
        stake=500,
        sides=[[0], [1]],
        settled={"payouts": {0: 825, 1: 0}, "rake": 175},
        new_result="void",
        balances={0: 100, 1: 0},
    )
    assert answer["shortfalls"] == {"0": 225}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"balances": {}}, "account_unknown"),
        ({"balances": {"0": -1}}, "bad_parameters"),
        ({"settled": {"payouts": {"0": 825}, "rake": 175}}, "bad_parameters"),
        ({"settled": {"payouts": {"a": 825}, "rake": 175}}, "bad_parameters"),
        ({"settled": None}, "bad_parameters"),
        ({"stake": 5}, "stake_below_minimum"),
    ],
)
def test_correct_refuses_what_it_cannot_read(changes: dict[str, Any], error: str) -> None:
    assert correct(**changes) == {"error": error}


@pytest.mark.parametrize(("points", "recorded"), [(3, 7), (5, 7), (6, 8)])
def test_concession_score(points: int, recorded: int) -> None:
    assert calculate("concession_score", target=7, points_of_stayer=points) == {"recorded_points": recorded}


# --- post --------------------------------------------------------------------------------------------------------


def leg(source: str, target: str, amount: object, kind: str) -> dict[str, Any]:
    return {"from": source, "to": target, "amount": amount, "kind": kind}


HOLD = {
    "idem": "hold:m1",
    "transfers": [
        leg("player:a", "escrow:match:m1", 500, "stake_hold"),
        leg("player:b", "escrow:match:m1", 500, "stake_hold"),
    ],
}
SETTLE = {
    "idem": "settle:m1:0",
    "transfers": [leg("escrow:match:m1", "player:a", 825, "payout"), leg("escrow:match:m1", "house:rake", 175, "rake")],
}


def test_post_applies_batches_and_recognises_them() -> None:
    other = SETTLE | {"transfers": [leg("escrow:match:m1", "player:b", 825, "payout")]}
    answer = calculate("post", balances={"player:a": 500, "player:b": 600}, batches=[HOLD, HOLD, SETTLE, other, SETTLE])
    assert answer == {
        "results": ["applied", "replayed", "applied", "idempotency_conflict", "replayed"],
        "balances": {"player:a": 825, "player:b": 100, "escrow:match:m1": 0, "house:rake": 175},
    }


def test_post_refuses_a_batch_whole_and_lets_it_be_tried_again() -> None:
    fund = {"idem": "pack:1", "transfers": [leg("house:issuance", "player:b", 100, "pack")]}
    answer = calculate("post", balances={"player:a": 500, "player:b": 400}, batches=[HOLD, fund, HOLD])
    assert answer["results"] == ["insufficient_chips", "applied", "applied"]
    refused = calculate("post", balances={"player:a": 500, "player:b": 400}, batches=[HOLD])
    assert refused["balances"] == {"player:a": 500, "player:b": 400}


def test_post_checks_overdraft_in_list_order() -> None:
    legs = [
        leg("player:a", "escrow:match:m", 10, "stake_hold"),
        leg("escrow:match:m", "player:b", 10, "payout"),
    ]
    balances = {"player:a": 10, "player:b": 0}
    for transfers, result in ((legs, "applied"), (legs[::-1], "insufficient_chips")):
        answer = calculate("post", balances=balances, batches=[{"idem": "x", "transfers": transfers}])
        assert answer["results"] == [result]


@pytest.mark.parametrize(
    ("batch", "error"),
    [
        ({"idem": "x", "transfers": [leg("player:a", "player:b", 1, "payout")]}, "transfer_not_allowed"),
        ({"idem": "x", "transfers": [leg("player:a", "house:shop", 1.5, "item")]}, "amount_invalid"),
        ({"idem": "x", "transfers": [leg("player:a", "house:shop", 0, "item")]}, "amount_invalid"),
        ({"idem": "x", "transfers": [leg("player:a", "house:shop", 2**53, "item")]}, "amount_invalid"),
        ({"idem": "x", "transfers": [leg("player:z", "house:shop", 1, "item")]}, "account_unknown"),
        ({"idem": "x", "transfers": [leg("house:issuance", "player:z", 1, "pack")]}, "account_unknown"),
        ({"idem": "x", "transfers": [leg("player:a", "house:attic", 1, "item")]}, "account_unknown"),
        ({"idem": "x", "transfers": [leg("player:a", "house:shop", 51, "item")]}, "insufficient_chips"),
        ({"idem": "", "transfers": [leg("player:a", "house:shop", 1, "item")]}, "bad_parameters"),
        ({"idem": "x", "transfers": []}, "bad_parameters"),
        ({"transfers": []}, "bad_parameters"),
        ("x", "bad_parameters"),
        (None, "bad_parameters"),
    ],
)
def test_post_returns_the_code_of_a_refused_batch(batch: object, error: str) -> None:
    balances = {"player:a": 50, "player:b": 0}
    assert calculate("post", balances=balances, batches=[batch]) == {"results": [error], "balances": balances}


KINDS = st.sampled_from([
    ("player:a", "escrow:match:m", "stake_hold"),
    ("escrow:match:m", "player:b", "payout"),
    ("escrow:match:m", "house:rake", "rake"),
    ("house:issuance", "player:a", "pack"),
    ("player:b", "player:a", "payout"),
    ("player:z", "house:shop", "item"),
])  # fmt: skip
LEGS = st.builds(lambda way, amount: leg(way[0], way[1], amount, way[2]), KINDS, st.integers(0, 60))
BATCHES = st.lists(
    st.fixed_dictionaries({"idem": st.sampled_from("xyz"), "transfers": st.lists(LEGS, max_size=3)}), max_size=6
)


@settings(max_examples=100)
@given(BATCHES)
def test_post_never_makes_chips_and_a_refused_or_replayed_batch_changes_nothing(batches: list[dict[str, Any]]) -> None:
    start = {"player:a": 50, "player:b": 20}
    answer = calculate("post", balances=start, batches=batches)
    assert sum(answer["balances"].values()) == 70
    assert all(chips >= 0 for account, chips in answer["balances"].items() if not account.startswith("house:"))
    applied = [batch for batch, result in zip(batches, answer["results"], strict=True) if result == "applied"]
    assert calculate("post", balances=start, batches=applied) == {
        "results": ["applied"] * len(applied),
        "balances": answer["balances"],
    }
    assert calculate("post", balances=start, batches=applied * 2)["balances"] == answer["balances"]


# --- games of chance ---------------------------------------------------------------------------------------------


def bet(stake: object, num: int, den: int, result: str = "win", **kind: str) -> dict[str, Any]:
    return {"stake": stake, "pays": [num, den], "result": result, **kind}


@pytest.mark.parametrize(
    ("bets", "answer"),
    [
        ([bet(333, 95, 100)], {"credited": 649, "net": 316}),
        ([bet(333, 1, 2)], {"credited": 499, "net": 166}),
        ([bet(333, 95, 100, "push")], {"credited": 333, "net": 0}),
        ([bet(333, 95, 100, "lose")], {"credited": 0, "net": -333}),
        ([bet(333, 95, 100), bet(333, 1, 2), bet(20, 8, 1, "lose", kind="side")], {"credited": 1148, "net": 462}),
        ([bet(199, 1, 1)], {"error": "bet_below_minimum"}),
        ([bet(199, 1, 1, kind="main"), bet(20, 8, 1, kind="side")], {"error": "bet_below_minimum"}),
        ([bet(200, 1, 1, kind="main"), bet(19, 8, 1, kind="side")], {"error": "bet_below_minimum"}),
        ([bet(100_001, 1, 1)], {"error": "bet_above_maximum"}),
        ([bet(1.5, 1, 1)], {"error": "amount_invalid"}),
        ([{"pays": [1, 1], "result": "win"}], {"error": "amount_invalid"}),
        ([bet(200, 1, 0)], {"error": "bad_parameters"}),
        ([bet(200, 1, 1, "maybe")], {"error": "bad_parameters"}),
        ([bet(200, 1, 1, kind="odd")], {"error": "bad_parameters"}),
        ([{"stake": 200, "result": "win"}], {"error": "bad_parameters"}),
    ],
)
def test_a_bank_round_credits_each_bet_by_its_result(bets: list[dict[str, Any]], answer: dict[str, Any]) -> None:
    assert calculate("house_round", bets=bets) == answer


@pytest.mark.parametrize(
    ("name", "draw", "answer"),
    [
        ("lot_200", 4, {"prize": 20_000}),
        ("lot_200", 5, {"prize": 4_000}),
        ("lot_20000", 0, {"prize": 20_000_000}),
        ("free", 9_999, {"prize": 100}),
        ("lot_1", 0, {"error": "lottery_unknown"}),
        ("free", 10_000, {"error": "bad_parameters"}),
        ("free", -1, {"error": "bad_parameters"}),
        ("free", "0", {"error": "bad_parameters"}),
    ],
)
def test_lottery(name: str, draw: object, answer: dict[str, Any]) -> None:
    assert calculate("lottery", lottery=name, draw=draw) == answer


@pytest.mark.parametrize(
    ("claimed", "now", "answer"),
    [
        (None, "2027-03-10T18:00:00Z", {"allowed": True}),
        ("2027-03-10T14:00:00.000Z", "2027-03-10T18:00:00.000Z", {"allowed": True}),
        (
            "2027-03-10T14:00:00.000Z",
            "2027-03-10T17:59:59.999Z",
            {"error": "ticket_not_ready", "ready_at": "2027-03-10T18:00:00.000Z"},
        ),
        (1_000, 14_400_999, {"error": "ticket_not_ready", "ready_at": 14_401_000}),
        (1_000, 14_401_000, {"allowed": True}),
        ("yesterday", "2027-03-10T18:00:00Z", {"error": "bad_parameters"}),
        (None, "now", {"error": "bad_parameters"}),
        (None, None, {"error": "bad_parameters"}),
    ],
)
def test_free_ticket(claimed: object, now: object, answer: dict[str, Any]) -> None:
    assert calculate("free_ticket", last_claim_at=claimed, now=now) == answer


# --- invitations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "inviter", "invitee", "result"),
    [
        ({}, 2_000, 1_000, "rewarded"),
        ({"code_known": False}, 0, 0, "invite_unknown"),
        ({"same_device": True, "rewarded_today": 5}, 0, 0, "invite_self"),
        ({"same_email": True}, 0, 0, "invite_self"),
        ({"rewarded_today": 5, "inviter_state": "closed"}, 0, 1_000, "invite_capped"),
        ({"rewarded_month": 30}, 0, 1_000, "invite_capped"),
        ({"inviter_state": "suspended"}, 0, 1_000, "inviter_inactive"),
        ({"inviter_state": "self-excluded"}, 0, 1_000, "inviter_inactive"),
    ],
)
def test_invite(changes: dict[str, Any], inviter: int, invitee: int, result: str) -> None:
    plain = {
        "code_known": True,
        "same_device": False,
        "same_email": False,
        "rewarded_today": 4,
        "rewarded_month": 29,
        "inviter_state": "active",
    }
    answer = {"inviter": inviter, "invitee": invitee, "invite_result": result}
    assert calculate("invite", **(plain | changes)) == answer


def test_invite_needs_to_know_all_of_a_known_code_and_nothing_of_an_unknown_one() -> None:
    assert calculate("invite", code_known=False)["invite_result"] == "invite_unknown"
    assert calculate("invite", code_known=True) == {"error": "bad_parameters"}


def test_share_link() -> None:
    given = {"host": "kafeneio.example", "code": "7K3M9QXZ", "text": "Come", "subject": "A game"}
    assert calculate("share_link", channel="whatsapp", **given) == {
        "url": "https://wa.me/?text=Come%20https%3A%2F%2Fkafeneio.example%2Fr%2F7K3M9QXZ%3Fc%3Dwhatsapp"
    }
    assert calculate("share_link", channel="pigeon", **given) == {"error": "channel_unknown"}


# --- responsible gaming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("birth", "today", "answer"),
    [
        ("2008-02-29", "2026-02-28", {"years": 17}),
        ("2008-02-29", "2026-03-01", {"years": 18}),
        ("2008-02-29", "2028-02-29", {"years": 20}),
        ("2026-01-02", "2026-01-01", {"error": "bad_parameters"}),
        ("2026-02-30", "2026-03-01", {"error": "bad_parameters"}),
        (None, "2026-03-01", {"error": "bad_parameters"}),
    ],
)
def test_age(birth: object, today: str, answer: dict[str, Any]) -> None:
    assert calculate("age", birth_date=birth, today=today) == answer


@pytest.mark.parametrize(
    ("old", "new", "effective_at"),
    [
        (1_000, 500, "2027-03-10T18:00:00Z"),
        (None, 500, "2027-03-10T18:00:00Z"),
        (500, 1_000, "2027-03-17T18:00:00Z"),
        (500, None, "2027-03-17T18:00:00Z"),
    ],
)
def test_limit_change(old: int | None, new: int | None, effective_at: str) -> None:
    assert calculate("limit_change", old=old, new=new, at="2027-03-10T18:00:00Z") == {"effective_at": effective_at}


def test_loss_check() -> None:
    window = {"limit": 1_000, "put_in": 900, "returned": 100}
    assert calculate("loss_check", **window, amount=200) == {"allowed": True}
    assert calculate("loss_check", **window, amount=201) == {"error": "loss_limit"}
    assert calculate("loss_check", **window | {"returned": 9_999}, amount=1_000) == {"allowed": True}
    assert calculate("loss_check", **window | {"limit": None}, amount=10**9) == {"allowed": True}


# --- whatever comes ----------------------------------------------------------------------------------------------

CODES = {
    "bad_parameters", "stake_invalid", "stake_below_minimum", "stake_above_maximum", "policy_invalid",
    "account_unknown", "amount_invalid", "bet_below_minimum", "bet_above_maximum", "lottery_unknown",
    "ticket_not_ready", "channel_unknown", "loss_limit",
}  # fmt: skip
FIELDS = {
    "rake": ["stake"],
    "settle": ["policy", "stake", "sides", "result", "departed", "first_round_done"],
    "correct": ["policy", "stake", "sides", "settled", "new_result", "balances", "departed", "first_round_done"],
    "concession_score": ["target", "points_of_stayer"],
    "post": ["balances", "batches"],
    "house_round": ["bets"],
    "lottery": ["lottery", "draw"],
    "free_ticket": ["last_claim_at", "now"],
    "invite": ["code_known", "same_device", "same_email", "rewarded_today", "rewarded_month", "inviter_state"],
    "share_link": ["host", "code", "channel", "text", "subject"],
    "age": ["birth_date", "today"],
    "limit_change": ["old", "new", "at"],
    "loss_check": ["limit", "put_in", "returned", "amount"],
}
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["forfeit", "void"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_question_without_its_fields_is_refused(name: str) -> None:
    assert CALCULATIONS[name]() == {"error": "stake_invalid" if name == "rake" else "bad_parameters"}


@settings(max_examples=200)
@given(st.data())
def test_nothing_that_json_can_say_is_more_than_a_refusal(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(NAMES)))
    answer = CALCULATIONS[name](**{field: data.draw(PLAIN) for field in FIELDS[name]})
    assert "error" not in answer or answer["error"] in CODES

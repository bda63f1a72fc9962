"""What operators order of the wallet: results, rounds, rewards (services/wallet/RULES.md §5.3)."""

from typing import Any

import pytest

from services.contracts.moderation import orders
from services.contracts.wallet.balances import LedgerCheck
from services.contracts.wallet.corrections import ChipsEffect, PreviewChips, PreviewRound, RoundEffect
from services.contracts.wallet.events import MatchCorrected, RewardTakenBack
from tests.wallet.rounds.round_events import round_asked, round_ended, round_void
from tests.wallet.wallets import Wallet, asked, finished

REASON = "the server counted wrong"
DAY_MS = 24 * 60 * 60_000
ENTRYPOINTS: dict[Any, str] = {
    orders.CorrectMatch: "on_match_ordered",
    orders.CorrectRound: "on_round_ordered",
    orders.TakeBack: "on_takeback_ordered",
}


def order(wallet: Wallet, operation: Any, **how: Any) -> list[Any]:
    placed = orders.OrderPlaced(order="o", by="olga", reason=REASON, operation=operation)
    wallet.hear(ENTRYPOINTS[type(operation)], placed, **how)
    return wallet.told()


def answer_of(told: list[Any]) -> orders.OrderAnswered:
    (answer,) = [each for each in told if isinstance(each, orders.OrderAnswered)]
    return answer


def assert_sound(wallet: Wallet) -> None:
    check = wallet.check()
    assert isinstance(check, LedgerCheck) and (check.sum_chips, check.negative, check.open_escrows) == (0, [], 0)


# --- matches -----------------------------------------------------------------------------------------------------


def test_the_result_of_a_match_with_a_stake_is_settled_again(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben", stake=500))
    players.finished(finished("m", "ana", "ben", stake=500, winners=[0]))
    before = players.chips("ana", "ben")
    players.told()
    told = order(players, orders.CorrectMatch(match="m", result=[1], accounts=["ana", "ben"]))
    assert players.chips("ana", "ben") == before[::-1]
    answer = answer_of(told)
    assert (answer.order, answer.error, answer.detail["revision"]) == ("o", None, 1)
    assert [(each.by, each.winners) for each in told if isinstance(each, MatchCorrected)] == [("olga", [1])]
    assert_sound(players)


def test_a_match_without_a_stake_is_handed_on(players: Wallet) -> None:
    correction = orders.CorrectMatch(match="free", result="void", accounts=["ana", "ben"])
    handed = orders.CorrectionHandedOn(order="o", by="olga", reason=REASON, correction=correction)
    assert order(players, correction) == [handed]


def test_a_match_that_still_runs_is_not_handed_on(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben", stake=500))
    players.told()
    assert answer_of(order(players, orders.CorrectMatch(match="m", result="void"))).error == "match_unknown"


@pytest.fixture
def won(players: Wallet) -> Wallet:
    """Ana has won 500 chips less the rake from ben."""
    players.asked(asked("m", "ana", "ben", stake=500))
    players.finished(finished("m", "ana", "ben", stake=500, winners=[0]))
    players.told()
    return players


def correction(result: Any, **how: Any) -> orders.CorrectMatch:
    return orders.CorrectMatch(match="m", result=result, accounts=["ana", "ben"], **how)


def test_the_result_that_counts_is_no_correction(won: Wallet) -> None:
    chips = won.chips("ana", "ben")
    assert answer_of(order(won, correction([0]))).error == "correction_empty"
    assert answer_of(order(won, correction([1]))).error is None
    assert answer_of(order(won, correction([1]))).error == "correction_empty"
    assert won.chips("ana", "ben") == chips[::-1]


def test_without_having_seen_the_last_correction_nothing_is_corrected(won: Wallet) -> None:
    order(won, correction([1]))
    chips = won.chips("ana", "ben")
    answer = answer_of(order(won, correction("void", seen_revision=0)))
    assert (answer.error, answer.detail) == ("correction_outdated", {"revision": 1})
    assert won.chips("ana", "ben") == chips
    assert answer_of(order(won, correction("void", seen_revision=1))).error is None


def test_a_preview_says_what_moves_and_moves_nothing(won: Wallet) -> None:
    chips = won.chips("ana", "ben")
    shown = won.ask(PreviewChips(roles=["operator"], match="m", result=[1]))
    assert isinstance(shown, ChipsEffect)
    assert (shown.revision, shown.last_outcome, shown.outcome) == (0, "won", "won")
    assert (shown.last_payouts, shown.payouts) == ([825, 0], [0, 825])
    assert (won.chips("ana", "ben"), won.told()) == (chips, [])
    assert_sound(won)


def test_a_preview_of_a_match_without_a_stake_moves_no_chips(players: Wallet) -> None:
    shown = players.ask(PreviewChips(roles=["operator"], match="free", result=[1]))
    assert isinstance(shown, ChipsEffect) and (shown.payouts, shown.outcome) == ([], "")


@pytest.mark.parametrize(
    ("how", "error"),
    [({"roles": []}, "forbidden"), ({"result": [0]}, "correction_empty"), ({"result": [7]}, "bad_parameters")],
)
def test_a_preview_is_refused_as_the_correction_would_be(won: Wallet, how: dict[str, Any], error: str) -> None:
    usual: dict[str, Any] = {"roles": ["operator"], "match": "m", "result": [1]}
    assert won.ask(PreviewChips(**usual | how)).error == error


# --- rounds ------------------------------------------------------------------------------------------------------


@pytest.fixture
def paid(players: Wallet) -> Wallet:
    """Ana has bet 300 and got 600, ben has lost 200."""
    players.hear("on_round_asked", round_asked("r", ana=300, ben=200))
    players.hear("on_round_ended", round_ended("r", ana=600))
    players.told()
    return players


def test_a_round_is_made_void_after_it_was_paid(paid: Wallet) -> None:
    told = order(paid, orders.CorrectRound(round="r"))
    assert (paid.chips("ana", "ben"), paid.house("house:bank")) == ([5_000, 5_000], 0)
    deltas = {"ana": -300, "ben": 200}
    assert answer_of(told).detail == {"round": "r", "revision": 1, "deltas": deltas, "shortfalls": {}}
    (corrected,) = [each for each in told if isinstance(each, orders.RoundCorrected)]
    assert (corrected.last_credited, corrected.credited) == ({"ana": 600}, {"ana": 300, "ben": 200})
    assert_sound(paid)


def test_a_round_is_paid_otherwise_and_otherwise_again(paid: Wallet) -> None:
    order(paid, orders.CorrectRound(round="r", credited={"ben": 400}))
    assert (paid.chips("ana", "ben"), paid.house("house:bank")) == ([4_700, 5_200], 100)
    told = order(paid, orders.CorrectRound(round="r", credited={"ana": 600}))
    assert (paid.chips("ana", "ben"), paid.house("house:bank")) == ([5_300, 4_800], -100)
    assert answer_of(told).detail["revision"] == 2
    assert_sound(paid)


def test_what_a_player_no_longer_has_comes_from_the_corrections(paid: Wallet) -> None:
    paid.hear("on_round_asked", round_asked("s", ana=5_250))
    paid.hear("on_round_ended", round_ended("s"))
    paid.told()
    told = order(paid, orders.CorrectRound(round="r"))
    assert answer_of(told).detail["shortfalls"] == {"ana": 250}
    assert (paid.chips("ana", "ben"), paid.house("house:corrections")) == ([0, 5_000], -250)
    assert_sound(paid)


def test_a_repeated_order_corrects_a_round_once(paid: Wallet) -> None:
    for _ in range(2):
        order(paid, orders.CorrectRound(round="r"), ids=["e"])
    assert paid.chips("ana", "ben") == [5_000, 5_000]


def test_what_cannot_be_corrected_is_refused_and_moves_nothing(paid: Wallet) -> None:
    paid.hear("on_round_ended", round_void("void"))
    paid.hear("on_round_asked", round_asked("open", ana=200))
    paid.told()
    chips = paid.chips("ana", "ben")
    for name in ("unknown", "void", "open"):
        assert answer_of(order(paid, orders.CorrectRound(round=name))).error == "round_unknown"
    stranger = orders.CorrectRound(round="r", credited={"eva": 1})
    assert answer_of(order(paid, stranger)).error == "bad_parameters"
    paid.clock.advance(31 * DAY_MS)
    assert answer_of(order(paid, orders.CorrectRound(round="r"))).error == "correction_window_closed"
    same = orders.CorrectRound(round="r", credited={"ana": 600})
    paid.clock.advance(-31 * DAY_MS)
    assert answer_of(order(paid, same)).error == "correction_empty"
    assert paid.chips("ana", "ben") == chips


def test_a_correction_of_a_round_is_tried_out_and_moves_nothing(paid: Wallet) -> None:
    bets, paid_then = {"ana": 300, "ben": 200}, {"ana": 600}
    shown = paid.ask(PreviewRound(roles=["operator"], round="r"))
    assert shown == RoundEffect(0, bets, paid_then, bets, {})
    assert (paid.chips("ana", "ben"), paid.told()) == ([5_300, 4_800], [])
    same = paid.ask(PreviewRound(roles=["operator"], round="r", credited=paid_then))
    assert same == RoundEffect(0, bets, paid_then, paid_then, {})
    paid.hear("on_round_asked", round_asked("s", ana=5_250))
    paid.hear("on_round_ended", round_ended("s"))
    short = paid.ask(PreviewRound(roles=["operator"], round="r"))
    assert isinstance(short, RoundEffect) and short.shortfalls == {"ana": 250}
    order(paid, orders.CorrectRound(round="r"))
    again = paid.ask(PreviewRound(roles=["operator"], round="r"))
    assert isinstance(again, RoundEffect) and (again.revision, again.last_credited) == (1, bets)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"roles": ["moderator", "auditor"]}, "forbidden"),
        ({"round": "unknown"}, "round_unknown"),
        ({"credited": {"eva": 1}}, "bad_parameters"),
    ],
)
def test_a_round_that_cannot_be_tried_out_is_refused(paid: Wallet, how: dict[str, Any], error: str) -> None:
    usual: dict[str, Any] = {"roles": ["operator"], "round": "r"}
    assert paid.ask(PreviewRound(**usual | how)).error == error


# --- rewards -----------------------------------------------------------------------------------------------------


def test_a_reward_is_taken_back(players: Wallet) -> None:
    told = order(players, orders.TakeBack(reference="welcome:ana"))
    assert answer_of(told).detail["taken_chips"] == 5_000
    assert [each.by for each in told if isinstance(each, RewardTakenBack)] == ["olga"]
    assert answer_of(order(players, orders.TakeBack(reference="welcome:ana"))).error == "already_taken_back"

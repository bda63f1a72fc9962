"""Stakes through the wallet's events: held, settled, void, in any order and any number of times."""

import itertools
from typing import Any

import pytest

from services.contracts.tables.commands import Held, Settled
from services.contracts.wallet.balances import ChipsChanged, GetBalance, LedgerCheck
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet, asked, finished, void


def assert_sound(wallet: Wallet, open_escrows: int = 0) -> None:
    check = wallet.check()
    assert isinstance(check, LedgerCheck), check
    assert (check.sum_chips, check.negative, check.open_escrows) == (0, [], open_escrows)


# --- hold ---


def test_a_hold_moves_every_seats_stake_to_escrow_and_replies_to_the_table(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))

    told = players.told()
    (held,) = [each for each in told if isinstance(each, Held)]
    assert (held.table, held.match, held.error, held.account) == ("table-of-m", "m", None, None)
    assert held.at_ms == players.clock.now_ms()
    assert [each.chips for each in told if isinstance(each, ChipsChanged)] == [{"ana": 4500, "ben": 4500}]
    assert players.chips("ana", "ben", "eva") == [4500, 4500, 5000]
    assert_sound(players, open_escrows=1)


def test_if_one_seat_lacks_chips_nothing_is_held_and_the_account_is_named(players: Wallet) -> None:
    players.asked(asked("rich", "ana", "ben", stake=4800))
    players.told()

    players.asked(asked("m", "eva", "ben", stake=500))

    (held,) = players.told()
    assert (held.error, held.account) == ("insufficient_chips", "ben")
    assert players.chips("eva", "ben") == [5000, 200]
    assert_sound(players, open_escrows=1)


def test_an_account_that_the_wallet_does_not_know_is_named(players: Wallet) -> None:
    players.asked(asked("m", "ana", "zoe"))

    (held,) = players.told()
    assert (held.error, held.account) == ("account_unknown", "zoe")
    assert_sound(players)


def test_a_refused_hold_stores_nothing_and_may_be_asked_again(players: Wallet) -> None:
    players.asked(asked("m", "ana", "zoe"))
    assert [players.rows(table) for table in ("stakes", "accounts")] == [0, 4]

    players.registered("zoe")
    players.asked(asked("m", "ana", "zoe"))

    assert [held.error for held in players.told_of(Held)] == ["account_unknown", None]
    assert players.chips("ana", "zoe") == [4500, 4500]


def test_a_hold_asked_again_is_answered_again_and_moves_nothing(players: Wallet) -> None:
    for _ in range(3):
        players.asked(asked("m", "ana", "ben"))

    told = players.told()
    assert [held.error for held in told if isinstance(held, Held)] == [None, None, None]
    assert len([each for each in told if isinstance(each, ChipsChanged)]) == 1
    assert players.chips("ana", "ben") == [4500, 4500]


@pytest.mark.parametrize("apart", [True, False])
def test_another_hold_of_the_same_match_is_a_conflict(players: Wallet, apart: bool) -> None:
    events = (asked("m", "ana", "ben"), asked("m", "ana", "ben", stake=600))
    for message in [[event] for event in events] if apart else [events]:
        players.asked(*message)

    assert sorted(str(held.error) for held in players.told_of(Held)) == ["None", "idempotency_conflict"]
    assert players.chips("ana", "ben") == [4500, 4500]
    assert_sound(players, open_escrows=1)


def test_one_message_holds_many_matches_and_a_refused_one_spoils_no_other(players: Wallet) -> None:
    players.asked(
        asked("1", "ana", "ben", stake=3000),
        asked("2", "eva", "ben", stake=3000),
        asked("3", "eva", "gil", stake=3000),
        asked("4", "ana", "eva", stake=2000),
    )

    told = players.told()
    answers = {held.match: (held.error, held.account) for held in told if isinstance(held, Held)}
    refused = ("insufficient_chips", "ben")
    assert answers == {"1": (None, None), "2": refused, "3": (None, None), "4": (None, None)}
    assert players.chips("ana", "ben", "eva", "gil") == [0, 2000, 0, 2000]
    (changed,) = [each for each in told if isinstance(each, ChipsChanged)]
    assert changed.chips == {"ana": 0, "ben": 2000, "eva": 0, "gil": 2000}
    assert_sound(players, open_escrows=3)


# --- settle ---


def test_of_two_published_balances_the_one_with_the_greater_number_is_newer(players: Wallet) -> None:
    players.told()
    players.asked(asked("m", "ana", "ben"))
    (held,) = players.told_of(ChipsChanged)
    players.finished(finished("m", "ana", "ben"))
    (settled,) = players.told_of(ChipsChanged)
    assert 0 < held.seqs["ana"] < settled.seqs["ana"]
    assert players.ask(GetBalance(account="ana")).seq == settled.seqs["ana"]


def test_a_won_match_pays_the_winner_and_the_platform(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.told()

    players.finished(finished("m", "ana", "ben"))

    told = players.told()
    (settled,) = [each for each in told if isinstance(each, Settled)]
    assert (settled.table, settled.match) == ("table-of-m", "m")
    assert (settled.payouts, settled.rake_chips, settled.balances) == ([825, 0], 175, {"ana": 5325})
    assert [each.chips for each in told if isinstance(each, ChipsChanged)] == [{"ana": 5325}]
    assert players.chips("ana", "ben") == [5325, 4500]
    assert players.house("house:rake") == 175
    assert players.rows("accounts") == 4
    assert_sound(players)


FOUR = ("ana", "ben", "eva", "gil")
PAIRS: dict[str, Any] = {"sides": [[0, 2], [1, 3]], "winners": [0, 2]}
CASES: dict[str, tuple[dict[str, Any], list[int], int]] = {
    "a pair wins": (PAIRS, [1700, 0, 1700, 0], 600),
    "a tie": (PAIRS | {"outcome": "tied", "winners": []}, [1000] * 4, 0),
    "void": (PAIRS | {"outcome": "void", "winners": []}, [1000] * 4, 0),
    "elimination, one winner": ({"leave_policy": "eliminate"}, [3100, 0, 0, 0], 900),
    "elimination, two winners": ({"leave_policy": "eliminate", "winners": [1, 3]}, [0, 1700, 0, 1700], 600),
    "a replaced loser": (PAIRS | {"leave_policy": "bot_replace", "departed": [1]}, [2000, 0, 2000, 0], 0),
    "a replaced winner": (PAIRS | {"leave_policy": "bot_replace", "departed": [0]}, [1000, 0, 3000, 0], 0),
    "all winners replaced": (PAIRS | {"leave_policy": "bot_replace", "departed": [0, 2]}, [1000] * 4, 0),
    "a pair forfeits": (PAIRS | {"outcome": "forfeited", "departed": [3]}, [1700, 0, 1700, 0], 600),
    "a forfeit in the first round": (
        PAIRS | {"outcome": "void", "winners": [], "departed": [3], "first_round_done": False},
        [1000] * 4,
        0,
    ),
    "a concession": (
        PAIRS | {"leave_policy": "concede", "outcome": "conceded", "departed": [1]},
        [1700, 0, 1700, 0],
        600,
    ),
    "not completed": (
        PAIRS | {"leave_policy": "pause_return", "outcome": "not_completed", "winners": [], "departed": [1]},
        [1500, 0, 1500, 1000],
        0,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_game_s_leave_policy_decides(players: Wallet, case: str) -> None:
    how, payouts, rake = CASES[case]
    players.asked(asked("m", *FOUR, stake=1000))

    players.finished(finished("m", *FOUR, stake=1000, **how))

    (settled,) = players.told_of(Settled)
    assert (settled.payouts, settled.rake_chips) == (payouts, rake)
    assert players.chips(*FOUR) == [4000 + chips for chips in payouts]
    assert_sound(players)


def test_stake_and_rake_are_those_of_the_hold(wallet_url: str, players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    later = Wallet(wallet_url, WalletSettings(rake_steps=((1, 0),)))  # type: ignore[arg-type]
    later.told()

    later.finished(finished("m", "ana", "ben", stake=200))

    (settled,) = later.told_of(Settled)
    assert (settled.payouts, settled.rake_chips) == ([825, 0], 175)
    later.close()


def test_a_match_that_never_held_pays_nothing_and_sends_no_reply(players: Wallet) -> None:
    players.finished(finished("m", "ana", "ben"))

    assert players.told() == []
    assert players.chips("ana", "ben") == [5000, 5000]
    assert_sound(players)


def test_a_void_that_overtakes_its_hold_refuses_it(players: Wallet) -> None:
    players.finished(void("m", "ana", "ben"))
    players.asked(asked("m", "ana", "ben"))

    (held,) = players.told()
    assert held.error == "match_already_settled"
    assert players.chips("ana", "ben") == [5000, 5000]
    assert_sound(players)


def test_a_settled_match_holds_nothing_any_more(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.finished(void("m", "ana", "ben"))
    players.told()

    players.asked(asked("m", "ana", "ben"))

    assert [held.error for held in players.told()] == ["match_already_settled"]
    assert players.chips("ana", "ben") == [5000, 5000]


def test_a_repeated_end_is_acknowledged_again_and_pays_once(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.told()

    for _ in range(3):
        players.finished(finished("m", "ana", "ben"))

    told = players.told()
    settled = [each for each in told if isinstance(each, Settled)]
    assert [(each.payouts, each.balances) for each in settled] == [([825, 0], {"ana": 5325})] * 3
    assert len([each for each in told if isinstance(each, ChipsChanged)]) == 1
    assert players.chips("ana", "ben") == [5325, 4500]


def test_the_same_message_delivered_three_times_counts_once(players: Wallet) -> None:
    for _ in range(3):
        players.asked(asked("m", "ana", "ben"), ids=["a"])
        players.finished(finished("m", "ana", "ben"), ids=["b"])

    told = players.told()
    assert len([each for each in told if isinstance(each, Held)]) == 1
    assert len([each for each in told if isinstance(each, Settled)]) == 1
    assert players.chips("ana", "ben") == [5325, 4500]


STORY = [("asked", asked("m", "ana", "ben")), ("finished", void("m", "ana", "ben"))] * 3


@pytest.mark.parametrize("order", sorted(set(itertools.permutations([0, 1] * 3))))
def test_hold_and_void_in_any_order_three_times_each_lose_no_chip(players: Wallet, order: tuple[int, ...]) -> None:
    for step in order:
        verb, event = STORY[step]
        getattr(players, verb)(event)

    assert players.chips("ana", "ben") == [5000, 5000]
    assert_sound(players)


def test_one_message_settles_many_matches_of_the_same_players(players: Wallet) -> None:
    matches = [f"m{number}" for number in range(8)]
    players.asked(*(asked(match, "ana", "ben", stake=200) for match in matches))
    players.told()

    players.finished(*(finished(match, "ana", "ben", stake=200) for match in matches))

    told = players.told()
    balances = sorted(each.balances["ana"] for each in told if isinstance(each, Settled))
    assert balances == [5000 - 1600 + 320 * won for won in range(1, 9)]
    assert [each.chips for each in told if isinstance(each, ChipsChanged)] == [{"ana": 5960}]
    assert players.house("house:rake") == 640
    assert_sound(players)


# --- what cannot be settled ---


@pytest.mark.parametrize(
    "how",
    [
        {"leave_policy": "none"},
        {"winners": []},
        {"winners": [7]},
        {"sides": [[0], [1], [2]]},
        {"sides": [[0, 1]]},
    ],
)
def test_what_cannot_be_settled_waits_for_an_operator_and_keeps_its_chips(
    players: Wallet, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.platform.database.inbox._RETRY_S", (0.0,))
    players.asked(asked("good", "eva", "gil"), asked("bad", "ana", "ben"))
    players.told()

    players.finished(finished("good", "eva", "gil"), finished("bad", "ana", "ben", **how))

    assert [each.match for each in players.told_of(Settled)] == ["good"]
    (parked,) = players.parked.bodies
    assert b'"bad"' in parked
    assert b'"good"' not in parked
    assert players.chips("ana", "ben", "eva", "gil") == [4500, 4500, 5325, 4500]
    assert_sound(players, open_escrows=1)


def test_another_end_of_a_settled_match_waits_for_an_operator(players: Wallet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.platform.database.inbox._RETRY_S", (0.0,))
    players.asked(asked("m", "ana", "ben"))
    players.finished(finished("m", "ana", "ben"))
    players.told()

    players.finished(finished("m", "ana", "ben", winners=[1]))

    assert players.told() == []
    assert len(players.parked.bodies) == 1
    assert players.chips("ana", "ben") == [5325, 4500]
    assert_sound(players)

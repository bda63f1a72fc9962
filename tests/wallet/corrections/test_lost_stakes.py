"""Stakes and bets that are held for what tables do not know come back by order (services/wallet/RULES.md §5.4)."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.moderation import orders
from services.contracts.tables.commands import Held
from services.contracts.wallet.balances import ChipsChanged, LedgerCheck
from services.contracts.wallet.events import StakesReleased
from services.kernel.refusal import Refusal
from services.wallet.corrections import lost_stakes
from services.wallet.corrections.lost_stakes import LOST_AFTER_MS, Release, Released
from tests.support.databases.migrated import Migrated
from tests.support.services.process import at_once
from tests.wallet.rounds.round_events import round_asked, round_ended, round_void
from tests.wallet.wallets import Wallet, asked, finished, void

REASON = "the standby did not have the match"


def release(wallet: Wallet, id: str, reason: str = REASON) -> Any:
    return wallet.database.run(lost_stakes.release, Release(id, reason, "olga"))


def assert_sound(wallet: Wallet, open_escrows: int = 0) -> None:
    check = wallet.check()
    assert isinstance(check, LedgerCheck)
    assert (check.sum_chips, check.negative, check.open_escrows) == (0, [], open_escrows)


@pytest.fixture
def held(players: Wallet) -> Wallet:
    """500 chips of ana and of ben are held for `m` for a quarter of an hour, 300 of eva for the round `r.7`."""
    players.asked(asked("m", "ana", "ben"))
    players.hear("on_round_asked", round_asked("r.7", eva=300))
    players.clock.advance(LOST_AFTER_MS)
    players.told()
    return players


def test_the_stakes_of_a_match_come_back_to_the_chip_and_the_order_is_published(held: Wallet) -> None:
    held_at_ms = held.clock.now_ms() - LOST_AFTER_MS
    chips = {"ana": 500, "ben": 500}
    assert release(held, "m") == Released("match", "m", chips, held_at_ms, replayed=False)
    assert held.chips("ana", "ben") == [5000, 5000]
    told = held.told()
    assert [each for each in told if isinstance(each, StakesReleased)] == [
        StakesReleased(id="m", kind="match", chips=chips, held_at_ms=held_at_ms, by="olga", reason=REASON)
    ]
    assert [each.chips for each in told if isinstance(each, ChipsChanged)] == [{"ana": 5000, "ben": 5000}]
    assert_sound(held, open_escrows=1)


def test_the_bets_of_a_round_come_back_to_the_chip(held: Wallet) -> None:
    done = release(held, "r.7")
    assert (done.kind, done.chips, done.replayed) == ("round", {"eva": 300}, False)
    assert held.chips("eva") == [5000]
    assert [(each.id, each.kind) for each in held.told() if isinstance(each, StakesReleased)] == [("r.7", "round")]
    assert_sound(held, open_escrows=1)


@pytest.mark.parametrize("id", ["m", "r.7"])
def test_a_second_order_moves_nothing_and_has_the_same_effect(held: Wallet, id: str) -> None:
    first = release(held, id)
    held.told()
    assert release(held, id) == Released(first.kind, id, first.chips, first.held_at_ms, replayed=True)
    assert held.told() == []
    assert held.chips("ana", "ben", "eva") == ([5000, 5000, 4700] if id == "m" else [4500, 4500, 5000])


def test_what_is_held_is_listed_from_a_quarter_of_an_hour_on_until_it_has_come_back(players: Wallet) -> None:
    def listed() -> list[tuple[str, str]]:
        return [(each.kind, each.id) for each in players.database.run(lost_stakes.find_old)]

    players.asked(asked("m", "ana", "ben"))
    players.hear("on_round_asked", round_asked("r.7", eva=300))
    players.clock.advance(LOST_AFTER_MS - 1)
    assert listed() == []
    players.clock.advance(1)
    assert listed() == [("match", "m"), ("round", "r.7")]
    release(players, "m")
    assert listed() == [("round", "r.7")]
    release(players, "r.7")
    assert listed() == []


def test_what_has_ended_by_itself_is_not_listed(held: Wallet) -> None:
    held.finished(finished("m", "ana", "ben"))
    held.hear("on_round_ended", round_ended("r.7", eva=600))
    held.finished(void("never held", "ana", "ben"))
    assert held.database.run(lost_stakes.find_old) == []


def test_what_has_ended_with_chips_is_a_witness_of_the_tables_and_nothing_else(held: Wallet) -> None:
    def witnesses() -> list[tuple[str, str]]:
        return [(each.kind, each.id) for each in held.database.run(lost_stakes.find_witnesses)]

    held.finished(void("never held", "ana", "ben"))
    held.hear("on_round_ended", round_void("void.1"))
    held.asked(asked("lost", "ana", "ben"))
    held.clock.advance(LOST_AFTER_MS)
    release(held, "lost")
    assert witnesses() == []
    held.finished(finished("m", "ana", "ben"))
    held.hear("on_round_ended", round_ended("r.7", eva=600))
    assert witnesses() == [("match", "m"), ("round", "r.7")]


@pytest.mark.parametrize("id", ["m", "r.7"])
def test_before_a_quarter_of_an_hour_nothing_comes_back(players: Wallet, id: str) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.hear("on_round_asked", round_asked("r.7", eva=300))
    due_at_ms = players.clock.now_ms() + LOST_AFTER_MS
    players.clock.advance(LOST_AFTER_MS - 1)
    players.told()
    assert release(players, id) == Refusal("hold_too_young", {"due_at_ms": due_at_ms})
    assert (players.told(), players.chips("ana", "ben", "eva")) == ([], [4500, 4500, 4700])


@pytest.mark.parametrize(
    ("id", "reason", "error"),
    [
        ("m", "too short", "reason_required"),
        ("m", "", "reason_required"),
        ("m", "x" * 501, "reason_required"),
        ("nobody's", REASON, "hold_unknown"),
        ("", REASON, "hold_unknown"),
        ("a\0b", REASON, "hold_unknown"),
        ("only a mark", REASON, "hold_unknown"),
        ("a void round", REASON, "hold_unknown"),
    ],
)
def test_what_is_refused_changes_nothing(held: Wallet, id: str, reason: str, error: str) -> None:
    held.finished(void("only a mark", "ana", "ben"))
    held.hear("on_round_ended", round_void("a void round"))
    held.told()
    before = held.dump()
    assert release(held, id, reason).error == error
    assert held.dump() == before


def test_what_was_settled_or_paid_is_left_as_it_is(held: Wallet) -> None:
    held.finished(finished("m", "ana", "ben"))
    held.hear("on_round_ended", round_ended("r.7", eva=600))
    before = held.dump()
    assert [release(held, id).error for id in ("m", "r.7")] == ["match_already_settled"] * 2
    assert held.dump() == before


def test_an_end_that_comes_later_is_parked_for_an_operator_and_moves_nothing(held: Wallet) -> None:
    for id in ("m", "r.7"):
        release(held, id)
    before = held.dump()
    held.finished(finished("m", "ana", "ben"))
    held.hear("on_round_ended", round_ended("r.7", eva=600))
    assert len(held.parked.bodies) == 2
    assert held.dump().count("'m'") == before.count("'m'")
    assert held.chips("ana", "ben", "eva") == [5000, 5000, 5000]
    assert_sound(held)


def test_a_void_end_that_comes_later_has_nothing_more_to_give_back(held: Wallet) -> None:
    for id in ("m", "r.7"):
        release(held, id)
    held.finished(void("m", "ana", "ben"))
    held.hear("on_round_ended", round_void("r.7"))
    assert held.parked.bodies == []
    assert held.chips("ana", "ben", "eva") == [5000, 5000, 5000]
    assert_sound(held)


def test_a_hold_that_is_asked_again_later_is_refused(held: Wallet) -> None:
    release(held, "m")
    held.told()
    held.asked(asked("m", "ana", "ben"))
    assert [each.error for each in held.told_of(Held)] == ["match_already_settled"]
    assert held.chips("ana", "ben") == [5000, 5000]


def test_the_result_of_such_a_match_is_never_corrected(held: Wallet) -> None:
    release(held, "m")
    held.told()
    correction = orders.CorrectMatch(match="m", result=[1], accounts=["ana", "ben"])
    held.hear("on_match_ordered", orders.OrderPlaced(order="o", by="olga", reason=REASON, operation=correction))
    (answer,) = held.told_of(orders.OrderAnswered)
    assert answer.error == "not_correctable"
    assert held.chips("ana", "ben") == [5000, 5000]


@pytest.fixture
def pair(migrated_postgres: Migrated) -> Iterator[tuple[Wallet, Wallet]]:
    """Two processes on one database."""
    url = migrated_postgres("wallet")
    first, second = Wallet(url), Wallet(url)
    first.registered("ana", "ben", "eva", "gil")
    first.told()
    yield first, second
    first.close()
    second.close()


@pytest.mark.real
def test_releases_and_ends_at_the_same_moment_give_every_chip_once(pair: tuple[Wallet, Wallet]) -> None:
    first, second = pair
    matches = [f"m{n}" for n in range(20)]
    for match in matches:
        first.asked(asked(match, "ana", "ben", stake=200))
    for wallet in pair:
        wallet.clock.advance(LOST_AFTER_MS)
    first.told()

    def give_back(wallet: Wallet) -> list[str]:
        return ["" if isinstance(done := release(wallet, each), Released) else done.error for each in matches]

    def end() -> None:
        for match in matches:
            second.finished(void(match, "ana", "ben", stake=200))

    found: list[list[str]] = []
    at_once(
        lambda: found.append(give_back(first)),
        lambda: found.append(give_back(second)),
        end,
    )
    assert found == [[""] * 20] * 2
    assert len(first.told_of(StakesReleased)) <= 20
    assert first.chips("ana", "ben") == [5000, 5000]
    assert_sound(first)

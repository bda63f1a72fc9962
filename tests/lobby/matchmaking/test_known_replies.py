"""Searches ask tables and wallet once in five seconds what is the same for everybody (services/lobby/RULES.md §9)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby import seeks
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.lobby.ports import AGE_MS, KNOWN_MAX, KnownReplies
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.matchmaking.test_seeks import look, sweep

FITS = CheckedOptions(options={}, seats=2, sides=[], shards=8)


def asked(lobby: LocalLobby) -> tuple[int, int]:
    return len(lobby.rpc.asked(CheckOptions)), len(lobby.rpc.asked(CheckStake))


def test_a_second_search_asks_no_service_and_one_after_five_seconds_does(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    begun = asked(lobby)
    for who in (ana, ben, ana):
        assert isinstance(look(lobby, who, "tavli", "tichu", stakes=(0,)), seeks.Seeks)
    assert [now - before for now, before in zip(asked(lobby), begun, strict=True)] == [2, 2]
    lobby.wait(AGE_MS)
    look(lobby, ana, "tavli", stakes=(0,))
    assert [now - before for now, before in zip(asked(lobby), begun, strict=True)] == [3, 3]


def test_what_depends_on_the_account_is_always_asked(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    begun = asked(lobby)
    for who in (ana, ben):
        look(lobby, who, "tavli", stakes=(200,))
    assert [now - before for now, before in zip(asked(lobby), begun, strict=True)] == [1, 2]


def test_players_are_seated_after_being_asked_about_anew(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    for who in (ana, ben):
        look(lobby, who, "tavli", stakes=(0,))
    before = asked(lobby)
    assert sweep(lobby) == 1
    assert asked(lobby)[1] > before[1]


@pytest.mark.parametrize(
    ("request_", "reply", "is_kept"),
    [
        (CheckOptions(game="g", options={"a": 1}), FITS, True),
        (CheckOptions(game="g", options={"a": 1}), Refusal("options_invalid"), False),
        (CheckOptions(game="g", options={"a": 1}), Refusal("service_unavailable"), False),
        (CheckStake(game="g", stake_chips=0, accounts=["a"]), Done(), True),
        (CheckStake(game="g", stake_chips=0, accounts=["a"]), Refusal("stake_below_minimum"), True),
        (CheckStake(game="g", stake_chips=0, accounts=["a"]), Refusal("account_blocked"), False),
        (CheckStake(game="g", stake_chips=0, accounts=["a"]), Refusal("service_unavailable"), False),
        (CheckStake(game="g", stake_chips=0, accounts=["a"], practice=True), Done(), False),
        (CheckStake(game="g", stake_chips=1, accounts=["a"]), Done(), False),
    ],
    ids=[
        *("fitting", "unfit", "no tables"),
        *("free", "never free", "about the account", "no wallet", "practice", "for chips"),
    ],
)
def test_only_replies_that_depend_on_no_account_are_kept(request_: Any, reply: Any, is_kept: bool) -> None:
    known = KnownReplies()
    known.keep(request_, reply, 1_000)
    assert known.find(request_, 1_000 + AGE_MS - 1) == (reply if is_kept else None)
    assert known.find(request_, 1_000 + AGE_MS) is None
    assert known.find(request_, 999) is None


def test_other_options_are_another_question_and_other_accounts_are_not() -> None:
    known = KnownReplies()
    known.keep(CheckOptions(game="g", options={"a": 1}), FITS, 0)
    known.keep(CheckStake(game="g", stake_chips=0, accounts=["a"]), Done(), 0)
    assert known.find(CheckOptions(game="g", options={"a": 2}), 0) is None
    assert known.find(CheckStake(game="g", stake_chips=0, accounts=["b"]), 0) == Done()


def test_many_questions_take_no_more_room_than_some() -> None:
    known = KnownReplies()
    for number in range(3 * KNOWN_MAX):
        known.keep(CheckOptions(game="g", options={"a": number}), FITS, 0)
    kept = sum(known.find(CheckOptions(game="g", options={"a": n}), 0) is not None for n in range(3 * KNOWN_MAX))
    assert 0 < kept <= KNOWN_MAX

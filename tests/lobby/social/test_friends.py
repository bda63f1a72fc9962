"""Friends over a real database (services/lobby/RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.client.frames import FriendsFrame
from services.contracts.lobby import friends as contract
from services.contracts.lobby.blocks import BlockPlayer
from services.contracts.lobby.friends import Friends
from services.contracts.lobby.privacy import EraseAccount
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.privacy import rows as privacy
from services.lobby.social import blocks
from services.lobby.social import friends as handlers
from tests.lobby.local_lobby import PASSWORD, Here, House


def ask(house: House, who: Here, name: str) -> Any:
    return house.ports.run(handlers.ask_friend, contract.AskFriend(account=who.account, name=name))


def answer(house: House, who: Here, other: Here, *, accept: bool) -> Any:
    request = contract.AnswerFriend(account=who.account, player=other.account, accept=accept)
    return house.ports.run(handlers.answer_friend, request)


def remove(house: House, who: Here, other: Here) -> Any:
    request = contract.RemoveFriend(account=who.account, player=other.account)
    return house.ports.run(handlers.remove_friend, request)


def names(house: House, who: Here) -> tuple[list[str], list[str], list[str]]:
    """Friends, who asks, who was asked."""
    found = house.ports.run(handlers.list_friends, contract.ListFriends(account=who.account))
    assert isinstance(found, Friends)
    return tuple([each.name for each in part] for part in (found.friends, found.asking, found.asked))  # type: ignore[return-value]


def heard(house: House, who: Here) -> list[tuple[str | None, str | None]]:
    return [(frame.news, frame.name) for frame in house.push.to(who.account, FriendsFrame)]


def test_an_accepted_friend_request_makes_both_friends(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    for _ in range(2):
        ask(house, ana, "bEN")
    assert (names(house, ana), names(house, ben)) == (([], [], ["Ben"]), ([], ["Ana"], []))
    assert heard(house, ben) == [("asked", "Ana")]
    answer(house, ben, ana, accept=True)
    assert (names(house, ana), names(house, ben)) == ((["Ben"], [], []), (["Ana"], [], []))
    assert heard(house, ana) == [("accepted", "Ben")]
    assert answer(house, ben, ana, accept=True) == Refusal("friend_unknown")


def test_two_players_that_ask_each_other_are_friends_at_once(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    ask(house, ana, "Ben")
    ask(house, ben, "Ana")
    assert (names(house, ana), names(house, ben)) == ((["Ben"], [], []), (["Ana"], [], []))


def test_a_no_looks_like_silence_and_is_not_asked_again_for_a_month(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    ask(house, ana, "Ben")
    answer(house, ben, ana, accept=False)
    ask(house, ana, "Ben")
    assert (names(house, ana), names(house, ben)) == (([], [], ["Ben"]), ([], [], []))
    remove(house, ana, ben)
    assert names(house, ana) == ([], [], [])
    ask(house, ana, "Ben")
    assert (names(house, ana), names(house, ben)) == (([], [], ["Ben"]), ([], [], []))
    assert heard(house, ben) == [("asked", "Ana")]
    house.wait(handlers.REFUSED_KEPT_MS)
    house.database.run(handlers.purge_refused)
    ask(house, ana, "Ben")
    assert names(house, ben) == ([], ["Ana"], [])


def test_a_player_that_has_refused_may_still_ask(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    ask(house, ana, "Ben")
    answer(house, ben, ana, accept=False)
    ask(house, ben, "Ana")
    assert names(house, ana)[1] == ["Ben"]
    answer(house, ana, ben, accept=True)
    assert (names(house, ana), names(house, ben)) == ((["Ben"], [], []), (["Ana"], [], []))


def test_either_ends_it_for_both_without_a_word(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    ask(house, ana, "Ben")
    answer(house, ben, ana, accept=True)
    house.push.forget()
    for _ in range(2):
        remove(house, ben, ana)
    assert (names(house, ana), names(house, ben)) == (([], [], []), ([], [], []))
    assert heard(house, ana) == [(None, None)]


def test_unwanted_players_are_no_friends_and_cannot_ask(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    ask(house, ana, "Ben")
    answer(house, ben, ana, accept=True)
    house.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    assert (names(house, ana), names(house, ben)) == (([], [], []), ([], [], []))
    assert ask(house, ana, "Ben") == Refusal("blocked_by_player")
    assert ask(house, ben, "Ana") == Refusal("friend_blocked")


def test_a_request_to_an_impossible_friend_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    assert ask(house, ana, "Zoe") == Refusal("player_unknown")
    assert ask(house, ana, "Ana") == Refusal("friend_self")
    monkeypatch.setattr(handlers, "FRIENDS_MAX", 1)
    ask(house, ana, "Ben")
    assert ask(house, ana, "Eva").error == "friend_limit"
    ask(house, eva, "Ana")
    assert answer(house, ana, eva, accept=True).error == "friend_limit"
    remove(house, ana, ben)
    assert isinstance(answer(house, ana, eva, accept=True), Friends)


def test_friends_are_in_the_export_and_gone_with_the_account(house: House) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    ask(house, ana, "Ben")
    answer(house, ben, ana, accept=True)
    ask(house, ana, "Eva")
    answer(house, eva, ana, accept=False)
    with house.database.work() as work:
        assert privacy.rows_of(work, ana.account)["friends"] == {
            "friends": [{"account": ben.account, "at_ms": house.now_ms}],
            "asked": [{"account": eva.account, "at_ms": house.now_ms}],
        }
    assert not isinstance(house.ask(EraseAccount(token=ana.token, password=PASSWORD)), Refusal)
    assert house.rows(schema.friends) == []
    assert names(house, ben) == ([], [], [])

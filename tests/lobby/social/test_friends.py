"""Friends over a real database (services/lobby/RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.client.frames import FriendsFrame
from services.contracts.lobby.accounts.privacy import EraseAccount
from services.contracts.lobby.people import friends as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.lobby.people.friends import Friends
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.privacy import rows as privacy
from services.lobby.social import blocks
from services.lobby.social import friends as handlers
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby


def ask(lobby: LocalLobby, who: Here, name: str) -> Any:
    return lobby.ports.run(handlers.ask_friend, contract.AskFriend(account=who.account, name=name))


def answer(lobby: LocalLobby, who: Here, other: Here, *, accept: bool) -> Any:
    request = contract.AnswerFriend(account=who.account, player=other.account, accept=accept)
    return lobby.ports.run(handlers.answer_friend, request)


def remove(lobby: LocalLobby, who: Here, other: Here) -> Any:
    request = contract.RemoveFriend(account=who.account, player=other.account)
    return lobby.ports.run(handlers.remove_friend, request)


def names(lobby: LocalLobby, who: Here) -> tuple[list[str], list[str], list[str]]:
    """Friends, who asks, who was asked."""
    found = lobby.ports.run(handlers.list_friends, contract.ListFriends(account=who.account))
    assert isinstance(found, Friends)
    return tuple([each.name for each in part] for part in (found.friends, found.asking, found.asked))  # type: ignore[return-value]


def heard(lobby: LocalLobby, who: Here) -> list[tuple[str | None, str | None]]:
    return [(frame.news, frame.name) for frame in lobby.push.to(who.account, FriendsFrame)]


def test_an_accepted_friend_request_makes_both_friends(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    for _ in range(2):
        ask(lobby, ana, "bEN")
    assert (names(lobby, ana), names(lobby, ben)) == (([], [], ["Ben"]), ([], ["Ana"], []))
    assert heard(lobby, ben) == [("asked", "Ana")]
    answer(lobby, ben, ana, accept=True)
    assert (names(lobby, ana), names(lobby, ben)) == ((["Ben"], [], []), (["Ana"], [], []))
    assert heard(lobby, ana) == [("accepted", "Ben")]
    assert answer(lobby, ben, ana, accept=True) == Refusal("friend_unknown")


def test_two_players_that_ask_each_other_are_friends_at_once(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    ask(lobby, ana, "Ben")
    ask(lobby, ben, "Ana")
    assert (names(lobby, ana), names(lobby, ben)) == ((["Ben"], [], []), (["Ana"], [], []))


def test_a_no_looks_like_silence_and_is_not_asked_again_for_a_month(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    ask(lobby, ana, "Ben")
    answer(lobby, ben, ana, accept=False)
    ask(lobby, ana, "Ben")
    assert (names(lobby, ana), names(lobby, ben)) == (([], [], ["Ben"]), ([], [], []))
    remove(lobby, ana, ben)
    assert names(lobby, ana) == ([], [], [])
    ask(lobby, ana, "Ben")
    assert (names(lobby, ana), names(lobby, ben)) == (([], [], ["Ben"]), ([], [], []))
    assert heard(lobby, ben) == [("asked", "Ana")]
    lobby.wait(handlers.REFUSED_KEPT_MS)
    lobby.database.run(handlers.purge_refused)
    ask(lobby, ana, "Ben")
    assert names(lobby, ben) == ([], ["Ana"], [])


def test_a_player_that_has_refused_may_still_ask(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    ask(lobby, ana, "Ben")
    answer(lobby, ben, ana, accept=False)
    ask(lobby, ben, "Ana")
    assert names(lobby, ana)[1] == ["Ben"]
    answer(lobby, ana, ben, accept=True)
    assert (names(lobby, ana), names(lobby, ben)) == ((["Ben"], [], []), (["Ana"], [], []))


def test_either_ends_it_for_both_without_a_word(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    ask(lobby, ana, "Ben")
    answer(lobby, ben, ana, accept=True)
    lobby.push.forget()
    for _ in range(2):
        remove(lobby, ben, ana)
    assert (names(lobby, ana), names(lobby, ben)) == (([], [], []), ([], [], []))
    assert heard(lobby, ana) == [(None, None)]


def test_unwanted_players_are_no_friends_and_cannot_ask(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    ask(lobby, ana, "Ben")
    answer(lobby, ben, ana, accept=True)
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    assert (names(lobby, ana), names(lobby, ben)) == (([], [], []), ([], [], []))
    assert ask(lobby, ana, "Ben") == Refusal("blocked_by_player")
    assert ask(lobby, ben, "Ana") == Refusal("friend_blocked")


def test_a_request_to_an_impossible_friend_is_refused(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    assert ask(lobby, ana, "Zoe") == Refusal("player_unknown")
    assert ask(lobby, ana, "Ana") == Refusal("friend_self")
    monkeypatch.setattr(handlers, "FRIENDS_MAX", 1)
    ask(lobby, ana, "Ben")
    assert ask(lobby, ana, "Eva").error == "friend_limit"
    ask(lobby, eva, "Ana")
    assert answer(lobby, ana, eva, accept=True).error == "friend_limit"
    remove(lobby, ana, ben)
    assert isinstance(answer(lobby, ana, eva, accept=True), Friends)


def test_friends_are_in_the_export_and_gone_with_the_account(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    ask(lobby, ana, "Ben")
    answer(lobby, ben, ana, accept=True)
    ask(lobby, ana, "Eva")
    answer(lobby, eva, ana, accept=False)
    with lobby.database.work() as work:
        assert privacy.rows_of(work, ana.account)["friends"] == {
            "friends": [{"account": ben.account, "at_ms": lobby.now_ms}],
            "asked": [{"account": eva.account, "at_ms": lobby.now_ms}],
        }
    assert not isinstance(lobby.ask(EraseAccount(token=ana.token, password=PASSWORD)), Refusal)
    assert lobby.rows(schema.friends) == []
    assert names(lobby, ben) == ([], [], [])

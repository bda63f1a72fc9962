"""Cards of players over a real database (services/lobby/RULES.md §21)."""

from typing import Any

import msgspec

from services.contracts.lobby.accounts.privacy import EraseAccount
from services.contracts.lobby.people import cards as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.lobby.people.cards import CardSettings, PlayerCard
from services.contracts.lobby.people.friends import AnswerFriend, AskFriend, RemoveFriend
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.cards import use_cases as handlers
from services.lobby.presence import connections
from services.lobby.social import blocks, friends
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

UNKNOWN = Refusal("player_unknown")
OF_A_BARE_CARD = {"account", "name", "photo", "avatar", "guest", "home", "bare", "relation", "blocked", "may"}


def card(lobby: LocalLobby, viewer: Here, player: str) -> Any:
    return lobby.ports.run(handlers.get_card, contract.GetCard(viewer=viewer.account, player=player))


def choose(lobby: LocalLobby, who: Here, last_seen: contract.Audience) -> CardSettings:
    request = contract.SetCardSettings(account=who.account, last_seen=last_seen)
    found = lobby.ports.run(handlers.set_card_settings, request)
    assert isinstance(found, CardSettings)
    return found


def befriend(lobby: LocalLobby, one: Here, other: Here, name: str) -> None:
    lobby.ports.run(friends.ask_friend, AskFriend(account=one.account, name=name))
    lobby.ports.run(friends.answer_friend, AnswerFriend(account=other.account, player=one.account, accept=True))


def block(lobby: LocalLobby, who: Here, name: str) -> None:
    lobby.ports.run(blocks.block_player, BlockPlayer(account=who.account, name=name))


def test_a_card_is_found_by_account_and_by_name(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    found = card(lobby, ana, ben.account)
    assert isinstance(found, PlayerCard)
    assert found == card(lobby, ana, "bEN")
    assert (found.name, found.relation, found.status, found.bare) == ("Ben", "none", "online", False)
    assert found.since_ms == lobby.now_ms - lobby.now_ms % DAY_MS
    assert found.may == ["befriend", "challenge", "block", "report"]
    assert card(lobby, ana, "Nobody") == UNKNOWN
    assert card(lobby, ana, "\0") == UNKNOWN


def test_a_card_follows_the_friendship_and_a_no_looks_like_silence(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    assert card(lobby, ana, ana.account).relation == "self"
    lobby.ports.run(friends.ask_friend, AskFriend(account=ana.account, name="Ben"))
    assert (card(lobby, ana, "Ben").relation, card(lobby, ben, "Ana").relation) == ("asked", "asks")
    lobby.ports.run(friends.answer_friend, AnswerFriend(account=ben.account, player=ana.account, accept=False))
    assert (card(lobby, ana, "Ben").relation, card(lobby, ben, "Ana").relation) == ("asked", "none")
    lobby.ports.run(friends.remove_friend, RemoveFriend(account=ana.account, player=ben.account))
    assert card(lobby, ana, "Ben").relation == "none"
    befriend(lobby, ben, ana, "Ana")
    found = card(lobby, ana, "Ben")
    assert found.relation == "friend"
    assert "message" in found.may
    assert "befriend" not in found.may


def test_a_blocked_player_sees_the_bare_card_alone(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.started(ana, lobby.enter("Cleo")[0])
    choose(lobby, ana, "all")
    block(lobby, ana, "Ben")
    found = card(lobby, ben, "Ana")
    assert (found.bare, found.may) == (True, ["block", "report"])
    hidden = {name: value for name, value in msgspec.to_builtins(found).items() if name not in OF_A_BARE_CARD}
    assert set(hidden.values()) == {None}
    own = card(lobby, ana, "Ben")
    assert (own.bare, own.blocked, own.may) == (False, True, ["unblock", "report"])


def test_where_a_player_is_stands_on_the_card_as_in_the_lists(lobby: LocalLobby) -> None:
    ana, ben, cleo = lobby.enter("Ana", "Ben", "Cleo")
    table = lobby.started(ana, ben)
    found = card(lobby, cleo, "Ana")
    assert (found.status, found.table) == ("playing", lobby.table(table))
    assert "watch" in found.may
    assert "treat" in card(lobby, ben, "Ana").may
    lobby.leave(ana)
    assert card(lobby, cleo, "Ana").status == "returning"


def test_when_a_player_was_last_here_is_the_players_own_choice(lobby: LocalLobby) -> None:
    ana, ben, cleo = lobby.enter("Ana", "Ben", "Cleo")
    befriend(lobby, ana, ben, "Ben")
    lobby.wait(5 * HOUR_MS)
    left_ms = lobby.now_ms
    lobby.leave(ana)
    lobby.wait(3 * HOUR_MS)
    hour = left_ms - left_ms % HOUR_MS

    def seen() -> list[int | None]:
        return [card(lobby, who, "Ana").seen_at_ms for who in (ben, cleo, ana)]

    assert seen() == [hour, None, hour]
    assert choose(lobby, ana, "all") == CardSettings(last_seen="all")
    assert seen() == [hour, hour, hour]
    choose(lobby, ana, "none")
    assert seen() == [None, None, hour]
    asked = contract.GetCardSettings(account=ana.account)
    assert lobby.ports.run(handlers.get_card_settings, asked) == CardSettings(last_seen="none")


def test_a_lost_gateway_is_when_its_players_were_last_here(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.back(ben, "g2")
    lobby.wait(HOUR_MS)
    connections.lose_gateway(lobby.ports, "g1")
    choose(lobby, ana, "all")
    assert card(lobby, ben, "Ana").seen_at_ms == lobby.now_ms - lobby.now_ms % HOUR_MS


def test_an_erased_account_has_no_card_and_leaves_no_choice(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    choose(lobby, ana, "none")
    lobby.leave(ana)
    lobby.ask(EraseAccount(token=ana.token, password=PASSWORD))
    assert card(lobby, ben, ana.account) == UNKNOWN
    assert lobby.rows(schema.card_settings) == []

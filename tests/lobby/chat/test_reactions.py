"""Reactions at a table (services/lobby/RULES.md §3)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import ReactionFrame
from services.contracts.lobby import reactions
from services.contracts.lobby.people import blocks
from services.contracts.moderation.conduct import ChatMuted
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.chat import use_cases as chat
from services.lobby.social.blocks import block_player
from tests.lobby.local_lobby import Here, LocalLobby


def react(lobby: LocalLobby, who: Here, table: str, reaction: str = "heart", **how: Any) -> Any:
    asked = {"id": lobby.next_id()} | how
    return lobby.ask(reactions.React(account=who.account, table=table, reaction=reaction, **asked))


def seen(lobby: LocalLobby, who: Here) -> list[str]:
    return [frame.reaction for frame in lobby.push.to(who.account, ReactionFrame)]


@pytest.mark.parametrize("reaction", reactions.REACTIONS)
def test_each_player_of_the_table_sees_each_reaction_the_sender_too(lobby: LocalLobby, reaction: str) -> None:
    (ana, ben, eva) = lobby.enter("Ana", "Ben", "Eva")
    table = lobby.started(ana, ben)
    assert react(lobby, ana, table, reaction) == Done()
    assert [seen(lobby, who) for who in (ana, ben, eva)] == [[reaction], [reaction], []]
    (frame,) = lobby.push.to(ben.account, ReactionFrame)
    assert (frame.table, frame.account, frame.name) == (table, ana.account, "Ana")


def test_before_the_start_too_and_no_other_player_may(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.create(ana).table
    assert react(lobby, ana, table, "hello") == Done()
    assert react(lobby, ben, table) == Refusal("chat_not_member")
    assert react(lobby, ben, "no-such-table") == Refusal("chat_not_member")
    assert seen(lobby, ben) == []


@pytest.mark.parametrize("reaction", ["", "HEART", "heart ", "x" * 32, "<b>", "\u202e"])
def test_what_is_in_no_list_is_refused_and_changes_nothing(lobby: LocalLobby, reaction: str) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    assert react(lobby, ana, table, reaction) == Refusal("reaction_unknown")
    assert lobby.rows(schema.chat_paces) == [] and seen(lobby, ben) == []


def test_a_player_on_the_list_of_unwanted_ones_is_not_seen(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.database.run(block_player, lobby.ports, blocks.BlockPlayer(account=ben.account, name="Ana"))
    assert react(lobby, ana, table) == Done(), "nobody learns who does not want them"
    assert react(lobby, ben, table, "sad") == Done()
    assert (seen(lobby, ben), seen(lobby, ana)) == (["sad"], ["heart", "sad"])


def test_a_player_muted_by_staff_is_refused_with_the_end_of_it(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    until_ms = lobby.now_ms + 60_000
    lobby.deliver(chat.chat_muted, ChatMuted(account=ana.account, seq=1, until_ms=until_ms))
    assert react(lobby, ana, table) == Refusal("chat_banned", {"until_ms": until_ms})
    assert seen(lobby, ben) == []
    lobby.wait(60_000)
    assert react(lobby, ana, table) == Done()


def test_three_in_ten_seconds_and_haste_closes_them_for_five_minutes(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    assert [react(lobby, ana, table) for _ in range(3)] == [Done()] * 3
    assert [react(lobby, ana, table) for _ in range(3)] == [Refusal("chat_rate")] * 3
    muted = react(lobby, ana, table)
    assert isinstance(muted, Refusal) and muted.error == "chat_muted"
    assert len(seen(lobby, ben)) == 3
    assert lobby.say(ana, "so it is", f"table:{table}").text == "so it is", "chat has a pace of its own"
    lobby.wait(300_000)
    assert react(lobby, ana, table) == Done()


def test_sent_twice_it_is_shown_once(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    assert [react(lobby, ana, table, id="same") for _ in range(2)] == [Done(), Done()]
    assert seen(lobby, ben) == ["heart"]


def test_a_guest_may_show_what_it_may_not_write(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    with lobby.database.work() as work:
        work.execute(schema.players.update().where(schema.players.c.account == ana.account).values(guest=True))
    assert lobby.say(ana, "hello", f"table:{table}") == Refusal("guest_forbidden")
    assert react(lobby, ana, table, "hello") == Done()
    assert seen(lobby, ben) == ["hello"]

"""Refused messages are reported, once a minute for each reason and reader (services/lobby/RULES.md §20)."""

from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.moderation.conduct import ChatMuted
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.chat import use_cases as chat
from services.lobby.messages.rules import REFUSED_KNOWN_MAX, RefusedLately
from services.lobby.social import blocks
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.messages.talk import befriend, write


def reported(lobby: LocalLobby) -> list[tuple[str, str, str]]:
    found = [body for key, body in lobby.published() if key == "lobby.message_refused"]
    return [(body["account"], body["other"], body["cause"]) for body in found]


def friends(lobby: LocalLobby) -> tuple[Here, Here]:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    return ana, ben


def test_talk_at_a_running_table_is_reported_once_a_minute(lobby: LocalLobby) -> None:
    ana, ben = friends(lobby)
    lobby.started(ana, ben)
    for _ in range(3):
        assert write(lobby, ana, ben) == Refusal("message_seated_together")
    assert reported(lobby) == [(ana.account, ben.account, "seated_together")]
    lobby.wait(60_000)
    write(lobby, ana, ben)
    write(lobby, ben, ana)
    assert len(reported(lobby)) == 3
    assert lobby.rows(schema.private_lines) == []


def test_only_strangers_that_do_not_want_the_writer_are_reported(lobby: LocalLobby) -> None:
    ana, ben = friends(lobby)
    (eva,) = lobby.enter("Eva")
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    for other in (ben, eva):
        assert write(lobby, ana, other) == Refusal("message_not_friends")
    assert write(lobby, ana, ben, player="none") == Refusal("message_not_friends")
    assert reported(lobby) == [(ana.account, ben.account, "unwanted")]


def test_muted_writers_and_those_over_a_limit_are_reported(lobby: LocalLobby) -> None:
    ana, ben = friends(lobby)
    for _ in range(6):
        write(lobby, ana, ben)
    lobby.deliver(chat.chat_muted, ChatMuted(account=ben.account, until_ms=lobby.now_ms + 1_000, seq=1))
    write(lobby, ben, ana)
    assert reported(lobby) == [(ana.account, ben.account, "limit"), (ben.account, ana.account, "muted")]


def test_what_is_wrong_with_the_text_is_nothing_to_report(lobby: LocalLobby) -> None:
    ana, ben = friends(lobby)
    for text in ("", "x" * 301):
        assert isinstance(write(lobby, ana, ben, text), Refusal)
    assert reported(lobby) == []


def test_a_crowd_is_not_counted_without_end() -> None:
    lately = RefusedLately()
    assert sum(lately.is_new(str(number), "b", "limit", 0) for number in range(REFUSED_KNOWN_MAX + 5)) == (
        REFUSED_KNOWN_MAX
    )
    assert lately.is_new("x", "b", "limit", 60_000)

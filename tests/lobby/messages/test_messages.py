"""Messages between friends over a real database (services/lobby/RULES.md §20)."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import MessagesReadFrame
from services.contracts.lobby.accounts.accounts import LogOut
from services.contracts.lobby.accounts.privacy import AskExport, DownloadExport, EraseAccount
from services.contracts.lobby.people import messages as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.lobby.people.conduct import ListChat, ReportPlayer
from services.contracts.moderation import reports
from services.contracts.moderation.conduct import ChatMuted
from services.contracts.moderation.events import RolesChanged
from services.contracts.tables.events import TableDone
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.chat import use_cases as chat
from services.lobby.conduct import staff
from services.lobby.messages import use_cases as messages
from services.lobby.privacy import export
from services.lobby.social import blocks
from services.lobby.tables.match_events import tables_done
from tests.lobby.local_lobby import PASSWORD, LocalLobby
from tests.lobby.messages.talk import befriend, listed, pushed, read, texts, unfriend, write

HOUR_MS = 3_600_000
STRANGERS = Refusal("message_not_friends")
TOGETHER = Refusal("message_seated_together")


def test_a_line_reaches_both_friends_and_no_one_else(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    befriend(lobby, ana, ben)
    line = write(lobby, ana, ben, "  come \n over ")
    assert (line.account, line.to, line.text) == (ana.account, ben.account, "come over")
    assert pushed(lobby, ana) == pushed(lobby, ben) == ["come over"]
    assert pushed(lobby, eva) == []
    assert texts(lobby, ana, ben) == texts(lobby, ben, ana) == ["come over"]
    assert read(lobby, eva, ben) == STRANGERS


def test_only_friends_are_written_to_and_all_others_are_refused_alike(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    assert write(lobby, ana, ben) == STRANGERS
    assert write(lobby, ana, ana) == STRANGERS
    assert write(lobby, ana, ben, player="nobody") == STRANGERS
    assert lobby.rows(schema.private_lines) == []


def test_a_command_that_comes_twice_writes_once(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    first = write(lobby, ana, ben, id="m1")
    assert write(lobby, ana, ben, id="m1") == first
    assert pushed(lobby, ben) == ["hello"]
    assert write(lobby, ana, ben, id="") == Refusal("bad_request", {"id": "1 … 64 printable characters"})


def test_lines_are_cleaned_and_limited_as_in_chat(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    assert write(lobby, ana, ben, " \u200b ") == Refusal("chat_empty")
    assert write(lobby, ana, ben, "x" * 301) == Refusal("chat_too_long", {"length": 301})
    assert [write(lobby, ana, ben, str(n)).text for n in range(5)] == ["0", "1", "2", "3", "4"]
    assert [write(lobby, ana, ben).error for _ in range(4)] == ["chat_rate", "chat_rate", "chat_rate", "chat_muted"]


def test_while_both_play_at_one_table_nothing_is_written(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    assert write(lobby, ana, ben, "before").text == "before"
    table = lobby.started(ana, ben)
    assert write(lobby, ana, ben) == write(lobby, ben, ana) == TOGETHER
    lobby.leave(ben)
    assert write(lobby, ana, ben) == TOGETHER
    page = read(lobby, ana, ben)
    assert (page.closed, [line.text for line in page.lines]) == ("message_seated_together", ["before"])
    lobby.deliver(tables_done, TableDone(table=table, reason=""))
    assert write(lobby, ana, ben, "after").text == "after"
    assert read(lobby, ana, ben).closed is None


def test_a_message_waits_for_no_table_that_has_not_started(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    lobby.join(ben, lobby.create(ana).table)
    assert write(lobby, ana, ben, "start!").text == "start!"


def test_a_spectator_writes_to_no_player_of_the_table(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    befriend(lobby, ana, eva)
    table = lobby.started(ana, ben)
    assert write(lobby, eva, ana, watching=["other", table]) == TOGETHER
    assert write(lobby, eva, ana, watching=["other"]).text == "hello"


def test_an_ended_friendship_closes_and_hides_the_conversation_at_once(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    write(lobby, ana, ben, "old")
    unfriend(lobby, ben, ana)
    assert write(lobby, ana, ben) == read(lobby, ana, ben) == read(lobby, ben, ana) == STRANGERS
    assert listed(lobby, ana) == listed(lobby, ben) == {}
    lobby.wait(1)
    befriend(lobby, ben, ana)
    assert texts(lobby, ana, ben) == []
    assert listed(lobby, ben) == {}
    write(lobby, ben, ana, "new")
    assert texts(lobby, ana, ben) == ["new"]


def test_a_block_closes_and_hides_it_too(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    write(lobby, ben, ana)
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ana.account, name="Ben"))
    assert write(lobby, ben, ana) == write(lobby, ana, ben) == read(lobby, ben, ana) == STRANGERS
    assert listed(lobby, ana) == {}


def test_a_player_muted_by_staff_writes_to_no_one(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    until_ms = lobby.now_ms + 60_000
    lobby.deliver(chat.chat_muted, ChatMuted(account=ana.account, until_ms=until_ms, seq=1))
    assert write(lobby, ana, ben) == Refusal("chat_banned", {"until_ms": until_ms})
    assert write(lobby, ben, ana).text == "hello"
    lobby.wait(60_000)
    assert write(lobby, ana, ben).text == "hello"


def test_newcomers_write_less_and_begin_fewer_conversations(lobby: LocalLobby) -> None:
    lobby.set(newcomer_messages_day_max=4, newcomer_conversations_day_max=2)
    ana, *friends = lobby.enter("Ana", "Ben", "Eva", "Leo")
    for friend in friends:
        befriend(lobby, ana, friend)
    ben, eva, leo = friends
    assert [write(lobby, ana, each).text for each in (ben, eva, ben)] == ["hello"] * 3
    assert write(lobby, ana, leo) == Refusal("message_rate", {"retry_after_s": 86_400})
    assert write(lobby, leo, ana).text == "hello"
    lobby.wait(HOUR_MS)
    assert write(lobby, ana, leo).text == "hello", "to answer is not to begin"
    assert write(lobby, ana, ben) == Refusal("message_rate", {"retry_after_s": 23 * 3_600})
    lobby.wait(23 * HOUR_MS)
    assert write(lobby, ana, ben).text == "hello"
    lobby.wait(6 * DAY_MS)
    assert [write(lobby, ana, ben).text for _ in range(5)] == ["hello"] * 5


def test_read_marks_are_ones_own_and_never_go_back(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    first, second = (write(lobby, ana, ben, text) for text in ("one", "two"))
    assert (listed(lobby, ana), listed(lobby, ben)) == ({"Ben": ("two", 0)}, {"Ana": ("two", 2)})
    lobby.push.forget()
    for up_to in (first.id, first.id - 1):
        mark = contract.ReadMessages(account=ben.account, player=ana.account, up_to=up_to)
        assert lobby.ask(mark) == Done()
    assert listed(lobby, ben) == {"Ana": ("two", 1)}
    assert len(lobby.push.to(ben.account, MessagesReadFrame)) == 1
    assert lobby.push.to(ana.account, MessagesReadFrame) == []
    lobby.ask(contract.ReadMessages(account=ben.account, player=ana.account, up_to=2**53 - 1))
    assert listed(lobby, ben) == {"Ana": ("two", 0)}
    write(lobby, ana, ben, "three")
    assert read(lobby, ben, ana).unread == 1
    assert second.id < 2**53


def test_pages_go_back_to_the_first_line_and_each_line_is_in_one(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    for n in range(7):
        write(lobby, ana, ben, str(n))
        lobby.wait(10_000)
    found: list[str] = []
    before = None
    while True:
        page = read(lobby, ben, ana, before=before, limit=3)
        found = [line.text for line in page.lines] + found
        before = page.next_before
        if before is None:
            break
    assert found == [str(n) for n in range(7)]


def test_messages_are_kept_for_their_days_and_then_gone(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    write(lobby, ana, ben, "old")
    lobby.wait(20 * DAY_MS)
    write(lobby, ben, ana, "new")
    lobby.wait(10 * DAY_MS + 1)
    lobby.ports.run(expiry.purge)
    assert texts(lobby, ana, ben) == ["new"]
    lobby.wait(20 * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert (listed(lobby, ana), lobby.rows(schema.private_lines), lobby.rows(schema.conversations)) == ({}, [], [])


def test_the_export_has_ones_own_lines_and_not_those_of_others(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    write(lobby, ana, ben, "mine")
    write(lobby, ben, ana, "yours")
    lobby.ask(AskExport(account=ana.account))
    part = lobby.database.run(lambda work: export.collect(work, lobby.ports.visits, ana.account))
    lines = part["private_messages"]["lines"]
    assert lines == [{"to": ben.account, "text": "mine", "at_ms": lobby.now_ms}]
    assert isinstance(lobby.ask(DownloadExport(account=ana.account)), Refusal)


def test_an_erasure_takes_both_sides_of_all_conversations(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    befriend(lobby, ana, ben)
    befriend(lobby, eva, ben)
    write(lobby, ana, ben)
    write(lobby, ben, ana)
    write(lobby, eva, ben, "stays")
    lobby.ask(EraseAccount(token=ana.token, password=PASSWORD))
    assert listed(lobby, ben) == {"Eva": ("stays", 1)}
    assert [row.text for row in lobby.rows(schema.private_lines)] == ["stays"]
    assert write(lobby, ben, ana) == STRANGERS


def _report(lobby: LocalLobby, who: str, whom: str, room: str = "messages") -> reports.FileReport:
    lobby.rpc.answers[reports.FileReport] = Refusal("report_limit")
    context = reports.ReportContext(room=room)
    asked = ReportPlayer(account=who, id=lobby.next_id(), category="insult", comment="rude", context=context, to=whom)
    lobby.ask(asked)
    sent = lobby.rpc.asked(reports.FileReport)[-1]
    assert isinstance(sent, reports.FileReport)
    return sent


def test_a_report_out_of_a_conversation_has_its_last_lines_also_when_it_is_over(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    befriend(lobby, ana, ben)
    befriend(lobby, eva, ben)
    write(lobby, ben, ana, "you fool")
    write(lobby, eva, ben, "a secret")
    unfriend(lobby, ana, ben)
    sent = _report(lobby, ana.account, ben.account)
    assert [(line.name, line.text) for line in sent.lines] == [("Ben", "you fool")]
    assert sent.lines[0].room == sent.context.room == "messages"
    assert _report(lobby, ana.account, eva.account).lines == [], "of no other conversation"


def test_a_line_is_a_contact_for_a_report(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    for who in (ana, ben):
        lobby.ask(LogOut(token=who.token))
    lobby.wait(3 * DAY_MS)
    assert _report(lobby, ana.account, ben.account).contact_ms_ago is None
    write(lobby, ben, ana)
    lobby.wait(HOUR_MS)
    assert _report(lobby, ana.account, ben.account).contact_ms_ago == HOUR_MS


def test_staff_find_no_private_line_among_chat(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    befriend(lobby, ana, ben)
    write(lobby, ana, ben)
    lobby.deliver(staff.roles_changed, RolesChanged(account=eva.account, roles=["administrator"], seq=1))
    for room in (None, "messages"):
        found = lobby.ask(ListChat(account=eva.account, of=ana.account, room=room))
        assert found.lines == []


def test_a_guest_is_no_one_to_write_to(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    lobby.database.run(lambda work: work.execute(schema.players.update().values(guest=schema.players.c.name == "Ben")))
    assert write(lobby, ana, ben) == Refusal("message_no_account")
    assert write(lobby, ben, ana) == Refusal("guest_forbidden")


def test_the_number_of_conversations_is_measured(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    for friend in (ben, eva):
        befriend(lobby, ana, friend)
        write(lobby, ana, friend)
    write(lobby, ben, ana)
    lobby.ports.run(messages.measure)
    assert messages.metrics.conversations._value.get() == 2


@pytest.mark.parametrize("up_to", [0, 5])
def test_a_mark_for_a_stranger_is_refused(lobby: LocalLobby, up_to: int) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    assert lobby.ask(contract.ReadMessages(account=ana.account, player=ben.account, up_to=up_to)) == STRANGERS

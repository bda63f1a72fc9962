"""Chat: services/lobby/RULES.md §3."""

import re

import pytest

from services.contracts.client.frames import ChatFrame
from services.contracts.lobby import chat as lobby_chat
from services.contracts.lobby import presence
from services.contracts.moderation.conduct import ChatMuted
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.chat import use_cases as chat
from services.lobby.chat.rules import clean
from tests.lobby.local_lobby import Pushed
from tests.support.hostile import hostile_texts

DAY_MS = 86_400_000


@pytest.fixture
def people(lobby):
    return lobby.enter("Ana", "Ben", "Eva")


def room_of(lobby, who):
    return lobby.ask(presence.Connected(token=who.token, gateway=who.gateway, conn=who.conn))


def test_a_line_in_the_lobby_reaches_all_players(lobby, people):
    ana = people[0]
    line = lobby.say(ana, " Good\tevening <b> ")
    assert line == lobby_chat.ChatLine(
        id=line.id, room="lobby", account=ana.account, name="Ana", text="Good evening <b>", at_ms=lobby.now_ms
    )
    assert lobby.push.frames[-1].accounts is None
    assert lobby.push.frames[-1].frame == ChatFrame(line=line)


def test_the_academy_has_one_room_for_all_players_with_the_same_rules(lobby, people):
    (ana, ben, eva) = people
    line = lobby.say(ana, "why not the six?", "academy:hall")
    assert lobby.push.frames[-1] == Pushed(accounts=None, frame=ChatFrame(line=line), close=None, except_conn=None)
    assert [each.text for each in room_of(lobby, ben).chat] == ["why not the six?"]
    lobby.deliver(chat.chat_muted, ChatMuted(account=eva.account, seq=1, until_ms=lobby.now_ms + 1))
    assert lobby.say(eva, "hm", "academy:hall").error == "chat_banned"


def test_a_line_at_a_table_is_for_its_seats(lobby, people):
    (ana, ben, eva) = people
    table = lobby.create(ana).table
    room = f"table:{table}"
    lobby.join(ben, table)
    line = lobby.say(ben, "your move", room)
    assert sorted(lobby.push.frames[-1].accounts) == sorted([ana.account, ben.account])
    assert lobby.say(eva, "may I?", room) == Refusal("chat_not_member")
    lobby.start(ana, table)
    assert lobby.say(ana, "no", room).room == room
    assert [each.text for each in room_of(lobby, ben).chat] == ["your move", "no"]
    assert room_of(lobby, eva).chat == []
    assert line.id < room_of(lobby, ben).chat[-1].id


def test_an_invited_player_does_not_receive_the_chat_of_the_table(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
    assert lobby.say(ben, "hello", f"table:{table}") == Refusal("chat_not_member")
    lobby.say(ana, "hello", f"table:{table}")
    assert lobby.push.frames[-1].accounts == [ana.account]


@pytest.mark.parametrize("room", ["", "table:", "table:x", "spectators:x", "academy:x", "lobby:x", "table:\0", "\0"])
def test_rooms_that_one_is_not_in_are_refused(lobby, people, room):
    assert lobby.say(people[0], "hello", room) == Refusal("chat_not_member")


def test_spectators_speak_among_themselves_while_they_look_at_a_table_that_plays(lobby, people):
    (ana, ben, eva) = people
    room = f"spectators:{lobby.started(ana, ben)}"
    line = lobby.say(eva, "who leads?", room, watching=True)
    assert (line.room, line.name) == (room, "Eva")
    told = lobby.push.frames[-1]
    assert (told.accounts, told.table, told.spectators) == ([], room.partition(":")[2], True)
    assert lobby.say(eva, "and now?", room) == Refusal("chat_not_member"), "she does not look any more"
    assert lobby.say(ana, "aha", room, watching=True) == Refusal("chat_not_member"), "seats are no spectators"
    assert all(line.room != room for line in room_of(lobby, ana).chat)


def test_a_table_without_spectators_has_no_spectators_chat(lobby, people):
    (ana, ben, eva) = people
    waiting = lobby.create(ana).table
    assert lobby.say(eva, "hello", f"spectators:{waiting}", watching=True) == Refusal("chat_not_member")
    lobby.get_up(ana, waiting)
    lobby.rpc.seats = 2
    closed = lobby.create(ana, spectators=False).table
    lobby.join(ben, closed)
    lobby.start(ana, closed)
    assert lobby.say(eva, "hello", f"spectators:{closed}", watching=True) == Refusal("chat_not_member")


def test_an_absent_player_cannot_chat(lobby, people):
    lobby.leave(people[0])
    assert lobby.say(people[0], "hello") == Refusal("chat_not_member")
    assert lobby.ask(lobby_chat.Say(account="x", id="c", room="lobby", text="hi")) == Refusal("chat_not_member")


def test_lines_without_words_and_lines_too_long_are_refused(lobby, people):
    assert lobby.say(people[0], " \u200b\x00 ") == Refusal("chat_empty")
    assert lobby.say(people[0], "x" * 301) == Refusal("chat_too_long", {"length": 301})
    assert lobby.rows(schema.chat_lines) == []


def test_a_player_that_chats_too_fast_is_refused_and_then_muted(lobby, people):
    (ana, ben, _eva) = people
    for number in range(5):
        assert lobby.say(ana, f"line {number}").text == f"line {number}"
    for _ in range(3):
        assert lobby.say(ana, "more") == Refusal("chat_rate")
    until_ms = lobby.now_ms + 300_000
    lobby.wait(60_000)
    assert lobby.say(ana, "now?") == Refusal("chat_muted", {"until_ms": until_ms})
    assert lobby.say(ben, "finally").text == "finally"
    table = lobby.create(ana).table
    assert lobby.say(ana, "here I may", f"table:{table}").text == "here I may"
    lobby.wait(240_000)
    assert lobby.say(ana, "sorry").text == "sorry"


def test_a_refusal_for_speed_sent_again_counts_once(lobby, people):
    ana = people[0]
    for number in range(5):
        lobby.say(ana, f"line {number}")
    too_fast = lobby_chat.Say(account=ana.account, id="fast", room="lobby", text="more")
    for _ in range(4):
        assert lobby.ask(too_fast) == Refusal("chat_rate")
    lobby.wait(10_000)
    assert lobby.say(ana, "calm").text == "calm"


def test_the_rate_is_the_operators(lobby, people):
    lobby.set(chat_rate=1)
    lobby.say(people[0], "one")
    assert lobby.say(people[0], "two") == Refusal("chat_rate")


def test_newcomers_see_the_last_fifty_lines(lobby, people):
    for number in range(53):
        lobby.wait(10_000)
        lobby.say(people[0], f"line {number}")
    assert [line.text for line in room_of(lobby, people[1]).chat] == [f"line {n}" for n in range(3, 53)]


def test_lines_are_kept_ninety_days(lobby, people):
    lobby.say(people[0], "old")
    lobby.wait(1)
    lobby.say(people[0], "young")
    lobby.wait(90 * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert [row.text for row in lobby.rows(schema.chat_lines)] == ["young"]
    assert lobby.rows(schema.chat_paces) == []


def test_a_player_muted_by_staff_can_chat_in_no_room_until_the_mute_ends(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.create(ana).table
    until_ms = lobby.now_ms + 300_000
    lobby.deliver(chat.chat_muted, ChatMuted(account=ana.account, seq=1, until_ms=until_ms))
    banned = Refusal("chat_banned", {"until_ms": until_ms})
    assert lobby.say(ana, "hello") == lobby.say(ana, "hello", f"table:{table}") == banned
    assert lobby.say(ben, "hello").text == "hello"
    lobby.wait(300_000)
    assert lobby.say(ana, "sorry").text == "sorry"


def test_of_two_mutes_the_newer_holds_in_any_order_of_events(lobby, people):
    ana = people[0]
    back = ChatMuted(account=ana.account, seq=2, until_ms=lobby.now_ms)
    muted = ChatMuted(account=ana.account, seq=1, until_ms=lobby.now_ms + 300_000)
    lobby.deliver(chat.chat_muted, back)
    lobby.deliver(chat.chat_muted, muted)
    assert lobby.say(ana, "hello").text == "hello"
    lobby.wait(2 * DAY_MS)
    lobby.ports.run(expiry.purge)
    lobby.deliver(chat.chat_muted, ChatMuted(account=ana.account, seq=1, until_ms=lobby.now_ms + 300_000))
    assert lobby.say(ana, "hello again").text == "hello again"


REMOVED = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b-\u200d\u2060\ufeff]|  |^ | $")


def test_hostile_lines_are_published_as_cleaned_text_and_nothing_else(lobby, people):
    for text in hostile_texts():
        lobby.wait(10_000)
        line = lobby.say(people[0], text)
        assert line.text == clean(text)
        assert not REMOVED.search(line.text)
        assert lobby.push.frames[-1].frame == ChatFrame(line=line)


def test_a_hostile_text_is_no_name_of_a_person_or_is_one_of_letters(lobby):
    for number, text in enumerate(hostile_texts()):
        answer = lobby.register(text[:20], email=f"a{number}@example.org")
        shown = "" if isinstance(answer, Refusal) else answer.account.name
        assert all(sign.isalnum() or sign in "_.-" for sign in shown), text

"""Chat: services/lobby/RULES.md §3."""

import re

import pytest

from services.contracts.client.frames import ChatFrame
from services.contracts.lobby import requests as contract
from services.contracts.moderation.conduct_and_messages import ChatMuted
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.chat import use_cases as chat
from services.lobby.chat.rules import clean
from tests.lobby.local_lobby import Pushed
from tests.support.hostile import hostile_texts

DAY_MS = 86_400_000


@pytest.fixture
def people(house):
    return house.enter("Ana", "Ben", "Eva")


def room_of(house, who):
    return house.ask(contract.Connected(token=who.token, gateway=who.gateway, conn=who.conn))


def test_a_line_in_the_lobby_reaches_all_players(house, people):
    ana = people[0]
    line = house.say(ana, " Good\tevening <b> ")
    assert line == contract.ChatLine(
        id=line.id, room="lobby", account=ana.account, name="Ana", text="Good evening <b>", at_ms=house.now_ms
    )
    assert house.push.frames[-1].accounts is None
    assert house.push.frames[-1].frame == ChatFrame(line=line)


def test_the_academy_has_one_room_for_all_players_with_the_same_rules(house, people):
    (ana, ben, eva) = people
    line = house.say(ana, "why not the six?", "academy:hall")
    assert house.push.frames[-1] == Pushed(accounts=None, frame=ChatFrame(line=line), close=None, except_conn=None)
    assert [each.text for each in room_of(house, ben).chat] == ["why not the six?"]
    house.hear(chat.chat_muted, ChatMuted(account=eva.account, seq=1, until_ms=house.now_ms + 1))
    assert house.say(eva, "hm", "academy:hall").error == "chat_banned"


def test_a_line_at_a_table_is_for_its_seats(house, people):
    (ana, ben, eva) = people
    table = house.create(ana).table
    room = f"table:{table}"
    house.join(ben, table)
    line = house.say(ben, "your move", room)
    assert sorted(house.push.frames[-1].accounts) == sorted([ana.account, ben.account])
    assert house.say(eva, "may I?", room) == Refusal("chat_not_member")
    house.start(ana, table)
    assert house.say(ana, "no", room).room == room
    assert [each.text for each in room_of(house, ben).chat] == ["your move", "no"]
    assert room_of(house, eva).chat == []
    assert line.id < room_of(house, ben).chat[-1].id


def test_an_invited_player_does_not_receive_the_chat_of_the_table(house, people):
    (ana, ben, _eva) = people
    table = house.create(ana, mode="invite", invite={"1": "Ben"}).table
    assert house.say(ben, "hello", f"table:{table}") == Refusal("chat_not_member")
    house.say(ana, "hello", f"table:{table}")
    assert house.push.frames[-1].accounts == [ana.account]


@pytest.mark.parametrize("room", ["", "table:", "table:x", "spectators:x", "academy:x", "lobby:x", "table:\0", "\0"])
def test_rooms_that_one_is_not_in_are_refused(house, people, room):
    assert house.say(people[0], "hello", room) == Refusal("chat_not_member")


def test_spectators_speak_among_themselves_while_they_look_at_a_table_that_plays(house, people):
    (ana, ben, eva) = people
    room = f"spectators:{house.started(ana, ben)}"
    line = house.say(eva, "who leads?", room, watching=True)
    assert (line.room, line.name) == (room, "Eva")
    told = house.push.frames[-1]
    assert (told.accounts, told.table, told.spectators) == ([], room.partition(":")[2], True)
    assert house.say(eva, "and now?", room) == Refusal("chat_not_member"), "she does not look any more"
    assert house.say(ana, "aha", room, watching=True) == Refusal("chat_not_member"), "seats are no spectators"
    assert all(line.room != room for line in room_of(house, ana).chat)


def test_a_table_without_spectators_has_no_spectators_chat(house, people):
    (ana, ben, eva) = people
    waiting = house.create(ana).table
    assert house.say(eva, "hello", f"spectators:{waiting}", watching=True) == Refusal("chat_not_member")
    house.get_up(ana, waiting)
    house.rpc.seats = 2
    closed = house.create(ana, spectators=False).table
    house.join(ben, closed)
    house.start(ana, closed)
    assert house.say(eva, "hello", f"spectators:{closed}", watching=True) == Refusal("chat_not_member")


def test_an_absent_player_cannot_chat(house, people):
    house.leave(people[0])
    assert house.say(people[0], "hello") == Refusal("chat_not_member")
    assert house.ask(contract.Say(account="x", id="c", room="lobby", text="hi")) == Refusal("chat_not_member")


def test_lines_without_words_and_lines_too_long_are_refused(house, people):
    assert house.say(people[0], " \u200b\x00 ") == Refusal("chat_empty")
    assert house.say(people[0], "x" * 301) == Refusal("chat_too_long", {"length": 301})
    assert house.rows(schema.chat_lines) == []


def test_a_player_that_chats_too_fast_is_refused_and_then_muted(house, people):
    (ana, ben, _eva) = people
    for number in range(5):
        assert house.say(ana, f"line {number}").text == f"line {number}"
    for _ in range(3):
        assert house.say(ana, "more") == Refusal("chat_rate")
    until_ms = house.now_ms + 300_000
    house.wait(60_000)
    assert house.say(ana, "now?") == Refusal("chat_muted", {"until_ms": until_ms})
    assert house.say(ben, "finally").text == "finally"
    table = house.create(ana).table
    assert house.say(ana, "here I may", f"table:{table}").text == "here I may"
    house.wait(240_000)
    assert house.say(ana, "sorry").text == "sorry"


def test_a_refusal_for_speed_sent_again_counts_once(house, people):
    ana = people[0]
    for number in range(5):
        house.say(ana, f"line {number}")
    too_fast = contract.Say(account=ana.account, id="fast", room="lobby", text="more")
    for _ in range(4):
        assert house.ask(too_fast) == Refusal("chat_rate")
    house.wait(10_000)
    assert house.say(ana, "calm").text == "calm"


def test_the_rate_is_the_operators(house, people):
    house.set(chat_rate=1)
    house.say(people[0], "one")
    assert house.say(people[0], "two") == Refusal("chat_rate")


def test_newcomers_see_the_last_fifty_lines(house, people):
    for number in range(53):
        house.wait(10_000)
        house.say(people[0], f"line {number}")
    assert [line.text for line in room_of(house, people[1]).chat] == [f"line {n}" for n in range(3, 53)]


def test_lines_are_kept_ninety_days(house, people):
    house.say(people[0], "old")
    house.wait(1)
    house.say(people[0], "young")
    house.wait(90 * DAY_MS)
    house.ports.run(expiry.purge)
    assert [row.text for row in house.rows(schema.chat_lines)] == ["young"]
    assert house.rows(schema.chat_paces) == []


def test_a_player_muted_by_staff_can_chat_in_no_room_until_the_mute_ends(house, people):
    (ana, ben, _eva) = people
    table = house.create(ana).table
    until_ms = house.now_ms + 300_000
    house.hear(chat.chat_muted, ChatMuted(account=ana.account, seq=1, until_ms=until_ms))
    banned = Refusal("chat_banned", {"until_ms": until_ms})
    assert house.say(ana, "hello") == house.say(ana, "hello", f"table:{table}") == banned
    assert house.say(ben, "hello").text == "hello"
    house.wait(300_000)
    assert house.say(ana, "sorry").text == "sorry"


def test_of_two_mutes_the_newer_holds_in_any_order_of_events(house, people):
    ana = people[0]
    back = ChatMuted(account=ana.account, seq=2, until_ms=house.now_ms)
    muted = ChatMuted(account=ana.account, seq=1, until_ms=house.now_ms + 300_000)
    house.hear(chat.chat_muted, back)
    house.hear(chat.chat_muted, muted)
    assert house.say(ana, "hello").text == "hello"
    house.wait(2 * DAY_MS)
    house.ports.run(expiry.purge)
    house.hear(chat.chat_muted, ChatMuted(account=ana.account, seq=1, until_ms=house.now_ms + 300_000))
    assert house.say(ana, "hello again").text == "hello again"


REMOVED = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b-\u200d\u2060\ufeff]|  |^ | $")


def test_hostile_lines_are_published_as_cleaned_text_and_nothing_else(house, people):
    for text in hostile_texts():
        house.wait(10_000)
        line = house.say(people[0], text)
        assert line.text == clean(text)
        assert not REMOVED.search(line.text)
        assert house.push.frames[-1].frame == ChatFrame(line=line)


def test_a_hostile_text_is_no_name_of_a_person_or_is_one_of_letters(house):
    for number, text in enumerate(hostile_texts()):
        answer = house.register(text[:20], email=f"a{number}@example.org")
        shown = "" if isinstance(answer, Refusal) else answer.account.name
        assert all(sign.isalnum() or sign in "_.-" for sign in shown), text

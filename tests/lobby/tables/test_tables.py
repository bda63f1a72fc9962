"""Opening and joining tables, and starting: services/lobby/RULES.md §4 and §6."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import InvitationFrame, SentFrame
from services.contracts.lobby import chat, open_tables
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tables.commands import SeatPlayer, Start, StartOrder
from services.contracts.wallet.balances import CheckStake
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.lobby import schema

POOR = Refusal("insufficient_chips", {"account": "a"})
DOWN = Refusal("service_unavailable", {"service": "tables"})


@pytest.fixture
def people(lobby):
    return lobby.enter("Ana", "Ben", "Eva", "Leo")


# --- opening ---


def test_a_new_table_is_listed_with_its_organizer_on_seat_0(lobby, people):
    ana = people[0]
    lobby.push.forget()
    line = lobby.create(ana, name=" Friday\n night ", options={"rows": 5})
    assert line == lobby.table(line.table)
    assert (line.name, line.game, line.options, line.stake_chips) == (
        "Friday night", "tictactoe", {"size": 3, "rows": 5}, 500,
    )  # fmt: skip
    assert (line.mode, line.spectators, line.practice, line.state) == ("open", True, False, "filling")
    assert line.organizer == ana.account
    assert line.created_at_ms == lobby.now_ms
    assert line.seats == [
        open_tables.SeatLine(seat=0, name="Ana", account=ana.account), open_tables.SeatLine(seat=1),
    ]  # fmt: skip
    assert lobby.push.changed_tables == [line.table]
    assert lobby.push.changed_players == [ana.account]
    assert lobby.push.to(ana.account, SentFrame) == [SentFrame(table=line.table, reason="")]
    assert lobby.statuses()["Ana"] == "invited"


def test_tables_are_listed_oldest_first(lobby, people):
    for number, who in enumerate(people):
        lobby.wait(1)
        lobby.create(who, name=f"Table {number}")
    assert [line.name for line in lobby.ask(open_tables.ListTables()).tables] == [f"Table {n}" for n in range(4)]


def test_a_table_is_refused_in_the_order_of_its_contract(lobby, people):
    (ana, ben, *_) = people
    lobby.rpc.seats = 3
    faults = {"name": "x", "game": "chess", "mode": "invite", "invite": {"9": "Nobody"}}
    check = lobby.rpc.answers[CheckOptions]

    lobby.rpc.answers[CheckStake] = Done()
    taken = lobby.create(ben).table
    assert lobby.create(ben, **faults) == Refusal("already_seated")
    lobby.rpc.answers[CheckStake] = POOR
    assert lobby.create(ana, **faults) == Refusal("table_name_invalid")
    faults["name"] = "Our table"
    lobby.rpc.answers[CheckOptions] = Refusal("game_unknown")
    assert lobby.create(ana, **faults).error == "game_unknown"
    lobby.rpc.answers[CheckOptions] = Refusal("options_invalid", {"size": 99})
    assert lobby.create(ana, **faults) == Refusal("options_invalid", {"size": 99})
    lobby.rpc.answers[CheckOptions] = check
    for invite, code in [
        ({"9": "Nobody"}, "seat_invalid"),
        ({"one": "Nobody"}, "seat_invalid"),
        ({"1": "Nobody", "2": "nobody "}, "player_unknown"),
        ({"1": "Leo", "2": "LEO"}, "seat_duplicate"),
        ({"1": "Ben", "2": "ana"}, "seat_self"),
        ({"1": "Ben", "2": "Nobody"}, "player_unknown"),
        ({"1": "Ben", "2": "Leo"}, "player_not_online"),
        ({"2": "Leo"}, "seats_missing"),
        ({"1": "Eva", "2": "Leo"}, "insufficient_chips"),
    ]:
        assert lobby.create(ana, **faults | {"invite": invite}).error == code, invite
    assert [line.table for line in lobby.ask(open_tables.ListTables()).tables] == [taken]


def test_the_wallet_is_asked_for_the_organizer_alone_and_only_when_nothing_else_is_wrong(lobby, people):
    (ana, *_others) = people
    lobby.rpc.seats = 3
    lobby.create(ana, name="x")
    assert lobby.rpc.asked(CheckStake) == []
    lobby.create(ana, mode="invite", invite={"2": "Ben", "1": "Eva"}, stake_chips=700)
    assert lobby.rpc.asked(CheckStake) == [
        CheckStake(game="tictactoe", stake_chips=700, accounts=[ana.account], practice=False, seats=3)
    ]


@pytest.mark.parametrize("asked", [CheckOptions, CheckStake])
def test_no_table_opens_while_a_service_that_must_agree_does_not_respond(lobby, people, asked):
    lobby.rpc.answers[asked] = DOWN
    assert lobby.create(people[0]) == DOWN
    assert lobby.ask(open_tables.ListTables()).tables == []
    assert lobby.statuses()["Ana"] == "online"


def test_a_player_that_cannot_be_found_any_more_opens_no_table(lobby):
    asked = open_tables.CreateTable(account="gone", id="c", name="Our table", game="tictactoe")
    assert lobby.ask(asked) == Refusal("player_unknown")


# --- joining and getting up ---


def test_players_take_seats_until_the_table_is_full(lobby, people):
    (ana, ben, eva, leo) = people
    lobby.rpc.seats = 3
    table = lobby.create(ana).table
    line = lobby.join(ben, table, 2)
    assert [seat.name for seat in line.seats] == ["Ana", None, "Ben"]
    assert lobby.join(eva, table).state == "ready"
    assert lobby.join(leo, table) == Refusal("table_full")
    assert lobby.statuses() == {"Leo": "online", "Ana": "invited", "Ben": "invited", "Eva": "invited"}
    assert lobby.push.to(eva.account, SentFrame) == [SentFrame(table=table, reason="")]
    assert lobby.rpc.asked(CheckStake)[-1].accounts == [eva.account]


def test_a_seat_is_refused_in_the_order_of_its_contract(lobby, people):
    (ana, ben, eva, leo) = people
    lobby.rpc.seats = 3
    lobby.rpc.answers[CheckStake] = lambda asked: POOR if asked.accounts == [leo.account] else Done()
    table = lobby.create(ana).table
    assert lobby.join(leo, "no such table") == lobby.join(leo, "\0") == Refusal("table_unknown")
    lobby.join(ben, table, 1)
    assert lobby.join(ben, table, 1) == Refusal("already_seated")
    assert lobby.join(leo, table, 1) == Refusal("seat_taken", {"seat": 1})
    assert lobby.join(leo, table, 3) == Refusal("seat_invalid", {"seat": 3})
    assert lobby.join(leo, table, 2) == POOR
    assert lobby.join(eva, table).state == "ready"
    assert lobby.join(leo, table, 9) == Refusal("table_full")
    assert lobby.start(ana, table) == Done()
    lobby.leave(leo)
    assert lobby.join(ben, table) == lobby.join(leo, table) == Refusal("already_started")


def test_a_table_of_invitations_cannot_be_joined(lobby, people):
    (ana, _ben, eva, _leo) = people
    table = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
    assert lobby.join(eva, table) == Refusal("not_invited")


def test_a_player_sits_at_one_table_and_an_invited_player_sits_at_none(lobby, people):
    (ana, ben, eva, _leo) = people
    lobby.create(ana, mode="invite", invite={"1": "Ben"})
    table = lobby.create(eva).table
    assert lobby.join(ana, table) == Refusal("already_seated")
    assert lobby.join(ben, table).error == "already_seated"
    assert lobby.create(ben) == Refusal("already_seated")


def test_getting_up_frees_the_seat_and_the_player(lobby, people):
    (ana, ben, *_) = people
    table = lobby.create(ana).table
    lobby.join(ben, table)
    lobby.push.forget()
    assert lobby.get_up(ben, table) == Done()
    assert [seat.name for seat in lobby.table(table).seats] == ["Ana", None]
    assert lobby.statuses()["Ben"] == "online"
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="")]
    assert lobby.push.to(ana.account, SentFrame) == []
    assert lobby.push.changed_tables == [table]


def test_when_the_organizer_gets_up_the_table_is_gone(lobby, people):
    (ana, ben, *_) = people
    table = lobby.create(ana).table
    lobby.join(ben, table)
    assert lobby.get_up(ana, table) == Done()
    assert lobby.table(table) is None
    assert lobby.push.to(ben.account, SentFrame)[-1] == SentFrame(table=None, reason="organizer_left", name="Ana")
    assert lobby.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="")
    assert set(lobby.statuses().values()) == {"online"}
    assert lobby.join(ben, table) == Refusal("table_unknown")


def test_getting_up_is_refused_in_the_order_of_its_contract(lobby, people):
    (ana, ben, eva, _leo) = people
    assert lobby.get_up(ana, "no such table") == Refusal("table_unknown")
    table = lobby.started(ana, ben)
    assert lobby.get_up(eva, table) == Refusal("not_seated")
    assert lobby.get_up(ben, table) == Refusal("already_started")


# --- starting ---


def test_the_start_goes_to_the_shard_of_the_table_with_all_that_was_settled(lobby, people):
    (ana, ben, *_) = people
    table = lobby.create(ana, name="Duel", options={"rows": 5}, spectators=False).table
    lobby.join(ben, table)
    lobby.push.forget()
    assert lobby.start(ana, table) == Done()
    ((queue, start),) = lobby.sent()
    assert queue == f"tables.tictactoe.{shard_of(table, 8)}"
    order = StartOrder(
        name="Duel",
        game="tictactoe",
        options={"size": 3, "rows": 5},
        stake_chips=500,
        organizer=0,
        seats=[SeatPlayer(name="Ana", account=ana.account), SeatPlayer(name="Ben", account=ben.account)],
        spectators=False,
        practice=False,
    )
    assert start == Start(table, "", lobby.now_ms, order)
    assert lobby.table(table).state == "started"
    assert lobby.statuses() == {"Eva": "online", "Leo": "online", "Ana": "playing", "Ben": "playing"}
    for who in (ana, ben):
        assert lobby.push.to(who.account, SentFrame) == [SentFrame(table=table, reason="")]


def test_a_full_table_shows_until_when_it_may_be_started(lobby, people):
    (ana, ben, *_) = people
    line = lobby.create(ana)
    assert line.closes_at_ms is None
    lobby.wait(5)
    joined = lobby.join(ben, line.table)
    assert joined.closes_at_ms == lobby.table(line.table).closes_at_ms == lobby.now_ms + 120_000
    lobby.get_up(ben, line.table)
    assert lobby.table(line.table).closes_at_ms is None
    lobby.join(ben, line.table)
    lobby.start(ana, line.table)
    assert lobby.table(line.table).closes_at_ms is None


def test_a_longer_clock_is_seen_in_the_list_and_in_invitations_and_goes_with_the_start(lobby, people):
    (ana, ben, *_) = people
    table = lobby.create(ana, stake_chips=0, mode="invite", invite={"1": "Ben"}, clock_factor=5).table
    assert lobby.table(table).clock_factor == 5
    (shown,) = lobby.push.to(ben.account, InvitationFrame)
    assert shown.invitation.clock_factor == 5
    lobby.answer(ben, shown.invitation.invitation)
    assert lobby.start(ana, table) == Done()
    ((_, start),) = lobby.sent()
    assert start.order.clock_factor == 5


def test_a_longer_clock_for_a_stake_is_refused_and_nothing_is_opened(lobby, people):
    (ana, *_) = people
    assert lobby.create(ana, clock_factor=2) == Refusal("clock_invalid", {"clock_factor": 2})
    assert lobby.statuses()["Ana"] == "online"


def test_a_start_is_refused_in_the_order_of_its_contract(lobby, people):
    (ana, ben, eva, _leo) = people
    lobby.rpc.seats = 3
    table = lobby.create(ana).table
    lobby.join(ben, table)
    lobby.rpc.answers[CheckStake] = POOR
    assert lobby.start(ana, "no such table") == Refusal("table_unknown")
    assert lobby.start(ben, table) == Refusal("not_organizer")
    assert lobby.start(ana, table) == Refusal("seats_missing", {"seats": [2]})
    lobby.rpc.answers[CheckStake] = Done()
    lobby.join(eva, table)
    lobby.rpc.answers[CheckStake] = POOR
    assert lobby.start(ana, table) == POOR
    assert (lobby.rpc.asked(CheckStake)[-1].accounts, lobby.rpc.asked(CheckStake)[-1].seated) == ([ana.account], [])
    assert lobby.sent() == []
    lobby.rpc.answers[CheckStake] = Done()
    assert lobby.start(ana, table) == Done()
    assert lobby.start(ana, table) == Refusal("already_started")
    assert len(lobby.sent()) == 1


def test_a_full_table_not_started_within_two_minutes_is_closed(lobby, people):
    (ana, ben, *_) = people
    table = lobby.create(ana).table
    lobby.wait(400_000)
    lobby.sweep()
    lobby.join(ben, table)
    lobby.wait(120_000)
    lobby.sweep()
    assert lobby.table(table).state == "ready"
    lobby.wait(1)
    lobby.sweep()
    assert lobby.table(table) is None
    for who in (ana, ben):
        assert lobby.push.to(who.account, SentFrame)[-1] == SentFrame(table=None, reason="start_timeout", name=None)


def test_a_table_against_computers_starts_at_once(lobby, people):
    ana = people[0]
    lobby.rpc.seats = 3
    line = lobby.create(ana, stake_chips=0, bots=[1, 2])
    assert (line.state, line.practice, line.stake_chips) == ("started", True, 0)
    assert [(seat.name, seat.bot, seat.account) for seat in line.seats[1:]] == [
        ("bot-1", True, None), ("bot-2", True, None),
    ]  # fmt: skip
    ((_, start),) = lobby.sent()
    assert start.order.practice
    assert start.order.seats == [
        SeatPlayer(name="Ana", account=ana.account), SeatPlayer(name="bot-1"), SeatPlayer(name="bot-2"),
    ]  # fmt: skip
    assert lobby.rpc.asked(CheckStake)[-1] == CheckStake(
        game="tictactoe", stake_chips=0, accounts=[ana.account], practice=True, seats=3
    )
    assert lobby.statuses()["Ana"] == "playing"


def test_computers_play_for_nothing_and_sit_where_there_is_a_seat(lobby, people):
    ana = people[0]
    assert lobby.create(ana, stake_chips=500, bots=[1]).error == "stake_invalid"
    assert lobby.create(ana, stake_chips=0, bots=[2]).error == "seat_invalid"
    assert lobby.create(ana, stake_chips=0, bots=[-1]).error == "seat_invalid"


def test_a_table_with_people_and_a_computer_waits_for_its_organizer(lobby, people):
    (ana, ben, *_) = people
    lobby.rpc.seats = 3
    table = lobby.create(ana, stake_chips=0, bots=[2]).table
    assert lobby.join(ben, table).state == "ready"
    assert lobby.sent() == []
    assert lobby.start(ana, table) == Done()
    assert lobby.rpc.asked(CheckStake)[-1].accounts == [ana.account]


# --- refused again and again ---


@pytest.mark.parametrize("command", ["create", "join", "start"])
def test_a_player_that_was_refused_twenty_times_waits_ten_minutes(lobby, people, command):
    (ana, ben, *_) = people
    lobby.rpc.seats = 2
    table = lobby.create(ben if command == "join" else ana).table
    if command == "start":
        lobby.join(ben, table)
    if command == "create":
        lobby.get_up(ana, table)
    lobby.rpc.answers[CheckStake] = POOR
    tries = {
        "create": lobby.create,
        "join": lambda who: lobby.join(who, table),
        "start": lambda who: lobby.start(who, table),
    }
    for _ in range(20):
        assert tries[command](ana) == POOR
        lobby.wait(1)
    asked = len(lobby.rpc.calls)
    assert tries[command](ana) == Refusal("rate_limited", {"retry_after_s": 600})
    assert len(lobby.rpc.calls) == asked, "nobody is asked meanwhile"
    lobby.wait(30_000)
    assert tries[command](ana) == Refusal("rate_limited", {"retry_after_s": 570})
    assert lobby.create(people[2]) == POOR, "everybody has a count of their own"
    if command != "start":  # a table that is full waits for two minutes
        lobby.wait(570_000 - 20)
        assert tries[command](ana) == POOR
        assert tries[command](ana).error == "rate_limited", "one try for one refusal that has left the window"


def test_what_is_wrong_with_a_table_itself_is_not_counted(lobby, people):
    (ana, *_) = people
    lobby.rpc.answers[CheckStake] = DOWN
    for _ in range(21):
        assert lobby.create(ana, name="x") == Refusal("table_name_invalid")
        assert lobby.create(ana) == DOWN
        assert lobby.start(ana, "no such table") == Refusal("table_unknown")
    lobby.rpc.answers[CheckStake] = Done()
    assert lobby.create(ana).state == "filling"


def test_an_operator_says_how_many_refusals_are_free(lobby, people):
    lobby.set(refused_tables_max=1)
    lobby.rpc.answers[CheckStake] = POOR
    assert lobby.create(people[0]) == POOR
    assert lobby.create(people[0]).error == "rate_limited"


def test_an_invited_player_may_try_as_often_as_they_like_and_gets_the_reason(lobby, people):
    (ana, ben, *_) = people
    lobby.rpc.seats = 2
    table = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
    lobby.rpc.answers[CheckStake] = POOR
    for _ in range(25):
        assert lobby.answer(ben, f"{table}:1") == POOR


# --- sent again ---


def again(lobby, request):
    first = lobby.ask(request)
    calls = len(lobby.rpc.calls)
    lobby.push.forget()
    for _ in range(2):
        assert lobby.ask(request) == first
    assert len(lobby.rpc.calls) == calls, "nobody is asked again"
    assert (lobby.push.frames, lobby.push.changed_tables, lobby.push.changed_players) == ([], [], [])
    return first


def test_every_repeated_command_returns_the_first_result_and_does_nothing(lobby, people):
    (ana, ben, *_) = people
    line = again(lobby, open_tables.CreateTable(account=ana.account, id="c", name="Our table", game="tictactoe"))
    assert again(lobby, open_tables.JoinTable(account=ben.account, id="c", table=line.table)).state == "ready"
    assert again(lobby, open_tables.LeaveTable(account=ben.account, id="c", table=line.table)) == Done()
    lobby.join(ben, line.table)
    assert again(lobby, open_tables.StartTable(account=ana.account, id="c", table=line.table)) == Done()
    assert len(lobby.sent()) == 1
    assert again(lobby, chat.Say(account=ben.account, id="c", room="lobby", text="hello")).text == "hello"
    assert len(lobby.rows(schema.chat_lines)) == 1


def test_a_refused_command_may_be_tried_again_under_its_id(lobby, people):
    lobby.rpc.answers[CheckStake] = DOWN
    asked = open_tables.CreateTable(account=people[0].account, id="c", name="Our table", game="tictactoe")
    assert lobby.ask(asked) == DOWN
    lobby.rpc.answers[CheckStake] = Done()
    assert isinstance(lobby.ask(asked), open_tables.TableLine)


@pytest.mark.parametrize("bad", ["", "x" * 65, "a\0b", "\n"])
def test_an_id_that_is_none_is_refused(lobby, people, bad):
    account = people[0].account
    for request in (
        open_tables.CreateTable(account=account, id=bad, name="Our table", game="tictactoe"),
        open_tables.JoinTable(account=account, id=bad, table="t"),
        open_tables.LeaveTable(account=account, id=bad, table="t"),
        chat.Say(account=account, id=bad, room="lobby", text="hello"),
    ):
        assert lobby.ask(request).error == "bad_request"


def test_a_command_overtaken_by_its_own_repetition_returns_the_result_of_that_one(lobby, people):
    ana = people[0]
    asked = open_tables.CreateTable(account=ana.account, id="c", name="Our table", game="tictactoe")
    done = []

    def repeat(request):
        lobby.rpc.answers[CheckStake] = Done()
        done.append(lobby.ask(asked))
        return Done()

    lobby.rpc.answers[CheckStake] = repeat
    assert lobby.ask(asked) == done[0]
    assert len(lobby.ask(open_tables.ListTables()).tables) == 1


def test_a_command_refused_because_of_its_own_repetition_returns_the_result_of_that_one(lobby, people, monkeypatch):
    (ana, ben, *_) = people
    table = lobby.create(ana).table
    for asked in (
        open_tables.JoinTable(account=ben.account, id="c", table=table),
        open_tables.CreateTable(account=people[2].account, id="c", name="Our table", game="tictactoe"),
    ):
        run, calls, done = lobby.database.run, [], []

        def overtaken(handler, *args, asked=asked, run=run, calls=calls, done=done):
            calls.append(handler)
            if len(calls) == 2:  # after it was seen to be new, before it is tried
                done.append(lobby.ask(asked))
            return run(handler, *args)

        monkeypatch.setattr(lobby.database, "run", overtaken)
        assert lobby.ask(asked) == done[0]
        monkeypatch.undo()
        assert isinstance(done[0], open_tables.TableLine)

"""Opening and joining tables, and starting: services/lobby/RULES.md §4 and §6."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import SentFrame
from services.contracts.lobby import requests as contract
from services.contracts.tables.commands_and_events import CheckOptions, SeatPlayer, Start, StartOrder
from services.contracts.wallet.balances import CheckStake
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.lobby import schema

POOR = Refusal("insufficient_chips", {"account": "a"})
DOWN = Refusal("service_unavailable", {"service": "tables"})


@pytest.fixture
def people(house):
    return house.enter("Ana", "Ben", "Eva", "Leo")


# --- opening ---


def test_a_new_table_is_listed_with_its_organizer_on_seat_0(house, people):
    ana = people[0]
    house.push.forget()
    line = house.create(ana, name=" Friday\n night ", options={"rows": 5})
    assert line == house.table(line.table)
    assert (line.name, line.game, line.options, line.stake_chips) == (
        "Friday night", "tictactoe", {"size": 3, "rows": 5}, 500,
    )  # fmt: skip
    assert (line.mode, line.spectators, line.practice, line.state) == ("open", True, False, "filling")
    assert line.organizer == ana.account
    assert line.created_at_ms == house.now_ms
    assert line.seats == [
        contract.SeatLine(seat=0, name="Ana", account=ana.account), contract.SeatLine(seat=1),
    ]  # fmt: skip
    assert house.push.changed_tables == [line.table]
    assert house.push.changed_players == [ana.account]
    assert house.push.to(ana.account, SentFrame) == [SentFrame(table=line.table, reason="")]
    assert house.statuses()["Ana"] == "invited"


def test_tables_are_listed_oldest_first(house, people):
    for number, who in enumerate(people):
        house.wait(1)
        house.create(who, name=f"Table {number}")
    assert [line.name for line in house.ask(contract.ListTables()).tables] == [f"Table {n}" for n in range(4)]


def test_a_table_is_refused_in_the_order_of_its_contract(house, people):
    (ana, ben, *_) = people
    house.rpc.seats = 3
    faults = {"name": "x", "game": "chess", "mode": "invite", "invite": {"9": "Nobody"}}
    check = house.rpc.answers[CheckOptions]

    house.rpc.answers[CheckStake] = Done()
    taken = house.create(ben).table
    assert house.create(ben, **faults) == Refusal("already_seated")
    house.rpc.answers[CheckStake] = POOR
    assert house.create(ana, **faults) == Refusal("table_name_invalid")
    faults["name"] = "Our table"
    house.rpc.answers[CheckOptions] = Refusal("game_unknown")
    assert house.create(ana, **faults).error == "game_unknown"
    house.rpc.answers[CheckOptions] = Refusal("options_invalid", {"size": 99})
    assert house.create(ana, **faults) == Refusal("options_invalid", {"size": 99})
    house.rpc.answers[CheckOptions] = check
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
        assert house.create(ana, **faults | {"invite": invite}).error == code, invite
    assert [line.table for line in house.ask(contract.ListTables()).tables] == [taken]


def test_the_wallet_is_asked_for_the_organizer_alone_and_only_when_nothing_else_is_wrong(house, people):
    (ana, *_others) = people
    house.rpc.seats = 3
    house.create(ana, name="x")
    assert house.rpc.asked(CheckStake) == []
    house.create(ana, mode="invite", invite={"2": "Ben", "1": "Eva"}, stake_chips=700)
    assert house.rpc.asked(CheckStake) == [
        CheckStake(game="tictactoe", stake_chips=700, accounts=[ana.account], practice=False, seats=3)
    ]


@pytest.mark.parametrize("asked", [CheckOptions, CheckStake])
def test_no_table_opens_while_a_service_that_must_agree_does_not_respond(house, people, asked):
    house.rpc.answers[asked] = DOWN
    assert house.create(people[0]) == DOWN
    assert house.ask(contract.ListTables()).tables == []
    assert house.statuses()["Ana"] == "online"


def test_a_player_that_cannot_be_found_any_more_opens_no_table(house):
    asked = contract.CreateTable(account="gone", id="c", name="Our table", game="tictactoe")
    assert house.ask(asked) == Refusal("player_unknown")


# --- joining and getting up ---


def test_players_take_seats_until_the_table_is_full(house, people):
    (ana, ben, eva, leo) = people
    house.rpc.seats = 3
    table = house.create(ana).table
    line = house.join(ben, table, 2)
    assert [seat.name for seat in line.seats] == ["Ana", None, "Ben"]
    assert house.join(eva, table).state == "ready"
    assert house.join(leo, table) == Refusal("table_full")
    assert house.statuses() == {"Leo": "online", "Ana": "invited", "Ben": "invited", "Eva": "invited"}
    assert house.push.to(eva.account, SentFrame) == [SentFrame(table=table, reason="")]
    assert house.rpc.asked(CheckStake)[-1].accounts == [eva.account]


def test_a_seat_is_refused_in_the_order_of_its_contract(house, people):
    (ana, ben, eva, leo) = people
    house.rpc.seats = 3
    house.rpc.answers[CheckStake] = lambda asked: POOR if asked.accounts == [leo.account] else Done()
    table = house.create(ana).table
    assert house.join(leo, "no such table") == house.join(leo, "\0") == Refusal("table_unknown")
    house.join(ben, table, 1)
    assert house.join(ben, table, 1) == Refusal("already_seated")
    assert house.join(leo, table, 1) == Refusal("seat_taken", {"seat": 1})
    assert house.join(leo, table, 3) == Refusal("seat_invalid", {"seat": 3})
    assert house.join(leo, table, 2) == POOR
    assert house.join(eva, table).state == "ready"
    assert house.join(leo, table, 9) == Refusal("table_full")
    assert house.start(ana, table) == Done()
    house.leave(leo)
    assert house.join(ben, table) == house.join(leo, table) == Refusal("already_started")


def test_a_table_of_invitations_cannot_be_joined(house, people):
    (ana, _ben, eva, _leo) = people
    table = house.create(ana, mode="invite", invite={"1": "Ben"}).table
    assert house.join(eva, table) == Refusal("not_invited")


def test_a_player_sits_at_one_table_and_an_invited_player_sits_at_none(house, people):
    (ana, ben, eva, _leo) = people
    house.create(ana, mode="invite", invite={"1": "Ben"})
    table = house.create(eva).table
    assert house.join(ana, table) == Refusal("already_seated")
    assert house.join(ben, table).error == "already_seated"
    assert house.create(ben) == Refusal("already_seated")


def test_getting_up_frees_the_seat_and_the_player(house, people):
    (ana, ben, *_) = people
    table = house.create(ana).table
    house.join(ben, table)
    house.push.forget()
    assert house.get_up(ben, table) == Done()
    assert [seat.name for seat in house.table(table).seats] == ["Ana", None]
    assert house.statuses()["Ben"] == "online"
    assert house.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="")]
    assert house.push.to(ana.account, SentFrame) == []
    assert house.push.changed_tables == [table]


def test_when_the_organizer_gets_up_the_table_is_gone(house, people):
    (ana, ben, *_) = people
    table = house.create(ana).table
    house.join(ben, table)
    assert house.get_up(ana, table) == Done()
    assert house.table(table) is None
    assert house.push.to(ben.account, SentFrame)[-1] == SentFrame(table=None, reason="organizer_left", name="Ana")
    assert house.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="")
    assert set(house.statuses().values()) == {"online"}
    assert house.join(ben, table) == Refusal("table_unknown")


def test_getting_up_is_refused_in_the_order_of_its_contract(house, people):
    (ana, ben, eva, _leo) = people
    assert house.get_up(ana, "no such table") == Refusal("table_unknown")
    table = house.started(ana, ben)
    assert house.get_up(eva, table) == Refusal("not_seated")
    assert house.get_up(ben, table) == Refusal("already_started")


# --- starting ---


def test_the_start_goes_to_the_shard_of_the_table_with_all_that_was_settled(house, people):
    (ana, ben, *_) = people
    table = house.create(ana, name="Duel", options={"rows": 5}, spectators=False).table
    house.join(ben, table)
    house.push.forget()
    assert house.start(ana, table) == Done()
    ((queue, start),) = house.sent()
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
    assert start == Start(table, "", house.now_ms, order)
    assert house.table(table).state == "started"
    assert house.statuses() == {"Eva": "online", "Leo": "online", "Ana": "playing", "Ben": "playing"}
    for who in (ana, ben):
        assert house.push.to(who.account, SentFrame) == [SentFrame(table=table, reason="")]


def test_a_start_is_refused_in_the_order_of_its_contract(house, people):
    (ana, ben, eva, _leo) = people
    house.rpc.seats = 3
    table = house.create(ana).table
    house.join(ben, table)
    house.rpc.answers[CheckStake] = POOR
    assert house.start(ana, "no such table") == Refusal("table_unknown")
    assert house.start(ben, table) == Refusal("not_organizer")
    assert house.start(ana, table) == Refusal("seats_missing", {"seats": [2]})
    house.rpc.answers[CheckStake] = Done()
    house.join(eva, table)
    house.rpc.answers[CheckStake] = POOR
    assert house.start(ana, table) == POOR
    assert (house.rpc.asked(CheckStake)[-1].accounts, house.rpc.asked(CheckStake)[-1].seated) == ([ana.account], [])
    assert house.sent() == []
    house.rpc.answers[CheckStake] = Done()
    assert house.start(ana, table) == Done()
    assert house.start(ana, table) == Refusal("already_started")
    assert len(house.sent()) == 1


def test_a_full_table_not_started_within_two_minutes_is_closed(house, people):
    (ana, ben, *_) = people
    table = house.create(ana).table
    house.wait(400_000)
    house.sweep()
    house.join(ben, table)
    house.wait(120_000)
    house.sweep()
    assert house.table(table).state == "ready"
    house.wait(1)
    house.sweep()
    assert house.table(table) is None
    for who in (ana, ben):
        assert house.push.to(who.account, SentFrame)[-1] == SentFrame(table=None, reason="start_timeout", name=None)


def test_a_table_against_computers_starts_at_once(house, people):
    ana = people[0]
    house.rpc.seats = 3
    line = house.create(ana, stake_chips=0, bots=[1, 2])
    assert (line.state, line.practice, line.stake_chips) == ("started", True, 0)
    assert [(seat.name, seat.bot, seat.account) for seat in line.seats[1:]] == [
        ("bot-1", True, None), ("bot-2", True, None),
    ]  # fmt: skip
    ((_, start),) = house.sent()
    assert start.order.practice
    assert start.order.seats == [
        SeatPlayer(name="Ana", account=ana.account), SeatPlayer(name="bot-1"), SeatPlayer(name="bot-2"),
    ]  # fmt: skip
    assert house.rpc.asked(CheckStake)[-1] == CheckStake(
        game="tictactoe", stake_chips=0, accounts=[ana.account], practice=True, seats=3
    )
    assert house.statuses()["Ana"] == "playing"


def test_computers_play_for_nothing_and_sit_where_there_is_a_seat(house, people):
    ana = people[0]
    assert house.create(ana, stake_chips=500, bots=[1]).error == "stake_invalid"
    assert house.create(ana, stake_chips=0, bots=[2]).error == "seat_invalid"
    assert house.create(ana, stake_chips=0, bots=[-1]).error == "seat_invalid"


def test_a_table_with_people_and_a_computer_waits_for_its_organizer(house, people):
    (ana, ben, *_) = people
    house.rpc.seats = 3
    table = house.create(ana, stake_chips=0, bots=[2]).table
    assert house.join(ben, table).state == "ready"
    assert house.sent() == []
    assert house.start(ana, table) == Done()
    assert house.rpc.asked(CheckStake)[-1].accounts == [ana.account]


# --- refused again and again ---


@pytest.mark.parametrize("command", ["create", "join", "start"])
def test_a_player_that_was_refused_twenty_times_waits_ten_minutes(house, people, command):
    (ana, ben, *_) = people
    house.rpc.seats = 2
    table = house.create(ben if command == "join" else ana).table
    if command == "start":
        house.join(ben, table)
    if command == "create":
        house.get_up(ana, table)
    house.rpc.answers[CheckStake] = POOR
    tries = {
        "create": house.create,
        "join": lambda who: house.join(who, table),
        "start": lambda who: house.start(who, table),
    }
    for _ in range(20):
        assert tries[command](ana) == POOR
        house.wait(1)
    asked = len(house.rpc.calls)
    assert tries[command](ana) == Refusal("rate_limited", {"retry_after_s": 600})
    assert len(house.rpc.calls) == asked, "nobody is asked meanwhile"
    house.wait(30_000)
    assert tries[command](ana) == Refusal("rate_limited", {"retry_after_s": 570})
    assert house.create(people[2]) == POOR, "everybody has a count of their own"
    if command != "start":  # a table that is full waits for two minutes
        house.wait(570_000 - 20)
        assert tries[command](ana) == POOR
        assert tries[command](ana).error == "rate_limited", "one try for one refusal that has left the window"


def test_what_is_wrong_with_a_table_itself_is_not_counted(house, people):
    (ana, *_) = people
    house.rpc.answers[CheckStake] = DOWN
    for _ in range(21):
        assert house.create(ana, name="x") == Refusal("table_name_invalid")
        assert house.create(ana) == DOWN
        assert house.start(ana, "no such table") == Refusal("table_unknown")
    house.rpc.answers[CheckStake] = Done()
    assert house.create(ana).state == "filling"


def test_an_operator_says_how_many_refusals_are_free(house, people):
    house.set(refused_tables_max=1)
    house.rpc.answers[CheckStake] = POOR
    assert house.create(people[0]) == POOR
    assert house.create(people[0]).error == "rate_limited"


def test_an_invited_player_may_try_as_often_as_they_like_and_gets_the_reason(house, people):
    (ana, ben, *_) = people
    house.rpc.seats = 2
    table = house.create(ana, mode="invite", invite={"1": "Ben"}).table
    house.rpc.answers[CheckStake] = POOR
    for _ in range(25):
        assert house.answer(ben, f"{table}:1") == POOR


# --- sent again ---


def again(house, request):
    first = house.ask(request)
    calls = len(house.rpc.calls)
    house.push.forget()
    for _ in range(2):
        assert house.ask(request) == first
    assert len(house.rpc.calls) == calls, "nobody is asked again"
    assert (house.push.frames, house.push.changed_tables, house.push.changed_players) == ([], [], [])
    return first


def test_every_repeated_command_returns_the_first_result_and_does_nothing(house, people):
    (ana, ben, *_) = people
    line = again(house, contract.CreateTable(account=ana.account, id="c", name="Our table", game="tictactoe"))
    assert again(house, contract.JoinTable(account=ben.account, id="c", table=line.table)).state == "ready"
    assert again(house, contract.LeaveTable(account=ben.account, id="c", table=line.table)) == Done()
    house.join(ben, line.table)
    assert again(house, contract.StartTable(account=ana.account, id="c", table=line.table)) == Done()
    assert len(house.sent()) == 1
    assert again(house, contract.Say(account=ben.account, id="c", room="lobby", text="hello")).text == "hello"
    assert len(house.rows(schema.chat_lines)) == 1


def test_a_refused_command_may_be_tried_again_under_its_id(house, people):
    house.rpc.answers[CheckStake] = DOWN
    asked = contract.CreateTable(account=people[0].account, id="c", name="Our table", game="tictactoe")
    assert house.ask(asked) == DOWN
    house.rpc.answers[CheckStake] = Done()
    assert isinstance(house.ask(asked), contract.TableLine)


@pytest.mark.parametrize("bad", ["", "x" * 65, "a\0b", "\n"])
def test_an_id_that_is_none_is_refused(house, people, bad):
    account = people[0].account
    for request in (
        contract.CreateTable(account=account, id=bad, name="Our table", game="tictactoe"),
        contract.JoinTable(account=account, id=bad, table="t"),
        contract.LeaveTable(account=account, id=bad, table="t"),
        contract.Say(account=account, id=bad, room="lobby", text="hello"),
    ):
        assert house.ask(request).error == "bad_request"


def test_a_command_overtaken_by_its_own_repetition_returns_the_result_of_that_one(house, people):
    ana = people[0]
    asked = contract.CreateTable(account=ana.account, id="c", name="Our table", game="tictactoe")
    done = []

    def repeat(request):
        house.rpc.answers[CheckStake] = Done()
        done.append(house.ask(asked))
        return Done()

    house.rpc.answers[CheckStake] = repeat
    assert house.ask(asked) == done[0]
    assert len(house.ask(contract.ListTables()).tables) == 1


def test_a_command_refused_because_of_its_own_repetition_returns_the_result_of_that_one(house, people, monkeypatch):
    (ana, ben, *_) = people
    table = house.create(ana).table
    for asked in (
        contract.JoinTable(account=ben.account, id="c", table=table),
        contract.CreateTable(account=people[2].account, id="c", name="Our table", game="tictactoe"),
    ):
        run, calls, done = house.database.run, [], []

        def overtaken(handler, *args, asked=asked, run=run, calls=calls, done=done):
            calls.append(handler)
            if len(calls) == 2:  # after it was seen to be new, before it is tried
                done.append(house.ask(asked))
            return run(handler, *args)

        monkeypatch.setattr(house.database, "run", overtaken)
        assert house.ask(asked) == done[0]
        monkeypatch.undo()
        assert isinstance(done[0], contract.TableLine)

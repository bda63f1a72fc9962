"""House-banked tables: kept open, sat down at while they run, left by a move (services/lobby/RULES.md §4)."""

from typing import Any

import pytest

from services.contracts.client.frames import SentFrame
from services.contracts.lobby import open_tables, presence
from services.contracts.tables.catalogue import Catalogue, CheckedOptions, CheckOptions, GameInfo, GetCatalogue
from services.contracts.tables.commands import PurseNow, SeatPlayer, Sit, Start
from services.contracts.tables.events import SeatFreed, TableDone
from services.contracts.wallet.balances import CheckGuest, GuestPurse
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.service.app import pause_s
from services.lobby.tables import match_events
from services.lobby.tables.house_banked import rules
from services.lobby.tables.house_banked import use_cases as house_handlers
from tests.lobby.local_lobby import Here, LocalLobby

GAME = "house_card"


def info(game: str = GAME, **options: list[Any]) -> GameInfo:
    return GameInfo(
        game=game, seats=[3], options=options, sides=[], clock_policy="round_clock", return_policy="none",
        leave_policy="none", house_banked=game == GAME, rules=1,
    )  # fmt: skip


@pytest.fixture
def casino(lobby: LocalLobby) -> LocalLobby:
    """A lobby that keeps one table of a house-banked game open."""
    lobby.rpc.answers[GetCatalogue] = Catalogue(games=[info(), info("tavli")])
    lobby.rpc.answers[CheckOptions] = lambda asked: CheckedOptions(
        options=asked.options, seats=3, sides=[], shards=8, house_banked=asked.game == GAME
    )
    assert house_handlers.keep_house_tables(lobby.ports) == 1
    return lobby


def table_of(casino: LocalLobby) -> open_tables.TableLine:
    (line,) = casino.ask(open_tables.ListTables()).tables
    return line


def sit(casino: LocalLobby, who: Here, seat: int | None = None, *, notice: bool = True) -> Any:
    table = table_of(casino).table
    return casino.ask(
        open_tables.JoinTable(account=who.account, id=casino.next_id(), table=table, seat=seat, notice=notice)
    )


# --- kept open ---


def test_a_table_of_each_house_banked_game_is_open_and_runs_with_every_seat_free(casino: LocalLobby) -> None:
    line = table_of(casino)
    assert (line.game, line.state, line.house, line.organizer) == (GAME, "started", True, "")
    assert line.seats == [open_tables.SeatLine(seat=seat) for seat in range(3)]
    ((queue, start),) = casino.sent()
    assert queue == f"tables.{GAME}.{shard_of(line.table, 8)}" and isinstance(start, Start)
    assert start.order.house and start.order.organizer == -1 and start.order.stake_chips == 0
    assert start.order.seats == [SeatPlayer(name="")] * 3


def test_looking_again_opens_nothing_more(casino: LocalLobby) -> None:
    assert house_handlers.keep_house_tables(casino.ports) == 0
    assert len(casino.sent()) == 1


def test_each_variant_has_a_table_or_as_many_as_the_operator_says() -> None:
    found = rules.wanted({"baccarat": ["commission", "fortune_six"], GAME: []}, {})
    assert [each.name for each in found] == ["baccarat commission", "baccarat fortune six", GAME]
    assert found[1].options == {"variant": "fortune_six"}
    assert [each.name for each in rules.wanted({GAME: []}, {GAME: 2})] == [GAME, f"{GAME} 2"]
    assert rules.wanted({GAME: ["even"]}, {GAME: 0}) == []


def test_two_lobbies_at_once_open_one_table(casino: LocalLobby) -> None:
    table = rules.wanted({GAME: []}, {})[0]
    checked = CheckedOptions(options={}, seats=3, sides=[], shards=8, house_banked=True)
    assert not casino.ports.run(house_handlers._add, table, checked)
    assert len(casino.rows(schema.tables)) == 1


def test_a_table_that_an_operator_has_ended_is_replaced_and_its_guests_are_free(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    old = sit(casino, ana).table
    casino.deliver(match_events.tables_done, TableDone(table=old, reason="annulled"))
    assert casino.statuses() == {"Ana": "online"}
    assert house_handlers.keep_house_tables(casino.ports) == 1
    assert table_of(casino).table != old


def test_while_tables_is_away_nothing_is_opened_and_it_is_asked_again_soon(lobby: LocalLobby) -> None:
    lobby.rpc.answers[GetCatalogue] = away = Refusal("service_unavailable")
    assert house_handlers.keep_house_tables(lobby.ports) == away
    assert (pause_s(10.0, away), pause_s(10.0, 0), pause_s(0.5, away)) == (2.0, 10.0, 0.5)


def test_a_table_of_a_house_banked_game_cannot_be_organized(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    refused = casino.create(ana, game=GAME, stake_chips=0)
    assert refused.error == "game_unknown"


# --- sitting down ---


def test_a_player_that_sits_down_plays_and_the_table_receives_the_balance(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    line = sit(casino, ana, 2)
    assert line.seats[2] == open_tables.SeatLine(seat=2, name="Ana", account=ana.account)
    assert line.organizer == "" and line == table_of(casino)
    (queue, order) = casino.sent()[-1]
    assert isinstance(order, Sit) and queue.startswith(f"tables.{GAME}.")
    assert (order.table, order.account, order.name, order.seat) == (line.table, ana.account, "Ana", 2)
    assert order.purse == PurseNow(5_000, {"loss_limit": 900})
    assert casino.statuses() == {"Ana": "playing"}
    assert casino.push.to(ana.account, SentFrame)[-1] == SentFrame(table=line.table, reason="")
    assert casino.rows(schema.sessions)[0].runs_since_ms is None
    assert len([each for _, each in casino.sent() if isinstance(each, Start)]) == 1


def test_the_same_request_again_is_answered_again_and_seats_once(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    request = open_tables.JoinTable(account=ana.account, id="same", table=table_of(casino).table, notice=True)
    assert casino.ask(request) == casino.ask(request)
    assert len([each for _, each in casino.sent() if isinstance(each, Sit)]) == 1


def test_sitting_down_is_refused_in_the_order_of_the_rules(casino: LocalLobby) -> None:
    ana, ben, eva = casino.enter("Ana", "Ben", "Eva")
    young = casino.connect(casino.register("Kid", birth_date="2007-01-16"))
    sit(casino, ben, 1)
    casino.rpc.answers[CheckGuest] = Refusal("self_excluded")
    assert sit(casino, young, 9).error == "bad_parameters"
    assert sit(casino, young, 1, notice=False).error == "age_restricted"
    assert sit(casino, ana, 1, notice=False).error == "self_excluded"
    casino.rpc.answers[CheckGuest] = GuestPurse(chips=1, caps={})
    assert sit(casino, ana, 1, notice=False).error == "notice_not_acknowledged"
    assert sit(casino, ben, 1).error == "already_seated"
    assert sit(casino, ana, 1).error == "seat_taken"
    assert sit(casino, ana, 0).seats[0].name == "Ana"
    assert sit(casino, eva).seats[2].name == "Eva"
    (leo,) = casino.enter("Leo")
    assert sit(casino, leo).error == "table_full"


def test_the_21st_birthday_is_enough_to_sit_and_to_look(casino: LocalLobby) -> None:
    # The clock stands at 2027-01-15.
    rooms = {}
    for name, born in (("Day", "2006-01-15"), ("Late", "2006-01-16")):
        session = casino.register(name, birth_date=born)
        rooms[name] = casino.ask(presence.Connected(token=session.token, gateway="g1", conn=len(rooms) + 1))
    assert rooms["Day"].may_bank and not rooms["Late"].may_bank


def test_the_notice_is_acknowledged_once_in_a_session(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    line = sit(casino, ana)
    casino.deliver(match_events.seats_freed, SeatFreed(table=line.table, account=ana.account, reason="left"))
    assert sit(casino, ana, notice=False).seats[0].name == "Ana"
    casino.deliver(match_events.seats_freed, SeatFreed(table=line.table, account=ana.account, reason="left"))
    again = casino.log_in("Ana")
    casino.connect(again)
    assert sit(casino, ana, notice=False).error == "notice_not_acknowledged"


def test_an_invited_player_does_not_sit_down_elsewhere(casino: LocalLobby) -> None:
    ana, ben = casino.enter("Ana", "Ben")
    casino.rpc.answers[CheckOptions] = CheckedOptions(options={}, seats=2, sides=[], shards=8)
    house_table = table_of(casino).table
    casino.create(ana, mode="invite", invite={"1": "Ben"})
    answer = casino.ask(open_tables.JoinTable(account=ben.account, id="x", table=house_table, notice=True))
    assert answer.error == "already_seated"


# --- getting up ---


def test_a_player_that_has_got_up_is_free_and_so_is_the_seat(casino: LocalLobby) -> None:
    ana, ben = casino.enter("Ana", "Ben")
    sit(casino, ana)
    line = sit(casino, ben)
    casino.deliver(match_events.seats_freed, SeatFreed(table=line.table, account=ana.account, reason="idle"))
    now = table_of(casino)
    assert [seat.name for seat in now.seats] == [None, "Ben", None]
    assert casino.statuses() == {"Ana": "online", "Ben": "playing"}
    assert casino.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="idle")
    casino.deliver(match_events.seats_freed, SeatFreed(table=line.table, account=ana.account, reason="idle"))
    assert sit(casino, ana).seats[0].name == "Ana"


def test_getting_up_is_the_tables_affair(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    line = sit(casino, ana)
    assert casino.get_up(ana, line.table).error == "already_started"
    casino.leave(ana)
    assert table_of(casino).seats[0].name == "Ana"
    assert casino.statuses() == {"Ana": "returning"}
    casino.deliver(match_events.seats_freed, SeatFreed(table=line.table, account=ana.account, reason="idle"))
    assert casino.statuses() == {} and table_of(casino).seats[0].name is None


def test_a_stream_of_the_table_is_refused_to_the_too_young(casino: LocalLobby) -> None:
    (ana,) = casino.enter("Ana")
    young = casino.connect(casino.register("Kid", birth_date="2007-01-16"))
    line = table_of(casino)
    assert casino.ask(open_tables.ViewTable(account=ana.account, table=line.table)) == line
    refused = casino.ask(open_tables.ViewTable(account=young.account, table=line.table))
    assert refused.error == "age_restricted"

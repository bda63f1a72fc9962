"""A full room is divided into halls (services/lobby/RULES.md §18): who sees whom, and how one gets on to another."""

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.client.frames import ChatFrame, PlayersFrame
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.halls import GoToHall, HallLine
from services.contracts.moderation import orders
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.settings import LobbySettings
from services.platform.operations.live_settings import LiveSettings, settings_ordered
from tests.lobby.local_lobby import Here, LocalLobby


@pytest.fixture
def crowd(lobby: LocalLobby) -> list[Here]:
    """Ana and Ben in the first hall, Cleo and Dora in the second."""
    lobby.set(hall_players_max=2)
    found = lobby.enter("Ana", "Ben", "Cleo", "Dora")
    lobby.push.forget()
    return found


def hall_of(lobby: LocalLobby, who: Here) -> int:
    return next(int(row.hall) for row in lobby.rows(schema.players) if row.account == who.account)


def room_of(lobby: LocalLobby, who: Here) -> presence.Room:
    room = lobby.ask(presence.Connected(token=who.token, gateway=who.gateway, conn=who.conn))
    assert isinstance(room, presence.Room)
    return room


def go(lobby: LocalLobby, who: Here, hall: int) -> Done | Refusal:
    found: Done | Refusal = lobby.ask(GoToHall(account=who.account, hall=hall))
    return found


def test_a_full_hall_opens_another_and_all_players_see_their_own(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, _ = crowd
    first, second = room_of(lobby, ana), room_of(lobby, cleo)
    assert [line.name for line in first.players] == ["Ana", "Ben"]
    assert [line.name for line in second.players] == ["Cleo", "Dora"]
    assert (first.hall, second.hall) == (1, 2)
    assert second.halls == [HallLine(hall=1, players=2), HallLine(hall=2, players=2)]
    assert (second.halls_total, second.players_total) == (2, 4)


def test_a_returning_player_is_in_the_same_hall_and_a_hall_without_players_closes(
    lobby: LocalLobby, crowd: list[Here]
) -> None:
    _, ben, cleo, dora = crowd
    lobby.leave(cleo)
    cleo = lobby.back(cleo)
    assert hall_of(lobby, cleo) == 2
    lobby.leave(cleo)
    lobby.leave(dora)
    lobby.leave(ben)
    assert room_of(lobby, cleo).hall == 1, "the second has closed, and there is room in the first"


def test_a_table_is_listed_in_the_hall_of_its_organizer(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, _ = crowd
    line = lobby.create(cleo)
    assert line.hall == 2
    assert [each.table for each in room_of(lobby, cleo).tables] == [line.table]
    assert room_of(lobby, ana).tables == []
    assert lobby.ask(open_tables.FindTable(table=line.table)) == line
    assert lobby.ask(open_tables.FindTable(table="t-none")) == Refusal("table_unknown")
    assert lobby.ask(open_tables.ListTables()).tables == [line]


def test_a_player_that_takes_a_seat_in_another_hall_stays_there(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, _ = crowd
    table = lobby.create(cleo).table
    lobby.push.forget()
    lobby.join(ana, table)
    assert hall_of(lobby, ana) == 2
    assert lobby.push.rooms == [ana.account]
    left = [push for push in lobby.push.frames if isinstance(push.frame, PlayersFrame)]
    assert [(push.hall, push.frame) for push in left] == [(1, PlayersFrame(changed=[], gone=[ana.account]))]
    assert [line.name for line in room_of(lobby, ana).players] == ["Dora", "Ana", "Cleo"]


def test_an_invitation_reaches_another_hall_and_moves_no_player_before_it_is_accepted(
    lobby: LocalLobby, crowd: list[Here]
) -> None:
    ana, _, cleo, _ = crowd
    lobby.create(cleo, mode="invite", invite={"1": "Ana"})
    (invitation,) = room_of(lobby, ana).invitations
    assert hall_of(lobby, ana) == 1
    assert lobby.answer(ana, invitation.invitation) == Done()
    assert hall_of(lobby, ana) == 2


def test_chat_reaches_only_the_hall_of_its_author(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, _ = crowd
    said = lobby.say(cleo, "hello")
    assert said.room == "lobby"
    heard = [push for push in lobby.push.frames if isinstance(push.frame, ChatFrame)]
    assert [(push.accounts, push.hall, push.frame) for push in heard] == [(None, 2, ChatFrame(line=said))]
    assert [line.text for line in room_of(lobby, cleo).chat] == ["hello"]
    assert room_of(lobby, ana).chat == []
    assert lobby.say(ana, "hello", room="lobby:2") == Refusal("chat_not_member")


def test_one_goes_to_another_hall_that_has_room(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, dora = crowd
    lobby.leave(dora)
    lobby.push.forget()
    assert go(lobby, ana, 2) == Done()
    assert hall_of(lobby, ana) == 2 and lobby.push.rooms == [ana.account]
    assert go(lobby, ana, 2) == Done(), "where one is already"
    assert lobby.push.rooms == [ana.account]
    assert [line.name for line in room_of(lobby, cleo).players] == ["Ana", "Cleo"]


def test_a_hall_that_is_full_or_not_there_or_left_from_a_seat_is_refused(lobby: LocalLobby, crowd: list[Here]) -> None:
    ana, _, cleo, dora = crowd
    assert go(lobby, ana, 2) == Refusal("hall_full")
    assert go(lobby, ana, 3) == Refusal("hall_unknown")
    lobby.leave(dora)
    lobby.create(ana)
    assert go(lobby, ana, 2) == Refusal("already_seated")
    lobby.leave(cleo)
    assert go(lobby, cleo, 1) == Refusal("player_not_online")
    assert [hall_of(lobby, who) for who in crowd] == [1, 1, 2, 2]


def test_a_smaller_hall_size_set_by_an_operator_moves_no_present_player(lobby: LocalLobby) -> None:
    live = LiveSettings("lobby", LobbySettings(), lambda settings: lobby.set(**msgspec.structs.asdict(settings)))
    with lobby.database.work() as work:
        for number in range(51):
            name = f"p{number}"
            assert players.add(work, Player(name, name, name, "en", 1, status="online"))
    (ana,) = lobby.enter("Ana")
    operation = orders.ChangeSetting(name="hall_players_max", value=50)
    placed = orders.OrderPlaced(order="o1", by="olga", reason="less to read", operation=operation, seq=1)
    with lobby.database.work() as work:
        settings_ordered(work, live, [placed])
    (ben,) = lobby.enter("Ben")
    assert (hall_of(lobby, ana), hall_of(lobby, ben)) == (1, 2)
    assert room_of(lobby, ben).halls == [HallLine(hall=1, players=52), HallLine(hall=2, players=1)]


# --- counting for whoever comes in ---


def test_halls_keep_their_limit_though_players_are_counted_once_a_second(lobby: LocalLobby) -> None:
    lobby.set(hall_players_max=2, hall_counts_age_ms=1_000)
    crowd = lobby.enter("Ana", "Ben", "Cleo", "Dora", "Eva")
    assert [hall_of(lobby, each) for each in crowd] == [1, 1, 2, 2, 3]


def test_players_are_counted_once_for_all_arrivals_within_a_second(
    lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    count = players.count_by_hall
    monkeypatch.setattr(players, "count_by_hall", lambda work: counted.append(1) or count(work))
    lobby.set(hall_counts_age_ms=1_000)
    ana, ben = lobby.enter("Ana", "Ben")
    counted.clear()
    lobby.wait(1_000)
    for who in (ana, ben, ana):
        room_of(lobby, who)
        lobby.wait(333)
    assert len(counted) == 1
    lobby.wait(1)
    room_of(lobby, ben)
    assert len(counted) == 2

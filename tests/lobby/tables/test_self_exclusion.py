"""Who shuts the money games gives up the seats that wait for chips, at once (services/wallet/RULES.md §11)."""

from services.contracts.client.frames import SentFrame
from services.contracts.tables.commands import Expel
from services.contracts.wallet.limits import SelfExcluded
from services.lobby import schema
from services.lobby.tables import leaving
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.tables.test_house_banked import casino, sit, table_of  # noqa: F401 a fixture

STAKE = 500


def exclude(lobby: LocalLobby, account: str, until_ms: int | None = None) -> None:
    lobby.deliver(leaving.self_excluded, SelfExcluded(account=account, until_ms=until_ms))


def test_the_seat_of_a_table_for_chips_is_free_and_the_session_goes_on(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.create(ana, stake_chips=STAKE).table
    lobby.join(ben, table)
    lobby.push.forget()

    for _ in range(2):
        exclude(lobby, ben.account)

    assert [seat.name for seat in lobby.table(table).seats if seat.name] == ["Ana"]
    assert lobby.statuses()["Ben"] == "online"
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="")]
    assert [row.ended for row in lobby.rows(schema.sessions)] == [None, None]


def test_the_table_of_its_organizer_is_closed(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.create(ana, stake_chips=STAKE).table
    lobby.join(ben, table)
    exclude(lobby, ana.account)

    assert lobby.table(table) is None
    assert set(lobby.statuses().values()) == {"online"}


def test_a_friendly_table_stays(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    table = lobby.create(ana, stake_chips=0).table
    exclude(lobby, ana.account)

    assert lobby.table(table).seats[0].name == "Ana"


def test_a_match_that_runs_is_finished(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.create(ana, stake_chips=STAKE).table
    lobby.join(ben, table)
    lobby.start(ana, table)
    exclude(lobby, ana.account)

    assert set(lobby.statuses().values()) == {"playing"}
    assert not [each for _, each in lobby.sent() if isinstance(each, Expel)]


def test_the_seat_at_a_house_banked_table_is_free_once_no_bets_are_held(casino: LocalLobby) -> None:  # noqa: F811
    (ana,) = casino.enter("Ana")
    line = sit(casino, ana, 2)
    exclude(casino, ana.account, casino.now_ms + 1)

    (queue, order) = casino.sent()[-1]
    assert isinstance(order, Expel) and queue == casino.sent()[0][0]
    assert (order.table, order.account, order.reason) == (line.table, ana.account, "self_excluded")
    assert table_of(casino).seats[2].name == "Ana", "until the table says that it is free"


def test_the_event_of_an_exclusion_that_is_over_changes_nothing(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    table = lobby.create(ana, stake_chips=STAKE).table
    exclude(lobby, ana.account, lobby.now_ms)

    assert lobby.table(table).seats[0].name == "Ana"


def test_an_unknown_or_unseated_player_has_no_seat_to_give_up(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    lobby.push.forget()
    exclude(lobby, ana.account)
    exclude(lobby, "nobody")

    assert (lobby.push.frames, lobby.push.changed_players) == ([], [])


def test_a_session_says_on_which_device_and_from_which_address_it_began(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="phone", address="192.0.2.7")

    ((_, began),) = lobby.published(sessions=True)
    assert (began["device"], len(began["address_key"])) == ("phone", 64)
    lobby.log_in("Ana")
    last = lobby.published(sessions=True)[-1][1]
    assert (last.get("device", ""), last.get("address_key", "")) == ("", "")

"""Who shuts the money games gives up the seats that wait for chips, at once (services/wallet/RULES.md §11)."""

from services.contracts.client.frames import SentFrame
from services.contracts.tables.commands_and_events import Expel
from services.contracts.wallet.public_ledger import SelfExcluded
from services.lobby import schema
from services.lobby.tables import leaving
from tests.lobby.local_lobby import House
from tests.lobby.tables.test_house_banked import casino, sit, table_of  # noqa: F401 a fixture

STAKE = 500


def exclude(house: House, account: str, until_ms: int | None = None) -> None:
    house.hear(leaving.self_excluded, SelfExcluded(account=account, until_ms=until_ms))


def test_the_seat_of_a_table_for_chips_is_free_and_the_session_goes_on(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    table = house.create(ana, stake_chips=STAKE).table
    house.join(ben, table)
    house.push.forget()

    for _ in range(2):
        exclude(house, ben.account)

    assert [seat.name for seat in house.table(table).seats if seat.name] == ["Ana"]
    assert house.statuses()["Ben"] == "online"
    assert house.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="")]
    assert [row.ended for row in house.rows(schema.sessions)] == [None, None]


def test_the_table_of_its_organizer_is_closed(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    table = house.create(ana, stake_chips=STAKE).table
    house.join(ben, table)
    exclude(house, ana.account)

    assert house.table(table) is None
    assert set(house.statuses().values()) == {"online"}


def test_a_friendly_table_stays(house: House) -> None:
    (ana,) = house.enter("Ana")
    table = house.create(ana, stake_chips=0).table
    exclude(house, ana.account)

    assert house.table(table).seats[0].name == "Ana"


def test_a_match_that_runs_is_finished(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    table = house.create(ana, stake_chips=STAKE).table
    house.join(ben, table)
    house.start(ana, table)
    exclude(house, ana.account)

    assert set(house.statuses().values()) == {"playing"}
    assert not [each for _, each in house.sent() if isinstance(each, Expel)]


def test_the_seat_at_a_house_banked_table_is_free_once_no_bets_are_held(casino: House) -> None:  # noqa: F811
    (ana,) = casino.enter("Ana")
    line = sit(casino, ana, 2)
    exclude(casino, ana.account, casino.now_ms + 1)

    (queue, order) = casino.sent()[-1]
    assert isinstance(order, Expel) and queue == casino.sent()[0][0]
    assert (order.table, order.account, order.reason) == (line.table, ana.account, "self_excluded")
    assert table_of(casino).seats[2].name == "Ana", "until the table says that it is free"


def test_the_event_of_an_exclusion_that_is_over_changes_nothing(house: House) -> None:
    (ana,) = house.enter("Ana")
    table = house.create(ana, stake_chips=STAKE).table
    exclude(house, ana.account, house.now_ms)

    assert house.table(table).seats[0].name == "Ana"


def test_an_unknown_or_unseated_player_has_no_seat_to_give_up(house: House) -> None:
    (ana,) = house.enter("Ana")
    house.push.forget()
    exclude(house, ana.account)
    exclude(house, "nobody")

    assert (house.push.frames, house.push.changed_players) == ([], [])


def test_a_session_says_on_which_device_and_from_which_address_it_began(house: House) -> None:
    house.register("Ana", device="phone", address="192.0.2.7")

    ((_, began),) = house.told(sessions=True)
    assert (began["device"], len(began["address_key"])) == ("phone", 64)
    house.log_in("Ana")
    last = house.told(sessions=True)[-1][1]
    assert (last.get("device", ""), last.get("address_key", "")) == ("", "")

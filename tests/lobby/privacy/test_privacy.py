"""One account's data, handed out and erased: services/lobby/RULES.md §7."""

import json

import pytest
import sqlalchemy as sa
from tests.lobby.house import PASSWORD, House

from services.contracts.base import Done
from services.contracts.client.frames import ByeFrame, ExportReadyFrame
from services.contracts.lobby import privacy
from services.contracts.lobby import requests as contract
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.privacy import erasure
from services.lobby.privacy.export import exports_answered
from services.platform.database import unit_of_work
from tests.lobby.local_lobby import PASSWORD, House

OTHERS = [service for service in privacy.HOLDERS if service != "lobby"]
HOUR_MS = 3_600_000


def answer_export(house: House, account: str, export: str, services: list[str]) -> None:
    events = [
        privacy.ExportAnswered(account=account, export=export, service=service, data={"of": service})
        for service in services
    ]
    house.hear(exports_answered, *events)


def erase(house: House, token: str, password: str = PASSWORD) -> privacy.Erasure | Refusal:
    return house.ask(privacy.EraseAccount(token=token, password=password))


def test_an_export_asks_all_services_and_has_the_lobbys_part_at_once(house: House):
    (ana,) = house.enter("Ana")
    house.say(ana, "Good evening")
    asked = house.ask(privacy.AskExport(account=ana.account))
    assert (asked.ready_at_ms, asked.waiting) == (None, OTHERS)
    key, event = house.told()[-1]
    assert (key, event) == ("lobby.export_asked", {"account": ana.account, "export": asked.export})
    assert house.ask(privacy.DownloadExport(account=ana.account)).error == "export_not_ready"


def test_an_export_under_an_id_is_answered_the_same_however_late_it_comes_again(house: House):
    (ana,) = house.enter("Ana")
    asked = privacy.AskExport(account=ana.account, id="r-1")
    first = house.ask(asked)
    house.clock.advance(2 * HOUR_MS)
    answer_export(house, ana.account, first.export, OTHERS)
    assert house.ask(asked) == first
    assert house.ask(privacy.AskExport(account=ana.account)).export == first.export


def test_the_account_is_notified_when_the_last_service_has_replied(house: House):
    (ana,) = house.enter("Ana")
    asked = house.ask(privacy.AskExport(account=ana.account))
    answer_export(house, ana.account, asked.export, OTHERS[:-1])
    assert house.push.to(ana.account, ExportReadyFrame) == []
    answer_export(house, ana.account, asked.export, OTHERS[-2:])
    answer_export(house, ana.account, asked.export, OTHERS[-1:])
    assert house.push.to(ana.account, ExportReadyFrame) == [ExportReadyFrame(export=asked.export)]
    assert house.ask(privacy.GetExport(account=ana.account)).waiting == []


def test_the_file_has_what_every_service_keeps_and_no_secret(house: House):
    (ana,) = house.enter("Ana")
    house.say(ana, "Good evening")
    asked = house.ask(privacy.AskExport(account=ana.account))
    answer_export(house, ana.account, asked.export, OTHERS)
    file = house.ask(privacy.DownloadExport(account=ana.account))
    assert sorted(file.data) == sorted(privacy.HOLDERS)
    own = file.data["lobby"]
    assert own["player"][0]["name"] == "Ana"
    assert own["registration"][0]["email"] == "ana@example.org"
    assert [line["text"] for line in own["chat"]] == ["Good evening"]
    assert PASSWORD not in json.dumps(file.data)


def test_an_export_is_answered_again_for_an_hour(house: House):
    (ana,) = house.enter("Ana")
    first = house.ask(privacy.AskExport(account=ana.account))
    assert house.ask(privacy.AskExport(account=ana.account)) == first
    answer_export(house, ana.account, first.export, OTHERS)
    house.wait(HOUR_MS - 1)
    assert house.ask(privacy.AskExport(account=ana.account)).export == first.export
    house.wait(1)
    assert house.ask(privacy.AskExport(account=ana.account)).export != first.export
    assert len(house.rows(schema.exports)) == 1


def test_an_export_is_forgotten_after_a_week(house: House):
    (ana,) = house.enter("Ana")
    house.ask(privacy.AskExport(account=ana.account))
    house.wait(7 * 24 * HOUR_MS + 1)
    house.ports.run(expiry.purge)
    assert house.ask(privacy.GetExport(account=ana.account)) == Refusal("export_unknown")
    assert house.rows(schema.parts) == []


def test_a_part_for_a_deleted_export_is_not_kept(house: House):
    answer_export(house, "a", "gone", OTHERS)
    assert house.rows(schema.parts) == []


def test_the_password_is_asked_again(house: House):
    (ana,) = house.enter("Ana")
    assert erase(house, ana.token, "a wrong password") == Refusal("password_wrong")
    for _ in range(4):
        erase(house, ana.token, "a wrong password")
    assert erase(house, ana.token).error == "login_locked"
    assert house.statuses() == {"Ana": "online"}


@pytest.mark.parametrize("code", ["escrow_open", "order_open", "ticket_open", "service_unavailable"])
def test_what_is_under_way_at_the_wallet_comes_first(house: House, code: str):
    (ana,) = house.enter("Ana")
    house.rpc.answers[privacy.CheckMoneySettled] = Refusal(code)
    assert erase(house, ana.token) == Refusal(code)
    assert house.log_in("Ana").account.name == "Ana"


def test_a_table_that_goes_on_without_them_comes_first(house: House):
    (ana,) = house.enter("Ana")
    house.rpc.answers[privacy.CheckTablesLeft] = Refusal("table_open")
    assert erase(house, ana.token) == Refusal("table_open")


def test_a_seated_player_cannot_be_erased(house: House):
    ana, ben = house.enter("Ana", "Ben")
    house.started(ana, ben)
    assert erase(house, ana.token) == Refusal("account_seated")
    assert house.ask(contract.WhoIs(token=ana.token)).name == "Ana", "nothing has changed"


def test_the_session_ends_and_the_account_cannot_log_in_any_more(house: House):
    (ana,) = house.enter("Ana")
    assert isinstance(erase(house, ana.token), privacy.Erasure)
    assert house.push.to(ana.account, ByeFrame) == [ByeFrame(error="account_erased")]
    assert house.ask(contract.WhoIs(token=ana.token)) == Refusal("session_expired")
    assert house.log_in("Ana") == Refusal("login_failed")
    assert house.ask(contract.GetPlayer(account=ana.account)).name == FORMER_PLAYER
    assert house.statuses() == {}


def test_name_and_address_are_free_again(house: House):
    for _ in range(2):
        (ana,) = house.enter("Ana")
        assert isinstance(erase(house, ana.token), privacy.Erasure)
    assert isinstance(house.register("Ana"), contract.Session)


def test_the_receipt_shows_when_the_erasure_is_complete(house: House):
    (ana,) = house.enter("Ana")
    asked = erase(house, ana.token)
    assert asked.waiting == OTHERS
    assert house.told()[-1] == ("lobby.erasure_asked", {"account": ana.account, "receipt": asked.receipt})
    for service in OTHERS:
        assert house.ask(privacy.GetErasure(receipt=asked.receipt)).done_at_ms is None
        answered = privacy.ErasureAnswered(account=ana.account, receipt=asked.receipt, service=service)
        house.hear(erasure.erasures_answered, answered, answered)
    done = house.ask(privacy.GetErasure(receipt=asked.receipt))
    assert (done.waiting, done.done_at_ms) == ([], house.now_ms)
    assert house.ask(privacy.GetErasure(receipt="nobody's")) == Refusal("erasure_unknown")


def test_an_operator_erases_without_a_password(house: House):
    (ana,) = house.enter("Ana")
    assert isinstance(house.ask(privacy.OrderErasure(account=ana.account, by="root")), privacy.Erasure)
    (row,) = house.rows(schema.erasures)
    assert row.asked_by == "root"
    assert house.ask(privacy.OrderErasure(account="nobody", by="root")) == Refusal("player_unknown")


def test_an_erasure_ordered_again_by_the_same_is_answered_as_the_first_time(house: House):
    (ana,) = house.enter("Ana")
    order = privacy.OrderErasure(account=ana.account, by="grpc:partner:r-1")
    first = house.ask(order)
    assert house.ask(order) == first
    assert len(house.rows(schema.erasures)) == 1


def test_no_row_of_the_lobby_reveals_an_erased_account(house: House):
    ana, ben = house.enter("Ana", "Ben")
    house.say(ana, "I am Ana")
    house.say(ben, "Good evening")
    table = house.create(ana, name="Table of Ana", stake_chips=0)
    house.join(ben, table.table)
    house.get_up(ana, table.table)
    house.ask(privacy.AskExport(account=ana.account))
    with house.database.work() as work:
        work.execute(unit_of_work.outbox.update().values(sent=1))
    erase(house, ana.token)
    kept = []
    for each in (*schema.metadata.sorted_tables, *unit_of_work.metadata.sorted_tables):
        texts = [column for column in each.columns if isinstance(column.type, sa.Text)]
        kept += [f"{each.name}.{column.name}: {row[0]}" for column in texts for row in _values(house, column)]
    found = [text for text in kept if "Ana" in text.split(": ", 1)[1] or "ana@example.org" in text]
    assert found == []
    assert any("Ben" in text for text in kept), "others are left alone"


def _values(house: House, column: sa.Column) -> list:
    with house.database.work() as work:
        return work.execute(sa.select(column).where(column.is_not(None))).all()


def test_money_and_tables_are_asked_before_anything_is_locked(house: House):
    (ana,) = house.enter("Ana")
    erase(house, ana.token)
    assert [type(asked) for asked in house.rpc.calls[-2:]] == [privacy.CheckMoneySettled, privacy.CheckTablesLeft]
    assert house.rpc.answers[privacy.CheckTablesLeft] == Done()

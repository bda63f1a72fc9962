"""One account's data, handed out and erased: services/lobby/RULES.md §7."""

import json

import pytest
import sqlalchemy as sa

from services.contracts.base import Done
from services.contracts.client.frames import ByeFrame, ExportReadyFrame
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.accounts import privacy
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.privacy import erasure
from services.lobby.privacy.export import exports_answered
from services.platform.database import unit_of_work
from tests.lobby.local_lobby import PASSWORD, LocalLobby

OTHERS = [service for service in privacy.HOLDERS if service != "lobby"]
HOUR_MS = 3_600_000


def answer_export(lobby: LocalLobby, account: str, export: str, services: list[str]) -> None:
    events = [
        privacy.ExportAnswered(account=account, export=export, service=service, data={"of": service})
        for service in services
    ]
    lobby.deliver(exports_answered, *events)


def erase(lobby: LocalLobby, token: str, password: str = PASSWORD) -> privacy.Erasure | Refusal:
    return lobby.ask(privacy.EraseAccount(token=token, password=password))


def test_an_export_asks_all_services_and_has_the_lobbys_part_at_once(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    lobby.say(ana, "Good evening")
    asked = lobby.ask(privacy.AskExport(account=ana.account))
    assert (asked.ready_at_ms, asked.waiting) == (None, OTHERS)
    key, event = lobby.published()[-1]
    assert (key, event) == ("lobby.export_asked", {"account": ana.account, "export": asked.export})
    assert lobby.ask(privacy.DownloadExport(account=ana.account)).error == "export_not_ready"


def test_an_export_under_an_id_is_answered_the_same_however_late_it_comes_again(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    asked = privacy.AskExport(account=ana.account, id="r-1")
    first = lobby.ask(asked)
    lobby.clock.advance(2 * HOUR_MS)
    answer_export(lobby, ana.account, first.export, OTHERS)
    assert lobby.ask(asked) == first
    assert lobby.ask(privacy.AskExport(account=ana.account)).export == first.export


def test_the_account_is_notified_when_the_last_service_has_replied(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    asked = lobby.ask(privacy.AskExport(account=ana.account))
    answer_export(lobby, ana.account, asked.export, OTHERS[:-1])
    assert lobby.push.to(ana.account, ExportReadyFrame) == []
    answer_export(lobby, ana.account, asked.export, OTHERS[-2:])
    answer_export(lobby, ana.account, asked.export, OTHERS[-1:])
    assert lobby.push.to(ana.account, ExportReadyFrame) == [ExportReadyFrame(export=asked.export)]
    assert lobby.ask(privacy.GetExport(account=ana.account)).waiting == []


def test_the_file_has_what_every_service_keeps_and_no_secret(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    lobby.say(ana, "Good evening")
    asked = lobby.ask(privacy.AskExport(account=ana.account))
    answer_export(lobby, ana.account, asked.export, OTHERS)
    file = lobby.ask(privacy.DownloadExport(account=ana.account))
    assert sorted(file.data) == sorted(privacy.HOLDERS)
    own = file.data["lobby"]
    assert own["player"][0]["name"] == "Ana"
    assert own["registration"][0]["email"] == "ana@example.org"
    assert [line["text"] for line in own["chat"]] == ["Good evening"]
    assert PASSWORD not in json.dumps(file.data)


def test_an_export_is_answered_again_for_an_hour(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    first = lobby.ask(privacy.AskExport(account=ana.account))
    assert lobby.ask(privacy.AskExport(account=ana.account)) == first
    answer_export(lobby, ana.account, first.export, OTHERS)
    lobby.wait(HOUR_MS - 1)
    assert lobby.ask(privacy.AskExport(account=ana.account)).export == first.export
    lobby.wait(1)
    assert lobby.ask(privacy.AskExport(account=ana.account)).export != first.export
    assert len(lobby.rows(schema.exports)) == 1


def test_an_export_is_forgotten_after_a_week(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    lobby.ask(privacy.AskExport(account=ana.account))
    lobby.wait(7 * 24 * HOUR_MS + 1)
    lobby.ports.run(expiry.purge)
    assert lobby.ask(privacy.GetExport(account=ana.account)) == Refusal("export_unknown")
    assert lobby.rows(schema.parts) == []


def test_a_part_for_a_deleted_export_is_not_kept(lobby: LocalLobby):
    answer_export(lobby, "a", "gone", OTHERS)
    assert lobby.rows(schema.parts) == []


def test_the_password_is_asked_again(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    assert erase(lobby, ana.token, "a wrong password") == Refusal("password_wrong")
    for _ in range(4):
        erase(lobby, ana.token, "a wrong password")
    assert erase(lobby, ana.token).error == "login_locked"
    assert lobby.statuses() == {"Ana": "online"}


@pytest.mark.parametrize("code", ["escrow_open", "order_open", "ticket_open", "service_unavailable"])
def test_what_is_under_way_at_the_wallet_comes_first(lobby: LocalLobby, code: str):
    (ana,) = lobby.enter("Ana")
    lobby.rpc.answers[privacy.CheckMoneySettled] = Refusal(code)
    assert erase(lobby, ana.token) == Refusal(code)
    assert lobby.log_in("Ana").account.name == "Ana"


def test_a_table_that_goes_on_without_them_comes_first(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    lobby.rpc.answers[privacy.CheckTablesLeft] = Refusal("table_open")
    assert erase(lobby, ana.token) == Refusal("table_open")


def test_a_seated_player_cannot_be_erased(lobby: LocalLobby):
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    assert erase(lobby, ana.token) == Refusal("account_seated")
    assert lobby.ask(contract.WhoIs(token=ana.token)).name == "Ana", "nothing has changed"


def test_the_session_ends_and_the_account_cannot_log_in_any_more(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    assert isinstance(erase(lobby, ana.token), privacy.Erasure)
    assert lobby.push.to(ana.account, ByeFrame) == [ByeFrame(error="account_erased")]
    assert lobby.ask(contract.WhoIs(token=ana.token)) == Refusal("session_expired")
    assert lobby.log_in("Ana") == Refusal("login_failed")
    assert lobby.ask(contract.GetPlayer(account=ana.account)).name == FORMER_PLAYER
    assert lobby.statuses() == {}


def test_name_and_address_are_free_again(lobby: LocalLobby):
    for _ in range(2):
        (ana,) = lobby.enter("Ana")
        assert isinstance(erase(lobby, ana.token), privacy.Erasure)
    assert isinstance(lobby.register("Ana"), contract.Session)


def test_the_receipt_shows_when_the_erasure_is_complete(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    asked = erase(lobby, ana.token)
    assert asked.waiting == OTHERS
    assert lobby.published()[-1] == ("lobby.erasure_asked", {"account": ana.account, "receipt": asked.receipt})
    for service in OTHERS:
        assert lobby.ask(privacy.GetErasure(receipt=asked.receipt)).done_at_ms is None
        answered = privacy.ErasureAnswered(account=ana.account, receipt=asked.receipt, service=service)
        lobby.deliver(erasure.erasures_answered, answered, answered)
    done = lobby.ask(privacy.GetErasure(receipt=asked.receipt))
    assert (done.waiting, done.done_at_ms) == ([], lobby.now_ms)
    assert lobby.ask(privacy.GetErasure(receipt="nobody's")) == Refusal("erasure_unknown")


def test_an_operator_erases_without_a_password(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    assert isinstance(lobby.ask(privacy.OrderErasure(account=ana.account, by="root")), privacy.Erasure)
    (row,) = lobby.rows(schema.erasures)
    assert row.asked_by == "root"
    assert lobby.ask(privacy.OrderErasure(account="nobody", by="root")) == Refusal("player_unknown")


def test_an_erasure_ordered_again_by_the_same_is_answered_as_the_first_time(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    order = privacy.OrderErasure(account=ana.account, by="grpc:partner:r-1")
    first = lobby.ask(order)
    assert lobby.ask(order) == first
    assert len(lobby.rows(schema.erasures)) == 1


def test_no_row_of_the_lobby_reveals_an_erased_account(lobby: LocalLobby):
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.say(ana, "I am Ana")
    lobby.say(ben, "Good evening")
    table = lobby.create(ana, name="Table of Ana", stake_chips=0)
    lobby.join(ben, table.table)
    lobby.get_up(ana, table.table)
    lobby.ask(privacy.AskExport(account=ana.account))
    with lobby.database.work() as work:
        work.execute(unit_of_work.outbox.update().values(sent=1))
    erase(lobby, ana.token)
    kept = []
    for each in (*schema.metadata.sorted_tables, *unit_of_work.metadata.sorted_tables):
        texts = [column for column in each.columns if isinstance(column.type, sa.Text)]
        kept += [f"{each.name}.{column.name}: {row[0]}" for column in texts for row in _values(lobby, column)]
    found = [text for text in kept if "Ana" in text.split(": ", 1)[1] or "ana@example.org" in text]
    assert found == []
    assert any("Ben" in text for text in kept), "others are left alone"


def _values(lobby: LocalLobby, column: sa.Column) -> list:
    with lobby.database.work() as work:
        return work.execute(sa.select(column).where(column.is_not(None))).all()


def test_money_and_tables_are_asked_before_anything_is_locked(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    erase(lobby, ana.token)
    assert [type(asked) for asked in lobby.rpc.calls[-2:]] == [privacy.CheckMoneySettled, privacy.CheckTablesLeft]
    assert lobby.rpc.answers[privacy.CheckTablesLeft] == Done()

"""Tables that are opened for a company (services/lobby/RULES.md §4, §23)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.client.frames import TablesFrame
from services.contracts.lobby import open_tables, presence
from services.contracts.partners import room_pages
from services.kernel.refusal import Refusal
from services.lobby.lists.pusher import _read
from tests.lobby.companies.people import found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby

UNKNOWN = Refusal("table_unknown")


def find(lobby: LocalLobby, table: str, who: Here | None = None, **fields: Any) -> Any:
    return lobby.ask(open_tables.FindTable(table=table, account=who.account if who else "", **fields))


def pushed(lobby: LocalLobby, table: str) -> list[tuple[list[str] | None, list[str], list[str]]]:
    """Who is sent what of a table that has changed."""
    frames = lobby.database.run(_read, [table], [], 1_500)
    assert all(isinstance(frame, TablesFrame) for _, _, frame in frames)
    return [(to, [line.table for line in frame.changed], frame.gone) for to, _, frame in frames]  # type: ignore


def test_members_see_the_table_and_sit_down_and_others_do_not(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, joining="open")
    company.join(ben)
    line = lobby.create(ana, company=company.id)
    assert (line.company, line.spectators) == (company.id, False)
    assert [each.table for each in company.seen_by(ben).tables] == [line.table]
    assert company.seen_by(eva).tables == []
    assert lobby.ask(open_tables.ListTables()).tables == lobby.ask(open_tables.ListTables(hall=1)).tables == []
    assert lobby.ask(room_pages.ListTablePage(limit=10)).tables == []
    assert find(lobby, line.table, ben) == find(lobby, line.table, routing=True) == line
    assert find(lobby, line.table, eva) == find(lobby, line.table) == UNKNOWN
    assert lobby.join(eva, line.table) == UNKNOWN
    assert pushed(lobby, line.table) == [(sorted([ana.account, ben.account]), [line.table], [])]
    assert lobby.join(ben, line.table).seats[1].name == "Ben"
    assert lobby.start(ana, line.table) == Done()


def test_the_room_has_the_table_of_a_company_where_one_sits(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    lobby.rpc.seats = 3
    line = lobby.create(ana, company=company.id)
    lobby.join(ben, line.table)

    def room(name: str, who: Here) -> list[str]:
        token = lobby.log_in(name).token
        asked = presence.Connected(token=token, gateway="g1", conn=who.conn + 100, lists=False)
        return [each.table for each in lobby.ask(asked).tables]

    assert room("Ana", ana) == room("Ben", ben) == [line.table]
    assert room("Eva", eva) == []
    company.remove(ana, ben)
    assert room("Ben", ben) == [line.table], "the seat is kept"
    assert company.seen_by(ben) == "company_unknown"


def test_a_closed_table_goes_from_the_lists_of_members(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"))
    line = lobby.create(ana, company=company.id)
    lobby.get_up(ana, line.table)
    assert pushed(lobby, line.table) == [(sorted([ana.account, ben.account]), [], [line.table])]
    assert company.seen_by(ben).tables == []


def test_a_table_is_opened_by_members_for_all_of_them(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana, joining="open")
    assert lobby.create(ben, company=company.id) == Refusal("company_unknown")
    assert lobby.create(ben, company="none") == Refusal("company_unknown")
    refused = lobby.create(ana, company=company.id, mode="invite", invite={"1": "Ben"})
    assert refused == Refusal("bad_parameters", {"company": "open"})
    assert lobby.statuses()["Ana"] == "online"

"""Who may view a table by a stream (services/lobby/RULES.md §4)."""

from typing import Any

from services.contracts.lobby import open_tables
from services.kernel.refusal import Refusal
from tests.lobby.companies.people import found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby


def view(lobby: LocalLobby, who: Here | str, table: str) -> Any:
    return lobby.ask(open_tables.ViewTable(account=who if isinstance(who, str) else who.account, table=table))


def test_players_and_spectators_may_view_a_table(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    line = lobby.create(ana, spectators=True)
    assert view(lobby, ana, line.table) == view(lobby, ben, line.table) == line
    assert view(lobby, "a-not-connected", line.table) == line


def test_a_table_without_spectators_is_for_its_players(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    line = lobby.create(ana, spectators=False)
    assert view(lobby, ana, line.table) == line
    assert view(lobby, ben, line.table) == Refusal("spectators_off")


def test_a_seated_player_views_no_other_table(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    one, other = lobby.create(ana, spectators=True), lobby.create(ben, spectators=True)
    assert view(lobby, ana, other.table) == Refusal("already_seated", {"table": one.table})


def test_a_table_that_is_not_there_or_of_a_company_is_unknown(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana)
    line = lobby.create(ana, company=company.id)
    assert view(lobby, ana, line.table) == line
    assert view(lobby, ben, line.table) == view(lobby, ben, "t-none") == Refusal("table_unknown")

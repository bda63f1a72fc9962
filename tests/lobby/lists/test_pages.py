"""Players and tables in pages: 10,000 rows that come and go, none lost or listed twice."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from services.contracts.partners import room_pages as contract
from services.lobby import schema
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text
from tests.lobby.local_lobby import LocalLobby

ROWS = 10_000
CHURN = 100


def pages(lobby: LocalLobby, ask: Callable[[Any], Any], between: Callable[[Work], None]) -> Iterator[Any]:
    """Every page of a list, and what happens between two of them."""
    after: Any = None
    while True:
        page = lobby.ask(ask(after))
        yield page
        after = page.next
        if after is None:
            return
        lobby.database.run(between)


def copies(lobby: LocalLobby, table: sa.Table, change: Callable[[dict[str, Any], int], dict[str, Any]]) -> None:
    """As many rows as the test needs, made of the one that is there."""

    def insert(work: Work) -> None:
        row = dict(work.execute(sa.select(table)).one()._mapping)
        work.execute(table.insert(), [row | change(row, number) for number in range(ROWS)])

    lobby.database.run(insert)


def test_10000_players_are_paged_while_they_come_and_go_and_change_what_they_do(lobby: LocalLobby) -> None:
    lobby.enter("Ana")
    chance = random.Random(8)
    copies(
        lobby,
        schema.players,
        lambda _row, number: {"account": f"p-{number:05}", "name": f"P{number}", "name_key": f"p{number}"},
    )
    c = schema.players.c
    stay = {f"p-{number:05}" for number in range(ROWS)}

    def churn(work: Work) -> None:
        gone = chance.sample(sorted(stay), CHURN)
        stay.difference_update(gone)
        work.execute(schema.players.update().where(c.account.in_(gone)).values(status="absent"))
        busy = chance.sample(sorted(stay), CHURN)
        work.execute(schema.players.update().where(c.account.in_(busy)).values(status="playing", login_at_ms=7))

    def ask(after: str | None) -> contract.ListPlayerPage:
        return contract.ListPlayerPage(after=after or "", limit=1_000)

    found = [line.account for page in pages(lobby, ask, churn) for line in page.players]
    assert len(found) == len(set(found)) > ROWS - 20 * CHURN
    assert stay <= set(found)


def test_players_are_chosen_by_what_they_do_and_by_their_elo(lobby: LocalLobby) -> None:
    ana, _ben, eva = lobby.enter("Ana", "Ben", "Eva")
    c = schema.players.c
    for here, values in ((ana, {"elo": 1_700, "status": "playing"}), (eva, {"elo": 1_700})):
        lobby.database.run(
            lambda work, here=here, values=values: work.execute(
                schema.players.update().where(c.account == here.account).values(values)
            )
        )
    asked = contract.ListPlayerPage(statuses=["playing"], elo_min=1_600)
    assert [line.name for line in lobby.ask(asked).players] == ["Ana"]
    assert {line.name for line in lobby.ask(contract.ListPlayerPage(elo_min=1_600)).players} == {"Ana", "Eva"}
    assert len(lobby.ask(contract.ListPlayerPage()).players) == 3


def test_10000_tables_are_paged_while_tables_open_and_close(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    lobby.create(ana)
    chance = random.Random(7)

    def change(row: dict[str, Any], number: int, name: str = "") -> dict[str, Any]:
        name = name or f"t-{number:05}"
        gathering = encode_text(decode(row["gathering"]) | {"id": name})
        return {"table_id": name, "gathering": gathering, "created_at_ms": 1_000 + number // 3}

    copies(lobby, schema.tables, change)
    c = schema.tables.c
    stay = {f"t-{number:05}" for number in range(ROWS)}

    def churn(work: Work) -> None:
        gone = chance.sample(sorted(stay), CHURN)
        stay.difference_update(gone)
        work.execute(schema.tables.update().where(c.table_id.in_(gone)).values(state="closed"))
        row = dict(work.execute(sa.select(schema.tables).where(c.table_id == min(stay))).one()._mapping)
        new = f"t-new-{chance.randrange(10**12)}"
        work.execute(schema.tables.insert().values(row | change(row, chance.randrange(ROWS), new)))

    def ask(after: contract.TablePlace | None) -> contract.ListTablePage:
        return contract.ListTablePage(after=after, limit=500)

    found = [line for page in pages(lobby, ask, churn) for line in page.tables]
    names = [line.table for line in found]
    assert len(names) == len(set(names))
    assert stay <= set(names)
    assert [line.created_at_ms for line in found] == sorted(line.created_at_ms for line in found)


def test_a_choice_that_few_tables_fit_goes_on_behind_what_was_looked_at(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.create(ana)
    other = lobby.create(ben)
    choice = contract.TableChoice(account=ben.account, states=["filling"], practice=False, stake_chips_min=0)
    page = lobby.ask(contract.ListTablePage(choice=choice, limit=1))
    assert [line.table for line in page.tables] == [other.table]
    rest = lobby.ask(contract.ListTablePage(choice=choice, after=page.next, limit=1))
    assert (rest.tables, rest.next) == ([], None)
    assert lobby.ask(contract.ListTablePage(choice=contract.TableChoice(stake_chips_max=-1))).tables == []

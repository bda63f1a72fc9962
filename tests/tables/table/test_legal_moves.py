"""A client asks which moves its own seat may make (services/tables/RULES.md §17)."""

from typing import Any

import pytest

from services.contracts.tables import commands
from services.tables.table import views
from services.tables.worker.shards import loaded_table
from tests.tables.support.desk import Desk, Seated


def ask(table: Seated, account: str, **how: Any) -> dict[str, Any]:
    """The one frame with which the question is answered."""
    (answer,) = table.does(commands.AskLegal(*table.head(account, **how)))
    return answer


def test_the_player_in_turn_gets_every_move_with_its_decision(desk: Desk) -> None:
    table = desk.open().begin()
    table.place(2, 2)
    answer = ask(table, table.turn_of, id="q1")
    assert (answer["t"], answer["id"], answer["version"]) == ("legal_moves", "q1", table.now.seq)
    assert (answer["match"], answer["more"]) == (table.now.match.id, False)
    assert answer["number"] == table.now.match.clocks[0].number
    cells = {(move["row"], move["col"]) for move in answer["moves"] if move["move"] == "place"}
    assert cells == {(row, col) for row in (1, 2, 3) for col in (1, 2, 3)} - {(2, 2)}


def test_a_listed_move_is_accepted_as_it_is(desk: Desk) -> None:
    table = desk.open().begin()
    while table.phase == "playing":
        data = ask(table, table.turn_of)
        before = table.now.seq
        table.move(table.turn_of, data["number"], data["moves"][-1])
        assert table.now.seq > before


def test_a_seat_not_in_turn_has_no_legal_moves_and_strangers_are_refused(desk: Desk) -> None:
    table = desk.open().begin()
    found = ask(table, table.other)
    assert (found["number"], found["moves"], found["more"]) == (None, [], False)
    refused = ask(table, "cleo")
    assert (refused["t"], refused["error"]) == ("refused", "not_seated")


def test_before_the_beginning_and_after_the_end_nothing_is_listed(desk: Desk) -> None:
    table = desk.open()
    assert ask(table, "ann")["moves"] == []
    table.begin().play_out()
    assert ask(table, "ann")["moves"] == []


def test_no_more_than_the_limit_is_listed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "LISTED_MAX", 4)
    table = desk.open().begin()
    data = ask(table, table.turn_of)
    assert (len(data["moves"]), data["more"]) == (4, True)


def test_the_same_question_at_the_same_version_is_answered_from_memory(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk.open().begin()
    counted: list[int] = []

    def counting(now: Any, seat: int) -> Any:
        counted.append(seat)
        return views.legal_moves(now, seat)

    monkeypatch.setattr(loaded_table, "legal_moves", counting)
    first, again = (ask(table, table.turn_of, id=id) for id in ("one", "two"))
    assert first["moves"] == again["moves"] and len(counted) == 1
    table.place(1, 1)
    assert ask(table, table.turn_of)["moves"] != first["moves"]
    assert len(counted) == 2


def test_a_query_writes_nothing_and_wakes_no_table(desk: Desk) -> None:
    table = desk.open().begin().all_watch()
    lines = len(desk.rows_of_journal())
    desk.frames(1), desk.frames(2)
    ask(table, "ann", id="twice")
    ask(table, "ann", id="twice")
    assert len(desk.rows_of_journal()) == lines
    assert desk.frames(2) == []


def test_a_table_that_is_not_there_is_unknown(desk: Desk) -> None:
    table = desk.open().begin()
    (refused,) = table.does(commands.AskLegal("no-such-table", *table.head("ann")[1:]))
    assert refused["error"] == "table_unknown"


def test_an_engine_that_fails_refuses_the_query_and_stops_no_table(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.open().begin()

    def broken(_now: Any, _seat: int) -> Any:
        raise RuntimeError("a bug in an engine")

    monkeypatch.setattr(loaded_table, "legal_moves", broken)
    assert ask(table, "ann")["error"] == "internal_error"
    assert table.phase == "playing"

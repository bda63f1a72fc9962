"""An account's data, handed out and erased: the whole house, from the request to the last service's last row."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.guest import PASSWORD, Guest
from tests.e2e.house import House, wait_until
from tests.support.commands import kafeneio

NAME, EMAIL, DEVICE = "Persephone", "persephone.k@example.org", "5e" * 16
SERVICES = ("lobby", "wallet", "tables", "ranking", "tournaments", "moderation")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def running(folder: Path) -> Iterator[House]:
    house = House(folder, {"KAFENEIO_END_CHOICE_S": "1"})  # an account that sits at a table is not erased
    try:
        yield house.open()
    finally:
        house.kill()


def play(first: Guest, second: Guest) -> str:
    """A match for chips that the second one forfeits after the first round; returns the match's id."""
    corner = {"name": f"{second.name}'s corner", "game": "tictactoe", "stake_chips": 200, "mode": "open"}
    table = first.do("create_table", **corner)["data"]["table"]
    second.do("join_table", table=table)
    first.do("start_table", table=table)
    guests = (first, second)
    wait_until(lambda: first.looks_at(table)["phase"] == "asking", "the question for seeds")
    match = str(first.looks_at(table)["match"])
    for guest in guests:
        guest.looks_at(table)
        guest.do("seed", table=table, match=match, seed="ab" * 16)
    for row, col in ((1, 1), (1, 2), (2, 1), (2, 2)):
        wait_until(lambda: first.looks_at(table)["due"], "a turn")
        due = first.looks_at(table)["due"][0]
        move = {"move": "place", "row": row, "col": col}
        guests[due["seat"]].do("move", table=table, match=match, number=due["number"], move=move)
    second.do("move", table=table, match=match, number=None, move={"move": "leave"})
    return match


def erased(guest: Guest) -> str:
    """Erased as soon as the table of the last match is closed; returns the receipt."""
    answers: list[Any] = []

    def is_done() -> bool:
        answers.append(guest.rest("POST", "/api/me/erasure", {"password": PASSWORD}))
        assert answers[-1][1].get("error") in (None, "table_open", "account_seated", "escrow_open"), answers[-1]
        return bool(answers[-1][0] == 202)

    wait_until(is_done, "the erasure")
    return str(answers[-1][1]["receipt"])


def traces(folder: Path, words: tuple[str, ...]) -> list[str]:
    """Where in any database of the platform one of these words stands, in any column of text or bytes."""
    found = []
    for service in SERVICES:
        with sqlite3.connect(folder / "var" / f"{service}.db") as database:
            tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                cursor = database.execute(f'SELECT * FROM "{table}"')
                columns = [each[0] for each in cursor.description]
                for row in cursor:
                    found += [
                        f"{service}.{table}.{column}: {value!r:.120}"
                        for column, value in zip(columns, row, strict=True)
                        if _tells(value, words)
                    ]
    return found


def _tells(value: Any, words: tuple[str, ...]) -> bool:
    text = value.decode(errors="replace") if isinstance(value, bytes) else value
    return isinstance(text, str) and any(word.lower() in text.lower() for word in words)


def test_an_erased_account_leaves_no_trace_and_the_ledger_stays_whole(running: House, folder: Path) -> None:
    other = Guest(running, "Orpheus", "orpheus@example.org", "0f" * 16)
    gone = Guest(running, NAME, EMAIL, DEVICE)
    for guest in (other, gone):
        wait_until(lambda: guest.rest("GET", "/api/me")[1].get("chips") == 5000, "welcome chips")  # noqa: B023
        guest.come_in()
    gone.do("say", room="lobby", text=f"I am {NAME}, write to {EMAIL}")
    assert gone.show_photo() == 200
    match = play(other, gone)
    wait_until(lambda: gone.rest("GET", "/api/recordings")[1]["recordings"], "the recording")
    wait_until(lambda: other.rest("GET", "/api/me")[1]["chips"] > 5000, "the winner's chips")

    for deed in ("/api/me/friends", "/api/me/blocks"):
        assert gone.rest("POST", deed, {"name": "Orpheus"})[0] in (200, 201, 202), deed
    assert gone.rest("POST", "/api/me/export")[0] == 202
    wait_until(lambda: gone.rest("GET", "/api/me/export")[1]["ready_at_ms"], "the export")
    status, file = gone.rest("GET", "/api/me/export/file")
    assert (status, sorted(file["data"])) == (200, sorted(SERVICES))
    assert file["data"]["lobby"]["registration"][0]["email"] == EMAIL
    assert not _tells(json.dumps(file), ("Orpheus", "orpheus@")), "no other's name"
    assert other.account in json.dumps(file["data"]["lobby"]["blocked_players"])
    assert [each["match"] for each in file["data"]["tables"]["matches"]] == [match]
    assert {each["kind"] for each in file["data"]["wallet"]["transfers"]} >= {"welcome", "stake_hold"}

    receipt = erased(gone)
    assert gone.rest("GET", "/api/me")[1]["error"] == "session_expired"
    wait_until(lambda: running.get(f"/api/erasures/{receipt}")["done_at_ms"], "everybody's answer")
    (seats,) = [each["seats"] for each in other.rest("GET", "/api/recordings")[1]["recordings"]]
    assert sorted(each["name"] for each in seats) == ["Orpheus", "former player"]
    assert other.rest("GET", f"/api/recordings/{match}")[0] == 200
    assert running.close() == 0

    assert traces(folder, (NAME, EMAIL, DEVICE)) == []
    assert traces(folder, ("WEBPVP8",)) == [], "no photo either"
    assert traces(folder, ("Orpheus",)), "whoever is still here is still known"
    checked = kafeneio({"KAFENEIO_VAR_DIR": str(folder / "var")}, ("ledger", "audit"), ("ledger", "check"))
    assert [each.code for each in checked] == [0, 0], checked

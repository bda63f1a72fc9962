"""Settings of visits as operators write them: commands, and what a lobby does not start with."""

import json
from pathlib import Path

import msgspec
import pytest

from services.lobby.service import make_app
from services.platform.database.unit_of_work import Database
from services.platform.hosting.host import Base
from services.platform.process.settings import CommonSettings, SettingsError
from tests.lobby.visits.two_cells import key_pair
from tests.support.commands import kafeneio

PRIVATE, PUBLIC = key_pair(1)


def directory(**changed: object) -> str:
    entry = {"name": "Plaka", "address": "https://plaka.example", "key": PUBLIC} | changed
    return msgspec.json.encode({"eu2": entry}).decode()


def test_a_key_pair_is_made_and_the_settings_of_visits_are_checked(tmp_path: Path) -> None:
    settings = {
        "KAFENEIO_VAR_DIR": str(tmp_path),
        "KAFENEIO_CELL": "eu1",
        "KAFENEIO_CELL_NEIGHBOURS": "eu2",
        "KAFENEIO_CELL_PASS_KEY": PRIVATE,
        "KAFENEIO_CELL_DIRECTORY": directory(),
    }
    made, checked = kafeneio(settings, ["cells", "key"], ["cells", "check"])
    pair = json.loads(made.stdout)
    assert {len(pair["private"]), len(pair["public"])} == {43}
    assert json.loads(checked.stdout) == {
        "cell": "eu1",
        "public": PUBLIC,
        "cells": [{"cell": "eu2", "name": "Plaka", "address": "https://plaka.example"}],
    }
    assert PRIVATE not in checked.stdout
    (wrong,) = kafeneio(settings | {"KAFENEIO_CELL_DIRECTORY": directory(key="x")}, ["cells", "check"])
    assert wrong.code != 0
    assert "KAFENEIO_CELL_DIRECTORY: 'eu2': key: not 32 bytes" in wrong.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("KAFENEIO_CELL_DIRECTORY", "{", "KAFENEIO_CELL_DIRECTORY: not JSON"),
        ("KAFENEIO_CELL_DIRECTORY", directory(address=5), "KAFENEIO_CELL_DIRECTORY"),
        ("KAFENEIO_CELL_DIRECTORY", directory(colour="red"), "KAFENEIO_CELL_DIRECTORY"),
        ("KAFENEIO_CELL_DIRECTORY", directory(address="http://plaka.example"), "the address"),
        ("KAFENEIO_CELL_PASS_KEY", "", "needs KAFENEIO_CELL_PASS_KEY"),
    ],
)
def test_a_lobby_does_not_start_with_settings_that_do_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv("KAFENEIO_CELL_PASS_KEY", PRIVATE)
    monkeypatch.setenv("KAFENEIO_CELL_DIRECTORY", directory())
    monkeypatch.setenv(name, value)
    base = Base(CommonSettings(cell="eu1", cell_neighbours=["eu2"]), Database(f"sqlite:///{tmp_path}/l.db", "lobby"))
    with pytest.raises(SettingsError, match="KAFENEIO_CELL") as refused:
        make_app(base, None)  # type: ignore[arg-type]
    assert words in str(refused.value)

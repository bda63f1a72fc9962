"""Local lobbies: one schema a module and kind of database, empty for every test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.visits.two_cells import CellOfTwo, introduce
from tests.support.databases.lent_databases import Shelf
from tests.support.servers import PostgresServer


@pytest.fixture(scope="module")
def lobby_sqlite_url(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Callable[[str], Path]) -> str:
    """A file with the lobby's schema."""
    path = tmp_path_factory.mktemp("lobby") / "lobby.sqlite3"
    shutil.copyfile(sqlite_template("lobby"), path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def lobby_postgres_url(postgres_server: PostgresServer, postgres_shelf: Callable[[str], Shelf]) -> Iterator[str]:
    """A database with the lobby's schema."""
    shelf = postgres_shelf("lobby")
    name = shelf.lend()
    yield postgres_server.url(name)
    shelf.take_back(name)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.real)])
def lobby_url(request: pytest.FixtureRequest) -> str:
    """Each test runs once on each kind."""
    return request.getfixturevalue("lobby_sqlite_url" if request.param == "sqlite" else "lobby_postgres_url")


@pytest.fixture
def lobby(lobby_url: str) -> Iterator[LocalLobby]:
    """An empty lobby."""
    made = LocalLobby(lobby_url)
    made.wipe()
    yield made
    made.database.close()


@pytest.fixture
def sqlite_lobby(lobby_sqlite_url: str) -> Iterator[LocalLobby]:
    """A lobby for many examples of one test, each of which wipes it."""
    made = LocalLobby(lobby_sqlite_url)
    yield made
    made.database.close()


@pytest.fixture
def a(lobby: LocalLobby) -> CellOfTwo:
    """The cell that is visited."""
    return CellOfTwo(lobby, "a")


@pytest.fixture
def b(a: CellOfTwo, request: pytest.FixtureRequest) -> Iterator[CellOfTwo]:
    """The home of the visitors. Its database is of the same kind; both cells know each other, and the time."""
    kind = "migrated_sqlite" if a.lobby.database.is_sqlite else "migrated_postgres"
    lobby = LocalLobby(request.getfixturevalue(kind)("lobby"), a.lobby.clock)
    made = CellOfTwo(lobby, "b")
    introduce(a, made)
    yield made
    lobby.database.close()


@pytest.fixture
def anna(b: CellOfTwo) -> Here:
    """A player of cell b, connected there."""
    return b.lobby.enter("anna")[0]

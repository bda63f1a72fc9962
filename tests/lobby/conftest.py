"""The lobby's houses: one schema a module and kind of database, empty for every test."""

from collections.abc import Iterator

import pytest

from services.plumbing import migrations
from tests.lobby.house import House


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.real)])
def lobby_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database with the lobby's schema."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('lobby') / 'lobby.sqlite3'}"
        migrations.migrate("lobby", url)
        yield url
        return
    server = request.getfixturevalue("postgres_server")
    name = "lobby_" + request.module.__name__.rsplit(".", 1)[-1]
    url = server.create_database(name)
    migrations.migrate("lobby", url)
    yield url
    server.drop_database(name)


@pytest.fixture
def house(lobby_url: str) -> Iterator[House]:
    """An empty lobby."""
    made = House(lobby_url)
    made.wipe()
    yield made
    made.database.close()

"""Fixtures of the tests of tournaments."""

from collections.abc import Iterator

import pytest

from tests.support.databases.migrated import Migrated
from tests.tournaments.platform import Tournaments


@pytest.fixture
def tournaments_url(migrated: Migrated) -> str:
    return migrated("tournaments")


@pytest.fixture
def tournaments(tournaments_url: str) -> Iterator[Tournaments]:
    tournaments = Tournaments(tournaments_url)
    yield tournaments
    tournaments.close()

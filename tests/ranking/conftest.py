"""What ranking's service tests share."""

from collections.abc import Iterator

import pytest

from services.plumbing.migrations import migrate
from tests.ranking.rankings import Ranking


@pytest.fixture
def ranking_url(database_url: str) -> str:
    """The address of ranking's database, migrated; on each kind of database."""
    migrate("ranking", database_url)
    return database_url


@pytest.fixture
def ranking(ranking_url: str) -> Iterator[Ranking]:
    """A ranking that has heard of no match."""
    ranking = Ranking(ranking_url)
    yield ranking
    ranking.close()

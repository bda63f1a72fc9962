"""What ranking's service tests share."""

from collections.abc import Iterator

import pytest

from tests.ranking.rankings import Ranking
from tests.support.databases.migrated import Migrated


@pytest.fixture
def ranking_url(migrated: Migrated, no_pauses: None) -> str:
    """The address of ranking's database, on each kind of database."""
    return migrated("ranking")


@pytest.fixture
def ranking(ranking_url: str) -> Iterator[Ranking]:
    """A ranking without any match."""
    ranking = Ranking(ranking_url)
    yield ranking
    ranking.close()

"""A migrated database on each kind, and a moderation process on it."""

from collections.abc import Iterator

import pytest

from tests.moderation.moderation import Moderation
from tests.support.databases.migrated import Migrated


@pytest.fixture
def moderation_url(migrated: Migrated, no_pauses: None) -> str:
    return migrated("moderation")


@pytest.fixture
def moderation(moderation_url: str) -> Iterator[Moderation]:
    moderation = Moderation(moderation_url)
    yield moderation
    moderation.close()

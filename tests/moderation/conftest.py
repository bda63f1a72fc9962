"""A migrated database on each kind, and a moderation process on it."""

from collections.abc import Iterator

import pytest

from services.plumbing.migrations import migrate
from tests.moderation.moderation import Moderation


@pytest.fixture
def moderation_url(database_url: str) -> str:
    migrate("moderation", database_url)
    return database_url


@pytest.fixture
def moderation(moderation_url: str) -> Iterator[Moderation]:
    moderation = Moderation(moderation_url)
    yield moderation
    moderation.close()

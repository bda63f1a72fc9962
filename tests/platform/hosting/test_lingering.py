"""Events that wait for company, and the questions that they do not keep waiting (scenes_lingering.py)."""

import itertools
import uuid
from collections.abc import Iterator

import pytest

from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green


@pytest.fixture(scope="module", params=["embedded", pytest.param("real", marks=pytest.mark.real)])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Green]:
    """A house on SQLite and the broker in the process, and one on PostgreSQL and RabbitMQ."""
    settings: dict[str, str] = {}
    url = f"sqlite:///{tmp_path_factory.mktemp('lingering')}/wallet.db"
    if request.param == "real":
        name = f"test_{uuid.uuid4().hex[:16]}"
        settings["broker_url"] = request.getfixturevalue("rabbit_server").create_vhost(name)
        url = request.getfixturevalue("postgres_server").create_database(name)
    make_schema(url, "wallet")
    with Green("tests.platform.hosting.scenes_lingering", **settings) as running:
        assert running.call("start", url=url)
        yield running
    if request.param == "real":
        request.getfixturevalue("rabbit_server").delete_vhost(name)
        request.getfixturevalue("postgres_server").drop_database(name)


@pytest.fixture
def green(house: Green) -> Green:
    """The services, without any account yet."""
    assert house.call("forget")
    return house


def test_a_question_finds_done_whatever_came_before_it_however_long_that_would_have_lingered(green: Green) -> None:
    for account in ("ann", "bob", "eve"):
        green.call("register", account=account)
    assert sum(green.call("ask_until", count=3)) == 3
    green.call("register", account="zoe")
    assert sum(green.call("ask_until", count=4)) == 4


def test_a_company_that_is_large_enough_lingers_no_longer(green: Green) -> None:
    for number in range(16):
        green.call("register", account=f"a-{number}")
    assert green.call("companies", count=1) == [16]


def test_companies_keep_a_distance_however_fast_messages_come(green: Green) -> None:
    began_s = green.call("ask_often", companies=6)
    assert all(later - earlier > 0.045 for earlier, later in itertools.pairwise(began_s))

"""`kafeneio stakes`: an operator finds what is held for matches that tables do not know, and gives it back."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from services.contracts.wallet.events import StakesReleased
from services.kernel.clock import DAY_MS, FakeClock, SystemClock
from services.platform.database.unit_of_work import Database
from tests.support.commands import Ran, kafeneio
from tests.support.databases.migrated import Migrated
from tests.tables.support.desk import Desk
from tests.wallet.wallets import Wallet, asked, void

REASON = "the standby did not have the match"
ORDER = ["--reason", REASON, "--by", "olga"]


class House(NamedTuple):
    """A wallet and tables, each on a database of its own."""

    wallet: Wallet
    settings: dict[str, str]
    known: str
    """A match of tables."""

    def run(self, *words: str) -> Ran:
        """`kafeneio stakes …`"""
        (ran,) = kafeneio(self.settings, ["stakes", *words])
        return ran


@pytest.fixture
def house(migrated: Migrated) -> Iterator[House]:
    """Stakes are held for a match that tables know, and for two that they do not."""
    urls = {service: migrated(service) for service in ("wallet", "tables")}
    desk = Desk(Database(urls["tables"], "tables", FakeClock()))
    known = desk.open("table-1@tictactoe", stake=200).now.match.id
    desk.database.close()
    wallet = Wallet(urls["wallet"], clock=FakeClock(SystemClock().now_ms() - DAY_MS))
    wallet.registered("ana", "ben")
    wallet.asked(*(asked(match, "ana", "ben", stake=200) for match in (known, "lost-1", "lost-2")))
    wallet.told()
    settings = {f"KAFENEIO_{service.upper()}_DB_URL": url for service, url in urls.items()}
    yield House(wallet, settings, known)
    wallet.close()


def lines(ran: Ran) -> list[Any]:
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_only_what_tables_do_not_know_is_listed(house: House) -> None:
    ran = house.run("list")
    assert (ran.code, [(each["kind"], each["id"], each["chips"]) for each in lines(ran)]) == (
        1,
        [("match", match, {"ana": 200, "ben": 200}) for match in ("lost-1", "lost-2")],
    )


def test_all_that_is_lost_comes_back_and_nothing_else(house: House) -> None:
    ran = house.run("release", "--all", *ORDER)
    assert ran.code == 0, ran.stderr
    assert [(each["id"], each["replayed"]) for each in lines(ran)] == [("lost-1", False), ("lost-2", False)]
    assert house.wallet.chips("ana", "ben") == [4800, 4800]
    assert {each.id for each in house.wallet.told_of(StakesReleased)} == {"lost-1", "lost-2"}
    for words in (["list"], ["release", "--all", *ORDER]):
        again = house.run(*words)
        assert (again.code, again.stdout.strip()) == (0, "tables know all that is held")
    assert house.wallet.told_of(StakesReleased) == []


def test_a_match_that_tables_know_never_loses_its_stakes(house: House) -> None:
    ran = house.run("release", house.known, "lost-2", "nobody's", *ORDER)
    assert ran.code == 1
    assert [(each["id"], each.get("error")) for each in lines(ran)] == [
        *((house.known, "match_known"), ("lost-2", None), ("nobody's", "hold_unknown")),
    ]
    assert house.wallet.chips("ana", "ben") == [4600, 4600]


def test_what_has_just_been_held_is_left_alone(house: House) -> None:
    wallet = Wallet(house.settings["KAFENEIO_WALLET_DB_URL"], clock=SystemClock())  # type: ignore[arg-type]
    wallet.asked(asked("young", "ana", "ben", stake=200))
    wallet.close()
    assert [each["id"] for each in lines(house.run("list"))] == ["lost-1", "lost-2"]
    ran = house.run("release", "young", *ORDER)
    assert (ran.code, lines(ran)[0]["error"]) == (1, "hold_too_young")


@pytest.mark.parametrize("words", [[], ["lost-1", "--all"]])
def test_an_order_names_matches_or_all(house: House, words: list[str]) -> None:
    ran = house.run("release", *words, *ORDER)
    assert (ran.code, ran.stderr.strip()) == (2, "kafeneio: name what to release, or --all")
    assert house.wallet.chips("ana", "ben") == [4400, 4400]


def test_an_order_has_a_reason(house: House) -> None:
    ran = house.run("release", "lost-1", "--reason", "short")
    assert (ran.code, lines(ran)[0]["error"]) == (1, "reason_required")
    assert house.wallet.chips("ana") == [4400]


@pytest.mark.parametrize("words", [["list"], ["release", "--all", *ORDER], ["release", "lost-1", *ORDER]])
def test_the_tables_of_another_installation_release_no_stake(
    house: House, migrated: Migrated, words: list[str]
) -> None:
    settings = house.settings | {"KAFENEIO_TABLES_DB_URL": migrated("tables")}
    (ran,) = kafeneio(settings, ["stakes", *words])
    assert (ran.code, ran.stdout) == (2, "")
    assert "is KAFENEIO_TABLES_DB_URL right?" in ran.stderr
    assert house.wallet.chips("ana", "ben") == [4400, 4400]


def test_a_settled_match_shows_that_the_tables_are_ours(house: House) -> None:
    house.wallet.finished(void(house.known, "ana", "ben", stake=200))
    ran = house.run("release", "--all", *ORDER)
    assert ran.code == 0, ran.stderr
    assert house.wallet.chips("ana", "ben") == [5000, 5000]


def test_where_nothing_was_ever_held_nothing_is_lost(migrated: Migrated) -> None:
    settings = {f"KAFENEIO_{service.upper()}_DB_URL": migrated(service) for service in ("wallet", "tables")}
    (ran,) = kafeneio(settings, ["stakes", "list"])
    assert (ran.code, ran.stdout.strip()) == (0, "tables know all that is held")

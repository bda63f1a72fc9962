"""A lobby that is filled with what was kept is the one that the use cases have made."""

from collections.abc import Callable

import pytest

from services.contracts.moderation import conduct_and_messages as moderation
from services.kernel.refusal import Refusal
from tests.lobby.entrances import _TABLES, Entrances
from tests.lobby.local_lobby import House


def everything(house: House) -> dict[str, list[tuple]]:
    return {table.name: sorted(map(tuple, house.rows(table)), key=repr) for table in _TABLES}


def test_the_third_lobby_is_the_second_again(house: House) -> None:
    entrances = Entrances()
    names = ("Ana", "Ben", "Carla")
    entrances.enter(house, names, "g1")
    house.wipe()
    second = entrances.enter(house, names, "g1")
    made, noted = everything(house), house.noted()
    house.wipe()
    house.push.forget()
    assert entrances.enter(house, names, "g1") == second
    assert everything(house) == made
    assert house.noted() == noted
    assert sorted(house.statuses()) == ["Ana", "Ben", "Carla"]


def registered(house: House) -> None:
    house.register("Ben")


def set_otherwise(house: House) -> None:
    house.set(hall_players_max=20)


def asked_otherwise(house: House) -> None:
    house.rpc.answers[moderation.GetConduct] = Refusal("service_unavailable")


@pytest.mark.parametrize("prepare", [registered, set_otherwise, asked_otherwise])
def test_a_lobby_that_was_prepared_is_entered_by_the_use_cases(
    house: House, prepare: Callable[[House], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(house)
    monkeypatch.setattr("tests.lobby.local_lobby._ENTRANCES", None)
    house.enter("Ana")
    assert "Ana" in house.statuses()

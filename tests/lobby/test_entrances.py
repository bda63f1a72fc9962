"""A lobby that is filled with what was kept is the one that the use cases have made."""

from collections.abc import Callable

import pytest

from services.contracts.moderation import conduct as moderation
from services.kernel.refusal import Refusal
from tests.lobby.entrances import _TABLES, Entrances
from tests.lobby.local_lobby import LocalLobby


def everything(lobby: LocalLobby) -> dict[str, list[tuple]]:
    return {table.name: sorted(map(tuple, lobby.rows(table)), key=repr) for table in _TABLES}


def test_the_third_lobby_is_the_second_again(lobby: LocalLobby) -> None:
    entrances = Entrances()
    names = ("Ana", "Ben", "Carla")
    entrances.enter(lobby, names, "g1")
    lobby.wipe()
    second = entrances.enter(lobby, names, "g1")
    made, noted = everything(lobby), lobby.noted()
    lobby.wipe()
    lobby.push.forget()
    assert entrances.enter(lobby, names, "g1") == second
    assert everything(lobby) == made
    assert lobby.noted() == noted
    assert sorted(lobby.statuses()) == ["Ana", "Ben", "Carla"]


def registered(lobby: LocalLobby) -> None:
    lobby.register("Ben")


def set_otherwise(lobby: LocalLobby) -> None:
    lobby.set(hall_players_max=20)


def asked_otherwise(lobby: LocalLobby) -> None:
    lobby.rpc.answers[moderation.GetConduct] = Refusal("service_unavailable")


@pytest.mark.parametrize("prepare", [registered, set_otherwise, asked_otherwise])
def test_a_lobby_that_was_prepared_is_entered_by_the_use_cases(
    lobby: LocalLobby, prepare: Callable[[LocalLobby], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(lobby)
    monkeypatch.setattr("tests.lobby.local_lobby._ENTRANCES", None)
    lobby.enter("Ana")
    assert "Ana" in lobby.statuses()

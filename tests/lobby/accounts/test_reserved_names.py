"""Nobody looks like the platform: services/lobby/RULES.md §1."""

import pytest

from services.kernel.refusal import Refusal
from services.lobby.accounts.rules import Username, read_username

LOOK_ALIKES = (
    *("Administrator", "ADMIN", "admin7", "a.d.m.i.n", "adm1n", "Admln", "4dmin", "M0derator", "moderator_2"),
    *("Аdmin", "ΑDMΙΝ", "αdministrator", "mοderator", "ѕystem", "Ádmin", "adrnin", "administrator_anna", "Kafeneio"),
    *("Διαχειριστής", "διαχειριστης", "Administrador", "KAFENEI0", "ｓｔａｆｆ"),
)
ORDINARY = ("badminton", "Ελένη", "Modesto", "Adamantia", "Σύσσωμος", "Nikos-77", "Márta", "Иван", "Rooter", "Stafford")


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_a_name_that_looks_like_the_platforms_own_is_taken(name: str) -> None:
    assert read_username(name) == Refusal("username_taken")


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_name_is_free(name: str) -> None:
    assert isinstance(read_username(name), Username)

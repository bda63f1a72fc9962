"""Players that may make competitions, and what these may be called (services/tournaments/RULES.md §11)."""

from typing import Any

import pytest

from services.contracts.tournaments.entries import CheckMaker, Faces, GetFaces, Maker
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby.cards.use_cases import get_faces
from services.lobby.chat.rows import save_ban
from services.lobby.presence.competitors import check_maker
from tests.lobby.companies.people import found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby


def check(lobby: LocalLobby, who: Here, name: str = "Our evening", company: str | None = None) -> Any:
    return lobby.ports.run(check_maker, CheckMaker(account=who.account, name=name, company=company))


def test_a_grown_account_makes_a_competition_and_its_name_is_cleaned(lobby: LocalLobby) -> None:
    (ana,) = grown_up(lobby, "Ana")
    assert check(lobby, ana, "  Our \u202e evening ") == Maker(name="Ana", competition_name="Our evening")


@pytest.mark.parametrize("name", ["", "ab", "---", "x" * 41, "Administrator"])
def test_a_name_that_is_none_is_refused(lobby: LocalLobby, name: str) -> None:
    (ana,) = grown_up(lobby, "Ana")
    assert check(lobby, ana, name) == Refusal("competition_name_invalid")


def test_newcomers_and_muted_players_make_none(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    assert check(lobby, ana).error == "account_too_new"
    lobby.wait(lobby.ports.settings.newcomer_days * DAY_MS)
    assert isinstance(check(lobby, ana), Maker)
    lobby.database.run(lambda work: save_ban(work, ana.account, work.now_ms + DAY_MS, 1))
    assert check(lobby, ana).error == "chat_banned"


def test_a_competition_of_a_company_is_made_by_its_members(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana)
    assert isinstance(check(lobby, ana, company=company.id), Maker)
    assert check(lobby, ben, company=company.id).error in ("company_unknown", "company_forbidden")
    assert check(lobby, ben, company="none") == Refusal("company_unknown")


def test_faces_are_those_of_accounts_that_there_are(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    answer: Faces = lobby.ports.run(get_faces, GetFaces(accounts=[ana.account, "none"]))
    assert [(each.account, each.photo) for each in answer.faces] == [(ana.account, None)]

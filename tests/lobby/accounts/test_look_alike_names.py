"""Two players have no names that look the same in a list (RULES.md §1)."""

import pytest
import sqlalchemy as sa

from services.kernel.refusal import Refusal
from services.lobby.accounts.look_alike_names import look
from services.lobby.schema import players
from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import Database
from tests.lobby.local_lobby import LocalLobby
from tests.support.databases.old_schemas import at_version


@pytest.mark.parametrize(
    ("there", "twin"),
    [
        ("anna", "аnna"),  # a Cyrillic first letter
        ("ANNA", "ΑΝΝΑ"),  # Greek capitals
        ("anna", "ΑΝΝΑ"),
        ("paul", "pauI"),
        ("paul", "pau1"),
        ("leo", "le0"),
        ("barney", "bamey"),
        ("pepe", "рере"),  # all Cyrillic
        ("nikos", "nikоs"),  # one Cyrillic letter
    ],
)
def test_a_twin_of_a_name_is_taken(lobby: LocalLobby, there: str, twin: str) -> None:
    lobby.enter(there)
    assert lobby.register(twin, email="twin@example.org") == Refusal("username_taken")


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Άννα"), ("Νίκος", "Nikos"), ("anna_k", "anna.k"), ("anna", "hanna")]
)
def test_names_that_look_different_live_side_by_side(one: str, other: str) -> None:
    assert look(one) != look(other)


def test_players_from_before_have_a_look(database_url: str) -> None:
    with at_version("lobby", database_url, "0023") as old:
        old.execute(
            sa.text(
                "INSERT INTO players (account, name, name_key, language, created_at_ms, status, login_at_ms, "
                "match_paused, rated_games, yellow_cards, blue_cards, cards_seq, avatar_at_ms, quintile_seq) "
                "VALUES ('a', 'Paul', 'paul', 'en', 1, 'absent', 0, false, 0, 0, 0, 0, 0, 0)"
            )
        )
        old.commit()
    migrate("lobby", database_url)
    database = Database(database_url, "lobby")
    with database.work() as work:
        assert work.execute(sa.select(players.c.name_look)).scalar_one() == "paul"
    database.close()

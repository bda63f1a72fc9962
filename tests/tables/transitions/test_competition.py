"""A competition's game at its table: services/tables/RULES.md §10."""

from services.contracts.tables.events import MatchAsked, MatchFinished, TableDone
from tests.tables.support.desk import answer, last_view


def test_a_competitions_match_has_no_stake_and_names_its_competition(desk):
    table = desk.open(competition="cup")
    (asked,) = desk.told(MatchAsked)
    table.begin()
    table.leave("bob")
    (finished,) = desk.told(MatchFinished)

    assert asked.key() == finished.key() == "free"
    assert (finished.competition, finished.stake_chips) == ("cup", 0)


def test_after_it_nothing_is_offered_and_its_players_are_free(desk):
    table = desk.open(competition="cup")
    table.begin()
    table.play_out()
    assert table.phase == "over"
    assert desk.told(TableDone) == [TableDone(table="table-1", reason="")]
    view = last_view(table.watch("ann"))
    assert (view["competition"], view["choose_ms_left"]) == ("cup", None)
    assert answer(table.choose("ann", "rematch")) == "choice_closed"

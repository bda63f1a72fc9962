"""Clock, return and leave policy of each game, and what is refused: services/tables/RULES.md §8."""

import json

import msgspec
import pytest

from games import registry
from services.contracts.tables.catalogue import CheckOptions
from services.kernel.refusal import Refusal
from services.platform.process.settings import load
from services.tables.catalogue import offers, policies
from services.tables.catalogue.policies import PolicyInvalid, check, policies_of
from services.tables.settings import GamePolicies, TablesSettings
from tests.games.seeded_matches import cases_of
from tests.tables.support.desk import Desk
from tests.tables.support.made_up_games import PAIRS, THREE, TWO, TurnsGame, register

MOST = ("move_clock", "budget", "forfeit")
ROWS = {
    "dominoes": ("card_clock", "fixed_window", "pause_return"),
    **dict.fromkeys(("pilotta", "tichu"), ("move_clock", "budget", "bot_replace")),
    "tavli": ("move_clock", "budget", "concede"),
    **dict.fromkeys(("koumkan", "thanasis", "dynamitis"), ("move_clock", "budget", "eliminate")),
    **dict.fromkeys(("mpirimpa", "mpirimpa_pro", "buraco", "tictactoe"), MOST),
    "baccarat": ("round_clock", "none", "none"),
}
"""The table of RULES.md §8."""


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_games_family_declares_the_policies_of_the_rules(game):
    found = policies_of(game.id, TablesSettings())
    kept = (found.clock, found.returning, found.leave)
    assert kept == ROWS.get(game.id, kept)
    assert (found.move_ms, found.max_timeouts, found.on_timeout) == (30_000, 4, "wait")
    assert (found.returns.return_window_s, found.returns.return_total_s) == (300, 900)


@pytest.mark.parametrize("entry", registry.entries().values(), ids=lambda entry: entry.game.id)
def test_a_family_speaks_of_its_own_games_alone(entry):
    assert set(getattr(entry.family, "TABLES", {})) <= {game.id for game in entry.family.GAMES}


def test_a_game_that_declares_nothing_is_kept_as_most_are(monkeypatch):
    register(monkeypatch, TurnsGame("whist", PAIRS))
    found = policies_of("whist", TablesSettings())
    assert (found.clock, found.returning, found.leave) == MOST


def test_a_house_banked_game_has_the_policies_of_baccarat_unless_it_declares_others(monkeypatch):
    house = TurnsGame("faro", ((0,), (1,), (2,)))
    monkeypatch.setattr(house, "house_banked", True, raising=False)
    register(monkeypatch, house)
    found = policies_of("faro", TablesSettings())
    assert (found.clock, found.returning, found.leave) == ROWS["baccarat"]


@pytest.mark.parametrize(
    ("game", "sides", "clock", "returning", "leave", "wrong"),
    [
        ("tavli", TWO, "card_clock", "fixed_window", "concede", ["card_clock"]),
        ("tavli", TWO, "round_clock", "fixed_window", "concede", ["round_clock"]),
        ("dominoes", PAIRS, "card_clock", "budget", "pause_return", ["budget"]),
        ("koumkan", THREE, "move_clock", "budget", "forfeit", ["forfeit"]),
        ("koumkan", THREE, "move_clock", "budget", "concede", ["concede"]),
        ("koumkan", THREE, "move_clock", "budget", "pause_return", ["pause_return"]),
        ("pilotta", PAIRS, "move_clock", "budget", "eliminate", ["eliminate"]),
        ("tavli", TWO, "hourglass", "budget", "concede", ["hourglass", "budget"]),
        ("tavli", TWO, "move_clock", "never", "concede", ["never"]),
        ("tavli", TWO, "move_clock", "none", "concede", ["none"]),
        ("tavli", TWO, "move_clock", "budget", "none", ["none"]),
        ("tavli", TWO, "move_clock", "budget", "shrug", ["shrug"]),
        ("dominoes", PAIRS, "move_clock", "budget", "bot_replace", []),
        ("dominoes", PAIRS, "move_clock", "fixed_window", "pause_return", []),
        ("koumkan", THREE, "move_clock", "fixed_window", "bot_replace", []),
        ("tavli", TWO, "move_clock", "budget", "eliminate", []),
    ],
)
def test_the_operator_may_choose_what_goes_together(monkeypatch, game, sides, clock, returning, leave, wrong):
    register(monkeypatch, TurnsGame(game, sides), ROWS[game])
    settings = TablesSettings(game_policies={game: GamePolicies(clock, returning, leave)})
    if not wrong:
        assert policies_of(game, settings).leave == leave
        return
    with pytest.raises(PolicyInvalid, match=game):
        policies_of(game, settings)
    found = msgspec.structs.replace(policies_of(game, TablesSettings()), clock=clock, returning=returning, leave=leave)
    assert check(policies.game(game), found, sides) == Refusal("policy_invalid", wrong)


def test_a_worker_does_not_start_with_policies_that_cannot_be_kept():
    with pytest.raises(PolicyInvalid):
        Desk(settings=TablesSettings(game_policies={"tictactoe": GamePolicies(clock="card_clock")}))


def test_policies_are_read_from_the_environment_by_the_names_of_the_rules():
    text = '{"dominoes": {"clock": "move_clock", "return": "budget"}, "buraco": {"on_timeout": "auto_turn"}}'
    found = load(TablesSettings, {"KAFENEIO_GAME_POLICIES": text, "KAFENEIO_RETURN_WINDOW_S": "60"})
    assert found.game_policies["dominoes"] == GamePolicies("move_clock", "budget")
    assert found.game_policies["buraco"].on_timeout == "auto_turn" and found.return_window_s == 60


def test_options_with_sides_that_do_not_fit_the_policies_are_refused(monkeypatch):
    class Growing(TurnsGame):
        def sides(self, options):
            return THREE if self.grown else TWO

    game = register(monkeypatch, Growing("growing", TWO))
    game.grown = False
    assert offers.check_options(TablesSettings(), CheckOptions(game="growing", options={})).seats == 2
    monkeypatch.setattr(offers.policies, "policies_of", lambda *_: policies_of("tictactoe", TablesSettings()))
    game.grown = True
    found = offers.check_options(TablesSettings(), CheckOptions(game="growing", options={}))
    assert found == Refusal("policy_invalid", ["forfeit"])


def test_a_tables_policies_stay_what_they_were_when_it_started(desk):
    table = desk.open()
    assert table.now.policies == policies_of("tictactoe", desk.settings)
    other = Desk(desk.database, TablesSettings(move_s=5))
    assert other.worker._journal.load("tictactoe.1")[0].policies.move_ms == 30_000


@pytest.mark.parametrize(
    "rules", [each for each in registry.games() if not each.house_banked], ids=lambda each: each.id
)
def test_what_is_answered_about_options_can_be_asked_again(rules):
    settings = TablesSettings()
    for case in cases_of(rules):
        found = offers.check_options(settings, CheckOptions(game=rules.id, options=json.loads(case.options)))
        assert offers.check_options(settings, CheckOptions(game=rules.id, options=found.options)) == found


def test_the_catalogue_has_the_operators_number_of_timeouts():
    found = offers.get_catalogue(TablesSettings(max_timeouts=7)).games
    assert {game.max_timeouts for game in found} == {7}

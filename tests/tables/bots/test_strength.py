"""How strong computer players are (services/tables/RULES.md §9)."""

import dataclasses
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.computers.__main__ import (
    BARS,
    FULL,
    KEYS,
    OF_ALL_STRENGTHS,
    N,
    figures_of,
    main,
    measured,
    missed_bars,
    parts,
    with_worst,
    write,
)
from bench.computers.shares import HALF, Table, play, share_of_wins
from games import api
from games.registry import game, games
from tests.games.seeded_matches import Chance

TICTACTOE = game("tictactoe")
ROOT = Path(__file__).resolve().parents[3]
MEASURED = json.loads((ROOT / "clients/web/src/people/strengths.json").read_text())
"""What players are shown."""


def test_the_strong_one_beats_the_easy_one_over_fixed_seeds() -> None:
    assert share_of_wins(TICTACTOE, ("strong", "easy"), 10) > HALF
    assert share_of_wins(game("koumkan"), ("strong", "easy"), 5) > HALF


def test_players_are_shown_figures_for_every_game_against_the_computer_and_the_stronger_ones_won() -> None:
    assert set(MEASURED) == {each.id for each in games() if not each.house_banked}
    pairs = ("strong medium", "strong easy", "medium easy")
    assert all(HALF <= shares[pair] <= 1 for shares in MEASURED.values() for pair in pairs)


def test_the_documented_figures_are_those_that_players_are_shown() -> None:
    document = (ROOT / "docs/PERFORMANCE.md").read_text()
    rows = re.findall(r"^\| (\w+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", document, re.MULTILINE)
    documented = {name: (int(seeds), *map(float, shares)) for name, seeds, *shares in rows if name in MEASURED}
    assert documented == {
        name: (found["seeds"], *(round(found[pair], 2) for pair in ("strong medium", "strong easy", "medium easy")))
        for name, found in MEASURED.items()
    }


def test_new_figures_of_a_game_replace_its_old_ones_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "strengths.json"
    path.write_text('{"pilotta": {"seeds": 1, "points": {"strong": 1.0}}, "tichu": {"seeds": 2}}')
    monkeypatch.setattr("bench.computers.shares.shares", lambda _game, seeds: {"seeds": seeds, "strong easy": 1.0})
    write(path, "pilotta", 3, {})
    found = json.loads(path.read_text())
    assert found == {
        "pilotta": {"seeds": 3, "strong easy": 1.0, "points": {"strong": 1.0}},
        "tichu": {"seeds": 2},
    }, "what was not measured again stays"
    write(path, "pilotta", 3, {"pilotta_points": 12.34, "medium_pilotta_points": 0.1, "easy_pilotta_points": -9})
    assert json.loads(path.read_text())["pilotta"]["points"] == {"strong": 12.3, "medium": 0.1, "easy": -9.0}


def test_a_match_is_won_lost_or_a_tie_and_the_same_again() -> None:
    first = [play(game("koumkan"), ("strong", "easy"), seed, swapped=False) for seed in range(3)]
    assert first == [play(game("koumkan"), ("strong", "easy"), seed, swapped=False) for seed in range(3)]
    assert set(first) <= {0.0, HALF, 1.0}


def test_a_seat_has_the_history_of_its_hand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = dataclasses.replace(game("dominoes"), bot_history=True)
    chance = Chance("history")
    table, lengths = Table(rules, chance), []
    while not isinstance(waits := rules.next(table.state), api.Over):
        if isinstance(waits, api.Draw):
            table.draw(waits)
        elif isinstance(waits, api.Wait):
            table.apply(None, api.Elapsed(waits.number))
        else:
            seat = waits.due[0].seat
            lengths.append(len(table.history(seat)))
            table.apply(seat, rules.bot(rules.view(table.state, seat), chance, "easy"))
    assert 0 < min(lengths) < max(lengths) < 60, "a hand has fewer than thirty lays"


def test_the_worst_of_all_parts_has_the_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"fast": {"fast_points": 1.5, "median_ms": 5, "hands": 8}, "slow": {"slow_share": 0.5, "median_ms": 90}}
    asked = []

    def module(name: str) -> SimpleNamespace:
        part = name.rpartition(".")[2]
        return SimpleNamespace(measure=lambda strength, n, seed: asked.append((strength, n, seed)) or made[part])

    monkeypatch.setattr("bench.computers.__main__.importlib.import_module", module)
    found = with_worst(measured("easy", "slow", 7, 50), measured("easy", "fast", 7, 50))
    assert found == {
        "easy_fast_points": 1.5,
        "easy_slow_share": 0.5,
        "easy_median_ms": 90,
        "easy_fast_median_ms": 5,
        "easy_slow_median_ms": 90,
        "easy_fast_hands": 8,
        "easy_fast_n": 50,
        "easy_slow_n": 50,
    }
    assert asked == [("easy", 50, 7)] * 2
    made["analysis"] = {"analysis_tavli_s": 3}
    assert measured("medium", "analysis", 7, 10) == {}, "an analysis has no strengths"
    assert measured("strong", "analysis", 7, 10)["analysis_tavli_s"] == 3


def test_a_part_that_fails_is_named_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_fails(strength: str, part: str, seed: int, n: int) -> dict[str, int]:
        return {f"{strength}_{part}": n} if part == "tichu" else {"never": 1 // 0}

    monkeypatch.setattr("bench.computers.__main__.measured", one_fails)
    assert main(["--only", "tavli,tichu"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out.splitlines()[-1])
    assert found["strong_tichu"] == found["easy_tichu"] == N["tichu"] and found["portes_error"] is None
    assert err.count("FAILED tavli") == 3
    main(["--only", "tichu", "--full"])
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["strong_tichu"] == FULL["tichu"]


def test_the_last_line_has_every_key_and_says_which_bar_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "none"]) == 0
    others = {f"{each}_{key}" for each in ("medium", "easy") for key in OF_ALL_STRENGTHS}
    assert set(json.loads(capsys.readouterr().out)) == {*KEYS, *others}
    assert BARS.keys() <= {f"{prefix}{key}" for prefix in ("", "medium_", "easy_") for key in KEYS}
    assert list(missed_bars({"portes_error": 7.5, "portes_error_se": 0.3})) == [], "two standard errors explain it"
    missed = list(missed_bars({"portes_error": 9.5, "portes_error_se": 0.3, "median_ms": 12.0}))
    assert missed == ["portes_error = 9.5, not 0 to 7 (s.e. 0.3)"]
    assert "speed" in parts("") and "crowd" not in parts("") and parts("speed,crowd") == ["speed"]
    assert figures_of("tictactoe", {}, {}) == {}

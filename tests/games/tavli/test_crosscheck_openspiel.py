"""Portes agrees with recorded turns of OpenSpiel, and the comparison finds a wrong engine."""

import json
import subprocess
from pathlib import Path

import pytest

from games.tavli.variant import Variant
from games.tavli.variants import Portes
from tests.games.tavli import crosscheck_openspiel as crosscheck

RECORDED = Path(__file__).with_name("openspiel_turns.jsonl").read_text().splitlines()


def test_portes_leads_to_the_same_positions_and_points_as_openspiel() -> None:
    report = crosscheck.compared(RECORDED)
    assert not report.wrong, "\n".join(report.lines())
    assert report.turns == len(RECORDED) >= 140


def test_the_recorded_turns_show_every_kind_several_times() -> None:
    seen = crosscheck.compared(RECORDED).seen
    forced = [f"{used} of {dice} dice" for dice in (2, 4) for used in range(dice)]
    others = ["two dice", "double", "first turn", "higher of two", "all at home", "from the bar", "hits"]
    assert {kind: seen[kind] for kind in (*forced, *others, "wins 1", "wins 2") if seen[kind] < 5} == {}


@pytest.mark.parametrize(
    ("where", "name", "wrong", "cause"),
    [
        (Portes, "blocked", lambda self, board: 0, crosscheck.EXTRA),
        (Portes, "moved", Variant.moved, crosscheck.MISSING),
        (Portes, "movable", Variant.movable, crosscheck.EXTRA),
        (Variant, "_leaving", staticmethod(lambda own, die: 0), crosscheck.DICE),
        (Variant, "borne_off", lambda self, facing: 1, crosscheck.POINTS),
    ],
)
def test_an_engine_that_forgets_a_rule_is_found_out(
    where: type, name: str, wrong: object, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, wrong)
    assert crosscheck.compared(RECORDED).causes[cause]


def test_a_play_of_fewer_dice_would_be_reported() -> None:
    told = json.loads(next(line for line in RECORDED if '"after":{"4"' in line))
    told["after"]["3"] = [told["after"]["4"].pop()]
    report = crosscheck.compared([json.dumps(told)])
    assert report.causes == {crosscheck.DICE: 1}
    assert report.wrong == 1


def test_a_peer_that_fails_is_no_success() -> None:
    with pytest.raises(subprocess.CalledProcessError), crosscheck.told_by("false", 1, 1) as lines:
        assert list(lines) == []


def test_a_recording_keeps_turns_only_for_kinds_that_are_still_rare() -> None:
    assert list(crosscheck.to_record(RECORDED)) == RECORDED
    assert len(list(crosscheck.to_record(RECORDED[:1] * 50))) == crosscheck.RECORDED_EACH

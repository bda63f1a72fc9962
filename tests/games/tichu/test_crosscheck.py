"""A part of the crosscheck, and that it would notice (crosscheck.py)."""

import random

import pytest

from tests.games.tichu import crosscheck, reference


def test_engine_and_reference_agree_on_small_hands() -> None:
    assert not [found for found in crosscheck.differences(120, 8, seed=5) if found]


def test_engine_and_reference_agree_on_a_full_hand() -> None:
    hand = ["MJ", "PHX", "3j", "4j", "5j", "6j", "7j", "7s", "8s", "8p", "9p", "9j"]
    assert crosscheck.compare(hand, random.Random(1)) is None


@pytest.mark.parametrize("broken", ["_straights", "bombs", "_full_houses", "_stairs"])
def test_a_kind_that_is_not_found_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"games.tichu.legal_plays.{broken}", lambda *_: iter(()))
    hand = ["3j", "4j", "5j", "6j", "7j", "7s", "6s", "7p"]
    assert crosscheck.compare(hand, random.Random(1)) is not None


def test_the_reference_knows_the_rules_examples() -> None:
    top = reference.Reading("single", 1, 13, None)
    assert reference.single("PHX", top).rank == 13.5
    assert [each.phx_as for each in reference.readings(("5j", "6s", "7p", "8t", "PHX"), None)] == ["4", "9"]
    assert reference.readings(("7j", "7s", "7p", "PHX"), None) == ()

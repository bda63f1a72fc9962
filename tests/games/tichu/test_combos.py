"""What cards are, and what beats what (games/tichu/RULES.md §6, §7)."""

from itertools import pairwise

import pytest

from games.tichu.combos import Combo, as_played, beats, readings, refusal_on
from tests.games.tichu.hands import cards

KINDS = [
    ("MJ", "single", 1, 1),
    ("2j", "single", 1, 2),
    ("As", "single", 1, 14),
    ("DRG", "single", 1, 15),
    ("PHX", "single", 1, 1.5),
    ("DOG", "dog", 1, 0),
    ("7j 7s", "pair", 2, 7),
    ("7j PHX", "pair", 2, 7),
    ("7j 7s 7p", "triple", 3, 7),
    ("7j 7s PHX", "triple", 3, 7),
    ("7j 7s 7p 4j 4s", "full_house", 5, 7),
    ("4j 4s 4p 7j 7s", "full_house", 5, 4),
    ("4j 4s 4p 7j PHX", "full_house", 5, 4),
    ("7j 7s 8j 8s", "stairs", 4, 8),
    ("7j 7s 8j PHX", "stairs", 4, 8),
    ("Kj Ks Aj As Qj Qs", "stairs", 6, 14),
    ("3j 4s 5p 6t 7j", "straight", 5, 7),
    ("MJ 2j 3j 4j 5j", "straight", 5, 5),
    ("MJ 2j 3s 4j 5s 6j 7s 8j 9s Tj Js Qj Ks As", "straight", 14, 14),
    ("7j 7s 7p 7t", "bomb_four", 4, 7),
    ("3j 4j 5j 6j 7j", "bomb_straight", 5, 7),
    ("9t Tt Jt Qt Kt At", "bomb_straight", 6, 14),
]


@pytest.mark.parametrize(("text", "kind", "length", "rank"), KINDS, ids=[each[0] for each in KINDS])
def test_cards_make_the_combination_of_the_rules(text: str, kind: str, length: int, rank: float) -> None:
    found = readings(cards(text))[0]
    assert (found.kind, found.length, found.strength / 2) == (kind, length, rank)


@pytest.mark.parametrize(
    "text",
    [
        "2j 3j",
        "MJ 2j",
        "MJ PHX",
        "DOG PHX",
        "DRG PHX",
        "DRG As",
        "7j 7s 8j",
        "7j 7s 9j 9s",
        "7j 7s 7p PHX",
        "7j 7s 7p 7t PHX",
        "7j 7s 7p 7t 8j",
        "4j 5s 6p 7t",
        "Jj Qs Kp At 2j",
        "Ts Js Qs Ks As MJ",
        "MJ 2j 3s 4p 6t",
        "MJ 3s 4p 5t 6j",
        "MJ 7j 7s",
        "5j 6s 8p 9t",
        "5j 6s 8p 9t Jj PHX",
        "7j 7s 8j 8s 8p PHX",
        "2j 3s 4j 5s 6j 7s 8j 9s Tj Js Qj Ks As PHX",
        "MJ 2j 3s 4j 5s 6j 7s 8j 9s Tj Js Qj Ks As PHX",
    ],
)
def test_some_cards_are_nothing(text: str) -> None:
    assert readings(cards(text)) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5j 6s 7p 8t PHX", [(9, 9), (8, 4)]),
        ("2j 3s 4p 5t PHX", [(6, 6)]),
        ("MJ 2j 3s 4p 5t PHX", [(6, 6)]),
        ("MJ 2j 3s 4p PHX", [(5, 5)]),
        ("MJ 3s 4p 5t PHX", [(5, 2)]),
        ("Jj Qs Kp At PHX", [(14, 10)]),
        ("5j 6s 8p 9t PHX", [(9, 7)]),
        ("3j 3s 7j 7s PHX", [(7, 7), (3, 3)]),
        ("3j 3s 3p 7s PHX", [(3, 7)]),
        ("3s 7j 7s 7p PHX", [(7, 3)]),
        ("5j 6j 7j 8j PHX", [(9, 9), (8, 4)]),
        ("7j 7s 8s PHX", [(8, 8)]),
        ("2j 3s 4j 5s 6j 7s 8j 9s Tj Js Qj Ks PHX", [(14, 14)]),
        ("3s 4j 5s 6j 7s 8j 9s Tj Js Qj Ks As PHX", [(14, 2)]),
    ],
)
def test_the_phoenix_has_every_reading_that_there_is(text: str, expected: list[tuple[int, int]]) -> None:
    """Rank, and what the Phoenix stands for, the highest first."""
    assert [(each.strength // 2, each.phoenix) for each in readings(cards(text))] == expected


def test_the_phoenix_makes_no_bomb() -> None:
    assert readings(cards("5j 6j 7j 8j PHX"))[0].kind == "straight"


def led(text: str) -> Combo:
    return readings(cards(text))[0]


def test_higher_bombs_beat_lower_bombs_and_the_dragon() -> None:
    chain = ["Kj", "DRG", "8j 8s 8p 8t", "Aj As Ap At", "9j Tj Jj Qj Kj", "Ts Js Qs Ks As", "2p 3p 4p 5p 6p 7p"]
    assert all(beats(led(high), led(low)) for low, high in pairwise(chain))
    assert not any(beats(led(low), led(high)) for low, high in pairwise(chain))


@pytest.mark.parametrize(
    ("top", "rank"), [("MJ", 1.5), ("Kj", 13.5), ("As", 14.5), ("DRG", 14.5), ("7j 7s", 1.5)], ids=str
)
def test_the_phoenix_is_half_a_rank_above_a_single(top: str, rank: float) -> None:
    assert as_played(cards("PHX"), led("PHX"), led(top)).strength / 2 == rank


@pytest.mark.parametrize(
    ("play", "top", "code"),
    [
        ("PHX", "As", None),
        ("PHX", "DRG", "too_low"),
        ("DRG", "As", None),
        ("7j", "7s", "too_low"),
        ("7j 7s", "6s", "wrong_combination"),
        ("PHX", "6s 6j", "wrong_combination"),
        ("3j 4s 5p 6t 7j 8s", "2j 3s 4p 5s 6j", "wrong_combination"),
        ("8j 8s 9j 9s", "7j 7s 7p 7t", "too_low"),
        ("6j 6s 6p 6t", "7j 7s 7p 7t", "too_low"),
        ("6j 6s 6p 6t", "DRG", None),
        ("4j 4s 4p 9j 9s", "5j 5s 5p 2j 2s", "too_low"),
    ],
)
def test_why_a_play_may_not_go_on_another(play: str, top: str, code: str | None) -> None:
    mask = cards(play)
    assert refusal_on(as_played(mask, led(play), led(top)), led(top)) == code


@pytest.mark.parametrize(("top", "beaten_by"), [("MJ", "2j"), ("PHX", "2j")])
def test_only_the_mah_jong_is_below_a_led_phoenix(top: str, beaten_by: str) -> None:
    assert beats(led(beaten_by), led(top))
    assert not beats(led("MJ"), led("PHX"))
    above_king = as_played(cards("PHX"), led("PHX"), led("Kj"))
    assert [text for text in ("Ks", "As", "DRG") if beats(led(text), above_king)] == ["As", "DRG"]

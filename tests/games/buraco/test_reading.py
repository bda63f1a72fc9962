"""New melds and what they are worth (games/buraco/RULES.md §6.1, §6.2, §6.4, §8)."""

import pytest

from games.buraco.meld_rules import bonus_of, class_of, points_of, read_meld
from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from tests.games.buraco.hands import cards_of


def read(faces: str) -> Meld | str:
    return read_meld(cards_of(faces))


@pytest.mark.parametrize(
    ("listed", "lies", "wild"),
    [
        ("Th 2c Qh", "Th 2c Qh", (1,)),
        ("9c 2d 2h Qc", "9c 2d 2h Qc", (1, 2)),
        ("3s 4s 2s", "2s 3s 4s", ()),
        ("As 2d 3s", "As 2d 3s", (1,)),
        ("As 2s 3s", "As 2s 3s", ()),
        ("Qs Ks As", "Qs Ks As", ()),
        ("As Qs Ks", "Qs Ks As", ()),
        ("2s 3s 2c", "2s 3s 2c", (2,)),
        ("2c 2s 3s", "2c 2s 3s", (0,)),
        ("2s 2s 3s", "2s 2s 3s", (0,)),
        ("As 2d 2s", "As 2s 2d", (2,)),
        ("3s 2s 2s", "2s 3s 2s", (2,)),
        ("Kh Ah 2h", "2h Kh Ah", (0,)),
        ("5d 2c 6d 2h", "5d 6d 2c 2h", (2, 3)),
        ("2c 5d 6d 2h", "2c 5d 6d 2h", (0, 3)),
        ("5s 6s 2c 2d 2s", "2s 2c 2d 5s 6s", (1, 2)),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", ()),
        ("Ac Ac 2d 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2c", "Ac 2c 2d 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", (2,)),
    ],
)
def test_a_run_lies_as_listed_or_arranged(listed: str, lies: str, wild: tuple[int, ...]) -> None:
    found = read(listed)
    assert isinstance(found, Meld) and found.kind == "run"
    assert (" ".join(texts(found.cards)), found.wild) == (lies, wild)


@pytest.mark.parametrize(
    ("listed", "lies", "wild"),
    [
        ("6d 6d 2c", "6d 6d 2c", (2,)),
        ("2c 9s 9d 2d", "9s 9d 2c 2d", (2, 3)),
        ("Ac Ad Ah", "Ac Ad Ah", ()),
        ("Kc Kd Kh Ks Kc Kd Kh Ks", "Kc Kd Kh Ks Kc Kd Kh Ks", ()),
    ],
)
def test_a_group_lies_with_its_naturals_first(listed: str, lies: str, wild: tuple[int, ...]) -> None:
    found = read(listed)
    assert isinstance(found, Meld) and found.kind == "group"
    assert (" ".join(texts(found.cards)), found.wild) == (lies, wild)


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        ("", "too_few_cards"),
        ("3c 4c", "too_few_cards"),
        ("2c 2d", "too_few_cards"),
        ("2c 2d 2h", "not_enough_naturals"),
        ("2c 2d 2h 2s 2c 2d 2h 2s", "not_enough_naturals"),
        ("9c 2d 2h", "not_enough_naturals"),
        ("9d 9c 2d 2h 2s", "not_enough_naturals"),
        ("5d 6d 2c 2h 2s", "not_enough_naturals"),
        ("9s 2s 2d", "not_enough_naturals"),
        ("3c 4d 5c", "mixed_suits"),
        ("9c 9d 8c", "mixed_suits"),
        ("3c 4c 6c", "not_consecutive"),
        ("3c 3c 4c", "not_consecutive"),
        ("Kh Ah 3h", "not_consecutive"),
        ("3c 6c 2d", "not_consecutive"),
        ("Ac Ac 3c 2c", "not_consecutive"),
    ],
)
def test_what_is_no_meld_is_refused_with_its_code(listed: str, code: str) -> None:
    assert read(listed) == code


@pytest.mark.parametrize(
    ("cards", "found", "bonus"),
    [
        ("3s 4s 5s 6s 7s 8s", "open", 0),
        ("6c 6d 6h 6s 6c 6d 6h", "open", 0),
        ("5c 2h 7c 8c 9c Tc Jc", "dirty", 100),
        ("3s 4s 5s 6s 7s 8s 9s", "clean", 200),
        ("2h 3h 4h 5h 6h 7h 8h", "clean", 200),
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "clean", 200),
        ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd", "half_royal", 500),
        ("2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad", "half_royal", 500),
        ("Ad 2c 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd", "dirty", 100),
        ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad", "royal", 1000),
        ("Ad 2d 3d 4d 5d 6d 2c 8d 9d Td Jd Qd Kd Ad", "dirty", 100),
    ],
)
def test_classes_and_their_bonuses(cards: str, found: str, bonus: int) -> None:
    meld = read(cards)
    assert isinstance(meld, Meld)
    assert (class_of(meld), bonus_of(meld)) == (found, bonus)


def test_each_card_has_the_points_of_its_rank() -> None:
    by_rank = {rank: points_of(cards_of([rank + "h"])) for rank in "A23456789TJQK"}
    fives, tens = dict.fromkeys("34567", 5), dict.fromkeys("289TJQK", 10)
    assert by_rank == {"A": 15} | fives | tens

"""New melds and what they are worth (games/mpirimpa/RULES.md §6.3, §6.5, §8)."""

import pytest

from games.mpirimpa.meld_rules import bonus_of, class_of, points_of, read_meld
from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from tests.games.mpirimpa.hands import cards_of


def read(faces: str, columns: bool = False) -> Meld | str:
    return read_meld(cards_of(faces), columns)


@pytest.mark.parametrize(
    ("listed", "lies", "wild"),
    [
        ("3c 4c 2c", "2c 3c 4c", ()),
        ("X 2d 4d", "2d X 4d", (1,)),
        ("Jd Kd X", "Jd X Kd", (1,)),
        ("Kh Ah 2h", "2h Kh Ah", (0,)),
        ("Ac 2c 3c", "Ac 2c 3c", ()),
        ("Qs Ks As", "Qs Ks As", ()),
        ("As Qs Ks", "Qs Ks As", ()),
        ("5d 3d 4d", "3d 4d 5d", ()),
        ("X 5d 6d", "X 5d 6d", (0,)),
        ("5d 6d X", "5d 6d X", (2,)),
        ("6d X 5d", "5d 6d X", (2,)),
        ("2c 4c 5c", "2c 4c 5c", (0,)),
        ("2c 5c 3c", "3c 2c 5c", (1,)),
        ("2d 3c 4c", "2d 3c 4c", (0,)),
        ("X Ad 3d", "Ad X 3d", (1,)),
        ("X 2c Ac", "Ac 2c X", (2,)),
        ("3c X 2c", "2c 3c X", (2,)),
        ("Qd Kd X", "Qd Kd X", (2,)),
        ("X Kd Ad", "X Kd Ad", (0,)),
        ("Kd Ad X", "X Kd Ad", (0,)),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", ()),
        ("Ac Ac 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X", "Ac X 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", (1,)),
    ],
)
def test_a_run_lies_as_the_rules_say(listed: str, lies: str, wild: tuple[int, ...]) -> None:
    meld = read(listed)
    assert isinstance(meld, Meld)
    assert (meld.kind, " ".join(texts(meld.cards)), meld.wild) == ("run", lies, wild)


@pytest.mark.parametrize(
    ("listed", "lies", "wild"),
    [("7c 7d 7c", "7c 7d 7c", ()), ("X 7s 7c", "7s 7c X", (2,)), ("As 2d Ah", "As Ah 2d", (2,))],
)
def test_a_column_lies_as_listed_with_its_wild_card_last(listed: str, lies: str, wild: tuple[int, ...]) -> None:
    meld = read(listed, columns=True)
    assert isinstance(meld, Meld)
    assert (meld.kind, " ".join(texts(meld.cards)), meld.wild) == ("group", lies, wild)


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        ("", "too_few_cards"),
        ("Kd Ad", "too_few_cards"),
        ("X X 2c", "not_enough_naturals"),
        ("2c 2d 2h", "not_enough_naturals"),
        ("2c X X 5c", "too_many_wildcards"),
        ("5c 6c X X", "too_many_wildcards"),
        ("2c 3c 4c 2d", "too_many_wildcards"),
        ("2c 3c 4c 2c", "too_many_wildcards"),
        ("7c 2c X Tc", "too_many_wildcards"),
        ("3c X 2d", "too_many_wildcards"),
        ("7c 7d 7h", "columns_not_allowed"),
        ("As As X", "columns_not_allowed"),
        ("7c 7d X", "columns_not_allowed"),
        ("7c 8d 9c", "mixed_suits"),
        ("7c 8d X", "mixed_suits"),
        ("Kh Ah 3h", "not_consecutive"),
        ("Kh Ah 2c 3h", "not_consecutive"),
        ("5c 5c 6c", "not_consecutive"),
        ("5c 9c X", "not_consecutive"),
        ("Ac Ac Kc Qc", "not_consecutive"),
        ("5c 6c 9c", "not_consecutive"),
    ],
)
def test_what_is_no_meld_is_refused_with_its_code(listed: str, code: str) -> None:
    assert read(listed) == code


def test_a_column_has_one_wild_card_at_most() -> None:
    assert read("7c 7d X 2h", columns=True) == "too_many_wildcards"


def test_fifteen_cards_are_no_run() -> None:
    assert read("Ac X 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 5c") == "not_consecutive"
    assert read("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac X") == "too_many_wildcards"


@pytest.mark.parametrize(
    ("listed", "found", "plain", "trump", "points"),
    [
        ("3s 4s 5s 6s 7s 8s", "open", 0, 0, 35),
        ("3s 4s 5s 6s 7s 8s 9s", "clean", 200, 500, 45),
        ("2s 3s 4s 5s 6s 7s 8s", "clean", 200, 500, 55),
        ("3s 4s 5s 6s 7s 8s X", "dirty", 100, 300, 55),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "full_clean", 500, 1000, 120),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "full_clean", 500, 1000, 120),
        ("As X 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "full_dirty", 100, 300, 120),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs X As", "full_dirty", 100, 300, 145),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", "clean", 200, 500, 110),
    ],
)
def test_classes_bonuses_and_points(listed: str, found: str, plain: int, trump: int, points: int) -> None:
    meld = read(listed)
    assert isinstance(meld, Meld)
    assert (class_of(meld), bonus_of(meld, 0), bonus_of(meld, 3), points_of(meld.cards)) == (
        found, plain, trump, points,
    )  # fmt: skip


def test_a_column_is_never_full_and_never_trump() -> None:
    meld = read("Jc Jd Jh Js Jc Jd Jh Js X", columns=True)
    assert isinstance(meld, Meld)
    assert class_of(meld) == "dirty"
    assert [bonus_of(meld, trump) for trump in (None, 0, 1, 2, 3)] == [100] * 5

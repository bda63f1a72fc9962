"""Laying cards off (games/buraco/RULES.md §6.3)."""

import pytest

from games.buraco.meld_rules import all_laid, class_of, read_meld
from games.toolkit.double_deck import texts
from games.toolkit.melds import End, Meld
from tests.games.buraco.hands import cards_of


def lay(old: str, cards: str, end: End | None = None) -> Meld | str:
    every = cards_of(f"{old} {cards}")
    count = len(old.split())
    meld = read_meld(every[:count])
    assert isinstance(meld, Meld) and " ".join(texts(meld.cards)) == old
    return all_laid(meld, every[count:], end)


@pytest.mark.parametrize(
    ("old", "cards", "end", "lies"),
    [
        ("5h 6h 7h", "8h", None, "5h 6h 7h 8h"),
        ("5h 6h 7h", "4h 8h 9h", None, "4h 5h 6h 7h 8h 9h"),
        ("2s 3s 4s", "As", None, "As 2s 3s 4s"),
        ("Js Qs Ks", "As", None, "Js Qs Ks As"),
        ("2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd", "Ad", None, "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd"),
        ("2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd", "Ad", "high", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"),
        ("3s 4s 5s", "2s", None, "2s 3s 4s 5s"),
        ("3s 4s 5s", "2s", "high", "2s 3s 4s 5s"),
        ("As 2d 3s", "2s", None, "As 2s 3s 2d"),
        ("5h 6h 7h", "2h", None, "5h 6h 7h 2h"),
        ("5h 6h 7h", "2h", "low", "2h 5h 6h 7h"),
        ("5h 6h 7h", "2c 2d", "low", "2d 2c 5h 6h 7h"),
        ("Qs Ks As", "2c", None, "2c Qs Ks As"),
        ("9c 2d 2h Qc", "Tc", None, "9c Tc 2h Qc 2d"),
        ("9c 2d 2h Qc", "Jc", None, "9c 2d Jc Qc 2h"),
        ("9c 2d 2h Qc", "Tc Jc", None, "9c Tc Jc Qc 2d 2h"),
        ("Qs 2c As", "Ks", None, "2c Qs Ks As"),
        ("3s 2s 5s", "4s", None, "2s 3s 4s 5s"),
        ("4s 5s 2s", "3s", None, "2s 3s 4s 5s"),
        ("6d 6d 2c", "6h", None, "6d 6d 6h 2c"),
        ("6d 6d 2c", "2d", None, "6d 6d 2c 2d"),
        ("6d 6h 6s 6c", "6d 6h 6s 6c", None, "6d 6h 6s 6c 6d 6h 6s 6c"),
    ],
)
def test_cards_are_laid_off(old: str, cards: str, end: End | None, lies: str) -> None:
    found = lay(old, cards, end)
    assert isinstance(found, Meld) and " ".join(texts(found.cards)) == lies


ROYAL = "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"


@pytest.mark.parametrize(
    ("old", "cards", "end", "code"),
    [
        (ROYAL, "5d", None, "sequence_complete"),
        (ROYAL, "2c", None, "sequence_complete"),
        ("5h 6h 7h", "9h", None, "does_not_fit"),
        ("5h 6h 7h", "8c", None, "does_not_fit"),
        ("5h 6h 7h", "6h", None, "does_not_fit"),
        ("Qs Ks As", "2c", "high", "does_not_fit"),
        ("As 2s 3s", "2c", "low", "does_not_fit"),
        ("5h 6h 7h", "8h Th", None, "does_not_fit"),
        ("6d 6d 2c", "7d", None, "does_not_fit"),
        ("5h 6h 2c", "2d 2s", None, "not_enough_naturals"),
        ("6d 6d 2c", "2d 2h", None, "not_enough_naturals"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_code(old: str, cards: str, end: End | None, code: str) -> None:
    assert lay(old, cards, end) == code


def test_a_clean_canasta_is_dirtied_by_a_2() -> None:
    found = lay("3s 4s 5s 6s 7s 8s 9s", "2c")
    assert isinstance(found, Meld) and class_of(found) == "dirty"


def test_a_dirty_canasta_becomes_clean_when_its_last_wild_card_settles() -> None:
    found = lay("4s 5s 6s 7s 8s 9s Ts 2s", "3s")
    assert isinstance(found, Meld) and (texts(found.cards)[0], found.wild, class_of(found)) == ("2s", (), "clean")


def test_a_foreign_2_never_settles() -> None:
    found = lay("4s 5s 6s 7s 8s 9s Ts 2c", "3s")
    assert isinstance(found, Meld) and (len(found.wild), class_of(found)) == (1, "dirty")

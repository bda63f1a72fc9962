"""Cards laid off one after the other (games/mpirimpa/RULES.md §6.4)."""

import pytest

from games.mpirimpa.meld_rules import all_laid, class_of, read_meld
from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from tests.games.mpirimpa.hands import cards_of

LONG = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"


def lay(meld: str, cards: str, end: str | None = None) -> tuple[str, tuple[int, ...]] | str:
    old = read_meld(cards_of(meld), columns=True)
    assert isinstance(old, Meld)
    found = all_laid(old, cards_of(cards), end)
    return found if isinstance(found, str) else (" ".join(texts(found.cards)), found.wild)


@pytest.mark.parametrize(
    ("meld", "cards", "end", "lies", "wild"),
    [
        ("4c 5c 6c", "3c", None, "3c 4c 5c 6c", ()),
        ("4c 5c 6c", "7c 8c 3c", None, "3c 4c 5c 6c 7c 8c", ()),
        ("4c 5c 6c", "7c", "low", "4c 5c 6c 7c", ()),
        ("2c 3c 4c", "Ac", "high", "Ac 2c 3c 4c", ()),
        ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "Ac", None, LONG, ()),
        ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "Ac", "low", LONG, ()),
        ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "Ac", "high", LONG[3:] + " Ac", ()),
        (LONG, "Ac", None, LONG + " Ac", ()),
        ("4c X 6c", "5c", None, "4c 5c 6c X", (3,)),
        ("Qc X Ac", "Kc", None, "X Qc Kc Ac", (0,)),
        ("X 4c 5c", "3c", None, "3c 4c 5c X", (3,)),
        ("2d 4c 5c", "3c", None, "3c 4c 5c 2d", (3,)),
        ("2c 4c 5c", "3c", None, "2c 3c 4c 5c", ()),
        ("3c 2c 5c", "4c", None, "2c 3c 4c 5c", ()),
        ("4c 5c 6c 2c", "3c", None, "2c 3c 4c 5c 6c", ()),
        ("4c 5c 6c 2d", "3c", None, "3c 4c 5c 6c 2d", (4,)),
        ("X 3c 4c", "2c", None, "2c 3c 4c X", (3,)),
        ("Ac X 3c", "2c", None, "Ac 2c 3c X", (3,)),
        ("3c 4c 5c", "2c", "high", "2c 3c 4c 5c", ()),
        ("3c 4c X", "2c", None, "2c 3c 4c X", (3,)),
        ("4c 5c 6c", "2c", None, "4c 5c 6c 2c", (3,)),
        ("4c 5c 6c", "2c", "low", "2c 4c 5c 6c", (0,)),
        ("4c 5c 6c", "X", None, "4c 5c 6c X", (3,)),
        ("4c 5c 6c", "X", "low", "X 4c 5c 6c", (0,)),
        ("Qc Kc Ac", "X", None, "X Qc Kc Ac", (0,)),
        ("2c 3c 4c", "X", "low", "X 2c 3c 4c", (0,)),
        ("2c 3c 4c", "X Ac", "low", "Ac 2c 3c 4c X", (4,)),
        ("7c 7d 7h X", "7s", None, "7c 7d 7h 7s X", (4,)),
        ("7c 7d 7h", "2c 7c", None, "7c 7d 7h 7c 2c", (4,)),
    ],
)
def test_a_card_lies_where_the_rules_say(
    meld: str, cards: str, end: str | None, lies: str, wild: tuple[int, ...]
) -> None:
    assert lay(meld, cards, end) == (lies, wild)


@pytest.mark.parametrize(
    ("meld", "cards", "end", "code"),
    [
        (LONG + " Ac", "X", None, "sequence_complete"),
        (LONG + " Ac", "5c", None, "sequence_complete"),
        ("Ac X 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "2c", None, "sequence_complete"),
        ("4c 5c 6c", "8c", None, "does_not_fit"),
        ("4c 5c 6c", "7d", None, "does_not_fit"),
        ("4c 5c 6c", "5c", None, "does_not_fit"),
        ("Jc Qc Kc", "Ad", None, "does_not_fit"),
        ("Qc Kc Ac", "X", "high", "does_not_fit"),
        ("Ac 2c 3c", "X", "low", "does_not_fit"),
        ("Ac X 3c", "X", "low", "does_not_fit"),
        ("4c X 6c", "X", None, "too_many_wildcards"),
        ("4c X 6c", "2d", None, "too_many_wildcards"),
        ("2c 3c 4c", "2d", None, "too_many_wildcards"),
        ("2c 3c 4c", "2c", None, "too_many_wildcards"),
        ("2d 3c 4c", "2c", None, "too_many_wildcards"),
        ("3c 4c 2d", "2c", None, "too_many_wildcards"),
        ("4c 5c 2c", "X", None, "too_many_wildcards"),
        ("4c 5c 6c", "7c 9c", None, "does_not_fit"),
        ("7c 7d 7h", "8c", None, "does_not_fit"),
        ("7c 7d X", "X", None, "too_many_wildcards"),
        ("7c 7d X", "2c", None, "too_many_wildcards"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_code(meld: str, cards: str, end: str | None, code: str) -> None:
    assert lay(meld, cards, end) == code


def test_the_dirty_run_of_the_example_becomes_clean() -> None:
    meld = read_meld(cards_of("6h 7h 8h 9h Th Jh 2h"), columns=False)
    found = []
    for card in ("5h", "4h", "3h"):
        found.append(class_of(meld))
        meld = all_laid(meld, cards_of(card), None)
    assert [*found, class_of(meld)] == ["dirty", "dirty", "dirty", "clean"]
    assert " ".join(texts(meld.cards)) == "2h 3h 4h 5h 6h 7h 8h 9h Th Jh"

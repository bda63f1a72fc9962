"""What makes a meld, laying off and swapping (games/koumkan/RULES.md §4, §6.1)."""

from typing import Any

import pytest

from tests.games.koumkan.hands import CALL, split

KOUMKAN = CALL["koumkan"]


def meld(cards: str, **given: Any) -> str:
    answer = KOUMKAN["meld"](cards=split(cards), **given)
    return f"{answer['kind']}: {' '.join(answer['cards'])}" if answer["legal"] else answer["error"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Qd Kd X", "run: X Qd Kd"),
        ("X 8s X", "group: 8s X X"),
        ("5d 5d 5h", "not_a_meld"),
        ("5d 5d X", "not_a_meld"),
        ("Kd Ad 2d", "not_a_meld"),
        ("Ad 2d 3d", "run: Ad 2d 3d"),
        ("X Kd Ad", "not_a_meld"),
        ("9h 7h 8h", "run: 7h 8h 9h"),
        ("7h X 9h", "run: 7h X 9h"),
        ("X 8h 9h", "run: X 8h 9h"),
        ("9h X 8h", "run: 8h 9h X"),
        ("X X 3c 2c", "run: 2c 3c X X"),
        ("Qc X X Kc", "run: X X Qc Kc"),
        ("X 7c 7d", "group: 7c 7d X"),
        ("7c 7d 7h 7s X", "not_a_meld"),
        ("X X X X 8s", "run: X X X X 8s"),
        ("7c 7d 8h", "not_a_meld"),
        ("7c 8c 8c", "not_a_meld"),
        ("7c Jc X X", "not_a_meld"),
        ("X X X", "not_enough_naturals"),
        ("7c 7d", "too_few_cards"),
        ("", "too_few_cards"),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "run: Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X", "not_a_meld"),
    ],
)
def test_a_new_meld_lies_as_the_rules_say(cards: str, expected: str) -> None:
    assert meld(cards) == expected


def test_one_natural_card_is_a_run_where_that_is_asked_for() -> None:
    assert meld("X 8s X", kind="run") == "run: X 8s X"
    assert meld("X 8s X", kind="group") == "group: 8s X X"
    assert meld("7c 7d X", kind="run") == meld("7c 8c X", kind="group") == meld("7c 8c 9c", kind="set") == "not_a_meld"


def test_the_hand_must_have_the_cards_and_only_the_move_asks_for_one_to_keep() -> None:
    assert meld("7c 8c 9c", hand=split("7c 8c 9d 9h")) == "card_not_in_hand"
    assert meld("7c 8c 9c", hand=split("7c 8c 9c")) == "run: 7c 8c 9c"
    assert meld("7c 8c 9c", hand=split("7c 8c 9c 2d")) == "run: 7c 8c 9c"


def laid(cards: str, on: str, **given: Any) -> str:
    answer = KOUMKAN["lay_off"](cards=split(cards), meld=split(on), **given)
    return " ".join(answer["cards"]) if answer["legal"] else answer["error"]


@pytest.mark.parametrize(
    ("cards", "on", "end", "expected"),
    [
        ("6h", "7h 8h 9h", None, "6h 7h 8h 9h"),
        ("Th", "7h 8h 9h", "low", "7h 8h 9h Th"),
        ("Th Jh", "7h 8h 9h", None, "7h 8h 9h Th Jh"),
        ("Jh Th", "7h 8h 9h", None, "does_not_fit"),
        ("8h", "7h X 9h", None, "does_not_fit"),
        ("X", "7h 8h 9h", None, "7h 8h 9h X"),
        ("X", "7h 8h 9h", "low", "X 7h 8h 9h"),
        ("X", "Jh Qh Kh", None, "X Jh Qh Kh"),
        ("X", "Jh Qh Kh", "high", "does_not_fit"),
        ("X", "Ah 2h 3h", "low", "does_not_fit"),
        ("Ah", "Jh Qh Kh", None, "does_not_fit"),
        ("Ah", "2h 3h 4h", None, "Ah 2h 3h 4h"),
        ("6d", "7h 8h 9h", None, "does_not_fit"),
        ("7s", "7c 7d 7h", None, "7c 7d 7h 7s"),
        ("7c", "7c 7d 7h", None, "does_not_fit"),
        ("7c", "7c 7d X", None, "does_not_fit"),
        ("7s", "7c 7d X", None, "7c 7d 7s X"),
        ("X", "7c 7d 7h", None, "7c 7d 7h X"),
        ("8s", "7c 7d 7h", None, "does_not_fit"),
        ("7s", "7c 7d 7h X", None, "does_not_fit"),
        ("X", "7c 7d 7h 7s", None, "does_not_fit"),
        ("X", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", None, "does_not_fit"),
    ],
)
def test_a_card_is_laid_off_where_there_is_room(cards: str, on: str, end: str | None, expected: str) -> None:
    assert laid(cards, on, end=end) == expected


def test_a_lay_off_is_of_cards_of_the_hand_and_only_the_move_asks_for_one_to_keep() -> None:
    assert laid("6h", "7h 8h 9h", hand=["6h"]) == "6h 7h 8h 9h"
    assert laid("6h", "7h 8h 9h", hand=["6h", "2c"]) == "6h 7h 8h 9h"
    assert laid("6h", "7h 8h 9h", hand=["2c"]) == "card_not_in_hand"


def swapped(card: str, on: str, kind: str | None = None) -> str:
    answer = KOUMKAN["swap_joker"](card=card, meld={"cards": split(on), "kind": kind})
    return " ".join(answer["cards"]) if answer["legal"] and answer["joker_to_hand"] else answer["error"]


@pytest.mark.parametrize(
    ("card", "on", "kind", "expected"),
    [
        ("8h", "7h X 9h", None, "7h 8h 9h"),
        ("Th", "7h X 9h", None, "does_not_fit"),
        ("7s", "X 8s X", "run", "7s 8s X"),
        ("9s", "X 8s X", "run", "X 8s 9s"),
        ("8c", "X 8s X", "group", "8s 8c X"),
        ("8s", "8s 8c X", None, "does_not_fit"),
        ("9h", "8s 8c X", None, "does_not_fit"),
        ("8h", "8s 8c X", None, "8s 8c 8h"),
        ("X", "8s 8c X", None, "does_not_fit"),
        ("8h", "7h 8h 9h", None, "no_joker"),
    ],
)
def test_a_joker_is_replaced_by_the_card_it_stands_for(card: str, on: str, kind: str | None, expected: str) -> None:
    assert swapped(card, on, kind) == expected


@pytest.mark.parametrize("game", ["thanasis", "dynamitis"])
def test_elsewhere_nothing_is_laid(game: str) -> None:
    cards = split("7c 8c 9c")
    for answer in (
        CALL[game]["meld"](cards=cards),
        CALL[game]["lay_off"](cards=["6c"], meld=cards),
        CALL[game]["swap_joker"](card="6c", meld=cards),
    ):
        assert answer == {"legal": False, "error": "melding_not_allowed"}


@pytest.mark.parametrize(
    ("game", "cards", "indicator", "kinds"),
    [
        ("koumkan", "7c 6h 9c", None, []),
        ("thanasis", "7c 6h 9c", "6d", ["run"]),
        ("thanasis", "7c 2h 9c", "6d", []),
        ("dynamitis", "7c 2h 9c", "6d", ["run"]),
        ("dynamitis", "7c 2h 6c", "6d", ["run", "group"]),
        ("dynamitis", "2h 6c X", "6d", []),
        ("thanasis", "7c 7d 6c 6h", "6d", ["group"]),
        ("thanasis", "7c 7d 6c 6h X", "6d", []),
        ("dynamitis", "Ac 2c 3c", "6d", ["run"]),
        ("dynamitis", "2c 3c 4c", "6d", ["run"]),
    ],
)
def test_cards_are_classified_with_the_wild_ranks(
    game: str, cards: str, indicator: str | None, kinds: list[str]
) -> None:
    given = {} if indicator is None else {"indicator": indicator}
    assert CALL[game]["classify"](cards=split(cards), **given) == {"valid": bool(kinds), "kinds": kinds}


def test_wild_cards_are_counted() -> None:
    assert KOUMKAN["count_wilds"]() == {"wild_cards": 4}
    assert CALL["thanasis"]["count_wilds"](indicator="6d") == {"wild_cards": 11}
    assert CALL["dynamitis"]["count_wilds"](indicator="6d") == {"wild_cards": 19}


@pytest.mark.parametrize(("game", "indicator"), [("dynamitis", "2c"), ("thanasis", "X"), ("koumkan", "6d")])
def test_what_cannot_be_an_indicator_is_refused(game: str, indicator: str) -> None:
    assert CALL[game]["count_wilds"](indicator=indicator)["error"] == "bad_parameters"

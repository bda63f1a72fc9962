"""What hands declare and whose declarations count (RULES.md §8)."""

from typing import Any

import pytest

from games.pilotta.cards import cards_of, texts
from games.pilotta.declarations import Compared, announced, belote_seat, best_declaration, compare
from tests.games.pilotta.tables import hand

HEARTS = 2


def best(own: str, trump: int = HEARTS) -> Any:
    found = best_declaration(hand(own), trump)
    return found and (found.points, " ".join(texts(cards_of(found.cards))))


@pytest.mark.parametrize(
    ("own", "points", "cards"),
    [
        ("7c 8c 9c Jd", 20, "7c 8c 9c"),
        ("Jc Qc Kc Ac", 50, "Jc Qc Kc Ac"),
        ("9c Tc Jc Qc Kc", 100, "9c Tc Jc Qc Kc"),
        ("7c 8c 9c Tc Jc Qc Kc Ac", 100, "7c 8c 9c Tc Jc Qc Kc Ac"),
        ("Jc Jd Jh Js", 200, "Jc Jd Jh Js"),
        ("9c 9d 9h 9s", 150, "9c 9d 9h 9s"),
        ("Ac Ad Ah As", 100, "Ac Ad Ah As"),
        ("8c 8d 8h 8s", 100, "8c 8d 8h 8s"),
        ("7c 7d 7h 7s", 100, "7c 7d 7h 7s"),
    ],
)
def test_declarations_count_by_the_table_of_points(own: str, points: int, cards: str) -> None:
    assert best(own) == (points, cards)


def test_two_cards_in_a_row_and_three_of_a_rank_are_nothing_and_runs_do_not_wrap() -> None:
    assert best("7c 8c Kd Qd") is best("Jc Jd Jh 7s") is best("Kc Ac 7c 8d") is best("Ac 7d 8h") is None


def test_the_natural_order_counts_in_trumps_too() -> None:
    assert best("9h Th Jh") == (20, "9h Th Jh")
    assert best("Jh 9h Ah") is None


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("7c 7d 7h 7s", "7c 8c 9c Tc Jc Qc Kc Ac"),
        ("Jc Jd Jh Js", "9c 9d 9h 9s"),
        ("9c 9d 9h 9s", "Ac Ad Ah As"),
        ("Ac Ad Ah As", "Tc Td Th Ts"),
        ("Tc Td Th Ts", "Kc Kd Kh Ks"),
        ("Kc Kd Kh Ks", "Qc Qd Qh Qs"),
        ("Qc Qd Qh Qs", "8c 8d 8h 8s"),
        ("8c 8d 8h 8s", "7c 7d 7h 7s"),
        ("7c 8c 9c Tc", "Qh Kh Ah"),
        ("7c 8c 9c Tc Jc Qc", "Th Jh Qh Kh Ah"),
        ("Qc Kc Ac", "Jh Qh Kh"),
        ("7h 8h 9h", "7c 8c 9c"),
    ],
    ids=lambda text: text,
)
def test_which_of_two_declarations_is_higher(higher: str, lower: str) -> None:
    one, other = best_declaration(hand(higher), HEARTS), best_declaration(hand(lower), HEARTS)
    assert one is not None and other is not None and one.order > other.order
    assert compare([other, one, None, None]).team == 1
    assert compare([one, other, None, None]).team == 0


def test_a_hand_announces_its_highest_the_full_run() -> None:
    assert best("7c 8c 9c Tc Jd Qd Kd Ad") == (50, "Jd Qd Kd Ad")
    assert best("Jc Jd Jh Js Qs Ks As") == (200, "Jc Jd Jh Js")
    assert best("7c 8c 9c 7d 8d 9d") == (20, "7c 8c 9c"), "of two equal plain runs the first suit's"
    assert best("7c 8c 9c 7h 8h 9h") == (20, "7h 8h 9h"), "trumps above a plain suit"
    assert best("7d 8d 9d Jd Qd Kd Ad") == (50, "Jd Qd Kd Ad"), "two runs of one suit"


def declared(*hands: str, trump: int = HEARTS) -> Compared:
    return compare([best_declaration(hand(each), trump) for each in hands])


def test_the_team_of_the_highest_scores_all_that_its_seats_announced() -> None:
    assert declared("7c 8c 9c", "7d 8d 9d Td", "Jc Qc Kc", "7s 8s 9s") == (1, (0, 70))
    assert declared("7c 8c 9c", "", "Jc Jd Jh Js", "9s Ts Js Qs Ks") == (0, (220, 0))


def test_exactly_equal_best_declarations_score_nothing() -> None:
    assert declared("7c 8c 9c", "7d 8d 9d", "", "") == (None, (0, 0))
    assert declared("7c 8c 9c Tc", "7d 8d 9d Td", "Qs Ks As", "") == (None, (0, 0))


def test_equal_runs_one_in_trumps_are_not_equal() -> None:
    assert declared("7c 8c 9c", "7h 8h 9h", "Qd Kd Ad", "") == (0, (40, 0))
    assert declared("7c 8c 9c", "7h 8h 9h", "", "") == (1, (0, 20))


def test_nothing_announced_is_nothing_scored() -> None:
    assert declared("", "", "", "") == (None, (0, 0))
    hands = [hand("7c 8c 9c"), hand("7d 8d 9d Td"), 0, 0]
    said = announced(hands, HEARTS, (20, 0, 0, 0))
    assert compare(said) == (0, (20, 0)), "what was not announced does not exist"


def test_king_and_queen_of_trumps_in_one_hand_are_belote() -> None:
    hands = [hand("Kh Qd"), hand("Qh Kd"), hand("Kc Qc"), 0]
    assert belote_seat(hands, HEARTS) is None
    assert belote_seat(hands, 0) == 2

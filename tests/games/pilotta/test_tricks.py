"""Which cards may be played, and who wins (RULES.md §8)."""

import pytest

from games.pilotta.cards import BY_TEXT, TEXTS, cards_of
from games.pilotta.state import Trick
from games.pilotta.tricks import card_points, duty, legal_cards, trick_points, winner
from tests.games.pilotta.tables import hand

HEARTS = 2


def cards(text: str) -> tuple[int, ...]:
    return tuple(BY_TEXT[card] for card in text.split())


def legal(own: str, trick: str) -> set[str]:
    return {TEXTS[card] for card in cards_of(legal_cards(hand(own), cards(trick), HEARTS))}


@pytest.mark.parametrize(
    ("own", "trick", "allowed"),
    [
        ("7c Ah 9s", "", "7c Ah 9s"),
        ("9h 7h Ah 7c", "Th", "9h Ah"),
        ("9h 7h 7c", "Jh", "9h 7h"),
        ("7h 8h Qh 7c", "Th Jh", "7h 8h Qh"),
        ("7c Ac Jh", "Tc", "7c Ac"),
        ("7c 8c Jh", "Tc Qh", "7c 8c"),
        ("7d Jh 7h", "Tc", "Jh 7h"),
        ("7d Jh 7h", "Tc Qh", "Jh"),
        ("7d 8h 7h", "Tc Qh", "8h 7h"),
        ("7d 8h 7h", "Ac Tc Qc", "8h 7h"),
        ("7d Jh 7h", "Tc Qh 7c", "Jh"),
        ("7d 8s", "Tc Qh", "7d 8s"),
        ("7d 8s", "Th", "7d 8s"),
    ],
    ids=[
        "leading: any card",
        "trumps led: a higher one",
        "trumps led, none higher: any trump",
        "trumps led, the highest of the trick counts",
        "a suit led: that suit, without heading it",
        "a suit led and trumped: still that suit",
        "void: a trump",
        "void, trumped already: a higher trump",
        "void, only lower trumps: one of those",
        "void: a trump although the partner holds the trick",
        "void: a higher trump than the partner's",
        "neither suit nor trump: any card",
        "no trump when trumps are led: any card",
    ],
)
def test_the_cards_that_may_be_played(own: str, trick: str, allowed: str) -> None:
    assert legal(own, trick) == set(allowed.split())


@pytest.mark.parametrize(
    ("own", "trick", "card", "code"),
    [
        ("7c Ah 9s", "Tc", "Ah", "must_follow_suit"),
        ("7c Ah 9s", "Tc", "9s", "must_follow_suit"),
        ("7h Ah 9s", "Qh", "9s", "must_follow_suit"),
        ("7h Ah 9s", "Qh", "7h", "must_overtrump"),
        ("7h Ah 9s", "Tc", "9s", "must_trump"),
        ("7h Ah 9s", "Tc Qh", "9s", "must_trump"),
        ("7h Ah 9s", "Tc Qh", "7h", "must_overtrump"),
        ("7h 8h 9s", "Tc Qh", "9s", "must_trump"),
        ("7h 8h 9s", "Tc Qh", "7h", None),
        ("9h 8h", "Qh", "9h", None),
    ],
)
def test_the_code_of_a_card_that_may_not_be_played(own: str, trick: str, card: str, code: str | None) -> None:
    assert duty(hand(own), cards(trick), HEARTS, BY_TEXT[card]) == code


@pytest.mark.parametrize(
    ("trick", "lead", "seat", "points"),
    [
        ("Tc Ac 7c Kc", 2, 3, 25),
        ("Tc 7h Ac 8h", 0, 3, 21),
        ("Ah 9h Jh Th", 1, 3, 55),
        ("7d Ac As Td", 3, 2, 32),
        ("7d Ac As Kc", 3, 3, 26),
        ("9d Jd 8d 7d", 0, 1, 2),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(
    trick: str, lead: int, seat: int, points: int
) -> None:
    assert winner(Trick(lead, cards(trick)), HEARTS, 4) == seat
    assert card_points(cards(trick), HEARTS) == points


def test_two_players_make_tricks_of_two() -> None:
    assert winner(Trick(1, cards("Tc 7h")), HEARTS, 2) == 0
    assert winner(Trick(0, cards("Tc Ad")), HEARTS, 2) == 0


def test_the_last_trick_brings_ten() -> None:
    tricks = [Trick(0, cards("Tc Ac 7c Kc")), Trick(1, cards("7d 8d 9d Jd"))]
    assert trick_points(tricks, HEARTS, 4) == (12, 25)
    assert trick_points([], HEARTS, 4) == (0, 0)

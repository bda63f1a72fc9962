"""The toolkit of rummies: cards of two packs, runs and groups under other grammars than one family's."""

import pytest

from games.toolkit import double_deck, runs
from games.toolkit.double_deck import (
    COPIES,
    FACE,
    JOKERS_SET,
    RANK,
    SUIT,
    TEXT,
    TWOS,
    sorted_texts,
    taken,
)
from games.toolkit.melds import Grammar, Meld, group_of, laid_on_group

MANY_WILD = Grammar(TWOS, two_at_home=True, top=14)
"""Every 2 is wild, several in a run, natural on its own place."""
JOKERS_ONLY = Grammar(JOKERS_SET, two_at_home=False, top=13)
"""Jokers are wild, the Ace is low only."""


def cards(faces: str) -> tuple[int, ...]:
    met = faces.split()
    return tuple(COPIES[face][met[:index].count(face)] for index, face in enumerate(met))


def shown(meld: Meld | str | None) -> tuple[str, tuple[int, ...]] | str | None:
    return (" ".join(double_deck.texts(meld.cards)), meld.wild) if isinstance(meld, Meld) else meld


def test_the_canonical_order_is_two_packs_and_four_jokers() -> None:
    assert len(TEXT) == 108 and TEXT[0] == "Ac" and TEXT[51] == "Ks" and TEXT[52] == "Ac" and TEXT[104:] == ("X",) * 4
    assert [TEXT[card] for card in (1, 12, 13, 26, 39)] == ["2c", "Kc", "Ad", "Ah", "As"]
    assert all(len(copies) == (4 if face == "X" else 2) for face, copies in COPIES.items())
    assert (RANK[104], SUIT[104], FACE[104], FACE[107], FACE[60]) == (0, -1, 52, 52, 8)


def test_cards_are_taken_by_their_faces() -> None:
    hand = cards("7c 7c X 9d")
    assert taken(hand, ["7c", "X", "7c"]) == (hand[0], hand[2], hand[1])
    assert taken(hand, ["9d", "9d"]) is None
    assert taken(hand, ["Zz"]) is None
    assert sorted_texts((104, 60, 8, 0)) == ("Ac", "9c", "9c", "X")
    assert double_deck.without(hand, hand[:1]) == hand[1:]


@pytest.mark.parametrize(
    ("grammar", "suit", "listed", "found"),
    [
        (MANY_WILD, 0, "9c 2d 2h Qc", ("9c 2d 2h Qc", (1, 2))),
        (MANY_WILD, 3, "As 2d 3s", ("As 2d 3s", (1,))),
        (MANY_WILD, 3, "2d 2s 3s", ("2d 2s 3s", (0,))),
        (JOKERS_ONLY, 1, "X 8d X", ("X 8d X", (0, 2))),
        (JOKERS_ONLY, 1, "Ad 2d 3d", ("Ad 2d 3d", ())),
        (JOKERS_ONLY, 1, "Qd Kd X", None),
        (JOKERS_ONLY, 1, "X X Ad", None),
        (JOKERS_ONLY, 1, "X Ad 2d", None),
    ],
)
def test_runs_lie_as_they_are_listed(grammar: Grammar, suit: int, listed: str, found: object) -> None:
    assert shown(runs.as_listed(grammar, suit, cards(listed))) == found


@pytest.mark.parametrize(
    ("grammar", "suit", "listed", "found"),
    [
        (MANY_WILD, 0, "Qc 2d 9c 2h", ("9c 2d 2h Qc", (1, 2))),
        (MANY_WILD, 3, "4s 3s 2d 2s", ("2s 3s 4s 2d", (3,))),
        (MANY_WILD, 3, "5s 3s 2d 2s 2h", ("2s 3s 2d 5s 2h", (2, 4))),
        (MANY_WILD, 3, "Ks As 2d 2h 2c", ("2c 2h 2d Ks As", (0, 1, 2))),
        (MANY_WILD, 3, "5s 9s 2d", None),
        (JOKERS_ONLY, 1, "Qd Kd X", ("X Qd Kd", (0,))),
        (JOKERS_ONLY, 1, "X X Kd", ("X X Kd", (0, 1))),
        (JOKERS_ONLY, 1, "Kd Ad Qd", None),
        (JOKERS_ONLY, 1, "Ad Ad 2d", None),
    ],
)
def test_cards_in_any_order_are_arranged_as_a_run(grammar: Grammar, suit: int, listed: str, found: object) -> None:
    assert shown(runs.arranged(grammar, suit, cards(listed))) == found


@pytest.mark.parametrize(
    ("meld", "card", "end", "found"),
    [
        ("9c 2d 2h Qc", "Tc", None, ("9c Tc 2h Qc 2d", (2, 4))),
        ("9c 2d 2h Qc", "2s", None, ("9c 2d 2h Qc 2s", (1, 2, 4))),
        ("9c 2d 2h Qc", "2s", "low", ("2s 9c 2d 2h Qc", (0, 2, 3))),
        ("3c 2d 5c", "2c", None, ("2c 3c 2d 5c", (2,))),
        ("4c 5c 2c", "3c", None, ("2c 3c 4c 5c", ())),
        ("9c 2d 2h Qc", "3c", None, "does_not_fit"),
    ],
)
def test_laying_off_with_several_wild_cards(meld: str, card: str, end: str | None, found: object) -> None:
    run = runs.as_listed(MANY_WILD, 0, cards(meld))
    assert shown(runs.laid(MANY_WILD, lambda each: None, run, cards(card)[0], end)) == found


def test_the_limit_of_a_family_is_asked() -> None:
    run = runs.as_listed(MANY_WILD, 0, cards("9c Tc 2d"))
    assert runs.laid(MANY_WILD, lambda each: "no_more" if len(each.wild) > 1 else None, run, 14, None) == "no_more"


def test_groups_have_natural_cards_first() -> None:
    group = group_of(cards("7c 7d"), cards("X"))
    assert shown(group) == ("7c 7d X", (2,)) and (group.lo, group.suit) == (7, -1)
    assert shown(laid_on_group(group, cards("7s")[0], is_wild=False)) == ("7c 7d 7s X", (3,))
    assert shown(laid_on_group(group, cards("2s")[0], is_wild=True)) == ("7c 7d X 2s", (2, 3))
    assert laid_on_group(group, cards("8s")[0], is_wild=False) is None


@pytest.mark.parametrize(("lo", "index", "found"), [(3, 0, (3, 0)), (12, 2, (1, 0)), (1, 0, (1, 0)), (10, 3, (13, 0))])
def test_each_card_of_a_run_stands_for_a_suit_and_a_rank(lo: int, index: int, found: tuple[int, int]) -> None:
    assert Meld("run", 0, lo, (0, 1, 2, 3), ()).stands_for(index) == found

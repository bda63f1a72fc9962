"""The engine agrees with the slow rules of reference.py, in positions and in whole matches, and the comparison finds a
wrong engine out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pilotta import calls, declarations, hand_record, rules, scoring, tricks
from games.pilotta.cards import BY_TEXT, TEXTS, cards_of, mask_of
from games.pilotta.scoring import Contract, Played
from tests.games.pilotta import crosscheck, reference
from tests.games.pilotta.positions import Position, played, text, thrown


def differences(positions: Iterator[Position], count: int) -> list[Position]:
    """The positions in which legal cards, codes or the holder of the trick differ."""
    return [position for position in islice(positions, count) if not alike(position)]


def alike(position: Position) -> bool:
    own, trick, trump = text(position)
    found = {TEXTS[card] for card in cards_of(tricks.legal_cards(position.hand, position.trick, position.trump))}
    codes = [
        tricks.duty(position.hand, position.trick, position.trump, BY_TEXT[card])
        == reference.card_refusal(own, trick, trump, card)
        for card in own
    ]
    holder = not trick or tricks.best_place(position.trick, position.trump) == reference.winner_of(trick, 0, trump, 4)
    allowed = {card for card in own if reference.card_refusal(own, trick, trump, card) is None}
    return found == allowed and all(codes) and holder


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_reference_allow_the_same_cards(seed: int) -> None:
    """By hand as many as you like, and against another engine (crosscheck.py)."""
    assert differences(played(seed), 1500) == []
    assert differences(played(seed, seats=2), 800) == []
    assert differences(thrown(seed), 1500) == []


@pytest.mark.parametrize("table", ["TRUMP_ABOVE", "SUIT_MASKS"])
def test_an_engine_with_a_wrong_table_is_found_out(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, table, getattr(tricks, table)[::-1])
    assert differences(thrown(1), 500)


def test_the_crosscheck_finds_an_engine_without_the_duty_to_trump_low(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = tricks.legal_cards

    def relieved(own: int, trick: tuple[int, ...], trump: int) -> int:
        found = legal(own, trick, trump)
        lower = any(card >> 3 == trump for card in trick) and trick[0] >> 3 != trump
        return own if lower and all(card >> 3 == trump for card in cards_of(found)) else found

    monkeypatch.setattr(tricks, "legal_cards", relieved)
    assert differences(thrown(2), 500)


@pytest.mark.parametrize("seeds", [(0, 34), (4,), (42,), range(1, 41, 2)], ids=["palatisti", "classic", "two", "late"])
def test_matches_go_as_by_the_slow_rules(seeds: Sequence[int]) -> None:
    """By hand as many as you like: crosscheck.py."""
    assert [problem for problem in crosscheck.played(seeds, Counter()) if problem] == []


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (calls, "PASSES_TO_CLOSE", 2),
        (hand_record, "BELOTE_POINTS", 10),
        (scoring, "ALL_TRICKS_POINTS", 162),
        (rules, "winner", lambda trick, trump, seats: trick.lead),
    ],
    ids=["two passes close", "belote 10", "all tricks 162", "who led wins"],
)
def test_a_match_with_a_wrong_rule_is_found_out(
    module: ModuleType, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(crosscheck.played(range(31, 60), Counter()))


CARDS = st.sets(st.integers(0, 31), min_size=3, max_size=9)


@given(CARDS, st.integers(0, 3))
@settings(max_examples=200)
def test_engine_and_reference_find_the_same_best_declaration(cards: set[int], trump: int) -> None:
    found = declarations.best_declaration(mask_of(cards), trump)
    best = reference.best_combination([TEXTS[card] for card in cards], "cdhs"[trump])
    assert (found and (found.points, {TEXTS[card] for card in cards_of(found.cards)})) == (
        best and (best["points"], set(best["cards"]))
    )


@given(st.permutations(range(32)), st.integers(0, 3))
@settings(max_examples=150)
def test_engine_and_reference_compare_declarations_alike(deck: list[int], trump: int) -> None:
    hands = [sorted(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    found = declarations.compare([declarations.best_declaration(mask_of(each), trump) for each in hands])
    best = [reference.best_combination([TEXTS[card] for card in each], "cdhs"[trump]) for each in hands]
    team, points = reference.declarations_scored({seat: each for seat, each in enumerate(best) if each})
    assert (found.team, list(found.points)) == (team, points)


@given(
    st.sampled_from(["palatisti", "classic", "classic2"]),
    st.integers(0, 1),
    st.integers(0, 162),
    st.integers(0, 162),
    st.sampled_from([None, None, 0, 1]),
    st.tuples(*[st.sampled_from([0, 0, 20, 50, 100, 170])] * 2),
    st.sampled_from([(0, 0), (20, 0), (0, 20)]),
    st.sampled_from([*range(80, 250, 10), "capot"]),
    st.sampled_from([1, 2, 4]),
)
@settings(max_examples=300)
def test_engine_and_reference_score_alike(
    variant: str,
    taker: int,
    one: int,
    other: int,
    all_by: int | None,
    declared: tuple[int, int],
    belote: tuple[int, int],
    value: int | str,
    multiplier: int,
) -> None:
    tp = (one, other if variant == "classic2" else 162 - one)
    bid, times = (value, multiplier) if variant == "palatisti" else (None, 1)
    found = scoring.score(Contract(variant, taker, bid, times), Played(tp, all_by, declared, belote))  # type: ignore[arg-type]
    expected = reference.score(
        {
            "variant": variant,
            "taker_team": taker,
            "trick_points": tp,
            "all_tricks_by": all_by,
            "declaration_points": declared,
            "belote": belote,
            "value": bid,
            "multiplier": times,
        }
    )
    assert {"made": found.made, "exact": list(found.exact), "units": list(found.units)} == expected
    if found.made and variant != "classic2" and all_by is None:
        assert sum(found.trick_units) == 16

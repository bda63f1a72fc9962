"""Many hands at once are played and counted as single ones are (games/pilotta/RULES.md §8, §9, §14)."""

from typing import Any

import numpy as np
import pytest

from games.pilotta.cards import mask_of
from games.pilotta.computer.estimates import estimates, features
from games.pilotta.computer.playout import Playout, Table
from games.pilotta.computer.ranked import highest, lowest, place_of, ranked
from games.pilotta.computer.worth import Promise, Totals, belote, best_points, declared, made, points
from games.pilotta.declarations import announced, belote_seat, best_declaration, compare
from games.pilotta.scoring import Contract, Played, score
from games.pilotta.scoring import made as made_one
from games.pilotta.state import Trick
from games.pilotta.tricks import legal_cards, trick_points, winner
from tests.games.pilotta.tables import hand
from tests.games.seeded_matches import Chance

ROWS = 5


def deal(chance: Any, seats: int) -> list[int]:
    size = 8 if seats == 4 else 9
    cards = chance.values_of(32)
    return [mask_of(cards[size * seat : size * seat + size]) for seat in range(seats)]


class Cards(Chance):
    """Chance that shuffles."""

    def values_of(self, count: int) -> list[int]:
        left, found = list(range(count)), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


@pytest.mark.parametrize("number", range(24))
def test_legal_cards_winners_and_points_are_those_of_the_rules(number: int) -> None:
    """Any legal cards; those of the policy must be among them."""
    chance, seats, trump = Cards("playout", number), 4 if number % 3 else 2, number % 4
    table = ranked(trump)
    hands = [deal(chance, seats) for _ in range(ROWS)]
    leaders = [chance.below(seats) for _ in range(ROWS)]
    nothing = np.zeros((ROWS, 0), dtype=np.int64)
    start = Table(table.masks(np.array(hands)), np.array(leaders), nothing, np.zeros(ROWS, dtype=np.int64))
    playout = Playout(table, start)
    tricks: list[list[Trick]] = [[] for _ in range(ROWS)]
    cards: list[list[int]] = [[] for _ in range(ROWS)]
    while any(hands[0]):
        turns, legal, choice, chosen = playout.seat(), playout.legal(), playout.choice(), []
        for row in range(ROWS):
            seat = (leaders[row] + len(cards[row])) % seats
            allowed = legal_cards(hands[row][seat], cards[row], trump)
            assert (seat, table.mask(allowed)) == (turns[row], legal[row])
            assert int(choice[row]).bit_count() == 1 and choice[row] & legal[row]
            card = chance.pick([card for card in range(32) if allowed >> card & 1])
            chosen.append(1 << table.places[card])
            hands[row][seat] ^= 1 << card
            cards[row].append(card)
            if len(cards[row]) == seats:
                tricks[row].append(Trick(leaders[row], tuple(cards[row])))
                leaders[row], cards[row] = winner(tricks[row][-1], trump, seats), []
        playout.play(np.array(chosen))
    for row in range(ROWS):
        assert tuple(playout.points[row]) == trick_points(tricks[row], trump, seats)
        assert playout.tricks[row].sum() == len(tricks[row])


def test_the_cheapest_and_the_dearest_card_of_a_mask_are_its_lowest_and_highest_bit() -> None:
    masks = np.array([0, 1, 0b1011, 1 << 31, (1 << 32) - 1])
    assert list(lowest(masks)) == [0, 1, 1, 1 << 31, 1]
    assert list(highest(masks)) == [0, 1, 0b1000, 1 << 31, 1 << 31]
    assert list(place_of(np.array([1, 8, 1 << 31]))) == [0, 3, 31]


def test_best_declarations_are_worth_what_the_rules_say() -> None:
    chance = Cards("declarations")
    hands = [deal(chance, 4)[0] for _ in range(300)]
    carres = [mask_of(8 * suit + rank for suit in range(4)) | 1 << chance.below(32) for rank in range(8)]
    runs = [
        mask_of(range(8 * suit + low, 8 * suit + low + length))
        for suit in range(4)
        for low, length in ((0, 3), (4, 4), (1, 6))
    ]
    for own, worth in zip([*hands, *carres, *runs], best_points(np.array([*hands, *carres, *runs])), strict=True):
        best = best_declaration(own, 0)
        assert worth == (best.points if best else 0)


def test_declarations_and_belote_of_a_deal_go_to_the_team_that_the_rules_give_them() -> None:
    chance, compared = Cards("teams"), 0
    for _ in range(300):
        hands = deal(chance, 4)
        said = [best.points if (best := best_declaration(own, 1)) else 0 for own in hands]
        by_team = [max(said[0::2]), max(said[1::2])]
        holder = belote_seat(hands, 1)
        found = belote(np.array([hands]), 1)[0]
        assert list(found) == [20 * (holder in (0, 2)), 20 * (holder in (1, 3))]
        if by_team[0] != by_team[1]:
            compared += 1
            assert tuple(declared(np.array([said]))[0]) == compare(announced(hands, 1, said)).points
    assert compared > 50


@pytest.mark.parametrize("number", range(60))
def test_contracts_are_counted_as_single_hands_are(number: int) -> None:
    chance = Cards("contracts", number)
    tricks = chance.pick([(162, 0), (0, 162), (80, 82), (81, 81), *((each, 162 - each) for each in range(0, 163, 7))])
    beside, swept = (20 * chance.below(4), 20 * chance.below(2)), max(tricks) == 162 and bool(chance.below(2))
    team, value = chance.below(2), chance.pick([80, 90, 110, 160, "capot"])
    variant = chance.pick(["palatisti", "classic", "classic2"])
    value, multiplier = (value, chance.pick([1, 2, 4])) if variant == "palatisti" else (None, 1)
    all_by = int(tricks[1] == 162) if swept else None
    one = Played(tricks, all_by, beside, (0, 0))
    contract = Contract(variant, team, value, multiplier)
    found = Totals(np.array([one.counted]), np.array([beside]), np.array([[all_by == 0, all_by == 1]]))
    promise = Promise(variant, value, multiplier)
    assert bool(made(promise, found, team)[0]) == made_one(contract, one)
    assert tuple(points(promise, found, team)[0]) == score(contract, one).exact


def test_a_better_hand_is_estimated_higher() -> None:
    def worth(text: str) -> float:
        return float(estimates(np.array([hand(text)]))[0][2])

    assert worth("Jh 9h Ah 7h Ac 7d 8d 7s") > worth("Jh 8h Ah 7h Kc 7d 8d 7s") > worth("Qh 8h 7c 9c Kc 7d 8d 7s")
    assert features(np.array([0xFF]), 0).shape == (1, 29)

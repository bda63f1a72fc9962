"""What searches share: chance in bulk, worlds, and the choice (games/toolkit/search)."""

import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest

from games.toolkit.search.chance import Source, source_of
from games.toolkit.search.choice import best, noisy
from games.toolkit.search.worlds import deals, resampled
from tests.games.seeded_matches import Chance


def test_a_source_has_the_same_numbers_on_every_machine() -> None:
    assert [int(number) for number in Source(7).raw(2)] == [11530976094092348043, 16550673365885938325]
    assert source_of(Chance(1)).raw(1) == source_of(Chance(1)).raw(1)


def test_shares_bytes_and_bell_shaped_numbers_keep_their_bounds() -> None:
    source = Source(3)
    shares, errors = source.shares(100, 100), source.bell(10_000)
    assert shares.shape == (100, 100) and shares.min() >= 0 and shares.max() < 1
    assert abs(shares.mean() - 0.5) < 0.02
    assert abs(errors.mean()) < 0.05 and abs(errors.std() - 1) < 0.05
    assert len(source.bytes(13)) == 13


def test_of_equal_estimates_the_first_is_chosen_and_what_differs_by_nothing_is_equal() -> None:
    assert best([1.0, 2.0, 2.000001]) == 1
    assert best([1.0, 2.0, 2.1]) == 2


def test_noise_has_the_size_that_was_asked_for() -> None:
    errors = [worth - 5.0 for worth in noisy([5.0] * 4_000, 2.0, Source(1))]
    spread = (sum(error**2 for error in errors) / len(errors)) ** 0.5
    assert abs(sum(errors) / len(errors)) < 0.1 and abs(spread - 2) < 0.1


def test_every_world_gives_each_seat_its_number_of_cards_that_it_may_hold() -> None:
    able, rooms = [0b111111000000, 0b000111111111, 0b111111111111], [4, 3, 5]
    found = deals(range(12), able, rooms, 400, Source(2))
    assert len(found.weights) > 300
    for hands in found.hands:
        assert sum(int(hand) for hand in hands) == (1 << 12) - 1
        assert [int(hand).bit_count() for hand in hands] == rooms
        assert all(int(hand) & ~mask == 0 for hand, mask in zip(hands, able, strict=True))


def test_worlds_that_agree_are_equally_likely_however_the_cards_were_shared_out() -> None:
    """Six cards, two each; the first seat may not hold cards 0 and 1, the second not card 5."""
    able, rooms = [0b111100, 0b011111, 0b111111], [2, 2, 2]
    every = {
        (1 << a | 1 << b, 1 << c | 1 << d, 1 << e | 1 << f)
        for a, b, c, d, e, f in permutations(range(6))
        if {a, b} & {0, 1} == set() and 5 not in (c, d)
    }
    found = deals(range(6), able, rooms, 40_000, Source(5))
    worlds = resampled(found, 20_000, Source(6))
    count = Counter(tuple(int(hand) for hand in hands) for hands in worlds)
    assert set(count) == every
    share = 20_000 / len(every)
    assert all(abs(often - share) < 5 * share**0.5 for often in count.values()), count


def test_worlds_follow_their_weights() -> None:
    found = deals(range(2), [3, 3], [1, 1], 2_000, Source(1))
    heavy = found._replace(weights=found.weights * [3 if hands[0] == 1 else 1 for hands in found.hands])
    worlds = resampled(heavy, 10_000, Source(2))
    assert abs((worlds[:, 0] == 1).mean() - 0.75) < 0.02


def test_what_no_hand_can_hold_gives_no_world() -> None:
    assert len(deals(range(2), [0b01, 0b01], [1, 1], 50, Source(1)).weights) == 0


@pytest.mark.parametrize("module", ["games.registry", "services.tables.bots.process"])
def test_numpy_is_not_imported_before_a_computer_thinks(module: str) -> None:
    code = f"import sys, {module}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

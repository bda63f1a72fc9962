"""Chance of computer players from one number (games/toolkit/seeded.py)."""

from games.toolkit.seeded import Seeded, seeded
from tests.games.seeded_matches import Chance


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    stream = Seeded(0)
    assert [stream.below(1 << 64) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert seeded(Chance("one")).share() == seeded(Chance("one")).share() != seeded(Chance("two")).share()


def test_numbers_are_spread_evenly() -> None:
    stream = Seeded(7)
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
    errors = [stream.bell() for _ in range(4000)]
    assert abs(sum(errors)) / 4000 < 0.06 and 0.9 < sum(error * error for error in errors) / 4000 < 1.1


def test_a_shuffle_keeps_the_cards_and_reaches_every_order() -> None:
    stream, found = Seeded(1), set()
    for _ in range(200):
        cards = [1, 2, 3]
        stream.shuffle(cards)
        found.add(tuple(cards))
    assert len(found) == 6 and all(sorted(cards) == [1, 2, 3] for cards in found)

"""The test vector of the fair deal, and the laws of its numbers: services/tables/RULES.md §14."""

import hashlib
import hmac
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.fair import NO_SEED, ROOT_BYTES, Stream, commitment, deal_key, is_seed, join_seeds

ROOT = bytes(range(32))
MATCH = "00000000-0000-4000-8000-000000000001"
SEEDS = join_seeds(["1" * 32, "2" * 32, "3" * 32, "4" * 32])
KEY = "1dde3720-f99a-4bbe-ba09-1d881ffbfd51"
DEAL = (24, 16, 13, 22, 21, 19, 20, 12, 3, 9, 17, 8, 15, 0, 11, 4, 27, 7, 18, 2, 6, 10, 1, 26, 5, 25, 23, 14)


def stream(purpose: str, position: int = 0) -> Stream:
    return Stream(ROOT, KEY, purpose, SEEDS, position)


def test_the_commitment_of_the_vector():
    assert commitment(ROOT) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_root_is_as_long_as_the_hash_that_commits_to_it():
    assert len(bytes.fromhex(commitment(bytes(ROOT_BYTES)))) == ROOT_BYTES == len(ROOT)


def test_the_deal_key_of_the_vector():
    assert deal_key(ROOT, MATCH, 1) == KEY


def test_the_leader_of_the_vector():
    assert stream("leader").below(4) == 2


def test_the_deal_of_the_vector():
    assert stream("deal").shuffle(28) == DEAL


def test_the_dice_of_the_vector():
    assert stream("dice").dice(8) == (4, 1, 5, 5, 6, 1, 2, 2)


def test_the_lottery_draw_of_the_vector():
    assert stream("lottery").below(10_000) == 9839


def test_the_leader_of_the_vector_computed_by_hand_from_the_rules_alone():
    block = hmac.new(ROOT, f"{KEY}|leader|{SEEDS}|0".encode(), hashlib.sha256).digest()
    assert int.from_bytes(block[:4], "big") % 4 == 2


def test_a_missing_seed_counts_as_zeros_and_seats_are_joined_in_order():
    assert join_seeds(["a" * 32, None, "b" * 32]) == f"{'a' * 32}.{NO_SEED}.{'b' * 32}"
    assert NO_SEED == "0" * 32


@pytest.mark.parametrize("text", ["0" * 32, "0123456789abcdef" * 2])
def test_a_seed_is_32_lower_case_hex_digits(text):
    assert is_seed(text)


@pytest.mark.parametrize(
    "text", ["", "0" * 31, "0" * 33, "A" * 32, "g" * 32, "0" * 31 + "\n", "0" * 32 + "\n", 5, None, b"0" * 32]
)
def test_nothing_else_is_a_seed(text):
    assert not is_seed(text)


@given(st.binary(min_size=32, max_size=32), st.uuids(version=4), st.integers(1, 10**6))
def test_a_deal_key_is_a_version_4_uuid_of_36_positions(root, match, hand):
    key = deal_key(root, str(match), hand)
    read = uuid.UUID(key)
    assert (len(key), key.lower(), read.version, read.variant) == (36, key, 4, uuid.RFC_4122)


def test_hands_and_matches_have_deal_keys_of_their_own():
    keys = {deal_key(ROOT, match, hand) for match in (MATCH, "other") for hand in range(1, 50)}
    assert len(keys) == 98


@given(st.integers(1, 2**32), st.integers(0, 40))
def test_below_keeps_its_bound_wherever_the_stream_stands(n, position):
    assert 0 <= stream("deal", position).below(n) < n


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_has_no_bound_but_1_to_the_range_of_a_number(n):
    with pytest.raises(ValueError, match="below"):
        stream("deal").below(n)


def test_a_number_beyond_the_last_whole_multiple_is_passed_over():
    n = 2**31 + 1  # every number from here on is refused: about half of them
    numbers = [stream("deal", position).below(n) for position in range(64)]
    assert all(number < n for number in numbers)
    taken = stream("deal")
    for _ in range(64):
        taken.below(n)
    assert taken.position > 64


def test_words_are_the_blocks_numbers_in_order():
    reader = stream("dice")
    words = [reader.below(2**32) for _ in range(16)]
    blocks = b"".join(hmac.new(ROOT, f"{KEY}|dice|{SEEDS}|{i}".encode(), hashlib.sha256).digest() for i in (0, 1))
    assert words == [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 64, 4)]


@given(st.integers(0, 30), st.integers(1, 30))
def test_a_stream_goes_on_where_it_stopped(first, second):
    whole, begun = stream("dice"), stream("dice")
    begun.dice(first)
    assert (
        begun.dice(0) + Stream(ROOT, KEY, "dice", SEEDS, begun.position).dice(second)
        == whole.dice(first + second)[first:]
    )


@given(st.integers(0, 200))
def test_a_shuffle_keeps_every_piece(n):
    assert sorted(stream("deal").shuffle(n)) == list(range(n))


@given(st.integers(0, 40))
def test_a_shuffle_takes_a_number_for_each_piece_but_the_first(n):
    own = stream("deal")
    own.shuffle(n)
    assert own.position == max(0, n - 1)


def test_purposes_keys_and_seeds_have_streams_of_their_own():
    streams = [
        stream("deal"),
        stream("shoe"),
        Stream(ROOT, "another", "deal", SEEDS),
        Stream(ROOT, KEY, "deal", join_seeds([None] * 4)),
        Stream(bytes(32), KEY, "deal", SEEDS),
    ]
    assert len({each.shuffle(28) for each in streams}) == 5


def test_dice_are_fair_enough():
    rolled = stream("dice").dice(6000)
    assert all(850 < rolled.count(face) < 1150 for face in range(1, 7))

"""Anybody can verify a deal with SHA-256 and HMAC alone: services/tables/RULES.md §14."""

import hashlib
import hmac
import struct
import uuid
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.fair import commitment
from tests.conformance.services.tables import CALCULATIONS

ROOT = bytes(range(32))
MATCH = "00000000-0000-4000-8000-000000000001"
SEEDS = ".".join(digit * 32 for digit in "1234")
KEY = "1dde3720-f99a-4bbe-ba09-1d881ffbfd51"


def deal_key(root: bytes, match_id: str, hand: int) -> str:
    digest = bytearray(hmac.new(root, f"deal_key|{match_id}|{hand}".encode(), hashlib.sha256).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x40
    digest[8] = digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


def numbers(root: bytes, key: str, purpose: str, seeds: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(root, f"{key}|{purpose}|{seeds}|{block}".encode(), hashlib.sha256).digest()
        yield from struct.unpack(">8I", digest)
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(r for r in stream if r < 2**32 - 2**32 % n) % n


def shuffled(stream: Iterator[int], n: int) -> list[int]:
    pieces = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces


def test_the_test_vector_can_be_computed_by_the_rules_alone():
    assert commitment(ROOT) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert deal_key(ROOT, MATCH, 1) == KEY
    assert below(numbers(ROOT, KEY, "leader", SEEDS), 4) == 2
    dice = numbers(ROOT, KEY, "dice", SEEDS)
    assert [1 + below(dice, 6) for _ in range(8)] == [4, 1, 5, 5, 6, 1, 2, 2]
    assert below(numbers(ROOT, KEY, "lottery", SEEDS), 10_000) == 9839


seeds = st.lists(st.binary(min_size=16, max_size=16).map(bytes.hex), min_size=1, max_size=7)


@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.uuids(), st.integers(1, 200), seeds, st.integers(1, 108))
def test_every_deal_comes_out_as_the_rules_say(root, match_id, hand, by_seat, n):
    key = deal_key(root, str(match_id), hand)
    deal = CALCULATIONS["fair_deal"](root=root.hex(), match_id=str(match_id), hand=hand, seeds=by_seat, N=n)
    wanted = shuffled(numbers(root, key, "deal", ".".join(by_seat)), n)
    assert deal == {"deal_key": key, "permutation": wanted}

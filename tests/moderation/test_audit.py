"""The audit log: services/moderation/RULES.md §10."""

import hashlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.contracts.moderation.staff import ListAuditEntries
from services.moderation.audit.chain import FIRST_PREV_HASH, Entry, Record, append, first_broken
from tests.moderation.moderation import Moderation

RECORD = Record(
    1000, "ana", "administrator", "red_card", "ben", "match-7", "insults in the chat", {"red": 0}, {"red": 1}
)


def log(*records: Record) -> list[Entry]:
    entries: list[Entry] = []
    for record in records:
        entries.append(append(entries[-1] if entries else None, record))
    return entries


def test_the_hash_is_sha_256_of_the_previous_hash_and_canonical_json():
    entry = append(None, msgspec.structs.replace(RECORD, reason="βρισιές"))
    canonical = (
        '{"action":"red_card","actor":"ana","after":{"red":1},"at":1000,"before":{"red":0},"object":"match-7",'
        '"reason":"βρισιές","role":"administrator","seq":1,"subject":"ben"}'
    )
    assert entry.prev_hash == FIRST_PREV_HASH == "0" * 64
    assert entry.hash == hashlib.sha256(("0" * 64 + canonical).encode()).hexdigest()


def test_entries_hang_on_each_other():
    first, second = log(RECORD, RECORD)
    assert (second.seq, second.prev_hash) == (2, first.hash)
    assert second.hash != first.hash
    assert first_broken([first, second]) is None
    assert first_broken([]) is None


def test_a_cut_tail_shows_against_the_noted_head():
    entries = log(RECORD, RECORD, RECORD)
    assert first_broken(entries, entries[-1].hash) is None
    assert first_broken(entries[:2]) is None
    assert first_broken(entries[:2], entries[-1].hash) == 2
    assert first_broken([], entries[-1].hash) == 0


def test_an_entry_survives_json():
    entries = log(RECORD, RECORD)
    assert first_broken(msgspec.json.decode(msgspec.json.encode(entries), type=list[Entry])) is None


changes = {
    "at": 1001, "actor": "eva", "role": "moderator", "action": "warn", "subject": "leo", "object": "", "reason": "",
    "before": None, "after": [], "seq": 9, "prev_hash": "f" * 64, "hash": "e" * 64,
}  # fmt: skip


@settings(max_examples=40)
@given(st.integers(0, 4), st.sampled_from(sorted(changes)))
def test_any_change_of_any_field_of_any_entry_breaks_the_chain_there(place, field):
    entries = log(*[RECORD] * 5)
    entries[place] = msgspec.structs.replace(entries[place], **{field: changes[field]})
    assert first_broken(entries) == place


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_an_entry_taken_out_put_in_or_swapped_breaks_the_chain_there(place):
    entries = log(*[RECORD] * 5)
    assert first_broken(entries[:place] + entries[place + 1 :]) == place
    assert first_broken([*entries[:place], entries[4], *entries[place:]]) == place
    swapped = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
    assert first_broken(swapped) == place


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"actor": "ada"}, [3, 1]),
        ({"action": "mute"}, [2]),
        ({"subject": "ben", "actor": "bob"}, [2]),
        ({"text": "SPAM"}, [3]),
        ({"text": "%"}, []),
        ({"from_ms": 2_000}, [3, 2]),
        ({"from_ms": 2_000, "until_ms": 3_000}, [2]),
        ({"actor": "nobody"}, []),
    ],
)
def test_the_log_is_looked_through(moderation: Moderation, wanted: dict[str, Any], found: list[int]) -> None:
    moderation.hire()
    moderation.write(
        Record(1_000, "ada", "moderator", "close_case", "ben", "c", "nothing in it"),
        Record(2_000, "bob", "moderator", "mute", "ben", "m", "insults"),
        Record(3_000, "ada", "moderator", "close_case", "eva", "d", "spam of a bot"),
    )
    page = moderation.ask(ListAuditEntries(account="the auditor", **wanted))
    assert [each.seq for each in page.entries] == found

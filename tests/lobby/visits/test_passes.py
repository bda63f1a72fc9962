"""Signed passes as bytes, and the operator's directory (services/lobby/RULES.md §19)."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.languages import LANGUAGES
from services.kernel.refusal import Refusal
from services.lobby.visits import passes
from services.lobby.visits.cell_directory import CellEntry, Directory, public_key_of, read
from services.lobby.visits.passes import Pass
from tests.lobby.visits.two_cells import key_pair

HOME_KEY, HOME_PUBLIC = key_pair(1)
VISITED_KEY, VISITED_PUBLIC = key_pair(2)
HOME = read("b", ["a"], HOME_KEY, {"a": CellEntry("Athens", "https://a.example", VISITED_PUBLIC)})
VISITED = read("a", ["b"], VISITED_KEY, {"b": CellEntry("Berlin", "https://b.example", HOME_PUBLIC)})

NAMES = st.text(st.sampled_from(string.ascii_letters + string.digits + "_.-" + "αβγδñéüж"), min_size=3, max_size=20)
PASSES = st.builds(
    Pass,
    to=st.just("a"),
    account=st.uuids().map(lambda each: f"b~{each}"),
    name=NAMES,
    language=st.sampled_from(LANGUAGES),
    chips=st.integers(0, 2**53),
    issued_at_ms=st.just(1_800_000_000_000),
    expires_at_ms=st.just(1_800_000_060_000),
    nonce=st.text(st.sampled_from(string.ascii_letters), min_size=22, max_size=22),
)


def signed(content: Pass) -> str:
    assert HOME.key is not None
    return passes.sign(content, HOME.key)


def is_invalid(text: str, directory: Directory = VISITED) -> bool:
    answer = passes.read(text, directory)
    return isinstance(answer, Refusal) and answer.error == "pass_invalid"


@given(PASSES)
def test_a_pass_is_read_as_it_was_signed(content: Pass) -> None:
    text = signed(content)
    assert passes.read(text, VISITED) == content
    assert len(text) < 800


@given(PASSES, st.data())
def test_a_pass_with_any_bit_flipped_is_no_pass(content: Pass, data: Any) -> None:
    raw = bytearray(signed(content).encode())
    at, bit = data.draw(st.integers(0, len(raw) - 1)), data.draw(st.integers(0, 7))
    raw[at] ^= 1 << bit
    assert is_invalid(raw.decode("latin-1"))


@given(PASSES, st.integers(1, 5), st.sampled_from(["=", "A", ".", " ", "\n", ""]))
def test_a_pass_that_is_longer_or_shorter_is_no_pass(content: Pass, cut: int, more: str) -> None:
    text = signed(content)
    assert is_invalid(text[:-cut])
    assert is_invalid(text[cut:])
    if more:
        assert is_invalid(text + more)
        assert is_invalid(more + text)


@given(st.text(max_size=300))
def test_no_other_text_is_a_pass(text: str) -> None:
    assert is_invalid(text)


@given(PASSES, PASSES)
def test_the_signature_of_one_pass_is_none_of_another(one: Pass, other: Pass) -> None:
    if one == other:
        return
    body, signature = signed(one).partition(".")[0], signed(other).partition(".")[2]
    assert is_invalid(f"{body}.{signature}")


@given(PASSES)
def test_the_cell_that_has_signed_a_pass_does_not_take_it_itself(content: Pass) -> None:
    assert is_invalid(signed(content), HOME)


@pytest.mark.parametrize(
    ("now_ms", "answer"),
    [
        (1_800_000_060_000, None),
        (1_800_000_060_001, Refusal("pass_expired")),
        (1_800_000_000_000 - 60_000, None),
        (1_800_000_000_000 - 60_001, passes.invalid("malformed", "b")),
    ],
)
def test_a_pass_holds_for_a_minute_and_clocks_may_differ_by_one(now_ms: int, answer: Refusal | None) -> None:
    content = Pass("a", "b~1", "anna", "en", 0, 1_800_000_000_000, 1_800_000_060_000, "n" * 22)
    assert passes.check_time(content, now_ms) == answer


@pytest.mark.parametrize(("holds_ms", "is_taken"), [(0, True), (60_000, True), (60_001, False), (-1, False)])
def test_a_pass_that_holds_for_more_than_a_minute_is_none(holds_ms: int, is_taken: bool) -> None:
    content = Pass("a", "b~1", "anna", "en", 0, 1_800_000_000_000, 1_800_000_000_000 + holds_ms, "n" * 22)
    assert is_invalid(signed(content)) != is_taken


# --- the directory ---


def entry(**changed: Any) -> CellEntry:
    plain = {"name": "Berlin", "address": "https://b.example", "key": HOME_PUBLIC}
    return CellEntry(**(plain | changed))


@pytest.mark.parametrize(
    ("cell", "neighbours", "key", "entries", "words"),
    [
        ("a", ["b"], "", {"b": entry()}, "CELL_DIRECTORY: needs KAFENEIO_CELL_PASS_KEY"),
        ("a", ["b"], "short", {"b": entry()}, "CELL_PASS_KEY: not 32 bytes"),
        ("a", ["b"], "é" * 43, {}, "CELL_PASS_KEY: not 32 bytes"),
        ("a", ["b"], VISITED_KEY, {"a": entry()}, "'a' is not the id of another cell"),
        ("a", ["b"], VISITED_KEY, {"B!": entry()}, "'B!' is not the id of another cell"),
        ("a", [], VISITED_KEY, {"b": entry()}, "'b' is not in KAFENEIO_CELL_NEIGHBOURS"),
        ("a", ["b"], VISITED_KEY, {"b": entry(key="")}, "'b': key: not 32 bytes"),
        ("a", ["b"], VISITED_KEY, {"b": entry(key=[])}, "'b': no key"),
        ("a", ["b"], VISITED_KEY, {"b": entry(name=" ")}, "'b': the name"),
        ("a", ["b"], VISITED_KEY, {"b": entry(address="http://b.example")}, "'b': the address"),
        ("a", ["b"], VISITED_KEY, {"b": entry(address="https://b.example/room")}, "'b': the address"),
        ("a", ["b"], VISITED_KEY, {"b": entry(address="https://me@b.example")}, "'b': the address"),
        ("a", ["b"], VISITED_KEY, {"b": entry(address="https://[b")}, "'b': the address"),
        ("a", ["b"], VISITED_KEY, {"b": entry(address="javascript:alert(1)")}, "'b': the address"),
    ],
)
def test_settings_that_do_not_fit_are_named(
    cell: str, neighbours: list[str], key: str, entries: dict[str, CellEntry], words: str
) -> None:
    with pytest.raises(ValueError, match="KAFENEIO_CELL_") as refused:
        read(cell, neighbours, key, entries)
    assert words in str(refused.value)
    assert VISITED_KEY not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://b.example/", "https://b.example"),
        (" https://b.example:8443 ", "https://b.example:8443"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_addresses_are_https_but_on_the_same_machine(written: str, address: str) -> None:
    found = read("a", ["b"], VISITED_KEY, {"b": entry(address=written)})
    assert found.neighbours["b"].address == address


def test_without_a_directory_a_key_alone_opens_nothing() -> None:
    assert read("a", [], "", {}).is_open is False
    alone = read("a", [], VISITED_KEY, {})
    assert (alone.is_open, public_key_of(alone), public_key_of(Directory())) == (False, VISITED_PUBLIC, "")

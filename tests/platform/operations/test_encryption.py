"""What a database keeps sealed can be read with the key alone."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.platform.operations.encryption import NotOpened, Sealer


def key(number: int) -> str:
    return base64.b64encode(bytes([number]) * 32).decode()


ONE, BOTH, OTHER = f"k1:{key(1)}", f"k2:{key(2)},k1:{key(1)}", f"k2:{key(2)}"


@given(st.text(), st.text())
def test_what_was_sealed_opens_at_its_place(text: str, place: str) -> None:
    sealer = Sealer(ONE)
    sealed = sealer.seal(text, place)
    assert sealer.open(sealed, place) == text
    assert sealed != sealer.seal(text, place), "the same text twice does not look alike"


def test_without_the_key_or_at_another_place_it_does_not_open() -> None:
    sealed = Sealer(ONE).seal("secret", "ana")
    assert "secret" not in sealed
    for sealer, place in ((Sealer(), "ana"), (Sealer(OTHER), "ana"), (Sealer(ONE), "ben")):
        with pytest.raises(NotOpened):
            sealer.open(sealed, place)
    with pytest.raises(NotOpened):
        Sealer(ONE).open(sealed[:-8] + "AAAAAAA=", "ana")


def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    old = Sealer(ONE).seal("secret", "ana")
    sealer = Sealer(BOTH)
    assert sealer.open(old, "ana") == "secret"
    assert not sealer.is_current(old)
    assert sealer.is_current(sealer.seal("secret", "ana"))


def test_texts_from_before_there_were_keys_are_read_and_sealed_anew() -> None:
    assert Sealer().seal("plain", "ana") == "plain"
    assert Sealer(ONE).open("plain", "ana") == "plain"
    assert not Sealer(ONE).is_current("plain")


@pytest.mark.parametrize("keys", ["k1", "k1:short", f"k 1:{key(1)}", f":{key(1)}", "k1:" + "A" * 44])
def test_keys_that_are_none_are_refused(keys: str) -> None:
    with pytest.raises(ValueError, match="key"):
        Sealer(keys)

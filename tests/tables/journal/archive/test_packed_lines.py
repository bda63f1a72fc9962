"""Lines in an archive file: without names, and read back as they were."""

import gzip
import hashlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from services.kernel.persons.erased_names import FORMER_PLAYER, forget
from services.platform.process.json import decode, encode_text
from services.tables.journal.archive.packed_lines import Damaged, Line, account_of, pack, put_back, take_names, unpack

NAMES = st.sampled_from(["Ann", "ann", "ANN", "Élan", 'Q "x" \\', "ue\ue000x\ue001", "漢", "A.b"])
ACCOUNTS = st.sampled_from(["a-1", "a-2", "a-3"])
TEXTS = st.lists(NAMES, max_size=4).map(" and ".join)
SEATS = st.builds(lambda account, name: {"account": account, "name": name}, ACCOUNTS, NAMES)
VALUES = st.recursive(
    st.one_of(st.integers(), st.none(), TEXTS, SEATS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "account", "x", "a-1"]), inner, max_size=3),
    ),
    max_leaves=8,
)


def lines(*actions: str) -> list[Line]:
    return [Line("t", seq, 1, "m", None, action, f"c{seq}", 1_000 + seq, "") for seq, action in enumerate(actions, 4)]


@example([{"name": "Ann", "account": 'Q "x" \\'}])
@given(st.lists(VALUES, min_size=1, max_size=4))
def test_whatever_names_there_are_lines_are_read_back_as_they_were(values: list[object]) -> None:
    written = lines(*(encode_text({"k": "x", "v": value}) for value in values))
    packed = pack(written)
    assert unpack(packed.content, packed.sha256, packed.names) == written
    assert (packed.first_seq, packed.last_seq, packed.matches) == (4, 3 + len(values), ["m"])
    assert pack(written) == packed


def test_names_go_wherever_an_erasure_would_find_them() -> None:
    seats = [{"account": "a-1", "name": "Ann"}, {"account": "a-2", "name": "Bob"}]
    actions = [
        encode_text({"k": "opened", "name": "ANN's table, not Anne's", "seats": seats}),
        encode_text({"k": "sat", "names": {"a-1": "Ann"}}),
        encode_text({"k": "moved", "move": {"card": "Ann"}}),
    ]
    plain, names = take_names(actions)
    assert "ANN" not in plain[0] and '"Ann"' not in plain[0] + plain[1] and "Bob" not in plain[0]
    assert "Anne's" in plain[0] and plain[2] == actions[2], "other words, and what is no name, stay"
    left = {key: name for key, name in names.items() if account_of(key) != "a-1"}
    erased = [put_back(text, left) for text in plain]
    assert [decode(text) for text in erased[:2]] == [forget(decode(text), "a-1") for text in actions[:2]]
    assert FORMER_PLAYER in erased[1] and "Bob" in erased[0]


def test_lines_with_names_are_known_so_that_they_can_be_compared_again() -> None:
    written = lines('{"k":"sat","account":"a-1","name":"Ann"}', '{"k":"moved","move":{"n":1}}')
    assert pack(written).named == written[:1]


@pytest.mark.parametrize("content", [b"", b"xx", gzip.compress(b"no json\n", mtime=0)])
def test_what_is_no_member_is_damaged(content: bytes) -> None:
    with pytest.raises(Damaged):
        unpack(content + b"!", hashlib.sha256(content).hexdigest(), {})
    if content:
        with pytest.raises(Damaged):
            unpack(content, hashlib.sha256(content).hexdigest(), {})

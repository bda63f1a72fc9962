"""The log of public events of a platform in one process: nothing twice, nothing missed, in one order."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gateway.public_events import embedded_log
from gateway.public_events.embedded_log import EmbeddedEventLog, LogWriter
from gateway.public_events.event_log import LogRefused
from services.contracts.base import Envelope
from services.kernel.clock import FakeClock
from services.platform.process.settings import CommonSettings

SETTLED, DONE = "wallet.match_settled", "tables.table_done"


class Reader:
    """A follower that goes after some looks."""

    def __init__(self, looks: int = 1) -> None:
        self.left = looks

    @property
    def is_here(self) -> bool:
        self.left -= 1
        return self.left >= 0


def envelopes(*ids: str) -> list[Envelope[dict[str, Any]]]:
    return [Envelope(id, "trace", 5, {"match": id, "payouts": {"a": 1}, "secret": "x"}) for id in ids]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def writer(tmp_path: Path, clock: FakeClock) -> LogWriter:
    return LogWriter(CommonSettings(var_dir=str(tmp_path)), clock.now_ms)


def read(tmp_path: Path, after: str, looks: int = 1) -> list[tuple[str, str]]:
    log = EmbeddedEventLog(str(tmp_path))
    return [(each.cursor, each.id) for each in log.follow(Reader(looks), {SETTLED}, after)]


def test_events_are_followed_from_a_cursor_without_their_hidden_fields(writer: LogWriter, tmp_path: Path) -> None:
    writer.add(SETTLED, envelopes("e-1", "e-2"))
    writer.add(DONE, envelopes("d-1"))
    writer.add(SETTLED, envelopes("e-3"))
    assert read(tmp_path, "0.0") == [("1.0", "e-1"), ("2.0", "e-2"), ("4.0", "e-3")]
    assert read(tmp_path, "2.0") == [("4.0", "e-3")]
    (found,) = islice(EmbeddedEventLog(str(tmp_path)).follow(Reader(), {SETTLED}, "2.0"), 1)
    assert (found.topic, found.at_ms, found.data) == (SETTLED, 5, {"match": "e-3", "payouts": {"a": 1}})


def test_an_event_that_comes_again_is_kept_once(writer: LogWriter, tmp_path: Path) -> None:
    writer.add(SETTLED, envelopes("e-1", "e-2"))
    writer.add(SETTLED, envelopes("e-1", "e-2", "e-3"))
    assert [id for _, id in read(tmp_path, "0.0")] == ["e-1", "e-2", "e-3"]


def test_without_a_cursor_only_what_comes_is_followed(writer: LogWriter, tmp_path: Path) -> None:
    writer.add(SETTLED, envelopes("e-1"))
    following = EmbeddedEventLog(str(tmp_path)).follow(Reader(3), {SETTLED}, "")
    start = next(following)
    assert (start.cursor, start.id) == ("1.0", "")
    writer.add(SETTLED, envelopes("e-2"))
    assert next(following).id == "e-2"


def test_cursors_that_are_none_or_of_another_log_or_too_old_are_refused(
    writer: LogWriter, tmp_path: Path, clock: FakeClock
) -> None:
    writer.add(SETTLED, envelopes("e-1", "e-2"))
    for cursor in ("x", "1", "9.0"):
        with pytest.raises(LogRefused, match="cursor_invalid"):
            read(tmp_path, cursor)
    clock.advance(embedded_log.KEPT_MS + 1)
    writer._pruned_s = float("-inf")
    writer.add(SETTLED, envelopes("e-3"))
    with pytest.raises(LogRefused, match="cursor_expired"):
        read(tmp_path, "1.0")
    assert read(tmp_path, "2.0") == [("3.0", "e-3")]

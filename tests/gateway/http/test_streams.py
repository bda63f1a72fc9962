"""Streams over HTTP, at a gateway that runs: what is in them, for whom, and how they begin and end."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kombu import Connection

from gateway.public_events.embedded_log import LogWriter
from services.contracts.base import Envelope
from services.platform.broker import names
from services.platform.process.settings import CommonSettings
from tests.gateway.running_gateway import WAIT_S, House, wait_for

RATED, CLOSED, SETTLED = "ranking.rated", "ranking.board_closed", "wallet.match_settled"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("streams")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[House]:
    quick = {"gateway_stream_line_s": 0.2, "gateway_stream_check_s": 0.2, "gateway_streams_per_account_max": 2}
    with House(folder, var_dir=folder, gateway_requests_per_s=0, **quick) as running:
        yield running


@pytest.fixture(scope="module")
def log(house: House, folder: Path) -> Iterator[LogWriter]:
    writer = LogWriter(CommonSettings(var_dir=str(folder)))
    yield writer
    writer._file.close()


class Stream:
    """A client's end of a stream: the head of the answer, and its lines."""

    def __init__(self, house: House, path: str, token: str = "token-ann", before: bytes = b"") -> None:
        self.socket = socket.create_connection(("127.0.0.1", house.port), timeout=WAIT_S)
        self.file = self.socket.makefile("rb")
        self._left = b""
        self._is_over = False
        if before:
            self.socket.sendall(before)
            self._skip_answer()
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
        self.socket.sendall(head.encode())
        self.status, self.headers = self._head()

    def _head(self) -> tuple[int, dict[str, str]]:
        status = int(self.file.readline().split()[1])
        lines = iter(lambda: self.file.readline().strip().decode(), "")
        return status, {name.lower(): text for name, _, text in (line.partition(": ") for line in lines)}

    def _skip_answer(self) -> None:
        _, headers = self._head()
        self.file.read(int(headers["content-length"]))

    def body(self) -> Any:
        """The body of a refusal."""
        return json.loads(self.file.read(int(self.headers["content-length"])))

    def raw(self) -> bytes | None:
        """The next line, empty ones too; None at the end."""
        while b"\n" not in self._left and not self._is_over:
            size = int(self.file.readline() or b"0", 16)
            self._left += self.file.read(size)
            self.file.readline()
            self._is_over = not size
        line, _, self._left = self._left.partition(b"\n")
        return None if self._is_over and not line else line

    def next(self) -> Any:
        """The next line that is not empty, read."""
        line = self.raw()
        while line == b"":
            line = self.raw()
        return None if line is None else json.loads(line)

    def until(self, **wanted: Any) -> Any:
        """The next line whose fields are as wanted."""
        while True:
            found = self.next()
            assert found is not None, "the stream has ended"
            if wanted.items() <= found.items():
                return found

    def end(self) -> None:
        """Read to the clean end."""
        while self.next() is not None:
            pass

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@contextmanager
def stream(house: House, path: str, token: str = "token-ann", before: bytes = b"") -> Iterator[Stream]:
    with closing(Stream(house, path, token, before)) as made:
        yield made


def rated(match: str, *accounts: str) -> Envelope[dict[str, Any]]:
    changes = [{"account": each, "rating": 1210, "delta": 10, "label": "win"} for each in accounts]
    return Envelope(match, "trace", 5, {"match": match, "changes": changes})


def open_streams(house: House, kind: str) -> float:
    return house.metric("kafeneio_gateway_streams", kind=kind)


# --- public events ---


def test_events_come_from_the_cursor_on_and_only_those_about_the_player(house: House, log: LogWriter) -> None:
    log.add(RATED, [rated("m-1", "a-ann", "a-bob"), rated("m-2", "a-bob", "a-eve")])
    log.add(SETTLED, [Envelope("s-1", "trace", 5, {"match": "m-1", "payouts": {"a-ann": 40}})])
    log.add(CLOSED, [Envelope("b-1", "trace", 6, {"board": "elo", "period": "2026", "prizes": []})])
    with stream(house, "/api/v1/stream/events?after=0.0") as ann:
        assert (ann.status, ann.headers["content-type"]) == (200, "application/x-ndjson")
        assert ann.headers["x-accel-buffering"] == "no"
        assert ann.next() == {"cursor": "0.0"}
        own = ann.next()
        assert (own["topic"], own["id"], own["at_ms"]) == (RATED, "m-1", 5)
        assert [each["account"] for each in own["data"]["changes"]] == ["a-ann"]
        assert ann.until(topic=CLOSED)["data"]["board"] == "elo"
        log.add(RATED, [rated("m-3", "a-ann")])
        assert ann.until(topic=RATED)["id"] == "m-3"
    with stream(house, f"/api/stream/events?after={own['cursor']}&topics={RATED}") as again:
        assert again.until(topic=RATED)["id"] == "m-3"


def test_a_line_with_the_cursor_keeps_a_quiet_stream_alive(house: House, log: LogWriter) -> None:
    with stream(house, "/api/stream/events", token="token-quiet") as quiet:
        first, second = quiet.next(), quiet.next()
        assert set(first) == {"cursor"} and first == second


@pytest.mark.parametrize(
    ("query", "status", "error"),
    [
        ("topics=wallet.match_settled", 422, "topic_invalid"),
        ("topics=lobby.registered", 422, "topic_invalid"),
        ("after=here", 422, "cursor_invalid"),
        ("after=999999999.0", 422, "cursor_invalid"),
    ],
)
def test_what_is_not_for_players_and_wrong_cursors_are_refused(
    house: House, log: LogWriter, query: str, status: int, error: str
) -> None:
    found, _, body = house.request("GET", f"/api/stream/events?{query}", Authorization="Bearer token-ann")
    assert (found, body["error"]) == (status, error)
    wait_for(lambda: open_streams(house, "events") == 0, "no stream")


@pytest.mark.parametrize("path", ["/api/stream/events", "/api/stream/table/t-1"])
def test_a_stream_needs_a_session(house: House, path: str) -> None:
    assert house.request("GET", path)[0] == 401
    assert house.request("GET", path, Authorization="Bearer stolen")[0] == 401


@pytest.mark.parametrize(("path", "kind"), [("/api/stream/events", "events"), ("/api/stream/table/t-1", "table")])
def test_an_account_has_a_limited_number_of_streams(house: House, log: LogWriter, path: str, kind: str) -> None:
    with stream(house, path, "token-eve") as one, stream(house, path, "token-eve") as two:
        assert (one.status, two.status) == (200, 200)
        assert open_streams(house, kind) == 2
        with stream(house, path, "token-eve") as third:
            assert (third.status, third.body()["error"], third.headers["retry-after"]) == (429, "streams_busy", "1")
        with stream(house, path, "token-bob") as other:
            assert other.status == 200
    wait_for(lambda: open_streams(house, kind) == 0, "the streams to have ended")


@pytest.mark.parametrize(("path", "kind"), [("/api/stream/events", "events"), ("/api/stream/table/t-1", "table")])
def test_a_stream_ends_when_its_token_opens_it_no_more(house: House, log: LogWriter, path: str, kind: str) -> None:
    before = house.metric("kafeneio_gateway_streams_ended_total", kind=kind, why="token")
    with stream(house, path) as ann:
        ann.next()
        house.tell("refuse", request="WhoIs", error="token_invalid")
        ann.end()
        house.tell("refuse", request="WhoIs", error=None)
    assert house.metric("kafeneio_gateway_streams_ended_total", kind=kind, why="token") == before + 1


# --- tables ---


def test_a_table_s_frames_come_as_lines(house: House) -> None:
    with stream(house, "/api/v1/stream/table/t-1") as ann:
        assert (ann.status, ann.headers["content-type"]) == (200, "application/x-ndjson")
        assert "x-trace-id" in ann.headers and "content-length" not in ann.headers
        assert ann.next()["t"] == "table"
        bob = house.player("bob")
        bob.ask(t="move", id="b1", table="t-1", match="m", number=1, move={"cell": 4})
        assert ann.until(t="update")["version"] >= 1
        (watch,) = house.commands(kind="Watch", account="a-ann")[-1:]
        assert (watch["version"], watch["table"]) == (-1, "t-1")
        bob.close()
    wait_for(lambda: house.commands(kind="Unwatch", account="a-ann", lost=True), "the loss to be reported")


def test_a_stream_follows_other_requests_of_its_connection(house: House) -> None:
    before = b"GET /api/catalogue HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with stream(house, "/api/stream/table/t-1", before=before) as ann:
        assert ann.next()["t"] == "table"


@pytest.mark.parametrize("error", ["spectators_off", "already_seated", "age_restricted"])
def test_a_table_that_may_not_be_viewed_is_refused(house: House, error: str) -> None:
    house.tell("refuse", request="ViewTable", error=error)
    with stream(house, "/api/stream/table/t-1") as ann:
        assert (ann.status, ann.body()["error"]) == (422, error)
    house.tell("refuse", request="ViewTable", error=None)


def test_an_unknown_table_is_not_found(house: House) -> None:
    with stream(house, "/api/stream/table/t-9") as ann:
        assert (ann.status, ann.body()["error"]) == (404, "table_unknown")


def test_a_stream_ends_with_its_table(house: House) -> None:
    with stream(house, "/api/stream/table/t-2") as ann:
        ann.next()
        house.tell("open_tables", tables=["t-1"])
        ann.end()
    house.tell("open_tables", tables=["t-1", "t-2"])


def test_an_empty_line_keeps_a_quiet_table_alive(house: House) -> None:
    with stream(house, "/api/stream/table/t-1") as ann:
        ann.next()
        house.tell("age", seconds=7)
        assert ann.raw() == b""


def test_the_head_of_a_stream_can_be_asked_for(house: House, log: LogWriter) -> None:
    for path in ("/api/stream/table/t-1", "/api/stream/events"):
        assert house.request("HEAD", path, Authorization="Bearer token-ann")[0] == 200
    wait_for(lambda: open_streams(house, "events") == open_streams(house, "table") == 0, "no stream")


def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with House(tmp_path, var_dir=tmp_path, gateway_requests_per_s=0, gateway_keepalive_s=1) as house:
        writer = LogWriter(CommonSettings(var_dir=str(tmp_path)))
        for start in range(0, 40_000, 1_000):
            writer.add(RATED, [rated(f"m-{number}", "a-ann") for number in range(start, start + 1_000)])
        writer._file.close()
        with stream(house, "/api/stream/events?after=0.0") as ann:
            assert ann.status == 200
            wait_for(lambda: open_streams(house, "events") == 0, "the stream to be cut off")
        assert house.metric("kafeneio_gateway_streams_ended_total", kind="events", why="client") == 1


def test_streams_end_cleanly_when_the_gateway_stops(tmp_path: Path) -> None:
    with House(tmp_path, var_dir=tmp_path, gateway_requests_per_s=0) as house:
        LogWriter(CommonSettings(var_dir=str(tmp_path)))._file.close()
        with stream(house, "/api/stream/events") as events, stream(house, "/api/stream/table/t-1") as table:
            events.next()
            table.next()
            house.tell("stop")
            events.end()
            table.end()


@pytest.mark.real
def test_both_streams_come_from_a_rest_process_of_its_own(rabbit_url: str, tmp_path: Path) -> None:
    with House(tmp_path, broker_url=rabbit_url, gateway_requests_per_s=0, gateway_stream_line_s=0.2) as house:
        connection = Connection(rabbit_url)
        wait_for(lambda: house.metric("kafeneio_broker_up", link="rpc-run-http") == 1, "the process to serve")
        with stream(house, "/api/v1/stream/events") as events, stream(house, "/api/v1/stream/table/t-1") as table:
            assert (events.status, table.status) == (200, 200)
            begin = events.next()
            assert table.next()["t"] == "table"
            body = msgspec.json.encode([rated("m-1", "a-bob"), rated("m-2", "a-ann")])
            message = connection.default_channel.prepare_message(body, None, "application/json", "binary")
            connection.default_channel.basic_publish(message, exchange=names.EVENTS_EXCHANGE, routing_key=RATED)
            found = events.until(topic=RATED)
            assert (found["id"], found["cursor"] > begin["cursor"]) == ("m-2", True)
            assert open_streams(house, "events") == open_streams(house, "table") == 1
        with stream(house, f"/api/v1/stream/events?after={begin['cursor']}") as again:
            assert again.until(topic=RATED)["id"] == "m-2"
        connection.release()

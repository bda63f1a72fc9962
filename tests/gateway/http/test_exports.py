"""All matches as one stream: its lines, where it goes on, its limits, and why it ends."""

import json
import os
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.serving import make_server

from gateway.http.operations.route import Call, Lines
from gateway.http.routes.exports import EXPORT, ExportQuery, Exports, Limits
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.tables import recordings
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from tests.gateway.fakes import ANN, FakeRpc, services
from tests.gateway.http.test_rest import BEARER, Site
from tests.tables.analysis.matches import recorded
from tools.protos import ROOT

AWAY = Refusal("service_unavailable", {"service": "tables"})
MATCH = recorded("tictactoe")
PAGE = 2


def place(number: int) -> recordings.RecordingPlace:
    return recordings.RecordingPlace(match=f"m-{number}", cursor=f"c-{number}")


def pages_of(count: int) -> Any:
    """Pages of two, as tables makes them."""

    def answer(request: recordings.ListPlaces) -> recordings.RecordingPlaces:
        first = 0 if request.after is None else int(request.after.removeprefix("c-")) + 1
        return recordings.RecordingPlaces(
            places=[place(number) for number in range(first, min(first + PAGE, count))], more=first + PAGE < count
        )

    return answer


def house(count: int, **answers: Any) -> FakeRpc:
    return services(**({"ListPlaces": pages_of(count), "GetRecording": MATCH} | answers))


def read(rpc: FakeRpc, query: str = "") -> Any:
    return Site(rpc).client.get(EXPORT + query, headers=BEARER)


def lines_of(answer: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]


def begun(exports: Exports, after: str | None = None) -> Lines | Refusal:
    return exports.export_recordings(Call(account=ANN, token="token-ann", query=ExportQuery(after=after)))


def bytes_of(found: Lines | Refusal) -> Any:
    assert isinstance(found, Lines)
    return found.lines


def test_every_match_is_a_line_in_order_and_the_last_line_says_that_nothing_is_left() -> None:
    rpc = house(5)
    answer = read(rpc)
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    *matches, last = lines_of(answer)
    assert [each["match"] for each in matches] == [f"m-{number}" for number in range(5)]
    assert {line["cursor"]: line["recording"] for line in matches} == {
        f"c-{number}": json.loads(encode(MATCH)) for number in range(5)
    }
    assert last == {"cursor": "c-4", "done": True}
    asked = rpc.requests(recordings.GetRecording)
    assert {request.account for request in asked} == {"a-ann"} and not any(request.roles for request in asked)
    assert [request.after for request in rpc.requests(recordings.ListPlaces)] == [None, "c-1", "c-3"]


def test_nothing_is_asked_for_before_the_client_reads() -> None:
    rpc = house(5)
    lines = bytes_of(begun(Exports(rpc)))
    assert rpc.requests(recordings.GetRecording) == []
    next(lines)
    assert len(rpc.requests(recordings.GetRecording)) == 1
    lines.close()


def test_it_goes_on_after_any_cursor_without_gap_or_repetition() -> None:
    whole = lines_of(read(house(7)))
    for number, line in enumerate(whole[:-1], 1):
        assert lines_of(read(house(7), f"?after={line['cursor']}")) == whole[number:]


def test_a_made_up_cursor_is_refused_before_anything_is_sent() -> None:
    answer = read(house(1, ListPlaces=Refusal("cursor_invalid")), "?after=x")
    assert (answer.status_code, answer.json["error"]) == (422, "cursor_invalid")


def test_a_match_that_cannot_be_made_is_a_line_with_its_reason_and_the_next_ones_follow() -> None:
    rpc = house(2, GetRecording=[Refusal("rules_missing", {"game": "tavli"}), MATCH])
    first, second, last = lines_of(read(rpc))
    assert first == {"cursor": "c-0", "match": "m-0", "error": "rules_missing"}
    assert second["recording"]["match"] == MATCH.match and last["done"]


def test_a_service_that_is_busy_for_a_moment_is_asked_again() -> None:
    rpc = house(1, GetRecording=[AWAY, AWAY, MATCH])
    found = [json.loads(line) for line in bytes_of(begun(Exports(rpc, Limits(pause_s=0.001))))]
    assert [each.get("match") for each in found] == ["m-0", None]


def test_a_service_that_stays_away_ends_the_stream_where_it_can_go_on() -> None:
    rpc = house(3, GetRecording=[MATCH, AWAY])
    found = [json.loads(line) for line in bytes_of(begun(Exports(rpc, Limits(pause_s=0.001))))]
    assert found[1:] == [{"cursor": "c-0", "error": "service_unavailable"}]


def test_a_session_that_has_ended_meanwhile_ends_the_stream_at_the_next_page() -> None:
    ended = [Refusal("session_expired")]
    rpc = house(5, WhoIs=ended)
    found = [json.loads(line) for line in bytes_of(begun(Exports(rpc)))]
    assert found[-1] == {"cursor": "c-1", "error": "session_expired"}
    assert rpc.requests(lobby.WhoIs) == [lobby.WhoIs(token="token-ann", active=False, operation=f"GET {EXPORT}")]


def test_an_old_stream_ends_without_a_word_and_the_next_one_goes_on() -> None:
    assert list(bytes_of(begun(Exports(house(3), Limits(age_s=-1.0))))) == []


def test_one_account_has_one_stream_at_a_time_until_it_is_closed() -> None:
    exports = Exports(house(3))
    lines = bytes_of(begun(exports))
    assert begun(exports) == Refusal("export_running")
    lines.close()
    lines.close()
    again = bytes_of(begun(exports))
    assert len(list(again)) == 4


def test_a_process_has_a_limit_for_all() -> None:
    assert begun(Exports(house(3), Limits(open_max=0))) == Refusal("exports_busy")


def test_an_account_begins_a_limited_number_an_hour() -> None:
    exports = Exports(house(1), Limits(per_hour=2))
    for _ in range(2):
        bytes_of(begun(exports)).close()
    refused = begun(exports)
    assert isinstance(refused, Refusal) and refused.error == "rate_limited"
    assert 1 <= refused.detail["retry_after_s"] <= 1_800


def test_a_request_for_the_head_alone_keeps_no_stream_open() -> None:
    site = Site(house(2))
    assert site.client.head(EXPORT, headers=BEARER).status_code == 200
    assert site.client.get(EXPORT, headers=BEARER).status_code == 200


@pytest.mark.parametrize("query", ["?after=" + "1" * 65, "?limit=5", "?account=a-bob"])
def test_a_query_that_cannot_be_read_is_refused(query: str) -> None:
    assert read(house(1), query).status_code == 400


# --- the Python client, over a real connection ---

PROGRAM = """
import asyncio, json, sys
from kafeneio_client import Player

async def main(url):
    me = await Player.resume(url, "kaf_token")
    print(json.dumps([[line["match"], line["recording"]["match"]] async for line in me.all_recordings()]))

asyncio.run(main(*sys.argv[1:]))
"""


def test_the_python_client_goes_on_where_a_stream_has_ended() -> None:
    """The first stream ends early, as long as a service is away; the client begins another one after its cursor."""
    rpc = house(5, GetRecording=[MATCH, MATCH, MATCH, *[AWAY] * 4, MATCH])
    server = make_server("127.0.0.1", 0, Site(rpc).app, threaded=True)
    with ThreadPoolExecutor(1) as beside:
        serving = beside.submit(server.serve_forever)
        try:
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM, f"http://127.0.0.1:{server.server_port}"],
                env=os.environ | {"PYTHONPATH": str(ROOT / "clients" / "python" / "src")},
                capture_output=True, text=True, timeout=120, check=False,
            )  # fmt: skip
        finally:
            server.shutdown()
        serving.result(30)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[f"m-{number}", MATCH.match] for number in range(5)]
    assert [request.after for request in rpc.requests(recordings.ListPlaces)] == [None, "c-1", "c-2"]


class Forgetful(list[Any]):
    """Keeps nothing of what was asked."""

    def append(self, _request: Any) -> None:
        pass


def test_a_stream_of_many_matches_needs_the_memory_of_one() -> None:
    tracemalloc.start()
    try:
        rpc = house(2_000)
        rpc.asked = Forgetful()
        lines = bytes_of(begun(Exports(rpc)))
        size = len(next(lines))
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        total = sum(map(len, lines))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert total > 1_000 * size
    assert peak - before < 100 * size

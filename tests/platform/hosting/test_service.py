"""A hosted service with its callers and events, on both brokers and databases (scenes_service.py)."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.contracts.wallet.balances import GetBalance
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.settings import CommonSettings
from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = pytest.mark.waits


@pytest.fixture(scope="module")
def real_urls(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> Iterator[tuple[str, str]]:
    name = f"test_{uuid.uuid4().hex[:16]}"
    yield rabbit_server.create_vhost(name), postgres_server.create_database(name)
    rabbit_server.delete_vhost(name)
    postgres_server.drop_database(name)


@pytest.fixture(scope="module", params=["embedded", pytest.param("real", marks=pytest.mark.real)])
def green(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Green]:
    """A house on SQLite and the broker in the process, and one on PostgreSQL and RabbitMQ."""
    settings: dict[str, str] = {}
    if request.param == "real":
        settings["broker_url"], url = request.getfixturevalue("real_urls")
        urls = {"wallet_url": url, "lobby_url": url}
    else:
        urls = sqlite_urls(tmp_path_factory.mktemp("house"))
    make_schema(urls["wallet_url"], "wallet")
    make_schema(urls["lobby_url"], "lobby")
    with Green("tests.platform.hosting.scenes_service", **settings) as running:
        running.is_real = request.param == "real"  # type: ignore[attr-defined]
        assert running.call("start", **urls)
        yield running


def sqlite_urls(folder: Path) -> dict[str, str]:
    return {f"{service}_url": f"sqlite:///{folder}/{service}.db" for service in ("wallet", "lobby")}


# --- requests ---


def test_a_request_is_answered(green):
    assert green.call("ask", account="ann")[:2] == ["answered", "ann "]


def test_a_refusal_arrives_with_its_detail(green):
    assert green.call("ask", account="nobody")[:2] == ["account_unknown", {"account": "nobody"}]


def test_the_trace_arrives_with_the_request(green):
    assert green.call("ask", account="ann", trace="trace-7")[:2] == ["answered", "ann trace-7"]


def test_a_request_of_the_wrong_shape_is_refused(green):
    error, detail, _ = green.call("ask", account=5)
    assert error == "bad_request" and "account" in detail


@pytest.mark.parametrize("account", ["broken", "odd"])
def test_a_method_that_fails_returns_internal_error_and_the_service_lives_on(green, account):
    assert green.call("ask", account=account)[:2] == ["internal_error", {"service": "wallet"}]
    assert green.call("ask", account="ann")[0] == "answered"


def test_an_unknown_method_returns_internal_error(green):
    assert green.call("ask_unknown") == "internal_error"


def test_concurrent_callers_get_their_own_replies(green):
    answers = green.call("ask_at_once", count=60)
    assert [answer.split(":")[0] for answer in answers] == ["slow "] * 60


def test_no_reply_in_time_is_service_unavailable(green):
    error, detail, took_ms, was_answered = green.call("ask_impatiently", account="slow:800", timeout_ms=200)
    assert (error, detail) == ("service_unavailable", {"service": "wallet"})
    assert took_ms >= 200
    assert not was_answered


def test_malformed_requests_do_not_end_the_service(green):
    assert green.call("malformed_requests") == [True, ["answered", "ann "]]


def test_an_expired_request_is_never_carried_out(green):
    green.call("stop_host")
    assert green.call("ask", account="late", timeout_ms=150)[0] == "service_unavailable"
    green.call("open_again")
    assert green.call("ask", account="ann")[0] == "answered"
    assert "late" not in green.call("asked")


@pytest.mark.parametrize("ahead_s", [-180.0, 180.0])
def test_a_caller_with_a_clock_wrong_by_minutes_is_answered(green, ahead_s):
    answered = green.call("ask_by_another_clock", ahead_s=ahead_s, account="ann", times=4, timeout_ms=2_000)
    assert answered[1:] == [True] * 3  # of the first one nothing else is known than what the clocks say


@pytest.mark.real
def test_requests_wait_in_a_queue_that_outlives_the_loss_of_a_node(green, request, rabbit_server):
    if not green.is_real:
        return
    queue = f"/api/queues/{vhost_of(request)}/rpc-wallet"
    assert rabbit_server.manage("GET", queue)["arguments"] == {"x-queue-type": "quorum", "x-delivery-limit": 5}


@pytest.mark.real
def test_a_queue_of_requests_on_one_node_is_replaced_at_the_start(green, request, rabbit_server):
    """As the release before has left it."""
    if not green.is_real:
        return
    queue = f"/api/queues/{vhost_of(request)}/rpc-wallet"
    green.call("stop_host")
    rabbit_server.manage("DELETE", queue)
    rabbit_server.manage("PUT", queue, {"durable": True, "arguments": {}})
    green.call("open_again")
    assert green.call("ask", account="ann")[0] == "answered"
    assert rabbit_server.manage("GET", queue)["arguments"]["x-queue-type"] == "quorum"


def vhost_of(request):
    return request.getfixturevalue("real_urls")[0].rpartition("/")[2]


@pytest.mark.real
def test_a_process_of_real_threads_may_ask(green, request):
    """The gRPC front is no patched process."""
    if not green.is_real:
        return
    rabbit_url, _ = request.getfixturevalue("real_urls")
    client = RpcClient(CommonSettings(broker_url=rabbit_url), "threads").start()
    answer = client.call(GetBalance(account="ann"))
    assert not isinstance(answer, Refusal) and answer.chips == 5
    client.stop()


# --- events ---


@pytest.fixture
def fresh(green: Green) -> str:
    """A word for this test's accounts; before and after, the handler is well."""
    green.call("handler")
    green.call("purge_dead")
    yield uuid.uuid4().hex[:8]
    green.call("handler")


def effects_of(green: Green, word: str, *names: str) -> None:
    before = [each for each in green.call("effects") if word not in each]
    expected = sorted([*before, *(f"{word}-{name}" for name in names)])
    assert green.call("effects", expected=expected) == expected


def test_an_event_of_a_transaction_is_received(green, fresh):
    green.call("tell", by=[f"{fresh}-ann", f"{fresh}-bob"])
    effects_of(green, fresh, "ann", "bob")


def test_a_message_delivered_three_times_has_one_effect(green, fresh):
    green.call("publish_events", ids=[f"{fresh}-ann", f"{fresh}-bob"], times=3)
    effects_of(green, fresh, "ann", "bob")


def test_a_bad_event_is_parked_the_others_are_done_and_put_back_it_is_done_too(green, fresh):
    bad = f"{fresh}-bad"
    green.call("handler", bad=[bad])
    green.call("publish_events", ids=[f"{fresh}-ann", bad, f"{fresh}-bob"])
    effects_of(green, fresh, "ann", "bob")
    for _ in range(2):  # looking changes nothing
        ((queue, body),) = green.call("dead_letters", count=1)
        assert queue == "events.wallet.lobby.registered"
        assert [envelope[0] for envelope in json.loads(body)] == [bad]
    green.call("handler")
    assert green.call("replay") == 1
    effects_of(green, fresh, "ann", "bad", "bob")
    assert green.call("replay") == 0


@pytest.mark.parametrize("body", ["no json", '[{"not":"an envelope"}]', "\udcff\udcfe"])
def test_what_cannot_be_read_is_parked_and_not_dropped(green, fresh, body):
    green.call("publish_raw", body=body)
    ((queue, parked),) = green.call("dead_letters", count=1)
    assert queue == "events.wallet.lobby.registered"
    assert parked == body.encode("utf-8", "surrogateescape").decode(errors="replace")


def test_a_dead_letter_of_a_deleted_queue_stays_where_it_is(green, fresh):
    green.call("park_for", queue=f"no.such.queue.{fresh}")
    assert green.call("replay") == 0
    assert len(green.call("dead_letters", count=1)) == 1


def test_only_so_many_dead_letters_are_put_back_as_asked_for(green, fresh):
    for _ in range(3):
        green.call("park_for", queue="events.wallet.lobby.registered")
    assert green.call("replay", limit=2) == 2
    assert len(green.call("dead_letters", count=1)) == 1


# --- the outbox ---


def test_rows_that_the_broker_has_confirmed_are_kept_as_sent(green, fresh):
    green.call("tell", by=[f"{fresh}-ann"])
    effects_of(green, fresh, "ann")
    unsent, sent = green.call("wait_sent")
    assert unsent == [] and sent != []


def test_rows_that_a_dead_process_left_behind_are_relayed(green, fresh):
    green.call("leave_row_behind", account=f"{fresh}-ann", age_ms=5_000)
    effects_of(green, fresh, "ann")
    assert green.call("wait_sent")[0] == []


def test_a_row_for_a_queue_that_is_not_there_yet_waits_for_it(green, fresh):
    queue = f"tables.{fresh}.0"
    green.call("send_to", queue=queue)
    green.call("tell", by=[f"{fresh}-ann"])
    effects_of(green, fresh, "ann")
    assert len(green.call("wait_unsent", count=1)) == 1
    received = green.call("receive_from", queue=queue)
    assert received[0] == [["hello"]]
    assert green.call("wait_sent")[0] == []


# --- a patched process ---


@pytest.mark.real
def test_queries_do_not_hold_up_the_hub(green):
    if not green.is_real:
        return
    assert green.call("wait_in_the_database", queries=4) == 4


# --- the broker forgets with its process ---


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator["Embedded"]:
    with Embedded(tmp_path) as house:
        yield house


class Embedded:
    """Processes one after the other on the same SQLite files."""

    def __init__(self, folder: Path) -> None:
        self._urls = sqlite_urls(folder)
        for service in ("wallet", "lobby"):
            make_schema(self._urls[f"{service}_url"], service)
        self._running: list[Green] = []

    def start(self) -> Green:
        green = Green("tests.platform.hosting.scenes_service")
        self._running.append(green)
        green.call("start", **self._urls)
        return green

    def __enter__(self) -> "Embedded":
        return self

    def __exit__(self, *_: object) -> None:
        for green in self._running:
            green.__exit__()


def test_what_consumers_may_not_have_had_is_sent_again_at_the_next_start(embedded):
    first = embedded.start()
    first.call("tell", by=["done"])
    assert first.call("effects", expected=["done"]) == ["done"]
    first.call("handler", pause_s=60)
    first.call("tell", by=["begun"])
    assert len(first.call("wait_sent")[1]) == 2
    first.kill()

    after_a_crash = embedded.start()
    assert after_a_crash.call("effects", expected=["begun", "done"]) == ["begun", "done"]
    after_a_crash.call("stop_all")

    after_a_clean_stop = embedded.start()
    assert after_a_clean_stop.call("outbox_rows") == [[], []]
    after_a_clean_stop.call("stop_host")  # whoever should hear of it stops first
    after_a_clean_stop.call("tell", by=["late"])
    assert len(after_a_clean_stop.call("wait_sent")[1]) == 1
    after_a_clean_stop.call("stop_all")

    last = embedded.start()
    assert last.call("effects", expected=["begun", "done", "late"]) == ["begun", "done", "late"]

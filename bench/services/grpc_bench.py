"""What the gRPC front costs (`make bench-grpc`), beside a bare grpcio server that returns the same message at once.

Front and bare server are a process each and serve the same client, one after the other. The services behind the front
answer at once, so what is measured is the front's own: token, scope, trace, metrics, both encodings. Streams are read
from a private RabbitMQ, from a cursor on, so the log is full before the reading begins. `per_core_s` is what one
processor would do: calls or events by the processor seconds of the serving process.

The last line of the output is JSON.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import msgspec
from kombu import Connection

from bench.robots.meter import percentile
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from gateway.grpc.server import GrpcFront
from gateway.grpc.settings import GrpcSettings
from gateway.public_events import broker_log
from services.platform.broker import names
from services.platform.process.settings import CommonSettings
from tests.gateway.fakes import services
from tests.support.servers import RabbitServer

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "bench"
WITH_TOKEN = (("authorization", f"Bearer {TOKEN}"),)
LINE = f"bench={hashlib.sha256(TOKEN.encode()).hexdigest()}:wallet.read+events.subscribe"
TOPIC = "wallet.match_settled"
_EVENTS_A_MESSAGE = 20
_TICKS = os.sysconf("SC_CLK_TCK")


class Unary(msgspec.Struct):
    """Calls of one server."""

    calls_s: float
    p50_ms: float
    p99_ms: float
    calls_per_core_s: float


class Stream(msgspec.Struct):
    """Events of one stream."""

    events_s: float
    events_per_core_s: float


class Report(msgspec.Struct):
    """The last line."""

    front: Unary
    bare: Unary
    bare_by_front: float
    """How many calls of the bare server cost as much processor time as one of the front."""
    stream: Stream


# --- the serving processes ---


def serve_front(broker_url: str) -> None:
    """The front, its services answering at once; says its port, and serves until its input ends."""
    settings = GrpcSettings(grpc_port=0, grpc_tokens=[LINE], grpc_health_every_s=3_600)
    log = broker_log.BrokerEventLog(CommonSettings(broker_url=broker_url)).start()
    front = GrpcFront(settings, services(), log)
    front.start()
    _serve(front.port)
    front.stop(0)


class _Bare(wallet_pb2_grpc.WalletServiceServicer):
    def GetBalance(self, request: Any, _context: Any) -> Any:
        return wallet_pb2.GetBalanceResponse(account=request.account, chips=500)


def serve_bare(_broker_url: str) -> None:
    """A server of grpcio that does nothing but answer."""
    server = grpc.server(ThreadPoolExecutor(16))
    wallet_pb2_grpc.add_WalletServiceServicer_to_server(_Bare(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    _serve(port)
    server.stop(0)


def _serve(port: int) -> None:
    print(f"PORT {port}", flush=True)
    sys.stdin.read()


@contextmanager
def served(what: str, broker_url: str) -> Iterator[tuple[int, int]]:
    """A serving process: its id and its port."""
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "bench.services.grpc_bench",
        "--serve",
        what,
        "--broker",
        broker_url,
    ]
    pipe = subprocess.PIPE
    quiet = {"KAFENEIO_LOG_LEVEL": "WARNING"}
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, env=os.environ | quiet) as process:
        assert process.stdin is not None and process.stdout is not None
        line = next((line for line in process.stdout if line.startswith("PORT ")), "PORT 0")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        try:
            yield process.pid, int(line.split()[1])
        finally:
            process.stdin.close()
            process.wait(30)


def cpu_s(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


# --- the client ---


def unary(pid: int, port: int, seconds: float, callers: int) -> Unary:
    """Calls by several callers at once."""
    asked = wallet_pb2.GetBalanceRequest(account="a-ann")
    delays_s: list[float] = []

    def call_until(until_s: float, kept: Callable[[float], None]) -> None:
        while (began_s := time.perf_counter()) < until_s:
            stub.GetBalance(asked, metadata=WITH_TOKEN, timeout=30)
            kept(time.perf_counter() - began_s)

    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel, ThreadPoolExecutor(callers) as pool:
        stub = wallet_pb2_grpc.WalletServiceStub(channel)
        list(pool.map(lambda _: call_until(time.perf_counter() + 1, lambda _delay: None), range(callers)))
        used_s, began_s = cpu_s(pid), time.perf_counter()
        list(pool.map(lambda _: call_until(began_s + seconds, delays_s.append), range(callers)))
        lasted_s, used_s = time.perf_counter() - began_s, cpu_s(pid) - used_s
    return Unary(
        calls_s=round(len(delays_s) / lasted_s, 1),
        p50_ms=round(1000 * percentile(delays_s, 0.5), 2),
        p99_ms=round(1000 * percentile(delays_s, 0.99), 2),
        calls_per_core_s=round(len(delays_s) / max(used_s, 0.01), 1),
    )


def stream(pid: int, port: int, broker_url: str, events: int) -> Stream:
    """Events that have happened already, read from a cursor on."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = events_pb2_grpc.EventsServiceStub(channel)

        def subscribe(after: str) -> Any:
            asked = events_pb2.SubscribeRequest(topics=[TOPIC], after_cursor=after)
            return stub.Subscribe(asked, metadata=WITH_TOKEN, timeout=300)

        first = subscribe("")
        cursor = next(first).cursor
        first.cancel()
        fill(broker_url, events)
        used_s, began_s, seen = cpu_s(pid), time.perf_counter(), 0
        call = subscribe(cursor)
        while seen < events:
            seen += bool(next(call).id)
        lasted_s, used_s = time.perf_counter() - began_s, cpu_s(pid) - used_s
        call.cancel()
    return Stream(events_s=round(events / lasted_s, 1), events_per_core_s=round(events / max(used_s, 0.01), 1))


def fill(broker_url: str, events: int) -> None:
    """Publish events as a busy outbox does, several in a message."""
    with Connection(broker_url) as connection:
        channel = connection.default_channel
        for first in range(0, events, _EVENTS_A_MESSAGE):
            batch = [
                [f"e-{number}", "trace", 5, {"match": f"m-{number}", "payouts": {"a-ann": 500, "a-bob": 0}}]
                for number in range(first, min(first + _EVENTS_A_MESSAGE, events))
            ]
            body = channel.prepare_message(msgspec.json.encode(batch), None, "application/json", "binary")
            channel.basic_publish(body, exchange=names.EVENTS_EXCHANGE, routing_key=TOPIC)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, or serve what is measured."""
    parser = argparse.ArgumentParser(prog="grpc_bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each server")
    parser.add_argument("--callers", type=int, default=8)
    parser.add_argument("--events", type=int, default=40_000)
    parser.add_argument("--serve", choices=["front", "bare"], help=argparse.SUPPRESS)
    parser.add_argument("--broker", default="", help=argparse.SUPPRESS)
    args = parser.parse_args(arguments)
    if args.serve:
        {"front": serve_front, "bare": serve_bare}[args.serve](args.broker)
        return 0
    with RabbitServer() as rabbit:
        url = rabbit.create_vhost("bench_grpc")
        with served("bare", url) as (pid, port):
            bare = unary(pid, port, args.seconds, args.callers)
        with served("front", url) as (pid, port):
            front = unary(pid, port, args.seconds, args.callers)
            streamed = stream(pid, port, url, args.events)
    ratio = round(bare.calls_per_core_s / front.calls_per_core_s, 2)
    print(msgspec.json.encode(Report(front=front, bare=bare, bare_by_front=ratio, stream=streamed)).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())

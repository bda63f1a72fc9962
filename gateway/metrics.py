"""Metrics of the gateway. On the hot path these are plain integers, which Prometheus reads when it scrapes."""

import collections
from collections.abc import Callable, Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from services.platform.process.metrics import LATENCY_BUCKETS_S

PREFIX = "kafeneio_gateway_"

http_seconds = Histogram(
    "kafeneio_gateway_http_seconds", "Time to answer a REST request", ["route", "status"], buckets=LATENCY_BUCKETS_S
)
grpc_seconds = Histogram(
    "kafeneio_gateway_grpc_seconds", "Time to answer a gRPC call", ["method", "code"], buckets=LATENCY_BUCKETS_S
)
grpc_personal_calls = Counter(
    "kafeneio_gateway_grpc_personal_calls", "gRPC calls with a personal token that have ended, by status", ["code"]
)
grpc_personal_streams = Gauge(
    "kafeneio_gateway_grpc_personal_streams", "gRPC streams that are open by a personal token"
)
webhook_seconds = Histogram(
    "kafeneio_gateway_webhook_seconds", "Time to deliver an event to a webhook", ["outcome"], buckets=LATENCY_BUCKETS_S
)
streams_open = Gauge("kafeneio_gateway_streams", "Streams over HTTP that are open, by what they are of", ["kind"])
streams_ended = Counter(
    "kafeneio_gateway_streams_ended", "Streams over HTTP that have ended, by what they were of and why", ["kind", "why"]
)
webhooks_open = Gauge("kafeneio_gateway_webhooks_open", "Webhooks that this process is delivering events to")

_TOTALS = {
    "frames": ("Frames from clients, by kind", "kind"),
    "refused": ("Commands that the gateway refused, by code", "error"),
    "closed": ("Connections that the gateway ended, by reason", "reason"),
    "bytes": ("Bytes of frames, by direction", "direction"),
    "sent_frames": ("Frames sent to clients, by where they came from", "origin"),
    "lost": ("Things dropped, by what they were", "what"),
    "slow": (
        "Clients that did not read as fast as they were sent to, by what became of it: behind with their hall, brought "
        "up to date, given the room again, overflowed (too much waited and was thrown away)",
        "event",
    ),
    "watches": (
        "Tables that people began to look at without sitting there, by outcome: begun, or the code of the gateway's "
        "refusal",
        "outcome",
    ),
    "exports": (
        "Streams of all matches of an account that have ended, by why: done, age, client (it went), token (its token "
        "opens it no more), unavailable (a service did not answer)",
        "why",
    ),
    "pushes": ("Messages of pushes, by what became of them: read, or not read because nobody here needs them", "fate"),
}


class Counts:
    """Counters by label, and gauges that are asked when they are read."""

    def __init__(self) -> None:
        """All at zero."""
        self.frames: collections.Counter[str] = collections.Counter()
        self.refused: collections.Counter[str] = collections.Counter()
        self.closed: collections.Counter[str] = collections.Counter()
        self.bytes: collections.Counter[str] = collections.Counter()
        self.sent_frames: collections.Counter[str] = collections.Counter()
        self.lost: collections.Counter[str] = collections.Counter()
        self.pushes: collections.Counter[str] = collections.Counter()
        self.slow: collections.Counter[str] = collections.Counter()
        self.watches: collections.Counter[str] = collections.Counter()
        self.exports: collections.Counter[str] = collections.Counter()
        self.slow_dropped = 0
        self.sent_again = 0
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.limits: dict[str, float] = {}


class _Scrape(Collector):
    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def describe(self) -> list[Metric]:
        """Nothing: the metrics depend on what was counted."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Everything that has been counted."""
        for name, (text, label) in _TOTALS.items():
            total = CounterMetricFamily(PREFIX + name, text, labels=[label])
            for value, count in dict(getattr(self._counts, name)).items():
                total.add_metric([value], count)
            yield total
        yield CounterMetricFamily(
            PREFIX + "slow_dropped", "Connections dropped because they did not read", value=self._counts.slow_dropped
        )
        yield CounterMetricFamily(
            PREFIX + "sent_again", "Commands sent again because a worker was gone", value=self._counts.sent_again
        )
        for name, (text, ask) in self._counts.gauges.items():
            yield GaugeMetricFamily(PREFIX + name, text, value=ask())
        limit = GaugeMetricFamily(PREFIX + "limit", "The limits in force, by setting", labels=["setting"])
        for name, number in self._counts.limits.items():
            limit.add_metric([name], number)
        yield limit


counts = Counts()
"""The counts of this process."""
REGISTRY.register(_Scrape(counts))

"""Traces: the id that a command carries from its entrance to the rows that it writes, and spans of OpenTelemetry.

A trace is the id of the frame or request or, where the command is recorded as spans, a W3C `traceparent`
(https://www.w3.org/TR/trace-context/): `00-<trace id, 32 hex digits>-<id of the parent span, 16 hex digits>-<flags,
01: sampled>`. Rows and logs keep the trace id alone. A frame's id of 32 hex digits is its trace id.

Spans are off unless KAFENEIO_TRACING_URL names a collector; while they are off, `spans` is None and OpenTelemetry is
not even imported. Whether a command is recorded is decided once, where it enters, by `tracing_ratio` and its trace id.
From there on every process adds the spans of what it does with it. A command that is not recorded keeps its id as
trace, and no spans are made for it.

A span that is begun is named by the `traceparent` of what follows from it; a message may carry that text before the
span has ended, and `end` takes it.
"""

import contextvars
import hashlib
import os
import re
import socket
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from services.platform.process.settings import CommonSettings

HEADER = "traceparent"
"""The header of HTTP requests and of messages, and the key of gRPC's metadata."""
_LENGTH = 55
_FORM = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})")
_TRACE_ID = re.compile(r"(?!0{32})[0-9a-f]{32}")
SERVER, CLIENT, PRODUCER, CONSUMER, INTERNAL = "SERVER", "CLIENT", "PRODUCER", "CONSUMER", "INTERNAL"
_OPEN_MAX = 10_000
"""Spans that may be open; beyond that the oldest is ended, because what it waits for does not happen any more."""
_EXPORT_TIMEOUT_S = 3
_trace: contextvars.ContextVar[str] = contextvars.ContextVar("trace", default="")
_given_id: contextvars.ContextVar[int] = contextvars.ContextVar("given_trace_id", default=0)

spans: "Spans | None" = None
"""The spans of this process; None while tracing is off."""


def current_trace() -> str:
    """The trace id of the present work, or an empty text."""
    return _trace.get()


@contextmanager
def traced(trace: str) -> Iterator[None]:
    """Everything logged, sent and posted inside carries this trace id."""
    mark = _trace.set(trace)
    try:
        yield
    finally:
        _trace.reset(mark)


def is_traceparent(trace: str) -> bool:
    """Whether a trace is that of a command which is recorded. Only the form of a text that we have written ourselves
    is looked at; what comes from outside is read by `read_traceparent`."""
    return len(trace) == _LENGTH and trace.startswith("00-")


def trace_id(trace: str) -> str:
    """What rows and logs keep of a trace: a `traceparent`'s trace id, any other text as it is."""
    return trace[3:35] if is_traceparent(trace) else trace


def read_traceparent(text: Any) -> str:
    """A `traceparent` header from outside if it is well formed, otherwise an empty text."""
    return text if isinstance(text, str) and _FORM.fullmatch(text) else ""


def is_sampled(traceparent: str) -> bool:
    """Whether the sender of a well-formed `traceparent` records its part of the trace."""
    return bool(int(traceparent[-2:], 16) & 1)


def trace_id_of(command_id: str) -> str:
    """The trace id (32 hex digits) of a frame or request: its id, an UUID without hyphens, or a hash of another id."""
    plain = command_id.replace("-", "").lower()
    return plain if _TRACE_ID.fullmatch(plain) else hashlib.sha256(command_id.encode()).hexdigest()[:32]


class Spans:
    """Begins and ends spans. For any thread: each operation is one step on a dictionary and the library's own."""

    def __init__(self, provider: Any, ratio: float) -> None:
        """`provider`: OpenTelemetry's `TracerProvider`, made by `make_provider`; `ratio`: the share of commands that
        are recorded, 0 … 1."""
        from opentelemetry import trace
        from opentelemetry.sdk.trace.sampling import TraceIdRatioBased

        self._provider = provider
        self._tracer = provider.get_tracer("kafeneio")
        self._sampler = TraceIdRatioBased(ratio)
        self._api = trace
        self._open: OrderedDict[str, Any] = OrderedDict()

    def enter(self, name: str, command_id: str, parent: str = "", trusted: bool = False) -> str:
        """Begin the first span of a command that comes in; returns the command's trace.

        `parent`: the sender's `traceparent`, well formed, or empty. Only the flag of a `trusted` sender counts: anybody
        else could make us record everything. A command that is not recorded keeps its id.
        """
        wanted = trace_id(parent) if parent else trace_id_of(command_id)
        by_ratio = self._sampler.should_sample(None, int(wanted, 16), name).decision.is_sampled()
        if not by_ratio and not (trusted and parent and is_sampled(parent)):
            # An id that only looks like a `traceparent` would be recorded by everybody after us.
            return wanted if is_traceparent(command_id) else command_id
        if parent:
            return self.begin(name, parent, SERVER)
        mark = _given_id.set(int(wanted, 16))
        try:
            return self._keep(self._tracer.start_span(name, context=None, kind=self._api.SpanKind.SERVER))
        finally:
            _given_id.reset(mark)

    def begin(self, name: str, parent: str, kind: str = INTERNAL, **attributes: str | int) -> str:
        """Begin a span below `parent`, a `traceparent`; returns the `traceparent` of what follows from it."""
        return self._keep(self._started(name, parent, kind, attributes, None))

    def end(self, trace: str, error: str = "") -> None:
        """End a span by its `traceparent`; any other text, and a span that has ended, are passed over."""
        span = self._open.pop(trace, None)
        if span is not None:
            self._finish(span, error, None)

    def record(
        self, name: str, parent: str, began_ns: int, error: str = "", kind: str = INTERNAL, **attributes: str | int
    ) -> None:
        """A span below `parent` that is over: it began at `began_ns` (`time.time_ns()`) and ends now."""
        self._finish(self._started(name, parent, kind, attributes, began_ns), error, None)

    def shut_down(self) -> None:
        """Export what has ended; waits a few seconds at the most."""
        self._provider.shutdown()

    def _started(
        self, name: str, parent: str, kind: str, attributes: dict[str, str | int], began_ns: int | None
    ) -> Any:
        api = self._api
        remote = api.SpanContext(
            int(parent[3:35], 16), int(parent[36:52], 16), is_remote=True, trace_flags=api.TraceFlags(1)
        )
        context = api.set_span_in_context(api.NonRecordingSpan(remote))
        return self._tracer.start_span(
            name, context=context, kind=api.SpanKind[kind], attributes=attributes, start_time=began_ns
        )

    def _keep(self, span: Any) -> str:
        found = span.get_span_context()
        trace = f"00-{found.trace_id:032x}-{found.span_id:016x}-01"
        self._open[trace] = span
        if len(self._open) > _OPEN_MAX:
            self._finish(self._open.popitem(last=False)[1], "abandoned", None)
        return trace

    def _finish(self, span: Any, error: str, ended_ns: int | None) -> None:
        if error:
            span.set_status(self._api.Status(self._api.StatusCode.ERROR, error))
        span.end(ended_ns)


def set_up(common: CommonSettings, process: str) -> None:
    """Turn tracing on if the settings name a collector. `process`: the part that runs here, such as `wallet`."""
    global spans
    if not common.tracing_url:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = make_provider(common, process)
    exporter = OTLPSpanExporter(endpoint=common.tracing_url, timeout=_EXPORT_TIMEOUT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    spans = Spans(provider, common.tracing_ratio)


def shut_down() -> None:
    """Turn tracing off again, and export what has ended."""
    global spans
    ended, spans = spans, None
    if ended is not None:
        ended.shut_down()


def make_provider(common: CommonSettings, process: str) -> Any:
    """A `TracerProvider` without exporters, whose first span of a trace takes the command's id as trace id."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
    from opentelemetry.sdk.trace.sampling import ALWAYS_ON

    class CommandIds(RandomIdGenerator):
        """Random ids, but for the trace id of a command that enters."""

        def generate_trace_id(self) -> int:
            return _given_id.get() or super().generate_trace_id()

    resource = Resource.create({
        "service.namespace": "kafeneio",
        "service.name": process,
        "service.version": common.version,
        "service.instance.id": f"{socket.gethostname()}-{os.getpid()}",
    })  # fmt: skip
    return TracerProvider(sampler=ALWAYS_ON, resource=resource, id_generator=CommandIds())


def message_headers() -> dict[str, str]:
    """The headers by which a message carries the present trace: `trace`, and `traceparent` where it is recorded."""
    trace = current_trace()
    return {"trace": trace[3:35], HEADER: trace} if is_traceparent(trace) else {"trace": trace}


def trace_in(headers: dict[str, Any]) -> str:
    """The trace that a message's headers carry."""
    return str(headers.get(HEADER) or headers.get("trace", ""))


@contextmanager
def entered(name: str, command_id: str, parent: str = "", trusted: bool = False) -> Iterator[None]:
    """Everything inside belongs to a command that has come in, and is its first span if it is recorded."""
    recording = spans
    if recording is None:
        with traced(command_id):
            yield
        return
    with _ended(recording, recording.enter(name, command_id, parent, trusted)):
        yield


@contextmanager
def span(name: str, kind: str = INTERNAL, **attributes: str | int) -> Iterator[None]:
    """A span of the present command, if that is recorded."""
    recording, parent = spans, current_trace()
    if recording is None or not is_traceparent(parent):
        yield
        return
    with _ended(recording, recording.begin(name, parent, kind, **attributes)):
        yield


@contextmanager
def consumed(name: str, traces: Sequence[str]) -> Iterator[Sequence[str]]:
    """A span for each recorded command among messages that are handled together; gives their traces from here on."""
    recording = spans
    if recording is None:
        yield traces
        return
    inside = [recording.begin(name, each, CONSUMER) if is_traceparent(each) else each for each in traces]
    error = ""
    try:
        yield inside
    except BaseException as raised:
        error = type(raised).__name__
        raise
    finally:
        for each in inside:
            recording.end(each, error)


@contextmanager
def _ended(recording: Spans, trace: str) -> Iterator[None]:
    error = ""
    try:
        with traced(trace):
            yield
    except BaseException as raised:
        error = type(raised).__name__
        raise
    finally:
        recording.end(trace, error)


def now_ns() -> int:
    """The time for `Spans.record`."""
    return time.time_ns()

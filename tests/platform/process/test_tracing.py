"""Spans: who is recorded, what carries the trace, and that nothing is done while tracing is off."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.platform.process import tracing
from services.platform.process.settings import CommonSettings
from services.platform.process.tracing import (
    Spans,
    current_trace,
    is_traceparent,
    read_traceparent,
    trace_id,
    trace_id_of,
    traced,
)

TRACE = "0af7651916cd43dd8448eb211c80319c"
SENDER = f"00-{TRACE}-b7ad6b7169203331-01"
UNSAMPLED = f"00-{TRACE}-b7ad6b7169203331-00"


@pytest.fixture
def seen() -> InMemorySpanExporter:
    return InMemorySpanExporter()


def _spans(seen: InMemorySpanExporter, ratio: float) -> Spans:
    provider = tracing.make_provider(CommonSettings(), "test")
    provider.add_span_processor(SimpleSpanProcessor(seen))
    return Spans(provider, ratio)


@pytest.fixture
def recording(seen: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spans]:
    spans = _spans(seen, 1)
    monkeypatch.setattr(tracing, "spans", spans)
    yield spans
    spans.shut_down()


def _names(seen: InMemorySpanExporter) -> list[str]:
    return [each.name for each in seen.get_finished_spans()]


@pytest.mark.parametrize(
    ("command_id", "expected"),
    [
        (TRACE, TRACE),
        ("0AF76519-16CD-43DD-8448-EB211C80319C", TRACE),
        ("0" * 32, "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a"[:32]),
        ("robot.7", None),
    ],
)
def test_the_trace_id_of_a_command_is_its_id_or_a_hash_of_it(command_id: str, expected: str | None) -> None:
    found = trace_id_of(command_id)
    assert len(found) == 32 and int(found, 16)
    assert found == (expected or found) == trace_id_of(command_id)


@pytest.mark.parametrize(
    "text",
    ["", "x", None, SENDER[:-1], SENDER.upper(), f"01{SENDER[2:]}", f"00-{'0' * 32}-b7ad6b7169203331-01"],
)
def test_a_traceparent_that_is_not_well_formed_counts_as_none(text: object) -> None:
    assert read_traceparent(text) == ""


def test_a_well_formed_traceparent_is_read_and_rows_keep_its_trace_id() -> None:
    assert read_traceparent(SENDER) == SENDER
    assert trace_id(SENDER) == TRACE
    assert trace_id("an id of a frame") == "an id of a frame"


def test_a_frame_s_id_is_the_trace_id_of_its_spans(recording: Spans, seen: InMemorySpanExporter) -> None:
    trace = recording.enter("frame move", TRACE)
    inner = recording.begin("action move", trace, tracing.CONSUMER)
    recording.end(inner)
    recording.end(trace)
    recording.end("of nobody")
    action, frame = seen.get_finished_spans()
    assert f"{frame.context.trace_id:032x}" == f"{action.context.trace_id:032x}" == TRACE == trace_id(trace)
    assert frame.parent is None
    assert action.parent is not None and action.parent.span_id == frame.context.span_id


def test_a_trace_outside_the_ratio_keeps_its_id_and_has_no_spans(seen: InMemorySpanExporter) -> None:
    spans = _spans(seen, 0)
    assert spans.enter("frame move", "robot.7") == "robot.7"
    assert spans.enter("GET /", TRACE, SENDER) == TRACE
    assert spans.enter("frame move", SENDER) == trace_id_of(SENDER)
    assert not is_traceparent(spans.enter("frame move", SENDER))
    assert _names(seen) == []


def test_the_ratio_decides_by_the_trace_id_so_that_half_of_them_are_recorded(seen: InMemorySpanExporter) -> None:
    spans = _spans(seen, 0.5)
    low, high = "1" * 16 + "0" * 15 + "1", "1" * 16 + "f" * 16
    assert is_traceparent(spans.enter("frame move", low))
    assert spans.enter("frame move", high) == high


def test_only_the_flag_of_a_trusted_sender_counts(seen: InMemorySpanExporter) -> None:
    spans = _spans(seen, 0)
    assert not is_traceparent(spans.enter("Credit", TRACE, UNSAMPLED, trusted=True))
    trace = spans.enter("Credit", TRACE, SENDER, trusted=True)
    spans.end(trace)
    (span,) = seen.get_finished_spans()
    assert span.parent is not None and f"{span.parent.span_id:016x}" == SENDER[36:52]


def test_messages_carry_the_traceparent_in_their_headers(recording: Spans) -> None:
    with tracing.entered("POST /api", TRACE):
        headers = tracing.message_headers()
    assert headers["trace"] == TRACE
    assert read_traceparent(headers["traceparent"]) == tracing.trace_in(headers)
    with traced("robot.7"):
        assert tracing.message_headers() == {"trace": "robot.7"}
    assert tracing.trace_in({"trace": "robot.7"}) == "robot.7"


def test_events_that_are_handled_together_have_a_span_each(recording: Spans, seen: InMemorySpanExporter) -> None:
    first = recording.enter("frame move", TRACE)
    with tracing.consumed("events.wallet", [first, "robot.7"]) as traces:
        assert trace_id(traces[0]) == TRACE and traces[0] != first
        assert traces[1] == "robot.7"
    assert _names(seen) == ["events.wallet"]


def test_a_failure_is_the_span_s_status(recording: Spans, seen: InMemorySpanExporter) -> None:
    with pytest.raises(KeyError), tracing.entered("POST /api", TRACE), tracing.span("wallet.get"):
        raise KeyError
    assert [each.status.description for each in seen.get_finished_spans()] == ["KeyError", "KeyError"]


def test_unfinished_spans_are_dropped(
    recording: Spans, seen: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracing, "_OPEN_MAX", 2)
    for number in range(4):
        recording.enter(f"frame {number}", TRACE)
    assert _names(seen) == ["frame 0", "frame 1"]


def test_while_tracing_is_off_commands_keep_their_ids() -> None:
    assert tracing.spans is None
    with tracing.entered("POST /api", TRACE), tracing.span("wallet.get"):
        assert current_trace() == TRACE
    with tracing.consumed("events.wallet", [SENDER]) as traces:
        assert traces == [SENDER]


def test_without_a_collector_opentelemetry_is_not_imported() -> None:
    said = "import sys, services.platform.process.tracing as t; "
    said += "from services.platform.process.settings import CommonSettings as C; "
    said += "t.set_up(C(), 'wallet'); print([m for m in sys.modules if m.startswith('opentelemetry')], t.spans)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] None"

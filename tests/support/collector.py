"""A collector of OpenTelemetry in this process: keeps the spans that are exported to it by OTLP over HTTP."""

import gzip
import http.server
import threading
from types import TracebackType
from typing import NamedTuple, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class SeenSpan(NamedTuple):
    """A span as it came in; ids as hex digits, `parent` empty for the first span of a trace."""

    service: str
    name: str
    kind: int
    trace: str
    id: str
    parent: str
    attributes: dict[str, str]
    failed: bool


class Collector:
    """A context manager; `url` is what KAFENEIO_TRACING_URL names."""

    def __init__(self) -> None:
        self.spans: list[SeenSpan] = []
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                collector.spans += _read(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                """Nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1/traces"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def trace(self, trace_id: str) -> list[SeenSpan]:
        """The spans of one trace."""
        return [each for each in list(self.spans) if each.trace == trace_id]


def _read(body: bytes) -> list[SeenSpan]:
    found = []
    for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
        names = {each.key: each.value.string_value for each in resource.resource.attributes}
        for scope in resource.scope_spans:
            found += [
                SeenSpan(
                    names["service.name"],
                    span.name,
                    span.kind,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    {each.key: each.value.string_value for each in span.attributes},
                    span.status.code == span.status.STATUS_CODE_ERROR,
                )
                for span in scope.spans
            ]
    return found

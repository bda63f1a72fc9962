"""JSON logs, one object a line, each with the trace id that a command carries through every process."""

import logging
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import msgspec

from services.platform.process.tracing import current_trace, trace_id


@contextmanager
def not_installed(package: str) -> Iterator[None]:
    """Inside the block `import package` raises ImportError, whether the package is installed or not."""
    before = sys.modules.get(package)
    sys.modules[package] = None  # type: ignore[assignment]  # the documented way to forbid an import
    try:
        yield
    finally:
        if before is None:
            del sys.modules[package]
        else:
            sys.modules[package] = before


# For coloured tracebacks, which are never written here, it would import rich and pygments where those are installed.
with not_installed("rich"):
    import structlog

_SECRET_KEYS = frozenset({"password", "token", "root", "seed", "authorization", "cookie", "email"})


def _add_trace(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    trace = current_trace()
    if trace:
        event.setdefault("trace", trace_id(trace))
    return event


def _hide_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        event[key] = _hidden(key, value)
    return event


def _hidden(key: object, value: Any) -> Any:
    """The value, or stars if its key is the name of a secret or ends with one (`session_token`)."""
    if isinstance(key, str) and key.rpartition("_")[2] in _SECRET_KEYS:
        return "***"
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        return {name: _hidden(name, inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_hidden(None, inner) for inner in value]
    return value


def set_up(level: str = "INFO", process: str = "", of_parts: Mapping[str, str] = MappingProxyType({})) -> None:
    """Send all logs, ours and those of libraries, to standard error as JSON. `of_parts`: logger → a level of its own,
    for what is below it, too."""
    shared: list[Any] = [
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_trace,
        structlog.processors.format_exc_info,
        _hide_secrets,
    ]
    # Below the lowest level a line costs nothing; which part may write it is asked only where parts have their own.
    lowest = min(logging.getLevelName(each) for each in (level, *of_parts.values()))
    by_part = [structlog.stdlib.filter_by_level] if of_parts else []
    structlog.configure(
        processors=[*by_part, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _process_namer(process),
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.captureWarnings(capture=True)  # those of libraries would be lines of text amid the JSON
    for noisy in ("amqp", "kombu", "nameko", "alembic", "werkzeug", "eventlet"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    for part, own in of_parts.items():
        logging.getLogger(part).setLevel(own)


def _process_namer(process: str) -> Any:
    def add_process(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if process:
            event["process"] = process
        return event

    return add_process


def get_logger(name: str) -> Any:
    """A logger: `log.info("what_happened", key=value)`."""
    return structlog.stdlib.get_logger(name)

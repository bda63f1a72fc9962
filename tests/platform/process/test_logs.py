"""Logs are JSON lines with a trace and without secrets."""

import json
import subprocess
import sys

import pytest

from services.platform.process.tracing import current_trace, traced

_SAY = """
import logging
import sys
from services.platform.process import logs, tracing
logs.set_up("INFO", "wallet")
log = logs.get_logger("services.example")
log.info("plain", stake_chips=5, name="Καφενείο")
log.debug("quiet")
with tracing.traced("trace-1"):
    log.warning("traced")
    logging.getLogger("some.library").error("from a %s", "library")
    logging.getLogger("kombu").info("chatter")
log.info("after")
more = {"cookie": "c", "authorization": "a"}
log.info("secret", password="p4ss", token="t0ken", root="r00t", seed="s33d", email="e@mail", **more)
nested = {"move": {"seed": "s33d"}, "token": "t0ken"}
log.info("nested", command=nested, frames=[{"password": "p4ss"}], session_token="t0ken")
try:
    raise ValueError("what went wrong")
except ValueError:
    log.exception("failed")
    log.error("failed elsewhere", exc_info=sys.exc_info())
"""


@pytest.fixture(scope="module")
def lines() -> list[dict[str, object]]:
    said = subprocess.run([sys.executable, "-c", _SAY], capture_output=True, text=True, check=True)
    assert said.stdout == ""
    return [json.loads(line) for line in said.stderr.splitlines()]


def line(lines, event):
    (found,) = [each for each in lines if each["event"] == event]
    return found


def test_a_line_is_an_object_with_time_level_logger_and_process(lines):
    found = line(lines, "plain")
    assert found["timestamp"].endswith("Z")
    assert (found["level"], found["logger"], found["process"]) == ("info", "services.example", "wallet")
    assert (found["stake_chips"], found["name"]) == (5, "Καφενείο")


def test_what_is_below_the_level_is_not_said_and_libraries_only_warn(lines):
    assert not [each for each in lines if each["event"] in ("quiet", "chatter")]


_PARTS = """
import logging
from services.platform.process import logs
logs.set_up("WARNING", "wallet", {"services.tables": "DEBUG", "services.lobby": "ERROR", "kombu": "INFO"})
for name in ("services.tables.worker", "services.lobby.rooms", "services.wallet", "services.tablesaw"):
    for level in ("debug", "info", "warning", "error"):
        getattr(logs.get_logger(name), level)(f"{name} {level}")
for name in ("kombu.connection", "amqp"):
    for level in ("debug", "info", "warning"):
        getattr(logging.getLogger(name), level)(f"{name} {level}")
"""


def test_a_part_has_a_level_of_its_own_whether_it_is_ours_or_a_library_s() -> None:
    said = subprocess.run([sys.executable, "-c", _PARTS], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = {}
    for each in map(json.loads, said.stderr.splitlines()):
        name, level = each["event"].split()
        assert (each["logger"], each["level"]) == (name, level)
        found.setdefault(name, []).append(level)
    assert found == {
        "services.tables.worker": ["debug", "info", "warning", "error"],
        "services.lobby.rooms": ["error"],
        "services.wallet": ["warning", "error"],
        "services.tablesaw": ["warning", "error"],
        "kombu.connection": ["info", "warning"],
        "amqp": ["warning"],
    }


@pytest.mark.parametrize("module", ["services.platform.broker.embedded", "kafeneio.main", "services.lobby.service"])
def test_no_library_warns_on_standard_error_when_a_module_is_imported(module: str) -> None:
    command = [sys.executable, "-W", "default", "-c", f"import {module}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (said.stdout, said.stderr) == ("", "")


def test_the_trace_is_on_every_line_inside_and_on_none_outside(lines):
    assert line(lines, "traced")["trace"] == line(lines, "from a library")["trace"] == "trace-1"
    assert "trace" not in line(lines, "plain") and "trace" not in line(lines, "after")


def test_secrets_are_hidden_by_their_names(lines):
    found = line(lines, "secret")
    names = ("password", "token", "root", "seed", "email", "cookie", "authorization")
    assert {found[name] for name in names} == {"***"}


def test_secrets_are_hidden_in_what_is_nested_too(lines):
    text = json.dumps(line(lines, "nested"))
    assert all(secret not in text for secret in ("s33d", "t0ken", "p4ss"))


def test_an_exception_is_logged_with_its_traceback_in_one_line(lines):
    for event in ("failed", "failed elsewhere"):
        assert "ValueError: what went wrong" in str(line(lines, event)["exception"])


def test_traces_nest_and_end():
    assert current_trace() == ""
    with traced("outer"):
        with traced("inner"):
            assert current_trace() == "inner"
        assert current_trace() == "outer"
    assert current_trace() == ""

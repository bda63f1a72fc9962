"""What processes write is JSON from the first line to the last, in whatever way they were started."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.processes.members import bare_environment, ready_checks
from bench.processes.whole_platform import Platform
from kafeneio.processes import ON_ONE_SERVER
from tests.support.ports import free_ports
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.real]
READY_S, DRAIN_S = 120.0, 60.0


def test_every_line_of_every_process_is_json(
    rabbit_server: RabbitServer, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """Started as an operator does: Python's warnings are on, and each is the only thing in its process."""
    with Platform(rabbit_server, postgres_server, workers=0, gateways=0, services=()) as platform:
        settings = platform.settings()
        processes, ports = {}, dict(zip(ON_ONE_SERVER, free_ports(len(ON_ONE_SERVER)), strict=True))
        gateway_port, grpc_port = free_ports(2)
        own = {
            "KAFENEIO_GATEWAY_PORT": str(gateway_port),
            "KAFENEIO_GRPC_PORT": str(grpc_port),
            "KAFENEIO_VAR_DIR": str(tmp_path),
            "KAFENEIO_DATABASE_CONNECTIONS": "3",
            "KAFENEIO_NO_SETTING": "1",
        }
        try:
            for name in ON_ONE_SERVER:
                environment = bare_environment() | settings | own | {"KAFENEIO_HEALTH_PORT": str(ports[name])}
                parts = ["--part", "workers", "--games", "tictactoe"] if name == "tables" else []
                command = [sys.executable, "-W", "default", "-m", "kafeneio", "run", name, *parts]
                file = (tmp_path / f"{name}.log").open("wb")
                processes[name] = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=file, stderr=file)
            waiting = set(ON_ONE_SERVER)
            until_s = time.monotonic() + READY_S
            while waiting and time.monotonic() < until_s:
                waiting -= {name for name in waiting if ready_checks(ports[name])}
                time.sleep(0.2)
            assert waiting == set(), {name: (tmp_path / f"{name}.log").read_text()[-2000:] for name in waiting}
        finally:
            for process in processes.values():
                process.send_signal(signal.SIGTERM)
            codes = {name: process.wait(DRAIN_S) for name, process in processes.items()}
    assert set(codes.values()) == {0}
    for name in ON_ONE_SERVER:
        lines = (tmp_path / f"{name}.log").read_text().splitlines()
        not_json = [line for line in lines if not is_object(line)]
        assert (name, not_json) == (name, [])
        unknown = [json.loads(line)["error"] for line in lines if "is no setting" in line]
        assert unknown
        assert {each.partition(" ")[0] for each in unknown} == {"KAFENEIO_NO_SETTING"}


def is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False

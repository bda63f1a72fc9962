"""Both client packages read the streams of a gateway that runs, each in a process of its own as a program does."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gateway.public_events.embedded_log import LogWriter
from services.platform.process.settings import CommonSettings
from tests.e2e.test_clients import TYPESCRIPT, VENV, WEB, with_node
from tests.gateway.http.test_streams import RATED, open_streams, rated
from tests.gateway.running_gateway import House, wait_for
from tools.protos import ROOT

PYTHON_PROGRAM = """
import asyncio, json, sys
from kafeneio_client import Refused, stream_events, stream_table

async def main(url, token):
    frames = []
    async for frame in stream_table(url, token, "t-1"):
        print(frame["t"], flush=True)
        if frame["t"] == "update":
            break
    seen = []
    async for event in stream_events(url, token, ["ranking.rated"], after="0.0"):
        seen.append(event.id)
        print(event.id, flush=True)
        if len(seen) == 3:
            break
    for wrong in (stream_events(url, token, after="here"), stream_table(url, token, "t-none")):
        try:
            await anext(wrong)
        except Refused as refused:
            print(refused.code, flush=True)

asyncio.run(main(*sys.argv[1:]))
"""
NODE_PROGRAM = """
import { streamEvents, streamTable } from "./dist/index.js";

const [url, token] = process.argv.slice(2);
for await (const frame of streamTable(url, token, "t-1")) {
  console.log(frame.t);
  if (frame.t === "update") break;
}
let count = 0;
for await (const event of streamEvents(url, token, { topics: ["ranking.rated"], after: "0.0" })) {
  console.log(event.id);
  count += 1;
  if (count === 3) break;
}
for (const wrong of [streamEvents(url, token, { after: "here" }), streamTable(url, token, "t-none")]) {
  await wrong.next().catch((refused) => console.log(refused.error));
}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript package, built."""
    folder = tmp_path_factory.mktemp("package")
    compiler = with_node(WEB / "node_modules" / ".bin" / "tsc", "-p", "tsconfig.json", "--outDir", folder / "dist")
    subprocess.run(list(map(str, compiler)), cwd=TYPESCRIPT, env=os.environ | VENV, check=True, timeout=240)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "program.js").write_text(NODE_PROGRAM)
    return folder


def commands(package: Path) -> dict[str, tuple[Sequence[Any], dict[str, str]]]:
    return {
        "python": ([sys.executable, "-c", PYTHON_PROGRAM], {"PYTHONPATH": str(ROOT / "clients" / "python" / "src")}),
        "typescript": (with_node("node", package / "program.js"), VENV),
    }


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, var_dir=tmp_path, gateway_requests_per_s=0, gateway_stream_line_s=0.2) as running:
        yield running


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_program_reads_both_streams(house: House, tmp_path: Path, package: Path, language: str) -> None:
    writer = LogWriter(CommonSettings(var_dir=str(tmp_path)))
    command, environment = commands(package)[language]
    program = subprocess.Popen(
        [*map(str, command), f"http://127.0.0.1:{house.port}", "token-ann"],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: house.commands(kind="Watch", account="a-ann"), "the program to look at the table")
    bob = house.player("bob")
    bob.ask(t="move", id="b1", table="t-1", match="m", number=1, move={"cell": 4})
    bob.close()
    writer.add(RATED, [rated("m-1", "a-ann"), rated("m-2", "a-bob"), rated("m-3", "a-ann")])
    wait_for(lambda: open_streams(house, "events") == 1, "the program to follow events")
    writer.add(RATED, [rated("m-4", "a-ann")])
    said, _ = program.communicate(timeout=120)
    writer._file.close()
    assert program.returncode == 0
    assert said.split() == ["table", "update", "m-1", "m-3", "m-4", "cursor_invalid", "table_unknown"]

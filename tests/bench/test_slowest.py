"""What `make bench ARGS="--slowest"` makes of the stamps of moves."""

import subprocess
import sys
from pathlib import Path

from bench.moves.slowest import report, stages
from bench.moves.slowest.processors import Processors
from bench.moves.slowest.stages import STAGES
from bench.processes.members import ROOT
from bench.robots.meter import Meter

MS = 1_000_000
GATEWAY = ("gateway_read", "gateway_published", "gateway_updates", "gateway_sent")


def write(folder: Path, pid: int, *lines: str) -> None:
    (folder / f"stages-{pid}.txt").write_text("".join(f"{line}\n" for line in lines))


def stamped(folder: Path, delays_ms: dict[str, int]) -> stages.Seen:
    """Moves whose every stage takes 1 ms, but the wait for the database, which takes as long as the test sets."""
    lines: dict[bool, list[str]] = {True: [], False: []}
    for id, database_ms in delays_ms.items():
        at_ms = 1_000
        for name, _ in STAGES[1:-1]:
            at_ms += database_ms if name == "worker_committed" else 1
            lines[name in GATEWAY].append(f"{name}\t{at_ms * MS}\t0\t{id}")
    write(folder, 1, *lines[True])
    write(folder, 2, *lines[False], f"gc2\t{1_005 * MS}\t{1_007 * MS}\t")
    return stages.read(folder)


def test_the_slowest_move_is_explained_by_the_stage_that_took_its_time(tmp_path: Path) -> None:
    seen = stamped(tmp_path, {f"m{number}": 40 if number == 7 else 2 for number in range(100)})
    sent = {f"m{number}": (1.0, 1.0 + (9 + (40 if number == 7 else 2)) / 1_000) for number in range(100)}

    moves = stages.moves(sent, seen)
    (slow,) = stages.slowest(moves)

    assert slow.id == "m7" and round(1_000 * slow.delay_s) == 49
    parts = dict(zip([name for name, _ in STAGES[1:]], stages.mean_parts_ms([slow]), strict=True))
    assert max(parts, key=lambda name: parts[name]) == "worker_committed"
    assert round(stages.paused_ms(slow, seen.pauses)) == 2
    text = report.report("paced100", moves, seen, Processors(dict))
    assert "the slowest 1 of 49.00 ms" in text


def test_a_move_that_lacks_a_stage_is_left_out(tmp_path: Path) -> None:
    seen = stamped(tmp_path, {"m": 2})
    assert stages.moves({"m": (1.0, 1.02), "other": (1.0, 1.02)}, seen)[0].id == "m"
    assert len(stages.moves({"m": (1.0, 1.02), "other": (1.0, 1.02)}, seen)) == 1


def test_the_meter_names_moves_only_where_that_is_wanted() -> None:
    meter = Meter()
    meter.begin()
    meter.seen_by_both(0.0, "m")
    assert meter.moves is None
    meter.moves = {}
    meter.seen_by_both(0.0, "m")
    assert list(meter.moves) == ["m"]


def test_the_probe_finds_every_method_that_it_stamps(tmp_path: Path) -> None:
    probe = ROOT / "bench" / "moves" / "slowest" / "probe"
    code = (
        "import gateway.ws.tables.commands as c, gateway.ws.tables.table_viewers as u\n"
        "import services.tables.worker.cycle.cycle as w, services.tables.worker.shards.inbox_items as i\n"
        "found = c.Commands.put, c.Commands._say, u.TableUpdates.on_message, w.Cycle._read, w.Cycle.run\n"
        "found += w.Cycle.commit, w.Cycle._prepare, w.Cycle.send, i.DirectDelivery.__init__\n"
        "print({each.__code__.co_filename.rsplit('/', 1)[1] for each in found})\n"
    )
    environment = {"PYTHONPATH": f"{probe}:{ROOT}", "STAGES_FOLDER": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "{'sitecustomize.py'}"

"""Jobs of every night run once when they are due, are made up for, and their failures are counted."""

import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from kafeneio.nightly import MINUTE_MS, Job, Nightly, is_due, jobs, newest_backup_s
from services.kernel.clock import DAY_MS
from services.platform.process import metrics
from services.platform.process.settings import NightlySettings
from tests.architecture.project import ROOT

MIDNIGHT_MS = 20_000 * DAY_MS
JOB = Job("forget", ("forget",), 190)
DUE_MS = MIDNIGHT_MS + 190 * MINUTE_MS


@pytest.mark.parametrize(
    ("succeeded_ms", "failed_ms", "now_ms", "expected"),
    [
        (DUE_MS - DAY_MS, 0, DUE_MS - 1, False),
        (DUE_MS - DAY_MS, 0, DUE_MS, True),
        (DUE_MS, 0, DUE_MS + DAY_MS - 1, False),
        (DUE_MS - DAY_MS + 1, 0, DUE_MS + 5 * MINUTE_MS, True),
        (DUE_MS - 9 * DAY_MS, 0, DUE_MS - 1, True),
        (DUE_MS - DAY_MS, DUE_MS, DUE_MS + 59 * MINUTE_MS, False),
        (DUE_MS - DAY_MS, DUE_MS, DUE_MS + 60 * MINUTE_MS, True),
    ],
)
def test_a_job_is_due_once_a_day_and_an_hour_after_it_failed(
    succeeded_ms: int, failed_ms: int, now_ms: int, expected: bool
) -> None:
    assert is_due(JOB, succeeded_ms, failed_ms, now_ms) is expected


def test_the_jobs_and_their_hours_are_those_of_the_cluster() -> None:
    crons = {}
    for path in (ROOT / "deploy/k8s/components/housekeeping").glob("*.yaml"):
        for each in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            if each and each["kind"] == "CronJob":
                minute, hour, *_ = each["spec"]["schedule"].split()
                (container,) = each["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
                crons[each["metadata"]["name"]] = (tuple(container["args"]), int(hour) * 60 + int(minute))
    assert {job.name: (job.arguments, job.minute) for job in jobs(NightlySettings(heads_folder="/heads"))} == crons
    assert [job.name for job in jobs(NightlySettings())] == ["forget", "ledger-audit"]


def value(metric: Any, name: str) -> float:
    return float(metric.labels(name)._value.get())


def test_successes_are_kept_for_the_next_start_and_failures_show(tmp_path: Path) -> None:
    good, bad = Job("good", ("0",), 0), Job("bad", ("3",), 0)
    (tmp_path / "nightly.json").write_text(json.dumps({"good": 1, "bad": 1}))
    command = [sys.executable, "-c", "import sys; print('said'); sys.exit(int(sys.argv[1]))"]

    Nightly([good, bad], tmp_path, command).run_due(DUE_MS)

    assert json.loads((tmp_path / "nightly.json").read_text()) == {"good": DUE_MS, "bad": 1}
    assert [value(metrics.nightly_failed, each) for each in ("good", "bad")] == [0, 1]
    again = Nightly([good, bad], tmp_path, [sys.executable, "-c", ""])
    assert value(metrics.nightly_success_s, "good") == DUE_MS / 1000
    again.run_due(DUE_MS + 1)
    assert json.loads((tmp_path / "nightly.json").read_text()) == {"good": DUE_MS, "bad": DUE_MS + 1}
    assert value(metrics.nightly_failed, "bad") == 0


def test_a_new_installation_waits_for_its_first_night(tmp_path: Path) -> None:
    nightly = Nightly([JOB], tmp_path, [sys.executable, "-c", "raise SystemExit(1)"])
    nightly.run_due(int(value(metrics.nightly_success_s, "forget") * 1000))
    assert value(metrics.nightly_failed, "forget") == 0


def test_what_was_asked_to_stop_runs_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "nightly.json").write_text(json.dumps({"forget": 1}))
    nightly = Nightly([JOB], tmp_path, [sys.executable, "-c", "raise SystemExit(1)"])
    nightly.stop()
    nightly.run_due(DUE_MS)
    nightly.serve()
    assert value(metrics.nightly_failed, "forget") == 0


def test_the_newest_backup_counts(tmp_path: Path) -> None:
    assert math.isnan(newest_backup_s(""))
    assert newest_backup_s(str(tmp_path)) == 0
    for name, at_s in (("a.dump", 1000), ("b.dump", 3000), ("c.dump", 2000), ("d.dump.part", 9000)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (at_s, at_s))
    assert newest_backup_s(str(tmp_path)) == 3000

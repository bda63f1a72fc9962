"""One server: units, containers and scraping have every process, settings that exist, and alerts that can fire."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.drill import page
from bench.drill.containers import stand_ins
from deploy.generate.declared import database_variables, sections
from kafeneio.processes import HEALTH_PORTS, ON_ONE_SERVER, SERVICES
from kafeneio.server.environment_file import Choices, wanted
from tests.architecture.project import ROOT
from tests.deploy import metrics
from tests.deploy.manifests import read

UNITS = ROOT / "deploy/systemd"
SERVER = ROOT / "deploy/server"
COMPOSE = ROOT / "deploy/compose"
PROMETHEUS = ROOT / "deploy/observability/prometheus"
PAGES = [ROOT / "docs/one-server.md", ROOT / "docs/one-server-compose.md"]
TO_A_CLUSTER = ROOT / "docs/to-a-cluster.md"
WRITTEN = {line.name for line in wanted(Choices("play.example.org", mail="smtp://a@b"), {}, SERVICES)}


def declared() -> set[str]:
    return {each.name for section in sections(ROOT) for each in section.settings} | set(database_variables(ROOT))


def compose() -> dict[str, Any]:
    found: dict[str, Any] = read(COMPOSE / "compose.yaml")[0]
    return found


# --- units ---


def test_the_target_wants_every_process_and_no_other() -> None:
    text = (UNITS / "kafeneio.target").read_text(encoding="utf-8")
    assert set(re.findall(r"kafeneio@(\w+)\.service", text)) == set(ON_ONE_SERVER)
    assert "kafeneio-backup.timer" in text


def test_units_are_what_systemd_takes(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    assert program, "systemd-analyze is missing: apt-get install systemd"
    shutil.copytree(UNITS, tmp_path / "units")
    instances = [f"kafeneio@{name}.service" for name in ON_ONE_SERVER]
    for path in (tmp_path / "units").rglob("*.*"):
        if path.is_file():  # the programs are not installed here
            text = path.read_text(encoding="utf-8")
            text = text.replace("/opt/kafeneio/bin/kafeneio", "/bin/true").replace("/opt/kafeneio/share", "/bin")
            path.write_text(re.sub(r"^(Requires|Wants|After)=(.*)$", _only_ours, text, flags=re.MULTILINE))
    names = [
        *instances,
        "kafeneio.target",
        "kafeneio-migrate.service",
        "kafeneio-backup.service",
        "kafeneio-backup.timer",
    ]
    done = subprocess.run(
        [program, "verify", "--man=no", *(str(tmp_path / "units" / name) for name in names)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, [line for line in done.stderr.splitlines() if "kafeneio" in line]) == (0, [])


def _only_ours(found: re.Match[str]) -> str:
    """What other packages bring need not be installed where this is tested."""
    kept = [name for name in found[2].split() if name.startswith("kafeneio")]
    return f"{found[1]}={' '.join(kept)}" if kept else ""


def test_a_fault_in_a_unit_is_noticed(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    assert program, "systemd-analyze is missing: apt-get install systemd"
    (tmp_path / "bad.service").write_text("[Service]\nType=execute\nExecStart=/bin/true\nMemoryMaximum=1G\n")
    done = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / "bad.service")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "MemoryMaximum" in done.stderr


def test_processes_run_as_a_user_of_their_own_without_rights_and_leave_in_peace() -> None:
    unit = (UNITS / "kafeneio@.service").read_text(encoding="utf-8")
    for line in ("User=kafeneio", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=",
                 "Restart=always", "EnvironmentFile=/etc/kafeneio/kafeneio.env"):  # fmt: skip
        assert f"\n{line}\n" in unit
    grace = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert grace
    (drain,) = [each.default for section in sections(ROOT) for each in section.settings
                if each.name == "KAFENEIO_DRAIN_MS"]  # fmt: skip
    assert int(grace[1]) > int(drain) / 1000 * 2


# --- containers ---


def test_compose_runs_every_process_and_what_they_need() -> None:
    services = compose()["services"]
    runs = {name: each["command"] for name, each in services.items() if each.get("command", [None])[0] == "run"}
    assert {name: command[:2] for name, command in runs.items()} == {name: ["run", name] for name in ON_ONE_SERVER}
    assert runs["tables"][2:] == ["--part", "workers"]
    servers = {"postgres", "rabbitmq", "caddy", "backup", "prometheus", "alertmanager", "grafana", "migrate"}
    assert servers <= services.keys()


def test_every_image_of_a_server_has_one_that_the_drill_makes() -> None:
    images = {each["image"] for each in compose()["services"].values()}
    assert {image for image in images if not image.startswith("kafeneio:")} == stand_ins.IMAGES.keys()
    for stand_in in stand_ins.IMAGES.values():
        done = subprocess.run(["bash", "-n"], input=stand_in.starts, text=True, check=False)
        assert done.returncode == 0, stand_in.starts


def test_settings_and_secrets_of_compose_exist() -> None:
    text = (COMPOSE / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"KAFENEIO_[A-Z_]+", text)) - {"KAFENEIO_RELEASE"} <= declared()
    interpolated = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert interpolated - {"KAFENEIO_RELEASE", "CADDY_OPTIONS"} <= WRITTEN
    assert compose()["x-process"]["environment"]["KAFENEIO_GATEWAY_PROXY_HOPS"] == "1"


def typed(path: Path) -> str:
    return "\n".join(block for section in page.sections(path) for block in section.blocks)


def test_what_compose_mounts_and_depends_on_is_there_or_made_by_the_page() -> None:
    found = compose()
    made = {f"./{name}" for name in re.findall(r" >([a-z]+\.yml)$", typed(PAGES[1]), re.MULTILINE)}
    assert made == {"./alertmanager.yml"}
    for name, service in found["services"].items():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            there = source in made or (COMPOSE / source).exists()
            assert there if source.startswith(".") else source in found["volumes"], (name, mount)
        assert set(service.get("depends_on", [])) <= found["services"].keys(), name


_COMMAND = re.compile(r"docker compose (exec|run|stop|cp|up|ps|logs)((?: [^\n|>&;]+)?)")
_WITH_VALUE = {"--entrypoint", "--volume", "--since"}


def services_of(deed: str, words: list[str]) -> list[str]:
    """The services that a command of Compose is about."""
    named: list[str] = []
    after_value = False
    for word in words:
        if not after_value and not word.startswith("-"):
            named.append(word.partition(":")[0])
            if deed in ("exec", "run", "cp"):
                break
        after_value = word in _WITH_VALUE
    return named


def test_commands_of_the_page_are_about_services_that_there_are_and_stop_every_process() -> None:
    services = compose()["services"].keys()
    stopped = []
    for deed, words in _COMMAND.findall(typed(PAGES[1])):
        named = services_of(deed, words.split())
        assert set(named) <= services, (deed, words)
        if deed == "stop":
            stopped.append(set(named) - {"backup"})
    assert stopped == [set(ON_ONE_SERVER)] * 2


def test_what_the_page_lets_be_written_is_no_part_of_the_project() -> None:
    names = [".env", "alertmanager.yml", "files.tar"]
    assert all(name in typed(PAGES[1]) for name in names)
    done = subprocess.run(
        ["git", "check-ignore", *(str(COMPOSE / name) for name in names)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == len(names)


def test_only_the_proxy_is_reached_from_outside() -> None:
    ports = {name: [str(port) for port in each.get("ports", [])] for name, each in compose()["services"].items()}
    outside = {name for name, own in ports.items() for port in own if not port.startswith("127.0.0.1:")}
    assert outside == {"caddy"}


# --- scraping, alerts ---


@pytest.mark.parametrize(
    "path", [PROMETHEUS / "prometheus-server.yml", COMPOSE / "prometheus.yml"], ids=lambda p: p.parent.name
)
def test_every_process_is_scraped_with_the_labels_that_alerts_expect(path: Path) -> None:
    (config,) = read(path)
    jobs = {job["job_name"]: job for job in config["scrape_configs"]}
    targets = {each["labels"]["process"]: each for each in jobs["kafeneio"]["static_configs"]}
    assert set(targets) == set(ON_ONE_SERVER)
    for name, target in targets.items():
        (address,) = target["targets"]
        assert address.endswith(f":{HEALTH_PORTS[name]}")
        assert target["labels"].keys() | {"job", "instance"} == metrics.TARGET
    assert {"rabbitmq", "rabbitmq-queues"} <= jobs.keys()
    for pattern in config["rule_files"]:
        assert list(PROMETHEUS.glob(pattern))


def of_one_server() -> list[dict[str, Any]]:
    return [rule for group in read(PROMETHEUS / "server/nightly.yml")[0]["groups"] for rule in group["rules"]]


def test_alerts_of_one_server_ask_for_what_there_is_and_have_the_names_of_the_runbook() -> None:
    everywhere = {
        rule["alert"]: rule
        for path in (PROMETHEUS / "rules").glob("*.yml")
        for group in read(path)[0]["groups"]
        for rule in group["rules"]
        if "alert" in rule
    }
    metrics.known.cache_clear()
    for rule in of_one_server():
        assert metrics.complaints(rule["alert"], rule["expr"]) == []
        pages = [each["annotations"]["runbook_url"] for each in (rule, everywhere[rule["alert"]])]
        assert len({url.rpartition("#")[2] for url in pages}) == 1


NEEDS_NO_COUNTERPART = {
    "NotReady": "systemd has no probes; the doctor asks each process",
    "MigrationFailed": "the operator who upgrades sees it: no process starts",
    "BackupCheckFailed": "a backup is read when it is made, and restored by the drill",
}


def test_alerts_that_only_a_cluster_can_raise_have_a_counterpart_or_a_reason() -> None:
    only_there = {
        rule["alert"]
        for path in (PROMETHEUS / "rules").glob("*.yml")
        for group in read(path)[0]["groups"]
        for rule in group["rules"]
        if "alert" in rule and re.search(r"\b(kube|cnpg|barman)_", rule["expr"])
    }
    assert only_there == {rule["alert"] for rule in of_one_server()} | NEEDS_NO_COUNTERPART.keys()


# --- scripts, page ---


@pytest.mark.parametrize("path", sorted(SERVER.glob("*.sh")), ids=lambda path: path.name)
def test_a_script_stops_at_its_first_fault_and_asks_for_settings_that_init_writes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\nset -euo pipefail\n" in text
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0
    assert set(re.findall(r"\$\{([A-Z_]+):\?\}", text)) <= WRITTEN


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_s_commands_are_blocks_and_what_is_decided_stands_in_the_first(path: Path) -> None:
    first, *rest = page.sections(path)
    names = set(page.decisions(first.blocks[0]))
    used = set(
        re.findall(r"(?<!\\)\$\{?([A-Z_]{3,})", "\n".join(block for section in rest for block in section.blocks))
    )
    assert used - {"PWD"} <= names
    assert names - used <= {"KAFENEIO_SMTP_PASSWORD"}
    _, unnamed = page.decided(first.blocks[0], {"DOMAIN": "localhost", "MOOD": "good"})
    assert unnamed == ["MOOD"]


@pytest.mark.parametrize("path", [*PAGES, TO_A_CLUSTER], ids=lambda path: path.stem)
def test_every_command_of_a_page_is_a_shell_s(path: Path) -> None:
    for section in page.sections(path):
        for block in section.blocks:
            assert subprocess.run(["bash", "-n"], input=block, text=True, check=False).returncode == 0, block


def test_the_ports_on_the_page_are_those_of_the_code() -> None:
    text = PAGES[0].read_text(encoding="utf-8")
    assert [name for name in ON_ONE_SERVER if f"{name} {HEALTH_PORTS[name]}" not in text] == []

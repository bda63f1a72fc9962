"""Run every validator. `python -m deploy.validate`; exit code 1 if anything is wrong."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from deploy.validate import tools as programs
from deploy.validate.chart import chart_complaints
from deploy.validate.compose import compose_complaints
from deploy.validate.images import PLACEHOLDER, image_complaints
from deploy.validate.listed import KINDS as LISTED_KINDS
from deploy.validate.listed import listed_complaints
from deploy.validate.render import rendered
from deploy.validate.tools import ROOT, Tools
from services.platform.operations import console

KUBERNETES = "1.37"
_CUSTOM_GROUPS = ("gateway.networking.k8s.io", "keda.sh", "monitoring.coreos.com", "postgresql.cnpg.io")
_PROMETHEUS = ROOT / "deploy/observability/prometheus"
_ALERTMANAGER = ROOT / "deploy/observability/alertmanager/alertmanager.yml"
_BACKUP_NOW = ROOT / "deploy/postgres/backup-now.yaml"
_NODE_PACKAGE = ROOT / "deploy/validate"


def main() -> int:
    """Print the complaints, one a line; returns the exit code."""
    tools = programs.found()
    found = [*manifest_complaints(tools), *chart_complaints(tools), *compose_complaints(), *tool_complaints(tools)]
    for complaint in found:
        console.say(complaint)
    console.say(f"deploy: {len(found)} faults")
    return 1 if found else 0


def manifest_complaints(tools: Tools) -> Iterator[str]:
    """What is wrong with the rendered manifests."""
    for name, text in rendered(tools):
        documents = [each for each in yaml.safe_load_all(text) if each]
        custom = [each for each in documents if each["apiVersion"].split("/")[0] in _CUSTOM_GROUPS]
        listed = [each for each in documents if each["kind"] in LISTED_KINDS]
        known = [each for each in documents if each not in custom and each not in listed]
        complaints = [*_schema_complaints(tools, known), *_custom_complaints(tools, custom)]
        complaints += [complaint for each in listed for complaint in listed_complaints(each)]
        yield from (f"{name}: {complaint}" for complaint in complaints)
        yield from (f"{name}: {complaint}" for complaint in _release_complaints(name, text))
    by_hand = list(yaml.safe_load_all(_BACKUP_NOW.read_text(encoding="utf-8")))
    yield from (f"{_BACKUP_NOW.name}: {complaint}" for complaint in _custom_complaints(tools, by_hand))


def _release_complaints(name: str, text: str) -> list[str]:
    """Images of ours that an overlay of production does not name by digest. The placeholder is what the repository has,
    and images of others come from a registry that we do not choose."""
    ours = text.replace(PLACEHOLDER, "sha256:" + "1" * 64)
    if not name.startswith(("overlays/prod", "overlays/small")):
        return []
    return [each for each in image_complaints(ours) if "kafeneio" in each]


def _schema_complaints(tools: Tools, documents: list[dict[str, Any]]) -> list[str]:
    """Kubernetes' own kinds; a kind without a schema is only a warning of the tool, and a fault here."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rendered.yaml"
        path.write_text(yaml.safe_dump_all(documents), encoding="utf-8")
        lines = _output([tools.kubernetes_validate, "--strict", "-k", KUBERNETES, str(path)])[1]
    return [line.replace(str(path), "") for line in lines if line.strip() and not line.startswith("INFO")]


def _custom_complaints(tools: Tools, documents: list[dict[str, Any]]) -> list[str]:
    """Operators' kinds, by their published schemas."""
    if not documents:
        return []
    command = [tools.node, "custom_resources.mjs"]
    code, lines = _output(command, cwd=_NODE_PACKAGE, text=json.dumps(documents))
    return lines if lines or not code else ["custom resources could not be validated"]


def tool_complaints(tools: Tools) -> Iterator[str]:
    """The complaints of the validators of single files."""
    rules = sorted(str(path) for path in (_PROMETHEUS / "rules").glob("*.yml"))
    tests = sorted(path.name for path in (_PROMETHEUS / "tests").glob("*.test.yml"))
    commands = {
        "Dockerfile": [tools.hadolint, str(ROOT / "Dockerfile")],
        "rules": [tools.promtool, "check", "rules", "--lint-fatal", *rules],
        "tests of rules": [tools.promtool, "test", "rules", *tests],
    }
    if _ALERTMANAGER.exists():
        commands["alertmanager.yml"] = [tools.amtool, "check-config", str(_ALERTMANAGER)]
    yield from _scrape_complaints(tools)
    for name, command in commands.items():
        code, lines = _output(command, cwd=_PROMETHEUS / "tests")
        if code:
            yield from (f"{name}: {line}" for line in lines if line.strip())


def _scrape_complaints(tools: Tools) -> Iterator[str]:
    """The scrape configuration, with fixed targets: Debian's build has no discovery in Kubernetes."""
    config = yaml.safe_load((_PROMETHEUS / "prometheus.yml").read_text(encoding="utf-8"))
    for job in config["scrape_configs"]:
        if job.pop("kubernetes_sd_configs", None):
            job["static_configs"] = [{"targets": ["localhost:8081"]}]
    with tempfile.NamedTemporaryFile("w", suffix=".yml", dir=_PROMETHEUS) as file:
        yaml.safe_dump(config, file)
        file.flush()
        code, lines = _output([tools.promtool, "check", "config", file.name])
    if code:
        yield from (f"prometheus.yml: {line}" for line in lines if line.strip())


def _output(command: list[str], cwd: Path = ROOT, text: str = "") -> tuple[int, list[str]]:
    """A program's exit code and what it wrote."""
    done = subprocess.run(command, cwd=cwd, input=text, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()


if __name__ == "__main__":
    sys.exit(main())

"""The documents lead somewhere, and say what the files say."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.generate import game_components
from deploy.generate.declared import processes
from services.platform.process.settings import CommonSettings
from tests.deploy.manifests import K8S, ROOT, SECRETS, manifests, of_kind

DOCUMENTS = [path for path in sorted((ROOT / "deploy").rglob("*.md")) if "node_modules" not in path.parts]
README = (ROOT / "deploy/README.md").read_text(encoding="utf-8")


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        found = (document.parent / path).resolve() if path else document
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def test_the_readme_names_every_label_that_opens_a_door() -> None:
    text = "\n".join(path.read_text() for path in (K8S / "base").rglob("*.yaml"))
    labels = set(re.findall(r"kafeneio/reaches-\w+", text))
    assert labels == set(re.findall(r"kafeneio/reaches-\w+", README)) != set()


def test_folders_and_files_that_the_readme_names_are_there() -> None:
    named = re.findall(r"(?:deploy/)?(k8s/[\w./-]+\w)", README)
    assert named
    assert [path for path in named if not (ROOT / "deploy" / path).exists()] == []


def test_the_numbers_in_the_readme_are_those_of_the_manifests() -> None:
    for scaler in of_kind(manifests(), "HorizontalPodAutoscaler"):
        assert f"{scaler.name} {scaler.spec['minReplicas']} to {scaler.spec['maxReplicas']}" in README
    graces = {
        each.spec["template"]["spec"]["terminationGracePeriodSeconds"] for each in of_kind(manifests(), "Deployment")
    }
    assert [f"`terminationGracePeriodSeconds` ({grace})" in README for grace in graces] == [True]


def test_the_connections_in_the_readme_are_those_of_the_manifests_and_fit_the_database() -> None:
    each = CommonSettings().database_connections
    services = [item for item in of_kind(manifests(), "Deployment") if item.name in processes()[0]]
    pods = {item.name: item.spec["replicas"] for item in services}
    workers = pods.pop("tables")
    (history,) = [each for each in of_kind(manifests(), "HorizontalPodAutoscaler") if each.name == "history"]
    pods |= {"history": history.spec["maxReplicas"]}
    families = len(game_components.families())
    at_rest, rolling = (
        each * sum(count + surge for count in pods.values()) + (each + 1) * families * (workers + surge)
        for surge in (0, 1)
    )
    others = 20
    assert f"| together | {at_rest + others} | {rolling + others} |" in README
    (database,) = of_kind(manifests(), "Cluster")
    assert int(database.spec["postgresql"]["parameters"]["max_connections"]) > rolling + others


def commands_of(document: Path) -> list[str]:
    """The commands in a document's code, joined where a backslash ends a line."""
    text = document.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    return [*(line.strip() for block in blocks for line in block.splitlines()), *re.findall(r"`([^`\n]+)`", text)]


COMMANDS = commands_of(ROOT / "deploy/README.md")


@pytest.mark.parametrize("overlay", ["small", "prod"])
def test_every_place_of_an_overlay_that_a_command_names_is_there(overlay: str) -> None:
    named = {path for command in COMMANDS for path in re.findall(r"\$OVERLAY/?([\w./-]*)", command)}
    assert {"", "migration", "toolbox", "servers", "settings.env", "release/kustomization.yaml"} <= named
    assert [path for path in named if not (K8S / "overlays" / overlay / path).exists()] == []


def test_no_command_is_about_one_overlay_alone() -> None:
    about = [command for command in COMMANDS if "overlays/" in command and "ingress" not in command]
    assert {command.partition("    #")[0] for command in about} == {"export OVERLAY=deploy/k8s/overlays/small"}


def test_every_file_and_module_that_a_command_names_is_there() -> None:
    files = {path for command in COMMANDS for path in re.findall(r"(?<![\w/])deploy/[\w./-]+\w", command)}
    files -= {"deploy/wallet"}  # kubectl's word for a Deployment
    modules = {name for command in COMMANDS for name in re.findall(r"python -m (deploy[\w.]*)", command)}
    assert len(files) > 5
    assert [path for path in files if not (ROOT / path).exists()] == []
    assert {"deploy.secrets", "deploy.validate.images"} <= modules
    found = [ROOT / name.replace(".", "/") for name in modules]
    assert [
        str(path) for path in found if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists())
    ] == []


_OBJECTS = {"deployment": "Deployment", "cronjob": "CronJob", "job": "Job", "pod": "Pod", "cluster": "Cluster",
            "rabbitmqcluster": "RabbitmqCluster"}  # fmt: skip


def test_every_object_that_a_command_names_is_there() -> None:
    texts = [*COMMANDS, *(command for document in RUNBOOK for command in commands_of(document))]
    own = [command for command in texts if "kubectl -n kafeneio" in command]
    there = {(each.kind, each.name) for each in manifests()}
    there |= {("Deployment", f"tables-{family}") for family in game_components.families()}
    named = {
        (_OBJECTS[kind], name)
        for command in own
        for kind, name in re.findall(rf"\b({'|'.join(_OBJECTS)})/([a-z][\w-]*)(?![\w<-])", command)
    }
    assert {("Cluster", "database"), ("RabbitmqCluster", "broker"), ("Pod", "toolbox")} <= named
    assert named - there == set()


def test_files_with_secrets_that_the_page_lets_be_written_are_no_part_of_the_project() -> None:
    written = {name for command in COMMANDS for name in re.findall(r">([a-z.]+\.(?:env|yaml))\b", command)}
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert written == {"given.env", "secrets.yaml"}
    assert {f"/{name}" for name in written} <= set(ignored)


def test_secrets_that_commands_name_are_in_the_template_or_made_by_an_operator() -> None:
    named = {name for command in COMMANDS for name in re.findall(r"secret (?:generic )?([a-z][\w-]+)", command)}
    assert {"kafeneio-database-ca", "database-ca"} <= named
    assert named - SECRETS.keys() == {"database-ca"}


def test_the_versions_of_operators_are_those_that_are_installed() -> None:
    table = re.findall(r"^\| \[?[^|]+\| (\d+\.\d+)[^|]*\|", README.partition("### 2.")[0], flags=re.MULTILINE)
    installed = re.findall(r"^kubectl apply .*?v?(\d+\.\d+)\.\d+\b", README, flags=re.MULTILINE)
    assert table == installed
    assert len(table) == 5


RUNBOOK = [ROOT / "deploy/observability/RUNBOOK.md", *sorted((ROOT / "deploy/observability/runbook").glob("*.md"))]


def test_logs_are_asked_for_whole_and_nothing_is_run_where_nothing_may_run() -> None:
    """With a label, kubectl shows ten lines; and a Deployment that was scaled to 0 has no pod to run anything in."""
    for document in (*RUNBOOK, ROOT / "deploy/README.md"):
        for command in commands_of(document):
            if "kubectl" in command and " logs " in command and "<pod>`" not in command:
                assert "--tail=-1" in command or "--previous" in command, command
            assert "exec deploy" not in command, command


_FILLED = {"<service>": "wallet", "<board>": "b", "<period>": "p"}
_PARSES = """
import json, sys
from kafeneio.main import _parser
for arguments in json.load(sys.stdin):
    try:
        _parser().parse_args(arguments)
    except SystemExit as left:
        if left.code:
            print(arguments)
"""


def test_every_kafeneio_command_of_the_runbook_is_one() -> None:
    texts = {each for document in RUNBOOK for each in commands_of(document) if each.startswith("kafeneio ")}
    texts = {each for each in texts if "…" not in each}
    assert len(texts) > 20
    for placeholder, value in _FILLED.items():
        texts = {each.replace(placeholder, value) for each in texts}
    asked = [shlex.split(re.sub(r"<[\w ]+>", "1", each))[1:] for each in sorted(texts)]
    done = subprocess.run(
        [sys.executable, "-c", _PARSES], cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr

"""The documents lead somewhere, and say what the files say."""

import re
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
        path, _, anchor = target.partition("#")
        found = (document.parent / path).resolve() if path else document
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def test_the_readme_names_every_secret_and_key() -> None:
    named = set(re.findall(r"`([\w-]+)`", README))
    assert SECRETS.keys() | {key for keys in SECRETS.values() for key in keys} <= named
    assert {"kafeneio-tls", "kafeneio-grpc-tls"} <= named


def test_the_readme_names_every_label_that_opens_a_door() -> None:
    text = "\n".join(path.read_text() for path in (K8S / "base").glob("*.yaml"))
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


RUNBOOK = ROOT / "deploy/observability/RUNBOOK.md"


def test_logs_are_asked_for_whole_and_nothing_is_run_where_nothing_may_run() -> None:
    """With a label, kubectl shows ten lines; and a Deployment that was scaled to 0 has no pod to run anything in."""
    for document in (RUNBOOK, ROOT / "deploy/README.md"):
        for command in commands_of(document):
            if "kubectl" in command and " logs " in command and "<pod>`" not in command:
                assert "--tail=-1" in command or "--previous" in command, command
            assert "exec deploy" not in command, command


def test_every_kafeneio_command_of_the_runbook_is_one() -> None:
    texts = {
        found.group(0)
        for command in commands_of(RUNBOOK)
        if (
            found := re.search(
                r"kafeneio (?:ledger|dead|recover|migrate|tables|roles|cases|messages|account)[^|`]*", command
            )
        )
    }
    assert texts
    script = "import sys; from kafeneio.main import _parser; _parser().parse_args(sys.argv[1:])"
    for text in sorted(texts):
        arguments = text.replace("<service>", "wallet").split()[1:]
        done = subprocess.run([sys.executable, "-c", script, *arguments], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, (text, done.stderr)

"""The documents lead somewhere, and say what the files say."""

import re
from pathlib import Path

import pytest

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
    (scaler,) = of_kind(manifests(), "HorizontalPodAutoscaler")
    assert f"{scaler.spec['minReplicas']} to {scaler.spec['maxReplicas']}" in README
    graces = {
        each.spec["template"]["spec"]["terminationGracePeriodSeconds"] for each in of_kind(manifests(), "Deployment")
    }
    assert [f"`terminationGracePeriodSeconds` ({grace})" in README for grace in graces] == [True]

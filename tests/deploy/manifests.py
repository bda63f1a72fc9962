"""The manifests as plain documents, and where in them things are."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from deploy.secrets.filled import TEMPLATE
from services.platform.process.settings import CommonSettings, load

ROOT = Path(__file__).resolve().parents[2]
K8S = ROOT / "deploy/k8s"
OVERLAYS = ("dev", "prod", "small")
PART_OF = "app.kubernetes.io/part-of"
NAME = "app.kubernetes.io/name"
GENERATED_CONFIG = "kafeneio-settings"
SECRETS: dict[str, set[str]] = {
    each["metadata"]["name"]: set(each["stringData"]) for each in yaml.safe_load_all(TEMPLATE.read_text("utf-8"))
}
"""The secrets of the template that an installation fills in, with their keys."""

OF_THE_BUCKET = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_ENDPOINT"}
"""The variables of the object store's own library."""

OF_THE_DATABASE = {"PGSSLMODE": "verify-full", "PGSSLROOTCERT": "/etc/kafeneio/database-ca/ca.crt"}
"""The variables of PostgreSQL's own library that every process with a database is given."""

Document = dict[str, Any]


class Manifest(NamedTuple):
    """A document and the file it is in, from the root."""

    path: str
    document: Document

    @property
    def kind(self) -> str:
        """Deployment, Service …"""
        return str(self.document["kind"])

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.document["metadata"]["name"])

    @property
    def spec(self) -> Document:
        """Its spec; empty where the kind has none."""
        return dict(self.document.get("spec", {}))

    def __str__(self) -> str:
        """As complaints name it."""
        return f"{self.path}: {self.kind} {self.name}"


@cache
def read(path: Path) -> list[Document]:
    """The documents of a YAML file."""
    return [each for each in yaml.load_all(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader) if each]


def yaml_documents(text: str) -> list[Any]:
    """The documents of a YAML text."""
    return list(yaml.load_all(text, Loader=yaml.CSafeLoader))


@cache
def manifests() -> list[Manifest]:
    """Every object that is applied, without what overlays change in it. Read once: copy it to change it."""
    files = [path for path in sorted(K8S.rglob("*.yaml")) if path.name != "kustomization.yaml"]
    files = [path for path in files if not is_patch(path) and not is_configuration(path)]
    return [Manifest(str(path.relative_to(ROOT)), document) for path in files for document in read(path)]


def is_patch(path: Path) -> bool:
    """Whether a kustomization beside it uses this file as a patch."""
    patches = kustomization(path.parent).get("patches", [])
    return path.name in [patch.get("path") for patch in patches]


def is_configuration(path: Path) -> bool:
    """Whether a kustomization beside it is configured by this file."""
    return path.name in kustomization(path.parent).get("configurations", [])


def patch_files() -> list[Document]:
    """The patches that are files of their own."""
    return [document for path in sorted(K8S.rglob("*.yaml")) if is_patch(path) for document in read(path)]


def patches_of_small() -> list[Document]:
    """The patches that make the overlay `small` small: of the platform, and of broker and database."""
    folders = (K8S / "overlays/small", K8S / "overlays/small/one-node")
    return [patch for folder in folders for patch in kustomization(folder)["patches"]]


def patched_template(patch: Document) -> Document:
    """The pod's template in a patch of a Deployment or a CronJob."""
    found: Document = patch["spec"].get("jobTemplate", patch)["spec"]["template"]
    return found


def kustomization(folder: Path) -> Document:
    """A folder's kustomization; empty if it has none."""
    path = folder / "kustomization.yaml"
    return read(path)[0] if path.exists() else {}


def kustomizations() -> list[Path]:
    """The folders that have one."""
    return sorted(path.parent for path in K8S.rglob("kustomization.yaml"))


def of_kind(found: list[Manifest], *kinds: str) -> list[Manifest]:
    """Those of these kinds."""
    return [each for each in found if each.kind in kinds]


def workloads(found: list[Manifest]) -> list[Manifest]:
    """What runs pods of our image alone; of a CronJob the Job that it makes."""
    own = [each for each in cron_jobs(found) if "initContainers" not in pod(each)]
    return [*of_kind(found, "Deployment", "Job"), *own]


def cron_jobs(found: list[Manifest]) -> list[Manifest]:
    """The Jobs that CronJobs make."""
    return [
        Manifest(each.path, each.document | {"kind": "Job", "spec": each.spec["jobTemplate"]["spec"]})
        for each in of_kind(found, "CronJob")
    ]


def pod(workload: Manifest) -> Document:
    """A workload's pod spec."""
    return dict(workload.spec["template"]["spec"])


def pod_labels(workload: Manifest) -> dict[str, str]:
    """The labels of a workload's pods."""
    return dict(workload.spec["template"]["metadata"]["labels"])


def container(workload: Manifest) -> Document:
    """The only container of a workload."""
    (only,) = pod(workload)["containers"]
    return dict(only)


def port_names(workload: Manifest) -> set[str]:
    """The names of a workload's ports."""
    return {port.get("name", "") for port in container(workload).get("ports", [])}


def environment(workload: Manifest) -> dict[str, Any]:
    """Variable → value, or where it comes from, as the container itself says (not the shared settings)."""
    return {each["name"]: each.get("value", each.get("valueFrom")) for each in container(workload).get("env", [])}


def needs(labels: dict[str, str], selector: dict[str, str]) -> bool:
    """Whether a selector's labels are all among these."""
    return selector.items() <= labels.items()


def variables(path: Path) -> dict[str, str]:
    """An env file as kustomize reads it: no quotes, no expansion."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def settings_of(overlay: str) -> dict[str, str]:
    """The shared settings in force in an overlay."""
    return variables(K8S / "base/settings.env") | variables(K8S / f"overlays/{overlay}/settings.env")


def drain_s() -> float:
    """The longest that a process of the base may take to drain."""
    return load(CommonSettings, variables(K8S / "base/settings.env")).drain_ms / 1000

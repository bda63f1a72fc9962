"""The manifests to be validated: the overlays as kustomize renders them, and components that no overlay here uses."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from deploy.validate.tools import ROOT, Tools

K8S = ROOT / "deploy/k8s"
EXTRAS = (
    "certificate",
    "payments",
    "grpc-tls",
    "rabbitmq",
    "postgres",
    "monitoring",
    "gateway-api",
    "keda",
    "housekeeping",
    "tracing",
    "cells",
)
"""The components that an installation chooses from."""


def targets() -> list[Path]:
    """Every kustomization that is applied: overlays, and below each its migration, its toolbox, its servers."""
    overlays = sorted(path for path in (K8S / "overlays").iterdir() if path.is_dir())
    folders = [overlay / below for overlay in overlays for below in ("", "migration", "toolbox", "servers")]
    return [folder for folder in folders if folder.exists()]


def rendered(tools: Tools) -> Iterator[tuple[str, str]]:
    """(name, YAML) of every target, of production with one component more, and with all of them."""
    for target in targets():
        yield str(target.relative_to(K8S)), kustomize(tools, target)
    with tempfile.TemporaryDirectory() as folder:
        for components in (*((extra,) for extra in EXTRAS), EXTRAS):
            yield f"prod with {' '.join(components)}", kustomize(tools, _production_with(Path(folder), components))


def kustomize(tools: Tools, folder: Path) -> str:
    """One kustomization as `kubectl apply -k` would send it.

    Raises:
        RuntimeError: it cannot be rendered; the message says why.
    """
    command = [tools.kubectl, "kustomize", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        raise RuntimeError(f"{folder}: {done.stderr.strip()}")
    return done.stdout


def _production_with(folder: Path, components: tuple[str, ...]) -> Path:
    """A kustomization of production and these components."""
    here = folder.resolve()
    overlay = os.path.relpath(K8S / "overlays/prod", here)
    lines = ["apiVersion: kustomize.config.k8s.io/v1beta1", "kind: Kustomization", "namespace: kafeneio"]
    lines += ["resources:", f"  - {overlay}", "components:"]
    lines += [f"  - {os.path.relpath(K8S / 'components' / name, here)}" for name in components]
    (folder / "kustomization.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder

"""Whether Helm's chart and the overlays of kustomize are the same objects: each is rendered by its own program.

Compared are every overlay, its servers, toolbox and migration, and production with each component and with all.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from deploy.generate.chart.everything import CHART
from deploy.generate.chart.objects import COMPONENTS
from deploy.validate.render import K8S, kustomize
from deploy.validate.tools import OPS, ROOT, Tools

_RENDER = ROOT / "deploy/validate/helm_render.py"
_WARNING = 2
_SETS = (*((name,) for name in COMPONENTS if name not in ("mail", "journal-archive")), tuple(COMPONENTS))
"""The components that production is rendered with; `journal-archive` needs another one, and is in the last alone."""

Key = tuple[str, str, str]
Objects = dict[Key, dict[str, Any]]


class Same(NamedTuple):
    """Two renderings that have to be the same."""

    name: str
    yaml: str
    """As kustomize has rendered it."""
    values: dict[str, Any]
    namespace: str


def chart_complaints(tools: Tools) -> Iterator[str]:
    """Where the chart is not what the overlays are, and what Helm finds wrong with it."""
    pairs = [*_of_overlays(tools), *_of_components(tools)]
    answer = helm(CHART, [(each.values, each.namespace) for each in pairs])
    yield from (f"chart: {each['error']}" for each in answer["lint"]["messages"] if each["severity"] >= _WARNING)
    for pair, rendered in zip(pairs, answer["rendered"], strict=True):
        if "error" in rendered:
            yield f"chart of {pair.name}: {rendered['error']}"
            continue
        yield from (f"chart of {pair.name}: {each}" for each in differences(pair.yaml, rendered["text"]))


def helm(chart: Path, wanted: list[tuple[dict[str, Any], str]]) -> dict[str, Any]:
    """What Helm finds wrong with a chart (`lint`), and what it renders for each values and namespace (`rendered`).

    Raises:
        RuntimeError: Helm's package is not installed, or the chart cannot be read; the message says why.
    """
    asked = json.dumps([{"values": values, "namespace": namespace} for values, namespace in wanted])
    command = [str(OPS / "bin/python"), str(_RENDER), str(ROOT / chart)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(f"helm: {done.stderr.strip()[-1000:]}")
    return dict(json.loads(done.stdout))


def differences(wanted: str, found: str) -> Iterator[str]:
    """Objects that are missing, are too many, or differ. What has no meaning does not count: the order of a container's
    variables (a test looks that those that others are made of come first), white space in a rule's expression, and
    the annotations by which the migration is a hook of Helm's."""
    one, other = _objects(wanted), _objects(found)
    yield from (f"{' '.join(key)} is missing" for key in sorted(one.keys() - other.keys()))
    yield from (f"{' '.join(key)} is too many" for key in sorted(other.keys() - one.keys()))
    for key in sorted(one.keys() & other.keys()):
        yield from (f"{' '.join(key)}: {each}" for each in _unequal("", one[key], other[key]))


def _of_overlays(tools: Tools) -> Iterator[Same]:
    for folder in sorted(path for path in (K8S / "overlays").iterdir() if path.is_dir()):
        said = ROOT / CHART / f"values-{folder.name}.yaml"
        values = yaml.safe_load(said.read_text(encoding="utf-8")) if said.exists() else {}
        namespace = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))["namespace"]
        whole = "\n---\n".join([kustomize(tools, folder), kustomize(tools, folder / "migration")])
        yield Same(folder.name, whole, values | {"namespace": {"create": True}}, namespace)
        yield Same(
            f"{folder.name}/toolbox", kustomize(tools, folder / "toolbox"), values | {"only": "toolbox"}, namespace
        )
        if (folder / "servers").exists():
            own = values | {"only": "servers", "components": {"rabbitmq": True, "postgres": True}}
            yield Same(f"{folder.name}/servers", kustomize(tools, folder / "servers"), own, namespace)


def _of_components(tools: Tools) -> Iterator[Same]:
    """Production with components as an installation adds them: before `release`, which names their images too."""
    said = yaml.safe_load((K8S / "overlays/prod/kustomization.yaml").read_text(encoding="utf-8"))
    for chosen in _SETS:
        with tempfile.TemporaryDirectory() as name:
            here = Path(name).resolve()
            before = [f"../../components/{each}" for each in chosen if each != "mail"]
            own = said | {
                "resources": [_from(here, each) for each in said["resources"]],
                "components": [_from(here, each) for each in _with(said["components"], before)],
            }
            (here / "settings.env").write_text((K8S / "overlays/prod/settings.env").read_text("utf-8"), "utf-8")
            (here / "kustomization.yaml").write_text(yaml.safe_dump(own), "utf-8")
            text = kustomize(tools, here)
        values = {"components": {COMPONENTS[each]: True for each in chosen}, "migration": {"enabled": False}}
        yield Same(f"prod with {' '.join(chosen)}", text, values | {"namespace": {"create": True}}, said["namespace"])


def _with(components: list[str], more: list[str]) -> list[str]:
    return [*(each for each in components if each != "release"), *more, "release"]


def _from(here: Path, path: str) -> str:
    return os.path.relpath((K8S / "overlays/prod" / path).resolve(), here)


def _objects(text: str) -> Objects:
    found: Objects = {}
    for each in yaml.load_all(text, Loader=yaml.CSafeLoader):
        if each:
            metadata = each["metadata"]
            found[each["kind"], metadata.get("namespace", ""), metadata["name"]] = each
            for name in [name for name in metadata.get("annotations", {}) if name.startswith("helm.sh/")]:
                del metadata["annotations"][name]
            if not metadata.get("annotations", True):
                del metadata["annotations"]
    return found


def _unequal(path: str, one: Any, other: Any) -> Iterator[str]:
    """The places at which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            yield from _unequal(f"{path}/{key}", one.get(key), other.get(key))
        return
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        if path.endswith("/env"):
            one, other = (sorted(each, key=lambda item: str(item["name"])) for each in (one, other))
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _unequal(f"{path}/{index}", left, right)
        return
    if path.endswith("/expr"):  # kustomize writes folded lines in another way than they were read
        one, other = (" ".join(str(each).split()) for each in (one, other))
    if one != other:
        yield f"{path} is {json.dumps(other)[:200]}, not {json.dumps(one)[:200]}"

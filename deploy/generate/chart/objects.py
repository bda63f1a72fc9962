"""The manifests of deploy/k8s, each with what components change in it, under the condition of the component."""

import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from deploy.generate.chart.nodes import MISSING, When, negated

K8S = Path("deploy/k8s")
COMPONENTS = {
    name: re.sub(r"-(\w)", lambda found: found[1].upper(), name)
    for name in (
        "cells", "mail", "certificate", "payments", "push", "sign-in", "webhooks", "grpc-tls", "rabbitmq", "postgres",
        "monitoring", "gateway-api", "keda", "housekeeping", "journal-archive", "tracing",
    )
}  # fmt: skip
"""The components of kustomize and their names in the values, in the order in which they change what is there and what
those before them bring. Games
are no component here: the chart always has their workers."""

_BY = ("name", "mountPath")
"""What identifies an item of a list, as Kubernetes merges it."""

Document = dict[str, Any]
Reader = Callable[[Path], str]


class Part(NamedTuple):
    """One document of a template."""

    template: str
    """Its file, below `templates`, without an extension."""
    document: Document
    condition: str
    """Under which it is there; empty: always."""


def condition_of(component: str) -> str:
    """The condition that a component is wanted."""
    return f"$.Values.components.{COMPONENTS[component]}"


def both(one: str, other: str) -> str:
    """The condition that two hold; an empty one always does."""
    return f"and ({one}) ({other})" if one and other else one or other


def parts(read: Reader) -> list[Part]:
    """All documents of base and components, with what components patch in them."""
    found = [Part(path.stem, each, "") for path in _resources(K8S / "base", read) for each in _documents(path, read)]
    found += [Part("tables", each, "") for each in _documents(K8S / "components/tables/tables.yaml", read)]
    for component in COMPONENTS:
        for path in _resources(K8S / "components" / component, read):
            name = path.stem if path.stem.startswith(f"{component}-") else f"{component}-{path.stem}"
            found += [Part(name, each, condition_of(component)) for each in _documents(path, read)]
    for component in COMPONENTS:
        for target, patch in _patches(K8S / "components" / component, read):
            found = [_patched(part, target, patch, condition_of(component)) for part in found]
    return found


def documents(path: Path, read: Reader) -> list[Document]:
    """The documents of one file."""
    return list(_documents(path, read))


def kustomization(folder: Path, read: Reader) -> Document:
    """What a folder's kustomization says."""
    return dict(yaml.load(read(folder / "kustomization.yaml"), Loader=yaml.CSafeLoader))


def selected(target: Document, document: Document) -> bool:
    """Whether a patch's target is this document; workers of a family are named by it, too."""
    metadata = document["metadata"]
    if target.get("kind", document["kind"]) != document["kind"]:
        return False
    key, _, value = target.get("labelSelector", "").partition("=")
    if key and metadata.get("labels", {}).get(key) != value:
        return False
    names = (metadata["name"], "tables-family") if metadata["name"] == "tables" else (metadata["name"],)
    return any(re.fullmatch(target.get("name", ".*"), name) for name in names)


def _documents(path: Path, read: Reader) -> Iterator[Document]:
    yield from (each for each in yaml.load_all(read(path), Loader=yaml.CSafeLoader) if each)


def _resources(folder: Path, read: Reader) -> Iterator[Path]:
    """The files of a kustomization; folders outside of it only make ConfigMaps of files, which `holes` does."""
    for name in kustomization(folder, read).get("resources", []):
        if name.startswith(".."):
            continue
        if name.endswith(".yaml"):
            yield folder / name
        else:
            yield from _resources(folder / name, read)


def _patches(folder: Path, read: Reader) -> Iterator[tuple[Document, Any]]:
    """(target, patch) in their order; a file's target is the object that it names."""
    for each in kustomization(folder, read).get("patches", []):
        if "path" in each:
            for patch in _documents(folder / each["path"], read):
                yield {"kind": patch["kind"], "name": patch["metadata"]["name"]}, patch
        else:
            yield each["target"], yaml.load(each["patch"], Loader=yaml.CSafeLoader)


def _patched(part: Part, target: Document, patch: Any, condition: str) -> Part:
    if not selected(target, part.document):
        return part
    if isinstance(patch, list):
        return part._replace(document=_changed(part.document, patch, condition))
    if patch.get("$patch") == "delete":
        return part._replace(condition=both(part.condition, negated(condition)))
    document = copy.deepcopy(part.document)
    _merge(document, {key: value for key, value in patch.items() if key not in ("apiVersion", "kind")}, condition)
    return part._replace(document=document)


def _changed(document: Document, changes: list[Document], condition: str) -> Document:
    """A JSON patch: only what is taken out is needed here."""
    document = copy.deepcopy(document)
    for change in changes:
        if change["op"] != "remove":
            raise ValueError(f"no template for {change}")
        *way, last = change["path"].split("/")[1:]
        place = document
        for step in way:
            place = place[step]
        place[last] = When(negated(condition), place[last])
    return document


def _merge(tree: Document, patch: Document, condition: str) -> None:
    """A strategic merge, under a condition."""
    for key, value in patch.items():
        old = tree.get(key, MISSING)
        if key == "name":
            continue  # by it the object, or the item of a list, has been found
        if value is None:
            tree[key] = When(negated(condition), old)
        elif old is MISSING:
            tree[key] = When(condition, value)
        elif isinstance(value, dict):
            _merge(old, value, condition)
        elif isinstance(value, list):
            _merge_lists(old, value, condition)
        elif old != value:
            tree[key] = When(condition, value, old)


def _merge_lists(items: list[Any], patch: list[Any], condition: str) -> None:
    """Items that are there are changed, new ones stand before them in their order."""
    new = []
    for each in patch:
        key = next(name for name in reversed(_BY) if name in each)
        if same := [item for item in items if isinstance(item, dict) and item.get(key) == each[key]]:
            _merge(same[0], each, condition)
        else:
            new.append(When(condition, each))
    items[:0] = new

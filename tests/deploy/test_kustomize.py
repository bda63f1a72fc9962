"""Kustomizations lead to what exists, patch what they mean, and differ between overlays only where they declare it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.generate.declared import processes
from deploy.validate.images import images
from services.platform.process.settings import load, settings_structs
from tests.architecture.project import assert_none
from tests.deploy.manifests import (
    GENERATED_CONFIG,
    K8S,
    OF_THE_BUCKET,
    OVERLAYS,
    ROOT,
    SECRETS,
    Manifest,
    container,
    cron_jobs,
    kustomization,
    kustomizations,
    manifests,
    of_kind,
    patch_files,
    patched_template,
    patches_of_small,
    read,
    settings_of,
    variables,
    yaml_documents,
)
from tests.deploy.pods import quantity

GAMES = K8S / "components/games"


def paths_of(folder: Path) -> list[Path]:
    """Everything that a folder's kustomization names."""
    data = kustomization(folder)
    named = [*data.get("resources", []), *data.get("components", [])]
    named += data.get("configurations", [])
    named += [patch["path"] for patch in data.get("patches", []) if "path" in patch]
    named += [path for generator in data.get("configMapGenerator", []) for path in generator.get("envs", [])]
    return [(folder / path).resolve() for path in named]


def objects() -> Iterator[tuple[str, Manifest]]:
    """(name once rendered, object) of everything that overlays patch: tables once for every family."""
    families = [folder.name for folder in GAMES.iterdir() if folder.is_dir()]
    for each in manifests():
        if "components/tables" in each.path:
            yield from ((f"{each.name}-{family}", each) for family in families)
        if "/base/" in each.path or "/components/" in each.path:
            yield each.name, each


def chosen(target: dict[str, str]) -> list[Manifest]:
    """What a patch's target chooses (kustomize reads names as whole regular expressions)."""
    pattern = re.compile(target.get("name", ".*"))
    return [each for name, each in objects() if each.kind == target["kind"] and pattern.fullmatch(name)]


def as_written(target: dict[str, str]) -> list[Manifest]:
    """What the patch of a family chooses: the pattern, not yet renamed."""
    return [each for each in manifests() if (each.kind, each.name) == (target["kind"], target.get("name"))]


def place(document: dict[str, Any], pointer: str) -> Any:
    """What a JSON pointer leads to; KeyError, IndexError or ValueError if nothing."""
    value: Any = document
    for step in pointer.split("/")[1:]:
        value = value[int(step)] if isinstance(value, list) else value[step.replace("~1", "/")]
    return value


@pytest.mark.parametrize("folder", kustomizations(), ids=lambda folder: str(folder.relative_to(K8S)))
def test_a_kustomization_names_what_exists(folder: Path) -> None:
    data = kustomization(folder)
    assert (data["apiVersion"], data["kind"]) in {
        ("kustomize.config.k8s.io/v1beta1", "Kustomization"),
        ("kustomize.config.k8s.io/v1alpha1", "Component"),
    }
    assert_none(
        [str(path) for path in paths_of(folder) if not (path.is_file() or (path / "kustomization.yaml").is_file())]
    )


def test_every_manifest_is_named_by_the_kustomization_beside_it() -> None:
    named = {path for folder in kustomizations() for path in paths_of(folder)}
    files = [path for path in K8S.rglob("*") if path.is_file() and path.name != "kustomization.yaml"]
    assert_none([str(path) for path in files if path not in named])


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_has_everything_in_a_namespace_of_its_own(overlay: str) -> None:
    folder = K8S / "overlays" / overlay
    workers = K8S / "components/tables" if overlay == "small" else GAMES
    assert {K8S / "base", workers, folder / "release"} <= set(paths_of(folder))
    assert kustomization(folder)["namespace"] == ("kafeneio-dev" if overlay == "dev" else "kafeneio")


def test_the_small_overlay_requests_no_more_than_two_cores() -> None:
    workers = [each for each in manifests() if each.path == "deploy/k8s/components/tables/tables.yaml"]
    base = [each for each in manifests() if each.path.startswith("deploy/k8s/base/")]
    deployments = of_kind([*base, *workers], "Deployment")
    requests = {
        f"{each.kind} {each.name}": quantity(container(each)["resources"]["requests"]["cpu"]) for each in deployments
    }
    for patch in patches_of_small():
        for change in yaml_documents(patch["patch"])[0]:
            if change["path"].endswith("/requests"):
                for each in chosen(patch["target"]):
                    requests[f"{each.kind} {each.name}"] = quantity(change["value"]["cpu"])
    services, fronts = processes()
    names = {f"Deployment {name}" for name in (*services, *fronts, "history")}
    assert names | {"RabbitmqCluster broker", "Cluster database"} == requests.keys()
    assert sum(requests.values()) <= 2


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_migration_is_of_the_same_release_in_the_same_namespace(overlay: str) -> None:
    folder = K8S / "overlays" / overlay
    assert set(paths_of(folder / "migration")) == {K8S / "migration", folder / "release"}
    assert kustomization(folder / "migration")["namespace"] == kustomization(folder)["namespace"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_release_names_a_version_of_our_image(overlay: str) -> None:
    ours, *others = kustomization(K8S / "overlays" / overlay / "release")["images"]
    used = {container(each)["image"].partition(":")[0] for each in of_kind(manifests(), "Deployment", "Job")}
    assert used == {ours["name"]}
    assert all(image["newTag"] not in ("", "latest") for image in (ours, *others))


@pytest.mark.parametrize("overlay", ["prod", "small"])
def test_a_release_names_every_image_that_there_is(overlay: str) -> None:
    """Those of broker and database as well: nothing is left to what an operator takes by default."""
    named = {image["name"] for image in kustomization(K8S / "overlays" / overlay / "release")["images"]}
    used = {image for each in manifests() for image in images(each.document)}
    assert {image.partition(":")[2] for image in used} == {"set-by-overlay"}
    assert {image.partition(":")[0] for image in used} == named
    (cluster,) = of_kind(manifests(), "Cluster")
    (broker,) = of_kind(manifests(), "RabbitmqCluster")
    assert cluster.spec["imageName"] and broker.spec["image"]


@pytest.mark.parametrize("folder", kustomizations(), ids=lambda folder: str(folder.relative_to(K8S)))
def test_patches_change_what_is_there(folder: Path) -> None:
    for patch in kustomization(folder).get("patches", []):
        if "target" not in patch:
            continue
        found = chosen(patch["target"]) or as_written(patch["target"])
        assert found, patch["target"]
        changes = yaml_documents(patch["patch"])[0]
        if isinstance(changes, dict):  # by the names of what it changes: `make manifests` renders it
            continue
        for each in found:
            for change in changes:
                assert change["op"] in ("replace", "remove")
                place(each.document, change["path"])


@pytest.mark.parametrize("patch", patch_files(), ids=lambda patch: patch["metadata"]["name"])
def test_a_patch_file_changes_an_object_of_ours_and_a_container_of_its(patch: dict[str, Any]) -> None:
    (target,) = [each for each in manifests() if (each.kind, each.name) == (patch["kind"], patch["metadata"]["name"])]
    (target,) = cron_jobs([target]) or [target]
    if "spec" not in patched_template(patch):  # a label alone
        return
    (changed,) = patched_template(patch)["spec"]["containers"]
    assert changed["name"] == container(target)["name"]
    assert {each["name"] for each in changed["env"]} <= known_variables() | OF_THE_BUCKET
    mounts = {mount["name"] for mount in changed.get("volumeMounts", [])}
    assert mounts == {volume["name"] for volume in patched_template(patch)["spec"].get("volumes", [])}


def test_with_payments_the_wallet_alone_reaches_the_provider_with_a_secret_of_its_own() -> None:
    (patch,) = [each for each in patch_files() if each["metadata"]["name"] == "wallet"]
    (changed,) = patch["spec"]["template"]["spec"]["containers"]
    told = {each["name"]: each.get("value", each.get("valueFrom")) for each in changed["env"]}
    assert told.pop("KAFENEIO_PAYMENT_PROVIDER") == "stripe"
    secrets = {source["secretKeyRef"]["name"]: source["secretKeyRef"]["key"] for source in told.values()}
    assert set(secrets) == {"kafeneio-stripe"}
    assert {source["secretKeyRef"]["key"] for source in told.values()} == SECRETS["kafeneio-stripe"]
    (policy,) = [each for each in of_kind(manifests(), "NetworkPolicy") if each.name == "payments"]
    assert policy.spec["podSelector"]["matchLabels"] == patch["spec"]["template"]["metadata"]["labels"]
    assert [port["port"] for rule in policy.spec["egress"] for port in rule["ports"]] == [443]


def test_with_an_archive_its_writers_and_readers_reach_the_bucket_with_its_secret() -> None:
    folder = K8S / "components/journal-archive"
    patches = [document for each in kustomization(folder)["patches"] for document in read(folder / each["path"])]
    assert {patch["metadata"]["name"] for patch in patches} == {"history", "forget"}
    (policy,) = [each for each in of_kind(manifests(), "NetworkPolicy") if each.name == "journal-archive"]
    for patch in patches:
        template = patched_template(patch)
        assert template["metadata"]["labels"] == policy.spec["podSelector"]["matchLabels"]
        sources = [each["valueFrom"]["secretKeyRef"] for each in template["spec"]["containers"][0]["env"]]
        assert {source["name"] for source in sources} == {"kafeneio-journal-archive"}
        assert {source["key"] for source in sources} == SECRETS["kafeneio-journal-archive"]


def test_what_a_patch_must_not_miss_is_missed_where_it_is_not() -> None:
    gateway = next(each for _, each in objects() if (each.kind, each.name) == ("Deployment", "gateway"))
    with pytest.raises(KeyError):
        place(gateway.document, "/spec/replicas")
    assert chosen({"kind": "Deployment", "name": "table"}) == []


def test_overlays_change_the_settings_that_the_base_makes() -> None:
    (made,) = kustomization(K8S / "base")["configMapGenerator"]
    assert made["name"] == GENERATED_CONFIG
    for overlay in OVERLAYS:
        (merged,) = kustomization(K8S / "overlays" / overlay)["configMapGenerator"]
        assert (merged["name"], merged["behavior"]) == (GENERATED_CONFIG, "merge")


def known_variables() -> set[str]:
    return {f"KAFENEIO_{field.upper()}" for _, kind in settings_structs(ROOT) for field in kind.__struct_fields__}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_process_can_read_the_settings_of_an_overlay(overlay: str) -> None:
    settings = settings_of(overlay)
    assert settings.keys() <= known_variables()
    for _, kind in settings_structs(ROOT):
        load(kind, settings)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_ports_in_the_settings_are_those_of_the_pods(overlay: str) -> None:
    settings = settings_of(overlay)
    declared = {
        port["name"]: port["containerPort"]
        for each in of_kind(manifests(), "Deployment")
        for port in container(each)["ports"]
    }
    told = {name: int(settings[f"KAFENEIO_{name.upper()}_PORT"]) for name in ("health", "gateway", "grpc")}
    assert {"health": told["health"], "http": told["gateway"], "grpc": told["grpc"]} == declared
    assert {settings[f"KAFENEIO_{name}_HOST"] for name in ("HEALTH", "GATEWAY", "GRPC")} == {"0.0.0.0"}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_no_setting_that_a_secret_gives_is_set_in_an_overlay(overlay: str) -> None:
    assert not [name for name in settings_of(overlay) if name.endswith(("_URL", "_TOKENS", "_KEY"))]
    assert {"kafeneio-broker", "kafeneio-grpc"} < SECRETS.keys()


def test_in_production_an_address_makes_twenty_accounts_a_day_and_elsewhere_any_number() -> None:
    limits = {overlay: settings_of(overlay).get("KAFENEIO_REGISTER_PER_IP_DAY") for overlay in OVERLAYS}
    assert limits == {"dev": None, "prod": "20", "small": "20"}


def test_an_overlay_says_only_what_is_new() -> None:
    base = variables(K8S / "base/settings.env").items()
    for overlay in OVERLAYS:
        assert not base & variables(K8S / f"overlays/{overlay}/settings.env").items()

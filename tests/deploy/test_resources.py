"""Requests and limits of the manifests are held against what processes were measured to use (`make footprint`)."""

import pytest

from deploy.generate.resources import FOOTPRINT, Used, derived, recorded
from tests.deploy.manifests import ROOT, Manifest, container, manifests, of_kind, patches_of_small, yaml_documents
from tests.deploy.pods import quantity

BRIDGE = "bridge"
"""Runs only where there are several cells, so it was not measured and is not in the small overlay."""
DEPLOYMENTS = [each for each in of_kind(manifests(), "Deployment") if each.name != BRIDGE]
BESIDE = {"RabbitmqCluster": "broker", "Cluster": "database"}
"""What the small overlay runs beside the platform, by its kind; in production each has nodes of its own."""


@pytest.mark.parametrize(
    ("used", "cpu", "memory", "limit"),
    [
        (Used(idle_cpu_m=1, cpu_m=100, peak_cpu_m=180, idle_mib=60, mib=80, peak_mib=90), "150m", "128Mi", "192Mi"),
        (Used(idle_cpu_m=1, cpu_m=61, peak_cpu_m=180, idle_mib=60, mib=64, peak_mib=65), "95m", "96Mi", "144Mi"),
        (Used(idle_cpu_m=1, cpu_m=2, peak_cpu_m=3, idle_mib=60, mib=64, peak_mib=40), "10m", "96Mi", "96Mi"),
    ],
    ids=["whole steps", "rounded up", "at least"],
)
def test_a_process_needs_half_as_much_again_and_may_have_twice_its_most(
    used: Used, cpu: str, memory: str, limit: str
) -> None:
    found = derived(used)
    assert (found.cpu, found.memory, found.memory_limit) == (cpu, memory, limit)


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda each: each.name)
def test_a_deployment_requests_at_least_what_was_measured(deployment: Manifest) -> None:
    found, resources = derived(recorded().used[deployment.name]), container(deployment)["resources"]
    assert quantity(resources["requests"]["cpu"]) >= quantity(found.cpu)
    assert quantity(resources["requests"]["memory"]) >= quantity(found.memory)
    assert quantity(resources["limits"]["memory"]) >= quantity(found.memory_limit)


def test_the_small_overlay_requests_for_each_process_at_least_what_was_measured() -> None:
    missing = []
    for name, requests in _requests_of_small().items():
        found = derived(recorded().used[name])
        for resource, wanted in (("cpu", found.cpu), ("memory", found.memory)):
            if quantity(requests[resource]) < quantity(wanted):
                missing.append(f"{name}: {resource} {requests[resource]} < {wanted}")
    assert missing == []


def _requests_of_small() -> dict[str, dict[str, str]]:
    """Process → requests, of all that the overlay sets."""
    found: dict[str, dict[str, str]] = {}
    for patch in patches_of_small():
        target = patch["target"]
        names = [BESIDE[target["kind"]]] if target["kind"] in BESIDE else target.get("name", "").strip("()").split("|")
        for change in yaml_documents(patch["patch"])[0]:
            if change["path"].endswith("/resources/requests"):
                found |= dict.fromkeys(names, change["value"])
    assert found.keys() == {each.name for each in DEPLOYMENTS} | set(BESIDE.values())
    return found


def test_the_document_has_the_recorded_figures() -> None:
    text = (ROOT / "docs/CAPACITY.md").read_text(encoding="utf-8")
    found = recorded()
    assert found.at in text
    for name, used in found.used.items():
        figures = (used.idle_cpu_m, used.cpu_m, used.peak_cpu_m, used.idle_mib, used.mib, used.peak_mib)
        assert f"| {name} | {' | '.join(map(str, figures))} |" in text


def test_the_measurement_is_of_a_hundred_tables_that_were_played_at() -> None:
    assert FOOTPRINT.is_relative_to(ROOT)
    found = recorded()
    assert found.tables >= 100
    assert found.moves_s >= 0.5 * found.tables

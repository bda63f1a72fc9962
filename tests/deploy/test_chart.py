"""The chart of Helm: its templates are YAML with holes, and Helm's own library renders from them what kustomize renders
from the overlays, where both programs are installed (`make manifests` installs them, and compares everything)."""

import json
import re
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.generate.chart import nodes, objects, values
from deploy.generate.chart.everything import CHART
from deploy.generate.chart.nodes import Block, Expression, When, lines
from deploy.generate.chart.objects import COMPONENTS
from deploy.validate import tools as programs
from deploy.validate.chart import chart_complaints, differences, helm
from tests.deploy.manifests import K8S, OVERLAYS, ROOT, kustomization

FOLDER = ROOT / CHART
SIZES = [name for name in OVERLAYS if name != "prod"]


def said(name: str) -> dict[str, object]:
    return dict(yaml.safe_load((FOLDER / name).read_text(encoding="utf-8")))


def is_installed() -> bool:
    try:
        programs.found()
    except FileNotFoundError:
        return False
    return any((programs.OPS / "lib").glob("python*/site-packages/helm_python"))


needs_helm = pytest.mark.skipif(not is_installed(), reason="`make manifests` installs Helm's library")


# --- where Helm is installed ---


@needs_helm
@pytest.mark.timeout(180)
def test_every_overlay_and_component_is_the_same_by_helm_and_by_kustomize() -> None:
    assert list(chart_complaints(programs.found())) == []


@needs_helm
@pytest.mark.parametrize(
    "wrong",
    [
        {"only": "everything"},
        {"components": {"mails": True}},
        {"settings": {"GATEWAY_HOME": "x"}},
        {"settings": {"KAFENEIO_GATEWAY_PORT": 8000}},
        {"processes": {"wallet": {"replicas": -1}}},
        {"processes": {"wallet": {"resources": {"request": {"cpu": "1"}}}}},
        {"images": {"kafeneio": {"digest": "sha256:12"}}},
        {"tables": {"families": {"ludo": {"games": ""}}}},
        {"database": {"storage": "much"}},
        {"hosts": "play.kafeneio.example"},
    ],
    ids=json.dumps,
)
def test_values_that_are_none_are_refused_before_anything_is_rendered(wrong: dict[str, object]) -> None:
    ((answer),) = helm(CHART, [(wrong, "kafeneio")])["rendered"]
    assert "error" in answer and "text" not in answer


@needs_helm
def test_a_changed_setting_is_another_name_in_every_pod() -> None:
    changed = {"settings": {"KAFENEIO_DRAIN_MS": "16000"}}
    before, after = (each["text"] for each in helm(CHART, [({}, "x"), (changed, "x")])["rendered"])
    names = [set(re.findall(r"kafeneio-settings-\w+", text)) for text in (before, after)]
    assert [len(each) for each in names] == [1, 1]
    assert names[0] != names[1]


@needs_helm
def test_a_family_of_games_may_be_left_out_and_have_replicas_of_its_own() -> None:
    own = {"tables": {"families": {"tavli": None, "tichu": {"replicas": 5}}}}
    ((answer),) = helm(CHART, [(own, "x")])["rendered"]
    workers = {
        each["metadata"]["name"]: each["spec"]["replicas"]
        for each in yaml.safe_load_all(answer["text"])
        if each and each["kind"] == "Deployment" and each["metadata"]["name"].startswith("tables-")
    }
    assert workers["tables-tichu"] == 5
    assert "tables-tavli" not in workers and len(workers) == len(said("values.yaml")["tables"]["families"]) - 1  # type: ignore[index]


@needs_helm
def test_what_helm_says_of_a_value_is_what_the_cluster_gets() -> None:
    own = {
        "host": "play.example.org",
        "monitoring": {"runbook": "https://r.example.org"},
        "components": {"monitoring": True},
    }
    ((answer),) = helm(CHART, [(own, "games")])["rendered"]
    left = re.findall(r"(?:runbook|: play|- play)[.]kafeneio[.]example", answer["text"])
    assert not left and "https://r.example.org/play#tablestopped" in answer["text"]
    assert {each["metadata"]["namespace"] for each in yaml.safe_load_all(answer["text"]) if each} == {"games"}


# --- everywhere ---


def test_every_component_of_kustomize_is_one_of_the_chart() -> None:
    folders = {path.name for path in (K8S / "components").iterdir()} - {"games", "tables"}
    assert folders == COMPONENTS.keys()
    assert said("values.yaml")["components"].keys() == set(COMPONENTS.values())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SIZES)
def test_values_of_a_size_only_say_what_is_different(name: str) -> None:
    usual = said("values.yaml")
    assert values.difference(said(f"values-{name}.yaml"), usual)
    known = usual.keys()
    assert said(f"values-{name}.yaml").keys() <= known


def test_every_value_at_the_top_has_its_meaning_and_its_schema() -> None:
    schema = json.loads((FOLDER / "values.schema.json").read_text(encoding="utf-8"))
    assert said("values.yaml").keys() == values.MEANINGS.keys()
    assert schema["properties"].keys() == said("values.yaml").keys() | {"global"}
    assert schema["additionalProperties"] is False


def test_the_chart_is_of_the_release_that_the_overlay_names() -> None:
    (release, *_) = kustomization(K8S / "overlays/prod/release")["images"]
    chart = said("Chart.yaml")
    assert (chart["version"], chart["appVersion"]) == (release["newTag"], release["newTag"])


def test_a_patch_that_no_value_can_say_is_refused(tmp_path: Path) -> None:
    def read(path: Path) -> str:
        text = (ROOT / path).read_text(encoding="utf-8")
        if path.parts[-2:] == ("dev", "kustomization.yaml"):
            return text.replace("/spec/minReplicas", "/spec/behavior/scaleUp")
        return text

    with pytest.raises(ValueError, match="no value of the chart says"):
        values.overlays(read, objects.parts(read))


def test_holes_are_written_as_helm_reads_them() -> None:
    tree = {
        "plain": "a b",
        "quoted": "yes",
        "number": 1,
        "empty": {},
        "braces": "{{ $labels.game }}",
        "own": Expression("$.Values.x"),
        "map": Block("$.Values.y"),
        "perhaps": When("$.Values.z", "one", "two"),
        "list": [When("$.Values.z", {"name": "n", "value": None}), "last"],
        "text": "one\n  two\n",
    }
    assert "\n".join(lines(tree)) == "\n".join(
        [
            "plain: a b",
            'quoted: "yes"',
            "number: 1",
            "empty: {}",
            'braces: "{{ "{{" }} $labels.game }}"',
            "own: {{ $.Values.x }}",
            "map:",
            "  {{- toYaml ($.Values.y) | nindent 2 }}",
            "{{- if $.Values.z }}",
            "perhaps: one",
            "{{- else }}",
            "perhaps: two",
            "{{- end }}",
            "list:",
            "{{- if $.Values.z }}",
            "  - name: n",
            "    value: null",
            "{{- end }}",
            "  - last",
            "text: |",
            "  one",
            "    two",
        ]
    )
    with pytest.raises(ValueError, match="always there"):
        lines({"list": [{"perhaps": When("$.Values.z", 1)}]})
    assert nodes.negated("$.a") == "not $.a" and nodes.negated("eq 1 2") == "not (eq 1 2)"


def test_differences_are_named_by_object_and_place() -> None:
    one = "kind: A\nmetadata: {name: x}\nspec: {n: 1, env: [{name: b}, {name: a}]}\n---\nkind: B\nmetadata: {name: x}\n"
    other = (
        "kind: A\nmetadata: {name: x}\nspec: {n: 2, env: [{name: a}, {name: b}]}\n---\nkind: C\nmetadata: {name: x}\n"
    )
    assert list(differences(one, other)) == ["B  x is missing", "C  x is too many", "A  x: /spec/n is 2, not 1"]
    assert not list(differences(one, one))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("templates/*.yaml")), ids=lambda path: path.stem)
def test_variables_that_others_are_made_of_stand_before_them(path: Path) -> None:
    """Kubernetes expands $(NAME) only from what stands above."""
    text = path.read_text(encoding="utf-8")
    for used in re.finditer(r"\$\((\w+)\)", text):
        assert text.rfind(f"- name: {used[1]}\n", 0, used.start()) != -1, used[0]

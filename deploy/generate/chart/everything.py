"""The files of the chart, from its root."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from deploy.generate.chart import values
from deploy.generate.chart.holes import opened
from deploy.generate.chart.nodes import lines
from deploy.generate.chart.objects import K8S, Part, Reader, documents, kustomization, parts

CHART = Path("deploy/helm/kafeneio")
_MADE = "Made by `python -m deploy.generate` from {source}: do not edit."
_GRAFANA = Path("deploy/observability/grafana")
_POSTGRES = Path("deploy/postgres")
_DEFAULT = "prod"
_HOOK = {
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-delete-policy": "before-hook-creation",
}
_FAMILIES = 'ternary $.Values.tables.families (dict "" (dict)) $.Values.tables.byFamily'
_HELPERS = """\
{{- /* Helpers of the other templates. */ -}}

{{- /* repository:tag@digest; without a digest the tag alone names the image. */ -}}
{{- define "kafeneio.image" -}}
{{ .repository }}{{ with .tag }}:{{ . }}{{ end }}{{ with .digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* The settings that are set: null takes one out. */ -}}
{{- define "kafeneio.settings" -}}
{{- $set := dict }}
{{- range $name, $value := $.Values.settings }}
{{- if kindIs "string" $value }}{{ $_ := set $set $name $value }}{{ end }}
{{- end }}
{{- $set | toJson }}
{{- end }}

{{- /* The name of the settings ends in a hash of them, as kustomize makes it: a changed one restarts all pods. */ -}}
{{- define "kafeneio.settingsName" -}}
{{- $data := include "kafeneio.settings" $ | fromJson }}
{{- $hash := dict "kind" "ConfigMap" "name" "" "data" $data | toJson | sha256sum | trunc 10 }}
{{- range $from, $to := dict "0" "g" "1" "h" "3" "k" "a" "m" "e" "t" }}{{ $hash = replace $from $to $hash }}{{ end }}
{{- printf "kafeneio-settings-%s" $hash }}
{{- end }}
"""
_SETTINGS = """\
{{- if eq $.Values.only "" }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "kafeneio.settingsName" $ }}
  namespace: {{ $.Release.Namespace }}
data:
  {{- include "kafeneio.settings" $ | fromJson | toYaml | nindent 2 }}
{{- end }}
"""
_FILES = """\
{{{{- if {condition} }}}}
{{{{- range $name, $file := dict {names} }}}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{{{ $name }}}}
  namespace: {{{{ $.Release.Namespace }}}}
{labels}data:
  {{{{ $file }}}}: {{{{ $.Files.Get (printf "files/%s" $file) | toJson }}}}
{{{{- end }}}}
{{{{- end }}}}
"""
_STORE = """\
{{- if and (ne $.Values.only "toolbox") $.Values.components.postgres }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: kafeneio-backup-store
  namespace: {{ $.Release.Namespace }}
data:
  STORE: {{ $.Values.backups.store | quote }}
  ENDPOINT: {{ $.Values.backups.endpoint | quote }}
{{- end }}
"""
_NOTES = """\
{{- if eq $.Values.only "servers" }}
Broker and database come up. When both are ready, run `helm upgrade` with the same values and without `only`.
{{- else if eq $.Values.only "" }}
{{ $.Values.settings.KAFENEIO_GATEWAY_HOME }} is served when all pods are ready:

  kubectl --namespace {{ $.Release.Namespace }} get pods

The first time, go on with "The first day" of deploy/README.md.
{{- end }}
"""
_CHART = """\
# {made}
apiVersion: v2
name: kafeneio
description: An online coffee house. People meet, chat, sit down and play for chips.
type: application
version: {version}
appVersion: {version}
kubeVersion: ">=1.29.0-0"
"""


def texts(root: Path, fresh: Mapping[Path, str]) -> dict[Path, str]:
    """Path from the root of the repository → content. `fresh`: what has just been made and may not be written yet."""

    def read(path: Path) -> str:
        return fresh[path] if path in fresh else (root / path).read_text(encoding="utf-8")

    found = parts(read)
    made = {CHART / "templates" / f"{name}.yaml": text for name, text in _templates(read, found)}
    of_overlays = values.overlays(read, found)
    usual = of_overlays.pop(_DEFAULT)
    for name, own in of_overlays.items():
        head = f"{_MADE.format(source=f'deploy/k8s/overlays/{name}')}\nWhat differs from values.yaml."
        made[CHART / f"values-{name}.yaml"] = values.text(values.difference(own, usual), head, {})
    source = f"deploy/k8s/overlays/{_DEFAULT}"
    head = f"{_MADE.format(source=source)}\nAn installation's own values go into a file of its own."
    made[CHART / "values.yaml"] = values.text(usual, head)
    made[CHART / "values.schema.json"] = json.dumps(values.schema(usual), indent=2) + "\n"
    version = usual["images"]["kafeneio"]["tag"]
    made[CHART / "Chart.yaml"] = _CHART.format(made=_MADE.format(source="deploy/k8s"), version=version)
    made[CHART / "templates/_helpers.tpl"] = _HELPERS
    made[CHART / "templates/NOTES.txt"] = _NOTES
    for folder in (_GRAFANA, _POSTGRES):
        made |= {CHART / "files" / name: read(folder / name) for _, name in _files(folder, read)}
    return made


def _templates(read: Reader, found: list[Part]) -> Iterator[tuple[str, str]]:
    """(name, text) of every template of objects."""
    found = [*found, *_alone(read)]
    for name in dict.fromkeys(part.template for part in found):
        own = [opened(part) for part in found if part.template == name]
        body = "\n".join(_document(part) for part in own)
        if name == "tables":
            body = f"{{{{- range $family, $own := {_FAMILIES} }}}}\n{body}\n{{{{- end }}}}"
        yield name, f"# {_MADE.format(source='deploy/k8s')}\n{body}\n"
    yield "settings", _SETTINGS
    yield "postgres-store", _STORE
    yield (
        "postgres-scripts",
        _of_files(_POSTGRES, read, 'and (ne $.Values.only "toolbox") $.Values.components.postgres'),
    )
    yield "monitoring-dashboards", _of_files(_GRAFANA, read, 'and (eq $.Values.only "") $.Values.components.monitoring')


def _alone(read: Reader) -> Iterator[Part]:
    """What kustomizations of their own apply: the way in, the migration, the toolbox."""
    for path in (K8S / "overlays/prod/ingress/ingress.yaml", K8S / "toolbox/pod.yaml", K8S / "migration/job.yaml"):
        for document in documents(path, read):
            name = {"ingress": "ingress", "pod": "toolbox", "job": "migration"}[path.stem]
            if name == "migration":
                document["metadata"]["annotations"] = dict(_HOOK)
            yield Part(name, document, "")


def _document(part: Part) -> str:
    body = "\n".join(["---", *lines(part.document)])
    return f"{{{{- if {part.condition} }}}}\n{body}\n{{{{- end }}}}" if part.condition else body


def _files(folder: Path, read: Reader) -> list[tuple[str, str]]:
    """(name of the ConfigMap, its file) of a kustomization that only makes such."""
    generators: list[Any] = kustomization(folder, read)["configMapGenerator"]
    return [(each["name"], name) for each in generators for name in each["files"]]


def _of_files(folder: Path, read: Reader, condition: str) -> str:
    labels = kustomization(folder, read)["generatorOptions"].get("labels", {})
    said = "\n".join(lines({"labels": labels}, 2)) + "\n" if labels else ""
    names = " ".join(f'"{name}" "{file}"' for name, file in _files(folder, read))
    return _FILES.format(condition=condition, names=names, labels=said)

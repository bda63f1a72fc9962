"""deploy/observability/grafana: the files of deploy/generate/dashboards as Grafana 10 reads them."""

import json
from collections.abc import Iterator
from typing import Any

from deploy.generate.dashboards import all_dashboards
from deploy.generate.panel import Dashboard, Panel, Row

_COLUMNS = 24
_HEIGHTS = {"row": 1, "stat": 4, "timeseries": 7}
_WIDTHS = {"stat": 4, "timeseries": 8}
_SOURCE = {"type": "prometheus", "uid": "${datasource}"}
_GREEN_TO_RED = {"mode": "absolute", "steps": [{"color": "green", "value": None}, {"color": "red", "value": 1}]}
_GREEN = {"mode": "absolute", "steps": [{"color": "green", "value": None}]}


def texts() -> dict[str, str]:
    """File name → dashboard, ready to be imported, and the kustomization that makes ConfigMaps of all of them."""
    found = {f"{each.uid}.json": text(each) for each in all_dashboards()}
    return found | {"kustomization.yaml": _KUSTOMIZATION + "".join(_CONFIG_MAP.format(uid=name[:-5]) for name in found)}


_KUSTOMIZATION = """\
# Made by `python -m deploy.generate`. A ConfigMap a dashboard, with the label by which Grafana's sidecar finds them.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
generatorOptions:
  disableNameSuffixHash: true
  labels:
    grafana_dashboard: "1"
    app.kubernetes.io/part-of: kafeneio
configMapGenerator:
"""
_CONFIG_MAP = """\
  - name: dashboard-{uid}
    files:
      - {uid}.json
"""


def text(board: Dashboard) -> str:
    """One dashboard as JSON."""
    return json.dumps(model(board), indent=1, ensure_ascii=False) + "\n"


def model(board: Dashboard) -> dict[str, Any]:
    """One dashboard as Grafana's JSON model."""
    games = [_variable("game", "kafeneio_tables_shards_owned")] if board.by_game else []
    return {
        "uid": board.uid,
        "title": board.title,
        "description": board.about,
        "tags": ["kafeneio"],
        "schemaVersion": 39,
        "version": 1,
        "editable": False,
        "graphTooltip": 1,
        "timezone": "browser",
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {"list": [_datasource_variable(), *games]},
        "annotations": {"list": []},
        "links": [_LINK],
        "panels": list(_placed(board.rows)),
    }


_LINK = {"type": "dashboards", "title": "Kafeneio", "tags": ["kafeneio"], "asDropdown": True, "keepTime": True}


def _placed(rows: tuple[Row, ...]) -> Iterator[dict[str, Any]]:
    """Rows below each other, panels from left to right; ids count from 1."""
    number, top = 1, 0
    for row in rows:
        yield {"id": number, "type": "row", "title": row.title, "collapsed": False, "panels": []} | _place(
            0, top, "row"
        )
        number, top, left = number + 1, top + _HEIGHTS["row"], 0
        for panel in row.panels:
            if left + _WIDTHS[panel.kind] > _COLUMNS:
                left, top = 0, top + _HEIGHTS[panel.kind]
            yield _panel(number, panel) | _place(left, top, panel.kind)
            number, left = number + 1, left + _WIDTHS[panel.kind]
        top += _HEIGHTS[row.panels[-1].kind]


def _place(left: int, top: int, kind: str) -> dict[str, Any]:
    return {"gridPos": {"x": left, "y": top, "w": _WIDTHS.get(kind, _COLUMNS), "h": _HEIGHTS[kind]}}


def _panel(number: int, panel: Panel) -> dict[str, Any]:
    return {
        "id": number,
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": _SOURCE,
        "targets": [
            {"refId": chr(ord("A") + index), "datasource": _SOURCE, "expr": query, "legendFormat": legend}
            for index, (legend, query) in enumerate(panel.queries.items())
        ],
        "fieldConfig": {"defaults": _field_defaults(panel), "overrides": []},
        "options": _OPTIONS[panel.kind],
    }


_OPTIONS: dict[str, dict[str, Any]] = {
    "stat": {
        "colorMode": "background",
        "graphMode": "none",
        "textMode": "value",
        "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
    },
    "timeseries": {
        "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
        "tooltip": {"mode": "multi", "sort": "desc"},
    },
}


def _field_defaults(panel: Panel) -> dict[str, Any]:
    defaults: dict[str, Any] = {"unit": panel.unit, "thresholds": _GREEN_TO_RED if panel.alarm else _GREEN}
    if panel.kind == "timeseries":
        defaults |= {"min": 0, "custom": {"drawStyle": "line", "fillOpacity": 8, "lineWidth": 1, "showPoints": "never"}}
    return defaults


def _datasource_variable() -> dict[str, Any]:
    return {"name": "datasource", "label": "Source", "type": "datasource", "query": "prometheus", "hide": 0}


def _variable(label: str, metric: str) -> dict[str, Any]:
    query = f"label_values({metric}, {label})"
    return {
        "name": label,
        "label": label.capitalize(),
        "type": "query",
        "datasource": _SOURCE,
        "query": {"query": query, "refId": "A"},
        "refresh": 2,
        "sort": 1,
        "includeAll": True,
        "allValue": ".*",
        "multi": True,
        "hide": 0,
    }

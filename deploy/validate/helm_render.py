"""Render the chart with Helm's own library: run by the interpreter of `var/ops`, which has its package.

    echo '[{"values": {}, "namespace": "kafeneio"}]' |
      var/ops/bin/python deploy/validate/helm_render.py deploy/helm/kafeneio

Reads a list of values and namespaces, writes what Helm finds wrong with the chart, and for each of them the objects as
YAML or the error. Nothing here imports Kafeneio.
"""

import json
import sys
from typing import Any

import helm_python as helm  # type: ignore[import-not-found]  # of var/ops


def _rendered(chart: "helm.Chart", values: dict[str, Any], namespace: str) -> dict[str, str]:
    try:
        chart.validate_schema(values)
        texts = chart.render(values, name="kafeneio", namespace=namespace)
    except helm.HelmError as error:
        return {"error": str(error)}
    return {"text": "\n---\n".join(text for path, text in sorted(texts.items()) if not path.endswith(".txt"))}


def main() -> int:
    """Render all that standard input names; returns the exit code."""
    (path,) = sys.argv[1:]
    wanted = json.load(sys.stdin)
    with helm.Chart.load(path) as chart:
        found = [_rendered(chart, each["values"], each["namespace"]) for each in wanted]
    json.dump({"lint": helm.lint(path), "rendered": found}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())

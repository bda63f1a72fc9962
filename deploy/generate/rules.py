"""deploy/k8s/components/monitoring: Prometheus's rule files as PrometheusRule objects, one each, and a list of them."""

from pathlib import Path

RULES = Path("deploy/observability/prometheus/rules")

_HEAD = """\
# Made by `python -m deploy.generate` from deploy/observability/prometheus/rules/{name}.yml: do not edit.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: kafeneio-{name}
  labels:
    app.kubernetes.io/part-of: kafeneio
spec:
"""
_LIST = """\
# Made by `python -m deploy.generate`. For clusters with the Prometheus operator and Grafana's sidecar: what to scrape,
# alerts, dashboards. Without the operator: deploy/observability/prometheus.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - scrape.yaml
  - ../../../observability/grafana
"""


def texts(root: Path) -> dict[str, str]:
    """File name → content: one PrometheusRule a rule file, and the component that lists them."""
    found = {f"rules-{path.stem}.yaml": _object(path) for path in sorted((root / RULES).glob("*.yml"))}
    listed = "".join(f"  - {name}\n" for name in found)
    return {"kustomization.yaml": _LIST + listed} | found


def _object(path: Path) -> str:
    """The file's groups, with its own comments, below `spec`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return _HEAD.format(name=path.stem) + "".join(f"  {line}\n" if line else "\n" for line in lines)

"""For each family of games its own workers: a kustomization, made from the pattern in components/tables, and a scaler
(deploy/k8s/components/keda/tables.yaml), by what waits in its shards' queues."""

from pathlib import Path

from games import registry

_HEAD = """\
# Made by `python -m deploy.generate`. Do not edit: what differs in one installation belongs into its overlay.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
"""
_FAMILY = """\
  - ../../tables
nameSuffix: -{name}
labels:
  - pairs:
      kafeneio/games: {name}
    includeSelectors: true
patches:
  - target:
      kind: Deployment
      name: tables
    patch: |-
      - op: replace
        path: /spec/template/spec/containers/0/args/3
        value: {games}
"""
_SCALERS_HEAD = "# Made by `python -m deploy.generate`: do not edit.\n"
_SCALER = """\
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: tables-{name}
  labels:
    app.kubernetes.io/part-of: kafeneio
spec:
  scaleTargetRef:
    name: tables-{name}
  minReplicaCount: 2
  maxReplicaCount: 8
  cooldownPeriod: 600
  triggers:
    - type: prometheus # commands that wait for a worker
      metadata:
        serverAddress: http://prometheus.monitoring.svc:9090
        query: sum(max by (queue) (rabbitmq_detailed_queue_messages{{queue=~"tables[.]({games})[.].+"}}))
        threshold: "100"
    - type: prometheus # how late clocks fire, in seconds
      metricType: Value
      metadata:
        serverAddress: http://prometheus.monitoring.svc:9090
        query: >-
          histogram_quantile(0.99, sum by (le)
          (rate(kafeneio_tables_timer_late_seconds_bucket{{family="{name}"}}[5m]))) > 0 or vector(0)
        threshold: "1"
"""


def families() -> dict[str, list[str]]:
    """Family → the ids of its games."""
    found: dict[str, list[str]] = {}
    for game_id, entry in registry.entries().items():
        found.setdefault(entry.family.__name__.rpartition(".")[2], []).append(game_id)
    return found


def texts() -> dict[Path, str]:
    """Path from components/games → content: one folder a family, and the list of them."""
    found = {name_in_cluster(family): games for family, games in families().items()}
    listed = "".join(f"  - {name}\n" for name in sorted(found))
    components = {
        Path(name) / "kustomization.yaml": _HEAD + _FAMILY.format(name=name, games=",".join(games))
        for name, games in found.items()
    }
    return {Path("kustomization.yaml"): _HEAD + listed} | components


def name_in_cluster(family: str) -> str:
    """A family's name as Kubernetes allows it: no underscores."""
    return family.replace("_", "-")


def scalers() -> str:
    """All scalers of workers. At most as many workers as there are shards: more would idle."""
    found = sorted((name_in_cluster(family), games) for family, games in families().items())
    return _SCALERS_HEAD + "---\n".join(_SCALER.format(name=name, games="|".join(games)) for name, games in found)

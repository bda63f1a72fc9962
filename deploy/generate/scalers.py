"""deploy/k8s/components/keda/tables.yaml: a scaler for each family's workers, by what waits in its shards' queues."""

from deploy.generate.game_components import families, name_in_cluster

_HEAD = "# Made by `python -m deploy.generate`: do not edit.\n"
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


def text() -> str:
    """All scalers of workers. At most as many workers as there are shards: more would idle."""
    found = sorted((name_in_cluster(family), games) for family, games in families().items())
    return _HEAD + "---\n".join(_SCALER.format(name=name, games="|".join(games)) for name, games in found)

"""Validates deploy/ with the tools of clusters, Prometheus and Alertmanager: `make manifests`. No cluster is needed.

Rendered by kustomize and held against schemas: every overlay, and production with every component together. Unknown
fields are faults, kinds without a schema too. The chart of Helm has to render the
same objects, and a reader of Compose has to take its file. Then the Dockerfile, the alert rules with their tests, and
the routes.
"""

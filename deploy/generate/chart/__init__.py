"""The Helm chart deploy/helm/kafeneio, made from the same manifests as the overlays of kustomize.

`objects` reads the manifests and what components change in them, `holes` puts values where an installation differs,
`nodes` writes both as templates, `values` has the values of every overlay, their meaning and their schema.
`make manifests` compares what Helm renders with what kustomize renders.
"""

from deploy.generate.chart.everything import texts

__all__ = ["texts"]

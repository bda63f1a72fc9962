"""The dashboards, one file each. A new module here with a `DASHBOARD` is found by itself; nothing lists them.

Write the panels with what `deploy.generate.panel` offers, then run `python -m deploy.generate`: it makes the JSON in
`deploy/observability/grafana/` and the ConfigMap of it. Tests check that every metric and label exists, that every
panel says what it shows, and that a live Prometheus answers each query (`make drill`).
"""

import importlib
import pkgutil

from deploy.generate.panel import Dashboard


def all_dashboards() -> list[Dashboard]:
    """Every dashboard, in the order of their names."""
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [importlib.import_module(f"{__name__}.{name}").DASHBOARD for name in modules]

"""The dashboards, one file a subject. Every `Dashboard` in a module here is found by itself; nothing lists them.

Write the panels with what `deploy.generate.panel` offers, then run `python -m deploy.generate`: it makes the JSON in
`deploy/observability/grafana/` and the ConfigMap of it. Tests check that every metric and label exists, that every
panel says what it shows, and that a live Prometheus answers each query (`make drill`).
"""

import importlib
import pkgutil

from deploy.generate.panel import Dashboard


def all_dashboards() -> list[Dashboard]:
    """Every dashboard, in the order of their names."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    found = [each for module in modules for each in vars(module).values() if isinstance(each, Dashboard)]
    return sorted(found, key=lambda each: each.uid)

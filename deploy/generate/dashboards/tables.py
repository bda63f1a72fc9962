"""The service `tables`: what it is asked, and its events."""

from deploy.generate.panel import Dashboard, events_of, requests_of

DASHBOARD = Dashboard(
    "kafeneio-tables",
    "Kafeneio: tables (requests)",
    "What the service tables is asked, and the events that it handles and tells.",
    (requests_of("tables"), events_of("tables")),
)

"""The service `tables`: requests and events."""

from deploy.generate.panel import Dashboard, events_of, requests_of

DASHBOARD = Dashboard(
    "kafeneio-tables",
    "Kafeneio: tables (requests)",
    "The requests of the service tables, and the events that it handles and publishes.",
    (requests_of("tables"), events_of("tables")),
)

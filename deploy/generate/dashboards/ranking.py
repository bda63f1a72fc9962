"""The service `ranking`: what it is asked, and its events."""

from deploy.generate.panel import Dashboard, events_of, requests_of

DASHBOARD = Dashboard(
    "kafeneio-ranking",
    "Kafeneio: ranking",
    "What the service ranking is asked, and the events that it handles and tells.",
    (requests_of("ranking"), events_of("ranking")),
)

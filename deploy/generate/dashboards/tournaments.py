"""The service `tournaments`: what it is asked, and its events."""

from deploy.generate.panel import Dashboard, events_of, requests_of

_RARE = "Nobody has needed it yet."

DASHBOARD = Dashboard(
    "kafeneio-tournaments",
    "Kafeneio: tournaments",
    "What the service tournaments is asked, and the events that it handles and tells.",
    (requests_of("tournaments", _RARE), events_of("tournaments", _RARE)),
)

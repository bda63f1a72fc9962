"""The service `moderation`: what it is asked, and its events."""

from deploy.generate.panel import Dashboard, events_of, requests_of

_RARE = "Nobody has needed it yet."

DASHBOARD = Dashboard(
    "kafeneio-moderation",
    "Kafeneio: moderation",
    "What the service moderation is asked, and the events that it handles and tells.",
    (requests_of("moderation", _RARE), events_of("moderation", _RARE)),
)

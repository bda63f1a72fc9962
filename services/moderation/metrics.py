"""What moderation counts."""

from prometheus_client import Counter

cards = Counter("kafeneio_moderation_cards", "Cards given, by colour and reason", ["colour", "reason"])
suspensions = Counter("kafeneio_moderation_suspensions", "Suspensions, by what brought them", ["cause"])
signals = Counter("kafeneio_moderation_signals", "Signals, by kind and whether they opened a case", ["kind", "did"])
mutes = Counter("kafeneio_moderation_mutes", "Words taken from players, and given back", ["action"])

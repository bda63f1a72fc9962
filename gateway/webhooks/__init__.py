"""Webhooks: public events sent from their log to servers of other systems (services/moderation/RULES.md §16)."""

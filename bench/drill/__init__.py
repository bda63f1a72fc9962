"""Alerts, the runbook's commands and the way back from a lost database, on a real Prometheus."""

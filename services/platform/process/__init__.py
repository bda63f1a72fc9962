"""What every process has: settings, logs, metrics, traces, health, background work."""

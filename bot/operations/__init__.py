"""For the operator of the host: logs, metrics, health, backup, scheduled jobs, alerts."""
